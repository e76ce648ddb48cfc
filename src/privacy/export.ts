/**
 * Writes everything held about one person in a guild as one JSON document, in pieces: it is never whole in
 * memory.
 */
import { and, eq } from "drizzle-orm"
import { describeError } from "../domain/errors.ts"
import type { Id, Message, Time, Viewer } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { members } from "../memory/db/schema.ts"
import { findObjection } from "./consent.ts"
import { exportSections } from "./export-rows.ts"

/** A channel that may hold messages of the person. */
interface ExportedChannel {
  id: Id
  /** Reads the person's kept messages after `after`, by id, at most `limit`. */
  messagesOf(userId: Id, page: { after: Id | null; limit: number }): Promise<Message[]>
  /** Counts the person's kept messages. */
  messageCount(userId: Id): Promise<number>
}

export interface ExportRequest {
  userId: Id
  now: Time
  channels: readonly ExportedChannel[]
}

const PAGE = 200

/**
 * Yields the document's text in pieces; its route's `ExportSchema` describes it. It holds all of the person's
 * own words, and of others what `viewer` may read. A channel that does not answer is listed under `missing`. For the
 * person themselves, each linked account follows as a document within the document.
 * If the database fails it throws, so the document stays unfinished. Returns the extent of all accounts together.
 */
export async function* exportPieces(
  db: Database,
  viewer: Viewer,
  order: ExportRequest,
): AsyncGenerator<string, ExportExtent> {
  const extents = [yield* accountPieces(db, viewer, order)]
  yield `,"accounts":[`
  for (const userId of viewer.userId === order.userId ? viewer.linked : []) {
    if (extents.length > 1) yield ","
    extents.push(yield* accountPieces(db, viewer, { ...order, userId }))
    yield "}"
  }
  yield "]}"
  return sumOf(extents)
}

/** Yields the document of one account, without the brace that closes it. */
async function* accountPieces(
  db: Database,
  viewer: Viewer,
  order: ExportRequest,
): AsyncGenerator<string, ExportExtent> {
  const { userId, now } = order
  const counts: Record<string, number> = {}
  yield `${JSON.stringify({
    format: "keepsake-export",
    version: 1,
    guild_id: viewer.guildId,
    user_id: userId,
    exported_at: iso(now),
    complete: viewer.readable === "all",
    member: await memberOf(db, viewer.guildId, userId),
    objects_since: iso(await findObjection(db, userId)),
  }).slice(0, -1)},`
  for (const [name, section] of Object.entries(exportSections(viewer, userId)))
    counts[name] = yield* list(
      name,
      paged((after: string | number | null) => section.read(db, after, PAGE)),
    )
  const missing: Missing[] = []
  counts.messages = yield* list("messages", messagesIn(order, missing))
  yield `"missing":${JSON.stringify(missing)},"counts":${JSON.stringify(counts)}`
  return { counts, missing }
}

function sumOf(extents: readonly ExportExtent[]): ExportExtent {
  const counts: Record<string, number> = {}
  for (const extent of extents)
    for (const [name, count] of Object.entries(extent.counts)) counts[name] = (counts[name] ?? 0) + count
  return { counts, missing: extents.flatMap(({ missing }) => missing) }
}

/** Channels that are asked for their counts at once. */
const AT_ONCE = 50

/** Returns how much the document holds, without its text: one round trip, and one call to each channel. */
export async function measureExport(
  db: Database,
  viewer: Viewer,
  order: ExportRequest,
): Promise<ExportExtent> {
  const { userId } = order
  const accounts = [userId, ...(viewer.userId === userId ? viewer.linked : [])]
  const sections = accounts.flatMap((account) => Object.entries(exportSections(viewer, account)))
  const counted = runBatch(
    db,
    sections.map(([, { count }]) => count),
  )
  const extents = accounts.map((account) => measureMessages({ ...order, userId: account }))
  const [rows, ...messages] = await Promise.all([counted, ...extents])
  const stored = sections.map(([name], place): ExportExtent => {
    // The one column of the section's own query.
    const [row] = (rows[place]?.results ?? []) as { n: number }[]
    return { counts: { [name]: row?.n ?? 0 }, missing: [] }
  })
  return sumOf([...stored, ...messages])
}

/** Counts a person's messages. A channel that does not answer is recorded and skipped. */
async function measureMessages({ channels, userId }: ExportRequest): Promise<ExportExtent> {
  const missing: Missing[] = []
  let messages = 0
  const measure = async (channel: ExportedChannel) => {
    try {
      // Read before the sum is: channels are counted side by side.
      const count = await channel.messageCount(userId)
      messages += count
    } catch (error) {
      console.warn({ event: "export.missing", channel: channel.id, error: describeError(error) })
      missing.push({ channel_id: channel.id, messages: 0 })
    }
  }
  for (let start = 0; start < channels.length; start += AT_ONCE)
    await Promise.all(channels.slice(start, start + AT_ONCE).map(measure))
  return { counts: { messages }, missing }
}

export interface ExportExtent {
  /** Number of items in each list. */
  counts: Record<string, number>
  missing: readonly Missing[]
}

interface Missing {
  channel_id: Id
  /** Number of its messages that the document holds nevertheless. */
  messages: number
}

async function memberOf(db: Database, guildId: Id, userId: Id) {
  const rows = await db
    .select()
    .from(members)
    .where(and(eq(members.guildId, guildId), eq(members.id, userId)))
  const row = rows[0]
  if (!row) return null
  return {
    name: row.name,
    consent: row.consent,
    consent_at: iso(row.consentAt),
    roles: row.roles,
    seen_at: iso(row.seenAt),
    left_at: iso(row.leftAt),
    erased_at: iso(row.erasedAt),
  }
}

/** Writes a list of the document; returns its number of items. */
async function* list(name: string, items: AsyncIterable<unknown[]>): AsyncGenerator<string, number> {
  let count = 0
  yield `${JSON.stringify(name)}:[`
  for await (const some of items) {
    if (some.length === 0) continue
    yield `${count === 0 ? "" : ","}${some.map((item) => JSON.stringify(item)).join(",")}`
    count += some.length
  }
  yield "],"
  return count
}

async function* paged<K>(
  read: (after: K | null) => Promise<{ after: K; item: unknown }[]>,
): AsyncGenerator<unknown[]> {
  for (let after: K | null = null; ; ) {
    const rows: { after: K; item: unknown }[] = await read(after)
    yield rows.map(({ item }) => item)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.after
  }
}

/** Reads channel after channel. One that fails is recorded and skipped. */
async function* messagesIn(order: ExportRequest, missing: Missing[]): AsyncGenerator<unknown[]> {
  for (const channel of order.channels) {
    let written = 0
    const read = async (after: Id | null) => {
      const messages = await channel.messagesOf(order.userId, { after, limit: PAGE })
      return messages.map((message) => ({ after: message.id, item: presentMessage(message) }))
    }
    try {
      for await (const some of paged(read)) {
        yield some
        written += some.length
      }
    } catch (error) {
      // Fallback: the document lists what is missing.
      console.warn({ event: "export.missing", channel: channel.id, error: describeError(error) })
      missing.push({ channel_id: channel.id, messages: written })
    }
  }
}

function presentMessage({ id, channelId, content, at, replyTo, mentions, attachments, source }: Message) {
  return { id, channel_id: channelId, content, at: iso(at), reply_to: replyTo, mentions, attachments, source }
}

function iso(at: Time | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
