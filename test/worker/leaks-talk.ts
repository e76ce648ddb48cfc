/**
 * Generates the messages of a random guild: facts told in one or more channels in equal or similar words,
 * some replaced later.
 */
import { NOON } from "./builders.ts"
import type { Dice } from "./leaks-dice.ts"
import type { Channel, Line, Person, World } from "./leaks-world.ts"

/** Lines of one channel that are heard together. */
export interface Scene {
  channel: Channel
  lines: Line[]
}

/**
 * Statements about oneself and the facts extracted from them. Some replace others, so that only one holds at
 * a time.
 */
const SAYINGS: ((m: string, name: string) => [string, string])[] = [
  (m, name) => [`I collect ${m} vases`, `${name} collects ${m} vases`],
  (m, name) => [`I love ${m}`, `${name} loves ${m}`],
  (m, name) => [`I play the ${m}`, `${name} plays the ${m}`],
  (m, name) => [`I have a dog named ${m}`, `${name} has a dog named ${m}`],
  (m, name) => [`I live in ${m}`, `${name} lives in ${m}`],
  (m, name) => [`I moved to ${m}`, `${name} moved to ${m}`],
  (m, name) => [`I work at ${m}`, `${name} works at ${m}`],
  (m, name) => [`my favorite band is ${m}`, `${name}'s favorite band is ${m}`],
]

const LINES = 2

/** Returns about twenty scenes in the order they are heard. */
export function talkOf(dice: Dice, world: World): Scene[] {
  // Everyone says something, because only people who were heard are known.
  const stories = [...world.people, ...Array.from({ length: 8 }, () => dice.pick(world.people))]
  const tellings = stories.flatMap((subject) => story(dice, world, subject))
  const scenes: Scene[] = []
  let said = 0
  for (const round of [0, 1])
    for (const channel of dice.shuffled(world.channels)) {
      const here = tellings.filter((telling) => telling.channel === channel && telling.round === round)
      const lines = here.slice(0, 15).map((telling) => {
        said += 1
        return lineOf(world, telling, said)
      })
      // Conversations are short, so that a night has several to group.
      for (let at = 0; at < lines.length; at += LINES)
        scenes.push({ channel, lines: together(lines.slice(at, at + LINES)) })
    }
  return scenes
}

/** Says of each line if its conversation has other speakers. */
function together(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({
    ...line,
    inCompany: lines.some(({ author }) => author.id !== line.author.id),
  }))
}

interface Telling {
  channel: Channel
  round: number
  author: Person
  words: [string, string]
  markers: string[]
}

/**
 * One fact about one person, told in one to three channels, sometimes with an extra word and sometimes by
 * somebody else.
 */
function story(dice: Dice, { channels, people }: World, subject: Person): Telling[] {
  const saying = dice.pick(SAYINGS)
  const marker = dice.marker()
  const places = dice.shuffled(channels).slice(0, dice.pick([1, 1, 2, 3]))
  return places.map((channel, n) => {
    const author = n > 0 && dice.chance(0.2) ? dice.pick(people) : subject
    const [own, fact] = saying(marker, subject.name)
    const more = dice.chance(0.45) ? dice.marker() : null
    const rest = more === null ? "" : ` with ${more}`
    const words: [string, string] = [(author === subject ? own : fact) + rest, fact + rest]
    const markers = more === null ? [marker] : [marker, more]
    return { channel, round: n === 0 ? 0 : 1, author, words, markers }
  })
}

function lineOf({ guildId }: World, { channel, author, words, markers }: Telling, said: number): Line {
  const [content, fact] = words
  const id = String(Number(guildId) * 1_000_000 + said)
  return { id, channelId: channel.id, author, content, fact, markers, at: NOON + said * 61_000 }
}
