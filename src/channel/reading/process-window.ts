/** Takes one sealed window through reading and writing. Each step can be cut off anywhere and run again without harm. */
import type { ChatModel } from "../../ai/chat.ts"
import { describeError } from "../../domain/errors.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Extraction, Id, Message, Time, Verdict, Window } from "../../domain/types.ts"
import { type ExtractionContext, readExtractionContext } from "../../extraction/context.ts"
import { extract, recordExtraction } from "../../extraction/extract.ts"
import { withoutClaims } from "../../extraction/model-path.ts"
import { noteTitle } from "../../extraction/note.ts"
import type { Database } from "../../memory/db/database.ts"
import { windowVerdicts } from "../../memory/read/windows.ts"
import type { ShownMemory } from "../../memory/write/order.ts"
import { retryAt, tomorrow } from "../../runtime/object/alarm-clock.ts"
import type { History } from "../store/history.ts"
import type { MessageRows } from "../store/message-rows.ts"
import type { PendingRetractions } from "../store/pending-retractions.ts"
import type { ChannelPlace, ChannelRegistry } from "../store/registry.ts"
import type { SealedWindow, WindowOutcome, WindowReading, WindowRows } from "../store/window-rows.ts"
import { isReread } from "../window/window-rule.ts"
import { discardSealed, recordAttemptCost, recordWindowCost } from "./discard-window.ts"

export interface WindowDeps {
  messages: MessageRows
  windows: WindowRows
  owed: PendingRetractions
  history: Pick<History, "forget">
  /** How the channel is heard, as it knows at the moment. */
  registry: Pick<ChannelRegistry, "mode">
  db: Database
  /** null: no model is bound. */
  chat: ChatModel | null
  place: ChannelPlace
  readOnly: boolean
  firstRetryMs: number
  now(): Time
  random(): number
}

/** What a window came to. */
interface Yield {
  method: string
  messages: number
  firstAt: Time | null
  title: string | null
  verdicts: Verdict[]
}
const NOTHING: Yield = { method: "none", messages: 0, firstAt: null, title: null, verdicts: [] }

/** What may wait in a channel for a model before the rules take the oldest. */
const MOST_WAITING = { messages: 2_000, bytes: 1_000_000 }

/** Reads and writes one window. `waits`: it has a time to be tried again; later windows wait behind it, so that order holds. */
export async function processWindow(window: SealedWindow, tools: WindowDeps): Promise<"done" | "waits"> {
  try {
    return await advance(window, tools)
  } catch (error) {
    // The fallback for any outage: the window stays as it is and is tried again.
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
  // Whether a model may be asked again is seen from what was spent, this window's own attempts among it.
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
  const context = await readExtractionContext(db, whole, { now: tools.now() })
  if (context.guild === null) return finish(window, tools, { ...NOTHING, messages: messages.length })
  if (context.written) return finishWritten(window, tools)
  // It is to be erased; restored, it is read on.
  if (context.guild.leavingAt !== null) return postpone(window, tools, "later")
  // All who spoke have objected since.
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
    // Edited or deleted while the model was thinking: what it read is no longer what was said. Or the channel was switched.
    if (mode !== tools.registry.mode || !sameWords(messages, tools.messages.read(window.ids, place))) {
      discard(window, read.extraction, tools)
      return advance(window, tools)
    }
    const { fallback } = read
    const shown = shownTo(read.extraction, context)
    extraction = keep(window, { ...read.extraction, lines, shown, fallback }, tools)
  }
  const kept = context.mode === "notes" ? withoutClaims(extraction) : extraction
  return write(window, kept, { context, messages }, tools)
}

/** Nothing is learned from a channel that is switched off. */
async function drop(window: SealedWindow, tools: WindowDeps): Promise<"done"> {
  discardSealed(tools, window)
  return letGo(window, tools)
}

/** A window of which nothing is written: what it cost is, all the same. */
async function letGo(window: SealedWindow, tools: WindowDeps): Promise<"done"> {
  await recordWindowCost(tools.db, { guildId: tools.place.guildId, now: tools.now() }, window)
  return finish({ ...window, spent: [] }, tools, NOTHING)
}

async function write(
  window: SealedWindow,
  reading: WindowReading,
  { context, messages }: { context: ExtractionContext; messages: Message[] },
  tools: WindowDeps,
): Promise<"done" | "waits"> {
  const again = isReread(window.id)
  const { spent } = window
  const { shown = [], fallback = null } = reading
  const terms = { now: tools.now(), readOnly: tools.readOnly, spent, again, shown, fallback }
  const outcome = await recordExtraction(tools.db, context, reading, terms)
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
    title: noteTitle(context, reading),
    verdicts: outcome.verdicts,
  })
}

/** A first writing of its messages as they stand: nothing of what changed before it is owed. */
function settleRead(window: SealedWindow, messages: Message[], tools: WindowDeps): void {
  const now = tools.messages.read(window.ids, tools.place)
  if (sameWords(messages, now)) tools.owed.markRewritten(window.ids, tools.messages.tombstoned(window.ids))
}

/** The memories that a model was shown; rules see none. */
function shownTo({ method }: Extraction, { memories }: ExtractionContext): ShownMemory[] {
  return method === "model" ? memories.map(({ id, fact }) => ({ id, print: hashOf([fact]) })) : []
}

/** What was paid for is kept before anything else can fail. Rules are free to run again. */
function keep(window: SealedWindow, reading: WindowReading, tools: WindowDeps): WindowReading {
  if (reading.method === "model" || reading.usage.length > 0) {
    window.state = "read"
    window.extraction = reading
    tools.windows.save(window)
  }
  return reading
}

/** Someone objected, or took their objection back, since it was read: its line numbers now mean other lines. */
function discardOther(window: SealedWindow, lines: readonly Id[], tools: WindowDeps): void {
  if (window.extraction && `${window.extraction.lines}` !== `${lines}`)
    discard(window, window.extraction, tools)
}

/** What was read no longer holds; what it cost does. */
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

/** Whether more waits in a channel than may: then the rules take the oldest. */
export function overflows(backlog: { messages: number; bytes: number }): boolean {
  return backlog.messages > MOST_WAITING.messages || backlog.bytes > MOST_WAITING.bytes
}

function sameWords(before: Message[], after: Message[]): boolean {
  const words = (messages: Message[]) =>
    JSON.stringify(messages.map((message) => [message.id, message.content]))
  return words(before) === words(after)
}
