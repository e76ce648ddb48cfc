/**
 * Every D1 table, as drizzle sees it. Triggers, full-text indexes and `WITHOUT ROWID` exist only in the migrations, because drizzle
 * cannot express them: docs/decisions/042-migrations.md says what each trigger does, terms.ts how full text works.
 */
import { sql } from "drizzle-orm"
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import type {
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
} from "../../domain/types.ts"
export const guilds = sqliteTable(
  "guilds",
  {
    id: text().primaryKey(),
    settings: text({ mode: "json" }).notNull().$type<unknown>(),
    policyVersion: integer("policy_version").notNull(),
    /** NOT NULL on purpose: a batch whose premises changed sets it to null and so undoes itself (commit.ts). Counts nothing any more. */
    writes: integer().notNull(),
    /** The index and model that its rows were last told to be embedded with (vectors.ts); null before the first time. */
    embeddedWith: text("embedded_with"),
    /** Incremented by triggers when the guild's channels change, so that a cached copy can be checked with one number. */
    structure: integer().notNull().default(0),
    /** As Discord tells it; null: never told. */
    ownerId: text("owner_id"),
    /** When its roles and channels were first told; null: never, so that what is told with messages has to do. */
    toldAt: integer("told_at"),
    /** Whether comings, goings and roles of its members are told as they change. Else what is known of a member may be past. */
    membersFollowed: integer("members_followed", { mode: "boolean" }).notNull().default(true),
    /** When it is to be erased, the bot having been removed; null: it is not. */
    leavingAt: integer("leaving_at"),
    /** The day of its last purge, in its own time zone. */
    purgedOn: text("purged_on"),
    /** The local date of the last night that was begun for it. */
    nightOn: text("night_on"),
    createdAt: integer("created_at").notNull(),
  },
  // Partial: few guilds are leaving.
  (t) => [index("guilds_leaving").on(t.leavingAt).where(sql`leaving_at IS NOT NULL`)],
)

/** Roles as Discord tells them; @everyone has the guild's own id. */
export const roles = sqliteTable(
  "roles",
  {
    guildId: text("guild_id").notNull(),
    id: text().notNull(),
    /** Permission bits as a decimal number. */
    permissions: text().notNull(),
    /** Held by one bot and nobody else (`tags.bot_id`). */
    bot: integer({ mode: "boolean" }).notNull(),
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
    /** Who can read it, as last told. null: never told, so restricted. */
    audience: text().$type<"everyone" | "restricted">(),
    /** Discord's channel type; null: never told. */
    type: integer(),
    /** Discord's permission overwrites; null: never told. */
    overwrites: text({ mode: "json" }).$type<unknown>(),
    nsfw: integer({ mode: "boolean" }),
    /** Who is in a private thread; null: never told. */
    threadMembers: text("thread_members", { mode: "json" }).$type<unknown>(),
    /** When it was told to be there no longer; null: it is. Its memory is kept for those who manage it. */
    goneAt: integer("gone_at"),
    /** When what messages tell of it last changed; 0: none was ever heard there. */
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.id] })],
)

