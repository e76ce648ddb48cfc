/** Reads what the overview shows: the figures of `/keepsake status` and of the API, as far as the visitor may know them. */
import { addDays, DAY, type LocalDate, utcDate } from "../../../domain/calendar.ts"
import { type HistoryJob, openHistoryJobs } from "../../../history/job-rows.ts"
import { type BadStatements, countBadStatements } from "../../../memory/read/stats.ts"
import { countReviewItems } from "../../../memory/write/review-decisions.ts"
import { lastRun, type RunWithTotals } from "../../../nights/ledger/run-reading.ts"
import { lastRollback, type Trial } from "../../../policy/trials.ts"
import { type ConnectionStatus, readConnectionStatus } from "../../../runtime/connection-status.ts"
import { type GuildSeries, type GuildStats, guildSeries, guildStats } from "../../../runtime/guild-stats.ts"
import type { Visit } from "../../session/visit.ts"

export interface Overview {
  stats: GuildStats
  connection: ConnectionStatus
  /** The number of items that wait for a decision. */
  reviewCount: number
  /** `null` before the first night. */
  night: RunWithTotals | null
  /** Imports that wait for somebody to start them or to go on; none for whoever is no administrator. */
  waitingImports: HistoryJob[]
  /** A trial that ended by itself in the last week. */
  rollback: Trial | null
  /**
   * Counts of the last 30 UTC days. They cover every channel, so they are `null` for whoever may not read every channel.
   */
  month: GuildSeries | null
  /** Statements of the last seven UTC days; `null` like the month. */
  week: BadStatements | null
}

export const CHART_DAYS = 30

export async function readOverview(visit: Visit): Promise<Overview> {
  const { entered, guildId, viewer, runtime, now, isAdministrator } = visit
  const { db } = entered
  const range = { from: utcDate(now - (CHART_DAYS - 1) * DAY), to: utcDate(now), step: "day", now } as const
  const [stats, connection, reviewCount, night, rollback, imports, month, week] = await Promise.all([
    guildStats(runtime.env, entered, { viewer, now }),
    readConnectionStatus(runtime, guildId),
    countReviewItems(db, viewer),
    lastRun(db, guildId),
    lastRollback(db, guildId, now - 7 * DAY),
    isAdministrator ? openHistoryJobs(db, guildId) : [],
    isAdministrator ? guildSeries(runtime.env, entered, range) : null,
    isAdministrator ? countBadStatements(db, guildId, utcDate(now - 6 * DAY)) : null,
  ])
  const waitingImports = imports.filter(
    ({ kind, state }) => kind !== "package" && (state === "ready" || state === "paused"),
  )
  return { stats, connection, reviewCount, night, rollback, month, week, waitingImports }
}

/** Returns the days of the chart, oldest first. Pure. */
export function chartDays(now: number): LocalDate[] {
  const first = utcDate(now - (CHART_DAYS - 1) * DAY)
  return Array.from({ length: CHART_DAYS }, (_, place) => addDays(first, place))
}
