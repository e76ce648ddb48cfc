/**
 * Takes one sealed window through extraction and writing. Each step can be cut off anywhere and run again
 * without harm.
 */
import type { ChatModel } from "../../ai/chat.ts"
import { describeError } from "../../domain/errors.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Extraction, Id, Message, Time, Verdict, Window } from "../../domain/types.ts"
import { type Context, readContext } from "../../extraction/context.ts"
import { extract, record } from "../../extraction/extract.ts"
import { noteAlone } from "../../extraction/model-path.ts"
import { titleOf } from "../../extraction/note.ts"
import type { Database } from "../../memory/db/database.ts"
import { windowVerdicts } from "../../memory/read/windows.ts"
import type { ShownMemory } from "../../memory/write/order.ts"
import { retryAt, tomorrow } from "../../runtime/object/alarm-clock"
import type { History } from "../store/history.ts"
import type { MessageRows } from "../store/message-rows.ts"
import type { PendingRetractions } from "../store/pending-retractions"
import type { ChannelPlace, ChannelRegistry } from "../store/registry.ts"
import type { SealedWindow, WindowOutcome, WindowReading, WindowRows } from "../store/window-rows.ts"
import { isReread } from "../window/window-rule.ts"
import { discardSealed, recordAttemptCost, recordWindowCost } from "./discard-window"

export interface WindowDeps {
  messages: MessageRows
  windows: WindowRows
  owed: PendingRetractions
  history: Pick<History, "forget">
  /** The channel's current mode. */
  registry: Pick<ChannelRegistry, "mode">
  db: Database
  /** `null` if no model is bound. */
  chat: ChatModel | null
  place: ChannelPlace
  readOnly: boolean
  firstRetryMs: number
  now(): Time
  random(): number
}

/** The result of a window. */
interface Yield {
  method: string
  messages: number
  firstAt: Time | null
  title: string | null
  verdicts: Verdict[]
}
const NOTHING: Yield = { method: "none", messages: 0, firstAt: null, title: null, verdicts: [] }

/** The backlog a channel may hold for a model before the rules take the oldest window. */
const MOST_WAITING = { messages: 2_000, bytes: 1_000_000 }

/**
 * Extracts and writes one window. `waits`: the window has a retry time. Later windows wait behind it to keep
 * the order.
 */
export async function processWindow(window: SealedWindow, tools: WindowDeps): Promise<"done" | "waits"> {
  try {
    return await advance(window, tools)
  } catch (error) {
    // Fallback for any outage: the window stays as it is and is tried again.
    console.error({
      event: "window.failed",
      window: window.id,
      attempt: window.attempts + 1,
      error: describeError(error),
    })
    return postpone(window, tools, "later")
  }
}

async function advance(window: SealedWindow, tools: WindowDeps): Promise<"done" | "waits"> {
  const { db, place } = tools
  // The caps decide from recorded spending, so record this window's own attempts first.
  await recordAttemptCost(tools, window)
  const messages = tools.messages.read(window.ids, place)
  if (messages.length === 0) return letGo(window, tools)
  const whole: Window = {
    ...window,
    guildId: place.guildId,
    channelId: place.channelId,
    channelName: place.name,
    messages,
  }
  const context = await readContext(db, whole, { now: tools.now() })
  if (context.guild === null) return finish(window, tools, { ...NOTHING, messages: messages.length })
  if (context.written) return finishWritten(window, tools)
  // The guild will be erased. If it is restored, processing continues.
  if (context.guild.leavingAt !== null) return postpone(window, tools, "later")
  // Everyone who spoke has objected since.
  if (context.window.messages.length === 0) return letGo(window, tools)

  if (context.mode === "off") return drop(window, tools)
  const lines = context.window.messages.map((message) => message.id)
  discardOther(window, lines, tools)
  let extraction: WindowReading | null = window.extraction
  if (extraction === null) {
    const { mode } = tools.registry
    const read = await extract(context, tools.chat, overflows(tools.windows.backlog()))
    if (read.kind === "wait") {
      window.spent.push(...read.usage)
      if (read.usage.length > 0) tools.windows.save(window)
      await recordAttemptCost(tools, window)
      return postpone(window, tools, read.until)
    }
    // The window was edited or the channel's mode changed during the model call, so the extraction no longer
    // matches.
    if (mode !== tools.registry.mode || !sameWords(messages, tools.messages.read(window.ids, place))) {
      discard(window, read.extraction, tools)
      return advance(window, tools)
    }
    const { fallback } = read
    const shown = shownTo(read.extraction, context)
    extraction = keep(window, { ...read.extraction, lines, shown, fallback }, tools)
  }
  const kept = context.mode === "notes" ? noteAlone(extraction) : extraction
  return write(window, kept, { context, messages }, tools)
}

