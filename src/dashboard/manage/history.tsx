/**
 * Imports of old messages: a preview, starting one with a cap, and how far it is. An import covers every channel, so its
 * figures are for people who read every channel.
 */
import { Hono } from "hono"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import { historyChannelsOf, historySums, listHistoryJobs } from "../../history/job-rows.ts"
import { actOnHistory, requestPreview } from "../../runtime/history-jobs.ts"
import { ActField, PostForm, readForm, Submit, TextField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Card, Empty, Notice } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { EarlierImports, HISTORY_PAGE, HistoryCard, HistoryChannels } from "./history-parts.tsx"

const SHOWN_JOBS = 20
const SHOWN_CHANNELS = 200

export const historyPages = new Hono<GuildApp>()

historyPages.get("/history", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, base, isAdministrator } = visit
  const jobs = isAdministrator
    ? await listHistoryJobs(entered.db, guildId, { before: null, limit: SHOWN_JOBS })
    : []
  const sums = await historySums(
    entered.db,
    guildId,
    jobs.map(({ id }) => id),
  )
  const shown = jobs.map((job) => ({ job, sums: sums(job.id) }))
  const [latest, ...earlier] = shown
  const channels = latest
    ? await historyChannelsOf(entered.db, latest.job, { after: null, limit: SHOWN_CHANNELS })
    : []
  const isOpen = latest !== undefined && !["stopped", "done"].includes(latest.job.state)
  const isMoving = latest?.job.state === "counting" || latest?.job.state === "running"
  return guildPage(c, {
    title: "History",
    lead: "Reads what was said in this server before Keepsake came, with its own times. A preview says first what it takes.",
    active: HISTORY_PAGE,
    ...(isMoving ? { refresh: 5 } : {}),
    content: isAdministrator ? (
      <>
        {isOpen ? null : <PreviewCard action={`${base}/${HISTORY_PAGE}`} />}
        {latest === undefined ? (
          <Empty icon="clock" title="Nothing was imported">
            <p>A preview counts messages and reads none.</p>
          </Empty>
        ) : (
          <HistoryCard progress={latest} visit={visit} />
        )}
        {channels.length === 0 ? null : <HistoryChannels channels={channels} />}
        {earlier.length === 0 ? null : <EarlierImports jobs={earlier} visit={visit} />}
      </>
    ) : (
      <Notice>An import covers every channel, so only administrators can start and see one.</Notice>
    ),
  })
})

function PreviewCard({ action }: { action: string }) {
  return (
    <Card
      title="Preview an import"
      lead="Counts the messages in every channel and thread that the bot may read. Nothing is read, and nothing is stored but counts."
    >
      <PostForm action={action} stack>
        <TextField name="since" type="date" label="From this day on" help="Leave empty to read everything." />
        <div class="buttons">
          <Submit kind="main">Preview</Submit>
        </div>
      </PostForm>
    </Card>
  )
}

const Day = z.union([z.literal("").transform(() => null), z.iso.date().transform((day) => Date.parse(day))])
const CapField = z.union([z.literal("").transform(() => null), z.coerce.number().min(0).max(1_000_000)])

historyPages.post("/history", async (c) => {
  const { entered, by, base } = forAdministrators(c.get("visit"))
  const { act, since } = await readForm(c, z.object({ act: ActField, since: Day.default(null) }))
  await requestPreview(c.env, entered, { id: `h_${act}`, since, excluded: [], by })
  return redirectTo(c, `${base}/${HISTORY_PAGE}`, { done: "started" })
})

historyPages.post("/history/:id/:verb{start|pause|resume|stop}", async (c) => {
  const { entered, by, base } = forAdministrators(c.get("visit"))
  const { id, verb } = c.req.param()
  const act = z.enum(["start", "pause", "resume", "stop"]).parse(verb)
  const form = await readForm(c, z.object({ act: ActField, cap: CapField.optional() }))
  await actOnHistory(c.env, entered, { act, id, capUsd: form.cap, by })
  return redirectTo(c, `${base}/${HISTORY_PAGE}`, { done: act === "stop" ? "stopped" : "saved" })
})

function forAdministrators(visit: Visit): Visit {
  if (!visit.isAdministrator) throw new Refused({ reason: "forbidden" })
  return visit
}
