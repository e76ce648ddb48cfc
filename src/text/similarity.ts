/**
 * Compares two facts about one subject: same, opposed, two values of one attribute, or unrelated. Uses words
 * only, no model.
 */
import {
  type AttributeValue,
  attributesConflict,
  attributeValues,
  findPossessions,
  type Possession,
  possessionsConflict,
  stemOverlap,
} from "./attributes.ts"
import { endingClauses } from "./endings.ts"
import { inEnglishWords } from "./languages.ts"
import { type OppositeStance, oppositeStances, stancesConflict } from "./opposites.ts"
import { remembered } from "./remembered.ts"
import { type Schedule, scheduleOf, schedulesConflict } from "./schedules.ts"
import { numbersIn, stems, withNumerals } from "./stems.ts"

export { stemOverlap } from "./attributes.ts"

export type Relation = "same" | "opposed" | "replaces" | "unrelated"

/** Minimum stem overlap of two near duplicates. */
const SAME_JACCARD = 0.8
/** Facts whose topics overlap less than this are about different things. */
const OPPOSED_JACCARD = 0.6

/** Small words that a search may drop but a comparison may not: "before work" is not "after work". */
const MEANINGFUL =
  /\b(?:after|before|between|over|under|out|up|down|from|only|some|more|most|less|can|could|might|must|should|will|would|was|were|did|had)\b/gu
/** Plans and wishes: someone who learns to drive cannot drive yet. */
const NOT_YET =
  /\b(?:learning|learns|wants?|trying|tries|hopes?|hoping|plans?|planning|going|about|wishes|dreams?|considers?|considering|thinking|might|may) (?:how )?(?:to|of|about)\b/u
const POSSESSIVES = /\p{L}+'s\b/gu
const EMOJI = /\p{Extended_Pictographic}/gu
/** Says that something is so beside what else is so: a second job replaces no first one. */
const ADDS = /\b(?:also|too|as well|additionally|second (?:job|phone|home|account)|on the side|besides)\b/u
const COMPARISON = /\b(?:prefers?|rather|over|than|better|instead)\b/u

/** A fact prepared for comparison. */
export interface FactReading {
  plain: string
  denies: boolean
  /** True if it describes a plan or wish. */
  intends: boolean
  /** True if it compares one thing with another. */
  compares: boolean
  topic: string[]
  stems: readonly string[]
  /** Marks that must be equal in two wordings of one fact. */
  marks: string
  /** The stems in order. The two sides of an "and" or "or" are sorted alphabetically. */
  order: string[]
  /** The opposites it takes a side on. */
  stances: OppositeStance[]
  attributes: AttributeValue[]
  possessions: Possession[]
  /** The one event it gives a time, or `null`. */
  schedule: Schedule | null
  /** True if it adds something to what is so. */
  adds: boolean
  /** Its clauses that say what is no longer so, each as a fact of its own. */
  endings: FactReading[]
}

/**
 * Returns how `incoming` relates to `known`. `replaces` means that both fill one attribute that holds one
 * value at a time. Symmetric.
 */
export function relate(known: string, incoming: string): Relation {
  return relateReadings(readFact(known), readFact(incoming))
}

/** `relate` for facts that are already read. */
export function relateReadings(before: FactReading, after: FactReading): Relation {
  const relation = relateWhole(before, after)
  if (relation !== "unrelated") return relation
  const ends = (endings: FactReading[], other: FactReading) =>
    endings.some((ending) => relateWhole(ending, other) === "opposed")
  return ends(after.endings, before) || ends(before.endings, after) ? "opposed" : "unrelated"
}

function relateWhole(before: FactReading, after: FactReading): Relation {
  if (stancesConflict(before.stances, after.stances)) return "opposed"
  if (before.denies !== after.denies) {
    const opposed = after.denies ? isDenial(after, before) : isDenial(before, after)
    return opposed ? "opposed" : "unrelated"
  }
  const adds = before.adds || after.adds
  if (!after.denies && !adds && attributesConflict(before.attributes, after.attributes)) return "replaces"
  if (!after.denies && !adds && schedulesConflict(before.schedule, after.schedule)) return "replaces"
  if (!after.denies && possessionsConflict(before.possessions, after.possessions)) return "opposed"
  if (!sameWords(before, after)) return "unrelated"
  if (sameOrder(before.order, after.order)) return "same"
  return before.compares && after.compares ? "replaces" : "unrelated"
}

