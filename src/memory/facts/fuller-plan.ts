/** Plans that are told again with less than is known of them: only their time is new. Pure. */
import { rescheduled } from "../../text/schedules.ts"
import { readFact } from "../../text/similarity.ts"
import type { KnownMemory, Proposal } from "./known.ts"
import { sameSubject } from "./reconcile.ts"

/** Words a plan that is told again with less, at its new time, like the memory that it changes. */
export function withFullerPlan(proposal: Proposal, known: readonly KnownMemory[]): Proposal {
  const { claim } = proposal
  if (claim.op === "forget") return proposal
  const later = { fact: claim.fact, schedule: readFact(claim.fact).schedule }
  if (later.schedule === null) return proposal
  const fuller = known
    .filter(
      ({ status, merges, subject }) => status === "active" && merges && sameSubject(subject, claim.subject),
    )
    .flatMap(({ fact }) => rescheduled({ fact, schedule: readFact(fact).schedule }, later) ?? [])
  const [fact] = fuller
  return fact !== undefined && fuller.length === 1 ? { ...proposal, claim: { ...claim, fact } } : proposal
}
