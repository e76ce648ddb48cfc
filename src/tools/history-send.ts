/**
 * Sends checked history into a running Keepsake, channels side by side, each channel in order. Waits for outages and
 * limits, and lets windows be read while more is sent, so that no channel's backlog grows large. Every step can be
 * repeated: a message is known by its id.
 */
import type { CheckedChannel, HistoryCheck } from "../history/files/check.ts"
import { type ApiMessage, MAX_NAME } from "../history/files/message.ts"
import { truncate } from "../text/truncate.ts"
import type { ApiChannel, ApiClient, WindowYield } from "./api-client.ts"
import { ApiError } from "./api-request.ts"

/** The API takes 500 messages and 1 MB at once; the rest of the megabyte is for the envelope. */
const BATCH_MESSAGES = 500
const BATCH_BYTES = 900_000
/** Messages sent before their windows are read. Rules take over from a model at a backlog of 2,000 messages. */
const READ_EVERY = 1_000
/** Windows that may wait for a model while more is sent. */
const MOST_WAITING = 20
const MAX_TOPIC = 1_024

export interface SentChannel {
  id: string
  name: string
  audience: ApiChannel["audience"]
  /** Messages that Keepsake has taken over now. */
  accepted: number
  /** Messages that it knew already. */
  known: number
  windows: WindowYield[]
  /** Windows that still wait, for a model or for time. */
  waiting: number
}

export interface SendOptions {
  client: ApiClient
  audienceOf(channelName: string): ApiChannel["audience"]
  /** Channels that are sent at the same time. */
  lanes?: number
  /** Called with each batch that was sent, before its windows are read. */
  onBatch?(channel: SentChannel, batch: ApiMessage[], rejected: { reason: string }[]): void
  onChannel?(channel: SentChannel): void
  /** True to wait for every window of a channel before the next is sent, as long as some are read. */
  untilRead?: boolean
  /** Called after each reading of windows with `untilRead`. */
  onRead?(channel: SentChannel): void
  /** Called when a request has to wait for the server. */
  onWait?(reason: string, ms: number): void
  /** Aborted: the batch under way is finished, and no other is begun. */
  signal?: AbortSignal
  wait?(ms: number): Promise<void>
}

const LANES = 8

/** Sends every channel. Throws an ApiError if the server refuses, or stays away for minutes. */
export async function sendHistory(check: HistoryCheck, options: SendOptions): Promise<SentChannel[]> {
  const sent: SentChannel[] = []
  // The largest first: a lane that begins it last would work alone at the end.
  const queue = check.channels.toSorted((a, b) => b.messages - a.messages).values()
  const lane = async () => {
    for (const channel of queue) {
      if (options.signal?.aborted) return
      const { id, name } = channel.channel
      const one: SentChannel = {
        id,
        name,
        audience: options.audienceOf(name),
        accepted: 0,
        known: 0,
        windows: [],
        waiting: 0,
      }
      sent.push(one)
      await sendChannel(one, channel, options)
      options.onChannel?.(one)
    }
  }
  await Promise.all(Array.from({ length: options.lanes ?? LANES }, lane))
  return sent
}

async function sendChannel(sent: SentChannel, channel: CheckedChannel, options: SendOptions): Promise<void> {
  const about = describe(channel, sent.audience)
  const named = channel.guild.name?.trim()
  let guildName = named ? truncate(named, MAX_NAME) : undefined
  let unread = 0
  for (const part of channel.parts)
    for await (const batch of batchesOf((await part.open()).messages)) {
      if (options.signal?.aborted) return
      const reply = await patiently(() => options.client.ingest(sent.id, about, batch, guildName), options)
      guildName = undefined
      sent.accepted += reply.accepted
      sent.known += reply.duplicates
      options.onBatch?.(sent, batch, reply.rejected)
      unread += reply.accepted
      if (unread < READ_EVERY) continue
      await readWindows(sent, options)
      unread = 0
    }
  // An interrupted run may have left a window open, so the channel is read even if everything is known.
  if (sent.accepted + sent.known === 0) return
  await read(sent, options, false)
  if (options.untilRead) await readAll(sent, options)
}

function describe({ channel }: CheckedChannel, audience: ApiChannel["audience"]): ApiChannel {
  return {
    name: truncate(channel.name, MAX_NAME),
    ...(channel.topic ? { topic: truncate(channel.topic, MAX_TOPIC) } : {}),
    ...(channel.parentId ? { parent_id: channel.parentId } : {}),
    ...(audience ? { audience } : {}),
  }
}

/** Reads what is complete, until few windows wait. */
async function readWindows(sent: SentChannel, options: SendOptions): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const before = sent.windows.length
    await read(sent, options, true)
    if (sent.waiting <= MOST_WAITING || options.signal?.aborted) return
    if (sent.windows.length > before) attempt = 0
    const ms = pauseMs(attempt)
    options.onWait?.(`${sent.waiting} windows of #${sent.name} wait for a model`, ms)
    await (options.wait ?? sleep)(ms)
  }
}

/** Readings in a row that may end without any window read. A model that answers late takes most of a minute for each. */
const FRUITLESS_READINGS = 6

/** Reads until no window waits, or until a model has read none in several attempts. */
async function readAll(sent: SentChannel, options: SendOptions): Promise<void> {
  for (let attempt = 0; sent.waiting > 0 && attempt < FRUITLESS_READINGS; attempt += 1) {
    if (options.signal?.aborted) return
    const before = sent.windows.length
    options.onRead?.(sent)
    await (options.wait ?? sleep)(pauseMs(attempt))
    await read(sent, options, false)
    if (sent.windows.length > before) attempt = -1
  }
}

async function read(sent: SentChannel, options: SendOptions, keepOpen: boolean): Promise<void> {
  const { windows, waiting } = await patiently(() => options.client.flush(sent.id, keepOpen), options)
  sent.windows.push(...windows)
  sent.waiting = waiting
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** A server that stays away is given up after some ten minutes. */
const ATTEMPTS = 14

function pauseMs(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
}

/** Repeats a request while the server is away, overloaded, or asks to wait. */
async function patiently<Reply>(
  request: () => Promise<Reply>,
  { onWait, wait = sleep, signal }: Pick<SendOptions, "onWait" | "wait" | "signal">,
): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ApiError) || !isPassing(error) || attempt === ATTEMPTS || signal?.aborted)
        throw error
      const ms = error.retryAfterMs ?? pauseMs(attempt)
      onWait?.(error.message, ms)
      await wait(ms)
    }
  }
}

function isPassing({ status }: ApiError): boolean {
  return status === null || status === 429 || status >= 500
}

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

async function* batchesOf(messages: AsyncIterable<ApiMessage>): AsyncGenerator<ApiMessage[]> {
  let batch: ApiMessage[] = []
  let bytes = 0
  for await (const message of messages) {
    const size = Buffer.byteLength(JSON.stringify(message)) + 1
    if (batch.length > 0 && (batch.length === BATCH_MESSAGES || bytes + size > BATCH_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(message)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
