/**
 * Reads one page of one channel forward and hands it to the channel's object, as the gateway would have. Takes the next
 * page only while the channel has little left to read.
 */
import { z } from "zod"
import { channelOf } from "../../access/permissions.ts"
import { setThreadMembers } from "../../access/structure-repair.ts"
import type { DeliveredMessage } from "../../channel/delivery.ts"
import { HOUR } from "../../domain/calendar.ts"
import { isPrivateThread } from "../../domain/channel-types.ts"
import { Snowflake, snowflakeAt } from "../../domain/ids.ts"
import type { Id } from "../../domain/types.ts"
import {
  finishHistory,
  nextToRead,
  type PageResult,
  type ReadingChannel,
  savePage,
  skipHistoryChannel,
} from "../../history/channel-rows.ts"
import type { HistoryJob, SkipReason } from "../../history/job-rows.ts"
import type { Entered } from "../../runtime/enter.ts"
import { lenientArray, MessageShape } from "../gateway/events/lenient-shapes.ts"
import { isSpoken, toDeliveredMessage } from "../gateway/events/messages.ts"
import { withRoleMention } from "../gateway/events/role-mention.ts"
import { askDiscord, discordRefusal } from "../gateway/repair/deps.ts"
import { type BackfillDeps, type BackfillStep, NEXT, readSelf, type Self, skipReason } from "./deps.ts"

/** Discord's limit per request. */
const PAGE = 100
/** Channels that are read side by side, so that a slow model in one does not stop the others. */
const SIDE_BY_SIDE = 5
/** A channel with more than this left to read gets no further page: far below where rules would take over (2,000). */
const MOST_WAITING = { messages: 300, bytes: 150_000 }
/** How long to wait if every channel has enough to read, at first and at most. */
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

/** Channels that hold their last messages for the next page. */
const Begun = z.array(z.string())
const KEY = "begun"

/** Takes a page of the first channel that has little left to read. */
export async function readStep(deps: BackfillDeps, job: HistoryJob): Promise<BackfillStep> {
  const channels = await nextToRead(deps.db, job, SIDE_BY_SIDE)
  if (channels.length === 0) {
    await finishHistory(deps.db, job, deps.now())
    return NEXT
  }
  for (const at of channels) {
    if (at.cursor !== null && (await isBusy(deps, at.channelId))) continue
    deps.state.set("busy", 0)
    return readPage(deps, job, at)
  }
  const rounds = deps.state.get("busy", z.int()) ?? 0
  deps.state.set("busy", rounds + 1)
  return {
    kind: "wait",
    until: deps.now() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(rounds, 10)),
  }
}

async function isBusy(deps: BackfillDeps, channelId: Id): Promise<boolean> {
  const { waiting } = await deps.channel(channelId).status()
  return waiting.messages > MOST_WAITING.messages || waiting.bytes > MOST_WAITING.bytes
}

/** Lets the channels of an import that ended go on with the messages that they hold. */
export async function releaseChannels(deps: BackfillDeps): Promise<void> {
  for (const id of deps.state.get(KEY, Begun) ?? []) await deps.channel(id).endHistory()
  deps.state.set(KEY, [])
}

async function readPage(deps: BackfillDeps, job: HistoryJob, at: ReadingChannel): Promise<BackfillStep> {
  const [entered, self] = [await deps.enter(), await readSelf(deps)]
  // A guild that is leaving accepts nothing. It may be restored.
  if (entered.guild.leavingAt !== null) return { kind: "wait", until: deps.now() + HOUR }
  const { channelId } = at
  // Check first: Discord counts forbidden requests against the bot, and lists nothing where the history is closed.
  const reason = skipReason(entered, self, { channelId, excluded: job.excluded })
  if (reason !== null) return skip(deps, job, { channelId, reason })
  if (at.cursor === null) await readThreadMembers(deps, entered, channelId)
  const page = await fetchPage(deps, job, at, self)
  if (typeof page === "string") return skip(deps, job, { channelId, reason: page })
  const { messages, ...result } = page
  const receipt = messages.length === 0 ? NOTHING : await hand(deps, job, { entered, channelId, page })
  if ("leavingAt" in receipt) return { kind: "wait", until: deps.now() + HOUR }
  if (page.isLast) await release(deps, channelId)
  const { accepted, duplicates } = receipt
  const rejected = countReasons(receipt.rejected, page.read - messages.length)
  await savePage(deps.db, job, at, { ...result, accepted, duplicates, rejected })
  return NEXT
}

const NOTHING = { accepted: 0, duplicates: 0, rejected: [] }

async function hand(
  deps: BackfillDeps,
  job: HistoryJob,
  { entered, channelId, page }: { entered: Entered; channelId: Id; page: Page },
) {
  const begun = deps.state.get(KEY, Begun) ?? []
  // Before the first page: whatever is held is known.
  if (!begun.includes(channelId)) deps.state.set(KEY, [...begun, channelId])
  const name = channelOf(entered.structure, channelId)?.name
  return deps.channel(channelId).append({
    ...{ guildId: deps.guildId, channelId, info: name ? { name } : null },
    messages: page.messages,
    history: { job: job.id, upTo: page.cursor },
  })
}

async function release(deps: BackfillDeps, channelId: Id): Promise<void> {
  const begun = deps.state.get(KEY, Begun) ?? []
  if (!begun.includes(channelId)) return
  await deps.channel(channelId).endHistory()
  deps.state.set(
    KEY,
    begun.filter((id) => id !== channelId),
  )
}

async function skip(
  deps: BackfillDeps,
  job: HistoryJob,
  { channelId, reason }: { channelId: Id; reason: SkipReason },
): Promise<BackfillStep> {
  await release(deps, channelId)
  await skipHistoryChannel(deps.db, job, { channelId, reason })
  return NEXT
}

/** `notice`: what nobody said, such as that somebody joined, or what cannot be read. */
function countReasons(rejected: readonly { reason: string }[], notices: number): Record<string, number> {
  const counts: Record<string, number> = notices > 0 ? { notice: notices } : {}
  for (const { reason } of rejected) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

interface Page extends Pick<PageResult, "cursor" | "isLast" | "read"> {
  messages: DeliveredMessage[]
}

const Listed = z.array(z.object({ id: Snowflake }))

async function fetchPage(
  deps: BackfillDeps,
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

async function askMessages({ discord }: BackfillDeps, channelId: Id, query: URLSearchParams) {
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
  { db, discord, guildId }: BackfillDeps,
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
