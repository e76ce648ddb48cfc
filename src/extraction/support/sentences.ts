/** The sentences of the lines a claim cites, each with what the check needs to know of it. Pure. */
import type { Claim, Id, Message, Person, Window } from "../../domain/types.ts"
import { displayText } from "../../text/display.ts"
import { remembered } from "../../text/remembered.ts"
import { sentenceSegments } from "../../text/sentence-segments.ts"
import { stems } from "../../text/stems.ts"
import { CLAUSES, FIRST_PERSON, JOKE, NO, QUESTION_START, TAG_QUESTION, YES } from "./words.ts"

export interface SupportScene {
  window: Pick<Window, "messages">
  /** The people a claim may be about. */
  people: readonly Person[]
  /** The guild's time zone. */
  timezone: string
  /** Facts that the reader was shown beside the lines. A number or date of theirs may stand in a claim. */
  known?: readonly string[]
}

export type SupportClaim = Pick<Claim, "fact" | "subject" | "lines">

export interface ChatSentence {
  text: string
  author: Id
  message: Message
  isQuestion: boolean
  /** An answer of its own: "nope", "yes, since May". */
  answer: "yes" | "no" | null
  /** Told in jest, sung, played or quoted: it is not meant. */
  isUnmeant: boolean
  stems: ReadonlySet<string>
}

/** Returns the sentences of members' messages and of events, in order. Lines that only quote others have none. */
export function sentencesOf(messages: readonly Message[]): ChatSentence[] {
  return messages
    .filter((message) => message.role !== "keepsake")
    .flatMap((message) =>
      readText(displayText(message)).map(
        (sentence): ChatSentence => ({ ...sentence, author: message.author.id, message }),
      ),
    )
}

/** Kept, because several readers ask for the sentences of one message: phrases, announcements, claims, the line about its author. */
const readText = remembered(
  (text): readonly Omit<ChatSentence, "author" | "message">[] =>
    sentencesIn(withoutQuotes(text)).map((sentence) => ({
      ...sentence,
      answer: sentence.isQuestion ? null : answerIn(sentence.text),
      stems: new Set(stems(sentence.text)),
    })),
  { most: 500 },
)

/** Returns the sentences of a line without quotes. Title, note and claims ask for the same lines. */
export const sentencesIn = remembered(readSentences, { most: 1_000 })

function readSentences(line: string): readonly Pick<ChatSentence, "text" | "isQuestion" | "isUnmeant">[] {
  const isUnmeant = isNotMeant(line)
  return splitSentences(line).map((text) => ({ text, isQuestion: asks(text), isUnmeant }))
}

/** Returns true if a text is one declarative sentence of several words. */
export function oneSentenceIn(text: string): boolean {
  const [sentence, ...more] = sentencesIn(text)
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return sentence !== undefined && more.length === 0 && !sentence.isQuestion && words.length > 1
}

function answerIn(sentence: string): ChatSentence["answer"] {
  if (NO.test(sentence) || NO_AT_END.test(sentence)) return "no"
  return YES.test(sentence) ? "yes" : null
}
/** "God no", "um Gottes willen nein". */
const NO_AT_END = /^(?:\S+\s+){1,4}(?:no+|nope|nah|nein|nö|non|não|nie)\W*$/iu

const splitSentences = remembered(
  (text): readonly string[] =>
    text
      .split(/\n+/)
      .flatMap((line) =>
        WITHOUT_END.test(line) ? line.trim() : sentenceSegments(line).map((part) => part.trim()),
      )
      // Chat begins sentences in lower case, where the segmenter sees none.
      .flatMap((part) => part.split(LOWER_CASE_SENTENCE))
      .flatMap((part) => part.split(/(?<=[。！？?!])\s*/u))
      // "Moved to Graz, anyone know a good bakery?" tells and asks.
      .flatMap((part) => (/[?？]\W*$/u.test(part) ? part.split(/,\s+(?=\p{L}+)/u) : [part]))
      .filter((part) => /[\p{L}\p{N}]/u.test(part)),
  { most: 1_000 },
)

/** A line in plain letters without a full stop is one sentence, which needs no dictionary. */
const WITHOUT_END = /^[ \p{L}\p{N},'’"-]*$/u

const LOWER_CASE_SENTENCE =
  /(?<=\p{L}{2}[.!?…]+)(?<!\b(?:e\.g|i\.e|etc|vs|approx|ca|bzw|dr|mr|mrs|ms|st|nr)\.)\s+(?=\p{Ll})/iu

function asks(sentence: string): boolean {
  if (TAG_QUESTION.test(sentence)) return false
  if (/[?？]\W*$/u.test(sentence)) return true
  return (
    QUESTION_START.test(sentence) &&
    /\b(?:you|u|anyone|anybody|someone|du|jemand|alguien|quelqu|você|alguém|ktoś)\b/iu.test(sentence) &&
    !/[.!]$/.test(sentence) &&
    sentence.split(" ").length < 12
  )
}

/** Drops lines quoted with ">" and what the line puts into another's mouth: goes "I have been to prison". */
function withoutQuotes(text: string): string {
  const lines = text.split("\n").filter((line) => !/^\s*>/.test(line))
  return lines.join("\n").replace(QUOTED, (whole, said: string) => (FIRST_PERSON.test(said) ? " " : whole))
}
const QUOTED = /["“„«]([^"”“»\n]{8,})["”“»]/gu

/** Returns what a line puts into another's mouth. */
export function quotedIn(text: string): string {
  return [...text.matchAll(QUOTED)]
    .flatMap(([, said = ""]) => (FIRST_PERSON.test(said) ? [said] : []))
    .join(" ")
}

/** Told in jest, sung, played or quoted as a whole. */
export function isNotMeant(text: string): boolean {
  const bare = text.trim()
  return (
    JOKE.test(bare) ||
    /[♪♫🎵🎶]/u.test(bare) ||
    // *bows* Your Majesty: role-play.
    /^[*_][^*_\n]{2,}[*_]\s+\S/u.test(bare) ||
    // *draws a sword*, also with words around: role-play. A starred word alone corrects a slip.
    /^[*_]{1,2}[^*_\s][^*_]*\s[^*_]*[*_]{1,2}\W*$/u.test(bare) ||
    /^["“„«][^"”“»]+["”“»]\W*$/u.test(bare)
  )
}

/** Returns the clauses of a sentence. */
export function clausesOf(text: string): string[] {
  return text.split(CLAUSES).filter((clause) => clause !== undefined && /[\p{L}\p{N}]/u.test(clause))
}
