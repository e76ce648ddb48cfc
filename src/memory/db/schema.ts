/**
 * Every D1 table, as drizzle sees it. Triggers, full-text indexes and `WITHOUT ROWID` exist only in the
 * migrations, because drizzle cannot express them. docs/decisions/042-migrations.md describes each trigger,
 * `full-text.ts` the full-text indexes.
 */
import { sql } from "drizzle-orm"
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import type { AnswerLabel } from "../../domain/answer-labels.ts"
import type { ClaimLabel, LoggedChange } from "../../domain/claim-labels.ts"
import type { EventRole, EventSource } from "../../domain/event-mark.ts"
import type {
  FactTime,
  Fallback,
  Filing,
  Importance,
  Lifetime,
  Memory,
  MemoryStatus,
  MemoryType,
  Method,
  Scope,
  Section,
  Source,
  Verdict,
} from "../../domain/types.ts"
import type { NamePrint } from "../../text/name-prints.ts"
import { countsJson, recordJson } from "./json-column.ts"

/** In `leaving_at`: a backup is being loaded, so nothing else is written. */
export const RESTORING = 8_640_000_000_000_000

export const guilds = sqliteTable(
  "guilds",
  {
    id: text().primaryKey(),
    settings: text({ mode: "json" }).notNull().$type<unknown>(),
    policyVersion: integer("policy_version").notNull(),
    /**
     * NOT NULL on purpose: a batch whose premises changed sets it to null and so rolls itself back
     * (`commit.ts`). The number has no other use.
     */
    writes: integer().notNull(),
    /** The index and model its rows were last marked for (`vectors.ts`), or null before the first time. */
    embeddedWith: text("embedded_with"),
    /**
     * Incremented by triggers when the guild's channels change, so that one number tells whether a cached
     * copy is current.
     */
    structure: integer().notNull().default(0),
    /** Null if never received. */
    ownerId: text("owner_id"),
    /**
     * When its roles and channels were first received. If null, the audience reported with messages decides.
     */
    toldAt: integer("told_at"),
    /**
     * True if member events (joins, leaves, role changes) arrive. If false, member data may be out of date.
     */
    membersFollowed: integer("members_followed", { mode: "boolean" }).notNull().default(true),
    /** When the guild will be erased, because the bot was removed; `RESTORING` while a backup is loaded; else null. */
    leavingAt: integer("leaving_at"),
    /** The day of its last purge, in its own time zone. */
    purgedOn: text("purged_on"),
    /** The local date of the last night started for it. */
    nightOn: text("night_on"),
    createdAt: integer("created_at").notNull(),
    /** Discord's hash of its icon; null if it has none or was never received. */
    icon: text(),
    /** Null if it was never received. */
    name: text(),
    /** True from the beginning of a restore until nothing more has to be erased: nothing is read meanwhile. */
    restoring: integer({ mode: "boolean" }),
  },
  // Partial: few guilds are leaving.
  (t) => [index("guilds_leaving").on(t.leavingAt).where(sql`leaving_at IS NOT NULL`)],
)

/** Roles as Discord reports them. @everyone has the guild's own id. */
export const roles = sqliteTable(
  "roles",
  {
    guildId: text("guild_id").notNull(),
    id: text().notNull(),
    /** Permission bits as a decimal number. */
    permissions: text().notNull(),
    /** Belongs to one bot and to nobody else. */
    bot: integer({ mode: "boolean" }).notNull(),
    /** The user id of that bot (`tags.bot_id`); null for other roles, and in rows from before it was stored. */
    botId: text("bot_id"),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.id] })],
)

export const channels = sqliteTable(
  "channels",
  {
    guildId: text("guild_id").notNull(),
    id: text().notNull(),
    parentId: text("parent_id"),
    name: text(),
    topic: text(),
    /** The channel's readers, as last reported with a message. Null counts as restricted. */
    audience: text().$type<"everyone" | "restricted">(),
    /** Discord's channel type; null if the structure does not list the channel. */
    type: integer(),
    /** Discord's permission overwrites; null if never received. */
    overwrites: text({ mode: "json" }).$type<unknown>(),
    nsfw: integer({ mode: "boolean" }),
    /** Member ids of a private thread; null if never received. */
    threadMembers: text("thread_members", { mode: "json" }).$type<unknown>(),
    /** When it was reported gone, or null. Its memory stays available to people who manage memory. */
    goneAt: integer("gone_at"),
    /** When message data about the channel last changed; 0 if no message ever arrived from it. */
    updatedAt: integer("updated_at").notNull(),
    /** Of a forum, the ids and names of its tags; of a post, the ids of those it has; null if never received. */
    tags: text({ mode: "json" }).$type<unknown>(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.id] })],
)

