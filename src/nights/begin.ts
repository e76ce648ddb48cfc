/** Begins nights: the hourly round over all guilds. It starts what is due and does none of the work. */

import { sql } from "drizzle-orm"
import { type LocalDate, localDate } from "../domain/calendar.ts"
import { describeError, Refused } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildsByNight, markNights } from "../memory/db/database.ts"
import { type AuditActor, auditRowIf } from "../memory/write/audit.ts"
import { DEFAULT_SETTINGS, SettingsSchema } from "../policy/settings.ts"
import type { Entered } from "../runtime/enter.ts"
import type { KnownRun, Night } from "./deps.ts"
import { NO_TOTALS, type RunWithTotals, runningOf } from "./ledger/run-reading.ts"
import { abandonRun } from "./ledger/runs.ts"
import { hasEnded, openOrTakeOver } from "./run-takeover.ts"

/** A cron may run for 15 minutes and has other work. */
const ROUND_MS = 5 * 60_000
const PAGE = 500
/** The platform takes so many instances at once, and one of a workflow in so many milliseconds. */
const BATCH = 100
const EACH_MS = 10

export interface BeginBindings {
  DB: D1Database
  NIGHTS: Pick<Workflow<Night>, "createBatch">
}

export interface BatchClock {
  now(): Time
  wait(milliseconds: number): Promise<void>
}

const REAL: BatchClock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
}

/** Begins every guild's night that is due. What fails, and what time does not suffice for, is found again by the next round. */
export async function beginNights(bindings: BeginBindings, pace: BatchClock = REAL): Promise<void> {
  const end = pace.now() + ROUND_MS
  for (let after = ""; pace.now() < end; ) {
    const guilds = await guildsByNight(bindings, { after, limit: PAGE, now: pace.now() })
    const due = nightsDue(guilds, pace.now())
    for (let from = 0; from < due.length && pace.now() < end; from += BATCH)
      await beginBatch(bindings, due.slice(from, from + BATCH), pace)
    const last = guilds.at(-1)
    if (last === undefined || guilds.length < PAGE) return
    after = last.id
  }
}

/** Starts up to a hundred nights, takes down which there are now, and waits until more may be started. */
async function beginBatch(bindings: BeginBindings, due: Due[], pace: BatchClock): Promise<void> {
  const next = pace.now() + due.length * EACH_MS
  try {
    await markNights(bindings, await started(bindings, due))
  } catch (error) {
    // The fallback is the next round: a night that is not taken down is begun again, under the name it has already.
    console.error({ event: "nights.failed", guilds: due.length, error: describeError(error) })
  }
  const early = next - pace.now()
  if (early > 0) await pace.wait(early)
}

/** Those of `due` that have an instance now: made by this call, or by one whose end was lost. */
async function started({ NIGHTS }: BeginBindings, due: Due[]): Promise<Due[]> {
  const { errors } = await NIGHTS.createBatch({ instances: due.map(scheduled).map(workflowInstance) })
  const refused = errors.filter((error) => !isKnown(error))
  if (refused.length > 0)
    console.error({ event: "nights.refused", guilds: refused.length, code: refused[0]?.code ?? null })
  const without = new Set(refused.map(({ index }) => index))
  return due.filter((_, index) => !without.has(index))
}

/** The ledger tells what a night came to: the platform need not keep it longer than it must on its smallest plan. */
const KEPT = { successRetention: "3 days", errorRetention: "3 days" } as const

/** The instance that does a night, under the night's own name. */
export function workflowInstance(night: Night): WorkflowInstanceCreateOptions<Night> {
  return { id: night.runId, params: night, retention: KEPT }
}

function scheduled(due: Due): Night {
  return { guildId: due.guildId, runId: nightId(due), trigger: "schedule", requestedBy: "schedule" }
}

/** The platform's code for an instance of that name being there. */
const ALREADY_EXISTS = 10_405

/** Whether the platform says that there is an instance of this name, which it tells apart from others by a code and in words. */
function isKnown({ code, message }: { code: number; message: string }): boolean {
  return code === ALREADY_EXISTS || /already.exists/i.test(message)
}

