/** Plans that are told again with less than is known of them: their time is new, or their first, or a condition is gone. Pure. */
import { rescheduled, splitCondition } from "../../text/schedules.ts"
import { readFact } from "../../text/similarity.ts"
import { factKey } from "./fact-key.ts"
import type { KnownMemory, Proposal } from "./known.ts"
import { sameSubject } from "./reconcile.ts"

/** Words a plan that is told again with less, at its new time, like the memory that it changes. */
export function withFullerPlan(proposal: Proposal, known: readonly KnownMemory[]): Proposal {
  const { claim } = proposal
  if (claim.op === "forget") return proposal
  const mine = known.filter(
    ({ status, merges, subject }) => status === "active" && merges && sameSubject(subject, claim.subject),
  )
  const open = mine.find(({ fact }) => isWithoutCondition(claim.fact, fact))
  if (open !== undefined && claim.reportedBy === null)
    return { ...proposal, claim: { ...claim, op: "update", target: claim.target ?? open.id } }
  const later = { fact: claim.fact, schedule: readFact(claim.fact).schedule }
  if (later.schedule === null) return proposal
  const fuller = mine.flatMap(({ id, fact }) => {
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

/** Returns true if a fact tells a plan like an earlier one, and no longer on what it depends. */
function isWithoutCondition(fact: string, earlier: string): boolean {
  const { plan, condition } = splitCondition(earlier)
  return condition !== "" && factKey(plan) === factKey(fact)
}