export const members = sqliteTable(
  "members",
  {
    guildId: text("guild_id").notNull(),
    id: text().notNull(),
    name: text().notNull(),
    /** Null if the person has not decided: the guild's consent setting applies. */
    consent: text().$type<"in" | "out">(),
    /** When they last decided or withdrew the decision; null if never. */
    consentAt: integer("consent_at"),
    /** Role ids without @everyone; null if never received. */
    roles: text({ mode: "json" }).$type<unknown>(),
    bot: integer({ mode: "boolean" }),
    /** When they were reported to have left the guild; else null. */
    leftAt: integer("left_at"),
    /** Everything they said before this time was erased and is not read again. */
    erasedAt: integer("erased_at"),
    /**
     * Salted hashes of an erased person's names, so that others' words about them are recognized without the
     * name; null if none are needed.
     */
    namePrints: text("name_prints", { mode: "json" }).$type<NamePrint[]>(),
    /** The time up to which their memories are consolidated; null if never. */
    consolidatedAt: integer("consolidated_at"),
    /**
     * The name that their facts still use, since a trigger saw `name` change; null if facts use `name`
     * (`renames.ts`).
     */
    formerName: text("former_name"),
    seenAt: integer("seen_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.guildId, t.id] }),
    // Partial: few people decide about consent.
    index("members_consent").on(t.guildId, t.consent).where(sql`consent IS NOT NULL`),
    // Partial: few people were erased.
    index("members_erased").on(t.guildId).where(sql`erased_at IS NOT NULL`),
    // Partial: people who agreed and withdrew.
    index("members_taken_back").on(t.guildId).where(sql`consent_at IS NOT NULL AND consent IS NULL`),
    // Partial: people whose facts are to be renamed.
    index("members_renamed").on(t.guildId, t.id).where(sql`former_name IS NOT NULL`),
    // All guilds of a person, for an objection to the whole deployment.
    index("members_person").on(t.id),
    // Finds names in a window by lookup instead of a scan.
    index("members_name").on(t.guildId, sql`name COLLATE NOCASE`),
  ],
)

export const memories = sqliteTable(
  "memories",
  {
    /** The row id the full-text index refers to. */
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    guildId: text("guild_id").notNull(),
    scope: text().notNull().$type<Scope>(),
    subjectId: text("subject_id").notNull(),
    fact: text().notNull(),
    factKey: text("fact_key").notNull(),
    type: text().notNull().$type<MemoryType>(),
    section: text().$type<Section>(),
    topics: text({ mode: "json" }).notNull().$type<string[]>(),
    importance: text().notNull().$type<Importance>(),
    /** Mean of base × source weight over its statements. */
    certainty: real().notNull(),
    confidence: real().notNull(),
    lifetime: text().notNull().$type<Lifetime>(),
    expiresAt: integer("expires_at"),
    status: text().notNull().$type<MemoryStatus>(),
    supersededBy: text("superseded_by"),
    /** The memory of the same subject that says the opposite. */
    contradicts: text(),
    /** The messages whose claim made it history; null if none did. */
    retiredBy: text("retired_by", { mode: "json" }).$type<string[]>(),
    /** When it was superseded; null if it is not. */
    replacedAt: integer("replaced_at"),
    /** True if it says the same as the memory that replaced it. Its statements count for that one. */
    merged: integer({ mode: "boolean" }).notNull().default(false),
    /** Number of statements. A window counts once, however many lines it cites. */
    evidenceCount: integer("evidence_count").notNull(),
    saidAt: integer("said_at").notNull(),
    lastSaidAt: integer("last_said_at").notNull(),
    createdAt: integer("created_at").notNull(),
    version: integer().notNull(),
    /**
     * The index and model that hold its vector: null if there is none, empty if its words changed since.
     * Triggers maintain it: see `vectors.ts`.
     */
    embeddedWith: text("embedded_with"),
    /** Decisions about its filing that no statement contains; null if none. */
    decided: text({ mode: "json" }).$type<Memory["decided"]>(),
    /**
     * When it happens or holds; null if it is not said. New columns come last: the undo table stores rows as
     * cells in column order, and cells that are missing there become null.
     */
    time: text({ mode: "json" }).$type<FactTime>(),
  },
  (t) => [
    uniqueIndex("memories_fact").on(t.guildId, t.scope, t.subjectId, t.factKey),
    index("memories_recent").on(t.guildId, t.lastSaidAt),
    // Partial: few rows wait for a vector, and they leave the index when they get one.
    index("memories_unembedded")
      .on(t.guildId)
      .where(sql`coalesce(embedded_with, '') = '' AND status = 'active'`),
    // Both partial: rows the nightly purge looks for.
    index("memories_expiring").on(t.guildId, t.expiresAt).where(sql`expires_at IS NOT NULL`),
    index("memories_replaced").on(t.guildId, t.replacedAt).where(sql`status = 'superseded'`),
  ],
)

export const evidence = sqliteTable(
  "evidence",
  {
    memoryId: text("memory_id").notNull(),
    /** The message id, or an id derived from words told directly. */
    ref: text().notNull(),
    guildId: text("guild_id").notNull(),
    messageId: text("message_id"),
    channelId: text("channel_id"),
    authorId: text("author_id").notNull(),
    windowId: text("window_id"),
    excerpt: text().notNull(),
    saidAt: integer("said_at").notNull(),
    method: text().notNull().$type<Method>(),
    model: text(),
    promptHash: text("prompt_hash"),
    source: text().notNull().$type<Source>(),
    /** The fact as this statement worded it; null in rows written before wordings were stored. */
    fact: text(),
    /** Base × source weight of this statement; null in the same old rows. */
    certainty: real(),
    /**
     * The filing this statement gave the fact; null in the same old rows, which follow the memory's filing. Trigger
     * `memory_refiled` copies that filing here before it changes. `correctedAt`: a person corrected the wording then.
     */
    filing: text({ mode: "json" }).$type<Filing & { correctedAt?: number }>(),
    /** The caller's id of the event that `messageId` stands for; null if it is a message. */
    eventId: text("event_id"),
  },
  (t) => [
    primaryKey({ columns: [t.memoryId, t.ref] }),
    index("evidence_message").on(t.guildId, t.messageId),
    // Everything a person said, for their export.
    index("evidence_author").on(t.guildId, t.authorId),
    // Partial: finds what rests on an event whose own row has been purged.
    index("evidence_event").on(t.guildId, t.eventId).where(sql`event_id IS NOT NULL`),
  ],
)

/**
 * Pairs of memories that contradict each other in words, although a person decided that both hold. They are
 * not contested again. Triggers drop a pair when either memory is deleted or reworded. `WITHOUT ROWID`.
 */
export const bothHold = sqliteTable(
  "both_hold",
  {
    guildId: text("guild_id").notNull(),
    /** The smaller of the two ids. */
    one: text().notNull(),
    other: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.guildId, t.one, t.other] }),
    index("both_hold_other").on(t.guildId, t.other),
  ],
)

