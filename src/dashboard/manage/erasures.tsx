/**
 * Erasures and their progress, without naming whom they erase, and the erasure of a channel. The erasure of a person is
 * requested by that person, on their own pages.
 */
import { Hono } from "hono"
import { z } from "zod"
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
import type { GuildApp, Visit } from "../session/visit.ts"
import { ServerErasureCard } from "./erase-server.tsx"
import { channelLabel, mayUseChannel, readableChannels } from "./readable-channels.ts"

const PAGE = 25

const KIND_NAMES: Record<ErasureKind, string> = {
  person: "A person",
  channel: "A channel",
  guild: "This server",
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
  const { kind, state, step, report, requestedAt, finishedAt } = job
  const removed = Object.values(report.counts).reduce((sum, count) => sum + count, 0)
  const { done, of } = stepsDone(kind, step)
  return (
    <li>
      <div class="main-part">
        <span>
          {KIND_NAMES[kind]}{" "}
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
          {visit.isAdministrator && removed > 0 ? <span>{countOf(removed, "record")} removed</span> : null}
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
      lead="Deletes every stored message of the channel, and what rests on them alone. It cannot be undone."
    >
      <PostForm action={`${visit.base}/run/erasures`} stack>
        <SelectField
          name="channel"
          label="Channel"
          options={channels.map((channel) => [channel.id, channelLabel(channel)] as const)}
        />
        <CheckField name="sure" label="I want to erase what was learned in this channel for good" />
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