// Which guilds' nights are due. Pure.

/** A guild as the hourly round finds it. */
export interface NightCandidate {
  id: Id
  /** As stored, JSON. */
  settings: string
  /** The local date of the last night that was begun for it. */
  nightOn: LocalDate | null
  /** When it is to be erased; null: it stays. */
  leavingAt: Time | null
  /** Whether a night of it is under way. */
  underWay: boolean
}

/** A night to begin. */
interface Due {
  guildId: Id
  day: LocalDate
}

/**
 * The nights to begin now: of guilds whose local date is later than that of the last one begun, so from their own midnight on; one for
 * all that were missed. A guild that is leaving has none, one whose night is under way has its next afterwards.
 */
export function nightsDue(guilds: readonly NightCandidate[], now: Time): Due[] {
  const zones = new Map<string, LocalDate>()
  return guilds
    .filter(({ leavingAt, underWay }) => leavingAt === null && !underWay)
    .map(({ id, settings, nightOn }) => ({ guildId: id, nightOn, day: today(settings, now, zones) }))
    .filter(({ nightOn, day }) => nightOn === null || nightOn < day)
    .map(({ guildId, day }) => ({ guildId, day }))
}

/** Most guilds have the settings that others have: what these come to is kept beside them while one page is looked through. */
function today(settings: string, now: Time, known: Map<string, LocalDate>): LocalDate {
  const day = known.get(settings) ?? localDate(now, timezoneOf(settings))
  known.set(settings, day)
  return day
}

/** The fallback for settings that no longer parse is the default: nothing is left undone for ever by a mistake. */
function timezoneOf(settings: string): string {
  return (SettingsSchema.safeParse(parsed(settings)).data ?? DEFAULT_SETTINGS).timezone
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON: the schema refuses it.
    return null
  }
}

/** The name of a scheduled night and of its instance: there is one a guild and date, however often it is begun. */
export function nightId({ guildId, day }: Due): string {
  return `${guildId}_${day}`
}

/** The name of a night begun by hand; `unique` keeps two of one date apart. */
export function manualNightId({ guildId, day }: Due, unique: string): string {
  return `${guildId}_${day}_h${unique}`
}

// A night begun by hand: written down first, so that of two at once one is refused, then started.

/** Where nights are started and asked after. */
interface Nights {
  NIGHTS: Pick<Workflow<Night>, "create" | "get">
  /** As in `Asking`. */
  since: Time | null
}

/**
 * Begins a night now. Refuses where one is under way (`night_running`); one whose instance has ended gives way. Throws where the
 * platform starts none; nothing is under way then.
 */
export async function beginManualNight(
  { NIGHTS, since }: Nights,
  { db, guild }: Pick<Entered, "db" | "guild">,
  by: AuditActor,
): Promise<RunWithTotals> {
  const guildId = guild.id
  const day = localDate(by.now, guild.settings.timezone)
  const id = manualNightId({ guildId, day }, crypto.randomUUID().slice(0, 8))
  const asked = { id, guildId, day, trigger: "hand", requestedBy: by.actor, startedAt: by.now } as const
  const begun = sql`EXISTS (SELECT 1 FROM runs WHERE id = ${id} AND state = 'running')`
  const noted = auditRowIf(begun, by, { guildId, action: "run.start", target: id })
  const ended = (other: KnownRun) => hasEnded(other, { NIGHTS, since, now: by.now })
  const run = await openOrTakeOver(db, asked, { ended, noted: [noted] })
  if (run === null)
    throw new Refused({ reason: "night_running", runId: (await runningOf(db, guildId))?.id ?? null })
  // Who asked is in the row: the platform, which keeps what an instance is begun with, needs no names.
  const night = { guildId, runId: id, trigger: asked.trigger, requestedBy: "hand" }
  await NIGHTS.create(workflowInstance(night)).catch(async (error: unknown) => {
    await abandonRun(db, { guildId, runId: id }, by.now)
    throw new Error(`night ${id} could not be started`, { cause: error })
  })
  return { ...run, totals: NO_TOTALS }
}
