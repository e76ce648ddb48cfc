/** Claims about a name that several people have: one queued memory for each, of which one holds. Pure. */
import { hashOf } from "../../domain/hash.ts"
import type { Id, Memory, Time } from "../../domain/types.ts"
import { factKey, hasFactKey } from "./fact-key.ts"
import type { KnownMemory, Proposal } from "./known.ts"
import { type Change, reconcile } from "./reconcile.ts"

/**
 * Reconciles a claim. One about several people changes nothing if it is known of one of them, and else marks the
 * memories about them as one choice.
 */
export function reconcileCandidate(
  guildId: Id,
  proposal: Proposal,
  known: readonly KnownMemory[],
  now: Time,
): Change {
  const { candidates, fact } = proposal.claim
  if (candidates === undefined) return reconcile(guildId, proposal, known, now)
  const key = factKey(fact)
  const isKnown = known.some(
    (memory) =>
      memory.status === "active" && candidates.includes(memory.subject.id) && hasFactKey(memory, key),
  )
  if (isKnown) return { kind: "nothing", reason: "already_known" }
  const change = reconcile(guildId, proposal, known, now)
  // The window keeps claims apart that different people may read.
  const choice = hashOf([key, proposal.evidence[0]?.windowId ?? "", ...candidates.toSorted()])
  return change.kind === "nothing" ? change : { ...change, memory: withChoice(change.memory, choice) }
}

function withChoice(memory: Memory, choice: string): Memory {
  return { ...memory, decided: { ...memory.decided, choice } }
}
