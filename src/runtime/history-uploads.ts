/**
 * Uploads of old messages: hands a file to the guild's importer, which checks it whole, and adds the import that a person
 * may then start. Nothing is read until they do.
 */

import { nameUnnamedGuild } from "../access/structure-statements.ts"
import { DAY, utcDate } from "../domain/calendar.ts"
import { Refused } from "../domain/errors.ts"
import type { Id, Viewer } from "../domain/types.ts"
import { skipHistoryChannel } from "../history/channel-rows.ts"
import { historyUnderWay, previewUpload, type UploadRequest } from "../history/control.ts"
import { estimateOf } from "../history/estimate.ts"
import {
  findHistoryJob,
  type HistoryChannel,
  type HistoryJob,
  historyChannelsOf,
  isJobOver,
  listHistoryJobs,
  type SkipReason,
} from "../history/job-rows.ts"
import { knownCost } from "../history/known-cost.ts"
import type { UploadOrder } from "../history/uploads/check-upload.ts"
import type { PreviewChannel, UploadPreview } from "../history/uploads/preview.ts"
import { UPLOAD_PART_BYTES } from "../history/uploads/upload-rows.ts"
import type { AuditActor } from "../memory/write/audit.ts"
import { modeOf, nestingOf } from "../policy/settings.ts"
import type { Entered } from "./enter.ts"
import { settled } from "./history-jobs.ts"
import { readerOf } from "./reader-price.ts"

export interface Upload {
  /** Uploads with one id are one. */
  id: string
  file: File
  /** Whose data package it must be, with what they may read; `null` for an export of channels. */
  owner: { id: Id; viewer: Viewer } | null
  by: AuditActor
}

/** Packages of different people that may wait or run in one guild. */
const MOST_PACKAGES = 20
const COST_DAYS = 28

/** Checks a file and adds its import. Throws `Refused` with what is wrong and what to do; then nothing is kept. */
export async function acceptUpload(
  env: Env,
  entered: Entered,
  { id, file, owner, by }: Upload,
): Promise<HistoryJob> {
  const { db, guild } = entered
  const kind = owner === null ? "export" : "package"
  const known = await findHistoryJob(db, guild.id, id)
  if (known !== null) return known
  const { leavingAt } = guild
  if (leavingAt !== null) throw new Refused({ reason: "leaving", until: new Date(leavingAt).toISOString() })
  await refuseBusy(entered, kind, by)
  const importer = env.HISTORIES.getByName(guild.id)
  const guildName = entered.structure.name ?? "this server"
  const checked = await sendFile(importer, {
    guildId: guild.id,
    guildName,
    id,
    file,
    owner: owner?.id ?? null,
  })
  if ("problem" in checked) throw new Refused({ reason: "not_imported", problem: checked.problem })
  const channels = checked.preview.channels.map((channel) => ({
    id: channel.id,
    total: channel.messages,
    reason: leftOut(entered, channel, owner?.viewer ?? null),
  }))
  const read = channels.filter(({ reason }) => reason === null)
  const messages = read.reduce((sum, { total }) => sum + total, 0)
  if (messages === 0) {
    await importer.dropUpload(id, "all")
    throw new Refused({ reason: "not_imported", problem: nothingLeft(channels, kind) })
  }
  await importer.dropUpload(
    id,
    channels.filter(({ reason }) => reason !== null).map((channel) => channel.id),
  )
  const estimate = await estimated(env, entered, { messages, channels: read.length, kind })
  const named = checked.preview.guildName
  if (named !== null && entered.structure.name === null) await db.run(nameUnnamedGuild(guild.id, named))
  const result = await previewUpload(db, { guildId: guild.id, id, kind, estimate, channels }, by)
  return (await settled(env, entered, { id, result })).job
}

