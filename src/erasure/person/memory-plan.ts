/** What a person's erasure does to a memory: it goes, loses statements, or is worded without them. Pure. */

import type { Id, Memory } from "../../domain/types.ts"
import { factKey } from "../../memory/facts/fact-key.ts"
import type { Rest } from "../../memory/facts/known.ts"
import { type Eyes, eyesAmong, type Person } from "./traces.ts"

export interface Kept {
  memory: Memory
  rests: Rest[]
}

export interface MemoryPlan {
  /** Memories about them. */
  gone: string[]
  /** Messages whose statements go: theirs, and those of others that repeat them. */
  messages: Id[]
  /** Statements that go and have no message: told directly. */
  told: { memoryId: string; ref: string }[]
  /** Memories worded without them, their versions counted on. */
  memories: Memory[]
  /** Evidence worded without them. */
  rests: { memoryId: string; ref: string; to: string; excerpt: string; fact: string | null }[]
}

/** `rest.ref` of a statement told directly holds its words: it is made anew with them. */
export function planMemories(kept: readonly Kept[], person: Person): MemoryPlan {
  const plan: MemoryPlan = { gone: [], messages: [], told: [], memories: [], rests: [] }
  const { userId } = person.traces
  for (const { memory, rests } of kept) {
    if (memory.subject.scope === "user" && memory.subject.id === userId) {
      plan.gone.push(memory.id)
      continue
    }
    const eyes = eyesAmong(person, [memory.subject.id, ...rests.map((rest) => rest.authorId)])
    const lost = rests.filter((rest) => rest.authorId === userId || repeats(rest, eyes))
    for (const rest of lost) {
      if (rest.messageId === null) plan.told.push({ memoryId: rest.memoryId, ref: rest.ref })
      else plan.messages.push(rest.messageId)
    }
    reword(plan, { memory, rests: rests.filter((rest) => !lost.includes(rest)) }, eyes)
  }
  return plan
}

/** How much of a page a plan touches; 0 where nothing of the person is left in it. */
export function touched(plan: MemoryPlan): number {
  return (
    plan.gone.length +
    new Set(plan.messages).size +
    plan.told.length +
    plan.memories.length +
    plan.rests.length
  )
}

function repeats(rest: Rest, eyes: Eyes): boolean {
  return [rest.excerpt, rest.fact ?? ""].some(eyes.quotes)
}

function reword(plan: MemoryPlan, { memory, rests }: Kept, eyes: Eyes): void {
  const fact = eyes.without(memory.fact)
  const topics = memory.topics.filter((topic) => eyes.without(topic) === topic)
  const earlier = rests.flatMap((rest) => rest.fact ?? [])
  // The key may be an earlier wording's.
  const told = [memory.fact, ...earlier].some((words) => eyes.without(words) !== words)
  if (told || topics.length < memory.topics.length)
    plan.memories.push({ ...memory, fact, topics, factKey: factKey(fact), version: memory.version + 1 })
  for (const rest of rests) {
    const excerpt = eyes.without(rest.excerpt)
    const worded = rest.fact === null ? null : eyes.without(rest.fact)
    if (excerpt === rest.excerpt && worded === rest.fact) continue
    const to = rest.messageId === null ? rest.ref.replace(rest.excerpt, () => excerpt) : rest.ref
    plan.rests.push({ memoryId: rest.memoryId, ref: rest.ref, to, excerpt, fact: worded })
  }
}
