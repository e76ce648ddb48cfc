/** The health check of the free plan's daily allowances, estimated over all guilds. */
import type { Time } from "../domain/types.ts"
import { dayGate, type GateSettings } from "../runtime/allowances/day-gate.ts"
import { type AllowanceUse, OPTIONAL_SHARE, scarcest } from "../runtime/allowances/free-plan.ts"
import { type CheckResult, fine, type HealthCheck } from "./health-check.ts"

export async function checkAllowances(
  bindings: { DB: D1Database },
  settings: GateSettings,
  now: Time,
): Promise<HealthCheck[]> {
  const uses = await dayGate(bindings, settings)?.uses(now)
  return uses === undefined ? [] : [{ name: "allowances", ...judgeAllowances(uses) }]
}

function judgeAllowances(uses: readonly AllowanceUse[]): CheckResult {
  const detail = `Used today: ${uses.map(describeUse).join("; ")}.`
  const most = scarcest(uses)
  if (most === null || most.used < most.limit * OPTIONAL_SHARE) return fine(detail)
  const toDo =
    most.allowance === "neurons" && most.used >= most.limit
      ? "Rules read, and answers quote, until 00:00 UTC. Workers Paid has no such limit."
      : "Optional work waits until 00:00 UTC. docs/OPERATING.md says what it is; Workers Paid has no such limit."
  return { status: "warning", detail, toDo }
}

function describeUse({ allowance, used, limit, isCounted }: AllowanceUse): string {
  const count = (amount: number) => Math.round(amount).toLocaleString("en-US")
  return `${allowance} ${count(used)} of ${count(limit)}${isCounted ? "" : " (estimated)"}`
}
