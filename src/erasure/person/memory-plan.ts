/**
 * Decides what a person's erasure does to each memory: delete it, remove statements, or reword it without
 * them. Pure.
 */

import type { Id, Memory } from "../../domain/types.ts"
import { factKey } from "../../memory/facts/fact-key.ts"
import type { StoredEvidence } from "../../memory/facts/known.ts"
import { type ErasedPerson, type PersonRedactor, redactorFor } from "./traces.ts"

export interface MemoryWithEvidence {
  memory: Memory
  rests: StoredEvidence[]
}

export interface MemoryPlan {
  /** Memories about the person. */
  gone: string[]
  /** Messages whose statements are removed: the person's, and others' that repeat them. */
  messages: Id[]
  /** Statements to remove that were told directly and have no message. */
  told: { memoryId: string; ref: string }[]
  /** Memories reworded without the person, with their versions raised. */
  memories: Memory[]
  /** Evidence reworded without the person. */
  rests: { memoryId: string; ref: string; to: string; excerpt: string; fact: string | null }[]
}

/** `rest.ref` of a statement told directly holds its words, so it is rebuilt with the new ones. */
export function planMemories(kept: readonly MemoryWithEvidence[], person: ErasedPerson): MemoryPlan {
  const plan: MemoryPlan = { gone: [], messages: [], told: [], memories: [], rests: [] }
  const { userId } = person.traces
  for (const { memory, rests } of kept) {
    if (memory.subject.scope === "user" && memory.subject.id === userId) {
      plan.gone.push(memory.id)
      continue
    }
    const eyes = redactorFor(person, [memory.subject.id, ...rests.map((rest) => rest.authorId)])
    const lost = rests.filter((rest) => rest.authorId === userId || repeats(rest, eyes))
    for (const rest of lost) {
      if (rest.messageId === null) plan.told.push({ memoryId: rest.memoryId, ref: rest.ref })
      else plan.messages.push(rest.messageId)
    }
    reword(plan, { memory, rests: rests.filter((rest) => !lost.includes(rest)) }, eyes)
  }
  return plan
}

/** Counts what a plan changes; 0 if nothing on the page tells of the person. */
export function countTouched(plan: MemoryPlan): number {
  return (
    plan.gone.length +
    new Set(plan.messages).size +
    plan.told.length +
    plan.memories.length +
    plan.rests.length
  )
}

function repeats(rest: StoredEvidence, eyes: PersonRedactor): boolean {
  return [rest.excerpt, rest.fact ?? ""].some(eyes.repeats)
}

function reword(plan: MemoryPlan, { memory, rests }: MemoryWithEvidence, eyes: PersonRedactor): void {
  const fact = eyes.redact(memory.fact)
  const topics = memory.topics.filter((topic) => eyes.redact(topic) === topic)
  const earlier = rests.flatMap((rest) => rest.fact ?? [])
  // The stored key may derive from an earlier wording.
  const told = [memory.fact, ...earlier].some((words) => eyes.redact(words) !== words)
  if (told || topics.length < memory.topics.length)
    plan.memories.push({ ...memory, fact, topics, factKey: factKey(fact), version: memory.version + 1 })
  for (const rest of rests) {
    const excerpt = eyes.redact(rest.excerpt)
    const worded = rest.fact === null ? null : eyes.redact(rest.fact)
    if (excerpt === rest.excerpt && worded === rest.fact) continue
    const to = rest.messageId === null ? rest.ref.replace(rest.excerpt, () => excerpt) : rest.ref
    plan.rests.push({ memoryId: rest.memoryId, ref: rest.ref, to, excerpt, fact: worded })
  }
}
