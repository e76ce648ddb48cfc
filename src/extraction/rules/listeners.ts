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
