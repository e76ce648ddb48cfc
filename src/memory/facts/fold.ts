/** What a fold of operations has come to so far: memories as they are by now, and what is to be written. Pure; consolidated.ts folds. */
import type { Memory } from "../../domain/types.ts"
import { filingOf } from "./filing.ts"
import type { Rest } from "./known.ts"
import type { Consolidation, Grounded, Rule } from "./operations.ts"
import { weighed } from "./states.ts"

export interface State extends Pick<Consolidation, "evidence" | "rewordings" | "refilings"> {
  rule: Rule
  known: Map<string, Grounded>
  changed: Map<string, Memory>
}

/** With the filing of statements that do not tell it written down, as the trigger `memory_refiled` does with their rows: an operation is not to speak for words that were said before it. */
export function filedEach({ memory, evidence, ...rest }: Grounded): Grounded {
  const filed = evidence.map((one) => (one.fact === "" ? one : { ...one, filing: filingOf(memory, one) }))
  return { ...rest, memory, evidence: filed }
}

/** The memory changed, as its next version. */
export function put(state: State, memory: Memory, change: Partial<Memory>): Memory {
  const now = state.known.get(memory.id)
  const next = weighed({
    ...(now?.memory ?? memory),
    ...change,
    version: (now?.memory ?? memory).version + 1,
  })
  hold(state, { ...now, memory: next, evidence: now?.evidence ?? [] })
  return next
}

export function hold(state: State, next: Grounded): void {
  state.known.set(next.memory.id, next)
  state.changed.set(next.memory.id, next.memory)
}

/** What words the fact as `memory` does says it otherwise from now on, also where it is yet to be written. */
export function restate(state: State, memory: Memory, otherwise: (rest: Rest) => Partial<Rest>): void {
  const held = state.known.get(memory.id)
  if (!held) return
  const evidence = held.evidence.map((rest) =>
    (rest.fact ?? memory.fact) === memory.fact ? { ...rest, ...otherwise(rest) } : rest,
  )
  state.known.set(memory.id, { ...held, evidence })
  state.evidence = state.evidence.map(
    (rest) => evidence.find((one) => one.memoryId === rest.memoryId && one.ref === rest.ref) ?? rest,
  )
}
