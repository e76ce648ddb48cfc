/**
 * Starts nightly runs: the hourly cron round over all guilds, and runs started by hand. It does none of their
 * work.
 */

import { sql } from "drizzle-orm"
import { type LocalDate, localDate } from "../domain/calendar.ts"
import { describeError, Refused } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildsByNight, markNights } from "../memory/db/database.ts"
import { parseStored } from "../memory/db/json-column.ts"
import { type AuditActor, auditRowIf } from "../memory/write/audit.ts"
import { DEFAULT_SETTINGS, SettingsSchema } from "../policy/settings.ts"
import type { Entered } from "../runtime/enter.ts"
import type { KnownRun, Night } from "./deps.ts"
import { NO_TOTALS, type RunWithTotals, runningOf } from "./ledger/run-reading.ts"
import { abandonRun } from "./ledger/runs.ts"
import { hasEnded, openOrTakeOver } from "./run-takeover.ts"
import type { NightRunner } from "./runner/runner.ts"

/** Time for one round. A cron invocation may run for 15 minutes and has other work. */
const ROUND_MS = 5 * 60_000
const PAGE = 500
/** Cloudflare's limits: 100 instances per call, and one new instance of a workflow every 10 ms. */
const INSTANCES_PER_CALL = 100
const MS_PER_INSTANCE = 10

export interface BeginBindings {
  DB: D1Database
  NIGHTS: Pick<NightRunner, "createBatch">
}

export interface BatchClock {
  now(): Time
  wait(milliseconds: number): Promise<void>
}

const REAL_CLOCK: BatchClock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
}

/**
 * Starts the nightly run of every guild that is due. The next round picks up failures and guilds this round
 * had no time for.
 */
export async function beginNights(bindings: BeginBindings, clock: BatchClock = REAL_CLOCK): Promise<void> {
  const end = clock.now() + ROUND_MS
  for (let after = ""; clock.now() < end; ) {
    const guilds = await guildsByNight(bindings, { after, limit: PAGE, now: clock.now() })
    const due = nightsDue(guilds, clock.now())
    for (let from = 0; from < due.length && clock.now() < end; from += INSTANCES_PER_CALL)
      await beginBatch(bindings, due.slice(from, from + INSTANCES_PER_CALL), clock)
    const last = guilds.at(-1)
    if (last === undefined || guilds.length < PAGE) return
    after = last.id
  }
}

/**
 * Starts up to 100 runs, records those that now have an instance, and waits until Cloudflare accepts more.
 */
async function beginBatch(bindings: BeginBindings, due: Due[], clock: BatchClock): Promise<void> {
  const next = clock.now() + due.length * MS_PER_INSTANCE
  try {
    await markNights(bindings, await createInstances(bindings, due))
  } catch (error) {
    // Fallback: the next round. A run that was not recorded is started again under the same instance name.
    console.error({ event: "nights.failed", guilds: due.length, error: describeError(error) })
  }
  const spareMs = next - clock.now()
  if (spareMs > 0) await clock.wait(spareMs)
}

/**
 * Returns the entries of `due` that have an instance now: created by this call, or by an earlier one whose
 * response was lost.
 */
async function createInstances({ NIGHTS }: BeginBindings, due: Due[]): Promise<Due[]> {
  const { errors } = await NIGHTS.createBatch({ instances: due.map(scheduledNight).map(workflowInstance) })
  const refused = errors.filter((error) => !isExistingInstance(error))
  if (refused.length > 0)
    console.error({ event: "nights.refused", guilds: refused.length, code: refused[0]?.code ?? null })
  const failed = new Set(refused.map(({ index }) => index))
  return due.filter((_, index) => !failed.has(index))
}

/**
 * The ledger records what a run did, so Cloudflare keeps the instance no longer than its smallest plan does.
 */
const INSTANCE_RETENTION = { successRetention: "3 days", errorRetention: "3 days" } as const

/** Builds the workflow instance of a run. Its id is the run id. */
function workflowInstance(night: Night): WorkflowInstanceCreateOptions<Night> {
  return { id: night.runId, params: night, retention: INSTANCE_RETENTION }
}

function scheduledNight(due: Due): Night {
  return { guildId: due.guildId, runId: nightId(due), trigger: "schedule", requestedBy: "schedule" }
}

/** Cloudflare's error code for an instance id that already exists. */
const ALREADY_EXISTS = 10_405

