/** What has to be asked for by itself: a member whom an overwrite names, who is in a private thread, whether a channel is deleted. */
import { z } from "zod"
import { storeMember } from "../../../access/structure.ts"
import { isMemberKnown, markStrangerLeft, setThreadMembers } from "../../../access/structure-repair.ts"
import { MemberShape } from "../../../access/structure-shapes.ts"
import { Snowflake } from "../../../domain/ids.ts"
import { receivesMemberEvents } from "../../../runtime/models"
import { deleteChannel } from "../events/guilds.ts"
import { toldSince } from "../events/members.ts"
import { threadMovedSince } from "../events/threads.ts"
import type { Errand } from "./repair-rows.ts"
import { type Discord, databaseOf, refusalIn, type Tools, telling } from "./tools.ts"

const ThreadMembers = z.array(z.object({ user_id: Snowflake }))

/** False where it has to be done again: something changed while it was asked for. */
export async function runErrand(tools: Tools, errand: Errand): Promise<boolean> {
  switch (errand.kind) {
    case "member":
      return fetchMember(tools, errand)
    case "thread":
      return fetchThread(tools, errand)
    case "channel":
      return lookForChannel(tools, errand)
  }
}

async function fetchMember(tools: Tools, { guildId, target }: Errand): Promise<boolean> {
  const db = databaseOf(tools, guildId)
  if (await isMemberKnown(db, guildId, target)) return true
  const askedAt = Date.now()
  const answer = await answerOf(tools.discord, `/guilds/${guildId}/members/${target}`)
  if (toldSince(guildId, target, askedAt)) return true
  const now = Date.now()
  if (answer === "missing") await markStrangerLeft(db, guildId, target, now)
  else if (answer !== "forbidden")
    await storeMember(db, guildId, { member: MemberShape.parse(answer.body), now })
  return true
}

/** Where Discord lists no members, nobody knows who is in a private thread. */
async function fetchThread(tools: Tools, { guildId, target }: Errand): Promise<boolean> {
  const askedAt = Date.now()
  const answer = receivesMemberEvents(tools.ground)
    ? await answerOf(tools.discord, `/channels/${target}/thread-members`)
    : "forbidden"
  if (answer === "missing") {
    await deleteChannel(telling(tools), guildId, target)
    return true
  }
  if (threadMovedSince(target, askedAt)) return false
  const members =
    answer === "forbidden" ? null : ThreadMembers.parse(answer.body).map(({ user_id }) => user_id)
  await setThreadMembers(databaseOf(tools, guildId), guildId, { threadId: target, members })
  return true
}

/** A channel of which a session does not tell was deleted before; that it is erased for that, Discord has to say itself. */
async function lookForChannel(tools: Tools, { guildId, target }: Errand): Promise<boolean> {
  const answer = await answerOf(tools.discord, `/channels/${target}`)
  if (answer === "missing") await deleteChannel(telling(tools), guildId, target)
  return true
}

/** What Discord answers, or how it refuses. Throws where it does not answer. */
export async function answerOf(
  discord: Discord,
  path: `/${string}`,
  query?: URLSearchParams,
): Promise<{ body: unknown } | "missing" | "forbidden"> {
  try {
    return { body: await discord.get(path, query ? { query } : {}) }
  } catch (error) {
    const refusal = refusalIn(error)
    if (refusal === null) throw error
    return refusal
  }
}
