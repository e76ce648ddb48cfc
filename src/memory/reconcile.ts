/** Decides what a claim would do to what is known of its subject: add, strengthen, replace, contest or retire. Pure. */
import type { Claim, Evidence, Id, Memory, Subject, Time } from "../vocabulary.ts"
import { isStale, mayReplace, nearDuplicate, related, rivalsOf } from "./rivals.ts"
import { bare, create, retired, saidAgain, strengthened, weighed } from "./states.ts"

/** The words that a claim cites, before it is known what they came to. */
export type Cited = Omit<Evidence, "memoryId" | "fact" | "certainty">

export { expiry } from "./states.ts"

/** A claim with the words it rests on. `saidAt` is when its last cited line was said. */
export interface Proposal {
  claim: Claim
  evidence: Cited[]
  saidAt: Time
}

/** A memory as known now. `merges`: the claim's readers all may read this wording too, so the two may become one. */
export interface Known extends Memory {
  merges: boolean
  /** Whose words it rests on. Left out, they count as the subject's own. */
  authors?: readonly Id[]
  /** Whether the window at hand already counts as one of its statements. */
  counted?: boolean
}

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
 * merge only where `merges`; a person's own newer word replaces their older one; opposed words of different origin contest.
 */
export function reconcile(guildId: Id, proposal: Proposal, known: readonly Known[], now: Time): Change {
  const { claim } = proposal
  const mine = known.filter((memory) => sameSubject(memory.subject, claim.subject))
  const target = mine.find((memory) => memory.id === claim.target && memory.status !== "superseded")
  if (claim.op !== "save" && !target) return { kind: "nothing", reason: "unknown_target" }
  if (claim.op === "forget" && target) return forget(target, proposal)
  if (proposal.evidence.length === 0) return { kind: "nothing", reason: "no_evidence" }

  const fresh = create(guildId, proposal, now)
  const replaced = claim.op === "update" ? target : undefined
  const exact = mine.find((memory) => memory.factKey === fresh.factKey)
  // A memory corrected by a person keeps the id of what it was made from: its window does not undo the correction.
  if (!exact && mine.some((memory) => memory.id === fresh.id))
    return { kind: "nothing", reason: "already_known" }
  const near = related(mine, fresh.fact)
  const match = matchOf(exact, nearDuplicate(near, replaced))
  if (match && isStale(match, mine, proposal.saidAt)) {
    return { kind: "outdated", memory: strengthened(match, fresh) }
  }
  const rivals = rivalsOf(near, { claim, saidAt: proposal.saidAt, match, target: replaced })
  return rivals.length === 0 ? meet(match, fresh) : dispute(match, fresh, { rivals, proposal })
}

/** An exact key first, unless it is history and a near duplicate is not. */
function matchOf(exact: Known | undefined, similar: Known | null): Known | null {
  if (exact && exact.status !== "superseded") return exact
  return similar && similar.status !== "superseded" ? similar : (exact ?? similar)
}

function forget(target: Known, proposal: Proposal): Change {
  if (!mayReplace(target, proposal.claim)) return { kind: "nothing", reason: "others_words" }
  if (target.lastSaidAt > proposal.saidAt) return { kind: "nothing", reason: "outdated" }
  // Its time is that of the taking back: older words that are heard later do not bring it back.
  return {
    kind: "retire",
    memory: { ...retired(target, { successor: null, words: idsOf(proposal) }), lastSaidAt: proposal.saidAt },
  }
}

function meet(match: Known | null, fresh: Memory): Change {
  // A window that says a thing twice says it once; said later in it, it is still the later word.
  if (match?.counted && match.status !== "superseded" && fresh.saidAt <= match.lastSaidAt) {
    return { kind: "nothing", reason: "already_known" }
  }
  const memory = saidAgain(match, fresh)
  return match && match.status !== "superseded"
    ? { kind: "reinforce", memory, before: match }
    : { kind: "create", memory }
}

/** Statements that cannot both hold: the later word wins if it may, the earlier is history, and where neither may both stand contested. */
function dispute(
  match: Known | null,
  fresh: Memory,
  against: { rivals: Known[]; proposal: Proposal },
): Change {
  const { rivals, proposal } = against
  const memory = saidAgain(match, fresh)
  const later = rivals.find((rival) => rival.lastSaidAt > fresh.saidAt)
  const firm = rivals.find((rival) => !mayReplace(rival, proposal.claim))
  if (!later && !firm) return supersede(memory, rivals, idsOf(proposal))
  // What is already live stays as contested as it was.
  if (match?.status === "active") return meet(match, fresh)
  // The words that replaced it were said before: which, their memory's own evidence tells.
  if (later)
    return {
      kind: "outdated",
      memory: { ...memory, status: "superseded", supersededBy: later.id, retiredBy: [] },
    }
  return firm ? contest(memory, firm) : meet(match, fresh)
}

function supersede(memory: Memory, rivals: Known[], words: Id[]): Change {
  const won = weighed({ ...memory, contradicts: null })
  const [old, ...others] = rivals.map((rival) => retired(rival, { successor: won.id, words }))
  return old ? { kind: "supersede", memory: won, old, others } : { kind: "create", memory: won }
}

function contest(memory: Memory, known: Known): Change {
  return {
    kind: "contest",
    memory: weighed({ ...memory, contradicts: known.id }),
    other: weighed({ ...bare(known), contradicts: memory.id, version: known.version + 1 }),
  }
}

function idsOf({ evidence }: Proposal): Id[] {
  return evidence.flatMap((item) => item.messageId ?? [])
}

/** Whether two subjects are one. */
export function sameSubject(a: Subject, b: Subject): boolean {
  return a.scope === b.scope && a.id === b.id
}
