/** Drafts to claims: filed, capped for each person and window, in the order they were said. */
import type { Claim, Person } from "../../domain/types.ts"
import { IMPORTANCE_WEIGHT } from "../../domain/types.ts"
import { type FactKind, KIND_FILINGS } from "./kinds.ts"
import { FILLERS, STOPWORDS } from "./lexicon.ts"
import { type IsSensitive, mayHoldSecret } from "./source-filter.ts"
import { mentionsTime, stripRelativeDay } from "./times.ts"
import { normalizeWord } from "./words.ts"

const PER_PERSON = 5
const PER_WINDOW = 15
const LONGEST_FACT = 300
const TOPICS = 4

/** Who a fact may be about, and what none may tell. */
export interface ClaimConstraints {
  guild: Person
  members: Person[]
  isSensitive: IsSensitive
}

export function toClaims(drafts: Proposition[], { guild, members, isSensitive }: ClaimConstraints): Claim[] {
  const known = new Set(members.map((person) => person.id))
  const claims = drafts
    .filter((draft) => draft.subject === guild || known.has(draft.subject.id))
    .map((draft) => claimOf(draft, draft.subject === guild ? "guild" : "user"))
  const facts = new Set<string>()
  const distinct = claims.filter((claim) => {
    const key = `${claim.subject.id} ${claim.fact.toLowerCase()}`
    const told = isSensitive(claim.fact, claim.subject.scope === "guild")
    const fit = claim.fact.length <= LONGEST_FACT && !mayHoldSecret(claim.fact) && !told
    const fresh = fit && !facts.has(key)
    facts.add(key)
    return fresh
  })
  return capped(distinct)
}

function claimOf(draft: Proposition, scope: "guild" | "user"): Claim {
  const { type, section, importance, lifetime } = KIND_FILINGS[draft.kind]
  const kin = draft.isKin && type === "profile"
  return {
    op: "save",
    subject: { scope, id: draft.subject.id },
    fact: factText(draft),
    type,
    section: kin ? "relationships" : section,
    importance,
    lifetime,
    topics: topicsOf(draft),
    confidence: draft.confidence,
    lines: [...draft.lines].sort((a, b) => a - b),
    target: null,
    reportedBy: draft.speaker.id === draft.subject.id ? null : draft.speaker.id,
  }
}

function topicsOf(draft: Proposition): string[] {
  const topics = new Set<string>()
  const own = draft.subject.name !== "" && draft.label.startsWith(draft.subject.name)
  const label = own ? draft.label.split("'s ").slice(1).join(" ") : draft.label
  const told = `${label} ${draft.object}${draft.tail}`
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
  return [...topics, KIND_FILINGS[draft.kind].topic].slice(0, TOPICS)
}

/** Keeps the surest and most important, at most so many of each person and of the window. */
function capped(claims: Claim[]): Claim[] {
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

// A fact in the making: what was said so far about whom, before it becomes a claim.

export interface Proposition {
  /** Whom the claim is about. */
  subject: Person
  /** Who said it. */
  speaker: Person
  /** The subject in words: "Alice", "Alice's sister". */
  label: string
  plural: boolean
  /** Whether it is about somebody of the subject's, not themselves. */
  isKin: boolean
  /** The verb group in third person. */
  verb: string
  /** What follows the verb, retold. */
  object: string
  /** What later lines added. */
  tail: string
  lemma: string
  kind: FactKind
  confidence: number
  lines: Set<number>
  /** The place it names, as "there" may mean it. */
  place: string | null
  timed: boolean
  /** The last line that made or grew it. */
  lastLine: number
  lastAt: number
}

export function factText(draft: Proposition): string {
  const fact = `${draft.label} ${draft.verb} ${draft.object}${draft.tail}`
  const paired = fact.split('"').length % 2 === 1 ? fact : fact.replaceAll('"', "")
  return stripRelativeDay(
    paired
      .replace(/\s+/g, " ")
      .replace(/ ([,.;])/g, "$1")
      .trim(),
  )
}
