/**
 * A guild's figures: channels, backlog and stored memory, as far as a viewer may read them, and its cost.
 * Contains no names and no text.
 */
import { chatModel } from "../ai/chat/chat-model.ts"
import { OVERDUE, within } from "../ai/deadline.ts"
import { DAY, type LocalDate, nextUtcDay, utcDate } from "../domain/calendar.ts"
import { isCategory, isThread } from "../domain/channel-types.ts"
import { describeError } from "../domain/errors.ts"
import { isPlace } from "../domain/events.ts"
import { listCounts, type QuestionDays } from "../domain/question-counts.ts"
import type { Id, Time, Viewer } from "../domain/types.ts"
import { readDayCounts } from "../memory/read/stats.ts"
import { countMemory, type MemoryCounts } from "../memory/read/subjects.ts"
import {
  firstUsageDay,
  type LedgerRow,
  readLedger,
  type Spending,
  type Spent,
  spendingOf,
  spentQuery,
} from "../memory/write/usage.ts"
import { type Forecast, forecastOf, HABIT_DAYS } from "../policy/forecast.ts"
import { type ChannelMode, isQuiet, modeOf, nestingOf } from "../policy/settings.ts"
import { type CapState, capStates, type GuildCap, type SpendState, spendStateOf } from "../policy/spend.ts"
import { readSettings } from "../settings.ts"
import { dayGate } from "./allowances/day-gate.ts"
import type { AllowanceUse } from "./allowances/free-plan.ts"
import { channelStub } from "./channels.ts"
import type { Entered } from "./enter.ts"
import { capsOn } from "./models.ts"
import { type Series, type SeriesRange, seriesOf } from "./stats-series.ts"

export interface GuildStats {
  channels: Record<ChannelMode, number> & { quiet: number; heard: number }
  unread: UnreadCounts
  amounts: MemoryCounts
  spend: SpendReport
  reader: "model" | "rules"
  /** The deployment's use of the free plan's allowances today; `null` on the paid plan, or if unknown. */
  allowances: { uses: AllowanceUse[]; until: Time } | null
  /** True if the whole deployment is read-only. */
  pausedEverywhere: boolean
}

/** Names those whom the facts in force are about, as "about 2 people and the server"; empty without facts. Pure. */
export function aboutWhom({ people, server, others }: MemoryCounts): string {
  const parts = [
    ...(people === 0 ? [] : [people === 1 ? "1 person" : `${people.toLocaleString("en-US")} people`]),
    ...(server === 0 ? [] : ["the server"]),
    ...(others === 0 ? [] : ["channels or projects"]),
  ]
  return parts.length === 0 ? "" : `about ${new Intl.ListFormat("en-US").format(parts)}`
}

interface UnreadCounts {
  messages: number
  windows: number
  /** Conversations that are read again after a deletion, an edit or an erasure. */
  again: number
  /** Channels that did not answer in time, or were not asked. */
  silent: number
}

/** Says how many conversations are being read again; `null` if none is. Pure. */
export function rereadText({ again }: Pick<UnreadCounts, "again">): string | null {
  if (again === 0) return null
  return again === 1
    ? "1 conversation is being read again"
    : `${again.toLocaleString("en-US")} conversations are being read again`
}

const MOST_ASKED = 200
const AT_ONCE = 50
const DEADLINE_MS = 3_000

export async function guildStats(
  env: Env,
  entered: Entered,
  { viewer, now }: { viewer: Viewer; now: Time },
): Promise<GuildStats> {
  const settings = readSettings(env)
  const [unread, amounts, spend, uses] = await Promise.all([
    unreadIn(env, entered, viewer),
    countMemory(entered.db, viewer, now),
    spendReport(env, entered, now),
    dayGate(env, settings)?.usesOrNull(now) ?? null,
  ])
  return {
    channels: countModes(entered, viewer),
    unread,
    amounts,
    spend,
    allowances: uses && { uses, until: nextUtcDay(now) },
    reader: chatModel(env, settings) === null ? "rules" : "model",
    pausedEverywhere: settings.READ_ONLY,
  }
}

/** Counts channels by mode. Threads count only if they accepted a message; an ignored channel is not `heard`. */
function countModes({ structure, guild, channels }: Entered, viewer: Viewer): GuildStats["channels"] {
  const modeIn = (id: Id) => modeOf(guild.settings.channels, nestingOf(structure.channels, id))
  const heard = readableOf(channels, viewer).filter(({ id }) => !isPlace(id) && modeIn(id) !== "off").length
  const counts = { full: 0, notes: 0, roleplay: 0, off: 0, quiet: 0, heard }
  for (const channel of readableOf(structure.channels, viewer)) {
    const { id, gone } = channel
    if (gone || isPlace(id) || isCategory(channel) || (isThread(channel) && !channel.heard)) continue
    counts[modeIn(id)] += 1
    if (isQuiet(guild.settings.channels, nestingOf(structure.channels, id))) counts.quiet += 1
  }
  return counts
}

