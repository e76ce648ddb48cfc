/**
 * Single REST lookups: a member named by an overwrite, a private thread's members, whether a channel is
 * deleted.
 */
import { z } from "zod"
import { storeMember } from "../../../access/structure.ts"
import { isMemberKnown, markStrangerLeft, setThreadMembers } from "../../../access/structure-repair.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id } from "../../../domain/types.ts"
import { channelStub } from "../../../runtime/channels.ts"
import { receivesMemberEvents } from "../../../runtime/models.ts"
import { deleteChannel } from "../events/guilds.ts"
import { LenientMember, MessageShape } from "../events/lenient-shapes.ts"
import { memberChangedSince } from "../events/members.ts"
import { editedAt, isSpoken, toDeliveredMessage } from "../events/messages.ts"
import { threadMembersChangedSince } from "../events/threads.ts"
import { askDiscord, type RepairDeps, repairDatabase, repairEventContext } from "./deps.ts"
import { fetchPins } from "./pins.ts"
import type { RepairTask } from "./repair-rows.ts"

const ThreadMembers = z.array(z.object({ user_id: Snowflake }))

/** Returns false if the task must run again because something changed during the request. */
export async function runRepairTask(deps: RepairDeps, task: RepairTask): Promise<boolean> {
  switch (task.kind) {
    case "member":
      return fetchMember(deps, task)
    case "thread":
      return fetchThread(deps, task)
    case "channel":
      return checkChannel(deps, task)
    case "message":
      return fetchMessage(deps, task)
    case "pins":
      return fetchPins(deps, task)
    case "guild":
      throw new Error("a guild is repaired in steps")
  }
}

async function fetchMember(deps: RepairDeps, { guildId, target }: RepairTask): Promise<boolean> {
  const db = repairDatabase(deps, guildId)
  if (await isMemberKnown(db, guildId, target)) return true
  const askedAt = Date.now()
  const answer = await askDiscord(deps.discord, `/guilds/${guildId}/members/${target}`)
  if (memberChangedSince(guildId, target, askedAt)) return true
  const now = Date.now()
  if (answer === "missing") await markStrangerLeft(db, guildId, target, now)
  else if (answer !== "forbidden")
    await storeMember(db, guildId, { member: LenientMember.parse(answer.body), now })
  return true
}

/** If Discord lists no members, the members of a private thread stay unknown. */
async function fetchThread(deps: RepairDeps, { guildId, target }: RepairTask): Promise<boolean> {
  const askedAt = Date.now()
  const answer = receivesMemberEvents(deps.runtime)
    ? await askDiscord(deps.discord, `/channels/${target}/thread-members`)
    : "forbidden"
  if (answer === "missing") {
    await deleteChannel(repairEventContext(deps), guildId, target)
    return true
  }
  if (threadMembersChangedSince(target, askedAt)) return false
  const members =
    answer === "forbidden" ? null : ThreadMembers.parse(answer.body).map(({ user_id }) => user_id)
  await setThreadMembers(repairDatabase(deps, guildId), guildId, { threadId: target, members })
  return true
}

/** A channel missing from a session was probably deleted. It is erased only if Discord confirms that. */
async function checkChannel(deps: RepairDeps, { guildId, target }: RepairTask): Promise<boolean> {
  const answer = await askDiscord(deps.discord, `/channels/${target}`)
  if (answer === "missing") await deleteChannel(repairEventContext(deps), guildId, target)
  return true
}

export function messageTarget({ channelId, messageId }: { channelId: Id; messageId: Id }): string {
  return `${channelId}/${messageId}`
}

const InGuild = z.object({ guild_id: Snowflake })

/** Records a message whose event was unreadable, or applies its edit. One that is unreadable here too is given up. */
async function fetchMessage(deps: RepairDeps, task: RepairTask): Promise<boolean> {
  const [channelId = "", messageId = ""] = task.target.split("/")
  const answer = await askDiscord(deps.discord, `/channels/${channelId}/messages/${messageId}`)
  if (typeof answer === "string") return true
  const message = MessageShape.safeParse(answer.body).data
  const guildId = task.guildId === "" ? await guildOfChannel(deps, channelId) : task.guildId
  if (message === undefined || guildId === null) {
    console.error({ event: "repair.message_unreadable", guild: guildId, channel: channelId })
    return true
  }
  if (!isSpoken(message)) return true
  await channelStub(deps.runtime.env, guildId, channelId).catchUp({
    ...{ guildId, channelId, info: null, since: 0, present: [messageId] },
    messages: [{ ...toDeliveredMessage(message, deps.bot), editedAt: editedAt(message) }],
    stretch: { from: messageId, to: messageId },
  })
  return true
}

/** Returns `null` for a channel outside guilds. */
async function guildOfChannel({ discord }: RepairDeps, channelId: Id): Promise<Id | null> {
  const answer = await askDiscord(discord, `/channels/${channelId}`)
  return typeof answer === "string" ? null : (InGuild.safeParse(answer.body).data?.guild_id ?? null)
}
