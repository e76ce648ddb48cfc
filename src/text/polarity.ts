/** Whether a fact affirms or denies, and what it speaks of when that is set aside. English, words only. Pure. */
import { withNumerals } from "./numerals.ts"
import { stems } from "./stems.ts"

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
export function plain(fact: string): string {
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
export function topic(plainFact: string): string[] {
  return stems(plainFact).filter((stem) => stem !== NAY_STEM)
}
