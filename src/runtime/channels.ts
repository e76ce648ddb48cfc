/** Access to a guild's channel objects and its vector index. */

import { describeError } from "../domain/errors.ts"
import { placeId } from "../domain/events.ts"
import { measureInto } from "../domain/metrics.ts"
import type { Id, Viewer } from "../domain/types.ts"
import { guildsOfPerson } from "../memory/db/database.ts"
import { channels } from "../memory/db/schema.ts"
import type { MessageQuery, QuoteRequest } from "../memory/read/guild-messages.ts"
import { type AuditActor, auditRow } from "../memory/write/audit.ts"
import { type ExportExtent, type ExportRequest, exportPieces, measureExport } from "../privacy/export.ts"
import type { SearchableMessages } from "../recall/find/channels.ts"
import { readSettings } from "../settings.ts"
import { wakeIndex } from "../vectors/wake.ts"
import { type Entered, enter } from "./enter.ts"
import type { Runtime } from "./models.ts"

/**
 * The object is named by guild and channel, so a channel id sent with another guild's id reaches another
 * object.
 */
export function channelStub(env: Pick<Env, "CHANNELS">, guildId: Id, channelId: Id) {
  return env.CHANNELS.getByName(`${guildId}:${channelId}`)
}

/**
 * Returns a person's private place, which nobody else reads. `isNew`: the guild did not know it, so what was entered
 * before does not either. Safe to repeat.
 */
export async function openPrivatePlace(
  { db, guild, channels: known }: Pick<Entered, "db" | "guild" | "channels">,
  userId: Id,
): Promise<{ id: Id; isNew: boolean }> {
  const id = placeId(guild.id, "user", userId)
  if (known.some((channel) => channel.id === id)) return { id, isNew: false }
  await db.insert(channels).values({ guildId: guild.id, id, updatedAt: Date.now() }).onConflictDoNothing()
  return { id, isNew: true }
}

/** Returns the message search of the channels this viewer may read. `shownIn`: the place of which it tells what was shown lately. */
export function searchableMessages(
  { env }: Runtime,
  { guild, channels }: Entered,
  { viewer, shownIn }: { viewer: Viewer; shownIn: string | null },
): SearchableMessages {
  // Nobody recalls with access to everything.
  const may = new Set(viewer.readable === "all" ? [] : viewer.readable)
  const searchable = channels
    .filter(({ id }) => may.has(id))
    .map(({ id }) => ({
      id,
      search: (query: MessageQuery) => channelStub(env, guild.id, id).search(query),
      quote: (request: QuoteRequest) => channelStub(env, guild.id, id).quote(request),
    }))
  return {
    here: searchable.find(({ id }) => id === viewer.channelId) ?? null,
    elsewhere: searchable.filter(({ id }) => id !== viewer.channelId),
    index: (query, ids) =>
      env.INDEXES.getByName(guild.id).searchMessages({
        query,
        channels: ids,
        ...(shownIn === null ? {} : { shownIn }),
      }),
  }
}

/** Notifies every channel of the guild that settings or consents changed. */
export async function refreshChannels(env: Pick<Env, "CHANNELS">, entered: Entered): Promise<void> {
  const AT_ONCE = 50
  for (let start = 0; start < entered.channels.length; start += AT_ONCE) {
    const group = entered.channels.slice(start, start + AT_ONCE)
    await Promise.all(group.map((channel) => channelStub(env, entered.guild.id, channel.id).refresh()))
  }
}

/**
 * The most channels that one request notifies of an objection. The others reload objections by themselves
 * within a minute.
 */
const MOST_REFRESHED = 500
const MOST_GUILDS = 100

/**
 * Notifies the channels of a person's guilds, latest guilds first. Unreachable channels reload by themselves.
 */
export async function refreshGuildsOf(env: Env, userId: Id): Promise<void> {
  let left = MOST_REFRESHED
  for (const id of await guildsOfPerson(env, userId, MOST_GUILDS)) {
    try {
      const entered = await enter(env, id)
      if (entered.channels.length > left) continue
      left -= entered.channels.length
      await refreshChannels(env, entered)
    } catch (error) {
      // Fallback: each channel reloads within a minute, and every answer queries the database.
      console.warn({ event: "consent.not_pushed", guild: id, error: describeError(error) })
    }
  }
}

/** Facts that a write removed, and why. */
export interface RemovedFacts {
  outcome: "forgotten" | "rejected"
  count: number
}

/** Updates the guild's vector index after a write, once the answer is sent, and measures the facts it removed. */
export function followWrites(
  { env, waitUntil: after }: Runtime,
  guildId: Id,
  removed: RemovedFacts | null = null,
): void {
  if (removed) measureInto(env.ANALYTICS)({ event: "removed", guildId, ...removed })
  after(wakeIndex(env, readSettings(env), guildId, "removed"))
}

// Exports everything held about a person, from the database and every channel, as one document.

interface Exporting {
  /** The reader of the export: the person themselves, or someone who reads everything. */
  viewer: Viewer
  userId: Id
  by: AuditActor
}

/** Returns the document in pieces. The export is recorded in the audit log before the first piece. */
export async function exportPerson(
  env: Pick<Env, "CHANNELS">,
  entered: Entered,
  { viewer, userId, by }: Exporting,
): Promise<AsyncGenerator<string, ExportExtent>> {
  const guildId = entered.guild.id
  const detail = { complete: viewer.readable === "all" }
  await auditRow(entered.db, by, { guildId, action: "member.export", target: userId, detail })
  return exportPieces(entered.db, viewer, exportRequest(env, entered, { userId, now: by.now }))
}

/** Measures the export for the person themselves. */
export function personExportExtent(
  env: Pick<Env, "CHANNELS">,
  entered: Entered,
  { viewer, userId, by }: Exporting,
): Promise<ExportExtent> {
  return measureExport(entered.db, viewer, exportRequest(env, entered, { userId, now: by.now }))
}

function exportRequest(
  env: Pick<Env, "CHANNELS">,
  { guild, channels }: Entered,
  of: Pick<ExportRequest, "userId" | "now">,
): ExportRequest {
  const exportedFrom = channels.map(({ id }) => ({
    id,
    messagesOf: (userId: Id, page: { after: Id | null; limit: number }) =>
      channelStub(env, guild.id, id).messagesOf(userId, page),
    messageCount: (userId: Id) => channelStub(env, guild.id, id).messageCount(userId),
  }))
  return { ...of, channels: exportedFrom }
}
