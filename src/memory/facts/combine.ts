/**
 * Combines the facts that one viewer may read. What is said in channels with different readers is stored apart
 * (docs/decisions/046-strata.md), so a reader of several may find a fact twice, or two that cannot both hold.
 * Depends on nothing the viewer may not read. Pure.
 */
import type { Evidence, Memory } from "../../domain/types.ts"
import { relate } from "../../text/similarity.ts"
import { stems } from "../../text/stems.ts"
import { contradictionsAmong } from "./contradictions.ts"
import { type ConflictSide, decidePrecedence, isBothHoldPair, utterancesOf } from "./precedence.ts"

/** A fact with the evidence the viewer may read. */
export interface ReadableFact {
  memory: Pick<Memory, "id" | "subject" | "fact" | "confidence" | "contradicts" | "saidAt" | "lastSaidAt">
  evidence: readonly Pick<Evidence, "channelId" | "authorId" | "saidAt" | "source">[]
  /** Ids of memories that, by a person's decision, hold together with this one. */
  beside?: readonly string[]
}

/**
 * Returns the facts in their order, each once: of two that say the same, the one said last, with the evidence
 * of both. Leaves out a fact from one channel if a later one from another channel outweighs it.
 */
export function combineFacts<F extends ReadableFact>(facts: readonly F[]): F[] {
  const subjects = Map.groupBy(facts, ({ memory: { subject } }) => `${subject.scope} ${subject.id}`)
  const kept = new Map([...subjects.values()].flatMap(combineSubject).map((one) => [one.memory.id, one]))
  return facts.flatMap(({ memory }) => kept.get(memory.id) ?? [])
}

function combineSubject<F extends ReadableFact>(facts: readonly F[]): F[] {
  if (facts.length < 2) return [...facts]
  const distinct = [...Map.groupBy(facts, stemKey).values()].flatMap(combineSame)
  const byId = new Map(distinct.map((one) => [one.memory.id, one]))
  const dated = distinct.map(({ memory: { id, fact, lastSaidAt } }) => ({ id, fact, saidAt: lastSaidAt }))
  for (const { a, b } of contradictionsAmong(dated)) {
    const [one, other] = [byId.get(a), byId.get(b)]
    if (!one || !other || !areApart(one, other)) continue
    const ruling = decidePrecedence(sideOf(one), sideOf(other))
    if (ruling !== "neither") byId.delete(ruling === "second" ? a : b)
  }
  return [...byId.values()]
}

/** Facts that say the same have the same stems, so only those are compared. */
function stemKey({ memory }: ReadableFact): string {
  return [...new Set(stems(memory.fact))].sort().join(" ")
}

function combineSame<F extends ReadableFact>(facts: readonly F[]): F[] {
  const latest = [...facts].sort((a, b) => b.memory.lastSaidAt - a.memory.lastSaidAt)
  const kept: F[] = []
  for (const fact of latest) {
    const at = kept.findIndex((one) => relate(one.memory.fact, fact.memory.fact) === "same")
    const same = kept[at]
    if (same) kept[at] = withEvidenceOf(same, fact)
    else kept.push(fact)
  }
  return kept
}

function withEvidenceOf<F extends ReadableFact>(fact: F, same: F): F {
  const { memory } = fact
  return {
    ...fact,
    memory: {
      ...memory,
      saidAt: Math.min(memory.saidAt, same.memory.saidAt),
      confidence: Math.max(memory.confidence, same.memory.confidence),
    },
    evidence: [...fact.evidence, ...same.evidence].sort((a, b) => a.saidAt - b.saidAt),
  }
}

/**
 * Returns true if nothing compared the two when they were written: they have no channel in common, no recorded
 * contradiction, and nobody decided that both hold.
 */
function areApart(one: ReadableFact, other: ReadableFact): boolean {
  if (one.memory.contradicts === other.memory.id || other.memory.contradicts === one.memory.id) return false
  if (isBothHoldPair({ ...one.memory, beside: one.beside }, { ...other.memory, beside: other.beside }))
    return false
  const channels = new Set(one.evidence.map(({ channelId }) => channelId))
  return !other.evidence.some(({ channelId }) => channels.has(channelId))
}

function sideOf({ memory, evidence }: ReadableFact): ConflictSide {
  return { fact: memory.fact, saidAt: memory.lastSaidAt, words: utterancesOf(memory.subject, evidence) }
}
