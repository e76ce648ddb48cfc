/**
 * Imports of old messages: a preview, starting one with a cap, and how far it is. An import covers every channel, so its
 * figures are for people who read every channel. Of members' own packages, managers see counts and cost, and halt them.
 */
import { Hono } from "hono"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import {
  findHistoryJob,
  type HistoryChannel,
  historySnapshot,
  historySums,
  isJobOver,
  type JobPage,
  listHistoryJobs,
} from "../../history/job-rows.ts"
import { actOnHistory, type HistoryProgress, requestPreview } from "../../runtime/history-jobs.ts"
import { readSettings } from "../../settings.ts"
import { HistoryChannels } from "../history/job-channels.tsx"
import {
  EarlierImports,
  HistoryCard,
  historyNotice,
  NO_TOKEN,
  StartForm,
  StillOpen,
} from "../history/job-parts.tsx"
import { ActField, PostForm, readForm, Submit, TextField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Card, Empty, Notice } from "../kit/parts.tsx"
import { administratorsOnly, type GuildApp, type Visit } from "../session/visit.ts"
import { HISTORY_PAGE, UploadCard } from "./history-upload.tsx"
import { MembersPackages } from "./members-packages.tsx"

const SHOWN_JOBS = 20
const SHOWN_CHANNELS = 200

export const historyPages = new Hono<GuildApp>()

historyPages.get("/history", async (c) => {
  const visit = c.get("visit")
  const page = { before: null, limit: SHOWN_JOBS }
  const [own, packages] = await Promise.all([
    visit.isAdministrator ? progressOf(visit, { ...page, kinds: ["discord", "export"] }) : [],
    progressOf(visit, { ...page, kinds: ["package"] }),
  ])
  const latest = own.find(({ job }) => job.kind === "discord")
  const snapshot = latest && (await historySnapshot(visit.entered.db, latest.job, SHOWN_CHANNELS))
  if (latest && snapshot) latest.sums = snapshot.sums
  const isMoving = [...own, ...packages].some(
    ({ job }) => job.state === "counting" || job.state === "running",
  )
  return guildPage(c, {
    title: "History",
    lead: "Reads what was said in this server before Keepsake came, with its own times. A preview says first what it takes.",
    active: HISTORY_PAGE,
    ...(isMoving ? { refresh: 5 } : {}),
    content: (
      <>
        {visit.isAdministrator ? (
          <OwnImports visit={visit} jobs={own} channels={snapshot?.channels ?? []} />
        ) : (
          <Notice>An import covers every channel, so only administrators can start and see one.</Notice>
        )}
        <MembersPackages visit={visit} jobs={packages} />
      </>
    ),
  })
})

async function progressOf({ entered, guildId }: Visit, page: JobPage): Promise<HistoryProgress[]> {
  const jobs = await listHistoryJobs(entered.db, guildId, page)
  const sums = await historySums(
    entered.db,
    guildId,
    jobs.map(({ id }) => id),
  )
  return jobs.map((job) => ({ job, sums: sums(job.id) }))
}

interface OwnImportsProps {
  visit: Visit
  jobs: readonly HistoryProgress[]
  /** Of the latest import from Discord. A file's are on its own page. */
  channels: readonly HistoryChannel[]
}

/** The latest import of each kind is a card. */
function OwnImports({ visit, jobs, channels }: OwnImportsProps) {
  const page = `${visit.base}/${HISTORY_PAGE}`
  const latest = (kind: "discord" | "export") => jobs.find(({ job }) => job.kind === kind)
  const isOpen = (progress: HistoryProgress | undefined) =>
    progress !== undefined && !isJobOver(progress.job.state)
  const [discord, file] = [latest("discord"), latest("export")]
  const earlier = jobs.filter((one) => one !== discord && one !== file)
  return (
    <>
      {isOpen(discord) ? null : <PreviewCard action={page} canRead={canRead(visit.runtime)} />}
      {isOpen(file) ? <StillOpen what="file" /> : <UploadCard visit={visit} />}
      {jobs.length > 0 ? null : (
        <Empty icon="clock" title="Nothing was imported">
          <p>A preview counts messages and reads none.</p>
        </Empty>
      )}
      {file === undefined ? null : (
        <HistoryCard progress={file} visit={visit} page={page}>
          <p>
            <a href={`${page}/${file.job.id}`}>
              {file.job.state === "ready" ? "See what is in it, and start it" : "Its channels"}
            </a>
          </p>
        </HistoryCard>
      )}
      {discord === undefined ? null : (
        <HistoryCard progress={discord} visit={visit} page={page}>
          {discord.job.state === "ready" ? <StartForm progress={discord} visit={visit} page={page} /> : null}
        </HistoryCard>
      )}
      {channels.length === 0 || discord === undefined ? null : (
        <HistoryChannels job={discord.job} channels={channels} />
      )}
      {earlier.length === 0 ? null : <EarlierImports jobs={earlier} visit={visit} />}
    </>
  )
}

/** True if this deployment can ask Discord for messages. */
function canRead({ env }: Pick<Visit["runtime"], "env">): boolean {
  return readSettings(env).DISCORD_TOKEN !== undefined
}

function PreviewCard({ action, canRead }: { action: string; canRead: boolean }) {
  if (!canRead)
    return (
      <Card title="Preview an import">
        <Notice tone="warn">{NO_TOKEN}</Notice>
      </Card>
    )
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
const FUTURE = "must not be in the future"
const CapField = z.union([z.literal("").transform(() => null), z.coerce.number().min(0).max(1_000_000)])

historyPages.post("/history", administratorsOnly, async (c) => {
  const { entered, by, base, now } = c.get("visit")
  const { act, since } = await readForm(c, z.object({ act: ActField, since: Day.default(null) }))
  if (since !== null && since > now)
    throw new Refused({ reason: "invalid", issues: [{ field: "since", problem: FUTURE }] })
  await requestPreview(c.env, entered, { id: `h_${act}`, since, excluded: [], by })
  return redirectTo(c, `${base}/${HISTORY_PAGE}`, { done: "started" })
})

historyPages.post("/history/:id/:verb{start|pause|resume|stop}", async (c) => {
  const visit = c.get("visit")
  const { entered, by, base, guildId } = visit
  const { id, verb } = c.req.param()
  const act = z.enum(["start", "pause", "resume", "stop"]).parse(verb)
  const job = await findHistoryJob(entered.db, guildId, id)
  if (!visit.isAdministrator && job?.kind !== "package") throw new Refused({ reason: "forbidden" })
  const form = await readForm(c, z.object({ act: ActField, cap: CapField.optional() }))
  const acted = await actOnHistory(c.env, entered, { act, id, capUsd: form.cap, by })
  const page = job?.kind === "export" ? `${HISTORY_PAGE}/${id}` : HISTORY_PAGE
  return redirectTo(c, `${base}/${page}`, { done: historyNotice(act, acted) })
})
