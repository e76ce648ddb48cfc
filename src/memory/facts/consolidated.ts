/** Applies allowed consolidation operations one by one to a subject's memories and their evidence. Pure. */
import type { Memory, Section } from "../../domain/types.ts"
import { addsNothing, entails } from "../../text/entails.ts"
import { factKey, hasFactKey } from "./fact-key.ts"
import { countLocalDays, filingOf, promotion } from "./filing.ts"
import type { StoredEvidence } from "./known.ts"
import { allStatementsCount, mergeMemories } from "./merge.ts"
import {
  type Consolidation,
  type ConsolidationRule,
  haveSameReaders,
  type MemoryEvidence,
  type Operation,
  type OperationRefusal,
  operationMemoryIds,
  type RefusedOperation,
} from "./operations.ts"
import { decidingUtterances, isBothHoldPair, sideOfEvidence } from "./precedence.ts"
import { statementsOf } from "./rebuild.ts"
import { sameSubject } from "./reconcile.ts"
import { releaseContested, retireMemory, withConfidence, withReplacedAt } from "./states.ts"

const MOST_CHARACTERS = 300

/** Applies operations in order; each sees the result of those before. A refused operation changes nothing. */
export function consolidateMemories(
  known: readonly MemoryEvidence[],
  operations: readonly Operation[],
  rule: ConsolidationRule,
): Consolidation {
  const state: State = {
    rule,
    known: new Map(known.map((one) => [one.memory.id, withFilings(one)])),
    changed: new Map(),
    evidence: [],
    rewordings: [],
    refilings: [],
  }
  const done: Operation[] = []
  const refused: RefusedOperation[] = []
  for (const operation of operations) {
    const objection = applyOperation(state, operation)
    if (objection === null) done.push(operation)
    else refused.push({ operation, objection })
  }
  return {
    changed: withReplacedAt([...state.changed.values()], rule.now),
    evidence: state.evidence,
    rewordings: state.rewordings,
    refilings: state.refilings.map((memory) => state.changed.get(memory.id) ?? memory),
    done,
    refused,
  }
}

function applyOperation(state: State, operation: Operation): OperationRefusal | null {
  const found = findMemories(state, operationMemoryIds(operation))
  if (!Array.isArray(found)) return found.objection
  const [first, ...others] = found
  const [second] = others
  if (!first) return "unknown_memory"
  switch (operation.kind) {
    case "merge":
      return merge(state, first, others)
    case "retire":
      return second ? unlessBothHold(first, second, () => retire(state, first, second)) : "unknown_memory"
    case "contest":
      return second ? unlessBothHold(first, second, () => contest(state, first, second)) : "unknown_memory"
    case "reword":
      return reword(state, first.memory, operation.fact)
    case "promote":
      return promote(state, first)
    case "section":
      return refile(state, first.memory, operation.section)
  }
}

/** Returns the memories of an operation if all are active, belong to one subject and occur once. */
function findMemories(
  { known }: State,
  ids: readonly string[],
): MemoryEvidence[] | { objection: OperationRefusal } {
  const found = ids.flatMap((id) => known.get(id) ?? [])
  const [first] = found
  if (!first || found.length < ids.length) return { objection: "unknown_memory" }
  if (new Set(ids).size < ids.length) return { objection: "itself" }
  if (found.some(({ memory }) => memory.status !== "active")) return { objection: "not_active" }
  const one = found.every(({ memory }) => sameSubject(memory.subject, first.memory.subject))
  return one ? found : { objection: "other_subject" }
}

function merge(state: State, into: MemoryEvidence, from: readonly MemoryEvidence[]): OperationRefusal | null {
  if (from.length === 0) return "no_change"
  const all = [into, ...from]
  if (!haveSameReaders(state.rule, all)) return "other_readers"
  if (from.some(({ memory }) => isContested(state, memory))) return "contested"
  if (!all.every(allStatementsCount)) return "was_replaced"
  // An event expires, and a lasting fact merged into it would go with it.
  if (into.memory.type === "episode" && from.some(({ memory }) => memory.type !== "episode"))
    return "not_the_same"
  if (!from.every(({ memory }) => entails(into.memory.fact, memory.fact, state.rule.alike)))
    return "not_the_same"
  const { into: next, copies } = mergeMemories(into, from)
  state.evidence.push(...copies)
  keepState(state, next)
  const supersededBy = into.memory.id
  for (const { memory } of from)
    putMemory(state, memory, { status: "superseded", supersededBy, merged: true, retiredBy: null })
  return null
}

/** Refuses an operation that sets one memory against another if someone decided that both hold. */
function unlessBothHold(
  a: MemoryEvidence,
  b: MemoryEvidence,
  act: () => OperationRefusal | null,
): OperationRefusal | null {
  const beside = ({ memory: { id }, beside }: MemoryEvidence) => ({ id, beside })
  return isBothHoldPair(beside(a), beside(b)) ? "both_hold" : act()
}

function isContested({ known }: State, memory: Memory): boolean {
  if (memory.contradicts !== null) return true
  return [...known.values()].some(
    (other) => other.memory.status === "active" && other.memory.contradicts === memory.id,
  )
}

