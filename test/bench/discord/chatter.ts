/** Guilds full of talk on the fake Discord, and the same messages as HTTP requests. */
import type { APIUser } from "discord-api-types/v10"
import type { World } from "../../discord/world.ts"
import { Language, personName } from "../language.ts"
import type { Shot } from "../load.ts"

export const CHANNELS = 20
const PEOPLE = 7
/** Messages sent before the event loop gets a turn to write to its sockets. */
const BREATH = 25

export interface Line {
  id: string
  channelId: string
  author: APIUser
  content: string
}

export class Chatter {
  readonly guildId: string
  readonly #world: World
  readonly #language: Language
  readonly #channels: string[]
  readonly #people: APIUser[]
  #next = 0

  constructor(world: World, seed: number) {
    this.#world = world
    this.#language = new Language(seed)
    this.guildId = world.addGuild({ name: "Bench" }).made.id
    this.#channels = Array.from({ length: CHANNELS }, () => world.addChannel(this.guildId).made.id)
    this.#people = Array.from({ length: PEOPLE }, (_, n) => world.addUser(personName(n)))
    for (const person of this.#people) world.addMember(this.guildId, person)
  }

  /** Messages to send, spread over channels and people in turn. */
  lines(count: number): Line[] {
    return Array.from({ length: count }, () => this.#line())
  }

  #line(): Line {
    const n = this.#next
    this.#next += 1
    const [channelId, author] = [this.#channels[n % CHANNELS], this.#people[n % PEOPLE]]
    if (channelId === undefined || author === undefined) throw new Error("nobody is there")
    const content = `I ${this.#language.verb()} ${this.#language.words(4, 14)}`
    return { id: this.#world.clock.next(), channelId, author, content }
  }

  /** Sends the messages as fast as the sockets accept them. */
  async say(lines: readonly Line[]): Promise<void> {
    for (const [n, { channelId, ...told }] of lines.entries()) {
      this.#world.say(this.guildId, channelId, told)
      if (n % BREATH === BREATH - 1) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Returns the messages as HTTP requests, one message each, for channels with equal ids in another guild. */
  shots(lines: readonly Line[], guildId: string): Shot[] {
    return lines.map(({ id, channelId, author, content }) => {
      const timestamp = this.#world.clock.iso()
      const person = { id: author.id, name: author.global_name ?? author.username }
      return {
        path: `/v1/guilds/${guildId}/channels/${channelId}/messages`,
        body: JSON.stringify({ messages: [{ id, author: person, content, timestamp }] }),
      }
    })
  }
}
