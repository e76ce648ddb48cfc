/** What the guild's last night came to, in one line. Pure. */
import type { RunTold } from "../../../nights/ledger/run-reading.ts"
import { timestamp } from "../../bot/ui/ui-kit.ts"

/** What of a night's counts is told, in this order: the name that its steps give it, and how one and many are said. */
const DONE: [name: string, one: string, many: string][] = [
  ["people", "person looked through", "people looked through"],
  ["merged", "fact merged", "facts merged"],
  ["promoted", "fact found lasting", "facts found lasting"],
  ["retired", "fact retired", "facts retired"],
  ["topics", "topic", "topics"],
  ["written", "digest written", "digests written"],
]

/** What was done less well than it might have been. */
const SHORT: [name: string, one: string, many: string][] = [
  ["by_rules", "done by rules alone", "done by rules alone"],
  ["postponed", "put off", "put off"],
]

/** The line; null where there was no night yet. */
export function lastNight(run: RunTold | null): string | null {
  if (run === null) return null
  const { state, startedAt, finishedAt, totals } = run
  if (state === "running") return `Tonight's work is under way, since ${timestamp(startedAt, "relative")}.`
  const done = [...said(DONE, totals.counts), ...said(SHORT, totals.counts)]
  const cost = totals.calls === 0 ? [] : [priced(totals)]
  const unpaid = (totals.counts.unpaid ?? 0) > 0 ? " A cap was reached: no model did the rest." : ""
  const what = [...(done.length === 0 ? ["nothing to do"] : done), ...cost].join(", ")
  return `Last night (${timestamp(finishedAt ?? startedAt, "relative")}): ${what}.${unpaid}${state === "failed" ? unfinished(totals.errors) : ""}`
}

/** A night without a step that was given up, and failed all the same, died. */
function unfinished(errors: number): string {
  const what =
    errors === 0
      ? "It was cut short"
      : errors === 1
        ? "One part was given up"
        : `${errors} parts were given up`
  return ` ${what}; the next night makes it good.`
}

function said(names: typeof DONE, counts: RunTold["totals"]["counts"]): string[] {
  return names.flatMap(([name, one, many]) => {
    const count = counts[name] ?? 0
    return count > 0 ? [`${count.toLocaleString("en-US")} ${count === 1 ? one : many}`] : []
  })
}

/** In tenths of a cent: a night costs little. What is less is not nothing. */
function priced({ costUsd, unpricedTokens }: RunTold["totals"]): string {
  const known = costUsd > 0 && costUsd < 0.001 ? "less than $0.001" : `$${costUsd.toFixed(3)}`
  if (unpricedTokens === 0) return known
  return costUsd === 0 ? "price not known" : `${known} as far as prices are known`
}
