/** A guild's channels as objects to speak to, and its index. */

import { describeError } from "../domain/errors.ts"
import type { Id, Viewer } from "../domain/types.ts"
import { guildsOfPerson } from "../memory/db/database.ts"
import { type AuditActor, auditRow } from "../memory/write/audit.ts"
import { type ExportExtent, type ExportRequest, exportPieces, measureExport } from "../privacy/export.ts"
import { readSettings } from "../settings.ts"
import { wakeIndex } from "../vectors/wake.ts"
import { type Entered, enter } from "./enter.ts"
import type { Runtime } from "./models.ts"

/** The object is named by guild and channel: a channel id sent for another guild reaches another object. */
export function channelStub(env: Pick<Env, "CHANNELS">, guildId: Id, channelId: Id) {
  return env.CHANNELS.getByName(`${guildId}:${channelId}`)
}

/** Tells every channel of the guild that settings or consents changed. */
export async function refreshChannels(env: Pick<Env, "CHANNELS">, entered: Entered): Promise<void> {
  const AT_ONCE = 50
  for (let start = 0; start < entered.channels.length; start += AT_ONCE) {
    const group = entered.channels.slice(start, start + AT_ONCE)
    await Promise.all(group.map((channel) => channelStub(env, entered.guild.id, channel.id).refresh()))
  }
}

/** One request may call so many objects; the channels beyond them read who objects within a minute by themselves. */
const MOST_REFRESHED = 500
const MOST_GUILDS = 100

/** Tells the channels of a person's guilds, the latest guilds first. Those that cannot be reached follow by themselves. */
export async function refreshGuildsOf(env: Env, userId: Id): Promise<void> {
  let left = MOST_REFRESHED
  for (const id of await guildsOfPerson(env, userId, MOST_GUILDS)) {
    try {
      const entered = await enter(env, id)
      if (entered.channels.length > left) continue
      left -= entered.channels.length
      await refreshChannels(env, entered)
    } catch (error) {
      // The fallback: each channel reads it anew within a minute, and every answer asks the database.
      console.warn({ event: "consent.not_pushed", guild: id, error: describeError(error) })
    }
  }
}

/** Lets the guild's vector index follow what a door has just written, after the answer is sent. */
export function followWrites({ env, waitUntil: after }: Runtime, guildId: Id): void {
  after(wakeIndex(env, readSettings(env), guildId, "removed"))
}

// Everything held about a person, from the database and from every channel: the one document that each door hands out.

interface Exporting {
  /** Whose eyes it is for: their own, or those of one who reads all. */
  viewer: Viewer
  userId: Id
  by: AuditActor
}

/** The document's text in pieces. That it was handed out is noted before the first of them. */
export async function exportPerson(
  env: Pick<Env, "CHANNELS">,
  entered: Entered,
  { viewer, userId, by }: Exporting,
): Promise<AsyncGenerator<string, ExportExtent>> {
  const guildId = entered.guild.id
  const detail = { complete: viewer.readable === "all" }
  await auditRow(entered.db, by, { guildId, action: "member.export", target: userId, detail })
  return exportPieces(entered.db, viewer, orderOf(env, entered, { userId, now: by.now }))
}

/** How much there is of it, for the person themselves. */
export function personExportExtent(
  env: Pick<Env, "CHANNELS">,
  entered: Entered,
  { viewer, userId, by }: Exporting,
): Promise<ExportExtent> {
  return measureExport(entered.db, viewer, orderOf(env, entered, { userId, now: by.now }))
}

function orderOf(
  env: Pick<Env, "CHANNELS">,
  { guild, channels }: Entered,
  of: Pick<ExportRequest, "userId" | "now">,
): ExportRequest {
  const exportedFrom = channels.map(({ id }) => ({
    id,
    messagesOf: (userId: Id, page: { after: Id | null; limit: number }) =>
      channelStub(env, guild.id, id).messagesOf(userId, page),
  }))
  return { ...of, channels: exportedFrom }
}
