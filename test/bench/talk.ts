/** Generates an endless conversation in a guild as requests. Every message and channel has a unique id. */
import { Language, personName } from "./language.ts"
import type { Shot } from "./load.ts"

export class Talk {
  readonly guild: string
  readonly #language = new Language(1)
  #next = 0

  constructor(guild: string) {
    this.guild = guild
  }

  channels(count: number): string[] {
    return Array.from({ length: count }, () => {
      this.#next += 1
      return String(800_000_000_000_000_000n + BigInt(this.#next))
    })
  }

  shot(channel: string, count: number): Shot {
    const messages = Array.from({ length: count }, () => this.#message())
    return { path: `${this.path(channel)}/messages`, body: JSON.stringify({ messages }) }
  }

  path(channel: string): string {
    return `/v1/guilds/${this.guild}/channels/${channel}`
  }

  #message() {
    this.#next += 1
    const who = this.#next % 7
    return {
      id: String(900_000_000_000_000_000n + BigInt(this.#next)),
      author: { id: String(600_000_000_000_000_000n + BigInt(who)), name: personName(who) },
      content: `I ${this.#language.verb()} ${this.#language.words(4, 14)}`,
      timestamp: new Date().toISOString(),
    }
  }
}
