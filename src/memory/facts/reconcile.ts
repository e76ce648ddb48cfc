/** Decides what a claim would do to what is known of its subject: add, strengthen, replace, contest or retire. Pure. */
import type { Claim, Id, Memory, Subject, Time } from "../../domain/types.ts"
import { type Relation, relate } from "../../text/similarity.ts"
import type { KnownMemory, Proposal } from "./known.ts"
import { decidePrecedence, isBothHoldPair, sideOfClaim, sideOfMemory } from "./precedence.ts"
import {
  addStatement,
  createMemory,
  mergeSurvivor,
  reinforceMemory,
  retireMemory,
  toPlainMemory,
  withConfidence,
} from "./states.ts"

export { expiry } from "./filing.ts"
/** What would change. `memory` is the state after; its evidence is the proposal's. `others` retire along with `old`. */
export type Change =
  | { kind: "create"; memory: Memory }
  | { kind: "reinforce"; memory: Memory; before: Memory }
  | { kind: "supersede"; memory: Memory; old: Memory; others: Memory[] }
  | { kind: "contest"; memory: Memory; other: Memory }
  | { kind: "outdated"; memory: Memory }
  | { kind: "retire"; memory: Memory }
  | { kind: "nothing"; reason: NoChange }

/** `others_words`: only who said something may take it back. `outdated`: it was said again since. */
export type NoChange = "unknown_target" | "already_known" | "others_words" | "outdated" | "no_evidence"

/**
 * What `proposal` does to `known`, the memories of the same subject. An exact key always meets its memory; near duplicates
 * merge only where `merges`; of what cannot stand together one replaces the other, or both stand contested (weight.ts).
 */
export function reconcile(guildId: Id, proposal: Proposal, known: readonly KnownMemory[], now: Time): Change {
  const { claim } = proposal
  const mine = known.filter((memory) => sameSubject(memory.subject, claim.subject))
  const target = mine.find((memory) => memory.id === claim.target && memory.status !== "superseded")
  if (claim.op !== "save" && !target) return { kind: "nothing", reason: "unknown_target" }
  if (claim.op === "forget" && target) return forget(target, proposal)
  if (proposal.evidence.length === 0) return { kind: "nothing", reason: "no_evidence" }

  const said = createMemory(guildId, proposal, now)
  const replaced = claim.op === "update" ? target : undefined
  const exact = mine.find((memory) => memory.factKey === said.factKey)
  // A memory corrected by a person keeps the id of what it was made from: its window does not undo the correction.
  if (!exact && mine.some((memory) => memory.id === said.id))
    return { kind: "nothing", reason: "already_known" }
  const near = related(mine, said.fact)
  const same = matchOf(exact, nearDuplicate(near, replaced))
  const match = same && countsFor(same, mine, replaced)
  // Which of the wordings of a merged memory stands was decided: that another of them is said again does not change it.
  const fresh =
    match && match !== same && match.status !== "superseded" ? { ...said, fact: match.fact } : said
  if (match && isStale(match, mine, proposal.saidAt)) {
    return { kind: "outdated", memory: reinforceMemory(match, fresh) }
  }
  const rivals = rivalsOf(near, { claim, saidAt: proposal.saidAt, match, target: replaced })
  return rivals.length === 0 ? meet(match, fresh, proposal) : dispute(match, fresh, { rivals, proposal })
}

/** An exact key first, unless it is history and a near duplicate is not. */
function matchOf(exact: KnownMemory | undefined, similar: KnownMemory | null): KnownMemory | null {
  if (exact && exact.status !== "superseded") return exact
  return similar && similar.status !== "superseded" ? similar : (exact ?? similar)
}

function forget(target: KnownMemory, proposal: Proposal): Change {
  if (!mayReplace(target, proposal.claim)) return { kind: "nothing", reason: "others_words" }
  if (target.lastSaidAt > proposal.saidAt) return { kind: "nothing", reason: "outdated" }
  // Its time is that of the taking back: older words that are heard later do not bring it back.
  return {
    kind: "retire",
    memory: {
      ...retireMemory(target, { successor: null, words: idsOf(proposal) }),
      lastSaidAt: proposal.saidAt,
    },
  }
}

function meet(match: KnownMemory | null, fresh: Memory, { claim }: Proposal): Change {
  // A window that says a thing twice says it once; said later in it, or by the person themselves after others, it still counts as that.
  const repeats = match?.counted && match.status !== "superseded" && fresh.saidAt <= match.lastSaidAt
  if (repeats && (claim.reportedBy !== null || sideOfMemory(match).words.some(({ own }) => own)))
    return { kind: "nothing", reason: "already_known" }
  const memory = addStatement(match, fresh)
  return match && match.status !== "superseded"
    ? { kind: "reinforce", memory, before: match }
    : { kind: "create", memory }
}

