/**
 * The messages of a chaos run: each line has a count, and each fact is identified by its author and its
 * words.
 */
import type { Id } from "../../../src/domain/types.ts"
import { Dice } from "./dice.ts"

export interface Place {
  guildId: Id
  channelId: Id
}

export interface Line extends Place {
  /** The count over all lines of the run. The message id grows with it. */
  n: number
  id: Id
  author: { id: Id; name: string }
  /** `(n) fact word word` or `(n) so I hear`. */
  content: string
  at: number
  /** The words of its fact; null for chatter. */
  fact: string | null
}

export const GUILDS = ["7000000000000000001", "7000000000000000002"] as const
const PEOPLE = ["Ada", "Ben", "Cleo", "Dag", "Eli"] as const
const FIRST_MESSAGE = 100_000_000_000_000_000n
const FIRST_CHANNEL = 500_000_000_000_000_000n
/** Milliseconds between lines: so few that the times of lines alone never split a channel into windows. */
const STEP_MS = 10
const FACTS = 0.7
const TOLD_AGAIN = 0.15
const SYLLABLES = [..."bdfgjklmnprstvwz"].flatMap((letter) => [..."aeiou"].map((vowel) => letter + vowel))

export class Talk {
  readonly lines: Line[] = []
  readonly #dice: Dice
  readonly #from: number
  #channels = 0
  #facts = 0

  constructor(seed: number, now: number) {
    this.#dice = new Dice(seed)
    this.#from = now - 3_600_000
  }

  channel(): Place {
    this.#channels += 1
    return { guildId: this.#dice.pick(GUILDS), channelId: String(FIRST_CHANNEL + BigInt(this.#channels)) }
  }

  /** Returns the next `count` lines of a channel. */
  say(place: Place, count: number): Line[] {
    return Array.from({ length: count }, () => {
      const line = this.#line(place)
      this.lines.push(line)
      return line
    })
  }

  #line(place: Place): Line {
    const n = this.lines.length
    const told = this.#told(place)
    const index = this.#dice.below(PEOPLE.length)
    const author = told?.author ?? { id: String(11 + index), name: PEOPLE[index] ?? PEOPLE[0] }
    const fact = told?.fact ?? (this.#dice.chance() < FACTS ? this.#newFact() : null)
    const content = `(${n}) ${fact === null ? "so I hear" : `fact ${fact}`}`
    const id = String(FIRST_MESSAGE + BigInt(n))
    return { ...place, n, id, author, content, at: this.#from + n * STEP_MS, fact }
  }

  /** Now and then, returns a line in which someone repeats a fact they stated before in this guild. */
  #told(place: Place): Line | undefined {
    if (this.#dice.chance() >= TOLD_AGAIN) return undefined
    const before = this.lines.filter((line) => line.fact !== null && line.guildId === place.guildId)
    return before[this.#dice.below(before.length)]
  }

  /** Returns two words that no other fact has, so that no comparison mistakes one fact for another. */
  #newFact(): string {
    this.#facts += 1
    return `${word(2 * this.#facts)} ${word(2 * this.#facts + 1)}`
  }
}

/** The fact in the model's wording. */
export function worded(name: string, fact: string): string {
  return `${name} keeps ${fact.replace(" ", " and ")}.`
}

function word(count: number): string {
  const base = SYLLABLES.length
  // 7919 is a prime: neighboring counts share no syllables.
  const spread = (count * 7919) % base ** 3
  const parts = [spread % base, Math.floor(spread / base) % base, Math.floor(spread / base ** 2)]
  return `${parts.map((part) => SYLLABLES[part] ?? "").join("")}k`
}