/** Leaves out channels of a package that its owner can no longer read, or that were switched off since its preview. */
export async function recheckPackage(entered: Entered, job: HistoryJob, viewer: Viewer): Promise<void> {
  for (let after: Id | null = null; ; ) {
    const page: HistoryChannel[] = await historyChannelsOf(entered.db, job, { after, limit: 200 })
    for (const { channelId, parentId, state } of page) {
      const reason = leftOut(entered, { id: channelId, parentId }, viewer)
      if (reason !== null && state !== "skipped")
        await skipHistoryChannel(entered.db, job, { channelId, reason })
    }
    after = page.at(-1)?.channelId ?? null
    if (page.length < 200) return
  }
}

async function refuseBusy(
  { db, guild }: Entered,
  kind: UploadRequest["kind"],
  by: AuditActor,
): Promise<void> {
  const busy = await historyUnderWay(db, { guildId: guild.id, kind }, by)
  if (busy !== null) throw new Refused({ reason: "history_running", historyId: busy.id })
  if (kind !== "package") return
  const latest = await listHistoryJobs(db, guild.id, { before: null, limit: 200, kinds: ["package"] })
  const open = latest.filter(({ state, requestedBy }) => !isJobOver(state) && requestedBy !== by.actor)
  if (open.length >= MOST_PACKAGES)
    throw new Refused({
      reason: "not_imported",
      problem: `${MOST_PACKAGES} other people's packages are waiting or being read here. Try again tomorrow.`,
    })
}

type Importer = ReturnType<Env["HISTORIES"]["getByName"]>

async function sendFile(
  importer: Importer,
  { file, ...order }: Omit<UploadOrder, "fileName"> & { file: File },
) {
  const { guildId, id } = order
  for (let part = 0; part * UPLOAD_PART_BYTES < file.size; part++) {
    const bytes = await file.slice(part * UPLOAD_PART_BYTES, (part + 1) * UPLOAD_PART_BYTES).arrayBuffer()
    await importer.addUploadPart(guildId, id, part, bytes)
  }
  return importer.checkUpload({ ...order, fileName: file.name })
}

/** Returns why a channel is not read; `null` if it is. `viewer`: of the person whose package it is. */
function leftOut(
  { guild, structure }: Entered,
  { id, parentId }: Pick<PreviewChannel, "id" | "parentId">,
  viewer: Viewer | null,
): SkipReason | null {
  const known = structure.channels.find((channel) => channel.id === id)
  if (viewer !== null) {
    if (known === undefined || known.gone) return "missing"
    if (viewer.readable !== "all" && !viewer.readable.includes(id)) return "forbidden"
  }
  const nesting = nestingOf(
    known === undefined ? [...structure.channels, { id, parentId }] : structure.channels,
    id,
  )
  return modeOf(guild.settings.channels, nesting) === "off" ? "off" : null
}

function nothingLeft(channels: readonly { reason: string | null }[], kind: UploadRequest["kind"]): string {
  if (channels.every(({ reason }) => reason === null)) return "It holds no message that a person wrote."
  return kind === "package"
    ? "Nothing in it can be read: its channels in this server are gone, switched off, or not open to you."
    : "All of its channels are switched off in this server. Switch one on under Operations, Channels."
}

async function estimated(
  env: Env,
  entered: Entered,
  { messages, channels, kind }: { messages: number; channels: number; kind: UploadRequest["kind"] },
) {
  const since = Date.now() - COST_DAYS * DAY
  const own = await knownCost(entered.db, entered.guild.id, { since, day: utcDate(since) })
  const reader = readerOf({ env }, entered)
  const reads = reader.reads && (kind === "export" || entered.guild.settings.own_history === "model")
  return estimateOf({ messages, channels, uncounted: 0 }, { own, ...reader, reads, fetches: false })
}

/** Returns the preview of an upload; `null` once its file is deleted. */
export async function uploadPreview(
  env: Pick<Env, "HISTORIES">,
  { guildId, id }: Pick<HistoryJob, "guildId" | "id">,
): Promise<UploadPreview | null> {
  return env.HISTORIES.getByName(guildId).uploadPreview(id)
}
