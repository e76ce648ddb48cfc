/**
 * Finds one person's words in other people's texts and removes them. It knows their words only as hashes of
 * word runs, each with the earliest time they said it. Pure: it stores nothing.
 */
import type { Id, Time } from "../../domain/types.ts"
import { ownDetailsIn } from "./own-details.ts"
import {
  anywhereKeys,
  detailKey,
  MARKED,
  markedKey,
  QUOTE_GAP,
  SHORTEST,
  type Word,
  wholeKey,
  wordRunKeys,
  wordsOfText,
} from "./word-runs.ts"

/** Hashes of runs of the person's words (`wordRunKeys`), each with the earliest time they said it. */
export type RunTimes = Map<number, Time>

/** Time of a run if it is unknown when it was said: every text counts as later. */
export const ALWAYS: Time = Number.NEGATIVE_INFINITY

/** Identifies a person's words in other people's texts. */
export interface PersonTraces {
  userId: Id
  runs: ReadonlyMap<number, Time>
  /** Salt of the hashes, another one for each erasure, so that the hashes alone reveal nothing. */
  salt: number
}

/** Runs as they travel between objects. An object that still runs an earlier version sends no times. */
export interface SentRuns {
  runs: Float64Array
  times?: Float64Array
}

/** Traces as they travel between objects. */
export type SentTraces = Omit<PersonTraces, "runs"> & SentRuns

export function sentRuns(runs: ReadonlyMap<number, Time>): Required<SentRuns> {
  const sorted = [...runs].sort(([one], [other]) => one - other)
  return {
    runs: Float64Array.from(sorted, ([key]) => key),
    times: Float64Array.from(sorted, ([, at]) => at),
  }
}

export function receivedRuns({ runs, times }: SentRuns): RunTimes {
  return new Map(Array.from(runs, (key, index) => [key, times?.[index] ?? ALWAYS]))
}

/** Adds the runs of a text that the person said at a time. `names` are theirs. */
export function addRuns(
  runs: RunTimes,
  said: { text: string; at: Time; names: readonly string[] },
  salt: number,
): void {
  for (const key of wordRunKeys(said.text, salt, said.names))
    runs.set(key, Math.min(said.at, runs.get(key) ?? said.at))
}

/**
 * Replaces each quote of the person, marked or not, with a gap. Idempotent. Words that a text had before the person
 * said them stay; if it is unknown when it was written (`null`), it counts as later.
 */
export function removeQuotes(text: string, { runs, salt }: PersonTraces, writtenAt: Time | null): string {
  if (runs.size === 0) return text
  const isTheirs = (key: number) => {
    const said = runs.get(key)
    return said !== undefined && (writtenAt === null || said <= writtenAt)
  }
  // A gap may leave a shorter marked quote beside it. Each round leaves fewer words.
  for (let rest = text; ; ) {
    const next = withoutQuotesOnce(rest, salt, isTheirs)
    if (next === rest) return rest
    rest = next
  }
}

function withoutQuotesOnce(text: string, salt: number, isTheirs: (key: number) => boolean): string {
  const words = wordsOfText(text)
  const theirs = new Set<number>()
  const mark = (from: number, to: number) => {
    for (let at = from; at < to; at++) theirs.add(at)
  }
  for (let at = 0; at < words.length; at++)
    for (const [more, key] of anywhereKeys(words, at, salt).entries())
      if (isTheirs(key)) mark(at, at + SHORTEST + more)
  for (const detail of ownDetailsIn(text))
    if (isTheirs(detailKey(detail.key, salt))) mark(...wordsBetween(words, detail))
  for (const span of markedSpans(text))
    for (const [key, from, to] of markedRuns(words, wordsBetween(words, span), salt))
      if (isTheirs(key)) mark(from, to)
  return withGaps(text, words, theirs)
}

/** Returns the runs that make a quote inside quotation marks, with their hashes. */
function markedRuns(
  words: readonly Word[],
  [from, to]: [number, number],
  salt: number,
): [number, number, number][] {
  const starts = Array.from({ length: to - from }, (_, index) => from + index)
  const runs = MARKED.flatMap((length) =>
    starts
      .filter((at) => at + length <= to)
      .map((at): [number, number, number] => [
        markedKey(words.slice(at, at + length), salt),
        at,
        at + length,
      ]),
  )
  const isShort = to > from && to - from < SHORTEST
  return isShort ? [...runs, [wholeKey(words.slice(from, to), salt), from, to]] : runs
}

/** Returns the range of the words that lie whole within a span of the text: from the first to behind the last. */
function wordsBetween(words: readonly Word[], span: { from: number; to: number }): [number, number] {
  const from = words.findIndex((word) => word.from >= span.from)
  const to = words.findLastIndex((word) => word.to <= span.to) + 1
  return from < 0 ? [0, 0] : [from, Math.max(from, to)]
}

const SOMEONE = "someone"

/** Replaces mentions of the person. */
export function removeMentions(text: string, userId: Id): string {
  return text.replaceAll(new RegExp(`<@!?${userId}>`, "g"), SOMEONE)
}

/** Returns lines that Discord shows as quotes, and text in double quotation marks of any kind. */
function markedSpans(text: string): { from: number; to: number }[] {
  const all = [
    ...text.matchAll(/^\s*>>>\s[\s\S]*/gm),
    ...text.matchAll(/^\s*>+\s?.*$/gm),
    ...text.matchAll(/["“”„«»「『][^"“”„«»」』\n]+["“”«»」』]/g),
  ]
  return all.map((match) => ({ from: match.index, to: match.index + match[0].length }))
}

function withGaps(text: string, words: readonly Word[], theirs: ReadonlySet<number>): string {
  let [result, done] = ["", 0]
  for (let at = 0; at < words.length; at++) {
    const first = words[at]
    if (!first || !theirs.has(at)) continue
    while (theirs.has(at + 1)) at++
    result += text.slice(done, first.from) + QUOTE_GAP
    done = words[at]?.to ?? text.length
  }
  return result + text.slice(done)
}
