/** Drift: how far each finished week moved from those before it. */
import { Hono } from "hono"
import type { WeekDrift } from "../../../policy/lab/drift.ts"
import { readDrift } from "../../../policy/lab/weeks.ts"
import { guildPage } from "../../kit/layout.tsx"
import { DataTable } from "../../kit/lists.tsx"
import { Badge, Card, Empty } from "../../kit/parts.tsx"
import type { GuildApp } from "../../session/visit.ts"
import { wholeNumber } from "../figures.ts"
import { ForAdministrators, PolicyTabs } from "./policy-parts.tsx"

const WEEKS = 26

export const driftPages = new Hono<GuildApp>()

driftPages.get("/policy/drift", async (c) => {
  const { entered, guildId, base, isAdministrator } = c.get("visit")
  const weeks = isAdministrator ? await readDrift(entered.db, guildId, WEEKS) : null
  return guildPage(c, {
    title: "Drift",
    lead: "Drift means that the facts Keepsake learns begin to look different. Each finished week is compared with the weeks before it; an alarm shows a change larger than chance explains. Behind each value stands its limit.",
    active: "manage/policy",
    crumbs: [{ href: `${base}/manage/policy`, text: "Policy" }],
    content: (
      <>
        <PolicyTabs base={base} active="manage/policy/drift" />
        <Card flush>{weeks === null ? <Withheld /> : <Weeks weeks={weeks} />}</Card>
      </>
    ),
  })
})

function Withheld() {
  return (
    <div class="inner">
      <ForAdministrators />
    </div>
  )
}

function Weeks({ weeks }: { weeks: readonly WeekDrift[] }) {
  if (weeks.length === 0)
    return (
      <Empty icon="calendar" title="No week is finished yet">
        <p>
          The night after the first full week with messages adds it here. Five weeks are needed to compare.
        </p>
      </Empty>
    )
  return (
    <DataTable
      caption="Finished weeks, latest first"
      columns={[
        { text: "Week from" },
        { text: "Policy", number: true },
        { text: "Proposed facts", number: true },
        { text: "Types (PSI)", number: true },
        { text: "Types (cosine)", number: true },
        { text: "Confidence (PSI)", number: true },
        { text: "Status" },
      ]}
      rows={weeks
        .toReversed()
        .map((one) => [
          one.week,
          String(one.policyVersion),
          wholeNumber(one.claims),
          measureText(one, "kinds_psi"),
          measureText(one, "kinds_cosine"),
          measureText(one, "confidence_psi"),
          <WeekState week={one} />,
        ])}
    />
  )
}

/** The value with the limit beyond which it raises the alarm. */
function measureText(week: WeekDrift, name: "kinds_psi" | "kinds_cosine" | "confidence_psi"): string {
  if (week.kind === "learning") return "–"
  const { value, limit } = week.measures[name]
  return `${value.toFixed(3)} / ${limit.toFixed(3)}`
}

function WeekState({ week }: { week: WeekDrift }) {
  if (week.kind === "learning") return <Badge>Learning</Badge>
  return week.alarms.length > 0 ? (
    <Badge tone="bad" dot>
      Alarm
    </Badge>
  ) : (
    <Badge tone="good" dot>
      As before
    </Badge>
  )
}
