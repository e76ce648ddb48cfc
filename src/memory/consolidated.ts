/** Decides what consolidation may do to what is known of a subject: folds operations, one after another, over memories and all they rest on. Pure. */
import type { Id, Memory, Time } from "../vocabulary.ts"
import { factKey } from "./fact-key.ts"
import { allCount, merged } from "./merge.ts"
import type { Grounded, Objection, Operation, Refused } from "./operations.ts"
import { sameSubject } from "./reconcile.ts"
import { type Rest, statementsOf } from "./remains.ts"
import { says, saysNothingNew } from "./says.ts"
import { dated, released, retired, weighed } from "./states.ts"
import { deciding, groundedSide, holdBeside } from "./weight.ts"

/** What is decided by. */
export interface Rule {
  now: Time
  /** On so many local days something has to be said to be permanent. */
  promoteDays: number
  timezone: string
  /** Whether exactly the same people read all of these channels; null stands for words told directly. */
  samePeers(channelIds: readonly (Id | null)[]): boolean
  /** Whether words may not be kept. */
  unfit(text: string): boolean
  /** What speaks, beside their words, for two facts being the same; left out, nothing does. It vouches for no name, number or denial. */
  alike?(a: string, b: string): boolean
}

/** What to write, and what was not done. */
export interface Consolidation {
  /** Memories as they shall be, their versions counted on. */
  changed: Memory[]
  /** Copies to add. */
  evidence: Rest[]
  /** Statements that worded a fact as it was worded before word it as it is now. */
  rewordings: { before: Memory; next: Memory }[]
  done: Operation[]
  refused: Refused[]
}

interface State {
  rule: Rule
  known: Map<string, Grounded>
  changed: Map<string, Memory>
  evidence: Rest[]
  rewordings: Consolidation["rewordings"]
}

const MOST_CHARACTERS = 300

/** Folds operations, in their order, over what is known: each sees what the ones before it did. What is refused changes nothing. */
export function consolidated(
  known: readonly Grounded[],
  operations: readonly Operation[],
  rule: Rule,
): Consolidation {
  const state: State = {
    rule,
    known: new Map(known.map((one) => [one.memory.id, one])),
    changed: new Map(),
    evidence: [],
    rewordings: [],
  }
  const done: Operation[] = []
  const refused: Refused[] = []
  for (const operation of operations) {
    const objection = follow(state, operation)
    if (objection === null) done.push(operation)
    else refused.push({ operation, objection })
  }
  return {
    changed: dated([...state.changed.values()], rule.now),
    evidence: state.evidence,
    rewordings: state.rewordings,
    done,
    refused,
  }
}

function follow(state: State, operation: Operation): Objection | null {
  const found = find(state, touched(operation))
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
      if (first.memory.section === operation.section) return "no_change"
      put(state, first.memory, { section: operation.section })
      return null
  }
}

/** The memories that an operation touches. */
export function touched(operation: Operation): string[] {
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
function find({ known }: State, ids: readonly string[]): Grounded[] | { objection: Objection } {
  const found = ids.flatMap((id) => known.get(id) ?? [])
  const [first] = found
  if (!first || found.length < ids.length) return { objection: "unknown_memory" }
  if (new Set(ids).size < ids.length) return { objection: "itself" }
  if (found.some(({ memory }) => memory.status !== "active")) return { objection: "not_active" }
  const one = found.every(({ memory }) => sameSubject(memory.subject, first.memory.subject))
  return one ? found : { objection: "other_subject" }
}

function merge(state: State, into: Grounded, from: readonly Grounded[]): Objection | null {
  if (from.length === 0) return "no_change"
  const all = [into, ...from]
  const { samePeers, alike } = state.rule
  const channels = all.flatMap(({ evidence }) => evidence.map(({ channelId }) => channelId))
  if (!samePeers([...new Set(channels)])) return "other_readers"
  if (from.some(({ memory }) => isDoubted(state, memory))) return "contested"
  if (!all.every(allCount)) return "was_replaced"
  if (!from.every(({ memory }) => says(into.memory.fact, memory.fact, alike))) return "not_the_same"
  const { into: next, copies } = merged(into, from)
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
function opposing(a: Grounded, b: Grounded, act: () => Objection | null): Objection | null {
  const beside = ({ memory: { id }, beside }: Grounded) => ({ id, beside })
  return holdBeside(beside(a), beside(b)) ? "both_hold" : act()
}

function isDoubted({ known }: State, memory: Memory): boolean {
  if (memory.contradicts !== null) return true
  return [...known.values()].some(
    (other) => other.memory.status === "active" && other.memory.contradicts === memory.id,
  )
}

function retire(state: State, former: Grounded, because: Grounded): Objection | null {
  const { memory } = former
  if (because.memory.lastSaidAt <= memory.lastSaidAt) return "not_newer"
  const decided = deciding(groundedSide(because), groundedSide(former))
  if (decided.length === 0) return "others_words"
  const words = decided.flatMap(({ messageId }) => messageId ?? [])
  const next = retired({ ...memory, merges: true }, { successor: because.memory.id, words })
  put(state, memory, next)
  release(state, memory.id)
  return null
}

/** What a memory that is history now cast doubt on is doubted no more, unless by another. */
function release(state: State, id: string): void {
  const all = [...state.known.values()].map(({ memory }) => memory)
  for (const memory of released(new Set([id]), all)) put(state, memory, { contradicts: memory.contradicts })
}

function contest(state: State, memory: Memory, other: Memory): Objection | null {
  if (memory.contradicts === other.id || other.contradicts === memory.id) return "no_change"
  put(state, memory, { contradicts: other.id })
  put(state, other, { contradicts: memory.id })
  return null
}

function reword(state: State, memory: Memory, fact: string): Objection | null {
  const words = fact.trim()
  if (words === memory.fact || words === "") return "no_change"
  if (words.length > MOST_CHARACTERS || state.rule.unfit(words)) return "unfit"
  if (!saysNothingNew(memory.fact, words)) return "new_words"
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
  const evidence = (state.known.get(memory.id)?.evidence ?? []).map((rest) =>
    (rest.fact ?? memory.fact) === memory.fact ? { ...rest, fact: words } : rest,
  )
  // That both hold was said of the former wording.
  hold(state, { memory: next, evidence })
  state.evidence = state.evidence.map(
    (rest) => evidence.find((one) => one.memoryId === rest.memoryId && one.ref === rest.ref) ?? rest,
  )
  state.rewordings.push({ before: memory, next })
  return null
}

function promote(state: State, { memory, evidence }: Grounded): Objection | null {
  if (memory.expiresAt === null) return "permanent_already"
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: state.rule.timezone, dateStyle: "short" })
  const saying = statementsOf(memory, evidence).filter(({ wordings }) => wordings.length > 0)
  const counted = saying.slice(-Math.max(1, memory.evidenceCount))
  if (new Set(counted.map(({ at }) => date.format(at))).size < state.rule.promoteDays) return "too_seldom"
  put(state, memory, { lifetime: "permanent", expiresAt: null })
  return null
}

function put(state: State, memory: Memory, change: Partial<Memory>): Memory {
  const now = state.known.get(memory.id)
  const next = weighed({
    ...(now?.memory ?? memory),
    ...change,
    version: (now?.memory ?? memory).version + 1,
  })
  hold(state, { ...now, memory: next, evidence: now?.evidence ?? [] })
  return next
}

function hold(state: State, next: Grounded): void {
  state.known.set(next.memory.id, next)
  state.changed.set(next.memory.id, next.memory)
}
