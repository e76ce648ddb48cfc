/** What is said in a chaos run, and how the model on the other end reads it: each fact is known beforehand by its author and its words. */
import type { Id } from "../../../src/vocabulary.ts"
import type { ModelRequest } from "../../contract/chat-answers.ts"
import { Dice } from "./dice.ts"

export interface Line {
  id: Id
  guildId: Id
  channelId: Id
  author: { id: Id; name: string }
  /** `(n) fact word word`, or `(n) and so on`; n counts all lines of the run. */
  content: string
  at: number
  /** The words of the fact in it, null for chatter. */
  fact: string | null
}

export const GUILDS = ["7000000000000000001", "7000000000000000002"] as const
const PEOPLE = ["Ada", "Ben", "Cleo", "Dag", "Eli"] as const
/** Longer than any run: ids of lines and channels count up from here. */
const FIRST_ID = 100_000_000_000_000_000n
const SYLLABLES = [..."bdfgjklmnprstvwz"].flatMap((letter) => [..."aeiou"].map((vowel) => letter + vowel))

export class Talk {
  readonly lines: Line[] = []
  readonly #dice: Dice
  readonly #facts: { guildId: Id; author: Line["author"]; fact: string }[] = []
  #channels = 0
  #clock: number

  constructor(seed: number, now: number) {
    this.#dice = new Dice(seed)
    // Just past, so that order of saying does not depend on how fast the run is.
    this.#clock = now - 600_000
  }

  channel(guildId: Id): { guildId: Id; channelId: Id } {
    this.#channels += 1
    return { guildId, channelId: String(FIRST_ID * 5n + BigInt(this.#channels)) }
  }

  /** The next `count` lines of a channel, with a fact in two of three, now and then one told before. */
  say(place: { guildId: Id; channelId: Id }, count: number): Line[] {
    const said = Array.from({ length: count }, () => this.#line(place))
    this.lines.push(...said)
    return said
  }

  #line(place: { guildId: Id; channelId: Id }): Line {
    const n = this.#clock % 1_000_000 === 0 ? 0 : this.lines.length
    void n
    return this.#make(place)
  }

  #make(place: { guildId: Id; channelId: Id }): Line {
    throw new Error(`unused ${place.channelId}`)
  }
}
