/** Stores weeks of the claim log as counts, each with its comparison to the weeks before. */
import { z } from "zod"
import { addDays, type LocalDate, startOf, weekday } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { listWeeks, readWeek, type StoredWeek, type WeekCounts } from "../../memory/read/snapshots.ts"
import {
  DRIFT_MEASURES,
  driftOfWeek,
  type JudgedSnapshot,
  type SnapshotWeek,
  type WeekDrift,
} from "./drift.ts"
import { SnapshotSchema, tenths } from "./snapshot.ts"

const MeasureSchema = z.object({ value: z.number(), limit: z.number(), alarm: z.boolean() })
const measures = z.object({
  kinds_psi: MeasureSchema,
  kinds_cosine: MeasureSchema,
  confidence_psi: MeasureSchema,
})

/** A week's comparison as it was stored: a later reading does not change it. */
const DriftBody = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("learning") }),
  z.object({
    kind: z.literal("compared"),
    against: z.object({ weeks: z.int(), policyVersion: z.int() }),
    measures,
    centroid: z.number().nullable(),
    alarms: z.array(z.enum(DRIFT_MEASURES)),
  }),
])
const BodySchema = SnapshotSchema.extend({ drift: DriftBody })

/** Returns the latest stored weeks with their comparisons, earliest first. */
export async function readDrift(db: Database, guildId: Id, limit: number): Promise<WeekDrift[]> {
  const rows = await listWeeks(db, guildId, limit)
  return rows.map(({ week, policy_version, claims, body }) => ({
    week,
    policyVersion: policy_version,
    claims,
    ...BodySchema.parse(JSON.parse(body)).drift,
  }))
}

/** Returns the Monday of the week that ended among these local days; `null` if none did. */
export function finishedWeek(days: readonly { date: LocalDate }[]): LocalDate | null {
  const sunday = days.findLast(({ date }) => weekday(date) === "Sunday")
  return sunday ? addDays(sunday.date, -6) : null
}

/** Weeks that a comparison may need: enough unchanged ones, even if many had an alarm. */
const LOOKED_BACK = 26

/** A finished week, compared with those before; `null` if nothing was claimed in it. */
export interface JudgedWeek {
  drift: WeekDrift
  /** As it is stored. */
  row: StoredWeek
  /** True if a trial of a policy runs. */
  hasTrial: boolean
}

interface WeekTerms {
  week: LocalDate
  timezone: string
  /** Returns the mean direction of the vectors of what was last said in a time; `null` without any. */
  centroidOf(from: Time, to: Time): Promise<number[] | null>
}

/** Counts a week and compares it with the weeks before. */
export async function judgeWeek(
  db: Database,
  guildId: Id,
  { week, timezone, centroidOf }: WeekTerms,
): Promise<JudgedWeek | null> {
  const [from, to] = [startOf(week, timezone), startOf(addDays(week, 7), timezone)]
  const [{ counts, weeks, hasTrial }, centroid] = await Promise.all([
    readWeek(db, guildId, { week, from, to, before: LOOKED_BACK }),
    centroidOf(from, to),
  ])
  const current = weekOfCounts(week, counts, centroid)
  if (current === null) return null
  const drift = driftOfWeek(current, weeks.map(parsedWeek))
  const { week: _, policyVersion, claims, ...judged } = drift
  const alarms = drift.kind === "compared" ? drift.alarms : []
  return {
    drift,
    hasTrial,
    row: {
      week,
      policy_version: policyVersion,
      claims,
      body: JSON.stringify({ ...current.body, drift: judged }),
      alarm: alarms.length === 0 ? null : alarms.join(" "),
    },
  }
}

/** The week's policy is that of most of its claims. */
function weekOfCounts(
  week: LocalDate,
  { kinds, deciles, versions }: WeekCounts,
  centroid: number[] | null,
): SnapshotWeek | null {
  const [most] = Object.entries(versions).sort(([a, one], [b, other]) => other - one || Number(b) - Number(a))
  if (!most) return null
  const claims = Object.values(kinds).reduce((sum, count) => sum + count, 0)
  return {
    week,
    policyVersion: Number(most[0]),
    claims,
    body: { kinds, deciles: tenths(deciles), centroid },
  }
}

function parsedWeek({ week, policy_version, claims, body, alarm }: StoredWeek): JudgedSnapshot {
  const parsed = SnapshotSchema.parse(JSON.parse(body))
  return { week: { week, policyVersion: policy_version, claims, body: parsed }, alarm: alarm !== null }
}
