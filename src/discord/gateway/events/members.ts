/**
 * Handles events about members. Stores only members who are known: they wrote something, or a permission
 * overwrite names them.
 */
import { z } from "zod"
import { storeMember, storeMemberLeft } from "../../../access/structure.ts"
import { MemberShape, type ReceivedMember } from "../../../access/structure-shapes.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { receivesMemberEvents } from "../../../runtime/models.ts"
import { type EventContext, eventDatabase, eventHandler, guildQueueKey, RecentMap } from "./event-context.ts"

/** The latest state of a member from any event. `member` is `null` if they left. */
interface Latest {
  at: Time
  member: ReceivedMember | null
  /** A row certainly holds this state. */
  isKept: boolean
}

const latest = new RecentMap<Latest>(20_000)

const Joined = MemberShape.extend({ guild_id: Snowflake })
const Gone = z.object({ guild_id: Snowflake, user: z.object({ id: Snowflake }) })

/** GUILD_MEMBER_ADD, GUILD_MEMBER_UPDATE. */
export const memberUpserted = eventHandler(
  guildQueueKey,
  Joined,
  async (context, { guild_id, ...member }) => {
    const { now } = context
    latest.set(keyOf(guild_id, member.user.id), { at: now, member, isKept: false })
    await storeMember(eventDatabase(context, guild_id), guild_id, { member, now, whom: "known" })
  },
)

export const memberRemoved = eventHandler(guildQueueKey, Gone, async (context, { guild_id, user }) => {
  const { now } = context
  latest.set(keyOf(guild_id, user.id), { at: now, member: null, isKept: true })
  await storeMemberLeft(eventDatabase(context, guild_id), guild_id, { userId: user.id, now })
})

/** The author of a message, as the message describes them. */
interface Speaker {
  member: ReceivedMember
  at: Time
  /** Their message was kept, so they may become a known member. */
  isHeard: boolean
}

/**
 * Stores the author of a message. Messages and member events are in different queues. If Discord sends member
 * events, a message counts only for members not yet known, and member events received before they were known
 * count more. Otherwise the newest message counts.
 */
export async function recordSpeaker(context: EventContext, guildId: Id, speaker: Speaker): Promise<void> {
  const key = keyOf(guildId, speaker.member.user.id)
  const before = latest.get(key)
  const news = receivesMemberEvents(context.runtime) ? firstNews(before, speaker) : newerNews(before, speaker)
  if (news === null) return
  const { now } = context
  await storeMember(eventDatabase(context, guildId), guildId, { ...news, now })
  // If a member event arrived during the write, its own handler stores it afterwards.
  if (latest.get(key) === before) latest.set(key, { at: speaker.at, member: news.member, isKept: true })
}

interface News {
  member: ReceivedMember
  whom: "all" | "known" | "unknown"
}

function firstNews(before: Latest | undefined, { member, isHeard }: Speaker): News | null {
  const newest = before ? before.member : member
  return before?.isKept || !isHeard || newest === null ? null : { member: newest, whom: "unknown" }
}

function newerNews(before: Latest | undefined, { member, at, isHeard }: Speaker): News | null {
  const isOld = before && (before.at >= at || (before.member && isSame(before.member, member)))
  return isOld ? null : { member, whom: isHeard ? "all" : "known" }
}

/**
 * Returns true if an event described the member since then: a REST response requested earlier is outdated.
 */
export function memberChangedSince(guildId: Id, userId: Id, since: Time): boolean {
  const known = latest.get(keyOf(guildId, userId))
  return known !== undefined && known.at >= since
}

/** Events were missed: earlier states are no longer reliable. */
export function clearRecentMembers(): void {
  latest.clear()
}

function keyOf(guildId: Id, userId: Id): string {
  return `${guildId}:${userId}`
}

/** Compares everything that a row holds. */
function isSame(one: ReceivedMember, other: ReceivedMember): boolean {
  const word = ({ user, nick, roles }: ReceivedMember) =>
    [nick ?? user.global_name ?? user.username, ...[...roles].sort()].join(" ")
  return word(one) === word(other)
}
