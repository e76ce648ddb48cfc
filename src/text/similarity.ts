/** Whether two facts about one subject say the same, the opposite, or give one attribute two values. Without a model: words only. */
import {
  type AttributeValue,
  attributesConflict,
  attributeValues,
  findPossessions,
  type Possession,
  possessionsConflict,
  stemOverlap,
} from "./attributes.ts"
import { type OppositeStance, oppositeStances, stancesConflict } from "./opposites.ts"
import { numbersIn, stems, withNumerals } from "./stems.ts"

export { stemOverlap } from "./attributes.ts"

export type Relation = "same" | "opposed" | "replaces" | "unrelated"

/** Share of stems that two near-duplicates have in common. */
const SAME_JACCARD = 0.8
/** Below this overlap of what they speak of, two facts speak of different things. */
const OPPOSED_JACCARD = 0.6

/** Small words that a search may drop but a meaning may not: "before work" is not "after work". */
const TELLING =
  /\b(?:after|before|between|over|under|out|up|down|from|only|some|more|most|less|can|could|might|must|should|will|would|was|were|did|had)\b/gu
/** What is not yet so, or only wished: who learns to drive cannot drive. */
const NOT_YET =
  /\b(?:learning|learns|wants?|trying|tries|hopes?|hoping|plans?|planning|going|about|wishes|dreams?|considers?|considering|thinking|might|may) (?:how )?(?:to|of|about)\b/u
const POSSESSIVES = /\p{L}+'s\b/gu
const EMOJI = /\p{Extended_Pictographic}/gu
const COMPARISON = /\b(?:prefers?|rather|over|than|better|instead)\b/u

/** A fact as it is compared. */
export interface FactReading {
  plain: string
  denies: boolean
  /** It tells of what is meant to be. */
  intends: boolean
  /** It holds one thing against another. */
  compares: boolean
  topic: string[]
  stems: string[]
  /** What must be equal in two wordings of one fact. */
  marks: string
  /** Its stems in order, the two sides of an "and" in the order of letters. */
  order: string[]
  /** On which sides of which opposites it stands. */
  stances: OppositeStance[]
  attributes: AttributeValue[]
  possessions: Possession[]
}

/** How `incoming` relates to `known`. `replaces`: both fill one attribute that holds one value at a time. Symmetric. */
export function relate(known: string, incoming: string): Relation {
  return relateReadings(readFact(known), readFact(incoming))
}

/** `relate`, of facts that are read already. */
export function relateReadings(before: FactReading, after: FactReading): Relation {
  if (stancesConflict(before.stances, after.stances)) return "opposed"
  if (before.denies !== after.denies) {
    const opposed = after.denies ? isDenial(after, before) : isDenial(before, after)
    return opposed ? "opposed" : "unrelated"
  }
  if (!after.denies && attributesConflict(before.attributes, after.attributes)) return "replaces"
  if (!after.denies && possessionsConflict(before.possessions, after.possessions)) return "opposed"
  if (!sameWords(before, after)) return "unrelated"
  if (sameOrder(before.order, after.order)) return "same"
  return before.compares && after.compares ? "replaces" : "unrelated"
}

/** A denial opposes what says all it denies: "hates green tea" leaves "likes tea" alone. */
function isDenial(denial: FactReading, claim: FactReading): boolean {
  if (denial.intends !== claim.intends) return false
  const within = denial.topic.every((stem) => claim.topic.includes(stem))
  return within && stemOverlap(denial.topic, claim.topic) >= OPPOSED_JACCARD
}

/** Nearly all words in common, and whatever else is said is said by one of them only: a word swapped for another is another fact. */
function sameWords(a: FactReading, b: FactReading): boolean {
  if (a.marks !== b.marks) return false
  const swapped =
    a.stems.some((stem) => !b.stems.includes(stem)) && b.stems.some((stem) => !a.stems.includes(stem))
  return !swapped && stemOverlap(a.stems, b.stems) >= SAME_JACCARD
}

