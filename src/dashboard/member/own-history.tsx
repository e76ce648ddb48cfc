/**
 * A person's own data package: they upload it, see what is in it, and have their own words of this server read. Nobody
 * else sees more of it than counts and cost.
 */
import { Hono } from "hono"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import {
  findHistoryJob,
  type HistoryJob,
  historySnapshot,
  historySums,
  isJobOver,
  listHistoryJobs,
} from "../../history/job-rows.ts"
import { findConsent, findObjection, mayRemember } from "../../privacy/consent.ts"
import { actOnHistory, type HistoryProgress } from "../../runtime/history-jobs.ts"
import { acceptUpload, recheckPackage, uploadPreview } from "../../runtime/history-uploads.ts"
import { HistoryChannels } from "../history/job-channels.tsx"
import { EarlierImports, HistoryCard, historyNotice, StillOpen } from "../history/job-parts.tsx"
import { UploadContents, UploadFields, UploadForm } from "../history/upload-parts.tsx"
import { ActField, PostForm, readForm, Submit } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Card, Notice } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"

const ACTIVE = "me/privacy"
const PATH = "me/history"
const SHOWN_JOBS = 10
const SHOWN_CHANNELS = 200

const SWITCHED_OFF = "The managers of this server have switched this off."

/** The card on the page of a person's data that leads here, unless the server takes no packages. */
export function OwnHistoryCard({ visit: { base, entered } }: { visit: Visit }) {
  const title = "Bring your own messages"
  if (entered.guild.settings.own_history === "off")
    return <Card title={title} lead={`Data packages from Discord are not taken here. ${SWITCHED_OFF}`} />
  return (
    <Card
      title={title}
      lead="Lets Keepsake learn from what you wrote here before it came, from the data package that Discord sends you."
    >
      <div class="buttons">
        <a class="button" href={`${base}/${PATH}`}>
          Use my data package
        </a>
      </div>
    </Card>
  )
}

export const ownHistoryPages = new Hono<GuildApp>()

ownHistoryPages.get("/me/history", async (c) => {
  const visit = c.get("visit")
  const { base } = visit
  const [jobs, closed] = await Promise.all([ownJobs(visit), closedBecause(visit)])
  const [latest, ...earlier] = jobs
  const isOpen = latest !== undefined && !isJobOver(latest.job.state)
  return guildPage(c, {
    title: "Bring your own messages",
    lead: "What you wrote in this server before Keepsake came, from the data package that Discord sends you. Only your own words are read, and never direct messages.",
    active: ACTIVE,
    crumbs: [{ href: `${base}/${ACTIVE}`, text: "Privacy and data" }],
    ...(latest?.job.state === "running" ? { refresh: 5 } : {}),
    content: (
      <>
        {closed === null ? null : <Notice tone="warn">{closed}</Notice>}
        {latest === undefined ? null : <OwnImport visit={visit} job={latest.job} env={c.env} />}
        {closed !== null ? null : isOpen ? <StillOpen what="data package" /> : <PackageCard base={base} />}
        {earlier.length === 0 ? null : <EarlierImports jobs={earlier} visit={visit} />}
      </>
    ),
  })
})

async function ownJobs({ entered, guildId, by }: Visit): Promise<HistoryProgress[]> {
  const jobs = await listHistoryJobs(entered.db, guildId, {
    ...{ before: null, limit: SHOWN_JOBS },
    ...{ kinds: ["package"], requestedBy: by.actor },
  })
  const sums = await historySums(
    entered.db,
    guildId,
    jobs.map(({ id }) => id),
  )
  return jobs.map((job) => ({ job, sums: sums(job.id) }))
}

/** Returns why this person may bring nothing in, and what to do; `null` if they may. */
async function closedBecause({ entered, guildId, person }: Visit): Promise<string | null> {
  const { consent: rule, own_history, blocked } = entered.guild.settings
  if (own_history === "off") return SWITCHED_OFF
  if (blocked.includes(person.id)) return "The managers of this server have blocked you from this."
  const [{ consent }, objectsSince] = await Promise.all([
    findConsent(entered.db, guildId, person.id),
    findObjection(entered.db, person.id),
  ])
  return mayRemember({ consent, objects: objectsSince !== null }, rule === "opt_in")
    ? null
    : "You are not remembered here, so none of your messages would be read. Opt in under Privacy and data first."
}

function PackageCard({ base }: { base: string }) {
  return (
    <Card
      title="Choose your data package"
      lead="Ask Discord for it under Settings, Data & Privacy, Request Data; messages are enough. It comes as a zip, often after some days."
    >
      <UploadForm
        action={`${base}/${PATH}`}
        help="Up to 25 MB. If yours is larger, make a zip of its folders of messages and account only. What is not of this server is never kept. The file is deleted when it was read, or after 24 hours if you do not start it."
      />
    </Card>
  )
}

async function OwnImport({ visit, job, env }: { visit: Visit; job: HistoryJob; env: Env }) {
  const [{ sums, channels }, preview] = await Promise.all([
    historySnapshot(visit.entered.db, job, SHOWN_CHANNELS),
    uploadPreview(env, job),
  ])
  const page = `${visit.base}/${PATH}`
  return (
    <>
      <HistoryCard progress={{ job, sums }} visit={visit} page={page}>
        {job.state === "ready" ? (
          <PostForm action={`${page}/${job.id}/start`}>
            <p>{readerText(visit)}</p>
            <div class="buttons">
              <Submit kind="main">Import</Submit>
            </div>
          </PostForm>
        ) : null}
      </HistoryCard>
      {preview === null || job.state !== "ready" ? (
        <HistoryChannels job={job} channels={channels} preview={preview} />
      ) : (
        <UploadContents
          preview={preview}
          states={new Map(channels.map((channel) => [channel.channelId, channel]))}
          own
        />
      )}
    </>
  )
}

function readerText({ entered }: Visit): string {
  const who =
    entered.guild.settings.own_history === "model"
      ? "A model reads it, which counts against this server's caps."
      : "Rules read it, so it costs nothing."
  return `${who} What is learned is shown to those who can read the channel, as if you had written it today. It holds one side of each conversation, so less can be learned than from the whole.`
}

ownHistoryPages.post("/me/history", async (c) => {
  const visit = c.get("visit")
  await refuseClosed(visit)
  const { act, file } = await readForm(c, UploadFields)
  const { entered, person, viewer, by, base } = visit
  const owner = { id: person.id, viewer }
  await acceptUpload(c.env, entered, { id: `h_${act}`, file, owner, by })
  return redirectTo(c, `${base}/${PATH}`)
})

ownHistoryPages.post("/me/history/:id/:verb{start|pause|resume|stop}", async (c) => {
  const visit = c.get("visit")
  const { entered, by, base, guildId } = visit
  const { id, verb } = c.req.param()
  const act = z.enum(["start", "pause", "resume", "stop"]).parse(verb)
  const job = await findHistoryJob(entered.db, guildId, id)
  if (job?.kind !== "package" || job.requestedBy !== by.actor) throw new Refused({ reason: "forbidden" })
  if (act === "start" || act === "resume") await refuseClosed(visit)
  await readForm(c, z.object({ act: ActField }))
  if (act === "start") await recheckPackage(entered, job, visit.viewer)
  const acted = await actOnHistory(c.env, entered, { act, id, by })
  return redirectTo(c, `${base}/${PATH}`, { done: historyNotice(act, acted) })
})

async function refuseClosed(visit: Visit): Promise<void> {
  const problem = await closedBecause(visit)
  if (problem !== null) throw new Refused({ reason: "not_imported", problem })
}
