/** Keeps the questions of a talk, tells to which of them an answer may go, and whom a message speaks to. Reads no answer. */
import type { Id, Message, Person } from "../../domain/types.ts"
import type { ChatSentence } from "../support/sentences.ts"
import type { AskedFor } from "./questions.ts"

export interface Asked {
  line: number
  asker: Person
  /** To whom, if the question says so. */
  to: Person | null
  words: string
  asks: AskedFor
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
      if (!INTERJECTION.test(asked.words)) last ??= asked.line
    }
    return open
  }
}

/** "Really?" leaves an older question open to others. */
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

/** Finds out whom a message speaks to. */
export class Listeners {
  readonly #messages: readonly Message[]
  readonly #names: ReadonlyMap<string, Person>
  /** Whom each person last spoke to. */
  readonly #last = new Map<Id, { person: Person; line: number }>()

  /** `names` are in lower case. */
  constructor(messages: readonly Message[], names: ReadonlyMap<string, Person>) {
    this.#messages = messages
    this.#names = names
  }

  hear(message: Message, line: number): void {
    const person = this.#addressee(message)
    if (person) this.#last.set(message.author.id, { person, line })
  }

  /** Returns whom the author spoke to in this message, or at most `range` lines before it. */
  of({ author }: Message, line: number, range: number): Person | null {
    const last = this.#last.get(author.id)
    return last && line - last.line <= range ? last.person : null
  }

  /** Returns an answer without the name of whom it speaks to: "bob: Leeds", "Leeds, bob", "yes bob". */
  addressed(answer: string): { words: string; to: Person | null } {
    const { name, first, last, rest, before } = ADDRESSED.exec(answer)?.groups ?? {}
    const to = this.#names.get((name ?? first ?? last ?? "").toLowerCase()) ?? null
    return { words: to === null ? answer : (rest ?? before ?? answer), to }
  }

  /** By reply, mention, or a name before or after what a message says. */
  #addressee({ replyTo, mentions, content, author }: Message): Person | null {
    const replied = replyTo === null ? undefined : this.#messages.find(({ id }) => id === replyTo)
    if (replied && replied.author.id !== author.id) return replied.author
    const [mentioned] = mentions
    if (mentioned) return mentioned
    const [, first = "", last = ""] =
      /^(?:hey |hi |yo |ok )?@?([^\s:,]{2,32})[:,]\s|,\s*@?([^\s,?!.]{2,32})\s*[?!.]*$/iu.exec(content) ?? []
    return this.#names.get((first || last).toLowerCase()) ?? null
  }
}

/** A name and what is said to it, or a name after what is said. Only a yes or no may lack the comma. */
const ADDRESSED =
  /^(?:hey |hi |yo |ok )?(?:@(?<name>[^\s:,]{2,32})[:,]?|(?<first>[^\s:,]{2,32})[:,])\s+(?<rest>.+)$|^(?<before>.+,|(?:yes|yeah|yep|yup|ya|sure|no|nope|nah|i do|i am|i can|same))\s+@?(?<last>[^\s,?!.]{2,32})\s*[?!.]*$/isu