export const notes = sqliteTable(
  "notes",
  {
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    guildId: text("guild_id").notNull(),
    channelId: text("channel_id").notNull(),
    kind: text().notNull().$type<"conversation" | "topic_cluster">(),
    title: text().notNull(),
    summary: text().notNull(),
    participants: text({ mode: "json" })
      .notNull()
      .$type<{ id: string; name: string; line: string | null }[]>(),
    firstMessageId: text("first_message_id").notNull(),
    fromAt: integer("from_at").notNull(),
    toAt: integer("to_at").notNull(),
    method: text().notNull().$type<Method>(),
    model: text(),
    /** See `memories`. */
    embeddedWith: text("embedded_with"),
  },
  (t) => [
    index("notes_recent").on(t.guildId, t.toAt),
    index("notes_unembedded").on(t.guildId).where(sql`coalesce(embedded_with, '') = ''`),
  ],
)

/**
 * Vectors to delete from the index because their memories or notes are gone. Triggers add rows; the guild's
 * index removes them. `WITHOUT ROWID`.
 */
export const vectorRemovals = sqliteTable(
  "vector_removals",
  {
    guildId: text("guild_id").notNull(),
    kind: text().notNull().$type<"memory" | "note">(),
    seq: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.kind, t.seq] })],
)

/**
 * The participants of each conversation, by time, so that finding a person's notes needs no scan of the
 * guild's. Triggers keep it in step with `notes`; nothing else writes it. `WITHOUT ROWID`.
 */
export const notePeople = sqliteTable(
  "note_people",
  {
    guildId: text("guild_id").notNull(),
    userId: text("user_id").notNull(),
    toAt: integer("to_at").notNull(),
    noteSeq: integer("note_seq").notNull(),
    channelId: text("channel_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.userId, t.toAt, t.noteSeq] })],
)

/** Prose about people written by models. Digests composed by rules are computed on demand and not stored. */
export const digests = sqliteTable(
  "digests",
  {
    guildId: text("guild_id").notNull(),
    userId: text("user_id").notNull(),
    kind: text().notNull().$type<"day" | "history" | "context">(),
    /** The set of channels whose words the digest may contain: see `audienceKey`. */
    audience: text().notNull(),
    /** Empty if the model gave no usable answer. */
    body: text().notNull(),
    /** Hash of its inputs: see `recall/digests/fingerprint.ts`. */
    inputsHash: text("inputs_hash").notNull(),
    /** When its inputs were read. */
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.userId, t.kind, t.audience] })],
)

/**
 * The conversations each topic cluster was made from. If one of them is deleted or changes, triggers delete
 * the cluster and its rows here. `WITHOUT ROWID`.
 */
