/** What an answer is made of: the question, the talk it stands in, and what recall found for it. Shapes, and what of them may be told on. Pure. */

import type { Id, Person, Time } from "../../domain/types.ts"
import { holdsSecret } from "../../privacy/secrets.ts"
import { readsAsInstruction } from "../../privacy/unfit.ts"
import { stems } from "../../text/stems.ts"
import { truncate } from "../../text/truncate.ts"
import { saidBy } from "../bearing.ts"
import type { Item } from "../context.ts"
import { subjectMatter } from "../find/question.ts"

/** A line of the talk before the question. */
export interface Turn {
  speaker: string
  /** Said by Keepsake itself. */
  own: boolean
  text: string
}

export interface Matter {
  question: string
  /** The message it was asked with. */
  questionId: Id
  asker: Person
  mentions: readonly Person[]
  /** Oldest first; all from the channel the answer is read in. */
  turns: readonly Turn[]
  /** Whether more was searched for than the question says, as it leans on the talk before it. */
  leans: boolean
  /** Best first; all of them the reader's to know. */
  items: readonly Item[]
  /** The channel the answer is read in. */
  channelId: Id
  /** Whose words are Keepsake's own; null: that is not known. */
  ownId: Id | null
  /** How the guild wants its bot to talk, in its own words. */
  manner: { persona: string | null; houseRules: string | null }
  now: Time
  timezone: string
}

/**
 * Without what is repeated to nobody: secrets, words that would instruct whoever reads them, the question itself, which
 * its channel has heard by now, and what Keepsake said before, which is no source. The question stays as it was asked.
 */
export function tellable(matter: Matter): Matter {
  const { questionId, ownId } = matter
  const isSource = (item: Item) =>
    item.kind !== "message" ||
    !(saidBy(item, ownId) || item.sources.some((source) => source.message_id === questionId))
  return {
    ...matter,
    items: matter.items.filter(
      (item) =>
        isSource(item) && harmless(item.text) && item.sources.every(({ excerpt }) => harmless(excerpt)),
    ),
    turns: matter.turns.filter(({ own, text }) => own || harmless(text)),
  }
}

function harmless(text: string): boolean {
  return !holdsSecret(text) && !readsAsInstruction(text)
}

// What to search for where a question leans on what was said before it: "and her sister?". Pure.

const LEANS =
  /^(?:and|but|so|or|why|what about|how about|since when)\b|\b(?:he|she|they|him|her|them|his|hers|their|it|its|that one|this one|there)\b/i
/** A question with so many telling words stands on its own. */
const ENOUGH = 3
const CHARACTERS = 200

/** The question's words; with those of the last two turns before them, where it would find nothing by itself. */
export function searchedFor(question: string, turns: readonly Turn[]): string {
  const telling = stems(subjectMatter(question)).length
  if (turns.length === 0 || telling >= ENOUGH || !(LEANS.test(question) || telling < 2)) return question
  const before = turns
    .slice(-2)
    .map(({ text }) => truncate(text.toWellFormed(), CHARACTERS, { ellipsis: false }))
  return [question, ...before].join(" ")
}
