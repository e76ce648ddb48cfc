/**
 * Reads one page of one channel forward and hands it to the channel's object, as the gateway would have. Takes the next
 * page only while the channel has little left to read. Pages come from Discord or from an upload.
 */
import { z } from "zod"
import type { DeliveredMessage, Delivery } from "../../channel/delivery.ts"
import { HOUR } from "../../domain/calendar.ts"
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
import { type BackfillDeps, type BackfillStep, NEXT } from "./deps.ts"

/** Channels that are read side by side, so that a slow model in one does not stop the others. */
const SIDE_BY_SIDE = 5
/** A channel with more than this left to read gets no further page: far below where rules would take over (2,000). */
const MOST_WAITING = { messages: 300, bytes: 150_000 }
/** How long to wait if every channel has enough to read, at first and at most. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000

/** Channels that hold their last messages for the next page, by import. */
const Begun = z.record(z.string(), z.array(z.string()))
const KEY = "begun_by"

export interface Page extends Pick<PageResult, "cursor" | "isLast" | "read"> {
  messages: DeliveredMessage[]
}

/** The source of an import's messages. */
export interface HistoryPages {
  /** Returns the page that follows the cursor, or why the channel is not read. */
  read(job: HistoryJob, at: ReadingChannel, entered: Entered): Promise<Page | SkipReason>
  /** Returns what a delivery says about the channel. */
  info(channelId: Id, entered: Entered): Delivery["info"]
}

/** Takes a page of the first channel that has little left to read. */
export async function readStep(
  deps: BackfillDeps,
  job: HistoryJob,
  pages: HistoryPages,
): Promise<BackfillStep> {
  const channels = await nextToRead(deps.db, job, SIDE_BY_SIDE)
  if (channels.length === 0) {
    await finishHistory(deps.db, job, deps.now())
    return NEXT
  }
  for (const at of channels) {
    if (at.cursor !== null && (await isBusy(deps, at.channelId))) continue
    deps.state.set("busy", 0)
    return readPage(deps, job, { at, pages })
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

/** Lets the channels of imports that ended go on with the messages that they hold. `open`: the imports that did not. */
export async function releaseChannels(deps: BackfillDeps, open: readonly string[]): Promise<void> {
  const begun = deps.state.get(KEY, Begun) ?? {}
  const ended = Object.keys(begun).filter((job) => !open.includes(job))
  if (ended.length === 0) return
  for (const job of ended) for (const id of begun[job] ?? []) await deps.channel(id).endHistory()
  deps.state.set(KEY, Object.fromEntries(Object.entries(begun).filter(([job]) => !ended.includes(job))))
}

async function readPage(
  deps: BackfillDeps,
  job: HistoryJob,
  { at, pages }: { at: ReadingChannel; pages: HistoryPages },
): Promise<BackfillStep> {
  const entered = await deps.enter()
  // A guild that is leaving accepts nothing. It may be restored.
  if (entered.guild.leavingAt !== null) return { kind: "wait", until: deps.now() + HOUR }
  const { channelId } = at
  const page = await pages.read(job, at, entered)
  if (typeof page === "string") return skip(deps, job, { channelId, reason: page })
  const { messages, ...result } = page
  const info = pages.info(channelId, entered)
  const receipt = messages.length === 0 ? NOTHING : await hand(deps, job, { channelId, info, page })
  if ("leavingAt" in receipt) return { kind: "wait", until: deps.now() + HOUR }
  if (page.isLast) await release(deps, job, channelId)
  const { accepted, duplicates } = receipt
  const rejected = countReasons(receipt.rejected, page.read - messages.length)
  await savePage(deps.db, job, at, { ...result, accepted, duplicates, rejected })
  return NEXT
}

const NOTHING = { accepted: 0, duplicates: 0, rejected: [] }

async function hand(
  deps: BackfillDeps,
  job: HistoryJob,
  { channelId, info, page }: { channelId: Id; info: Delivery["info"]; page: Page },
) {
  const begun = begunBy(deps, job)
  // Before the first page: whatever is held is known.
  if (!begun.includes(channelId)) setBegun(deps, job, [...begun, channelId])
  return deps.channel(channelId).append({
    ...{ guildId: deps.guildId, channelId, info },
    messages: page.messages,
    history: { job: job.id, upTo: page.cursor },
  })
}

function begunBy({ state }: BackfillDeps, { id }: HistoryJob): string[] {
  return state.get(KEY, Begun)?.[id] ?? []
}

function setBegun({ state }: BackfillDeps, { id }: HistoryJob, channels: readonly Id[]): void {
  state.set(KEY, { ...state.get(KEY, Begun), [id]: channels })
}

async function release(deps: BackfillDeps, job: HistoryJob, channelId: Id): Promise<void> {
  const begun = begunBy(deps, job)
  if (!begun.includes(channelId)) return
  await deps.channel(channelId).endHistory()
  setBegun(
    deps,
    job,
    begun.filter((id) => id !== channelId),
  )
}

async function skip(
  deps: BackfillDeps,
  job: HistoryJob,
  { channelId, reason }: { channelId: Id; reason: SkipReason },
): Promise<BackfillStep> {
  await release(deps, job, channelId)
  await skipHistoryChannel(deps.db, job, { channelId, reason })
  return NEXT
}

/** `notice`: what nobody said, such as that somebody joined, or what cannot be read. */
function countReasons(rejected: readonly { reason: string }[], notices: number): Record<string, number> {
  const counts: Record<string, number> = notices > 0 ? { notice: notices } : {}
  for (const { reason } of rejected) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
