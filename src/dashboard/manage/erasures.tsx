/**
 * Erasures and their progress, without naming whom they erase, and the erasure of a channel. The erasure of a person is
 * requested by that person, on their own pages.
 */
import { Hono } from "hono"
import type { Child } from "hono/jsx"
import { z } from "zod"
import { channelOf } from "../../access/permissions.ts"
import { Refused } from "../../domain/errors.ts"
import { Snowflake } from "../../domain/ids.ts"
import { type ErasureJob, type ErasureKind, listJobs, openErasure } from "../../erasure/jobs.ts"
import { stepsDone } from "../../erasure/plan.ts"
import { wakeEraser } from "../../erasure/wake.ts"
import { ActField, CheckField, PostForm, readForm, SelectField, Submit } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Pager, pageOf } from "../kit/lists.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Badge, Card, countOf, Empty, When } from "../kit/parts.tsx"
import { splitCounts } from "../open/erasure-page.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { ServerErasureCard } from "./erase-server.tsx"
import { channelLabel, mayUseChannel, readableChannels } from "./readable-channels.ts"

const PAGE = 25

const KIND_NAMES: Record<ErasureKind, string> = {
  person: "A person",
  channel: "A channel",
  guild: "This server",
}

/** Says what a job erases. A channel that the visitor may not read has no name here. */
function subjectOf(visit: Visit, { kind, target }: Pick<ErasureJob, "kind" | "target">): Child {
  if (kind !== "channel" || !(visit.isAdministrator || mayUseChannel(visit, target))) return KIND_NAMES[kind]
  const name = channelOf(visit.entered.structure, target)?.name ?? null
  return name === null ? (
    <>
      Channel <code>{target}</code>
    </>
  ) : (
    `#${name}`
  )
}

export const erasurePages = new Hono<GuildApp>()

erasurePages.get("/erasures", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId } = visit
  const found = await listJobs(entered.db, guildId, { before: cursorIn(c), limit: PAGE + 1 })
  const { items, next } = pageOf(found, PAGE, ({ requestedAt, id }) => ({ at: requestedAt, id }))
  const isOpen = items.some(({ state }) => state !== "done")
  return guildPage(c, {
    title: "Erasures",
    lead: "What is being erased, and what was. An erasure runs in steps and checks at the end that nothing is left.",
    active: "run/erasures",
    ...(isOpen ? { refresh: 5 } : {}),
    content: (
      <>
        <Card flush>
          {items.length === 0 ? (
            <Empty icon="trash" title="Nothing was erased">
              <p>People erase their own data under Privacy and data, or with /privacy in Discord.</p>
            </Empty>
          ) : (
            <ul class="rows">
              {items.map((job) => (
                <ErasureRow job={job} visit={visit} />
              ))}
            </ul>
          )}
        </Card>
        <Pager c={c} next={next} />
        {entered.guild.leavingAt === null ? <ChannelCard visit={visit} /> : null}
        <ServerErasureCard visit={visit} />
      </>
    ),
  })
})

function ErasureRow({ job, visit }: { job: ErasureJob; visit: Visit }) {
  const { kind, state, step, requestedAt, finishedAt } = job
  const { removed, changed } = splitCounts(job)
  const figures = [
    [removed, "removed"],
    [changed, "changed"],
  ] as const
  const { done, of } = stepsDone(kind, step)
  return (
    <li>
      <div class="main-part">
        <span>
          {subjectOf(visit, job)}{" "}
          {state === "done" ? (
            <Badge tone="good" dot>
              Done
            </Badge>
          ) : (
            <Badge tone="accent" dot>
              {state === "waiting" ? "Waiting" : `Step ${done + 1} of ${of}`}
            </Badge>
          )}
        </span>
        {state === "running" ? (
          <progress max={of} value={done} aria-label="Progress">
            {done} of {of}
          </progress>
        ) : null}
        <span class="meta">
          <span>
            requested <When at={requestedAt} clock={visit} />
          </span>
          {finishedAt === null ? null : (
            <span>
              finished <When at={finishedAt} clock={visit} />
            </span>
          )}
          {visit.isAdministrator
            ? figures.map(([counts, done]) => {
                const sum = counts.reduce((total, [, count]) => total + count, 0)
                return sum === 0 ? null : (
                  <span>
                    {countOf(sum, "record")} {done}
                  </span>
                )
              })
            : null}
        </span>
      </div>
    </li>
  )
}

function ChannelCard({ visit }: { visit: Visit }) {
  const channels = readableChannels(visit).filter(({ heard }) => heard)
  if (channels.length === 0) return null
  return (
    <Card
      title="Erase a channel"
      lead="Deletes every stored message of the channel and its threads, and what rests on them alone. It cannot be undone."
    >
      <PostForm action={`${visit.base}/run/erasures`} stack>
        <SelectField
          name="channel"
          label="Channel"
          options={channels.map((channel) => [channel.id, channelLabel(channel)] as const)}
        />
        <CheckField
          name="sure"
          label="I want to erase what was learned in this channel and its threads for good"
        />
        <div class="buttons">
          <Submit kind="danger">Erase channel</Submit>
        </div>
      </PostForm>
    </Card>
  )
}

erasurePages.post("/erasures", async (c) => {
  const visit = c.get("visit")
  const form = z.object({
    act: ActField,
    channel: Snowflake,
    sure: z.literal("on", "must be ticked"),
  })
  const { act, channel } = await readForm(c, form)
  const { entered, guildId, by, base } = visit
  const isHeard = entered.channels.some(({ id }) => id === channel)
  if (!isHeard || !mayUseChannel(visit, channel))
    throw new Refused({
      reason: "invalid",
      issues: [{ field: "channel", problem: "is no channel with messages that you can read" }],
    })
  await openErasure(entered.db, { id: `e_${act}`, guildId, kind: "channel", target: channel, by }, [])
  await wakeEraser(c.env, guildId)
  return redirectTo(c, `${base}/run/erasures`, { done: "started" })
})
