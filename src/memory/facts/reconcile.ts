/** Decides what a claim does to its subject's memories: add, reinforce, replace, contest or retire. Pure. */
import type { Claim, Id, Memory, Subject, Time } from "../../domain/types.ts"
import { factKey, hasFactKey } from "./fact-key.ts"
import type { KnownMemory, Proposal } from "./known.ts"
import {
  isStale,
  matchOf,
  nearDuplicate,
  type Related,
  relateAll,
  statementTarget,
  withOwnKey,
} from "./matching.ts"
import { decidePrecedence, isBothHoldPair, sideOfClaim, sideOfMemory } from "./precedence.ts"
import {
  addStatement,
  createMemory,
  reinforceMemory,
  retireMemory,
  toPlainMemory,
  withConfidence,
} from "./states.ts"

/**
 * The change a claim makes. `memory` is the new state; its evidence is the proposal's. `others` retire
 * together with `old`.
 */
export type Change =
  | { kind: "create"; memory: Memory }
  | { kind: "reinforce"; memory: Memory; before: Memory }
  | { kind: "supersede"; memory: Memory; old: Memory; others: Memory[] }
  | { kind: "contest"; memory: Memory; other: Memory }
  | { kind: "outdated"; memory: Memory }
  | { kind: "retire"; memory: Memory }
  | { kind: "nothing"; reason: NoChange }

/** `others_words`: only the person who said it may take it back. `outdated`: it was stated again since. */
export type NoChange = "unknown_target" | "already_known" | "others_words" | "outdated" | "no_evidence"

/**
 * Returns the change that `proposal` makes to `known`, the memories of the same subject. Only memories with
 * `merges` are matched and changed. If two facts cannot both hold, one replaces the other or both are
 * contested (`precedence.ts`).
 */
export function reconcile(guildId: Id, proposal: Proposal, known: readonly KnownMemory[], now: Time): Change {
  const { claim } = proposal
  const all = known.filter((memory) => sameSubject(memory.subject, claim.subject))
  const mine = all.filter(({ merges }) => merges)
  const target =
    mine.find((memory) => memory.id === claim.target && memory.status !== "superseded") ??
    (claim.op === "forget" ? deniedMemory(claim.fact, mine) : undefined)
  // An update whose memory is gone, or which other people read, settles with what is known like a new fact.
  if (claim.op === "forget" && !target) return { kind: "nothing", reason: "unknown_target" }
  if (claim.op === "forget" && target && !isContestable(target, claim)) return forget(target, proposal)
  if (proposal.evidence.length === 0) return { kind: "nothing", reason: "no_evidence" }

  const said = withOwnKey(createMemory(guildId, proposal, now), all)
  const replaced = claim.op === "save" ? undefined : target
  const exact = mine.find((memory) => hasFactKey(memory, factKey(claim.fact)))
  // A memory corrected by a person keeps its original id, so replaying its window does not undo the
  // correction.
  if (!exact && all.some((memory) => memory.id === said.id))
    return { kind: "nothing", reason: "already_known" }
  const near = relateAll(mine, said.fact)
  const same = matchOf(exact, nearDuplicate(near, replaced))
  const match = same && statementTarget(same, mine, replaced)
  // A merged memory's wording was already decided; restating another of its wordings does not change it.
  const fresh =
    match && match !== same && match.status !== "superseded" ? { ...said, fact: match.fact } : said
  if (match && isStale(match, mine, proposal.saidAt)) {
    return { kind: "outdated", memory: reinforceMemory(match, fresh) }
  }
  const conflicts = conflictsWith(near, { claim, saidAt: proposal.saidAt, match, target: replaced })
  return conflicts.length === 0
    ? restateMemory(match, fresh, proposal)
    : resolveConflict(match, fresh, { conflicts, proposal })
}

/**
 * Finds the memory that a denial without a valid target means: the one it repeats ("Kai works at Aldi", taken
 * back) or denies ("Kai no longer works at Aldi"). Returns `undefined` if there is none or more than one.
 */
function deniedMemory(fact: string, mine: readonly KnownMemory[]): KnownMemory | undefined {
  if (fact === "") return undefined
  const meant = relateAll(
    mine.filter(({ status }) => status === "active"),
    fact,
  ).filter(({ relation }) => relation === "same" || relation === "opposed")
  return meant.length === 1 ? meant[0]?.memory : undefined
}

/** An end that others tell of contests the person's own word, if they say it in words that can be set against it. */
function isContestable(target: KnownMemory, claim: Claim): boolean {
  if (claim.fact === "" || mayReplace(target, claim)) return false
  const [related] = relateAll([target], claim.fact)
  return target.status === "active" && (related?.relation === "opposed" || related?.relation === "replaces")
}

function forget(target: KnownMemory, proposal: Proposal): Change {
  if (!mayReplace(target, proposal.claim)) return { kind: "nothing", reason: "others_words" }
  if (target.lastSaidAt > proposal.saidAt) return { kind: "nothing", reason: "outdated" }
  // `lastSaidAt` becomes the time it was taken back: older words that arrive later do not bring it back.
  return {
    kind: "retire",
    memory: {
      ...retireMemory(target, { successor: null, words: idsOf(proposal) }),
      lastSaidAt: proposal.saidAt,
    },
  }
}

