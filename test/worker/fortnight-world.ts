/**
 * Scripts a busy guild's fourteen days: who says what where and when, what a careful reader extracts, and
 * what is true in the end.
 */

import type { ExtractionReply } from "../../src/extraction/reply.ts"
import { claim } from "./stand-ins.ts"

type Claim = ExtractionReply["claims"][number]

export const PEOPLE = {
  Ada: "11",
  Bo: "12",
  Cy: "13",
  Dee: "14",
  Eli: "15",
  Fay: "16",
  Gus: "17",
  Hal: "18",
} as const
export type Name = keyof typeof PEOPLE

/** Channels of the script; only few people read `staff`. */
export const PLACES = { general: "100", dev: "101", staff: "102" } as const
export type Place = keyof typeof PLACES

/** A line that states a fact, on a day from 0 to 13. `about` is omitted if speakers mean themselves. */
export interface Telling {
  day: number
  place: Place
  who: Name
  words: string
  fact: string
  about?: Name
  /** The fact that this one replaces, as the reader was shown it. */
  updates?: string
  rest?: Partial<Claim>
}

const PREFERENCE = { type: "preference", section: "opinions", lifetime: "90d" } as const
const TASK = { type: "task_state", section: "other", lifetime: "7d" } as const
const EPISODE = { type: "episode", section: "other", lifetime: "3d", importance: "low" } as const
const HOBBY = { section: "interests" } as const

export const TELLINGS: Telling[] = [
  // Somebody moves and says so in words that share none with the old fact.
  {
    day: 0,
    place: "general",
    who: "Ada",
    words: "I live in Oslo, near the harbor",
    fact: "Ada lives in Oslo.",
  },
  {
    day: 6,
    place: "general",
    who: "Ada",
    words: "packed all boxes, I live in Bergen now",
    fact: "Ada lives in Bergen.",
  },
  // One fact twice in different words.
  {
    day: 0,
    place: "general",
    who: "Ada",
    words: "my cat is named Miso",
    fact: "Ada has a cat named Miso.",
    rest: HOBBY,
  },
  {
    day: 2,
    place: "dev",
    who: "Ada",
    words: "Miso, my cat, sat on the keyboard",
    fact: "Ada's cat is called Miso.",
    rest: HOBBY,
  },
  // Said on enough days to become permanent.
  {
    day: 1,
    place: "general",
    who: "Ada",
    words: "dark roast only, please",
    fact: "Ada prefers dark roast coffee.",
    rest: PREFERENCE,
  },
  {
    day: 4,
    place: "dev",
    who: "Ada",
    words: "as always: dark roast for me",
    fact: "Ada prefers dark roast coffee.",
    rest: PREFERENCE,
  },
  {
    day: 8,
    place: "general",
    who: "Ada",
    words: "dark roast again, yes",
    fact: "Ada prefers dark roast coffee.",
    rest: PREFERENCE,
  },
  // Over before the fortnight ends.
  {
    day: 1,
    place: "dev",
    who: "Ada",
    words: "I have to fix the login bug this week",
    fact: "Ada has to fix the login bug.",
    rest: TASK,
  },
  {
    day: 3,
    place: "general",
    who: "Eli",
    words: "saw a heron at the pond today",
    fact: "Eli saw a heron at the pond.",
    rest: EPISODE,
  },
  // Filed in the wrong section.
  {
    day: 3,
    place: "general",
    who: "Ada",
    words: "I play the cello on Sundays",
    fact: "Ada plays the cello on Sundays.",
    rest: { section: "other" },
  },
  // Hearsay against a person's own statement, contested until he confirms it himself.
  {
    day: 1,
    place: "general",
    who: "Bo",
    words: "I work at Acme as a nurse",
    fact: "Bo works at Acme.",
    rest: { section: "bio" },
  },
  {
    day: 5,
    place: "dev",
    who: "Cy",
    words: "Bo works at Globex, he told me",
    fact: "Bo works at Globex.",
    about: "Bo",
    rest: { section: "bio" },
  },
  {
    day: 9,
    place: "general",
    who: "Bo",
    words: "yes, I work at Globex these days",
    fact: "Bo works at Globex.",
    rest: { section: "bio" },
  },
  // One fact says more than the other.
  { day: 2, place: "general", who: "Bo", words: "I bake bread", fact: "Bo bakes bread.", rest: HOBBY },
  {
    day: 7,
    place: "general",
    who: "Bo",
    words: "I bake sourdough bread every Saturday",
    fact: "Bo bakes sourdough bread every Saturday.",
    rest: HOBBY,
  },
  // A change of mind.
  {
    day: 2,
    place: "general",
    who: "Cy",
    words: "pineapple on pizza: love it",
    fact: "Cy likes pineapple on pizza.",
    rest: PREFERENCE,
  },
  {
    day: 10,
    place: "general",
    who: "Cy",
    words: "I went off pineapple on pizza, cannot stand it",
    fact: "Cy hates pineapple on pizza.",
    rest: PREFERENCE,
  },
  // Hearsay that nobody ever settles.
  {
    day: 4,
    place: "general",
    who: "Eli",
    words: "I was born in 1990",
    fact: "Eli was born in 1990.",
    rest: { section: "bio" },
  },
  {
    day: 11,
    place: "general",
    who: "Gus",
    words: "Eli was born in 1985, no way he is younger",
    fact: "Eli was born in 1985.",
    about: "Eli",
    rest: { section: "bio" },
  },
  // Said in a closed channel; the open wording must not be merged with it.
  {
    day: 5,
    place: "staff",
    who: "Fay",
    words: "between us: I want to leave the team in spring",
    fact: "Fay wants to leave the team in spring.",
    rest: TASK,
  },
  {
    day: 6,
    place: "general",
    who: "Fay",
    words: "I like board games",
    fact: "Fay likes board games.",
    rest: HOBBY,
  },
  {
    day: 8,
    place: "staff",
    who: "Fay",
    words: "I really like board games with the staff",
    fact: "Fay likes board games with the staff.",
    rest: HOBBY,
  },
  // Dee opts out on the seventh day.
  {
    day: 3,
    place: "general",
    who: "Dee",
    words: "I collect stamps",
    fact: "Dee collects stamps.",
    rest: HOBBY,
  },
]