export const noteSources = sqliteTable(
  "note_sources",
  {
    guildId: text("guild_id").notNull(),
    clusterId: text("cluster_id").notNull(),
    sourceId: text("source_id").notNull(),
    /** The channel of the conversation. A viewer who may not read one of these may not read the cluster. */
    channelId: text("channel_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.guildId, t.clusterId, t.sourceId] }),
    index("note_sources_source").on(t.guildId, t.sourceId),
  ],
)

/** The nights of a guild: one for each local date, plus those started by hand. */
export const runs = sqliteTable(
  "runs",
  {
    id: text().primaryKey(),
    guildId: text("guild_id").notNull(),
    /** The local date it started on. */
    day: text().notNull(),
    trigger: text().notNull().$type<"schedule" | "hand">(),
    requestedBy: text("requested_by").notNull(),
    /** `skipped`: another night was in progress. */
    state: text().notNull().$type<"running" | "done" | "failed" | "skipped">(),
    startedAt: integer("started_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (t) => [
    index("runs_recent").on(t.guildId, t.startedAt),
    // Partial: at most one row per guild, and none by day.
    index("runs_running").on(t.guildId).where(sql`state = 'running'`),
  ],
)

/** The result of each step of a night. The row's existence keeps a step from running twice. */
export const runSteps = sqliteTable(
  "run_steps",
  {
    guildId: text("guild_id").notNull(),
    runId: text("run_id").notNull(),
    step: text().notNull(),
    state: text().notNull().$type<"done" | "failed">(),
    startedAt: integer("started_at").notNull(),
    finishedAt: integer("finished_at").notNull(),
    /** Numbers by name; never anyone's words. */
    counts: countsJson("counts").notNull().$type<Record<string, number>>(),
    calls: integer().notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** Null if the price of a model is unknown. */
    costUsd: real("cost_usd"),
    /** Never contains anyone's words. */
    error: text(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.step] }), index("run_steps_guild").on(t.guildId)],
)

/** Paid model replies whose results are not written yet, so that a repeated step does not ask again. */
export const runDrafts = sqliteTable(
  "run_drafts",
  {
    guildId: text("guild_id").notNull(),
    runId: text("run_id").notNull(),
    step: text().notNull(),
    body: text({ mode: "json" }).notNull().$type<unknown>(),
    usage: text({ mode: "json" }).notNull().$type<unknown>(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.step] }), index("run_drafts_guild").on(t.guildId)],
)

export const windows = sqliteTable(
  "windows",
  {
    id: text().primaryKey(),
    guildId: text("guild_id").notNull(),
    channelId: text("channel_id").notNull(),
    firstAt: integer("first_at").notNull(),
    lastAt: integer("last_at").notNull(),
    messageCount: integer("message_count").notNull(),
    reason: text().notNull(),
    method: text().notNull().$type<Method>(),
    /** Why rules read the window although a model is bound; null if read as configured. */
    fallback: text().$type<Fallback>(),
    model: text(),
    promptHash: text("prompt_hash"),
    /** The verdict on each claim with its reason. Refused secrets appear without their text. */
    verdicts: text({ mode: "json" }).notNull().$type<unknown[]>(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    index("windows_recent").on(t.guildId, t.lastAt),
    // Partial: windows the nightly purge has not emptied.
    index("windows_verdicts").on(t.guildId, t.lastAt).where(sql`verdicts <> '[]'`),
  ],
)

export const policies = sqliteTable(
  "policies",
  {
    guildId: text("guild_id").notNull(),
    version: integer().notNull(),
    body: recordJson("body").notNull(),
    actor: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** The author's reason. */
    note: text(),
    /** True for a version that only ran in a trial and was never in force. */
    candidate: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.version] })],
)

/** Trials of candidate policies; at most one runs in a guild. `WITHOUT ROWID`. */
export const policyTrials = sqliteTable(
  "policy_trials",
  {
    guildId: text("guild_id").notNull(),
    id: text().notNull(),
    /** The candidate, and the version in force when the trial began. */
    version: integer().notNull(),
    baseVersion: integer("base_version").notNull(),
    /** `shadow`: judges every window, acts on none. `rollout`: acts on a share of windows and recalls. */
    stage: text().notNull().$type<"shadow" | "rollout">(),
    /** Share of windows and recalls that the candidate decides, 0 to 1. */
    share: real().notNull(),
    guardrails: recordJson("guardrails").notNull(),
    actor: text().notNull(),
    startedAt: integer("started_at").notNull(),
    /** When the present stage began. */
    stageAt: integer("stage_at").notNull(),
    /** Null while it runs. */
    endedAt: integer("ended_at"),
    endedBy: text("ended_by"),
    outcome: text().$type<"stopped" | "adopted" | "rolled_back">(),
    /** The guardrail that ended it, or the reason that a person gave. */
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.guildId, t.id] }),
    uniqueIndex("policy_trials_running").on(t.guildId).where(sql`ended_at IS NULL`),
  ],
)

