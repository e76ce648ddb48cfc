/** Finds out whom a message speaks to. Pure. */
import type { Id, Message, Person } from "../../domain/types.ts"

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