/** Returns the channels whose words the viewer may read. */
function readableOf<C extends { id: Id }>(channels: readonly C[], { readable }: Viewer): readonly C[] {
  return readable === "all" ? channels : channels.filter(({ id }) => readable.includes(id))
}

/** `complete` is false if the guild's index did not answer: recalls and answers since the last night are missing. */
export interface GuildSeries extends Series {
  complete: boolean
}

/** Returns a time series of the guild's counts. They cover every channel: only who may read everything sees them. */
export async function guildSeries(
  env: Env,
  { db, guild }: Pick<Entered, "db" | "guild">,
  asked: SeriesRange & { now: Time },
): Promise<GuildSeries> {
  const [{ counts, openSince }, questions] = await Promise.all([
    readDayCounts(db, guild.id, asked),
    questionsOf(env, guild.id),
  ])
  const isOpen = (day: LocalDate) => day >= openSince && day >= asked.from && day <= asked.to
  const open = listCounts(questions ?? {}).filter(({ day }) => isOpen(day))
  const all = [...counts, ...open.map((count) => ({ ...count, scope: "" }))]
  return { ...seriesOf(all, asked), complete: questions !== null }
}

async function questionsOf(env: Env, guildId: Id): Promise<QuestionDays | null> {
  try {
    const days = await within(DEADLINE_MS, () => env.INDEXES.getByName(guildId).questionDays())
    return days === OVERDUE ? null : days
  } catch (error) {
    // Fallback: the counts of finished days, which the database holds.
    console.warn({ event: "stats.incomplete", guild: guildId, error: describeError(error) })
    return null
  }
}

async function unreadIn(env: Env, entered: Entered, viewer: Viewer): Promise<UnreadCounts> {
  const { guild } = entered
  const channels = readableOf(entered.channels, viewer)
  const asked = channels.slice(0, MOST_ASKED)
  const found: UnreadCounts = { messages: 0, windows: 0, again: 0, silent: channels.length - asked.length }
  for (let start = 0; start < asked.length; start += AT_ONCE) {
    const group = asked.slice(start, start + AT_ONCE)
    const answers = await Promise.all(group.map(({ id }) => unreadOf(env, guild.id, id)))
    for (const one of answers) {
      found.messages += one?.messages ?? 0
      found.windows += one?.windows ?? 0
      found.again += one?.again ?? 0
      if (one === null) found.silent += 1
    }
  }
  return found
}

async function unreadOf(env: Env, guildId: Id, channelId: Id) {
  try {
    const status = await within(DEADLINE_MS, () => channelStub(env, guildId, channelId).status())
    if (status === OVERDUE) return null
    const { open, waiting, again } = status
    return { messages: open + waiting.messages, windows: waiting.windows, again }
  } catch (error) {
    // Fallback: the channel counts as silent.
    console.warn({ event: "channel.silent", channel: channelId, error: describeError(error) })
    return null
  }
}

// The cost of a guild's models for its managers: so far, by purpose, what the caps leave, and a forecast.

/** Days and months are in UTC, as usage is counted. */
export interface SpendReport extends Omit<Spending, "deploymentUsd"> {
  byPurpose: { today: LedgerRow[]; month: LedgerRow[] }
  caps: Partial<Record<GuildCap, CapState>>
  state: SpendState
  /** `null` if too little is known yet. */
  forecast: Forecast | null
}

/** Reads the cost without asking any channel, in one round trip. */
export async function spendReport(
  env: Env,
  { db, guild }: Pick<Entered, "db" | "guild">,
  now: Time,
): Promise<SpendReport> {
  const today = utcDate(now)
  const ofDay = { from: today, to: today, by: "purpose" } as const
  const past = { from: utcDate(now - HABIT_DAYS * DAY), to: utcDate(now - DAY), by: "day" } as const
  const [spent, day, month, days, first] = await db.batch([
    spentQuery(db, guild.id, now),
    readLedger(db, guild.id, ofDay),
    readLedger(db, guild.id, { ...ofDay, from: `${today.slice(0, 7)}-01` }),
    readLedger(db, guild.id, past),
    firstUsageDay(db, guild.id),
  ])
  const [spending, since] = [spendingOf(spent), first[0]?.day ?? null]
  const byDay = new Map<string, Spent>(days.map((row) => [row.key, row]))
  return {
    today: spending.today,
    month: spending.month,
    byPurpose: { today: day, month },
    caps: capStates(guild.settings, spending),
    state: spendStateOf(capsOn(env, guild), spending, now),
    forecast: forecastOf({ byDay, since, ...spending }, now),
  }
}
