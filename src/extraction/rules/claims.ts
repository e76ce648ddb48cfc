/**
 * Converts propositions to claims: with type and section, capped per person and window, in the order they
 * were said.
 */
import type { Claim, Person } from "../../domain/types.ts"
import { IMPORTANCE_WEIGHT } from "../../domain/types.ts"
import { type FactKind, KIND_FILINGS } from "./kinds.ts"
import { FILLERS, STOPWORDS } from "./lexicon.ts"
import { type TimedFact, withRealDates } from "./real-dates.ts"
import { type IsSensitive, mayHoldSecret } from "./source-filter.ts"
import { mentionsTime, stripRelativeDay } from "./times.ts"
import { isPastForm } from "./verbs.ts"
import { normalizeWord } from "./words.ts"

const PER_PERSON = 5
const PER_WINDOW = 15
const LONGEST_FACT = 300
const TOPICS = 4

/** The people a fact may be about, and the content that is refused. */
export interface ClaimConstraints {
  guild: Person
  members: Person[]
  isSensitive: IsSensitive
  timezone: string
}

export function toClaims(
  propositions: Proposition[],
  { guild, members, isSensitive, timezone }: ClaimConstraints,
): Claim[] {
  const known = new Set(members.map((person) => person.id))
  const claims = propositions
    .filter((proposition) => proposition.subject === guild || known.has(proposition.subject.id))
    .map((proposition) => toClaim(proposition, proposition.subject === guild ? "guild" : "user", timezone))
  const facts = new Set<string>()
  const distinct = claims.filter((claim) => {
    const key = `${claim.subject.id} ${claim.fact.toLowerCase()}`
    const told = isSensitive(claim.fact, claim.subject.scope === "guild")
    const fit = claim.fact.length <= LONGEST_FACT && !mayHoldSecret(claim.fact) && !told
    const fresh = fit && !facts.has(key)
    facts.add(key)
    return fresh
  })
  return applyCaps(distinct)
}

function toClaim(proposition: Proposition, scope: "guild" | "user", timezone: string): Claim {
  const { type, section, importance, lifetime } = KIND_FILINGS[proposition.kind]
  const kin = proposition.isKin && type === "profile"
  return {
    op: "save",
    subject: { scope, id: proposition.subject.id },
    ...datedFact(proposition, timezone),
    type,
    section: kin ? "relationships" : section,
    importance,
    lifetime,
    topics: topicsOf(proposition),
    confidence: proposition.confidence,
    lines: [...proposition.lines].sort((a, b) => a - b),
    target: null,
    reportedBy: proposition.speaker.id === proposition.subject.id ? null : proposition.speaker.id,
  }
}

function topicsOf(proposition: Proposition): string[] {
  const topics = new Set<string>()
  const own = proposition.subject.name !== "" && proposition.label.startsWith(proposition.subject.name)
  const label = own ? proposition.label.split("'s ").slice(1).join(" ") : proposition.label
  const told = `${label} ${proposition.object}${proposition.tail}`
  for (const word of told.split(/[\s,;]+/).map((part) => normalizeWord(part).replace(/'s$/, ""))) {
    if (topics.size >= TOPICS - 1) break
    const plain =
      word.length > 2 &&
      !STOPWORDS.has(word) &&
      !FILLERS.has(word) &&
      !mentionsTime(word) &&
      /^\p{L}/u.test(word)
    if (plain && !/^(?:their|them|they|named|last|next|year|years|month|week)$/.test(word)) topics.add(word)
  }
  return [...topics, KIND_FILINGS[proposition.kind].topic].slice(0, TOPICS)
}

/** Keeps the most certain and most important claims up to the caps per person and window. */
function applyCaps(claims: Claim[]): Claim[] {
  const weight = (claim: Claim) => claim.confidence * 10 + IMPORTANCE_WEIGHT[claim.importance]
  const counts = new Map<string, number>()
  const kept = new Set<Claim>()
  for (const claim of claims.toSorted((a, b) => weight(b) - weight(a))) {
    const count = counts.get(claim.subject.id) ?? 0
    if (count >= PER_PERSON || kept.size >= PER_WINDOW) continue
    counts.set(claim.subject.id, count + 1)
    kept.add(claim)
  }
  return claims.filter((claim) => kept.has(claim))
}

// A proposition: what was said about a subject so far, before it becomes a claim.

export interface Proposition {
  /** Subject of the claim. */
  subject: Person
  /** Speaker of the line. */
  speaker: Person
  /** The subject in words: "Alice", "Alice's sister". */
  label: string
  plural: boolean
  /** True if the fact is about someone related to the subject, not the subject. */
  isKin: boolean
  /** The verb group in third person. */
  verb: string
  /** The words after the verb, in third person. */
  object: string
  /** Text appended by later lines. */
  tail: string
  lemma: string
  kind: FactKind
  confidence: number
  lines: Set<number>
  /** The place it names, as a possible antecedent of "there". */
  place: string | null
  timed: boolean
  /** The last line that created or extended it. */
  lastLine: number
  lastAt: number
}

/** Returns the fact with its relative time made real. */
export function datedFact(proposition: Proposition, timezone: string): TimedFact {
  if (proposition.kind === "birthday") return { fact: factText(proposition), time: null }
  const verbs = proposition.verb.split(" ").map(normalizeWord)
  const isPast = verbs.some((verb) => /^(?:was|were|had|did|been)$/.test(verb)) || isPastForm(verbs[0] ?? "")
  const isOver = isPast && proposition.kind !== "gathering"
  return withRealDates(factText(proposition), { at: proposition.lastAt, timezone, isPast: isOver })
}

function factText(proposition: Proposition): string {
  const fact = `${proposition.label} ${proposition.verb} ${proposition.object}${proposition.tail}`
  const paired = fact.split('"').length % 2 === 1 ? fact : fact.replaceAll('"', "")
  return stripRelativeDay(
    paired
      .replace(/\s+/g, " ")
      .replace(/ ([,.;])/g, "$1")
      .trim(),
  )
}
