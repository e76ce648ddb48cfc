import type { Memory } from "../../src/domain/types.ts"
import { consolidateMemories } from "../../src/memory/facts/consolidated.ts"
import type { StoredEvidence } from "../../src/memory/facts/known.ts"
import type {
  ConsolidationRule,
  MemoryEvidence,
  Operation,
  OperationRefusal,
} from "../../src/memory/facts/operations.ts"
import { rebuildFromStatements, statementsOf } from "../../src/memory/facts/rebuild.ts"
import { DAY, evidence, known, NOON } from "./builders.ts"

/**
 * Builds an active memory with statements a day apart, each in the memory's own words unless given otherwise.
 */
export function grounded(
  fact: string,
  statements: Partial<StoredEvidence>[] = [{}],
  given: Partial<Memory> = {},
): MemoryEvidence {
  const { merges: _, ...memory } = known(fact, { id: `m_${fact}`, ...given })
  const rests = statements.map((statement, index): StoredEvidence => {
    const id = statement.messageId === undefined ? `${fact} ${index}` : statement.messageId
    const saidAt = NOON - DAY + index * DAY
    return {
      ...evidence({ messageId: id, windowId: id, saidAt, excerpt: fact }),
      memoryId: memory.id,
      ref: id ?? `told:${saidAt}`,
      fact,
      certainty: 0.8,
      filing: null,
      ...statement,
    }
  })
  const whole = rebuildFromStatements({ ...memory, evidenceCount: rests.length }, statementsOf(memory, rests))
  return { memory: { ...whole, fact, factKey: memory.factKey, ...given, version: 1 }, evidence: rests }
}

export function ruleOf(given: Partial<ConsolidationRule> = {}): ConsolidationRule {
  return {
    now: NOON,
    promoteDays: 3,
    timezone: "UTC",
    samePeers: (channels) => channels.length <= 1,
    unfit: () => false,
    ...given,
  }
}

/** Returns why one operation was refused, or `null` if it was done. */
export function objection(
  known: readonly MemoryEvidence[],
  operation: Operation,
  rule: Partial<ConsolidationRule> = {},
): OperationRefusal | null {
  return consolidateMemories(known, [operation], ruleOf(rule)).refused[0]?.objection ?? null
}