function restateMemory(match: KnownMemory | null, fresh: Memory, { claim }: Proposal): Change {
  // A window that says something twice counts once. A later statement, or the subject's own word after a
  // report, still counts.
  const repeats = match?.counted && match.status !== "superseded" && fresh.saidAt <= match.lastSaidAt
  if (repeats && (claim.reportedBy !== null || sideOfMemory(match).words.some(({ own }) => own)))
    return { kind: "nothing", reason: "already_known" }
  const memory = addStatement(match, fresh)
  return match && match.status !== "superseded"
    ? { kind: "reinforce", memory, before: match }
    : { kind: "create", memory }
}

/**
 * Handles statements that cannot both hold: the one that takes precedence replaces the other; if neither
 * does, both are contested.
 */
function resolveConflict(
  match: KnownMemory | null,
  fresh: Memory,
  against: { conflicts: KnownMemory[]; proposal: Proposal },
): Change {
  const { conflicts, proposal } = against
  if (match && isAlreadyContested(match, fresh, against)) return restateMemory(match, fresh, proposal)
  const memory = addStatement(match, fresh)
  const claimed = sideOfClaim(proposal)
  const rulings = conflicts.map((conflict) => ({
    conflict,
    ruling: decidePrecedence(sideOfMemory(conflict), claimed),
  }))
  if (rulings.every(({ ruling }) => ruling === "second")) return supersede(memory, conflicts, idsOf(proposal))
  // An active memory stays as contested as it was.
  if (match?.status === "active") return restateMemory(match, fresh, proposal)
  // The words that replaced it were said earlier. The evidence of the stronger memory names them.
  const stronger = rulings.find(({ ruling }) => ruling === "first")
  if (stronger) {
    const history = { status: "superseded" as const, supersededBy: stronger.conflict.id, retiredBy: [] }
    return { kind: "outdated", memory: { ...memory, ...history } }
  }
  const equal = rulings.find(({ ruling }) => ruling === "neither")
  return equal ? contest(memory, equal.conflict) : restateMemory(match, fresh, proposal)
}

/**
 * Returns true if this conflict was already decided: the match rests on statements by the same people, said
 * no earlier than these, and every conflicting memory is contested by it.
 */
function isAlreadyContested(
  match: KnownMemory,
  { saidAt }: Memory,
  { conflicts, proposal }: { conflicts: KnownMemory[]; proposal: Proposal },
): boolean {
  if (match.status !== "active" || saidAt > match.lastSaidAt) return false
  const authors = match.said && new Set(match.said.map(({ authorId }) => authorId))
  if (authors && !proposal.evidence.every(({ authorId }) => authors.has(authorId))) return false
  return conflicts.every(({ id, contradicts }) => contradicts === match.id || match.contradicts === id)
}

function supersede(memory: Memory, conflicts: KnownMemory[], words: Id[]): Change {
  const won = withConfidence({ ...memory, contradicts: null })
  const [old, ...others] = conflicts.map((conflict) => retireMemory(conflict, { successor: won.id, words }))
  return old ? { kind: "supersede", memory: won, old, others } : { kind: "create", memory: won }
}

function contest(memory: Memory, known: KnownMemory): Change {
  return {
    kind: "contest",
    memory: withConfidence({ ...memory, contradicts: known.id }),
    other: withConfidence({ ...toPlainMemory(known), contradicts: memory.id, version: known.version + 1 }),
  }
}

function idsOf({ evidence }: Proposal): Id[] {
  return evidence.flatMap((item) => item.messageId ?? [])
}

export function sameSubject(a: Subject, b: Subject): boolean {
  return a.scope === b.scope && a.id === b.id
}

// Conflicts

/**
 * Returns the memories that cannot hold together with what is said at `saidAt`: those in force that say
 * otherwise, and those already contested with its match.
 */
function conflictsWith(
  all: readonly Related[],
  said: { claim: Claim; saidAt: Time; match: KnownMemory | null; target: KnownMemory | undefined },
): KnownMemory[] {
  const { claim, saidAt, match, target } = said
  return all
    .filter(({ memory, relation }) => {
      if (memory.status === "superseded" || memory.id === match?.id) return false
      if (memory.id === target?.id) return true
      if (match !== null && isBothHoldPair(match, memory)) return false
      if (memory.expiresAt !== null && memory.expiresAt <= saidAt) return false
      return relation === "replaces" || relation === "opposed" || (match !== null && excludes(match, memory))
    })
    .map(({ memory }) => memory)
    .filter(
      (memory) => memory.status === "active" || (mayReplace(memory, claim) && memory.lastSaidAt <= saidAt),
    )
}

/** Returns true if two memories are known to exclude each other. */
function excludes(a: Memory, b: Memory): boolean {
  return a.contradicts === b.id || b.contradicts === a.id || (a.supersededBy === b.id && !a.merged)
}

/** A person's own word replaces anything about them. A report replaces only what the same person reported. */
function mayReplace(known: KnownMemory, claim: Claim): boolean {
  if (claim.reportedBy === null) return true
  const { said = [] } = known
  return said.length > 0 && said.every(({ authorId }) => authorId === claim.reportedBy)
}