export const members = sqliteTable(
  "members",
  {
    guildId: text("guild_id").notNull(),
    id: text().notNull(),
    name: text().notNull(),
    /** null: has not said; the guild's consent setting decides. */
    consent: text().$type<"in" | "out">(),
    /** When they last said so, or took it back; null: they never said. */
    consentAt: integer("consent_at"),
    /** Ids of their roles but @everyone; null: never told. */
    roles: text({ mode: "json" }).$type<unknown>(),
    bot: integer({ mode: "boolean" }),
    /** When they were told to have left the guild; null: they have not. */
    leftAt: integer("left_at"),
    /** What they said until then was erased: it is not heard again. */
    erasedAt: integer("erased_at"),
    /** Until when what is known of them has been consolidated; null: never. */
    consolidatedAt: integer("consolidated_at"),
    seenAt: integer("seen_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.guildId, t.id] }),
    // Partial: those who said something about consent are few.
    index("members_consent").on(t.guildId, t.consent).where(sql`consent IS NOT NULL`),
    // Partial: few people were erased.
    index("members_erased").on(t.guildId).where(sql`erased_at IS NOT NULL`),
    // Partial: who agreed and took it back.
    index("members_taken_back").on(t.guildId).where(sql`consent_at IS NOT NULL AND consent IS NULL`),
    // All guilds of a person, for an objection to the whole deployment.
    index("members_person").on(t.id),
    // Names said in a window are looked up, not scanned for.
    index("members_name").on(t.guildId, sql`name COLLATE NOCASE`),
  ],
)

export const memories = sqliteTable(
  "memories",
  {
    /** The row id that the full-text index speaks of. */
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
    /** Mean of base × source weight over the statements it rests on. */
    certainty: real().notNull(),
    confidence: real().notNull(),
    lifetime: text().notNull().$type<Lifetime>(),
    expiresAt: integer("expires_at"),
    status: text().notNull().$type<MemoryStatus>(),
    supersededBy: text("superseded_by"),
    /** The memory of the same subject that says the opposite. */
    contradicts: text(),
    /** The messages whose claim took it out of recall; null where none did. */
    retiredBy: text("retired_by", { mode: "json" }).$type<string[]>(),
    /** Since when it has been superseded; null if it is not. */
    replacedAt: integer("replaced_at"),
    /** It says the same as the one that replaced it, which its statements count for. */
    merged: integer({ mode: "boolean" }).notNull().default(false),
    /** Statements it rests on: a window counts once, however many lines it cites. */
    evidenceCount: integer("evidence_count").notNull(),
    saidAt: integer("said_at").notNull(),
    lastSaidAt: integer("last_said_at").notNull(),
    createdAt: integer("created_at").notNull(),
    version: integer().notNull(),
    /** The index and model that hold its vector; null where there is none, empty where its words have changed since. Kept by triggers: see vectors.ts. */
    embeddedWith: text("embedded_with"),
    /** What of its filing no statement gives; null: nothing. Last, as what can be put back is kept as cells in the order of the columns. */
    decided: text({ mode: "json" }).$type<Memory["decided"]>(),
  },
  (t) => [
    uniqueIndex("memories_fact").on(t.guildId, t.scope, t.subjectId, t.factKey),
    index("memories_recent").on(t.guildId, t.lastSaidAt),
    // Partial: those that wait for a vector are few, and leave it when they have one.
    index("memories_unembedded")
      .on(t.guildId)
      .where(sql`coalesce(embedded_with, '') = '' AND status = 'active'`),
    // Partial, both: what the nightly purge looks for.
    index("memories_expiring").on(t.guildId, t.expiresAt).where(sql`expires_at IS NOT NULL`),
    index("memories_replaced").on(t.guildId, t.replacedAt).where(sql`status = 'superseded'`),
  ],
)

export const evidence = sqliteTable(
  "evidence",
  {
    memoryId: text("memory_id").notNull(),
    /** The message's id, or for words told directly an id made from them. */
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
    /** The fact as this statement worded it; null where it was written before that was kept. */
    fact: text(),
    /** Base × source weight of this statement; null as above. */
    certainty: real(),
    /** How it filed the fact; null as above: then as its memory is filed. Trigger `memory_refiled` copies that here before it changes. */
    filing: text({ mode: "json" }).$type<Filing>(),
  },
  (t) => [
    primaryKey({ columns: [t.memoryId, t.ref] }),
    index("evidence_message").on(t.guildId, t.messageId),
    // What a person said, for their export.
    index("evidence_author").on(t.guildId, t.authorId),
  ],
)

/**
 * Pairs of memories that contradict each other in words, although a person decided that both hold. They are not contested again.
 * Triggers drop a pair when either memory is deleted or reworded. `WITHOUT ROWID`.
 */
export const bothHold = sqliteTable(
  "both_hold",
  {
    guildId: text("guild_id").notNull(),
    /** The lesser of the two ids. */
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
    /** As in memories. */
    embeddedWith: text("embedded_with"),
  },
  (t) => [
    index("notes_recent").on(t.guildId, t.toAt),
    index("notes_unembedded").on(t.guildId).where(sql`coalesce(embedded_with, '') = ''`),
  ],
)

/** Vectors to delete from the index because their memories or notes are gone. Triggers add rows; the guild's index removes them. `WITHOUT ROWID`. */
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
 * Who took part in which conversation, by time, so that a person's notes are found without scanning the guild's.
 * Triggers keep it in step with `notes`; nothing else writes it. `WITHOUT ROWID`.
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

/** Prose of models about people. What rules compose is made anew each time and is not kept. */
export const digests = sqliteTable(
  "digests",
  {
    guildId: text("guild_id").notNull(),
    userId: text("user_id").notNull(),
    kind: text().notNull().$type<"day" | "history" | "context">(),
    /** The set of channels whose words may be in it: see `audienceKey`. */
    audience: text().notNull(),
    /** Empty where a model was asked in vain. */
    body: text().notNull(),
    /** What it was made of: see `recall/digests/fingerprint.ts`. */
    inputsHash: text("inputs_hash").notNull(),
    /** When its inputs were read. */
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.userId, t.kind, t.audience] })],
)

/**
 * Which conversations a topic cluster was made from. Triggers delete a cluster when one of its conversations is deleted or changes,
 * and these rows with it. `WITHOUT ROWID`.
 */