/** `DEPLOYMENT` has one row a month: the priced calls of all guilds, counted also after a guild is erased. */
export const usage = sqliteTable(
  "usage",
  {
    guildId: text("guild_id").notNull(),
    day: text().notNull(),
    purpose: text().notNull(),
    model: text().notNull(),
    calls: integer().notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** Null if the model's price is unknown. */
    costUsd: real("cost_usd"),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.day, t.purpose, t.model] })],
)

export const apiKeys = sqliteTable(
  "api_keys",
  {
    /** The part of the key before the secret; not secret itself. */
    id: text().primaryKey(),
    name: text().notNull(),
    /** SHA-256 of the secret, in hex. */
    hash: text().notNull(),
    guildId: text("guild_id").notNull(),
    scope: text().notNull().$type<"read" | "write" | "admin">(),
    /** The only place the key may read for; null if each request names one. */
    channelId: text("channel_id"),
    /** The only person the key may read for; null if each request names one. */
    userId: text("user_id"),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
    lastUsedAt: integer("last_used_at"),
  },
  (t) => [index("api_keys_guild").on(t.guildId)],
)

/**
 * Messages behind memories that a person had forgotten. They are skipped when their window is read again.
 * `WITHOUT ROWID`.
 */
export const forgotten = sqliteTable(
  "forgotten",
  { guildId: text("guild_id").notNull(), messageId: text("message_id").notNull() },
  (t) => [primaryKey({ columns: [t.guildId, t.messageId] })],
)

/** People who asked not to be remembered in any guild of this deployment. */
export const objections = sqliteTable("objections", {
  userId: text("user_id").primaryKey(),
  at: integer().notNull(),
})

/** Erasure jobs and their outcome. */
export const erasures = sqliteTable(
  "erasures",
  {
    id: text().primaryKey(),
    guildId: text("guild_id").notNull(),
    kind: text().notNull().$type<"person" | "channel" | "guild">(),
    /** The id to erase. When the job is done, a pseudonym replaces a person's id. */
    target: text().notNull(),
    state: text().notNull().$type<"waiting" | "running" | "done">(),
    /** The current step. */
    step: text(),
    report: recordJson("report").notNull(),
    requestedBy: text("requested_by").notNull(),
    requestedAt: integer("requested_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (t) => [
    index("erasures_guild").on(t.guildId, t.requestedAt),
    // Partial: few are in progress.
    index("erasures_open").on(t.state).where(sql`state <> 'done'`),
  ],
)

/** Channels with a window that cannot be read, with the time it was sealed. Removed once it is read. */
export const lateWindows = sqliteTable(
  "late_windows",
  {
    guildId: text("guild_id").notNull(),
    channelId: text("channel_id").notNull(),
    since: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.channelId] })],
)

/** The last round of each cron schedule. */
export const cronRuns = sqliteTable("cron_runs", {
  schedule: text().primaryKey(),
  /** When the round ended. */
  at: integer().notNull(),
  /** Names of the jobs that failed. */
  failed: text({ mode: "json" }).notNull().$type<string[]>(),
})

/** Health checks that the operator was alerted to and that are not well again. */
export const alerts = sqliteTable("alerts", {
  name: text().primaryKey(),
  since: integer().notNull(),
  postedAt: integer("posted_at").notNull(),
})

/** Browsers that are signed in to the dashboard. */
export const dashboardSessions = sqliteTable(
  "dashboard_sessions",
  {
    /** SHA-256 of the id in the browser's cookie, in hex. */
    idHash: text("id_hash").primaryKey(),
    userId: text("user_id").notNull(),
    name: text().notNull(),
    /** Discord's hash of the person's picture; null if they have none. */
    avatar: text(),
    /** Names of the browser and its system, such as "Firefox on Windows"; null if they are not known. */
    browser: text(),
    /** The person's guilds that this deployment knew when they signed in: id and name. */
    guilds: text({ mode: "json" }).notNull().$type<{ id: string; name: string }[]>(),
    createdAt: integer("created_at").notNull(),
    /** Exact to some minutes. */
    usedAt: integer("used_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    index("dashboard_sessions_person").on(t.userId),
    index("dashboard_sessions_expiring").on(t.expiresAt),
  ],
)

/**
 * The former state of what a person forgot or corrected on Discord, for as long as they can undo it. Nothing
 * else reads it.
 */
export const undo = sqliteTable(
  "undo",
  {
    id: text().primaryKey(),
    guildId: text("guild_id").notNull(),
    /** The person who may undo it. */
    userId: text("user_id").notNull(),
    /** The former rows: see `undo-rows.ts`. */
    body: text({ mode: "json" }).notNull().$type<unknown>(),
    /** The state the change left. Anything changed since is not restored. */
    premises: text({ mode: "json" }).notNull().$type<unknown>(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("undo_guild").on(t.guildId), index("undo_expiring").on(t.expiresAt)],
)

/** Judgments of answers, one per person and answer, in nobody's words. */
export const answerLabels = sqliteTable(
  "answer_labels",
  {
    guildId: text("guild_id").notNull(),
    /** The answer's own message. */
    messageId: text("message_id").notNull(),
    /** The person who judged it. */
    userId: text("user_id").notNull(),
    channelId: text("channel_id").notNull(),
    label: text().notNull().$type<AnswerLabel>(),
    /** Ids of the memories that the answer rests on. They may be gone since. */
    memories: text({ mode: "json" }).notNull().$type<string[]>(),
    at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.guildId, t.messageId, t.userId] }),
    index("answer_labels_recent").on(t.guildId, t.at),
    // All of a person's, for their export and erasure.
    index("answer_labels_person").on(t.guildId, t.userId),
  ],
)

