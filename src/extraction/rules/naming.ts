/** Names given to what was spoken of: "Named her Luna" makes the cat a cat named Luna. */

import type { Proposition } from "./claims.ts"
import { type DiscourseState, extendProposition, lastProposition } from "./discourse.ts"
import type { TranscriptLine } from "./line.ts"
import { normalizeWord } from "./words.ts"

const NEAR = { lines: 12, ms: 10 * 60_000 }
const NAMING = [
  /^(?:and )?(?:i |we |i've |we've |i'm |we're |gonna |decided to |just )*(?:named|call(?:ed|ing)?|naming|name) (?:her|him|it|them|the (?:\w+ )?\w+) ((?:\p{L}[\p{L}'-]*)(?: \p{Lu}[\p{L}'-]*){0,2}(?:(?: and |, )\p{L}[\p{L}'-]*){0,3})$/iu,
  /^(?:and )?(?:her|his|its|it's|their|the (?:\w+ )?\w+'s) names?(?:'s| is| are| will be)? (?:going to be |gonna be )?((?:\p{L}[\p{L}'-]*)(?: \p{Lu}[\p{L}'-]*){0,2}(?:(?: and |, )\p{L}[\p{L}'-]*){0,3})$/iu,
  /^(?:and )?(?:she|he|it|she's|he's|it's)(?: is)? (?:called|named) ((?:\p{L}[\p{L}'-]*)(?: \p{Lu}[\p{L}'-]*){0,2}(?:(?: and |, )\p{L}[\p{L}'-]*){0,3})$/iu,
]
const NAMABLE = new Set(
  "cat dog puppy kitten rabbit bunny hamster parrot bird turtle tortoise snake gecko lizard horse pony goldfish ferret hedgehog chinchilla poodle corgi labrador lab retriever husky beagle pug dachshund budgie pet goat rat pig baby daughter son girl boy car boat band bakery company startup shop store podcast blog cockatiel axolotl donkey cow lamb owl fish tabby mutt greyhound terrier spaniel collie shepherd guitar plant robot business cafe restaurant channel".split(
    " ",
  ),
)

const NO_NAME = /^(?:that|this|it|to|a|the|out|back|up|off|in|for|after)\b/i

/** Whether a sentence named the last namable thing that its author spoke of. */
export function applyNaming(scene: DiscourseState, line: TranscriptLine, text: string): boolean {
  const name = NAMING.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
  return name !== undefined && !NO_NAME.test(name) && giveName(scene, line, name) !== null
}

/** Gives the last namable thing that a person spoke of its name, and returns the fact that names it. */
export function giveName(scene: DiscourseState, line: TranscriptLine, name: string): Proposition | null {
  const draft = lastProposition(
    scene,
    line,
    NEAR,
    (known) => !known.object.includes(" named ") && namableIn(known) !== null,
  )
  const noun = draft === null ? null : namableIn(draft)
  if (draft === null || noun === null) return null
  const proper = name.charAt(0).toUpperCase() + name.slice(1)
  const words = draft.object.split(" ")
  const at = words.findIndex((word) => normalizeWord(word) === noun)
  if (at < 0) draft.label = `${draft.label} ${proper}`
  else draft.object = [...words.slice(0, at + 1), "named", proper, ...words.slice(at + 1)].join(" ")
  extendProposition(draft, line, "")
  return draft
}

function namableIn(draft: Proposition): string | null {
  const words = [...draft.object.split(" "), ...draft.label.split(" ").slice(1)].map(normalizeWord)
  return (
    words.find((word) =>
      [word, word.replace(/ies$/, "y"), word.replace(/s$/, "")].some((one) => NAMABLE.has(one)),
    ) ?? null
  )
}