/** Returns true if Cloudflare reports that the instance exists, by code or by message. */
function isExistingInstance({ code, message }: { code: number; message: string }): boolean {
  return code === ALREADY_EXISTS || /already.exists/i.test(message)
}

// Guilds that are due. Pure.

/** A guild row as the hourly round reads it. @internal */
export interface NightCandidate {
  id: Id
  /** Stored settings, as JSON. */
  settings: string
  /** Local date of the last run started for the guild. */
  nightOn: LocalDate | null
  /** When the guild will be erased; `null` if it stays. */
  leavingAt: Time | null
  /** True while a run of the guild is in progress. */
  underWay: boolean
}

/** A run to start. */
interface Due {
  guildId: Id
  day: LocalDate
}

/**
 * Returns the runs to start now: guilds whose local date is later than that of their last run, so each is due
 * from its own midnight. One run covers all missed nights. A guild that is leaving gets none; a guild with a
 * run in progress gets its next run afterwards.
 * @internal
 */
export function nightsDue(guilds: readonly NightCandidate[], now: Time): Due[] {
  const zones = new Map<string, LocalDate>()
  return guilds
    .filter(({ leavingAt, underWay }) => leavingAt === null && !underWay)
    .map(({ id, settings, nightOn }) => ({ guildId: id, nightOn, day: today(settings, now, zones) }))
    .filter(({ nightOn, day }) => nightOn === null || nightOn < day)
    .map(({ guildId, day }) => ({ guildId, day }))
}

/** Most guilds have the same settings, so the date per settings text is cached for one page. */
function today(settings: string, now: Time, known: Map<string, LocalDate>): LocalDate {
  const day = known.get(settings) ?? localDate(now, timezoneOf(settings))
  known.set(settings, day)
  return day
}

/**
 * Settings that no longer parse fall back to the defaults, so a mistake never stops a guild's runs for good.
 */
function timezoneOf(settings: string): string {
  return (SettingsSchema.safeParse(parseStored(settings, null)).data ?? DEFAULT_SETTINGS).timezone
}

/** Run and instance id of a scheduled run: one per guild and date, however often it is started. @internal */
export function nightId({ guildId, day }: Due): string {
  return `${guildId}_${day}`
}

/** Run id of a manual run; `unique` tells two on the same date apart. @internal */
export function manualNightId({ guildId, day }: Due, unique: string): string {
  return `${guildId}_${day}_h${unique}`
}

// Manual runs. The run is recorded before its instance starts, so one of two concurrent requests is refused.

/** Starts runs and looks up their instances. */
interface ManualNightDeps {
  NIGHTS: Pick<NightRunner, "create" | "get">
  /** See `InstanceLookup`. */
  since: Time | null
}

/**
 * Starts a run now. Refuses with `night_running` while another is in progress; a run whose instance has ended
 * is replaced. Throws if Cloudflare starts no instance; no run is in progress then.
 */
export async function beginManualNight(
  { NIGHTS, since }: ManualNightDeps,
  { db, guild }: Pick<Entered, "db" | "guild">,
  by: AuditActor,
): Promise<RunWithTotals> {
  const guildId = guild.id
  const day = localDate(by.now, guild.settings.timezone)
  const id = manualNightId({ guildId, day }, crypto.randomUUID().slice(0, 8))
  const requested = { id, guildId, day, trigger: "hand", requestedBy: by.actor, startedAt: by.now } as const
  const begun = sql`EXISTS (SELECT 1 FROM runs WHERE id = ${id} AND state = 'running')`
  const noted = auditRowIf(begun, by, { guildId, action: "run.start", target: id })
  const ended = (other: KnownRun) => hasEnded(other, { NIGHTS, since, now: by.now })
  const run = await openOrTakeOver(db, requested, { ended, noted: [noted] })
  if (run === null)
    throw new Refused({ reason: "night_running", runId: (await runningOf(db, guildId))?.id ?? null })
  // The ledger row names the requester. Cloudflare stores instance parameters, so they hold no names.
  const night = { guildId, runId: id, trigger: requested.trigger, requestedBy: "hand" }
  await NIGHTS.create(workflowInstance(night)).catch(async (error: unknown) => {
    await abandonRun(db, { guildId, runId: id }, by.now)
    throw new Error(`night ${id} could not be started`, { cause: error })
  })
  return { ...run, totals: NO_TOTALS }
}
