/** A busy guild's fourteen days as a script: what is said where and when, what a careful reader takes from it, and what is true in the end. */

import type { ExtractionReply } from "../../src/extraction/model-path.ts"
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

/** Where things are said; `staff` is read by few. */
export const PLACES = { general: "100", dev: "101", staff: "102" } as const
export type Place = keyof typeof PLACES

/** A line that tells something: said on a day (0 to 13), and what it comes to. `about` is left out where they speak of themselves. */
export interface Telling {
  day: number
  place: Place
  who: Name
  words: string
  fact: string
  about?: Name
  /** The fact it is taken to be no longer true, as the reader was shown it. */
  updates?: string
  rest?: Partial<Claim>
}

const PREFERENCE = { type: "preference", section: "opinions", lifetime: "90d" } as const
const TASK = { type: "task_state", section: "other", lifetime: "7d" } as const
const EPISODE = { type: "episode", section: "other", lifetime: "3d", importance: "low" } as const
const HOBBY = { section: "interests" } as const

export const TELLINGS: Telling[] = [
  // Somebody moves, and says so in words of which the old fact has none.
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
  // The same thing twice, in other words.
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
  // Said on enough days to be lasting.
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
  // Over before the fortnight is.
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
  // In the wrong section.
  {
    day: 3,
    place: "general",
    who: "Ada",
    words: "I play the cello on Sundays",
    fact: "Ada plays the cello on Sundays.",
    rest: { section: "other" },
  },
  // Hearsay against one's own word: doubted until he says so himself.
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
  // One says more than the other.
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
  // Said among few; the open wording must not meet it.
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
  // Will not be remembered from the seventh day on.
  {
    day: 3,
    place: "general",
    who: "Dee",
    words: "I collect stamps",
    fact: "Dee collects stamps.",
    rest: HOBBY,
  },
]

/** On this day, before it is night, Dee says that she does not want to be remembered. */
export const DEE_LEAVES = 6

/** What is known of each in the end, as somebody who read everything would write it down: fact, section, and whether it expires. */
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

/** What people talk about each day: a word for it, where, and lines that anyone may say. */
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

/** What a careful reader reports of the lines in a prompt: each telling it finds among them, citing its line. */
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

/** The handle that a person has in a prompt. */
function handleOf(prompt: string, name: Name): string | null {
  return new RegExp(`^(P\\d+)[^\\n]*\\b${name}\\b`, "m").exec(prompt)?.[1] ?? null
}
