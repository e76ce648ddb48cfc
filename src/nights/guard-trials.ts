/** Ends trials whose candidate breaks a guardrail: the policy in force decides everything again. The hourly cron calls it. */
import { describeError } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildDatabase, guildsInTrial } from "../memory/db/database.ts"
import { brokenGuardrail } from "../policy/guardrails.ts"
import { guildFromRows, guildQuery } from "../policy/guild.ts"
import { countTrial } from "../policy/trial-counts.ts"
import { POLICY_CHANGED } from "../policy/trial-end.ts"
import { endTrial, runningTrial } from "../policy/trials.ts"

const PAGE = 500
/** The actor of a rollback in the audit log. */
const GUARD = "guardrail"

/** Checks every running trial. One guild's failure does not stop the others; logs one line for all failures. */
export async function guardTrials(bindings: { DB: D1Database }, clock: () => Time = Date.now): Promise<void> {
  const failures = new Map<Id, string>()
  for (let after = ""; ; ) {
    const guilds = await guildsInTrial(bindings, { after, limit: PAGE })
    for (const guildId of guilds)
      try {
        await guardTrial(bindings, guildId, clock())
      } catch (error) {
        failures.set(guildId, describeError(error))
      }
    const last = guilds.at(-1)
    if (last === undefined || guilds.length < PAGE) break
    after = last
  }
  if (failures.size === 0) return
  const [[guild, error] = []] = failures
  // Fallback: the next hour.
  console.error({ event: "trial.unchecked", guilds: failures.size, first: { guild, error } })
}

async function guardTrial(bindings: { DB: D1Database }, guildId: Id, now: Time): Promise<void> {
  const db = guildDatabase(bindings, guildId)
  const guild = guildFromRows(await guildQuery(db, guildId))
  const trial = await runningTrial(db, guildId)
  if (guild === null || guild.restoring || trial === null) return
  const by = { actor: GUARD, now }
  if (trial.baseVersion !== guild.policyVersion) {
    await endTrial(db, guildId, { ...POLICY_CHANGED, id: trial.id }, by)
    return
  }
  const reason = brokenGuardrail(trial.guardrails, await countTrial(db, guild, trial))
  if (reason === null) return
  await endTrial(db, guildId, { id: trial.id, outcome: "rolled_back", reason }, by)
  console.warn({ event: "trial.rolled_back", guild: guildId, trial: trial.id, reason })
}