export const noteSources = sqliteTable(
  "note_sources",
  {
    guildId: text("guild_id").notNull(),
    clusterId: text("cluster_id").notNull(),
    sourceId: text("source_id").notNull(),
    /** Where the conversation was held: whoever may not read one of these may not read the cluster. */
    channelId: text("channel_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.guildId, t.clusterId, t.sourceId] }),
    index("note_sources_source").on(t.guildId, t.sourceId),
  ],
)

/** The nights of a guild: one a local date, and those begun by hand. */
export const runs = sqliteTable(
  "runs",
  {
    id: text().primaryKey(),
    guildId: text("guild_id").notNull(),
    /** The local date it was begun on. */
    day: text().notNull(),
    trigger: text().notNull().$type<"schedule" | "hand">(),
    requestedBy: text("requested_by").notNull(),
    /** `skipped`: another was under way when it came to be opened. */
    state: text().notNull().$type<"running" | "done" | "failed" | "skipped">(),
    startedAt: integer("started_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (t) => [
    index("runs_recent").on(t.guildId, t.startedAt),
    // Partial: one a guild at most, and none by day.
    index("runs_running").on(t.guildId).where(sql`state = 'running'`),
  ],
)

/** What each step of a night came to. That its row is there is what keeps a step from being done twice. */
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
    counts: text({ mode: "json" }).notNull().$type<Record<string, number>>(),
    calls: integer().notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** null where the price of a model is not known. */
    costUsd: real("cost_usd"),
    /** Without anyone's words. */
    error: text(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.step] }), index("run_steps_guild").on(t.guildId)],
)

/** What a model said and was paid for, until what came of it is written: a step that is done again does not ask again. */
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
    /** Why rules read it although a model is bound; null: it was read as wanted. */
    fallback: text().$type<Fallback>(),
    model: text(),
    promptHash: text("prompt_hash"),
    /** Each claim's verdict with its reason; refused secrets without their text. */
    verdicts: text({ mode: "json" }).notNull().$type<unknown[]>(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    index("windows_recent").on(t.guildId, t.lastAt),
    // Partial: those that the nightly purge has not emptied.
    index("windows_verdicts").on(t.guildId, t.lastAt).where(sql`verdicts <> '[]'`),
  ],
)

export const policies = sqliteTable(
  "policies",
  {
    guildId: text("guild_id").notNull(),
    version: integer().notNull(),
    body: text({ mode: "json" }).notNull().$type<unknown>(),
    actor: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.version] })],
)

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
    /** null where the model's price is not known. */
    costUsd: real("cost_usd"),
  },
  (t) => [primaryKey({ columns: [t.guildId, t.day, t.purpose, t.model] })],
)

export const apiKeys = sqliteTable(
  "api_keys",
  {
    /** What stands before the secret in the key; not secret itself. */
    id: text().primaryKey(),
    name: text().notNull(),
    /** SHA-256 of the secret, in hex. */
    hash: text().notNull(),
    guildId: text("guild_id").notNull(),
    scope: text().notNull().$type<"read" | "write" | "admin">(),
    /** The one place it reads for; null: each request says. */
    channelId: text("channel_id"),
    /** The one person it reads for; null: each request says. */
    userId: text("user_id"),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
    lastUsedAt: integer("last_used_at"),
  },
  (t) => [index("api_keys_guild").on(t.guildId)],
)

/** Messages that were evidence for something a person had forgotten: they are left out when their window is read again. `WITHOUT ROWID`. */
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

/** What is to be erased, and what became of it. */
export const erasures = sqliteTable(
  "erasures",
  {
    id: text().primaryKey(),
    guildId: text("guild_id").notNull(),
    kind: text().notNull().$type<"person" | "channel" | "guild">(),
    /** Whose or which; once it is done, a pseudonym in a person's place. */
    target: text().notNull(),
    state: text().notNull().$type<"waiting" | "running" | "done">(),
    /** The step it is at. */
    step: text(),
    report: text({ mode: "json" }).notNull().$type<unknown>(),
    requestedBy: text("requested_by").notNull(),
    requestedAt: integer("requested_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (t) => [
    index("erasures_guild").on(t.guildId, t.requestedAt),
    // Partial: few are under way.
    index("erasures_open").on(t.state).where(sql`state <> 'done'`),
  ],
)

/** What a person forgot or corrected on Discord, as it was, for as long as they can take that back. Nothing else reads it. */
export const undo = sqliteTable(
  "undo",
  {
    id: text().primaryKey(),
    guildId: text("guild_id").notNull(),
    /** Who may take it back. */
    userId: text("user_id").notNull(),
    /** Rows as they were: see undo.ts. */
    body: text({ mode: "json" }).notNull().$type<unknown>(),
    /** The state it left: what was changed since is not put back. */
    premises: text({ mode: "json" }).notNull().$type<unknown>(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("undo_guild").on(t.guildId), index("undo_expiring").on(t.expiresAt)],
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
    detail: text({ mode: "json" }).$type<unknown>(),
  },
  (t) => [index("audit_recent").on(t.guildId, t.at)],
)
