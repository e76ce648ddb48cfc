/**
 * Compares a week of claims with the weeks before it, and says if it differs by more than chance. Pure.
 *
 * Cosine is what a reader expects, but the cosine of two lists of shares hardly moves; the population stability index
 * (PSI) beside it is Σ (p − q) ln(p / q). Both depend on the number of claims, so neither has a fixed limit: a limit
 * comes from a bootstrap of weeks drawn from the shares of the unchanged weeks, widened by how much these weeks differ
 * among themselves.
 */
import { cosine, distancesOf, limitsOf, poolOf, sum } from "./distances.ts"
import type { Snapshot } from "./snapshot.ts"

export interface SnapshotWeek {
  /** The Monday it begins with, `YYYY-MM-DD`. */
  week: string
  policyVersion: number
  claims: number
  body: Snapshot
}

export const DRIFT_MEASURES = ["kinds_psi", "kinds_cosine", "confidence_psi"] as const
type DriftMeasure = (typeof DRIFT_MEASURES)[number]

interface MeasuredDrift {
  /** A PSI, or a cosine. */
  value: number
  /** A PSI above it, or a cosine below it, raises the alarm. */
  limit: number
  alarm: boolean
}

/** `learning`: too few claims or unchanged weeks to compare with. `against`: the weeks compared with, and their version. */
export type WeekDrift = { week: string; policyVersion: number; claims: number } & (
  | { kind: "learning" }
  | {
      kind: "compared"
      against: { weeks: number; policyVersion: number }
      measures: Record<DriftMeasure, MeasuredDrift>
      /** Cosine of the mean embeddings of this week and the one before; null without vectors. */
      centroid: number | null
      alarms: DriftMeasure[]
    }
)

/** Weeks compared with: no fewer, or the limits mean nothing, and no more, or a slow change of the server looks sudden. */
const [FEWEST_WEEKS, MOST_WEEKS] = [4, 12]
const FEWEST_CLAIMS = 30

/** A week, and if it raised an alarm. */
export interface JudgedSnapshot {
  week: SnapshotWeek
  alarm: boolean
}

/** Judges all weeks in order, each by those before it. @internal */
export function driftOf(weeks: readonly SnapshotWeek[]): WeekDrift[] {
  const before: JudgedSnapshot[] = []
  return weeks.map((week) => {
    const drift = driftOfWeek(week, before)
    before.push({ week, alarm: drift.kind === "compared" && drift.alarms.length > 0 })
    return drift
  })
}

/**
 * Judges one week by the unchanged weeks before it, oldest first. A week with an alarm is no reference for later ones,
 * until so many follow each other that the server has changed for good. A week under a new policy version is compared
 * with those of the version before, until the new one has enough weeks of its own: so a change of policy that moves the
 * memory is seen.
 */
export function driftOfWeek(week: SnapshotWeek, before: readonly JudgedSnapshot[]): WeekDrift {
  const { policyVersion, claims, body } = week
  const base = { week: week.week, policyVersion, claims }
  const reference = referenceOf(week, before)
  const version = reference[0]?.policyVersion
  if (claims < FEWEST_CLAIMS || version === undefined) return { ...base, kind: "learning" }
  const all = [...reference, week]
  const kinds = compare(
    tally(all, ({ kinds: counted }) => counted),
    week.week,
  )
  const confidence = compare(
    tally(all, ({ deciles }) => Object.fromEntries(deciles.entries())),
    week.week,
  )
  const measures = {
    kinds_psi: kinds.psi,
    kinds_cosine: kinds.cosine,
    confidence_psi: confidence.psi,
  }
  const last = before.at(-1)?.week.body.centroid ?? null
  return {
    ...base,
    kind: "compared",
    against: { weeks: reference.length, policyVersion: version },
    measures,
    centroid: last && body.centroid ? cosine(last, body.centroid) : null,
    alarms: DRIFT_MEASURES.filter((name) => measures[name].alarm),
  }
}

/** Returns the latest weeks of one version with enough claims; none if there are too few. */
function referenceOf(week: SnapshotWeek, before: readonly JudgedSnapshot[]): SnapshotWeek[] {
  const usable = unchangedOf(before.filter((one) => one.week.claims >= FEWEST_CLAIMS))
  const versions = [week.policyVersion, ...usable.map(({ policyVersion }) => policyVersion).reverse()]
  for (const version of new Set(versions)) {
    const own = usable.filter(({ policyVersion }) => policyVersion === version).slice(-MOST_WEEKS)
    if (own.length >= FEWEST_WEEKS) return own
  }
  return []
}

/** Leaves out weeks with an alarm; but FEWEST_WEEKS of them in a row begin a new normal, and what was before is past. */
function unchangedOf(before: readonly JudgedSnapshot[]): SnapshotWeek[] {
  let [run, start, end] = [0, 0, 0]
  for (const [at, { alarm }] of before.entries()) {
    run = alarm ? run + 1 : 0
    if (run === FEWEST_WEEKS) [start, end] = [at + 1 - run, at + 1]
  }
  return before.flatMap(({ week, alarm }, at) => (at >= start && (!alarm || at < end) ? [week] : []))
}

/** Counts of the same cells, a row for each week; the last row is the week to judge. */
function tally(
  weeks: readonly SnapshotWeek[],
  countsOf: (body: Snapshot) => Record<string, number>,
): number[][] {
  const all = weeks.map(({ body }) => countsOf(body))
  const names = [...new Set(all.flatMap((counts) => Object.keys(counts)))].sort()
  const rows = all.map((counts) => names.map((name) => counts[name] ?? 0))
  return withoutRare(rows)
}

/** A cell with fewer expected claims in a week is joined with the other rare ones, or chance would decide. */
const FEWEST_EXPECTED = 5

function withoutRare(rows: readonly number[][]): number[][] {
  const week = sum(rows.at(-1) ?? [])
  const reference = rows.slice(0, -1)
  const total = Math.max(1, sum(reference.map((row) => sum(row))))
  const size = rows[0]?.length ?? 0
  const cells = Array.from({ length: size }, (_, cell) => cell)
  const inReference = (cell: number) => sum(reference.map((row) => row[cell] ?? 0))
  const isCommon = (cell: number) => (inReference(cell) / total) * week >= FEWEST_EXPECTED
  const [common, rare] = [cells.filter(isCommon), cells.filter((cell) => !isCommon(cell))]
  return rows.map((row) => [...common.map((cell) => row[cell] ?? 0), sum(rare.map((cell) => row[cell] ?? 0))])
}

function compare(rows: readonly number[][], seed: string): { psi: MeasuredDrift; cosine: MeasuredDrift } {
  const reference = rows.slice(0, -1)
  const week = rows.at(-1) ?? []
  const { psi, angle } = distancesOf(week, poolOf(reference))
  const limits = limitsOf(week, reference, seed)
  return {
    psi: { value: psi, limit: limits.psi, alarm: psi > limits.psi },
    cosine: { value: 1 - angle, limit: 1 - limits.angle, alarm: angle > limits.angle },
  }
}
