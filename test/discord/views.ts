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
