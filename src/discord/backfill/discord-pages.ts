/** Pages of a channel's old messages from Discord, read forward as the gateway would have heard them. */
import { z } from "zod"
import { channelOf } from "../../access/permissions.ts"
import { setThreadMembers } from "../../access/structure-repair.ts"
import type { DeliveredMessage } from "../../channel/delivery.ts"
import { isPrivateThread } from "../../domain/channel-types.ts"
import { Snowflake, snowflakeAt } from "../../domain/ids.ts"
import type { Id } from "../../domain/types.ts"
import type { ReadingChannel } from "../../history/channel-rows.ts"
import type { HistoryJob } from "../../history/job-rows.ts"
import type { Entered } from "../../runtime/enter.ts"
import { lenientArray, MessageShape } from "../gateway/events/lenient-shapes.ts"
import { isSpoken, toDeliveredMessage } from "../gateway/events/messages.ts"
import { withRoleMention } from "../gateway/events/role-mention.ts"
import { askDiscord, discordRefusal } from "../gateway/repair/deps.ts"
import { type DiscordDeps, readSelf, type Self, skipReason } from "./deps.ts"
import type { HistoryPages, Page } from "./read-step.ts"

/** Discord's limit per request. */
const PAGE = 100

export function discordPages(deps: DiscordDeps): HistoryPages {
  return {
    async read(job, at, entered) {
      const self = await readSelf(deps)
      const { channelId } = at
      // Check first: Discord counts forbidden requests against the bot, and lists nothing where the history is closed.
      const reason = skipReason(entered, self, { channelId, excluded: job.excluded })
      if (reason !== null) return reason
      if (at.cursor === null) await readThreadMembers(deps, entered, channelId)
      return fetchPage(deps, job, at, self)
    },
    info(channelId, entered) {
      const name = channelOf(entered.structure, channelId)?.name
      return name ? { name } : null
    },
  }
}

const Listed = z.array(z.object({ id: Snowflake }))

async function fetchPage(
  deps: DiscordDeps,
  job: HistoryJob,
  at: ReadingChannel,
  self: Self,
): Promise<Page | "missing" | "forbidden" | "refused"> {
  const after = at.cursor ?? (job.since === null ? "0" : before(snowflakeAt(job.since)))
  const query = new URLSearchParams({ after, limit: String(PAGE) })
  const answer = await askMessages(deps, at.channelId, query)
  if (typeof answer === "string") return answer
  const until = BigInt(job.untilId ?? "0")
  const listed = Listed.parse(answer.body)
  const present = listed.filter(({ id }) => BigInt(id) <= until)
  const spoken = lenientArray(MessageShape)
    .parse(answer.body)
    .filter((message) => BigInt(message.id) <= until && isSpoken(message))
    .reverse()
  const context = { runtime: deps.runtime, bot: self, now: deps.now() }
  const messages: DeliveredMessage[] = []
  for (const message of spoken)
    messages.push(toDeliveredMessage(await withRoleMention(context, deps.guildId, message), self))
  const cursor = present.reduce((max, { id }) => (BigInt(id) > BigInt(max) ? id : max), after)
  // Discord lists the messages directly after the cursor, so a page that is not full is the last one.
  const isLast = listed.length < PAGE || present.length < listed.length
  return { messages, cursor, isLast, read: present.length }
}

async function askMessages({ discord }: DiscordDeps, channelId: Id, query: URLSearchParams) {
  try {
    return await askDiscord(discord, `/channels/${channelId}/messages`, query)
  } catch (error) {
    if (discordRefusal(error) === "refused") return "refused"
    throw error
  }
}

function before(id: Id): Id {
  return String(BigInt(id) - 1n)
}

const ThreadMembers = z.array(z.object({ user_id: Snowflake }))

/** Without the list of its members, nobody sees what was said in a private thread. */
async function readThreadMembers(
  { db, discord, guildId }: DiscordDeps,
  { structure }: Entered,
  threadId: Id,
): Promise<void> {
  const thread = channelOf(structure, threadId)
  if (thread === undefined || !isPrivateThread(thread) || thread.threadMembers !== null) return
  const answer = await askDiscord(discord, `/channels/${threadId}/thread-members`)
  if (typeof answer === "string") return
  const members = ThreadMembers.parse(answer.body).map(({ user_id }) => user_id)
  await setThreadMembers(db, guildId, { threadId, members })
}