/** Statements that cannot both hold: one is history if the other outweighs it, and where neither does both stand contested. */
function dispute(
  match: KnownMemory | null,
  fresh: Memory,
  against: { rivals: KnownMemory[]; proposal: Proposal },
): Change {
  const { rivals, proposal } = against
  if (match && standsContested(match, fresh, against)) return meet(match, fresh, proposal)
  const memory = addStatement(match, fresh)
  const claimed = sideOfClaim(proposal)
  const rulings = rivals.map((rival) => ({ rival, ruling: decidePrecedence(sideOfMemory(rival), claimed) }))
  if (rulings.every(({ ruling }) => ruling === "second")) return supersede(memory, rivals, idsOf(proposal))
  // What is already live stays as contested as it was.
  if (match?.status === "active") return meet(match, fresh, proposal)
  // The words that replaced it were said before: which, their memory's own evidence tells.
  const stronger = rulings.find(({ ruling }) => ruling === "first")
  if (stronger) {
    const history = { status: "superseded" as const, supersededBy: stronger.rival.id, retiredBy: [] }
    return { kind: "outdated", memory: { ...memory, ...history } }
  }
  const equal = rulings.find(({ ruling }) => ruling === "neither")
  return equal ? contest(memory, equal.rival) : meet(match, fresh, proposal)
}

/** Whether this was weighed before: what rests on the same people's words already, said no earlier than these, is contested by each of the rivals. */
function standsContested(
  match: KnownMemory,
  { saidAt }: Memory,
  { rivals, proposal }: { rivals: KnownMemory[]; proposal: Proposal },
): boolean {
  if (match.status !== "active" || saidAt > match.lastSaidAt) return false
  const authors = match.said && new Set(match.said.map(({ authorId }) => authorId))
  if (authors && !proposal.evidence.every(({ authorId }) => authors.has(authorId))) return false
  return rivals.every(({ id, contradicts }) => contradicts === match.id || match.contradicts === id)
}

function supersede(memory: Memory, rivals: KnownMemory[], words: Id[]): Change {
  const won = withConfidence({ ...memory, contradicts: null })
  const [old, ...others] = rivals.map((rival) => retireMemory(rival, { successor: won.id, words }))
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

/** Whether two subjects are one. */
export function sameSubject(a: Subject, b: Subject): boolean {
  return a.scope === b.scope && a.id === b.id
}

// Which known memories a statement meets: its near duplicate, those it cannot stand beside, and what may replace what. Pure.

/** A known memory with how the fact at hand relates to it. */
interface Related {
  memory: KnownMemory
  relation: Relation
}

/** How a fact relates to each memory. */
function related(mine: readonly KnownMemory[], fact: string): Related[] {
  return mine.map((memory) => ({ memory, relation: relate(memory.fact, fact) }))
}

const NEAREST: Record<Memory["status"], number> = { active: 0, queued: 1, shadow: 1, superseded: 2 }

/** The memory that says the same in other words: an active one before one that waits, that before history. */
function nearDuplicate(all: readonly Related[], except: KnownMemory | undefined): KnownMemory | null {
  const [nearest] = all
    .filter(({ memory, relation }) => relation === "same" && memory.merges && memory.id !== except?.id)
    .map(({ memory }) => memory)
    .sort((a, b) => NEAREST[a.status] - NEAREST[b.status])
  return nearest ?? null
}

/** The memories that cannot stand beside what is said at `saidAt`: those that say otherwise and are in force, and those contested by its match. */
function rivalsOf(
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

/** Whether it is known of two memories that only one can hold. */
function excludes(a: Memory, b: Memory): boolean {
  return a.contradicts === b.id || b.contradicts === a.id || (a.supersededBy === b.id && !a.merged)
}

/** A person's own word replaces what is known of them; a report only what the same person reported. */
function mayReplace(known: KnownMemory, claim: Claim): boolean {
  if (claim.reportedBy === null) return true
  const { said = [] } = known
  return said.length > 0 && said.every(({ authorId }) => authorId === claim.reportedBy)
}

/**
 * The memory that a statement in a known one's words counts for: where that was merged, the one it was merged into. Its own again where
 * others may read the words now than may read that one's, or where they are to replace that very one.
 */
function countsFor(
  memory: KnownMemory,
  mine: readonly KnownMemory[],
  replaced: KnownMemory | undefined,
): KnownMemory {
  const survivor = mergeSurvivor(memory, mine)
  return survivor?.merges && survivor.id !== replaced?.id ? survivor : memory
}

/** Whether words said at `saidAt` come before what put a memory into history: they do not bring it back. */
function isStale(memory: KnownMemory, mine: readonly KnownMemory[], saidAt: Time): boolean {
  if (memory.status !== "superseded") return false
  const survivor = memory.merged ? mergeSurvivor(memory, mine) : undefined
  if (survivor) return isStale(survivor, mine, saidAt)
  const successor = mine.find((other) => other.id === memory.supersededBy)
  return saidAt <= (successor ?? memory).lastSaidAt
}