/** "Kai taught Ana" is not "Ana taught Kai". */
function sameOrder(a: string[], b: string[]): boolean {
  const shared = (these: string[], those: string[]) => these.filter((stem) => those.includes(stem)).join(" ")
  return shared(a, b) === shared(b, a)
}

/** Readings made before: each claim of a window is compared with all that is known of its subject. */
const readings = new Map<string, FactReading>()
const MAX_READINGS = 2_000

/** A fact, read to be compared. */
export function readFact(fact: string): FactReading {
  const known = readings.get(fact)
  if (known) return known
  const words = normalizeFact(fact)
  const found = (marks: RegExp) => [...new Set(words.match(marks) ?? [])].sort()
  const reading: FactReading = {
    plain: words,
    denies: denies(words),
    intends: NOT_YET.test(words),
    compares: COMPARISON.test(words),
    topic: topic(words),
    stems: stems(words),
    // Numbers are values: "start at 9" and "start at 10" are near in words and far in meaning.
    marks: JSON.stringify([numbersIn(words), ...[TELLING, POSSESSIVES, EMOJI].map(found)]),
    order: [...new Set(stems(paired(words)))],
    stances: oppositeStances(words),
    attributes: attributeValues(words, fact),
    possessions: findPossessions(words),
  }
  if (readings.size >= MAX_READINGS) readings.clear()
  readings.set(fact, reading)
  return reading
}

function paired(fact: string): string {
  return fact.replace(
    /([\p{L}\p{N}]+) (and|or) ([\p{L}\p{N}]+)/gu,
    (_, a: string, link: string, b: string) => (a < b ? `${a} ${link} ${b}` : `${b} ${link} ${a}`),
  )
}

/** Stands for every word that denies. */
const NAY = "nope"
const [NAY_STEM] = stems(NAY)

const DISLIKES =
  /\b(?:(?:hate|dislike|detest|loathe|despise)s?|(?:can't|cant|cannot) stand|isn't (?:a (?:big |huge )?fan of|fond of|into))\b/gu
const LIKES =
  /\b(?:(?:love|like|enjoy|adore)s?|(?:a (?:big |huge )?fan of|fond of)|(?<=\b(?:is|are|not) )into)\b/gu
const NEGATIONS = new RegExp(
  [
    "no longer|not|never|no|none|nobody|nothing|neither|nor|cannot|without|unable to|formerly|previously",
    "\\p{L}+n't|(?:do|does|did|is|are|was|were|ca|wo|would|should|could|have|has|had|ai)nt",
    "stopped(?= \\p{L}+ing\\b)|quits?|avoids?|refuses? to|lacks?",
    "(?<!(?:\\b(?:is|are|was|were|get|gets|got|not)|n't) )used to",
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join("|"),
  "gu",
)
/** Words that make no other fact of a fact. */
const FILLERS =
  /\b(?:always|does|able to|currently|now|still|also|really|very|actually|absolutely|definitely|just|any ?more|at all|these days)\b/gu

/** A fact in lower case, with one wording for liking and disliking, numbers as digits, and `nope` for each denial. */
export function normalizeFact(fact: string): string {
  return withNumerals(fact.normalize("NFKC").toLowerCase())
    .replace(/[’‘]/g, "'")
    .replace(/\bfavourite\b/g, "favorite")
    .replace(/\b(?:hated|disliked)\b/g, "not enjoyed")
    .replace(/\b(?:loved|liked)\b/g, "enjoyed")
    .replace(DISLIKES, "not enjoys")
    .replace(LIKES, "enjoys")
    .replace(NEGATIONS, NAY)
    .replace(FILLERS, " ")
    .replace(/ {2,}/g, " ")
    .trim()
}

/** Whether a plain fact denies: twice is not at all. */
export function denies(plainFact: string): boolean {
  return stems(plainFact).filter((stem) => stem === NAY_STEM).length % 2 === 1
}

/** The stems of a plain fact without its denials: what it speaks of. */
function topic(plainFact: string): string[] {
  return stems(plainFact).filter((stem) => stem !== NAY_STEM)
}
