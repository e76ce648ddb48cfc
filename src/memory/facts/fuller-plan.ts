/** Plans that are told again with less than is known of them: only their time is new, or their first. Pure. */
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
    .flatMap(({ id, fact }) => {
      const { schedule } = readFact(fact)
      const told = rescheduled({ fact, schedule }, later)
      return told === null ? [] : [{ id, fact: told, hadTime: schedule !== null }]
    })
  const [plan] = fuller
  if (plan === undefined || fuller.length > 1) return proposal
  if (plan.hadTime) return { ...proposal, claim: { ...claim, fact: plan.fact } }
  // A plan that gets its first time is the same plan, for the person whose plan it is.
  return claim.reportedBy === null
    ? { ...proposal, claim: { ...claim, op: "update", fact: plan.fact, target: claim.target ?? plan.id } }
    : proposal
}
