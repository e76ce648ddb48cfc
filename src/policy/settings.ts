/** A guild's settings: how it is listened to and what that may cost. Rules about memory itself are its policy. */
import { z } from "zod"
import { isTimezone } from "../domain/calendar.ts"
import { Snowflake } from "../domain/ids.ts"
import type { Id } from "../domain/types.ts"

const days = z.int().min(1).max(3_650).nullable()

/** What is done with a channel: heard and learned from, heard for notes of its talks alone, or not heard at all. */
export const CHANNEL_MODES = ["full", "notes", "off"] as const
export type ChannelMode = (typeof CHANNEL_MODES)[number]

/** Which channels are listened to, and where the bot keeps quiet. A thread is as its parent, a channel as its category, unless named itself. */
export const ChannelsSchema = z.strictObject({
  /** What holds where nothing else is said. */
  default: z.enum(CHANNEL_MODES).default("full"),
  /** By channel, thread or category. */
  modes: z.record(Snowflake, z.enum(CHANNEL_MODES)).default({}),
  /** Where mentions are not answered. */
  quiet: z.array(Snowflake).max(500).default([]),
})

/** Days to keep of each kind of data; null is for ever. */
export const RetentionSchema = z.strictObject({
  /** Notes of conversations. */
  notes_days: days.default(null),
  /** Memories that have expired; they are recalled no more from then on. */
  expired_days: days.default(30),
  /** Memories that others have replaced. */
  history_days: days.default(90),
  /** What was decided about each claim, and why. */
  windows_days: days.default(30),
  /** Who changed or exported what. */
  audit_days: days.default(365),
  /** What models cost, by day. */
  usage_days: days.default(400),
  /** What was done in each night. */
  runs_days: days.default(90),
})

/** What is done in the guild's night beside letting go of what has had its time. */
export const NightSchema = z.strictObject({
  /** Off: nothing is gathered, merged or prepared. */
  enabled: z.boolean().default(true),
  /** Topic notes that a day's conversations come to, at most; 0: none are made. */
  topics: z.int().min(0).max(8).default(8),
  /** Which model looks through what is known of people. */
  model: z.enum(["fast", "strong"]).default("fast"),
  /** On so many days must an expiring fact have been said to become permanent. */
  promote_days: z.int().min(2).max(30).default(3),
  /** People whose digests are written ahead of the morning, the most talkative first; 0: nobody's. */
  digest_people: z.int().min(0).max(500).default(25),
  /** For so many messages heard, a night asks a model for one digest, and for topics where a part of the day has twice as many; 0: whatever was said. */
  messages_per_call: z.int().min(0).max(100_000).default(500),
})

export const SettingsSchema = z.strictObject({
  /** Local days and dates, an IANA name. */
  timezone: z.string().max(64).refine(isTimezone, "not a time zone name such as Europe/Oslo").default("UTC"),
  /** A window closes this long after its last message. */
  lull_seconds: z.int().min(30).max(1_800).default(180),
  /** … or when it holds this many … */
  max_messages: z.int().min(2).max(100).default(30),
  /** … or this long after its first message. */
  max_minutes: z.int().min(1).max(120).default(30),
  /** How long a channel's messages are kept after they were heard, for search and citations. */
  retention_days: z.int().min(0).max(30).default(7),
  /** How long everything else is kept; purged once a day. */
  retention: RetentionSchema.prefault({}),
  /** Share of windows that a model reads; the rest are read by rules. */
  extraction_rate: z.number().min(0).max(1).default(1),
  /** What all models together may be given in a UTC day: tokens, and the neurons of Workers AI. Past it rules take over; a fifth is kept for listening. null is no cap. */
  daily_tokens: z.int().min(0).nullable().default(null),
  daily_neurons: z.int().min(0).nullable().default(null),
  /** The same in US dollars, in a UTC month. What has no known price counts nothing. */
  monthly_usd: z.number().min(0).max(1_000_000).nullable().default(null),
  night: NightSchema.prefault({}),
  /** Whether people are remembered unless they object, or only after they agree. */
  consent: z.enum(["opt_out", "opt_in"]).default("opt_out"),
  /** Stops all writing of memory; listening goes on. */
  read_only: z.boolean().default(false),
  channels: ChannelsSchema.prefault({}),
  /** Who the bot is when it talks: its manner, in the words of the guild. */
  persona: z.string().trim().min(1).max(500).nullable().default(null),
  /** What it has to mind when it talks here. */
  house_rules: z.string().trim().min(1).max(1_000).nullable().default(null),
  /** How long the bot lets one person wait between two answers. */
  cooldown_seconds: z.int().min(0).max(3_600).default(5),
})
export type GuildSettings = z.output<typeof SettingsSchema>

export const DEFAULT_SETTINGS: GuildSettings = SettingsSchema.parse({})

// What is done with a channel, by the guild's settings: its own entry, else its parent's (of a thread), else its category's, else the default. Pure.

/** A channel or thread, and what it stands in: the nearest first. */
interface Nesting {
  id: Id
  parentIds: readonly Id[]
}

/** A thread stands in a channel, and that in a category. */
export const MOST_PARENTS = 2

export function modeOf(
  { modes, default: otherwise }: GuildSettings["channels"],
  { id, parentIds }: Nesting,
): ChannelMode {
  for (const one of [id, ...parentIds]) {
    const mode = modes[one]
    if (mode !== undefined) return mode
  }
  return otherwise
}

/** Whether mentions are left unanswered: there, or in what it stands in. */
export function isQuiet({ quiet }: GuildSettings["channels"], { id, parentIds }: Nesting): boolean {
  return [id, ...parentIds].some((one) => quiet.includes(one))
}

/** Where a channel stands, from what is known of the guild's channels. One that is not known stands in nothing. */
export function nestingOf(channels: readonly { id: Id; parentId: Id | null }[], channelId: Id): Nesting {
  const parentIds: Id[] = []
  const parentOf = (id: Id) => channels.find((channel) => channel.id === id)?.parentId ?? null
  for (let at = parentOf(channelId); at !== null && parentIds.length < MOST_PARENTS; at = parentOf(at))
    parentIds.push(at)
  return { id: channelId, parentIds }
}
