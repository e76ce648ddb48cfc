/**
 * A guild's settings: how Keepsake listens to it and what that may cost. Rules about memory itself are its
 * policy.
 */
import { z } from "zod"
import { isTimezone } from "../domain/calendar.ts"
import { Snowflake } from "../domain/ids.ts"
import { type Id, TYPES } from "../domain/types.ts"

const days = z.int().min(1).max(3_650).nullable()

/**
 * Channel modes: `full` learns memories, `notes` only notes conversations, `roleplay` hears only what is said out of
 * character, `off` ignores it.
 */
export const CHANNEL_MODES = ["full", "notes", "roleplay", "off"] as const
export type ChannelMode = (typeof CHANNEL_MODES)[number]

/**
 * Channels that Keepsake listens to, and channels where the bot stays silent. A thread follows its parent,
 * and a channel its category, unless it has its own entry.
 * @internal
 */
export const ChannelsSchema = z.strictObject({
  /** Applies to channels without an entry. */
  default: z.enum(CHANNEL_MODES).default("full"),
  /** By channel, thread or category. */
  modes: z.record(Snowflake, z.enum(CHANNEL_MODES)).default({}),
  /** Channels where mentions are not answered. */
  quiet: z.array(Snowflake).max(500).default([]),
})

/** Days to keep each kind of data; `null` keeps it forever. */
const RetentionSchema = z.strictObject({
  /** Notes of conversations. */
  notes_days: days.default(null),
  /** Expired memories. They are not recalled after they expire. */
  expired_days: days.default(30),
  /** Superseded memories. */
  history_days: days.default(90),
  /** Decisions about claims, with reasons. */
  windows_days: days.default(30),
  /** Audit log: who changed or exported data. */
  audit_days: days.default(365),
  /** Model costs by day. */
  usage_days: days.default(400),
  /** Records of nightly runs and of imports. */
  runs_days: days.default(90),
  /** People's judgments of answers: right, wrong or outdated. */
  labels_days: days.default(90),
  /** Events as they were received. What was learned from them stays. */
  events_days: days.default(30),
  /** Log of claims: what the gate saw and decided. */
  claims_days: days.default(180),
  /** Counts by day, which name nobody. */
  stats_days: days.default(400),
})

/** Optional work of the nightly run. Expired data is deleted in any case. */
const NightSchema = z.strictObject({
  /** Off: no topics, merges or digests. */
  enabled: z.boolean().default(true),
  /** Maximum topic notes per day; 0 makes none. */
  topics: z.int().min(0).max(8).default(8),
  /** Model that reviews what is known of people. */
  model: z.enum(["fast", "strong"]).default("fast"),
  /** Days on which an expiring fact must be said to become permanent. */
  promote_days: z.int().min(2).max(30).default(3),
  /** Maximum people whose digests are written ahead of the morning, the most talkative first; 0 for none. */
  digest_people: z.int().min(0).max(500).default(25),
  /**
   * Heard messages per model call for a digest in one night. Topics need twice as many for each part of the
   * day's conversations. 0 sets no limit.
   */
  messages_per_call: z.int().min(0).max(100_000).default(500),
})

/** Discord's own events that are read beside messages. Switched off, none is read, and those that change are taken back. */
const DiscordEventsSchema = z.strictObject({
  /** Scheduled events, as long as they are scheduled or running. */
  scheduled: z.boolean().default(true),
  /** Topics of channels, when they change. */
  topics: z.boolean().default(true),
  /** Pinned messages. */
  pins: z.boolean().default(true),
})

/** A project's id: part of an event's scope and of a memory's subject. */
export const ProjectId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be 1 to 40 lower-case letters, digits and hyphens")
const MOST_PROJECTS = 50

/** Named sets of channels. A project's memory is shown where everyone may read all of them; without channels, nowhere. */
const ProjectsSchema = z
  .record(
    ProjectId,
    z.strictObject({
      name: z.string().trim().min(1).max(100),
      channels: z.array(Snowflake).max(50).default([]),
    }),
  )
  .refine(
    (projects) => Object.keys(projects).length <= MOST_PROJECTS,
    `must be at most ${MOST_PROJECTS} projects`,
  )

/** How the policy lab learns and what it may do by itself (docs/GOVERNANCE.md). */
const LabSchema = z.strictObject({
  /** Share of the claims rejected for their quality alone that wait for a decision instead, by chance. */
  review_share: z.number().min(0).max(0.5).default(0.02),
  /** Share of recalls that are logged: row numbers and scores, no words. */
  recall_share: z.number().min(0).max(1).default(0.05),
  /** The highest share of bad memories among those accepted that tuning may aim at, and the risk of missing it. */
  alpha: z.number().min(0.01).max(0.5).default(0.1),
  delta: z.number().min(0.01).max(0.5).default(0.1),
  /** Certified thresholds take effect each week without a person. */
  auto_tune: z.boolean().default(false),
  /** An alarm of the weekly comparison ends a running rollout, or restores the policy from before the change. */
  drift_rollback: z.boolean().default(false),
})

