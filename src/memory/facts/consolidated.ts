/** Decides what consolidation may do to what is known of a subject: folds operations, one after another, over memories and all they rest on. Pure. */
import type { Memory, Section } from "../../domain/types.ts"
import { addsNothing, entails } from "../../text/entails.ts"
import { factKey } from "./fact-key.ts"
import { countLocalDays, filingOf } from "./filing.ts"
import type { StoredEvidence } from "./known.ts"
import { allStatementsCount, mergeMemories } from "./merge.ts"
import type {
  Consolidation,
  ConsolidationRule,
  MemoryEvidence,
  Operation,
  OperationRefusal,
  RefusedOperation,
} from "./operations.ts"
import { decidingUtterances, isBothHoldPair, sideOfEvidence } from "./precedence.ts"
import { statementsOf } from "./rebuild.ts"
import { sameSubject } from "./reconcile.ts"
import { releaseContested, retireMemory, withConfidence, withReplacedAt } from "./states.ts"

const MOST_CHARACTERS = 300

/** Folds operations, in their order, over what is known: each sees what the ones before it did. What is refused changes nothing. */
export function consolidateMemories(
  known: readonly MemoryEvidence[],
  operations: readonly Operation[],
  rule: ConsolidationRule,
): Consolidation {
  const state: State = {
    rule,
    known: new Map(known.map((one) => [one.memory.id, filedEach(one)])),
    changed: new Map(),
    evidence: [],
    rewordings: [],
    refilings: [],
  }
  const done: Operation[] = []
  const refused: RefusedOperation[] = []
  for (const operation of operations) {
    const objection = follow(state, operation)
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

function follow(state: State, operation: Operation): OperationRefusal | null {
  const found = find(state, operationMemoryIds(operation))
  if (!Array.isArray(found)) return found.objection
  const [first, ...others] = found
  const [second] = others
  if (!first) return "unknown_memory"
  switch (operation.kind) {
    case "merge":
      return merge(state, first, others)
    case "retire":
      return second ? opposing(first, second, () => retire(state, first, second)) : "unknown_memory"
    case "contest":
      return second
        ? opposing(first, second, () => contest(state, first.memory, second.memory))
        : "unknown_memory"
    case "reword":
      return reword(state, first.memory, operation.fact)
    case "promote":
      return promote(state, first)
    case "section":
      return refile(state, first.memory, operation.section)
  }
}

/** The memories that an operation touches. */
export function operationMemoryIds(operation: Operation): string[] {
  switch (operation.kind) {
    case "merge":
      return [operation.into, ...operation.from]
    case "retire":
      return [operation.memory, operation.because]
    case "contest":
      return [operation.memory, operation.other]
    default:
      return [operation.memory]
  }
}

/** The memories of an operation, if all are active, of one subject, and each is meant once. */
function find({ known }: State, ids: readonly string[]): MemoryEvidence[] | { objection: OperationRefusal } {
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
  const { samePeers, alike } = state.rule
  const channels = all.flatMap(({ evidence }) => evidence.map(({ channelId }) => channelId))
  if (!samePeers([...new Set(channels)])) return "other_readers"
  if (from.some(({ memory }) => isDoubted(state, memory))) return "contested"
  if (!all.every(allStatementsCount)) return "was_replaced"
  if (!from.every(({ memory }) => entails(into.memory.fact, memory.fact, alike))) return "not_the_same"
  const { into: next, copies } = mergeMemories(into, from)
  state.evidence.push(...copies)
  hold(state, next)
  for (const { memory } of from)
    put(state, memory, {
      status: "superseded",
      supersededBy: into.memory.id,
      merged: true,
      retiredBy: null,
    })
  return null
}

/** Nothing is done to one because of another where somebody said that both hold. */
function opposing(
  a: MemoryEvidence,
  b: MemoryEvidence,
  act: () => OperationRefusal | null,
): OperationRefusal | null {
  const beside = ({ memory: { id }, beside }: MemoryEvidence) => ({ id, beside })
  return isBothHoldPair(beside(a), beside(b)) ? "both_hold" : act()
}

function isDoubted({ known }: State, memory: Memory): boolean {
  if (memory.contradicts !== null) return true
  return [...known.values()].some(
    (other) => other.memory.status === "active" && other.memory.contradicts === memory.id,
  )
}

function retire(state: State, former: MemoryEvidence, because: MemoryEvidence): OperationRefusal | null {
  const { memory } = former
  if (because.memory.lastSaidAt <= memory.lastSaidAt) return "not_newer"
  const decided = decidingUtterances(sideOfEvidence(because), sideOfEvidence(former))
  if (decided.length === 0) return "others_words"
  const words = decided.flatMap(({ messageId }) => messageId ?? [])
  const next = retireMemory({ ...memory, merges: true }, { successor: because.memory.id, words })
  put(state, memory, next)
  release(state, memory.id)
  return null
}

/** What a memory that is history now cast doubt on is doubted no more, unless by another. */
function release(state: State, id: string): void {
  const all = [...state.known.values()].map(({ memory }) => memory)
  for (const memory of releaseContested(new Set([id]), all))
    put(state, memory, { contradicts: memory.contradicts })
}

function contest(state: State, memory: Memory, other: Memory): OperationRefusal | null {
  if (memory.contradicts === other.id || other.contradicts === memory.id) return "no_change"
  put(state, memory, { contradicts: other.id })
  put(state, other, { contradicts: memory.id })
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
      (other.factKey === key || factKey(other.fact) === key),
  )
  if (taken) return "key_taken"
  // The key stays, as with any other wording: history, which is not read here, may have that of the new words.
  const next = put(state, memory, { fact: words })
  restate(state, memory, () => ({ fact: words }))
  // That both hold was said of the former wording.
  const { evidence } = state.known.get(memory.id) ?? { evidence: [] }
  hold(state, { memory: next, evidence })
  state.rewordings.push({ before: memory, next })
  return null
}

/** It files the wording: what says so is filed with it, so that it goes with the last of them. What a person set stays. */
function refile(state: State, memory: Memory, section: Section): OperationRefusal | null {
  if (memory.section === section || memory.decided?.set?.section !== undefined) return "no_change"
  restate(state, memory, (rest) => ({ filing: { ...filingOf(memory, rest), section } }))
  state.refilings.push(put(state, memory, { section }))
  return null
}

function promote(state: State, { memory, evidence }: MemoryEvidence): OperationRefusal | null {
  if (memory.expiresAt === null) return "permanent_already"
  // How long it is kept, a person decided.
  if (memory.decided?.set?.lifetime !== undefined) return "no_change"
  const { promoteDays: days, timezone } = state.rule
  const saying = statementsOf(memory, evidence).filter(({ wordings }) => wordings.length > 0)
  const counted = saying.slice(-Math.max(1, memory.evidenceCount)).map(({ at }) => at)
  if (countLocalDays(counted, timezone) < days) return "too_seldom"
  const decided = { ...memory.decided, promoted: { days, timezone } }
  put(state, memory, { decided, lifetime: "permanent", expiresAt: null })
  return null
}

// What a fold of operations has come to so far: memories as they are by now, and what is to be written. Pure; consolidated.ts folds.

interface State extends Pick<Consolidation, "evidence" | "rewordings" | "refilings"> {
  rule: ConsolidationRule
  known: Map<string, MemoryEvidence>
  changed: Map<string, Memory>
}

/** With the filing of statements that do not tell it written down, as the trigger `memory_refiled` does with their rows: an operation is not to speak for words that were said before it. */
function filedEach({ memory, evidence, ...rest }: MemoryEvidence): MemoryEvidence {
  const filed = evidence.map((one) => (one.fact === "" ? one : { ...one, filing: filingOf(memory, one) }))
  return { ...rest, memory, evidence: filed }
}

/** The memory changed, as its next version. */
function put(state: State, memory: Memory, change: Partial<Memory>): Memory {
  const now = state.known.get(memory.id)
  const next = withConfidence({
    ...(now?.memory ?? memory),
    ...change,
    version: (now?.memory ?? memory).version + 1,
  })
  hold(state, { ...now, memory: next, evidence: now?.evidence ?? [] })
  return next
}

function hold(state: State, next: MemoryEvidence): void {
  state.known.set(next.memory.id, next)
  state.changed.set(next.memory.id, next.memory)
}

/** What words the fact as `memory` does says it otherwise from now on, also where it is yet to be written. */
function restate(
  state: State,
  memory: Memory,
  otherwise: (rest: StoredEvidence) => Partial<StoredEvidence>,
): void {
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
