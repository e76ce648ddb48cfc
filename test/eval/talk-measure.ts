/** Counts what a played conversation kept, against its gold lists and the labels of its claims. Pure. */
import type { KnownMemory } from "../../src/memory/facts/known.ts"
import type { Conversation, FactLabel, Label } from "./talk-data.ts"
import type { Played, PlayedClaim } from "./talk-play.ts"

/** A share: how many of how many. */
export interface Share {
  of: number
  had: number
}

export interface Tally {
  /** Kept claims that are sound. */
  sound: Share
  /** Items worth keeping that a kept, sound claim says. Only items that must be kept count. */
  found: Share
  /** Sound claims that were refused. */
  refused: Share
  /** Known facts and earlier statements that ended and are no longer believed. */
  updates: Share
  /** Found items with a date whose memory has the same date. */
  dates: Share
  /** Kept claims without a label. */
  unjudged: number
}

/** One thing that went wrong, for the list of failing cases. */
export interface Failure {
  conversation: string
  kind: "unsound" | "missed" | "refused" | "stale" | "undated"
  text: string
}

export function emptyTally(): Tally {
  const none = () => ({ of: 0, had: 0 })
  return { sound: none(), found: none(), refused: none(), updates: none(), dates: none(), unjudged: 0 }
}

/** A claim with what a person said of it. */
interface Judged {
  played: PlayedClaim
  sound: boolean
  covers: readonly string[]
  private?: boolean
}

export type Labels = { claims: readonly Label[] } | { facts: readonly FactLabel[] }

/** Adds a conversation to `tally` and returns what failed. */
export function tallyTalk(talk: Conversation, played: Played, labels: Labels, tally: Tally): Failure[] {
  const failures: Failure[] = []
  const fail = (kind: Failure["kind"], text: string) => failures.push({ conversation: talk.id, kind, text })
  const judged = played.claims.flatMap((claim): Judged[] => {
    const label = labelOf(claim, labels)
    if (label) return [{ played: claim, ...label }]
    if (isKept(claim, played)) tally.unjudged += 1
    return []
  })
  const kept = judged.filter(({ played: claim }) => isKept(claim, played))
  for (const { played: claim, sound } of kept) {
    count(tally.sound, sound)
    if (!sound) fail("unsound", claim.claim.fact)
  }
  for (const { played: claim, sound } of judged.filter((one) => one.sound && !one.private)) {
    const isRefused = claim.verdict.kind === "rejected" && !HARMLESS.has(claim.verdict.reason)
    count(tally.refused, isRefused)
    if (sound && isRefused) fail("refused", `${claim.verdict.reason}: ${claim.claim.fact}`)
  }
  const holders = (id: string) => kept.filter(({ sound, covers }) => sound && covers.includes(id))
  for (const item of talk.worth) {
    const found = holders(item.id)
    if (item.must) {
      count(tally.found, found.length > 0)
      if (found.length === 0) fail("missed", item.fact)
    }
    if (item.when && found.length > 0) {
      const isDated = found.some((one) =>
        memoryOf(one.played, played)?.time?.when?.startsWith(item.when?.slice(0, 10) ?? "?"),
      )
      count(tally.dates, isDated)
      if (!isDated) fail("undated", `${item.when}: ${found[0]?.played.claim.fact}`)
    }
  }
  tallyUpdates(talk, played, { kept, tally, fail })
  return failures
}

/** A rejection that loses nothing: the fact is known, or this one was outlived. */
const HARMLESS = new Set(["already_known", "outdated"])

function tallyUpdates(
  talk: Conversation,
  played: Played,
  {
    kept,
    tally,
    fail,
  }: { kept: Judged[]; tally: Tally; fail: (kind: Failure["kind"], text: string) => void },
): void {
  for (const { what, becomes } of talk.ended) {
    const known = talk.known.find(({ id }) => id === what)
    // What ended within the conversation is judged by its labels: a claim that still says it is unsound.
    if (!known) continue
    const memory = played.memories.find(({ id }) => id === what)
    const isOver = memory === undefined || memory.status === "superseded" || memory.fact !== known.fact
    const isReplaced = becomes === null || kept.some(({ sound, covers }) => sound && covers.includes(becomes))
    count(tally.updates, isOver && isReplaced)
    if (!isOver) fail("stale", `${known.fact} (${memory?.contradicts ? "contested" : "believed"})`)
    else if (!isReplaced) fail("stale", `${known.fact}: its successor is missing`)
  }
}

function labelOf({ window, index, claim }: PlayedClaim, labels: Labels) {
  if ("claims" in labels) return labels.claims.find((one) => one.window === window && one.claim === index)
  return labels.facts.find(({ fact }) => fact === claim.fact)
}

/** Accepted, and still believed at the end. A claim that takes something back keeps nothing. */
function isKept(claim: PlayedClaim, played: Played): boolean {
  if (claim.verdict.kind !== "accepted" || claim.claim.op === "forget") return false
  return memoryOf(claim, played)?.status === "active"
}

function memoryOf({ verdict }: PlayedClaim, { memories }: Played): KnownMemory | undefined {
  const memory = memories.find(({ id }) => id === verdict.memoryId)
  return memory?.merged ? memories.find(({ id }) => id === memory.supersededBy) : memory
}

function count(share: Share, has: boolean): void {
  share.of += 1
  if (has) share.had += 1
}