/** Events as received: what happened beside chat. Their places buffer them as messages. */
export const events = sqliteTable(
  "events",
  {
    guildId: text("guild_id").notNull(),
    /** The caller's id. */
    id: text().notNull(),
    /** The id of the message that stands for it in its place. */
    messageId: text("message_id").notNull(),
    scope: text().notNull().$type<Scope>(),
    scopeId: text("scope_id").notNull(),
    /** The channel or place whose readers may read it (`domain/events.ts`). */
    placeId: text("place_id").notNull(),
    source: text().notNull().$type<EventSource>(),
    role: text().notNull().$type<EventRole>(),
    /** A string, or any other JSON. Null once the event was deleted. */
    content: text({ mode: "json" }).$type<unknown>(),
    platform: text(),
    session: text(),
    at: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    /** When it was deleted, or null. The row refuses a second delivery. */
    deletedAt: integer("deleted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.guildId, t.id] }),
    uniqueIndex("events_message").on(t.guildId, t.messageId),
    index("events_recent").on(t.guildId, t.at, t.id),
  ],
)

/**
 * Imports of guild exports. A part's rows land in one batch with the number of the next part. Rows of others'
 * words or names are never here: only ids of memories and notes, and counts.
 */
export const imports = sqliteTable(
  "imports",
  {
    guildId: text("guild_id").notNull(),
    id: text().notNull(),
    /** The export's first line. */
    header: text({ mode: "json" }).notNull().$type<unknown>(),
    /** SHA-256 of each part, in order. */
    parts: text({ mode: "json" }).notNull().$type<string[]>(),
    /** Channels of the source by those of the target, and whether settings and policy come along. */
    options: text({ mode: "json" }).notNull().$type<unknown>(),
    dryRun: integer("dry_run", { mode: "boolean" }).notNull(),
    /** `finishing`: every row is there, and references are being put right. `checked`: the end of a dry run. */
    phase: text().notNull().$type<"loading" | "finishing" | "done" | "checked" | "abandoned">(),
    /** The next part expected, which is the number of parts that arrived. */
    next: integer().notNull(),
    /** Counts of rows by table and outcome, with the first ids of refused ones. */
    tally: text({ mode: "json" }).notNull().$type<unknown>(),
    /** The last row number of memories before the import. */
    since: integer().notNull(),
    requestedBy: text("requested_by").notNull(),
    startedAt: integer("started_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.id] }), index("imports_recent").on(t.guildId, t.updatedAt)],
)

/**
 * One row for each claim that got a verdict: what the gate saw and decided, never anyone's words
 * (docs/decisions/070-claim-log.md). `WITHOUT ROWID`. Trigger `claim_memory_gone` empties `memory_id` when the memory is
 * deleted.
 */
export const claimLog = sqliteTable(
  "claim_log",
  {
    guildId: text("guild_id").notNull(),
    /** When it was decided: `created_at` of its window. */
    at: integer().notNull(),
    /** A hash of window and number. */
    id: text().notNull(),
    /** Null if it was told directly. */
    windowId: text("window_id"),
    /** Null if it was told outside a channel. */
    channelId: text("channel_id"),
    /** Its place among the claims of its extraction, from 0. */
    n: integer().notNull(),
    /** Number of messages of its window. */
    lines: integer(),
    op: text().notNull().$type<"save" | "update" | "forget">(),
    /** This and what follows up to `source`: null if the words of the claim must not be kept. */
    scope: text().$type<Scope>(),
    subjectId: text("subject_id"),
    type: text().$type<MemoryType>(),
    section: text().$type<Section>(),
    importance: text().$type<Importance>(),
    lifetime: text().$type<Lifetime>(),
    /** True if someone other than the subject said it. */
    reported: integer({ mode: "boolean" }),
    secondReading: text("second_reading").$type<"confirmed" | "denied">(),
    /** The extractor's confidence, before anything is weighed. */
    base: real(),
    citedLines: integer("cited_lines"),
    /** Characters of the cited messages, and of the fact. */
    citedChars: integer("cited_chars"),
    factChars: integer("fact_chars"),
    source: text().$type<Source>(),
    method: text().notNull().$type<Method>(),
    model: text(),
    promptHash: text("prompt_hash"),
    /** This and what follows up to `gate`: null if the claim did not reach reconciliation. */
    change: text().$type<LoggedChange>(),
    /** Base × source weight of this statement. */
    certainty: real(),
    /** Confidence and number of statements of the memory, as judged. */
    confidence: real(),
    statements: integer(),
    contradicted: integer({ mode: "boolean" }),
    /** Statements known of the subject to the same readers. */
    known: integer(),
    /** Overlap of stems with the nearest memory of the subject that the same people read, 0 to 1; null if there is none. */
    similarity: real(),
    /** `GateInputs`: null if the gate was not asked. */
    gate: recordJson("gate"),
    verdict: text().notNull().$type<Verdict["kind"]>(),
    reason: text().notNull(),
    policyVersion: integer("policy_version").notNull(),
    /** Tokens and milliseconds of its window's model calls, as a whole; null without a model call. */
    inputTokens: integer("input_tokens"),
    outputTokens: integer("output_tokens"),
    latencyMs: integer("latency_ms"),
    /** A fifth of all windows, by hash of the window: tuning never sees them. */
    holdout: integer({ mode: "boolean" }).notNull(),
    /** The memory it was written to or weighed against; null if it is gone or there was none. */
    memoryId: text("memory_id"),
    /** The outcome of the memory, and the UTC day (`YYYY-MM-DD`) on which the label was given; null without an outcome. */
    label: text().$type<ClaimLabel>(),
    labeledOn: text("labeled_on"),
    /** The UTC day of the first noted recall that showed the memory (`runtime/recall-notes.ts`). */
    recalledOn: text("recalled_on"),
    /** The decision of a running trial's candidate; null without a trial. */
    trialId: text("trial_id"),
    trialVerdict: text("trial_verdict").$type<Verdict["kind"]>(),
    trialReason: text("trial_reason"),
    /** Probability with which chance sent the claim to review instead of rejecting it; null if chance had no part. */
    propensity: real(),
  },
  (t) => [
    primaryKey({ columns: [t.guildId, t.at, t.id] }),
    // Partial: labels and deletions find a memory's claims.
    index("claim_log_memory").on(t.memoryId).where(sql`memory_id IS NOT NULL`),
    // Partial: few claims get a label, and statistics look for those of some days.
    index("claim_log_labeled").on(t.guildId, t.labeledOn).where(sql`labeled_on IS NOT NULL`),
  ],
)

/**
 * Counts of finished UTC days, which name nobody (docs/decisions/071-statistics.md). The last day has a row with
 * measure `counted`. `WITHOUT ROWID`.
 */
export const statsDays = sqliteTable(
  "stats_days",
  {
    guildId: text("guild_id").notNull(),
    day: text().notNull(),
    /** See `memory/read/stats.ts` and `domain/question-counts.ts`. */
    measure: text().notNull(),
    /** A type of memory, a method, a reason or a bucket, depending on the measure; or empty. */
    kind: text().notNull(),
    /** The scope of a claim, or the reason why rules read a window; or empty. */
    scope: text().notNull(),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.day, t.measure, t.kind, t.scope] })],
)