/** A denial opposes a fact that says everything it denies: "hates green tea" does not oppose "likes tea". */
function isDenial(denial: FactReading, claim: FactReading): boolean {
  if (denial.intends !== claim.intends) return false
  const within = denial.topic.every((stem) => claim.topic.includes(stem))
  return within && stemOverlap(denial.topic, claim.topic) >= OPPOSED_JACCARD
}

/** Requires nearly equal words, with extra words on one side only: a swapped word makes another fact. */
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

/** Prepares a fact for comparison: every claim of a window meets everything known about its subject. */
export const readFact = remembered(
  (fact): FactReading => ({ ...readClause(fact), endings: endingClauses(fact).map(readClause) }),
  { most: 2_000 },
)

function readClause(fact: string): FactReading {
  const words = normalizeFact(fact)
  const found = (marks: RegExp) => [...new Set(words.match(marks) ?? [])].sort()
  return {
    plain: words,
    denies: denies(words),
    intends: NOT_YET.test(words),
    compares: COMPARISON.test(words),
    topic: topic(words),
    stems: stems(words),
    // Numbers are values: "start at 9" and "start at 10" are close in words but differ in meaning.
    marks: JSON.stringify([numbersIn(words), ...[MEANINGFUL, POSSESSIVES, EMOJI].map(found)]),
    order: [...new Set(stems(sortPairs(words)))],
    stances: oppositeStances(words),
    attributes: attributeValues(words, fact),
    possessions: findPossessions(words),
    schedule: scheduleOf(words),
    adds: ADDS.test(inEnglishWords(fact.toLowerCase())),
    endings: [],
  }
}

function sortPairs(fact: string): string {
  return fact.replace(
    /([\p{L}\p{N}]+) (and|or) ([\p{L}\p{N}]+)/gu,
    (_, a: string, link: string, b: string) => (a < b ? `${a} ${link} ${b}` : `${b} ${link} ${a}`),
  )
}

/** Replaces every word that denies. */
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
    "(?:has )?(?:stopped|(?:given|gave) up|given up on)(?= \\p{L}+ing\\b)|quits?|avoids?|refuses? to|lacks?",
    "(?<!(?:\\b(?:is|are|was|were|get|gets|got|not)|n't) )used to",
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join("|"),
  "gu",
)
/** Words that do not change a fact. */
const FILLERS =
  /\b(?:always|does|able to|currently|now|still|also|again|really|very|actually|absolutely|definitely|just|any ?more|at all|these days)\b/gu

/**
 * Returns a fact in lower case, with one wording for liking and disliking, numbers as digits, and `nope` for
 * each denial.
 */
export function normalizeFact(fact: string): string {
  return withNumerals(
    withoutRejected(inEnglishWords(fact.normalize("NFKC").toLowerCase().replace(/[’‘]/g, "'"))),
  )
    .replace(/\bfavourite\b/g, "favorite")
    .replace(/\b(?:hated|disliked)\b/g, "not enjoyed")
    .replace(/\b(?:loved|liked)\b/g, "enjoyed")
    .replace(DISLIKES, "not enjoys")
    .replace(LIKES, "enjoys")
    .replace(NEGATIONS, NAY)
    .replace(FILLERS, " ")
    .replace(/ {2,}/g, " ")
    .replace(/ (?=[.,;!]|$)/g, "")
    .trim()
}

/** A value that a fact names only to say that another one holds: "in Go instead of Python". */
const REJECTED = /(?:, not (?!only|just|even)| instead of )(?<rejected>[\p{L}\p{N}' -]{2,40})(?=[.,;]*$)/u

function withoutRejected(words: string): string {
  return words.replace(REJECTED, "")
}

/** Returns true if a normalized fact denies something. Two denials cancel out. */
export function denies(plainFact: string): boolean {
  return stems(plainFact).filter((stem) => stem === NAY_STEM).length % 2 === 1
}

/** Returns the stems of a normalized fact without its denials. */
function topic(plainFact: string): string[] {
  return stems(plainFact).filter((stem) => stem !== NAY_STEM)
}
