/** Scans an answer of any shape for everything its reader may not be shown. */
import type { Filing, Ledger } from "./leaks-ledger.ts"
import type { Line } from "./leaks-world.ts"

export interface Leak {
  what: "words" | "message" | "id" | "time" | "count" | "filing" | "withheld" | "name"
  token: string
}

/** Recognizable tokens of answers and the channels they come from; `null` means everyone's. */
export type Origins = Map<string, { what: Leak["what"]; channels: (string | null)[] }>

export function originsOf(lines: readonly Line[], ledger: Ledger): Origins {
  const origins: Origins = new Map()
  const add = (what: Leak["what"], token: string, channels: (string | null)[]) => {
    const before = origins.get(token)?.channels ?? []
    origins.set(token, { what, channels: [...before, ...channels] })
  }
  for (const { id, channelId, markers, at } of lines) {
    for (const marker of markers) add("words", marker, [channelId])
    // Facts told directly have no message.
    if (id !== "") add("message", id, [channelId])
    for (const time of [new Date(at).toISOString(), String(at)]) add("time", time, [channelId])
  }
  for (const channelId of new Set(lines.map((line) => line.channelId)))
    if (channelId) add("id", channelId, [channelId])
  for (const [id, channels] of ledger.ids) add("id", id, channels)
  return origins
}

/** Markers, numbers that may be ids, times, and whole strings that may be ids. */
const TOKENS = /\b[a-z]{6}x\b|\b\d{7,19}\b|\b\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=")[\w:.-]{8,64}(?=")/gi

/** Decodes cursors, which are base64 text. */
function unfolded(answer: string): string {
  return [...answer.matchAll(/"next":"([^"]+)"/g)]
    .map(([, cursor = ""]) => atob(cursor.replace(/-/g, "+").replace(/_/g, "/")))
    .join(" ")
}

/** Returns the tokens of an answer that the reader may not be shown, except ids from their own request. */
export function leaksIn(
  answer: string,
  { origins, shown, asked }: { origins: Origins; shown: ReadonlySet<string>; asked: string },
): Leak[] {
  const leaks = new Map<string, Leak>()
  const given = asked.toLowerCase()
  for (const match of (answer + unfolded(answer)).matchAll(TOKENS)) {
    const token = origins.has(match[0]) ? match[0] : match[0].toLowerCase()
    const origin = origins.get(token)
    // Errors repeat the ids of a request but never its words.
    if (!origin || (origin.what !== "words" && given.includes(token.toLowerCase()))) continue
    if (!origin.channels.some((channel) => channel === null || shown.has(channel)))
      leaks.set(token, { what: origin.what, token })
  }
  return [...leaks.values()]
}

/**
 * Returns a person's own tokens, wherever said: their words, what rests on them, and the times of their
 * conversations.
 */
export function ownOf(personId: string, lines: readonly Line[], ledger: Ledger): Set<string> {
  const own = lines.filter(({ author }) => author.id === personId)
  const rooms = new Set(own.map(({ channelId }) => channelId))
  const about = [...ledger.memories].filter(([, all]) =>
    all.some(({ authorId, worded }) => worded && authorId === personId),
  )
  const placed = [...ledger.ids].filter(
    ([id, channels]) => !ledger.memories.has(id) && channels.some((channel) => rooms.has(channel)),
  )
  const around = lines.filter(({ channelId }) => rooms.has(channelId))
  return new Set([
    ...own.flatMap(({ id, channelId, markers }) => [id, channelId ?? "", ...markers]),
    // Their own words may name anybody.
    ...own.flatMap(({ content }) => content.toLowerCase().match(TOKENS) ?? []),
    ...[...about, ...placed].map(([id]) => id),
    ...around.flatMap(({ at }) => [new Date(at).toISOString(), String(at)]),
  ])
}

/** A memory as every list shows it. */
interface Shown extends Filing {
  id: string
  evidence_count: number
  reported_by: string[]
}

/** Returns withheld facts in an answer. `own`: the accounts whose own facts the reader may see. */
export function withheldIn(answer: string, asked: string, ledger: Ledger, own: readonly string[]): Leak[] {
  const ids = new Set(answer.match(/m_[0-9a-f]{24}/g) ?? [])
  return [...ids].flatMap((id) => {
    const subject = ledger.withheld.get(id)
    const may = subject === undefined || own.includes(subject) || asked.includes(id)
    return may ? [] : [{ what: "withheld" as const, token: `withheld ${id}` }]
  })
}

/** Returns memories of an answer that count or name statements hidden from the reader. */
export function miscounted(body: unknown, ledger: Ledger, shown: ReadonlySet<string>): Leak[] {
  return memoriesIn(body).flatMap(({ id, evidence_count, reported_by }) => {
    const known = (ledger.memories.get(id) ?? []).filter(
      ({ channelId }) => channelId === null || shown.has(channelId),
    )
    const most = new Set(known.map(({ window }) => window)).size
    const stranger = reported_by.find((who) => !known.some(({ authorId }) => authorId === who))
    return evidence_count > most || stranger !== undefined ? [{ what: "count" as const, token: id }] : []
  })
}

const TERMS = ["type", "section", "importance", "lifetime"] as const

/**
 * Returns memories of an answer whose filing comes from no statement the reader may see and was set by no
 * person.
 */
export function misfiled(body: unknown, ledger: Ledger, shown: ReadonlySet<string>): Leak[] {
  return memoriesIn(body).flatMap((memory) => {
    const all = (ledger.memories.get(memory.id) ?? []).filter(
      ({ channelId }) => channelId === null || shown.has(channelId),
    )
    const { set, promoted } = ledger.decided.get(memory.id) ?? {}
    const days = new Set(all.map(({ at }) => new Date(at).toISOString().slice(0, 10))).size
    const isGrounded = (term: (typeof TERMS)[number]) =>
      set?.[term] === memory[term] ||
      (term === "lifetime" && memory.lifetime === "permanent" && promoted && days >= promoted.days) ||
      all.some(({ filing }) => filing?.[term] === memory[term])
    return TERMS.every(isGrounded) ? [] : [{ what: "filing" as const, token: memory.id }]
  })
}

function memoriesIn(body: unknown): Shown[] {
  if (typeof body !== "object" || body === null) return []
  const inside = Object.values(body).flatMap(memoriesIn)
  // Only memories have both fields.
  return "evidence_count" in body && "reported_by" in body ? [body as unknown as Shown, ...inside] : inside
}