/** A sample of recalls: row numbers and scores of their candidates, no words. `WITHOUT ROWID`. */
export const recallLog = sqliteTable(
  "recall_log",
  {
    guildId: text("guild_id").notNull(),
    at: integer().notNull(),
    id: text().notNull(),
    /** Null if it was asked for no channel. */
    channelId: text("channel_id"),
    policyVersion: integer("policy_version").notNull(),
    format: text().notNull(),
    /** Tokens of the text, and their limit. */
    tokens: integer().notNull(),
    maxTokens: integer("max_tokens").notNull(),
    latencyMs: integer("latency_ms").notNull(),
    /** Probability with which it was logged. */
    share: real().notNull(),
    /** A fifth of all recalls, by hash: tuning never sees them. */
    holdout: integer({ mode: "boolean" }).notNull(),
    /** JSON: the judged candidates with their scores by stage, shown or not. */
    candidates: text().notNull(),
    feedback: text().$type<"useful" | "useless" | "wrong">(),
    feedbackAt: integer("feedback_at"),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.at, t.id] })],
)

/** The distribution of a week's claims and memories, without words. `WITHOUT ROWID`. */
export const memorySnapshots = sqliteTable(
  "memory_snapshots",
  {
    guildId: text("guild_id").notNull(),
    /** The Monday it begins with, `YYYY-MM-DD`. */
    week: text().notNull(),
    policyVersion: integer("policy_version").notNull(),
    claims: integer().notNull(),
    body: recordJson("body").notNull(),
    /** The measures that were unusual in this week; null if none was. */
    alarm: text(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.week] })],
)

