/**
 * Decides what a person's erasure does to each memory: delete it, remove statements, or reword it without
 * them. Pure.
 */

import type { Id, Memory, Time } from "../../domain/types.ts"
import { factKey } from "../../memory/facts/fact-key.ts"
import type { StoredEvidence } from "../../memory/facts/known.ts"
import { type ErasedPerson, type PersonRedactor, redactorFor } from "./traces.ts"

export interface MemoryWithEvidence {
  memory: Memory
  evidence: StoredEvidence[]
}

export interface MemoryPlan {
  /** Ids of memories about the person, to delete. */
  removed: string[]
  /** Ids of memories that lose statements. */
  weakened: string[]
  /** Messages whose statements are removed: the person's, and others' that repeat them. */
  messages: Id[]
  /** Statements to remove that were told directly and have no message. */
  withoutMessage: { memoryId: string; ref: string }[]
  /** Memories reworded without the person, with their versions raised. */
  memories: Memory[]
  /** Evidence reworded without the person. */
  evidence: { memoryId: string; ref: string; to: string; excerpt: string; fact: string | null }[]
}

/**
 * Plans the erasure of a person from these memories. The `ref` of a statement told directly contains its
 * words, so it is rebuilt from the new ones.
 */
export function planMemories(kept: readonly MemoryWithEvidence[], person: ErasedPerson): MemoryPlan {
  const plan: MemoryPlan = {
    removed: [],
    weakened: [],
    messages: [],
    withoutMessage: [],
    memories: [],
    evidence: [],
  }
  const { userId } = person.traces
  for (const { memory, evidence } of kept) {
    if (memory.subject.scope === "user" && memory.subject.id === userId) {
      plan.removed.push(memory.id)
      continue
    }
    const redactor = redactorFor(person, [memory.subject.id, ...evidence.map((item) => item.authorId)])
    const lost = evidence.filter((item) => item.authorId === userId || repeats(item, evidence, redactor))
    if (lost.length > 0) plan.weakened.push(memory.id)
    for (const item of lost) {
      if (item.messageId === null) plan.withoutMessage.push({ memoryId: item.memoryId, ref: item.ref })
      else plan.messages.push(item.messageId)
    }
    reword(plan, { memory, evidence: evidence.filter((item) => !lost.includes(item)) }, redactor)
  }
  return plan
}

/** Counts what a plan changes; 0 if nothing on the page mentions the person. */
export function countTouched(plan: MemoryPlan): number {
  return (
    plan.removed.length +
    new Set(plan.messages).size +
    plan.withoutMessage.length +
    plan.memories.length +
    plan.evidence.length
  )
}

function repeats(
  item: StoredEvidence,
  evidence: readonly StoredEvidence[],
  { repeats }: PersonRedactor,
): boolean {
  return repeats(item.excerpt, latest([item])) || repeats(item.fact ?? "", wordedAt(item, evidence))
}

/** Returns the time of the last line that a statement's wording may rest on: it may cite several lines of its window. */
function wordedAt(item: StoredEvidence, evidence: readonly StoredEvidence[]): Time | null {
  const lines = evidence.filter(({ windowId }) => windowId !== null && windowId === item.windowId)
  return latest([item, ...lines])
}

/** Returns the time of the last of these statements; `null` if unknown. An event tells when it happened, not when it was worded. */
function latest(items: readonly StoredEvidence[]): Time | null {
  const isKnown = items.length > 0 && items.every(({ eventId }) => !eventId)
  return isKnown ? Math.max(...items.map(({ saidAt }) => saidAt)) : null
}

function reword(plan: MemoryPlan, { memory, evidence }: MemoryWithEvidence, redactor: PersonRedactor): void {
  // The fact's words come from its statements.
  const redact = (words: string) => redactor.redact(words, latest(evidence))
  const fact = redact(memory.fact)
  const topics = memory.topics.filter((topic) => redact(topic) === topic)
  const earlier = evidence.flatMap((item) => item.fact ?? [])
  // The stored key may derive from an earlier wording.
  const mentionsPerson = [memory.fact, ...earlier].some((words) => redact(words) !== words)
  if (mentionsPerson || topics.length < memory.topics.length)
    plan.memories.push({ ...memory, fact, topics, factKey: factKey(fact), version: memory.version + 1 })
  for (const item of evidence) {
    const excerpt = redactor.redact(item.excerpt, latest([item]))
    const reworded = item.fact === null ? null : redactor.redact(item.fact, wordedAt(item, evidence))
    if (excerpt === item.excerpt && reworded === item.fact) continue
    const to = item.messageId === null ? item.ref.replace(item.excerpt, () => excerpt) : item.ref
    plan.evidence.push({ memoryId: item.memoryId, ref: item.ref, to, excerpt, fact: reworded })
  }
}
