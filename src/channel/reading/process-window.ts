/** Takes one sealed window through extraction and writing. Each step can be cut off anywhere and run again without harm. */
import type { ChatModel } from "../../ai/chat.ts"
import { describeError } from "../../domain/errors.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Measure } from "../../domain/metrics.ts"
import type { Extraction, Id, Message, Time } from "../../domain/types.ts"
import { type ExtractionContext, readCurrentContext } from "../../extraction/context.ts"
import { extractOnce, readClaimsAgain, recordExtraction } from "../../extraction/extract.ts"
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
import type { SealedWindow, WindowReading, WindowRows } from "../store/window-rows.ts"
import { isReread } from "../window/window-rule.ts"
import { discardSealed, recordAttemptCost, recordWindowCost } from "./discard-window.ts"
import { finish, NO_RESULT } from "./finish-window.ts"
import { openWindow, type ReadAhead } from "./read-ahead.ts"
import { rulesReason } from "./read-limits.ts"

export interface WindowDeps {
  messages: MessageRows
  windows: WindowRows
  pendingRetractions: PendingRetractions
  history: Pick<History, "forget">
  /** The channel's current mode. */
  registry: Pick<ChannelRegistry, "mode">
  db: Database
  /** `null` if no model is bound. */
  chat: ChatModel | null
  place: ChannelPlace
  readOnly: boolean
  /** The operator's cap for all guilds in a month; `null` for none. */
  deploymentCapUsd: number | null
  firstRetryMs: number
  measure: Measure
  /** If given, the next window is read along with the write of this one. */
  ahead?: ReadAhead
  now(): Time
  random(): number
}

/** Extracts and writes one window. `waits`: it has a retry time. Later windows wait behind it to keep the order. */
export async function processWindow(window: SealedWindow, deps: WindowDeps): Promise<"done" | "waits"> {
  const began = deps.now()
  deps.pendingRetractions.unhindered.delete(window.seq)
  const measure: Measure = (metric) => deps.measure({ ...metric, ms: deps.now() - began })
  try {
    return await advance(window, { ...deps, measure })
  } catch (error) {
    // Fallback for any outage: the window stays as it is and is tried again.
    console.error({
      event: "window.failed",
      window: window.id,
      attempt: window.attempts + 1,
      error: describeError(error),
    })
    measureFailure({ ...deps, measure }, "window")
    return postpone(window, deps, "later")
  }
}

function measureFailure({ measure, place }: Pick<WindowDeps, "measure" | "place">, reason: string): void {
  measure({ event: "failure", guildId: place.guildId, place: place.channelId, reason })
}

async function advance(window: SealedWindow, deps: WindowDeps): Promise<"done" | "waits"> {
  const { place } = deps
  // The caps decide from recorded spending, so record this window's own attempts first.
  await recordAttemptCost(deps, window)
  const { revision } = deps.messages
  const { whole, ready } = openWindow(window, deps)
  const { messages } = whole
  if (messages.length === 0) return finishUnwritten(window, deps)
  const context = await readCurrentContext(deps.db, whole, deps, ready)
  if (context.guild === null) return finish(window, deps, { ...NO_RESULT, messages: messages.length })
  if (context.written) return finishWritten(window, deps)
  const lines = context.window.messages.map((message) => message.id)
  if (context.guild.leavingAt !== null) return awaitGuild(window, lines, deps)
  // Everyone who spoke has objected since.
  if (context.window.messages.length === 0) return finishUnwritten(window, deps)

  if (context.mode === "off") return discardOff(window, deps)
  discardIfLinesChanged(window, lines, deps)
  // The window was edited or the channel's mode changed during a model call, so the extraction no longer matches.
  const { mode } = deps.registry
  const isOutdated = () =>
    mode !== deps.registry.mode ||
    (revision !== deps.messages.revision && !sameText(messages, deps.messages.read(window.ids, place)))
  let extraction: WindowReading | null = window.extraction
  if (extraction === null) {
    const asked = deps.now()
    const limits = { ...deps, rulesFor: await rulesReason(deps, window) }
    const read = await extractOnce(context, deps.chat, limits)
    if (read.kind === "wait") {
      window.spent.push(...read.usage)
      if (read.usage.length > 0) deps.windows.save(window)
      await recordAttemptCost(deps, window)
      measureFailure(deps, "model")
      return postpone(window, deps, read.until)
    }
    if (isOutdated()) {
      discard(window, read.extraction, deps)
      return advance(window, deps)
    }
    const { fallback, needsSecondReading } = read
    const shown = shownMemories(read.extraction, context)
    const reading = { ...read.extraction, lines, shown, fallback, needsSecondReading }
    extraction = keep(window, { ...reading, latencyMs: deps.now() - asked }, deps)
  }
  if (extraction.needsSecondReading) {
    const asked = deps.now()
    const checked = await readClaimsAgain(extraction, context, deps.chat)
    const latencyMs = (extraction.latencyMs ?? 0) + deps.now() - asked
    if (isOutdated()) {
      discard(window, checked, deps)
      return advance(window, deps)
    }
    extraction = keep(window, { ...extraction, ...checked, needsSecondReading: false, latencyMs }, deps)
  }
  const kept = context.mode === "notes" ? withoutClaims(extraction) : extraction
  return write(window, kept, { context, messages }, deps)
}