/** Dee opts out on this day, before the night. */
export const DEE_LEAVES = 6

/**
 * The expected facts about each person, as somebody who read everything would write them: fact, section, and
 * whether it expires.
 */
export const TRUTH: Partial<Record<Name, [fact: string, section: string, expires: boolean][]>> = {
  Ada: [
    ["Ada has a cat named Miso.", "interests", false],
    ["Ada lives in Bergen.", "bio", false],
    ["Ada plays the cello on Sundays.", "interests", false],
    ["Ada prefers dark roast coffee.", "opinions", false],
  ],
  Bo: [
    ["Bo bakes sourdough bread every Saturday.", "interests", false],
    ["Bo works at Globex.", "bio", false],
  ],
  Cy: [["Cy hates pineapple on pizza.", "opinions", true]],
  Eli: [
    ["Eli was born in 1985.", "bio", false],
    ["Eli was born in 1990.", "bio", false],
  ],
  Fay: [
    ["Fay likes board games with the staff.", "interests", false],
    ["Fay likes board games.", "interests", false],
  ],
}

/** Daily topics: a keyword, a place, and lines that anyone may say. */
export const TOPICS = [
  {
    word: "release",
    place: "dev",
    lines: [
      "the release branch is cut",
      "tests for the release are green again",
      "who writes the release notes",
      "I can do the notes",
      "the release waits for one migration",
      "migration went through on staging",
    ],
  },
  {
    word: "bread",
    place: "general",
    lines: [
      "the bread came out flat today",
      "more time in the fridge for the dough",
      "my oven is too cold for bread",
      "try a steel under the loaf",
      "rye bread tomorrow maybe",
      "save me a slice",
    ],
  },
  {
    word: "raid",
    place: "general",
    lines: [
      "raid tonight at eight",
      "who heals the raid",
      "I heal if nobody else does",
      "the last boss of the raid is brutal",
      "bring potions for the raid this time",
      "I forgot mine again",
    ],
  },
  {
    word: "garden",
    place: "dev",
    lines: [
      "tomatoes in the office garden are ripe",
      "the garden needs water",
      "I watered the garden at noon",
      "thanks, the basil looks better",
      "somebody ate the strawberries of the garden",
      "not me this time",
    ],
  },
] as const

/**
 * Returns the claims a careful reader extracts from a prompt: every scripted line found in it, with its line
 * number.
 */
export function claimsIn(prompt: string): Claim[] {
  return TELLINGS.flatMap((telling) => {
    const line = lineOf(prompt, telling.words)
    const about = handleOf(prompt, telling.about ?? telling.who)
    return line === null || about === null
      ? []
      : [claim(about, telling.fact, { ...telling.rest, lines: [line] })]
  })
}

function lineOf(prompt: string, words: string): number | null {
  const line = prompt.split("\n").find((one) => one.endsWith(`: ${words}`) || one.endsWith(` ${words}`))
  const number = /^\[?(\d+)\]?/.exec(line ?? "")?.[1]
  return number === undefined ? null : Number(number)
}

/** Returns a person's handle in a prompt. */
function handleOf(prompt: string, name: Name): string | null {
  return new RegExp(`^(P\\d+)[^\\n]*\\b${name}\\b`, "m").exec(prompt)?.[1] ?? null
}
