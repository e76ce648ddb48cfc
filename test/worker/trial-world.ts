/** Guilds in which a candidate policy is tried: windows of two claims, one sure and one that only people call unsure. */
import { env } from "cloudflare:workers"
import { type LogRow, logRows } from "./claim-log.ts"
import { GENERAL, guildStructure, member, tell } from "./guild-structure.ts"
import { hear, ok, talk } from "./http.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

export interface TrialBody {
  id: string
  version: number
  base_version: number
  stage: string
  share: number
  outcome: string | null
  reason: string | null
  ended_by: string | null
}

export const trialsOf = (guild: string) => `/v1/guilds/${guild}/policy/trials`

/** Starts a trial of a merge patch. Its id is fixed, so that a rollout takes the same windows in every run. */
export async function tryOut(guild: string, candidate: object, rest: object = {}): Promise<TrialBody> {
  const trial = await ok<TrialBody>("POST", trialsOf(guild), { candidate, ...rest })
  const id = `t_${guild}_${trial.version}`
  await env.DB.prepare("UPDATE policy_trials SET id = ? WHERE id = ?").bind(id, trial.id).run()
  return { ...trial, id }
}

export async function aGuild(guild: string, policy: object = {}): Promise<void> {
  await tell(guild, { ...guildStructure(guild), members: [member("11", [], "Ada"), member("14", [], "Di")] })
  await ok("PUT", `/v1/guilds/${guild}/settings`, { lab: { review_share: 0 } })
  await ok("PUT", `/v1/guilds/${guild}/policy`, policy)
}

const THINGS = ["boats", "kites", "maps", "bells", "masks", "drums", "coins", "lamps", "clocks", "ropes"]

/** Hears window number `n`: Ada tells two things of herself, of which a model makes two claims. */
export async function aWindow(guild: string, n: number, channel = GENERAL): Promise<void> {
  const [first, second] = [`${THINGS[n % 10]}${n}`, `${THINGS[(n + 3) % 10]}s${n}`]
  await bindModel(channelOf(guild, channel), () => [
    claim("P1", `Ada paints ${first}`),
    claim("P1", `Ada mends ${second}`, { confidence: 0.75 }),
  ])
  const from = Date.now() - 3_600_000 + n * 60_000
  await hear(
    guild,
    channel,
    talk(1_000 + n * 10, from, [["11", "Ada", `I paint ${first} and mend ${second}`]]),
  )
}

export async function decisions(guild: string): Promise<unknown[][]> {
  return byWindow(await logRows(guild)).map((row) => [
    row.policy_version,
    `${row.verdict}: ${row.reason}`,
    row.trial_verdict === null ? null : `${row.trial_verdict}: ${row.trial_reason}`,
  ])
}

export function byWindow(rows: LogRow[]): LogRow[] {
  return rows.toSorted(
    (a, b) => `${a.window_id}`.localeCompare(`${b.window_id}`) || Number(a.n) - Number(b.n),
  )
}

/** The audit rows of trials, oldest first. */
export async function trialDeeds(guild: string): Promise<string[]> {
  const rows = await env.DB.prepare(
    "SELECT action, actor, detail->>'outcome' AS outcome, detail->>'reason' AS reason FROM audit WHERE guild_id = ? AND action LIKE 'trial.%' ORDER BY seq",
  )
    .bind(guild)
    .all<{ action: string; actor: string; outcome: string | null; reason: string | null }>()
  return rows.results.map(({ action, actor, outcome, reason }) =>
    [action, actor, outcome, reason].filter((one) => one !== null).join(" "),
  )
}