/**
 * The guild will be erased. If it is restored, processing continues. Retractions do not wait for that: somebody may be
 * erased from the guild meanwhile.
 */
function awaitGuild(window: SealedWindow, lines: readonly Id[], deps: WindowDeps): "waits" {
  discardIfLinesChanged(window, lines, deps)
  if (window.extraction === null) deps.pendingRetractions.unhindered.add(window.seq)
  return postpone(window, deps, "later")
}

/** The channel is off: nothing is extracted. */
async function discardOff(window: SealedWindow, deps: WindowDeps): Promise<"done"> {
  discardSealed(deps, window)
  return finishUnwritten(window, deps)
}

/** Finishes a window without writing anything but its cost. */
async function finishUnwritten(window: SealedWindow, deps: WindowDeps): Promise<"done"> {
  const historyJob = deps.messages.jobOf(window.ids)
  await recordWindowCost(deps.db, { guildId: deps.place.guildId, now: deps.now(), historyJob }, window)
  return finish({ ...window, spent: [] }, deps, NO_RESULT)
}

async function write(
  window: SealedWindow,
  reading: WindowReading,
  { context, messages }: { context: ExtractionContext; messages: Message[] },
  deps: WindowDeps,
): Promise<"done" | "waits"> {
  const again = isReread(window.id)
  const { shown = [], fallback = null, latencyMs = null } = reading
  // An import counts only what is learned or paid for.
  const counts = reading.claims.length + reading.usage.length + window.spent.length > 0
  const historyJob = counts ? deps.messages.jobOf(window.ids) : null
  const next = deps.ahead?.behind(window, deps)
  const told = { readOnly: deps.readOnly, spent: window.spent, again, shown, fallback, latencyMs, historyJob }
  const terms = { ...told, now: deps.now(), reads: next?.statements ?? [] }
  const outcome = await recordExtraction(deps.db, context, reading, terms)
  if (outcome.kind === "already_written") return finishWritten(window, deps)
  if (outcome.kind === "contended") return postpone(window, deps, "later")
  if (outcome.kind === "objected") {
    discard(window, reading, deps)
    return advance(window, deps)
  }
  next?.keep(outcome.read)
  if (!again) clearRetractions(window, messages, deps)
  return finish(window, deps, {
    method: reading.method,
    messages: messages.length,
    firstAt: messages[0]?.at ?? null,
    title: noteTitle(context, reading),
    verdicts: outcome.verdicts,
    fallback,
  })
}

/**
 * Clears pending retractions of the window's messages, if the window was written for the first time and with
 * their current text: the database never held the old one.
 */
function clearRetractions(window: SealedWindow, messages: Message[], deps: WindowDeps): void {
  if (deps.pendingRetractions.guildId === null) return
  const now = deps.messages.read(window.ids, deps.place)
  if (sameText(messages, now))
    deps.pendingRetractions.markRewritten(window.ids, deps.messages.tombstoned(window.ids))
}

/** Returns the memories the model was shown. Rules see none. */
function shownMemories({ method }: Extraction, { memories }: ExtractionContext): ShownMemory[] {
  return method === "model" ? memories.map(({ id, fact }) => ({ id, print: hashOf([fact]) })) : []
}

/** Saves a paid extraction before anything else can fail. Rules are free to run again. */
function keep(window: SealedWindow, reading: WindowReading, deps: WindowDeps): WindowReading {
  if (reading.method === "model" || reading.usage.length > 0) {
    window.state = "read"
    window.extraction = reading
    deps.windows.save(window)
  }
  return reading
}

/**
 * Discards an extraction whose lines changed: someone objected, or withdrew an objection, so its line numbers
 * point to other lines.
 */
function discardIfLinesChanged(window: SealedWindow, lines: readonly Id[], deps: WindowDeps): void {
  if (window.extraction && `${window.extraction.lines}` !== `${lines}`)
    discard(window, window.extraction, deps)
}

/** Discards an extraction but keeps its cost. */
function discard(window: SealedWindow, extraction: Extraction, deps: WindowDeps): void {
  window.spent.push(...extraction.usage)
  window.state = "sealed"
  window.extraction = null
  deps.windows.save(window)
}

async function finishWritten(window: SealedWindow, deps: WindowDeps): Promise<"done"> {
  const written = await windowVerdicts(deps.db, deps.place.guildId, window.id)
  return finish(window, deps, written ?? { ...NO_RESULT, messages: window.ids.length })
}

function postpone(window: SealedWindow, deps: WindowDeps, until: "later" | "tomorrow"): "waits" {
  const attempts = window.attempts + 1
  const now = deps.now()
  const at =
    until === "tomorrow"
      ? tomorrow(now, deps.random())
      : retryAt(now, attempts, deps.firstRetryMs, deps.random())
  deps.windows.postpone({ seq: window.seq, attempts, retryAt: at })
  return "waits"
}

function sameText(before: Message[], after: Message[]): boolean {
  const words = (messages: Message[]) =>
    JSON.stringify(messages.map((message) => [message.id, message.content]))
  return words(before) === words(after)
}
