/** The overview of a guild: what needs a manager, what is known, how it grows, what it costs, and if all runs. */
import { Hono } from "hono"
import { z } from "zod"
import { aboutWhom, rereadText } from "../../../runtime/guild-stats.ts"
import { ActField, PostButton, readForm } from "../../kit/forms.tsx"
import { guildPage } from "../../kit/layout.tsx"
import { redirectTo } from "../../kit/notices.ts"
import { Badge, Card, countOf, Figures } from "../../kit/parts.tsx"
import type { GuildApp, Visit } from "../../session/visit.ts"
import { dollars, percent, wholeNumber } from "../figures.ts"
import { changeSettingsForVisit } from "../settings-change.ts"
import { ConnectionCard, NightCard, SpendCard } from "./cards.tsx"
import { GrowthCards } from "./growth.tsx"
import { type Need, needsOf } from "./needs.ts"
import { type Overview, readOverview } from "./read-overview.ts"

export const overviewPages = new Hono<GuildApp>()

overviewPages.get("/overview", async (c) => {
  const visit = c.get("visit")
  const overview = await readOverview(visit)
  return guildPage(c, {
    title: "Overview",
    lead: "What Keepsake knows in the channels that you can read, and how it is doing.",
    active: "manage/overview",
    actions: <PauseButton visit={visit} />,
    content: (
      <>
        <NeedsCard needs={needsOf(visit.entered.guild, overview)} base={visit.base} />
        <Figures items={figuresOf(visit, overview)} />
        <GrowthCards month={overview.month} now={visit.now} />
        <div class="grid of-three">
          <NightCard night={overview.night} visit={visit} />
          <SpendCard spend={overview.stats.spend} reader={overview.stats.reader} visit={visit} />
          <ConnectionCard overview={overview} visit={visit} />
        </div>
      </>
    ),
  })
})

overviewPages.post("/pause", async (c) => {
  const visit = c.get("visit")
  const { act, paused } = await readForm(c, z.object({ act: ActField, paused: z.enum(["true", "false"]) }))
  const read_only = paused === "true"
  await changeSettingsForVisit(visit, (settings) => ({ ...settings, read_only }), {
    act,
    detail: { read_only },
  })
  return redirectTo(c, `${visit.base}/manage/overview`, { done: read_only ? "paused" : "resumed" })
})

function PauseButton({ visit }: { visit: Visit }) {
  const isPaused = visit.entered.guild.settings.read_only
  return (
    <PostButton action={`${visit.base}/manage/pause`} fields={{ paused: String(!isPaused) }}>
      {isPaused ? "Resume saving" : "Pause saving"}
    </PostButton>
  )
}

function NeedsCard({ needs, base }: { needs: readonly Need[]; base: string }) {
  if (needs.length === 0)
    return (
      <Card title="Needs you">
        <p>
          <Badge tone="good" dot>
            All is well
          </Badge>{" "}
          Nothing waits for you.
        </p>
      </Card>
    )
  return (
    <Card title="Needs you" flush>
      <ul class="rows">
        {needs.map(({ tone, title, text, to }) => (
          <li>
            <div class="main-part">
              <span>
                <Badge tone={tone} dot>
                  {title}
                </Badge>
              </span>
              <span class="meta">{text}</span>
            </div>
            {to === null ? null : (
              <div class="end">
                <a class="button" href={`${base}/${to.path}`}>
                  {to.link}
                </a>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function figuresOf({ base, entered }: Visit, { stats, reviewCount, week }: Overview) {
  const { amounts, channels, unread, spend } = stats
  const judged = amounts.right + amounts.wrong + amounts.outdated
  return [
    {
      label: "Facts in use",
      value: wholeNumber(amounts.active),
      hint: aboutWhom(amounts),
      href: `${base}/memories`,
    },
    {
      label: "Notes",
      value: wholeNumber(amounts.notes),
      hint: "of conversations",
      href: `${base}/conversations`,
    },
    {
      label: "To review",
      value: wholeNumber(reviewCount),
      hint: `${wholeNumber(amounts.shadow)} hidden`,
      href: `${base}/manage/review`,
    },
    {
      label: "Channels read",
      value: wholeNumber(channels.heard),
      hint: `${wholeNumber(channels.off)} ignored`,
      href: `${base}/run/channels`,
    },
    {
      label: "Messages not read yet",
      value: wholeNumber(unread.messages),
      hint:
        entered.guild.leavingAt !== null
          ? "not read while an erasure of the server is scheduled"
          : unread.silent > 0
            ? `${countOf(unread.silent, "channel")} did not answer`
            : (rereadText(unread) ?? "waiting for a lull"),
    },
    ...(week === null
      ? []
      : [
          {
            label: "Bad facts",
            value: percent(week.settled === 0 ? null : week.bad / week.settled, 1),
            hint: `rejected, corrected, forgotten or called wrong: ${wholeNumber(week.bad)} of ${wholeNumber(week.settled)} from the last 7 days, without what was deleted since or still waits`,
          },
        ]),
    ...(judged === 0
      ? []
      : [
          {
            label: "Answers judged right",
            value: percent(amounts.right / judged),
            hint: countOf(judged, "judgment"),
          },
        ]),
    {
      label: "Costs this month",
      value: spend.month.unpriced > 0 ? "Price unknown" : dollars(spend.month.usd),
      hint:
        spend.forecast === null
          ? `${wholeNumber(spend.month.tokens)} tokens`
          : `${dollars(spend.forecast.month.usd)} forecast`,
      href: `${base}/run/spend`,
    },
  ]
}
