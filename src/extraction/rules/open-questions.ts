/** Keeps the questions of a talk, and tells to which of them an answer may go. Reads no answer. */
import type { Id, Person } from "../../domain/types.ts"
import type { Language } from "../../text/language.ts"
import type { ChatSentence } from "../support/sentences.ts"
import type { AskedPart } from "./follow-ups.ts"

export interface Asked {
  line: number
  asker: Person
  /** To whom, if the question says so. */
  to: Person | null
  words: string
  statement: { said: string; language: Language } | null
  yes: string | null
  no: string | null
  /** The passing activity of somebody who says yes. */
  doing: string | null
  more: { asks: AskedPart; preposition: string } | null
  answeredBy: Set<Id>
}

interface AnswerSaid {
  author: Person
  line: number
  /** The line to which it replies. */
  target: number | null
  /** The person whom it names. */
  to: Person | null
  isYesOrNo: boolean
}

/** Lines within which a question may be answered by one to whom it was not addressed by reply or name. */
export const ANSWER_RANGE = 4

export class OpenQuestions {
  readonly #asked: Asked[] = []

  /** Questions that no table knows count too: the next answer may be theirs. */
  add(asked: Asked): void {
    this.#asked.push(asked)
  }

  /** Returns the last question that a person answered: "you?" puts it back to its asker. */
  answeredBy({ id }: Person): Asked | null {
    return this.#asked.findLast((asked) => asked.answeredBy.has(id)) ?? null
  }

  /**
   * Returns the questions that an answer may go to, the last first. Without a reply or a name an answer goes to the last
   * open question only, and a yes does so even if an older question named its author.
   */
  for({ author, line, target, to, isYesOrNo }: AnswerSaid): Asked[] {
    const open: Asked[] = []
    let last: number | null = null
    for (const asked of this.#asked.toReversed()) {
      const isOther = (target ?? asked.line) !== asked.line || (to ?? asked.asker).id !== asked.asker.id
      if (asked.asker.id === author.id || asked.answeredBy.has(author.id) || isOther) continue
      const isNewest: boolean = last === null || last === asked.line
      const isNamed = target !== null || to !== null
      const isAsked = asked.to?.id === author.id && (isNewest || !isYesOrNo)
      const isNear = asked.to === null && isNewest && line - asked.line <= ANSWER_RANGE
      if (isNamed || isAsked || isNear) open.push(asked)
      if (closesOlder(asked)) last ??= asked.line
    }
    return open
  }
}

/** "Really?" and "to what?" leave an older question open to others. */
function closesOlder({ words, more, statement }: Asked): boolean {
  return !INTERJECTION.test(words) && (more === null || statement !== null)
}
const INTERJECTION =
  /^\W*(?:(?:lol|oh|wait|haha+|omg|wow|no|for)\W+)*(?:really|what|huh|why|who|seriously|srsly|fr|real|way|eh|hm+|right|ok)\W*$/iu

/** "You live in Berlin, right?" is one question, whose tag the sentences part from it. */
export function questionsIn(sentences: readonly ChatSentence[]): string[] {
  return sentences.flatMap(({ text, isQuestion }, index) => {
    const before = sentences[index - 1]
    if (isQuestion && before && TAG.test(text)) return [`${before.text}, ${text}`]
    return isQuestion ? [text] : []
  })
}
const TAG = /^(?:right|yeah|yes|no|correct|innit)\s*\?+$/iu
