/** Whether two facts about one subject say the same, the opposite, or give one attribute two values. Without a model: words only. Pure. */
import { fillTheSame, overlap } from "./attributes.ts"
import { numbersIn } from "./numerals.ts"
import { denials, plain, topic } from "./polarity.ts"
import { stems } from "./terms.ts"

export { overlap } from "./attributes.ts"

export type Relation = "same" | "opposed" | "replaces" | "unrelated"

/** Share of stems that two near-duplicates have in common. */
const SAME_JACCARD = 0.8
/** Below this overlap of what they speak of, two facts speak of different things. */
const OPPOSED_JACCARD = 0.6

/** Small words that a search may drop but a meaning may not: "before work" is not "after work". */
const TELLING =
  /\b(?:after|before|between|over|under|out|up|down|from|only|some|more|most|less|can|could|might|must|should|will|would|was|were|did|had)\b/gu
const POSSESSIVES = /\p{L}+'s\b/gu
const EMOJI = /\p{Extended_Pictographic}/gu
const COMPARISON = /\b(?:prefers?|rather|over|than|better|instead)\b/u

/** How `incoming` relates to `known`. `replaces`: both fill one attribute that holds one value at a time. Symmetric. */
export function relate(known: string, incoming: string): Relation {
  const before = plain(known)
  const after = plain(incoming)
  const denied = [denials(before), denials(after)].map((count) => count % 2 === 1)
  if (denied[0] !== denied[1]) return isDenied(denied[0] ? [before, after] : [after, before])
  if (!denied[0] && fillTheSame(before, after)) return "replaces"
  if (!sameWords(before, after)) return "unrelated"
  if (sameOrder(before, after)) return "same"
  return COMPARISON.test(before) && COMPARISON.test(after) ? "replaces" : "unrelated"
}

/** A denial opposes what says all it denies: "hates green tea" leaves "likes tea" alone. */
function isDenied([denial, claim]: [string, string] | string[]): Relation {
  const denied = topic(denial ?? "")
  const claimed = topic(claim ?? "")
  const within = denied.every((stem) => claimed.includes(stem))
  return within && overlap(denied, claimed) >= OPPOSED_JACCARD ? "opposed" : "unrelated"
}

/** Nearly all words in common, and whatever else either says is said by one of them only: a word swapped for another is another fact. */
function sameWords(a: string, b: string): boolean {
  // Numbers are values: "start at 9" and "start at 10" are near in words and far in meaning.
  if (numbersIn(a).join(" ") !== numbersIn(b).join(" ")) return false
  for (const marks of [TELLING, POSSESSIVES, EMOJI]) if (found(a, marks) !== found(b, marks)) return false
  const [left, right] = [stems(a), stems(b)]
  const swapped = left.some((stem) => !right.includes(stem)) && right.some((stem) => !left.includes(stem))
  return !swapped && overlap(left, right) >= SAME_JACCARD
}

/** Whether the words two facts share come in one order, the two sides of an "and" aside: "Kai taught Ana" is not "Ana taught Kai". */
function sameOrder(a: string, b: string): boolean {
  const left = new Set(stems(paired(a)))
  const right = new Set(stems(paired(b)))
  const shared = (these: Set<string>, those: Set<string>) => [...these].filter((stem) => those.has(stem)).join(" ")
  return shared(left, right) === shared(right, left)
}

function paired(fact: string): string {
  return fact.replace(/([\p{L}\p{N}]+) (and|or) ([\p{L}\p{N}]+)/gu, (_, a: string, link: string, b: string) =>
    a < b ? `${a} ${link} ${b}` : `${b} ${link} ${a}`,
  )
}

function found(fact: string, marks: RegExp): string {
  return [...new Set(fact.match(marks) ?? [])].sort().join(" ")
}
