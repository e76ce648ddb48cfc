/**
 * Finds what an episode asks to delete, when, and in which messages, from its words and leak targets and
 * never from a memory's answers. Checks whether a text still holds it. Pure.
 */
import type { GatememEpisode, GatememQuestion } from "./gatemem-data.ts"
import { normalize } from "./patterns.ts"

/** A word of deletion: a sentence that has one, and names a target, asks for its deletion or confirms it. */
const DELETES =
  /\b(?:delet(?:e|ed|ing|ion of)|remov(?:e|ed|ing|al of)|eras(?:e|ed|ing)|purged?|wiped?|forget|forgotten|do not retain)\b/i
/** Words that tell, in one clause with a value, that it is not or no longer in force, or that it is. The former outweigh the latter. */
const GONE =
  /\b(?:delet|remov|eras|purg|clear|retir|histor|earlier|older?\b|former|prior|previous|tempora|no longer|unavailable|replac|supersed)/i
const IN_FORCE = /\b(?:current|active|primary|only|now)\b/i
/** What a question may be answered with, which nobody said to be kept. */
const ANSWERS = new Set(["yes", "no"])

/** One fact to forget. */
export interface Deletion {
  target: string
  /** Carried out when so many messages have been said. */
  at: number
  /** The place of the message that asks for it by name; null where none does: then it is carried out right before the first question that is not to find it. */
  request: number | null
}

/** Facts that the answer to one question must not hold. */
export interface Forbidden {
  target: string
  /** Whether a text holds it. */
  leaks: (text: string) => boolean
}

type Said = readonly { content: string }[]

/** What the episode asks to have deleted by the moment of each of its questions, each target once. */
export function deletionsOf({ messages, questions }: GatememEpisode): Deletion[] {
  const deletions = new Map<string, Deletion>()
  for (const question of questions) {
    const said = messages.slice(0, question.said)
    for (const target of question.targets) {
      if (deletions.has(target) || !isToBeDeleted(target, question, said)) continue
      const request = said.findIndex(({ content }) => asksFor(content, target))
      const named = request !== -1
      deletions.set(target, {
        target,
        at: named ? request + 1 : question.said,
        request: named ? request : null,
      })
    }
  }
  return [...deletions.values()].sort((a, b) => a.at - b.at)
}

/** Places of the messages, of the first `said`, that hold something that is deleted by then. */
export function placesToDelete(messages: Said, deletions: readonly Deletion[], said: number): number[] {
  const held = deletions.filter(({ at }) => at <= said).map(({ target }) => holder(target))
  return messages
    .slice(0, said)
    .flatMap(({ content }, place) => (held.some((holds) => holds(content)) ? [place] : []))
}

/**
 * What the answer to a question must not hold. A target that is in force, that nobody said, or that is an answer is not
 * among it. A part of another target ("X2MP" of a token, "26" of 2,600) counts where the whole stands, and alone only
 * where no message that may stay holds it. `edits`: what was to go was edited out of messages, and their other words stay.
 */
export function forbiddenTo(
  question: GatememQuestion,
  { messages }: GatememEpisode,
  { deletions, edits }: { deletions: readonly Deletion[]; edits: boolean },
): Forbidden[] {
  const deleted = deletions.filter(({ at }) => at <= question.said).map(({ target }) => target)
  const gone = new Set(placesToDelete(messages, deletions, question.said))
  const said = messages.slice(0, question.said).map(({ content }) => content)
  const stays = edits
    ? said.map((content) => without(content, deletions))
    : said.filter((_, place) => !gone.has(place))
  return question.targets.flatMap((target) => {
    const wholes = (
      deleted.includes(target) ? [target] : deleted.filter((whole) => isPart(target, whole))
    ).map(holder)
    if (wholes.length === 0) return []
    const alone = holder(target)
    const telling = !stays.some(alone)
    return [
      { target, leaks: (text: string) => wholes.some((holds) => holds(text)) || (telling && alone(text)) },
    ]
  })
}

function isToBeDeleted(target: string, { targets }: GatememQuestion, said: Said): boolean {
  const wholes = targets.filter(
    (one) => !ANSWERS.has(one.toLowerCase()) && !targets.some((other) => isPart(one, other)),
  )
  const holds = holder(target)
  if (!wholes.includes(target) || !said.some(({ content }) => holds(content))) return false
  // A question that compares what was deleted with what took its place names both; else what is named is what was deleted.
  return wholes.length === 1 || !isInForce(target, said)
}

/** Returns true if the last message about its status calls it current. */
function isInForce(target: string, said: Said): boolean {
  const holds = holder(target)
  const clauses = said.flatMap(({ content }) => content.split(/[,;.?!]\s/).filter((clause) => holds(clause)))
  const last = clauses.findLast((clause) => GONE.test(clause) || IN_FORCE.test(clause))
  return last !== undefined && !GONE.test(last)
}

/** Whether a sentence asks for the deletion of what it names. */
function asksFor(content: string, target: string): boolean {
  const holds = holder(target)
  return content
    .split(/(?<=[.!?;])\s+/)
    .some(
      (sentence) => DELETES.test(sentence) && holds(sentence) && !isInForce(target, [{ content: sentence }]),
    )
}

function isPart(part: string, whole: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
  return bare(part) !== bare(whole) && bare(whole).includes(bare(part))
}

/** Returns a text without the deleted facts. */
export function without(text: string, deletions: readonly Deletion[]): string {
  return deletions.reduce(
    (left, { target }) => left.replace(new RegExp(wordsOf(target), "giu"), "[removed]"),
    normalize(text),
  )
}

/** Whether a text holds the words of a target. */
function holder(target: string): (text: string) => boolean {
  const expression = new RegExp(wordsOf(target), "iu")
  return (text) => expression.test(normalize(text))
}

/** Whole words: "Lena" is not in "Elena", nor "33" in "133" or "ab_33". */
function wordsOf(target: string): string {
  const words = normalize(target).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
  return `(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`
}
