/** What has to be asked for by itself: a member whom an overwrite names, who is in a private thread, whether a channel is deleted. */
import { z } from "zod"
import { storeMember } from "../../../access/structure.ts"
import { isMemberKnown, markStrangerLeft, setThreadMembers } from "../../../access/structure-repair.ts"
import { MemberShape } from "../../../access/structure-shapes.ts"
import { Snowflake } from "../../../domain/ids.ts"
import { receivesMemberEvents } from "../../../runtime/models.ts"
import { deleteChannel } from "../events/guilds.ts"
import { memberChangedSince } from "../events/members.ts"
import { threadMembersChangedSince } from "../events/threads.ts"
import {
  type DiscordReader,
  discordRefusal,
  type RepairDeps,
  repairDatabase,
  repairEventContext,
} from "./deps.ts"
import type { RepairTask } from "./repair-rows.ts"

const ThreadMembers = z.array(z.object({ user_id: Snowflake }))

/** False where it has to be done again: something changed while it was asked for. */
export async function runRepairTask(tools: RepairDeps, errand: RepairTask): Promise<boolean> {
  switch (errand.kind) {
    case "member":
      return fetchMember(tools, errand)
    case "thread":
      return fetchThread(tools, errand)
    case "channel":
      return lookForChannel(tools, errand)
  }
}

async function fetchMember(tools: RepairDeps, { guildId, target }: RepairTask): Promise<boolean> {
  const db = repairDatabase(tools, guildId)
  if (await isMemberKnown(db, guildId, target)) return true
  const askedAt = Date.now()
  const answer = await askDiscord(tools.discord, `/guilds/${guildId}/members/${target}`)
  if (memberChangedSince(guildId, target, askedAt)) return true
  const now = Date.now()
  if (answer === "missing") await markStrangerLeft(db, guildId, target, now)
  else if (answer !== "forbidden")
    await storeMember(db, guildId, { member: MemberShape.parse(answer.body), now })
  return true
}

/** Where Discord lists no members, nobody knows who is in a private thread. */
async function fetchThread(tools: RepairDeps, { guildId, target }: RepairTask): Promise<boolean> {
  const askedAt = Date.now()
  const answer = receivesMemberEvents(tools.runtime)
    ? await askDiscord(tools.discord, `/channels/${target}/thread-members`)
    : "forbidden"
  if (answer === "missing") {
    await deleteChannel(repairEventContext(tools), guildId, target)
    return true
  }
  if (threadMembersChangedSince(target, askedAt)) return false
  const members =
    answer === "forbidden" ? null : ThreadMembers.parse(answer.body).map(({ user_id }) => user_id)
  await setThreadMembers(repairDatabase(tools, guildId), guildId, { threadId: target, members })
  return true
}

/** A channel of which a session does not tell was deleted before; that it is erased for that, Discord has to say itself. */
async function lookForChannel(tools: RepairDeps, { guildId, target }: RepairTask): Promise<boolean> {
  const answer = await askDiscord(tools.discord, `/channels/${target}`)
  if (answer === "missing") await deleteChannel(repairEventContext(tools), guildId, target)
  return true
}

/** What Discord answers, or how it refuses. Throws where it does not answer. */
export async function askDiscord(
  discord: DiscordReader,
  path: `/${string}`,
  query?: URLSearchParams,
): Promise<{ body: unknown } | "missing" | "forbidden"> {
  try {
    return { body: await discord.get(path, query ? { query } : {}) }
  } catch (error) {
    const refusal = discordRefusal(error)
    if (refusal === null) throw error
    return refusal
  }
}