/**
 * Accounts of one person. `attribution`: a manager's word that `account_id` speaks for `person_id`. `confirmed`: both
 * accounts confirmed that they belong to one person; `account_id` is the smaller text of the two.
 */
export const identityLinks = sqliteTable(
  "identity_links",
  {
    guildId: text("guild_id").notNull(),
    kind: text().notNull().$type<"attribution" | "confirmed">(),
    accountId: text("account_id").notNull(),
    personId: text("person_id").notNull(),
    /** The actor, as in the audit log. */
    madeBy: text("made_by").notNull(),
    madeAt: integer("made_at").notNull(),
    /** The account of the two that rejected an attribution: it has no effect and cannot be made again. */
    refusedBy: text("refused_by"),
  },
  (t) => [
    primaryKey({ columns: [t.guildId, t.kind, t.accountId, t.personId] }),
    // The links of a person, by the other end.
    index("identity_links_person").on(t.guildId, t.personId),
    // An account speaks for one person at a time.
    uniqueIndex("identity_links_speaks")
      .on(t.guildId, t.accountId)
      .where(sql`kind = 'attribution' AND refused_by IS NULL`),
  ],
)

/** One row for each account that makes or enters codes for a link, for about an hour. */
export const identityCodes = sqliteTable(
  "identity_codes",
  {
    guildId: text("guild_id").notNull(),
    /** The account that made the code, or entered wrong ones. */
    accountId: text("account_id").notNull(),
    /** SHA-256 of guild and code; null without an open code. */
    codeHash: text("code_hash"),
    expiresAt: integer("expires_at").notNull(),
    /** The one account that entered the code. */
    enteredBy: text("entered_by"),
    /** When that account confirmed. */
    joinedAt: integer("joined_at"),
    /** Wrong entries by this account, and codes made by it, since `since`. */
    failed: integer().notNull(),
    issued: integer().notNull(),
    since: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.accountId] }), index("identity_codes_since").on(t.since)],
)

export const audit = sqliteTable(
  "audit",
  {
    seq: integer().primaryKey(),
    guildId: text("guild_id").notNull(),
    at: integer().notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    target: text().notNull(),
    detail: recordJson("detail"),
  },
  (t) => [index("audit_recent").on(t.guildId, t.at)],
)

/** Imports of past messages, from Discord or from files. They hold ids, counts and dollars, never anyone's words. */
export const historyJobs = sqliteTable(
  "history_jobs",
  {
    guildId: text("guild_id").notNull(),
    id: text().notNull(),
    kind: text().notNull().$type<"discord" | "export" | "package">(),
    /** `counting`: the preview is being made. `ready`: it waits for somebody to start it. */
    state: text().notNull().$type<"counting" | "ready" | "running" | "paused" | "stopped" | "done">(),
    /** Why it stopped or waits, if nobody asked for that. */
    reason: text(),
    /** The earliest time of a message; null for all. */
    since: integer(),
    /** The largest id of a message; null until it starts. Later messages are heard live. */
    untilId: text("until_id"),
    /** Channels that are left out, with their threads. */
    excluded: text({ mode: "json" }).notNull().$type<string[]>(),
    /** Calls, dollars and time that it will take; null until everything is counted. */
    estimate: text({ mode: "json" }).$type<unknown>(),
    /** Dollars after which rules read the rest; null for no cap. */
    capUsd: real("cap_usd"),
    spentUsd: real("spent_usd").notNull(),
    calls: integer().notNull(),
    /** Facts that its conversations added. It never falls: facts may be corrected, expire or be forgotten later. */
    facts: integer().notNull().default(0),
    /** The name of the file; null for history from Discord. */
    fileName: text("file_name"),
    requestedBy: text("requested_by").notNull(),
    requestedAt: integer("requested_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (t) => [
    primaryKey({ columns: [t.guildId, t.id] }),
    index("history_jobs_recent").on(t.guildId, t.requestedAt),
  ],
)

export const historyChannels = sqliteTable(
  "history_channels",
  {
    guildId: text("guild_id").notNull(),
    jobId: text("job_id").notNull(),
    channelId: text("channel_id").notNull(),
    state: text().notNull().$type<"counting" | "waiting" | "reading" | "done" | "skipped">(),
    /** Why it is not read. */
    reason: text().$type<"forbidden" | "missing" | "off" | "excluded" | "refused">(),
    /** Messages by people that Discord counted; null if it did not say. */
    total: integer(),
    /** The id up to which its messages were handed to the channel. */
    cursor: text(),
    read: integer().notNull(),
    accepted: integer().notNull(),
    duplicates: integer().notNull(),
    /** Counts of messages that were not accepted, by reason. */
    rejected: text({ mode: "json" }).notNull().$type<Record<string, number>>(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.jobId, t.channelId] })],
)
