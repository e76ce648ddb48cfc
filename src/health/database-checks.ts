/**
 * The health checks that read the database: one statement each, and a pure function that judges its rows. All
 * statements are one batch; if it fails, each is tried alone, because one missing table must not hide the rest.
 */
import type { SQL } from "drizzle-orm"
import { z } from "zod"
import { DAY, HOUR, MINUTE } from "../domain/calendar.ts"
import { describeError } from "../domain/errors.ts"
import type { Time } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import {
  appliedMigration,
  cappedSpendQuery,
  cronRunsQuery,
  failedNightsQuery,
  lateWindowsQuery,
  NEWEST_MIGRATION,
  openErasuresQuery,
} from "../memory/db/health-queries.ts"
import { parseStored } from "../memory/db/json-column.ts"
import { BILLED_USD_PER_NEURON, deploymentUsdQuery, NOTHING_SPENT } from "../memory/write/usage.ts"
import { DEFAULT_SETTINGS, SettingsSchema } from "../policy/settings.ts"
import { capsOf, spendStateOf } from "../policy/spend.ts"
import type { CronSchedule } from "./cron.ts"
import { type CheckResult, fine, type HealthCheck, someOf, spanOf, unknownResult } from "./health-check.ts"

interface DatabaseCheck {
  name: string
  query(now: Time): SQL
  judge(rows: unknown[], now: Time): CheckResult
}

/** Parses the rows before `judge` sees them. */
function databaseCheck<R>(
  name: string,
  query: (now: Time) => SQL,
  [row, judge]: [z.ZodType<R>, (rows: R[], now: Time) => CheckResult],
): DatabaseCheck {
  return { name, query, judge: (rows, now) => judge(z.array(row).parse(rows), now) }
}

const Migration = z.object({ name: z.string().nullable() })

function judgeSchema([row]: z.output<typeof Migration>[]): CheckResult {
  const applied = row?.name ?? null
  if (applied !== null && applied >= NEWEST_MIGRATION) return fine(`The newest migration is ${applied}.`)
  return {
    status: "failing",
    detail: `Migrations are behind: the newest is ${applied ?? "none"}, the code expects ${NEWEST_MIGRATION}.`,
    toDo: "Run `npm run deploy`, which applies migrations.",
  }
}

const Waiting = z.object({
  count: z.int(),
  since: z.number().nullable(),
  guildId: z.string().nullable(),
  channelId: z.string().nullable(),
})

function judgeWindows([row]: z.output<typeof Waiting>[], now: Time): CheckResult {
  if (!row || row.since === null) return fine("No window waits after failures.")
  const waited = now - row.since
  return {
    status: waited > HOUR ? "failing" : "warning",
    detail: `${row.count} channels have a window that cannot be read; the oldest, in channel ${row.channelId} of guild ${row.guildId}, waits for ${spanOf(waited)}.`,
    toDo: "Run this check with probe=true: it asks the models. Windows are read by themselves once that works.",
  }
}

const OpenErasures = z.object({
  count: z.int(),
  since: z.number().nullable(),
  guildId: z.string().nullable(),
  id: z.string().nullable(),
})

function judgeErasures([row]: z.output<typeof OpenErasures>[], now: Time): CheckResult {
  if (!row || row.since === null) return fine("No erasure is open.")
  const waited = now - row.since
  const detail = `${row.count} erasures are open; the oldest, ${row.id} of guild ${row.guildId}, was requested ${spanOf(waited)} ago.`
  if (waited <= HOUR) return fine(detail)
  return {
    status: waited > DAY ? "failing" : "warning",
    detail,
    toDo: `Read why it waits: GET /v1/guilds/${row.guildId}/erasures. It is tried again every hour.`,
  }
}

function judgeNights(rows: { id: string }[]): CheckResult {
  if (rows.length === 0) return fine("No guild's last two nights failed.")
  return {
    status: "failing",
    detail: `The last two nights of ${rows.length} guilds failed: ${someOf(rows.map(({ id }) => id))}.`,
    toDo: `Read which step failed: GET /v1/guilds/${rows[0]?.id}/runs. The next night makes up for them.`,
  }
}

/** The longest silence of each cron schedule. */
const SILENCE: Record<CronSchedule, number> = { five_minutes: 20 * MINUTE, hourly: 2.5 * HOUR }

const CronRow = z.object({ schedule: z.string(), at: z.number().nullable(), failed: z.string() })
const FailedJobs = z.array(z.string()).catch([])

function judgeCron(rows: z.output<typeof CronRow>[], now: Time): CheckResult {
  const row = (name: string) => rows.find(({ schedule }) => schedule === name)
  const deployedAt = row("deployed")?.at ?? 0
  const problems = Object.entries(SILENCE).flatMap(([schedule, silence]) => {
    const last = row(schedule)
    if (now - (last?.at ?? deployedAt) <= silence) return []
    const when = last?.at ? `since ${spanOf(now - last.at)} ago` : "yet"
    return [`the ${schedule.replaceAll("_", "-")} round has not run ${when}`]
  })
  if (problems.length > 0)
    return {
      status: "failing",
      detail: `Cron does not run: ${problems.join("; ")}.`,
      toDo: "Check the worker's cron triggers in Cloudflare's dashboard (Settings, Triggers); `npm run deploy` sets both again.",
    }
  const failed = rows.flatMap((one) => FailedJobs.parse(parseStored(one.failed, [])))
  if (failed.length > 0)
    return {
      status: "failing",
      detail: `Cron jobs failed in their last round: ${failed.join(", ")}.`,
      toDo: "Read the worker's log for the event cron.failed. The next round tries again.",
    }
  const first = Object.keys(SILENCE).filter((schedule) => row(schedule) === undefined)
  if (first.length > 0) return fine(`Waiting for the first round: ${first.join(" and ")}.`)
  return fine("Both cron rounds run and no job failed in the last ones.")
}

