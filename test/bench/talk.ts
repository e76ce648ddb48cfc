/** An endless conversation in one guild, as requests: every message and every channel has an id of its own. */
import { Language, personName } from "./language.ts"
import type { Shot } from "./load.ts"

export const GUILD = "700000000000000001"

export function channelPath(channel: string): string {
  return `/v1/guilds/${GUILD}/channels/${channel}`
}

export class Talk {
  readonly #language = new Language(1)
  #next = 0

  channels(count: number): string[] {
    return Array.from({ length: count }, () => {
      this.#next += 1
      return String(800_000_000_000_000_000n + BigInt(this.#next))
    })
  }

  shot(channel: string, count: number): Shot {
    const messages = Array.from({ length: count }, () => this.#message())
    return { path: `${channelPath(channel)}/messages`, body: JSON.stringify({ messages }) }
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
