/** Reads everything in a random guild, one surface after another. */
import { FORMATS, STYLES } from "../../src/domain/recalls.ts"
import type { Answer, Asker } from "./leaks-asking.ts"
import { type Dice, markerOf } from "./leaks-dice.ts"

/** Sends `questions` recalls, most for something findable that lies beside hidden things. */
export async function recallMuch(asker: Asker, dice: Dice, questions: number): Promise<void> {
  const { findings } = asker
  const facts = findableFacts(asker)
  const own = findableLines(asker)
  for (let n = 0; n < questions; n += 1) {
    const fact = facts.length > 0 && dice.chance(0.7) ? dice.pick(facts) : null
    const sought = fact ?? (own.length > 0 ? dice.pick(own) : null)
    const { body } = await recallOnce(asker, dice, sought)
    findings.elsewhere += messagesElsewhere(body, asker.stated.channel_id)
    if (sought === null) continue
    const kind = findings[fact === null ? "messages" : "facts"]
    kind.sought += 1
    if (body.includes(sought)) kind.found += 1
  }
}

function recallOnce(asker: Asker, dice: Dice, sought: string | null): Promise<Answer> {
  const { lines, world } = asker.scenery
  const others = Array.from({ length: 3 }, () => markerOf(dice, lines))
  const mentions = dice.some(world.people, 0.2).slice(0, 3)
  return asker.send("recall", "POST", "/recall", {
    query: dice.shuffled(sought === null ? others : [sought, ...others]).join(" "),
    format: dice.pick(FORMATS),
    user_id: dice.chance(0.5) ? dice.pick(world.people).id : null,
    mentions: mentions.map(({ id }) => id),
    user_ids: dice.some(world.people, 0.3).map(({ id }) => id),
    style: dice.pick(STYLES),
    // A sought item needs room in the answer; other questions may use the default policy.
    ...(sought !== null || dice.chance(0.5) ? { max_items: 50, max_tokens: 8_000, min_score: 0 } : {}),
    ...asker.stated,
  })
}

interface FoundItem {
  kind: string
  sources: { channel_id: string | null }[]
}

/** Counts the messages found by the guild's index, outside the place of reading. */
function messagesElsewhere(body: string, placeId: string | undefined): number {
  const { items = [] } = JSON.parse(body) as { items?: FoundItem[] }
  const isElsewhere = ({ kind, sources }: FoundItem) =>
    kind === "message" && sources.every(({ channel_id }) => channel_id !== placeId)
  return items.filter(isElsewhere).length
}

/** Returns marker words of active facts in a wording the reader may see. */
function findableFacts({ scenery, mayKnow }: Asker): string[] {
  const told = scenery.ledger.facts.filter(({ channels }) => channels.some(mayKnow))
  const markers = scenery.lines.flatMap((line) => line.markers)
  return markers.filter((marker) => told.some(({ fact }) => fact.toLowerCase().includes(marker)))
}

/** Returns marker words of messages said in the place of reading. */
function findableLines({ scenery, stated, mayKnow }: Asker): string[] {
  const here = scenery.lines.filter(({ id, channelId }) => id !== "" && channelId === stated.channel_id)
  return here.filter(({ channelId }) => mayKnow(channelId)).flatMap(({ markers }) => markers.slice(-1))
}

/** Reads every other surface. */
export async function browse(asker: Asker, dice: Dice): Promise<void> {
  const { world, lines } = asker.scenery
  await asker.send("answers", "POST", "/answers", {
    question: `who said ${markerOf(dice, lines)}?`,
    user_id: dice.chance(0.5) ? dice.pick(world.people).id : null,
    turns: dice.some(world.people, 0.3).map(({ id, name }) => ({ name, user_id: id, text: "hm" })),
    ...asker.stated,
  })
  await asker.get("windows", "/windows?limit=200")
  await asker.get("memories", `/memories?q=${markerOf(dice, lines)}`)
  const filter = dice.pick(["", "status=active", "status=superseded", "contradicted=true"])
  await readPages(asker, "memories", `/memories?limit=4&${filter}`)
  await exportGuild(asker)
  await readNotes(asker, dice)
  await readPages(asker, "events", "/events?limit=3")
  await asker.get("events", `/events?scope=${dice.pick(["user", "project", "guild"])}`)
  if (asker.shown !== null) await asker.get("review", "/review?limit=100")
  const { id } = dice.pick(world.people)
  await asker.get("profile", `/members/${id}/profile?`)
  // The first request lets a bound model write the digest; the second reads the stored one.
  for (const _ of ["made", "kept"]) await asker.get("digests", `/members/${id}/digests?`)
  await beRefused(asker, dice)
}

