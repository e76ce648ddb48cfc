/**
 * Handles events about members. Stores only members who are known: they wrote something, or a permission
 * overwrite names them.
 */
import { z } from "zod"
import { storeMember, storeMemberLeft } from "../../../access/structure.ts"
import type { ReceivedMember } from "../../../access/structure-shapes.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { receivesMemberEvents } from "../../../runtime/models.ts"
import { type EventContext, eventDatabase, eventHandler, guildQueueKey, RecentMap } from "./event-context.ts"
import { LenientMemberEvent } from "./lenient-shapes.ts"

/** The latest state of a member from any event. `member` is `null` if they left. */
interface Latest {
  at: Time
  member: ReceivedMember | null
  /** A row certainly holds this state. */
  isStored: boolean
}

const latest = new RecentMap<Latest>(20_000)

const Gone = z.object({ guild_id: Snowflake, user: z.object({ id: Snowflake }) })

/** GUILD_MEMBER_ADD, GUILD_MEMBER_UPDATE. */
export const memberUpserted = eventHandler(
  guildQueueKey,
  LenientMemberEvent,
  async (context, { guild_id, ...member }) => {
    const { now } = context
    latest.set(memberKey(guild_id, member.user.id), { at: now, member, isStored: false })
    await storeMember(eventDatabase(context, guild_id), guild_id, { member, now, whom: "known" })
  },
)

export const memberRemoved = eventHandler(guildQueueKey, Gone, async (context, { guild_id, user }) => {
  const { now } = context
  latest.set(memberKey(guild_id, user.id), { at: now, member: null, isStored: true })
  await storeMemberLeft(eventDatabase(context, guild_id), guild_id, { userId: user.id, now })
})

/** The author of a message, as the message describes them. */
interface Speaker {
  member: ReceivedMember
  at: Time
  /** Their message was kept, so they may become a known member. */
  isRecorded: boolean
}

/**
 * Stores the author of a message. Messages and member events are in different queues. If Discord sends member
 * events, a message counts only for members not yet known, and member events received before they were known
 * count more. Otherwise the newest message counts.
 */
export async function recordSpeaker(context: EventContext, guildId: Id, speaker: Speaker): Promise<void> {
  const key = memberKey(guildId, speaker.member.user.id)
  const before = latest.get(key)
  const update = receivesMemberEvents(context.runtime)
    ? memberIfUnknown(before, speaker)
    : memberIfNewer(before, speaker)
  if (update === null) return
  const { now } = context
  await storeMember(eventDatabase(context, guildId), guildId, { ...update, now })
  // If a member event arrived during the write, its own handler stores it afterwards.
  if (latest.get(key) === before) latest.set(key, { at: speaker.at, member: update.member, isStored: true })
}

interface MemberUpdate {
  member: ReceivedMember
  whom: "all" | "known" | "unknown"
}

function memberIfUnknown(before: Latest | undefined, { member, isRecorded }: Speaker): MemberUpdate | null {
  const newest = before ? before.member : member
  return before?.isStored || !isRecorded || newest === null ? null : { member: newest, whom: "unknown" }
}

function memberIfNewer(before: Latest | undefined, { member, at, isRecorded }: Speaker): MemberUpdate | null {
  const isOld = before && (before.at >= at || (before.member && isSameMember(before.member, member)))
  return isOld ? null : { member, whom: isRecorded ? "all" : "known" }
}

/**
 * Returns true if an event described the member since then: a REST response requested earlier is outdated.
 */
export function memberChangedSince(guildId: Id, userId: Id, since: Time): boolean {
  const known = latest.get(memberKey(guildId, userId))
  return known !== undefined && known.at >= since
}

/** Events were missed: earlier states are no longer reliable. */
export function clearRecentMembers(): void {
  latest.clear()
}

function memberKey(guildId: Id, userId: Id): string {
  return `${guildId}:${userId}`
}

/** Compares everything that a row holds. */
function isSameMember(one: ReceivedMember, other: ReceivedMember): boolean {
  const toText = ({ user, nick, roles }: ReceivedMember) =>
    [nick ?? user.global_name ?? user.username, ...[...roles].sort()].join(" ")
  return toText(one) === toText(other)
}