function retire(state: State, former: MemoryEvidence, because: MemoryEvidence): OperationRefusal | null {
  const { memory } = former
  if (!haveSameReaders(state.rule, [former, because])) return "other_readers"
  if (because.memory.lastSaidAt <= memory.lastSaidAt) return "not_newer"
  const decided = decidingUtterances(sideOfEvidence(because), sideOfEvidence(former))
  if (decided.length === 0) return "others_words"
  const words = decided.flatMap(({ messageId }) => messageId ?? [])
  const next = retireMemory({ ...memory, merges: true }, { successor: because.memory.id, words })
  putMemory(state, memory, next)
  clearContested(state, memory.id)
  return null
}

/** History contests nothing: a memory stays contested only if another active one contests it. */
function clearContested(state: State, id: string): void {
  const all = [...state.known.values()].map(({ memory }) => memory)
  for (const memory of releaseContested(new Set([id]), all))
    putMemory(state, memory, { contradicts: memory.contradicts })
}

function contest(state: State, one: MemoryEvidence, two: MemoryEvidence): OperationRefusal | null {
  const [memory, other] = [one.memory, two.memory]
  if (!haveSameReaders(state.rule, [one, two])) return "other_readers"
  if (memory.contradicts === other.id || other.contradicts === memory.id) return "no_change"
  putMemory(state, memory, { contradicts: other.id })
  putMemory(state, other, { contradicts: memory.id })
  return null
}

function reword(state: State, memory: Memory, fact: string): OperationRefusal | null {
  const words = fact.trim()
  if (words === memory.fact || words === "") return "no_change"
  if (words.length > MOST_CHARACTERS || state.rule.unfit(words)) return "unfit"
  if (!addsNothing(memory.fact, words)) return "new_words"
  const key = factKey(words)
  const taken = [...state.known.values()].some(
    ({ memory: other }) =>
      other.id !== memory.id &&
      sameSubject(other.subject, memory.subject) &&
      (hasFactKey(other, key) || factKey(other.fact) === key),
  )
  if (taken) return "key_taken"
  // The key stays, as with any rewording: a superseded memory, not loaded here, may have the new words' key.
  const next = putMemory(state, memory, { fact: words })
  changeStatements(state, memory, () => ({ fact: words }))
  // Drops the both-hold pairs: that decision was about the former wording.
  const { evidence } = state.known.get(memory.id) ?? { evidence: [] }
  keepState(state, { memory: next, evidence })
  state.rewordings.push({ before: memory, next })
  return null
}

/**
 * Sets the section of a wording. The statements with that wording are refiled too, so the section disappears
 * with the last of them. A section set by a person stays.
 */
function refile(state: State, memory: Memory, section: Section): OperationRefusal | null {
  if (memory.section === section || memory.decided?.set?.section !== undefined) return "no_change"
  changeStatements(state, memory, (row) => ({ filing: { ...filingOf(memory, row), section } }))
  state.refilings.push(putMemory(state, memory, { section }))
  return null
}

function promote(state: State, { memory, evidence }: MemoryEvidence): OperationRefusal | null {
  if (memory.expiresAt === null || memory.lifetime === "permanent") return "permanent_already"
  // A person decided how long it is kept.
  if (memory.decided?.set?.lifetime !== undefined) return "no_change"
  const { promoteDays: days, timezone } = state.rule
  const saying = statementsOf(memory, evidence).filter(({ wordings }) => wordings.length > 0)
  const counted = saying.slice(-Math.max(1, memory.evidenceCount)).map(({ at }) => at)
  if (countLocalDays(counted, timezone) < days) return "too_seldom"
  putMemory(state, memory, promotion(memory, { days, timezone }))
  return null
}

// State of a run: the memories as they are now and what has to be written.

interface State extends Pick<Consolidation, "evidence" | "rewordings" | "refilings"> {
  rule: ConsolidationRule
  known: Map<string, MemoryEvidence>
  changed: Map<string, Memory>
}

/**
 * Stores the filing with every statement that lacks one, as the trigger `memory_refiled` does in the
 * database. Otherwise an operation would refile words that were said before it.
 */
function withFilings({ memory, evidence, ...others }: MemoryEvidence): MemoryEvidence {
  const filed = evidence.map((one) => (one.fact === "" ? one : { ...one, filing: filingOf(memory, one) }))
  return { ...others, memory, evidence: filed }
}

/** Returns the changed memory as its next version. */
function putMemory(state: State, memory: Memory, change: Partial<Memory>): Memory {
  const held = state.known.get(memory.id) ?? { memory, evidence: [] }
  const next = withConfidence({ ...held.memory, ...change, version: held.memory.version + 1 })
  keepState(state, { ...held, memory: next })
  return next
}

function keepState(state: State, next: MemoryEvidence): void {
  state.known.set(next.memory.id, next)
  state.changed.set(next.memory.id, next.memory)
}

/** Changes all statements with the memory's current wording, including ones not yet written. */
function changeStatements(
  state: State,
  memory: Memory,
  otherwise: (row: StoredEvidence) => Partial<StoredEvidence>,
): void {
  const held = state.known.get(memory.id)
  if (!held) return
  const evidence = held.evidence.map((row) =>
    (row.fact ?? memory.fact) === memory.fact ? { ...row, ...otherwise(row) } : row,
  )
  state.known.set(memory.id, { ...held, evidence })
  state.evidence = state.evidence.map(
    (row) => evidence.find((one) => one.memoryId === row.memoryId && one.ref === row.ref) ?? row,
  )
}