export const SettingsSchema = z.strictObject({
  /** An IANA name; defines local days and dates. */
  timezone: z
    .string()
    .max(64)
    .refine(isTimezone, "must be a time zone name such as Europe/Oslo")
    .default("UTC"),
  /** A window closes this long after its last message. */
  lull_seconds: z.int().min(30).max(1_800).default(180),
  /** … or when it holds this many … */
  max_messages: z.int().min(2).max(100).default(30),
  /** … or this long after its first message. */
  max_minutes: z.int().min(1).max(120).default(30),
  /**
   * A full window closes at exactly `max_messages`. Otherwise conversations that overlap stay together, in up to twice
   * as many messages.
   */
  strict_windows: z.boolean().default(false),
  /** Days a channel's messages are kept after they were heard, for search and citations. */
  retention_days: z.int().min(0).max(30).default(7),
  /** Retention of everything else; purged once a day. */
  retention: RetentionSchema.prefault({}),
  /** The guild's own models, of those that the deployment offers; `null`: the deployment's. */
  models: z
    .strictObject({
      fast: z.string().max(100).nullable().default(null),
      strong: z.string().max(100).nullable().default(null),
    })
    .prefault({}),
  /** Share of windows that a model reads; rules read the rest. */
  extraction_rate: z.number().min(0).max(1).default(1),
  /**
   * Caps for all models together in a UTC day: tokens, and neurons of Workers AI. Beyond a cap, rules take
   * over; a fifth is reserved for listening. `null` sets no cap.
   */
  daily_tokens: z.int().min(0).nullable().default(null),
  daily_neurons: z.int().min(0).nullable().default(null),
  /** Cap in US dollars for a UTC month. Calls without a known price do not count. */
  monthly_usd: z.number().min(0).max(1_000_000).nullable().default(null),
  night: NightSchema.prefault({}),
  /** `person`: what is known of an account attributed to somebody is read as known of them. `account`: attributions have no effect. */
  identities: z.enum(["account", "person"]).default("person"),
  discord_events: DiscordEventsSchema.prefault({}),
  /** Hears webhooks, and takes each name of a webhook for a person. */
  webhook_speakers: z.boolean().default(false),
  /**
   * Who reads what people bring in from their own data packages: a model, within the caps above, or rules, which cost
   * nothing. `off`: nobody may bring one in.
   */
  own_history: z.enum(["off", "rules", "model"]).default("rules"),
  /** `opt_out`: people are remembered unless they object. `opt_in`: only after they agree. */
  consent: z.enum(["opt_out", "opt_in"]).default("opt_out"),
  /** Stops all writing of memory. Channels still buffer messages. */
  read_only: z.boolean().default(false),
  channels: ChannelsSchema.prefault({}),
  projects: ProjectsSchema.default({}),
  lab: LabSchema.prefault({}),
  /** The type of memory that a short text event becomes if no model reads it. */
  event_type: z.enum(TYPES).default("episode"),
  /** People whose messages are not recorded, and who get no answers. They keep their rights over their own data. */
  blocked: z.array(Snowflake).max(500).default([]),
  /** The bot's manner when it talks, in the guild's words. */
  persona: z.string().trim().min(1).max(500).nullable().default(null),
  /** Rules the bot follows when it talks in this guild. */
  house_rules: z.string().trim().min(1).max(1_000).nullable().default(null),
  /** Minimum time between two answers to one person. */
  cooldown_seconds: z.int().min(0).max(3_600).default(5),
  /**
   * Answers that a model words for one person in an hour, managers included; further ones quote. `null` sets no limit,
   * 0 has every answer quoted.
   */
  answers_per_hour: z.int().min(0).max(1_000).nullable().default(30),
})
export type GuildSettings = z.output<typeof SettingsSchema>

export const DEFAULT_SETTINGS: GuildSettings = SettingsSchema.parse({})

// Looks up a channel's mode: its own entry, then its parent's (for a thread), then its category's, then the
// default. Pure.

/** A channel or thread and its parents, nearest first. */
interface Nesting {
  id: Id
  parentIds: readonly Id[]
}

/** A thread has a channel, and that a category. */
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

/** Returns true if mentions are not answered in the channel or in one of its parents. */
export function isQuiet({ quiet }: GuildSettings["channels"], { id, parentIds }: Nesting): boolean {
  return [id, ...parentIds].some((one) => quiet.includes(one))
}

/** Returns true if the bot answers mentions in the channel: it is neither ignored nor quiet. */
export function answersMentions(channels: GuildSettings["channels"], nesting: Nesting): boolean {
  return modeOf(channels, nesting) !== "off" && !isQuiet(channels, nesting)
}

/** Finds a channel's parents among the guild's known channels; none if the channel is unknown. */
export function nestingOf(channels: readonly { id: Id; parentId: Id | null }[], channelId: Id): Nesting {
  const parentIds: Id[] = []
  const parentOf = (id: Id) => channels.find((channel) => channel.id === id)?.parentId ?? null
  for (let at = parentOf(channelId); at !== null && parentIds.length < MOST_PARENTS; at = parentOf(at))
    parentIds.push(at)
  return { id: channelId, parentIds }
}
