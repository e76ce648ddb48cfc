/** Members: rows are kept of those alone who are known, by what they said or wrote to the bot, or whom an overwrite names. */
import { z } from "zod"
import { storeMember, storeMemberLeft } from "../../../access/structure.ts"
import { MemberShape, type ReceivedMember } from "../../../access/structure-shapes.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { receivesMemberEvents } from "../../../runtime/models.ts"
import { type EventContext, eventDatabase, eventHandler, guildQueueKey, RecentMap } from "./event-context.ts"

/** What was last told of a member by whatever lane. `member` null: that they left. */
interface Latest {
  at: Time
  member: ReceivedMember | null
  /** Whether a row holds it for certain. */
  isKept: boolean
}

const latest = new RecentMap<Latest>(20_000)

const Joined = MemberShape.extend({ guild_id: Snowflake })
const Gone = z.object({ guild_id: Snowflake, user: z.object({ id: Snowflake }) })

/** GUILD_MEMBER_ADD, GUILD_MEMBER_UPDATE. */
export const memberUpserted = eventHandler(
  guildQueueKey,
  Joined,
  async (telling, { guild_id, ...member }) => {
    const { now } = telling
    latest.set(keyOf(guild_id, member.user.id), { at: now, member, isKept: false })
    await storeMember(eventDatabase(telling, guild_id), guild_id, { member, now, whom: "known" })
  },
)

export const memberRemoved = eventHandler(guildQueueKey, Gone, async (telling, { guild_id, user }) => {
  const { now } = telling
  latest.set(keyOf(guild_id, user.id), { at: now, member: null, isKept: true })
  await storeMemberLeft(eventDatabase(telling, guild_id), guild_id, { userId: user.id, now })
})

/** Who spoke, as their message tells them. */
interface Speaker {
  member: ReceivedMember
  at: Time
  /** Their words are kept, so they may be known. */
  isHeard: boolean
}

/**
 * Takes over who spoke. Messages come in other lanes than members' own events: where Discord tells of members, a message counts for
 * those alone of whom nothing is known, and what their own events told while nobody knew them counts more; where it does not,
 * the newest message counts.
 */
export async function recordSpeaker(telling: EventContext, guildId: Id, speaker: Speaker): Promise<void> {
  const key = keyOf(guildId, speaker.member.user.id)
  const before = latest.get(key)
  const news = receivesMemberEvents(telling.runtime) ? firstNews(before, speaker) : newerNews(before, speaker)
  if (news === null) return
  const { now } = telling
  await storeMember(eventDatabase(telling, guildId), guildId, { ...news, now })
  // Whom an event told of meanwhile is written by that, and later than this.
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

/** Whether something was told of the member since; then what REST said before is not what they are. */
export function memberChangedSince(guildId: Id, userId: Id, since: Time): boolean {
  const known = latest.get(keyOf(guildId, userId))
  return known !== undefined && known.at >= since
}

/** Events were missed: what was told before is not what is. */
export function clearRecentMembers(): void {
  latest.clear()
}

function keyOf(guildId: Id, userId: Id): string {
  return `${guildId}:${userId}`
}

/** In all that a row holds. */
function isSame(one: ReceivedMember, other: ReceivedMember): boolean {
  const word = ({ user, nick, roles }: ReceivedMember) =>
    [nick ?? user.global_name ?? user.username, ...[...roles].sort()].join(" ")
  return word(one) === word(other)
}
