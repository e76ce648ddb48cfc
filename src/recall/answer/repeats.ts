/**
 * Leaves one of several statements that say the same: a message and its note, a fact and what it was learned from. Pure.
 */
import { relate } from "../../text/similarity.ts"
import { stemSet, stems } from "../../text/stems.ts"
import { isQuotable } from "../item-sources.ts"
import type { Stated } from "./stated.ts"

/** Removes each statement that repeats an earlier one. */
export function firstOfEach(statements: readonly Stated[]): Stated[] {
  const kept: Stated[] = []
  for (const one of statements) if (!kept.some((better) => saysSame(better, one))) kept.push(one)
  return kept
}

/**
 * Removes each statement that repeats an earlier one. A message replaces the sentence of a note that it contains, and a
 * fact with its date the message that has none.
 */
export function distinct(statements: readonly Stated[]): Stated[] {
  const kept: Stated[] = []
  for (const one of statements) {
    const place = kept.findIndex((better) => saysSame(better, one))
    const better = kept[place]
    if (better === undefined) kept.push(one)
    // A message holds all that was said, of which a note tells a sentence.
    else if ((better.item.kind === "note" && one.item.kind === "message") || datesMessage(one, better))
      kept[place] = one
  }
  return kept
}

/** Returns true for a fact that tells the date of what its message calls "next Wednesday". */
function datesMessage(fact: Stated, message: Stated): boolean {
  const isOfIt = fact.item.kind === "memory" && message.item.kind === "message"
  return isOfIt && DATED.test(fact.text) && !DATED.test(message.text)
}
const DATED = /(?<!\p{N})(?:19|20)\d\d(?!\p{N})/u

/** Facts may share a source and differ, so sources are compared only with messages. */
function saysSame(one: Stated, other: Stated): boolean {
  if (one.item === other.item && one.item.kind === "message") return true
  if (isSame(one.text, other.text))
    return one.item.subject?.id === other.item.subject?.id || one.item.kind !== other.item.kind
  if (one.item.kind === "note" || other.item.kind === "note") {
    // A note ends each sentence with a full stop.
    const [a, b] = [bare(one.text), bare(other.text)]
    return a.includes(b) || b.includes(a) || retells(one, other) || retells(other, one)
  }
  if (one.item.kind === other.item.kind && one.item.kind !== "message") return false
  return one.item.sources.some((own) =>
    other.item.sources.some(
      (said) =>
        (own.message_id !== null && own.message_id === said.message_id) ||
        (own.author_id === said.author_id && isQuotable(own.excerpt) && isSame(own.excerpt, said.excerpt)),
    ),
  )
}

/** A note leaves out links and adds dates: nearly all of its words are the message's. */
const RETOLD = 0.8

function retells(note: Stated, message: Stated): boolean {
  if (note.item.kind !== "note" || message.item.kind !== "message" || note.speaker !== message.speaker)
    return false
  const words = stems(note.text.replace(/\(.*?\)/gu, " "))
  const said = stemSet(message.text)
  return words.filter((word) => said.has(word)).length >= RETOLD * words.length
}

function bare(text: string): string {
  return text.replace(/[.\s]+$/u, "").toLowerCase()
}

function isSame(one: string, other: string): boolean {
  return one === other || relate(one, other) === "same"
}
