/** Decides what a claim would do to what is known of its subject: add, strengthen, replace, contest or retire. Pure. */
import type { Claim, Evidence, Id, Lifetime, Memory, Subject, Time } from "../vocabulary.ts"
import { average, confidence, sourceWeight } from "./confidence.ts"
import { factKey, memoryId } from "./fact-key.ts"
import { relate } from "./similarity.ts"

/** A claim with the words it rests on. `saidAt` is when its last cited line was said. */
export interface Proposal {
  claim: Claim
  evidence: Omit<Evidence, "memoryId">[]
  saidAt: Time
}

/** A memory as known now. `merges`: the claim's readers all may read this wording too, so the two may become one. */
export interface Known extends Memory {
  merges: boolean
}

/** What would change. `memory` is the state after; its evidence is the proposal's. */
export type Change =
  | { kind: "create"; memory: Memory }
  | { kind: "reinforce"; memory: Memory; before: Memory }
  | { kind: "supersede"; memory: Memory; old: Memory }
  | { kind: "contest"; memory: Memory; other: Memory }
  | { kind: "outdated"; memory: Memory }
  | { kind: "retire"; memory: Memory }
  | { kind: "nothing"; reason: "unknown_target" | "already_known" }

const DAY = 86_400_000
const DAYS: Record<Exclude<Lifetime, "permanent">, number> = {
  "1d": 1,
  "3d": 3,
  "7d": 7,
  "30d": 30,
  "90d": 90,
}

/** When something said at `saidAt` expires; null means never. */
export function expiry(lifetime: Lifetime, saidAt: Time): Time | null {
  return lifetime === "permanent" ? null : saidAt + DAYS[lifetime] * DAY
}

/**
 * What `proposal` does to `known`, the memories of the same subject. An exact key always meets its memory; near duplicates
 * merge only where `merges`; a person's own newer word replaces their older one; opposed words of different origin contest.
 */
export function reconcile(guildId: Id, proposal: Proposal, known: readonly Known[], now: Time): Change {
  const { claim } = proposal
  const mine = known.filter((memory) => sameSubject(memory.subject, claim.subject))
  const target = mine.find((memory) => memory.id === claim.target && memory.status !== "superseded")
  if (claim.op !== "save" && !target) return { kind: "nothing", reason: "unknown_target" }
  if (claim.op === "forget" && target) return { kind: "retire", memory: retired(target, null) }

  const fresh = create(guildId, proposal, now)
  const exact = mine.find((memory) => memory.factKey === fresh.factKey)
  if (claim.op === "update" && target && target.id !== exact?.id) return supersede(fresh, exact, target)
  if (exact) return meet(exact, fresh, proposal)
  return compare(mine, fresh, proposal)
}

function compare(mine: Known[], fresh: Memory, proposal: Proposal): Change {
  for (const memory of mine) {
    if (memory.status === "superseded") continue
    const relation = relate(memory.fact, fresh.fact)
    if (relation === "same" && memory.merges) return meet(memory, fresh, proposal)
    if (relation === "replaces" || relation === "opposed") return dispute(memory, fresh, proposal.claim)
  }
  return { kind: "create", memory: fresh }
}

/** Two statements that cannot both hold: the person's own later word wins, otherwise both stand contested until reviewed. */
function dispute(known: Memory, fresh: Memory, claim: Claim): Change {
  const own = claim.reportedBy === null
  if (own && fresh.saidAt >= known.lastSaidAt) return supersede(fresh, undefined, known)
  if (own) return { kind: "outdated", memory: { ...fresh, status: "superseded", supersededBy: known.id } }
  return {
    kind: "contest",
    memory: weighed({ ...fresh, contradicts: known.id }),
    other: weighed({ ...known, contradicts: fresh.id, version: known.version + 1 }),
  }
}

function supersede(fresh: Memory, exact: Memory | undefined, old: Memory): Change {
  const memory = exact ? revived(exact, fresh) : fresh
  return { kind: "supersede", memory, old: retired(old, memory.id) }
}

/** The same fact again: strengthened, or brought back where it had been replaced. Its key stays, whatever the wording. */
function meet(known: Memory, fresh: Memory, proposal: Proposal): Change {
  if (known.status === "superseded") return { kind: "create", memory: revived(known, fresh) }
  const moreConfident = fresh.certainty > known.certainty
  const last = Math.max(known.lastSaidAt, proposal.saidAt)
  const memory = weighed({
    ...known,
    fact: moreConfident ? fresh.fact : known.fact,
    certainty: average(known.certainty, known.evidenceCount, fresh.certainty),
    evidenceCount: known.evidenceCount + 1,
    saidAt: Math.min(known.saidAt, proposal.saidAt),
    lastSaidAt: last,
    expiresAt: known.expiresAt === null ? null : expiry(known.lifetime, last),
    version: known.version + 1,
  })
  return { kind: "reinforce", memory, before: known }
}

function revived(known: Memory, fresh: Memory): Memory {
  return { ...fresh, id: known.id, createdAt: known.createdAt, version: known.version + 1 }
}

function retired(memory: Memory, by: string | null): Memory {
  return { ...memory, status: "superseded", supersededBy: by, version: memory.version + 1 }
}

function create(guildId: Id, proposal: Proposal, now: Time): Memory {
  const { claim, evidence, saidAt } = proposal
  const key = factKey(claim.fact)
  const first = evidence[0]
  const weight = first ? sourceWeight(first.method, first.source) : 0
  return weighed({
    id: memoryId(guildId, claim.subject, key, first?.windowId ?? `told:${saidAt}`),
    guildId,
    subject: claim.subject,
    fact: claim.fact,
    factKey: key,
    type: claim.type,
    section: claim.section,
    topics: claim.topics,
    importance: claim.importance,
    certainty: average(0, 0, claim.confidence * weight),
    confidence: 0,
    lifetime: claim.lifetime,
    expiresAt: expiry(claim.lifetime, saidAt),
    status: "active",
    supersededBy: null,
    contradicts: null,
    evidenceCount: 1,
    saidAt,
    lastSaidAt: saidAt,
    createdAt: now,
    version: 1,
  })
}

function weighed(memory: Memory): Memory {
  return { ...memory, confidence: confidence(memory) }
}

/** Whether two subjects are one. */
export function sameSubject(a: Subject, b: Subject): boolean {
  return a.scope === b.scope && a.id === b.id
}