const Spent = z.object({
  id: z.string(),
  settings: z.string(),
  tokens: z.number(),
  neuronUsd: z.number(),
  usd: z.number(),
})

function judgeSpend(rows: z.output<typeof Spent>[], now: Time): CheckResult {
  const reached = rows.filter(({ settings, tokens, neuronUsd, usd }) => {
    const caps = SettingsSchema.safeParse(parseStored(settings, null)).data ?? DEFAULT_SETTINGS
    const spent = (part: { tokens: number; usd: number }) => ({
      ...part,
      neurons: neuronUsd / BILLED_USD_PER_NEURON,
      unpriced: 0,
    })
    const spending = {
      today: spent({ tokens, usd: 0 }),
      month: spent({ tokens: 0, usd }),
      deploymentUsd: 0,
    }
    return spendStateOf(capsOf(caps, null), spending, now).state !== "within"
  })
  if (reached.length === 0) return fine("No guild spent 80 % of a cap.")
  return {
    status: "warning",
    detail: `${reached.length} guilds spent 80 % or more of a cap: ${someOf(reached.map(({ id }) => id))}.`,
    toDo: `Read what was spent: GET /v1/guilds/${reached[0]?.id}/usage. Past a cap, rules read and no model answers; raise it in the guild's settings if that is not wanted.`,
  }
}

const Total = z.object({ usd: z.number() })

function judgeTotal(usd: number, capUsd: number | null, now: Time): CheckResult {
  const spent = `All guilds together spent $${usd.toFixed(2)} this month`
  if (capUsd === null) return fine(`${spent}; DEPLOYMENT_SPEND_CAP_USD is not set.`)
  const detail = `${spent}, of a cap of $${capUsd.toFixed(2)}.`
  const spending = { today: NOTHING_SPENT, month: NOTHING_SPENT, deploymentUsd: usd }
  const { state } = spendStateOf(capsOf(DEFAULT_SETTINGS, capUsd), spending, now)
  if (state === "within") return fine(detail)
  const effect =
    state === "past"
      ? "No guild's models are called until the month ends"
      : "Models only read messages, and past the cap not even those"
  return {
    status: "warning",
    detail,
    toDo: `${effect}; raise DEPLOYMENT_SPEND_CAP_USD and deploy if that is not wanted.`,
  }
}

function totalCheck(capUsd: number | null): DatabaseCheck {
  return databaseCheck("deployment_spend", deploymentUsdQuery, [
    Total,
    ([row], now) => judgeTotal(row?.usd ?? 0, capUsd, now),
  ])
}

const CHECKS: DatabaseCheck[] = [
  databaseCheck("schema", appliedMigration, [Migration, judgeSchema]),
  databaseCheck("windows", lateWindowsQuery, [Waiting, judgeWindows]),
  databaseCheck("erasures", openErasuresQuery, [OpenErasures, judgeErasures]),
  databaseCheck("nights", failedNightsQuery, [z.object({ id: z.string() }), judgeNights]),
  databaseCheck("cron", cronRunsQuery, [CronRow, judgeCron]),
  databaseCheck("spend", cappedSpendQuery, [Spent, judgeSpend]),
]

const GB = 1_000_000_000

/** The size of a D1 database at most, by plan. */
const CAPACITY = { paid: 10 * GB, free: 0.5 * GB } as const
type Plan = keyof typeof CAPACITY

function judgeSize(size: number, latencyMs: number, plan: Plan): CheckResult {
  const capacity = CAPACITY[plan]
  const detail = `${(size / GB).toFixed(2)} of ${capacity / GB} GB are used; all checks took ${latencyMs} ms.`
  if (size <= 0.7 * capacity) return fine(detail)
  const toDo = "Shorten retention in the settings of large guilds. A full database takes no writes."
  return { status: size > 0.95 * capacity ? "failing" : "warning", detail, toDo }
}

export interface DatabaseLimits {
  /** The operator's cap for all guilds; `null` for none. */
  capUsd: number | null
  plan: Plan
}

/** Runs all checks, usually in one round trip. Never throws. */
export async function checkDatabase(
  db: Database,
  now: Time,
  { capUsd, plan }: DatabaseLimits,
): Promise<HealthCheck[]> {
  const began = Date.now()
  const all = [...CHECKS, totalCheck(capUsd)]
  const ask = (checks: DatabaseCheck[]) =>
    runBatch(
      db,
      checks.map(({ query }) => query(now)),
    )
  const together = await ask(all).catch(() => null)
  const latencyMs = Date.now() - began
  const answers = await Promise.all(
    all.map(async (check, index) => {
      try {
        const result = together?.[index] ?? (await ask([check]))[0]
        return { result, found: { name: check.name, ...check.judge(result?.results ?? [], now) } }
      } catch (error) {
        // Fallback: the other checks. The database may be unreachable or lack this table.
        return { result: undefined, found: { name: check.name, ...unknownResult(describeError(error)) } }
      }
    }),
  )
  const size = answers.find(({ result }) => result !== undefined)?.result?.meta.size_after
  const database =
    size === undefined ? unknownResult("The database did not answer.") : judgeSize(size, latencyMs, plan)
  return [{ name: "database", ...database }, ...answers.map(({ found }) => found)]
}
