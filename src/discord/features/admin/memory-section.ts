/** The section of the status page on what is remembered, what the last days brought, and the last night. Pure. */
import type { RunWithTotals } from "../../../nights/ledger/run-reading.ts"
import { aboutWhom, type GuildStats } from "../../../runtime/guild-stats.ts"
import type { Sums } from "../../../runtime/stats-series.ts"
import { timestamp } from "../../bot/ui/ui-kit.ts"

export interface MemoryDetails {
  stats: GuildStats
  /**
   * Counts of the last seven UTC days in every channel; `null` if the reader may not read every channel. Then the page
   * does not say what the night did either.
   */
  week: Sums | null
  /** The number of items to review. */
  reviewCount: number
  /** The guild's last nightly run; `null` if there was none yet. */
  night: RunWithTotals | null
}

export function memorySection({ stats, week, reviewCount, night }: MemoryDetails): string {
  const nightLine = lastNightLine(night, week !== null)
  const { active, shadow, notes, right, wrong, outdated } = stats.amounts
  return [
    "**Memory**",
    `${`${countLabel(active, "fact")} ${aboutWhom(stats.amounts)}`.trim()} · ${countLabel(notes, "note")}`,
    `${reviewCount} to review · ${shadow} hidden`,
    ...(right + wrong + outdated === 0
      ? []
      : [`Answers judged: ${right} right · ${wrong} wrong · ${outdated} outdated`]),
    ...(week === null ? [] : weekLines(week)),
    ...(nightLine === null ? [] : [nightLine]),
  ].join("\n")
}

/** The last seven days in up to two lines. */
function weekLines({ claims, recalls, answers }: Sums): string[] {
  const { kept, labels } = claims
  const changed = (labels.corrected ?? 0) + (labels.forgotten ?? 0)
  const { right = 0, wrong = 0, outdated = 0 } = answers.judged
  const judged = right + wrong + outdated
  const answered =
    judged === 0 ? "" : ` · ${right.toLocaleString("en-US")} of ${countLabel(judged, "judged answer")} right`
  const useful = (recalls.byOutcome.useful ?? 0).toLocaleString("en-US")
  return [
    ...(kept + changed + judged === 0
      ? []
      : [
          `Last 7 days: ${countLabel(kept, "statement")} kept · ${changed} corrected or forgotten${answered}`,
        ]),
    ...(recalls.count === 0
      ? []
      : [
          `Last 7 days: ${countLabel(recalls.count, "search", "searches")} · ${useful} with something useful`,
        ]),
  ]
}

export function countLabel(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`
}

// The last nightly run in one line. Pure.

/** The counts to report, in this order: the name used by the run's steps, singular and plural. */
const WORK_COUNTS: [name: string, one: string, many: string][] = [
  ["people", "profile checked", "profiles checked"],
  ["groups", "channel or server checked", "channels and server checked"],
  ["merged", "fact merged", "facts merged"],
  ["promoted", "fact made permanent", "facts made permanent"],
  ["retired", "fact retired", "facts retired"],
  ["topics", "daily topic", "daily topics"],
  ["written", "summary written", "summaries written"],
]

/** Counts of work that was reduced or postponed. */
const REDUCED_COUNTS: [name: string, one: string, many: string][] = [
  ["by_rules", "done by rules only", "done by rules only"],
  ["postponed", "postponed", "postponed"],
]

/** Returns `null` if there was no run yet. Says what the run did only with `counts`. @internal */
export function lastNightLine(run: RunWithTotals | null, counts = true): string | null {
  if (run === null) return null
  const { state, startedAt, finishedAt, totals } = run
  if (state === "running")
    return `The nightly run is in progress, started ${timestamp(startedAt, "relative")}.`
  const done = [...formatCounts(WORK_COUNTS, totals.counts), ...formatCounts(REDUCED_COUNTS, totals.counts)]
  const cost = totals.calls === 0 ? [] : [formatNightCost(totals)]
  const capNote = (totals.counts.unpaid ?? 0) > 0 ? " A spending cap was reached. Rules did the rest." : ""
  const work = !counts ? ["done"] : done.length === 0 ? ["nothing to do"] : done
  const what = [...work, ...cost].join(", ")
  return `Last nightly run (${timestamp(finishedAt ?? startedAt, "relative")}): ${what}.${capNote}${state === "failed" ? failureNote(totals.errors) : ""}`
}

/** A failed run in which no part was given up was interrupted. */
function failureNote(errors: number): string {
  const what =
    errors === 0 ? "It was interrupted" : errors === 1 ? "One part failed" : `${errors} parts failed`
  return ` ${what}. The next run retries it.`
}

function formatCounts(names: typeof WORK_COUNTS, counts: RunWithTotals["totals"]["counts"]): string[] {
  return names.flatMap(([name, one, many]) => {
    const count = counts[name] ?? 0
    return count > 0 ? [`${count.toLocaleString("en-US")} ${count === 1 ? one : many}`] : []
  })
}

/** In tenths of a cent, because a run costs little. Smaller amounts are not shown as zero. */
function formatNightCost({ costUsd, unpricedTokens }: RunWithTotals["totals"]): string {
  const known = costUsd > 0 && costUsd < 0.001 ? "less than $0.001" : `$${costUsd.toFixed(3)}`
  if (unpricedTokens === 0) return known
  return costUsd === 0 ? "price unknown" : `${known} (some prices unknown)`
}