/** The channel is off: nothing is extracted. */
async function drop(window: SealedWindow, tools: WindowDeps): Promise<"done"> {
  discardSealed(tools, window)
  return letGo(window, tools)
}

/** Finishes a window without writing anything but its cost. */
async function letGo(window: SealedWindow, tools: WindowDeps): Promise<"done"> {
  await recordWindowCost(tools.db, { guildId: tools.place.guildId, now: tools.now() }, window)
  return finish({ ...window, spent: [] }, tools, NOTHING)
}

async function write(
  window: SealedWindow,
  reading: WindowReading,
  { context, messages }: { context: Context; messages: Message[] },
  tools: WindowDeps,
): Promise<"done" | "waits"> {
  const again = isReread(window.id)
  const { spent } = window
  const { shown = [], fallback = null } = reading
  const terms = { now: tools.now(), readOnly: tools.readOnly, spent, again, shown, fallback }
  const outcome = await record(tools.db, context, reading, terms)
  if (outcome.kind === "already_written") return finishWritten(window, tools)
  if (outcome.kind === "contended") return postpone(window, tools, "later")
  if (outcome.kind === "objected") {
    discard(window, reading, tools)
    return advance(window, tools)
  }
  if (!again) settleRead(window, messages, tools)
  return finish(window, tools, {
    method: reading.method,
    messages: messages.length,
    firstAt: messages[0]?.at ?? null,
    title: titleOf(context, reading),
    verdicts: outcome.verdicts,
  })
}

/** After a first write of the messages as they stand, earlier changes to them need no retraction. */
function settleRead(window: SealedWindow, messages: Message[], tools: WindowDeps): void {
  const now = tools.messages.read(window.ids, tools.place)
  if (sameWords(messages, now)) tools.owed.markRewritten(window.ids, tools.messages.tombstoned(window.ids))
}

/** Returns the memories the model was shown. Rules see none. */
function shownTo({ method }: Extraction, { memories }: Context): ShownMemory[] {
  return method === "model" ? memories.map(({ id, fact }) => ({ id, print: hashOf([fact]) })) : []
}

/** Saves a paid extraction before anything else can fail. Rules are free to run again. */
function keep(window: SealedWindow, reading: WindowReading, tools: WindowDeps): WindowReading {
  if (reading.method === "model" || reading.usage.length > 0) {
    window.state = "read"
    window.extraction = reading
    tools.windows.save(window)
  }
  return reading
}

/**
 * Discards an extraction whose lines changed: someone objected, or withdrew an objection, so its line numbers
 * point to other lines.
 */
function discardOther(window: SealedWindow, lines: readonly Id[], tools: WindowDeps): void {
  if (window.extraction && `${window.extraction.lines}` !== `${lines}`)
    discard(window, window.extraction, tools)
}

/** Discards an extraction but keeps its cost. */
function discard(window: SealedWindow, extraction: Extraction, tools: WindowDeps): void {
  window.spent.push(...extraction.usage)
  window.state = "sealed"
  window.extraction = null
  tools.windows.save(window)
}

async function finishWritten(window: SealedWindow, tools: WindowDeps): Promise<"done"> {
  const written = await windowVerdicts(tools.db, tools.place.guildId, window.id)
  return finish(window, tools, written ?? { ...NOTHING, messages: window.ids.length })
}

function finish(window: SealedWindow, tools: WindowDeps, yielded: Yield): "done" {
  const claims = { accepted: 0, shadowed: 0, queued: 0, rejected: 0 }
  for (const verdict of yielded.verdicts) claims[verdict.kind] += 1
  const outcome: WindowOutcome = {
    id: window.id,
    messages: yielded.messages,
    from_at: yielded.firstAt === null ? null : new Date(yielded.firstAt).toISOString(),
    title: yielded.title,
    method: yielded.method,
    claims,
  }
  tools.windows.save({ ...window, state: "done", extraction: null, outcome })
  return "done"
}

function postpone(window: SealedWindow, tools: WindowDeps, until: "later" | "tomorrow"): "waits" {
  const attempts = window.attempts + 1
  const now = tools.now()
  const at =
    until === "tomorrow"
      ? tomorrow(now, tools.random())
      : retryAt(now, attempts, tools.firstRetryMs, tools.random())
  tools.windows.postpone({ seq: window.seq, attempts, retryAt: at })
  return "waits"
}

/** Returns true if the backlog is over its limit. The rules then take the oldest window. */
export function overflows(backlog: { messages: number; bytes: number }): boolean {
  return backlog.messages > MOST_WAITING.messages || backlog.bytes > MOST_WAITING.bytes
}

function sameWords(before: Message[], after: Message[]): boolean {
  const words = (messages: Message[]) =>
    JSON.stringify(messages.map((message) => [message.id, message.content]))
  return words(before) === words(after)
}
