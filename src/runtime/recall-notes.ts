/**
 * Notes after an answer which memories recall has shown, and logs a sample of recalls, in one call of the database. An
 * isolate notes a memory once a day. A lost note or row does no harm: labels say only of noted recalls, and a sample may
 * lack one.
 */
import { utcDate } from "../domain/calendar.ts"
import { describeError } from "../domain/errors.ts"
import { hashShare } from "../domain/hash.ts"
import { recallTime } from "../domain/recalls.ts"
import type { ShownItems } from "../domain/shown-lately.ts"
import type { Id, Time, Viewer } from "../domain/types.ts"
import { guildDatabase, runBatch } from "../memory/db/database.ts"
import { noteRecall } from "../memory/write/claim-labels.ts"
import { isHeldOutRecall, logRecall } from "../memory/write/recall-log.ts"
import type { Item } from "../recall/context.ts"
import { placeName, shownItemName } from "../recall/diversity.ts"
import { encodeTrace, type RecallTrace } from "../recall/log/trace.ts"
import type { Recalled, RecallInput } from "../recall/recall.ts"
import { readSettings } from "../settings.ts"
import { AfterAnswers } from "./after-answers.ts"
import type { Entered } from "./enter.ts"
import type { Runtime } from "./models.ts"

/** Day and id of each memory that this isolate has noted. */
const noted = new Set<string>()
const MOST_NOTED = 20_000

/** A recall that will be logged. */
export interface PendingLog {
  id: string
  channelId: Id | null
  policyVersion: number
  /** Probability with which it was chosen. */
  share: number
  latencyMs: number
  recalled: Pick<Recalled, "usage" | "format">
  trace: () => RecallTrace
}

/** A recall, the guild it was answered from, and its reader; no viewer if nothing was read. */
export interface FoundRecall {
  recalled: Recalled
  entered: Entered
  viewer: Viewer | null
}

/** Returns the log entry of a recall; `null` if it was not chosen, nothing was read, or nothing may be written. */
export function pendingLog(
  { env }: Runtime,
  { recalled, entered, viewer }: FoundRecall,
  { id, latencyMs, isForced }: { id: string; latencyMs: number; isForced: boolean },
): PendingLog | null {
  const { settings, policyVersion } = entered.guild
  const share = isForced ? 1 : settings.lab.recall_share
  const isPaused = readSettings(env).READ_ONLY || settings.read_only
  const { trace } = recalled
  if (isPaused || viewer === null || trace === null || !isChosen(id, share)) return null
  return { id, channelId: viewer.channelId, policyVersion, share, latencyMs, recalled, trace }
}

/** Returns the place in which what was shown lately gives way; `null` if nothing does. */
export function diversePlace(
  { isDiverse = false }: Pick<RecallInput, "isDiverse">,
  { diversity }: { diversity: number },
  viewer: Viewer,
): string | null {
  return isDiverse && diversity > 0 ? placeName(viewer) : null
}

/** Returns what later recalls in the same place give way for; `null` if nothing does. */
export function shownIn(
  ask: Pick<RecallInput, "isDiverse">,
  { recalled, entered, viewer }: FoundRecall,
): ShownItems | null {
  const place = viewer && diversePlace(ask, entered.guild.policy.recall, viewer)
  return place === null || recalled.items.length === 0
    ? null
    : { place, items: recalled.items.map(shownItemName) }
}

/** Draws by the id of a recall. @internal */
export function isChosen(id: string, share: number): boolean {
  return hashShare(["recall_log", id]) < share
}

/** Notes the memories among the items that somebody was shown, and logs the recall if it was chosen. */
export function noteShown(
  runtime: Runtime,
  guildId: Id,
  { items, log }: { items: readonly Pick<Item, "kind" | "id">[]; log: PendingLog | null },
): void {
  const now = Date.now()
  const day = utcDate(now)
  const shown = items.filter(({ kind, id }) => kind === "memory" && !noted.has(`${day} ${id}`))
  if (shown.length === 0 && log === null) return
  if (noted.size > MOST_NOTED) noted.clear()
  for (const { id } of shown) noted.add(`${day} ${id}`)
  notes.add(runtime, guildId, { ids: shown.map(({ id }) => id), log, now })
}

/**
 * Logs a recall before it is answered, for a caller that asked for it and may judge it at once. Returns false if the
 * database fails: the answer does not.
 */
export async function logAtOnce({ env }: Runtime, guildId: Id, log: PendingLog): Promise<boolean> {
  try {
    await runBatch(guildDatabase(env, guildId), [logStatement(guildId, log)])
    return true
  } catch (error) {
    // Fallback: the answer says that it is not logged.
    console.warn({ event: "recall.not_logged", guild: guildId, error: describeError(error) })
    return false
  }
}

interface Note {
  ids: string[]
  log: PendingLog | null
  now: Time
}

/** Writes the notes of a moment in one batch: one statement for the memories of a day, and one for each recall to log. */
const notes = new AfterAnswers<Note>(async ({ env }, guildId, entries) => {
  const logs = entries.flatMap(({ log }) => log ?? [])
  const days = Map.groupBy(entries, ({ now }) => utcDate(now))
  const noting = [...days.values()].flatMap((ofDay) => {
    const ids = ofDay.flatMap((entry) => entry.ids)
    return ids.length > 0 ? [noteRecall(guildId, ids, ofDay[0]?.now ?? 0)] : []
  })
  try {
    const logging = logs.map((log) => logStatement(guildId, log))
    await runBatch(guildDatabase(env, guildId), [...noting, ...logging])
  } catch (error) {
    // Fallback: labels say only of noted recalls, and a sample may lack one.
    const event = logs.length === 0 ? "recall.not_noted" : "recall.not_logged"
    console.warn({ event, guild: guildId, error: describeError(error) })
  }
})

function logStatement(guildId: Id, { id, recalled, trace, ...log }: PendingLog) {
  const { usage, format } = recalled
  return logRecall({
    guildId,
    at: recallTime(id) ?? 0,
    id,
    channelId: log.channelId,
    policyVersion: log.policyVersion,
    format,
    tokens: usage.tokens,
    maxTokens: usage.max_tokens,
    latencyMs: log.latencyMs,
    share: log.share,
    holdout: isHeldOutRecall(id),
    candidates: encodeTrace(trace()),
  })
}