/** Exports what the reader may read of the guild, part by part. */
async function exportGuild(asker: Asker): Promise<void> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = cursor === "" ? "" : `cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await asker.get("guild export", `/export?${query}`)
    if (status !== 200) return
    const end = JSON.parse(body.trimEnd().split("\n").at(-1) ?? "") as { page: { next: string | null } }
    cursor = end.page.next
  }
}

/** Exports everything stored about the reader. */
export async function exportOwn(asker: Asker): Promise<void> {
  const { viewer_id } = asker.stated
  if (viewer_id !== undefined && asker.shown !== null)
    await asker.get("export", `/members/${viewer_id}/export?`)
}

/** Reads every page and returns all bodies, because later pages must not leak either. */
async function readPages(asker: Asker, surface: string, path: string): Promise<string> {
  let [read, cursor] = ["", ""]
  for (let page = 0; page < 40; page += 1) {
    const { body } = await asker.get(surface, path + cursor)
    read += body
    const next = /"next":"([^"]+)"/.exec(body)?.[1]
    if (next === undefined) break
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
  return read
}

/**
 * Reads all notes page by page, some by filter, and one alone. A hidden note is answered like one that never
 * existed.
 */
async function readNotes(asker: Asker, dice: Dice): Promise<void> {
  const { findings, mayKnow, scenery, stated, shown } = asker
  const { world, ledger } = scenery
  const all = [...ledger.ids].filter(([id]) => /^[nt]_/.test(id))
  const known = all.filter(([, channels]) => channels.some(mayKnow)).map(([id]) => id)
  const read = await readPages(asker, "notes", `/notes?limit=${dice.pick([3, 7])}`)
  for (const id of shown === null ? [] : known.filter((one) => one.startsWith("n_"))) {
    findings.notes.sought += 1
    if (read.includes(`"${id}"`)) findings.notes.found += 1
  }
  const by = [`participant_id=${dice.pick(world.people).id}`, `in_channel=${dice.pick(world.channels).id}`]
  await readPages(asker, "notes", `/notes?limit=3&${dice.pick(["kind=topic_cluster", ...by])}`)
  if (known.length > 0) await asker.get("notes", `/notes/${dice.pick(known)}?`)
  const hidden = all.filter(([, channels]) => !channels.some(mayKnow)).map(([id]) => id)
  if (hidden.length === 0 || shown === null) return
  const ask = (id: string) => asker.send("refusals", "GET", `/notes/${id}?${new URLSearchParams(stated)}`)
  const note = dice.pick(hidden)
  const [real, never] = [await ask(note), await ask("nevermade")]
  findings.refused += 1
  if (real.status !== 404 || real.body.replaceAll(note, "nevermade") !== never.body)
    findings.uneven.push(`GET ${note} for ${JSON.stringify(stated)}: ${real.status} ${real.body}`)
}

/** A memory hidden from the reader is answered in the same words as one that never existed. */
async function beRefused(asker: Asker, dice: Dice): Promise<void> {
  const { ledger } = asker.scenery
  const hidden = [...ledger.memories.keys()].filter((id) => !(ledger.ids.get(id) ?? []).some(asker.mayKnow))
  if (hidden.length === 0 || asker.shown === null) return
  const memory = dice.pick(hidden)
  const query = new URLSearchParams(asker.stated)
  for (const [method, change] of [["GET"], ["PATCH", { importance: "low" }], ["DELETE"]] as const) {
    const ask = (id: string) => asker.send("refusals", method, `/memories/${id}?${query}`, change)
    const [real, never] = [await ask(memory), await ask("nevermade")]
    asker.findings.refused += 1
    if (real.status !== 404 || real.body.replaceAll(memory, "nevermade") !== never.body)
      asker.findings.uneven.push(`${method} ${memory} for ${query}: ${real.status} ${real.body}`)
  }
}

/**
 * Forgets a random text that may match one memory, which is never a hidden one. `left` returns the remaining
 * memories.
 */
export async function forget(asker: Asker, dice: Dice, left: () => Promise<Set<string>>): Promise<void> {
  const { world, lines, ledger } = asker.scenery
  const before = await left()
  const markers = dice.shuffled(lines.flatMap((line) => line.markers)).slice(0, 8)
  await asker.send("forget", "POST", `/members/${dice.pick(world.people).id}/forget`, {
    text: markers.join(" "),
    ...asker.stated,
  })
  const after = await left()
  for (const id of before)
    if (!after.has(id) && !(ledger.ids.get(id) ?? []).some(asker.mayKnow))
      asker.findings.uneven.push(`${id} was forgotten for ${JSON.stringify(asker.stated)}`)
}
