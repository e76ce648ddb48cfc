/** The charts of the overview: statements kept and questions asked, by day. */
import type { Time } from "../../../domain/types.ts"
import type { GuildSeries } from "../../../runtime/guild-stats.ts"
import { ColumnChart } from "../../kit/charts.tsx"
import { Card, countOf } from "../../kit/parts.tsx"
import { percent } from "../figures.ts"
import { CHART_DAYS, chartDays } from "./read-overview.ts"

/** `month` is `null` for whoever may not read every channel: the counts cover them all. */
export function GrowthCards({ month, now }: { month: GuildSeries | null; now: Time }) {
  if (month === null)
    return (
      <Card title="Growth">
        <p class="soft">These figures cover every channel, so only administrators of the server see them.</p>
      </Card>
    )
  const byDay = new Map(month.points.map((point) => [point.from, point]))
  const days = chartDays(now).map((day) => ({ label: day, sums: byDay.get(day) }))
  const { claims, recalls, answers } = month.total
  const answered = recalls.count === 0 ? null : (recalls.byOutcome.useful ?? 0) / recalls.count
  return (
    <div class="grid">
      <Card
        title="Facts learned"
        lead={`${countOf(claims.kept, "statement")} kept in ${CHART_DAYS} days; a fact that is said again counts again, and deletions lower a day's count only until the next nightly run. Besides these, ${countOf(held(claims), "statement")} held back for review or hidden.`}
      >
        <ColumnChart
          title={`Facts learned by day, the last ${CHART_DAYS} days`}
          heads={["Day", "Learned", "Held back"]}
          points={days.map(({ label, sums }) => ({
            label,
            value: sums?.claims.kept ?? 0,
            second: sums === undefined ? 0 : held(sums.claims),
          }))}
        />
      </Card>
      <Card
        title="Questions"
        lead={`${countOf(recalls.count, "search", "searches")}${answered === null ? "" : ` (${percent(answered)} found something useful)`} and ${countOf(answers.count, "answer")} in ${CHART_DAYS} days.${month.complete ? "" : " Today's are missing."}`}
      >
        <ColumnChart
          title={`Questions by day, the last ${CHART_DAYS} days`}
          heads={["Day", "Searches", "Answers"]}
          points={days.map(({ label, sums }) => ({
            label,
            value: sums?.recalls.count ?? 0,
            second: sums?.answers.count ?? 0,
          }))}
        />
      </Card>
    </div>
  )
}

function held({ shadowed, queued }: { shadowed: number; queued: number }): number {
  return shadowed + queued
}
