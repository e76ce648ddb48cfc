/** The world as REST shows it to the bot. */
import type { APIGuildMember, APIMessage } from "discord-api-types/v10"
import { withoutContent } from "./dispatch.ts"
import { type Guild, guildOf } from "./guild.ts"
import { sees } from "./permissions.ts"
import type { World } from "./world.ts"

export interface Page {
  before?: string
  after?: string
  around?: string
  /** 1 to 100; 50 by default. */
  limit?: number
}

export function guildView(world: World, guildId: string, counts = false) {
  const guild = world.guild(guildId)
  return counts ? { ...guildOf(guild), approximate_member_count: guild.members.size } : guildOf(guild)
}

/** Without threads, as Discord lists them. */
export function channelsView(world: World, guildId: string) {
  return [...world.guild(guildId).channels.values()]
}

export function activeThreadsView(world: World, guildId: string) {
  const guild = world.guild(guildId)
  const threads = [...guild.threads.values()].filter(
    (one) => one.thread_metadata?.archived !== true && sees(guild, world.bot.id, one.id),
  )
  const members = threads.flatMap((one) => guild.threadMembers.get(one.id)?.get(world.bot.id) ?? [])
  return { threads: threads.map((one) => world.ownView(guild, one)), members }
}

export function threadMembersView(world: World, guildId: string, threadId: string) {
  return [...(world.guild(guildId).threadMembers.get(threadId)?.values() ?? [])]
}

/** Sorted by id, after a given one; up to 1,000. */
export function membersView(guild: Guild, page: { after?: string; limit?: number } = {}): APIGuildMember[] {
  const after = BigInt(page.after ?? 0)
  return [...guild.members.values()]
    .filter((one) => BigInt(one.user.id) > after)
    .sort((a, b) => (BigInt(a.user.id) < BigInt(b.user.id) ? -1 : 1))
    .slice(0, page.limit ?? 1)
}

/** Newest first, for every kind of query. Empty contents without the content intent. */
export function messagesView(
  world: World,
  channelId: string,
  page: Page & { content?: boolean } = {},
): APIMessage[] {
  const guild = world.guildWith(channelId)
  const all = [...(guild?.messages.get(channelId)?.values() ?? [])].sort(newestFirst)
  const limit = page.limit ?? 50
  const chosen = chosenOf(all, page, limit)
  return page.content === false ? chosen.map((one) => withoutContent(one, world.bot.id)) : chosen
}

function chosenOf(all: APIMessage[], page: Page, limit: number): APIMessage[] {
  const { before, after, around } = page
  if (around !== undefined) {
    const older = all.filter((one) => BigInt(one.id) <= BigInt(around))
    const newer = all.filter((one) => BigInt(one.id) > BigInt(around))
    const half = Math.min(Math.floor(limit / 2), newer.length)
    return [...newer.slice(newer.length - half), ...older.slice(0, limit - half)]
  }
  if (before !== undefined) return all.filter((one) => BigInt(one.id) < BigInt(before)).slice(0, limit)
  // The messages directly after it, not the newest of all.
  if (after !== undefined) return all.filter((one) => BigInt(one.id) > BigInt(after)).slice(-limit)
  return all.slice(0, limit)
}

function newestFirst(a: APIMessage, b: APIMessage): number {
  return BigInt(a.id) < BigInt(b.id) ? 1 : -1
}

/** Archived threads, latest first: public ones, all private ones, or the private ones that the bot is in. */
export function archivedThreadsView(
  world: World,
  parentId: string,
  { list, before, limit }: { list: "public" | "private" | "joined"; before: string | null; limit: number },
) {
  const guild = world.guildWith(parentId)
  const archivedAt = (one: { id: string; thread_metadata?: { archive_timestamp?: string } }) =>
    one.thread_metadata?.archive_timestamp ?? ""
  const isInside = (id: string) => guild?.threadMembers.get(id)?.has(world.bot.id) ?? false
  const isPast = (one: { id: string; thread_metadata?: { archive_timestamp?: string } }) =>
    before === null ||
    (list === "joined" ? BigInt(one.id) < BigInt(before) : archivedAt(one) < new Date(before).toISOString())
  const all = [...(guild?.threads.values() ?? [])]
    .filter((one) => one.parent_id === parentId && one.thread_metadata?.archived === true)
    .filter((one) => (list === "public" ? one.type !== 12 : one.type === 12))
    .filter((one) => (list === "joined" ? isInside(one.id) : true))
    .filter(isPast)
    .sort((a, b) =>
      list === "joined" ? (BigInt(a.id) < BigInt(b.id) ? 1 : -1) : archivedAt(a) < archivedAt(b) ? 1 : -1,
    )
  const threads = all.slice(0, limit)
  return { threads, members: [], has_more: all.length > threads.length }
}

const NOT_INDEXED = {
  message: "Index not yet available. Try again later",
  code: 110000,
  documents_indexed: 0,
  retry_after: 1,
}

/** A search of a guild's messages by channel, kind of author and range; 202 while Discord indexes them. */
export function searchView(world: World, guildId: string, query: URLSearchParams) {
  const guild = world.guild(guildId)
  if (guild.unindexed > 0) {
    guild.unindexed -= 1
    return { status: 202, body: NOT_INDEXED }
  }
  const least = BigInt(query.get("min_id") ?? 0)
  const hits = query
    .getAll("channel_id")
    .filter((id) => sees(guild, world.bot.id, id))
    .flatMap((id) => [...(guild.messages.get(id)?.values() ?? [])])
    .filter((one) => BigInt(one.id) > least)
    .filter((one) => query.get("author_type") !== "-bot" || one.author.bot !== true)
  const messages = hits.slice(0, Number(query.get("limit") ?? 25)).map((one) => [one])
  return { status: 200, body: { total_results: hits.length, doing_deep_historical_index: false, messages } }
}
