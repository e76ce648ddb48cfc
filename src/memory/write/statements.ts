/**
 * The SQL of one atomic write. Each statement passes its rows as one JSON parameter: D1 allows at most 100
 * parameters.
 */
import { getTableColumns, type SQL, sql } from "drizzle-orm"
import { DAY, utcDate, utcMonthStart } from "../../domain/calendar.ts"
import { DEPLOYMENT } from "../../domain/ids.ts"
import type { Id, Memory, Note, Person, Time, Verdict } from "../../domain/types.ts"
import { indexTerms } from "../../text/stems.ts"
import { noteTerms, searchText, toRow } from "../db/rows.ts"
import { memories } from "../db/schema.ts"
import type { AppliedClaims } from "../facts/apply-claims.ts"
import { toFiling } from "../facts/filing.ts"
import { type Charge, mayNotBeWritten, type Order, peopleTouched, type WindowRecord } from "./order.ts"

/**
 * Rolls back the whole batch if, since it was read, a memory it depends on changed, a memory the model was
 * shown was deleted, a person opted out, or the guild is leaving.
 */
export function guardOrder(order: Order, applied: AppliedClaims): SQL {
  const affected = JSON.stringify(
    order.window !== null || applied.changed.length > 0
      ? peopleTouched(order).filter((id) => !applied.objectors.has(id))
      : [],
  )
  return rollBackIf(
    order.guildId,
    sql`${changedSince(applied.expected)}
      OR EXISTS (SELECT 1 FROM json_each(${JSON.stringify(order.window?.shown ?? [])}) j LEFT JOIN memories m ON m.id = j.value->>'id' WHERE m.id IS NULL)
      OR EXISTS (SELECT 1 FROM json_each(${affected}) person
        LEFT JOIN members m ON m.guild_id = ${order.guildId} AND m.id = person.value WHERE ${mayNotBeWritten(order)})
      OR EXISTS (SELECT 1 FROM guilds WHERE id = ${order.guildId} AND leaving_at IS NOT NULL)`,
  )
}

/** Rolls back the whole batch if one of these memories changed since it was read. */
export function guardVersions(guildId: Id, read: readonly Memory[]): SQL {
  return rollBackIf(guildId, changedSince(read.map(({ id, version }) => ({ id, version }))))
}

export function changedSince(expected: readonly { id: string; version: number }[]): SQL {
  return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(expected)}) j LEFT JOIN memories m ON m.id = j.value->>'id'
        WHERE coalesce(m.version, 0) <> j.value->>'version')`
}

/**
 * Rolls back the whole batch by setting a NOT NULL column to null. Writes no row if the condition is false.
 */
export function rollBackIf(guildId: Id, condition: SQL): SQL {
  return sql`UPDATE guilds SET writes = NULL WHERE id = ${guildId} AND (${condition})`
}

/** Returns the statements for the window's record, its note with full text, and the names of its speakers. */
export function windowStatements(guildId: Id, window: WindowRecord, verdicts: Verdict[], now: Time): SQL[] {
  return [
    sql`INSERT INTO windows (id, guild_id, channel_id, first_at, last_at, message_count, reason, method, fallback, model, prompt_hash, verdicts, created_at)
      VALUES (${window.id}, ${guildId}, ${window.channelId}, ${window.firstAt}, ${window.lastAt}, ${window.messageCount},
        ${window.reason}, ${window.method}, ${window.fallback}, ${window.model}, ${window.promptHash}, ${JSON.stringify(verdicts)}, ${now})`,
    ...(window.again.length > 0 ? [takeOverEvidence(guildId, window)] : []),
    ...(window.note ? noteStatements(window.note, window) : []),
    ...(window.seen.length > 0 ? [seeMembers(guildId, window)] : []),
  ]
}

/** Updates a member's row for a new name, or at most once a day. */
function seeMembers(guildId: Id, { seen, lastAt }: WindowRecord): SQL {
  return sql`INSERT INTO members (guild_id, id, name, seen_at)
      SELECT ${guildId}, value->>'id', value->>'name', ${lastAt} FROM json_each(${JSON.stringify(seen)}) WHERE true
      ON CONFLICT (guild_id, id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at
      WHERE (members.name <> excluded.name AND members.seen_at <= excluded.seen_at) OR members.seen_at < excluded.seen_at - ${DAY}`
}

/** Returns true if that statement adds or changes the person's row, which is `stored`. */
export function mustSee(
  person: Person,
  stored: { name: string; seenAt: Time } | undefined,
  at: Time,
): boolean {
  if (stored === undefined) return true
  return (stored.name !== person.name && stored.seenAt <= at) || stored.seenAt < at - DAY
}

/** Moves evidence from an earlier window's reading of the same lines to this window. */
function takeOverEvidence(guildId: Id, { id, again }: WindowRecord): SQL {
  return sql`UPDATE evidence SET window_id = ${id} WHERE guild_id = ${guildId}
    AND message_id IN (SELECT value FROM json_each(${JSON.stringify(again)}))`
}

function noteStatements(note: Note, window: WindowRecord): SQL[] {
  return [
    sql`INSERT INTO notes (id, guild_id, channel_id, kind, title, summary, participants, first_message_id, from_at, to_at, method, model)
      VALUES (${note.id}, ${note.guildId}, ${note.channelId}, ${note.kind}, ${note.title}, ${note.summary},
        ${JSON.stringify(note.participants)}, ${note.firstMessageId}, ${note.fromAt}, ${note.toAt}, ${window.method}, ${window.model})`,
    sql`INSERT INTO note_terms (rowid, terms) SELECT seq, ${noteTerms(note.guildId, note)}
      FROM notes WHERE id = ${note.id}`,
  ]
}

/** Returns the statements for changed memories, evicted memories, evidence and full text. */
export function memoryStatements(guildId: Id, applied: AppliedClaims): SQL[] {
  const { changed, evicted, evidence, reworded } = applied
  return [
    ...(evicted.length > 0 ? deleteMemories(evicted.map((memory) => memory.id)) : []),
    ...(changed.length > 0 ? [upsert(changed)] : []),
    ...(reworded.length > 0 ? reindex(reworded) : []),
    ...(evidence.length > 0 ? [addEvidence(guildId, applied)] : []),
  ]
}

/** Deletes memories with their evidence and full text, for good. */
export function deleteMemories(ids: string[]): SQL[] {
  const list = JSON.stringify(ids)
  return [
    unindex(list),
    sql`DELETE FROM evidence WHERE memory_id IN (SELECT value FROM json_each(${list}))`,
    sql`DELETE FROM memories WHERE id IN (SELECT value FROM json_each(${list}))`,
  ]
}

/** Replaces the state of memories, including key and full text. */
export function rewriteMemories(changed: Memory[]): SQL[] {
  if (changed.length === 0) return []
  const keys = JSON.stringify(changed.map(({ id, factKey }) => ({ id, factKey })))
  return [
    upsert(changed),
    sql`UPDATE memories SET fact_key = j.value->>'factKey' FROM json_each(${keys}) j WHERE memories.id = j.value->>'id'`,
    ...reindex(changed),
  ]
}

/**
 * Rewords the evidence that had the former wording, so that everyone who could read the fact still can.
 * Evidence of `along`, memories merged into this one, are included if the former wording was said in the
 * same channel. `correctedAt`: a person corrects the fact, so its messages say something else from then on.
 */
export function rewordEvidence(
  before: Memory,
  next: Memory,
  { along = [], correctedAt }: { along?: readonly Memory[]; correctedAt?: Time } = {},
): SQL[] {
  if (before.fact === next.fact) return []
  const former = sql`coalesce(fact, ${before.fact}) = ${before.fact}`
  const ids = JSON.stringify(along.map(({ id }) => id))
  const theirs = sql`ref IN (SELECT ref FROM evidence WHERE memory_id IN (SELECT value FROM json_each(${ids})))
    AND EXISTS (SELECT 1 FROM evidence own WHERE own.memory_id = ${next.id} AND own.channel_id IS evidence.channel_id
      AND coalesce(own.fact, ${before.fact}) = ${before.fact})`
  const said = along.length === 0 ? former : sql`(${former} OR (fact <> '' AND ${theirs}))`
  // A row without a filing has followed the memory's until now.
  const filing = sql`coalesce(filing, ${JSON.stringify({ ...toFiling(before), time: null })})`
  const marked =
    correctedAt === undefined ? sql`` : sql`, filing = json_set(${filing}, '$.correctedAt', ${correctedAt})`
  return [sql`UPDATE evidence SET fact = ${next.fact}${marked} WHERE memory_id = ${next.id} AND ${said}`]
}

/** Sets the section on the evidence that has the memory's wording: it was decided for that wording. */
export function refileEvidence({ id, fact, section }: Memory): SQL {
  return sql`UPDATE evidence SET filing = json_set(filing, '$.section', ${section})
    WHERE memory_id = ${id} AND filing IS NOT NULL AND coalesce(fact, ${fact}) = ${fact}`
}

function unindex(list: string): SQL {
  return sql`DELETE FROM memory_terms WHERE rowid IN (SELECT seq FROM memories WHERE id IN (SELECT value FROM json_each(${list})))`
}

function reindex(memories: Memory[]): SQL[] {
  const stale = memories.filter((memory) => memory.version > 1).map((memory) => memory.id)
  return [...(stale.length > 0 ? [unindex(JSON.stringify(stale))] : []), ...indexMemories(memories)]
}

/** Adds full text for active memories that have none. */
export function indexMemories(memories: readonly Memory[]): SQL[] {
  const terms = memories
    .filter((memory) => memory.status === "active")
    .map((memory) => ({ id: memory.id, terms: indexTerms(memory.guildId, searchText(memory)) }))
  if (terms.length === 0) return []
  return [
    sql`INSERT INTO memory_terms (rowid, terms) SELECT m.seq, j.value->>'terms'
      FROM json_each(${JSON.stringify(terms)}) j JOIN memories m ON m.id = j.value->>'id'`,
  ]
}

/** The database assigns row numbers, and triggers maintain the state of vectors. */
const NOT_WRITTEN = ["seq", "embeddedWith"]
/** Columns that never change after the insert, except the key, which `rewriteMemories` writes. */
const IDENTITY = ["id", "guildId", "scope", "subjectId", "factKey", "createdAt"]
const WRITTEN = Object.entries(getTableColumns(memories)).filter(([key]) => !NOT_WRITTEN.includes(key))
const COLUMNS = WRITTEN.map(([, { name }]) => name).join(", ")
const VALUES = WRITTEN.map(([key]) => `value->>'${key}'`).join(", ")
const UPDATES = WRITTEN.filter(([key]) => !IDENTITY.includes(key))
  .map(([, { name }]) => `${name} = excluded.${name}`)
  .join(", ")

function upsert(changed: Memory[]): SQL {
  return sql`INSERT INTO memories (${sql.raw(COLUMNS)})
    SELECT ${sql.raw(VALUES)} FROM json_each(${JSON.stringify(changed.map(toRow))}) WHERE true
    ON CONFLICT (id) DO UPDATE SET ${sql.raw(UPDATES)}`
}

function addEvidence(guildId: Id, applied: AppliedClaims): SQL {
  return sql`INSERT INTO evidence (memory_id, ref, guild_id, message_id, channel_id, author_id, window_id, excerpt, said_at, method, model, prompt_hash, source, fact, certainty, filing, event_id)
    SELECT value->>'memoryId', coalesce(value->>'messageId', 'told:' || (value->>'saidAt') || ':' || (value->>'excerpt')), ${guildId}, value->>'messageId', value->>'channelId',
      value->>'authorId', value->>'windowId', value->>'excerpt', value->>'saidAt', value->>'method', value->>'model',
      value->>'promptHash', value->>'source', value->>'fact', value->>'certainty', value->>'filing', value->>'eventId'
    FROM json_each(${JSON.stringify(applied.evidence)}) WHERE true
    ON CONFLICT DO UPDATE SET fact = excluded.fact, certainty = excluded.certainty, filing = excluded.filing, window_id = excluded.window_id
      WHERE excluded.fact = (SELECT m.fact FROM memories m WHERE m.id = excluded.memory_id)`
}

/**
 * Adds tokens and cost to the day's row, by purpose and model, and the cost to the deployment's row of the month.
 * Concurrent writes add up. If only some prices are known, the cost covers those.
 */
export function usageStatements(guildId: Id, usage: Charge[], now: Time): SQL[] {
  if (usage.length === 0) return []
  const day = utcDate(now)
  return [
    ...deploymentUsage(usage, now),
    sql`INSERT INTO usage (guild_id, day, purpose, model, calls, input_tokens, output_tokens, cost_usd)
      SELECT ${guildId}, ${day}, value->>'purpose', value->>'model', count(*), sum(value->>'inputTokens'), sum(value->>'outputTokens'),
        sum(value->>'costUsd')
      FROM json_each(${JSON.stringify(usage)}) WHERE true GROUP BY 3, 4
      ON CONFLICT (guild_id, day, purpose, model) DO UPDATE SET calls = calls + excluded.calls,
        input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens,
        cost_usd = coalesce(cost_usd + excluded.cost_usd, cost_usd, excluded.cost_usd)`,
  ]
}

/** Counts priced calls in the deployment's row. A spending cap of the deployment reads that one row. */
function deploymentUsage(usage: Charge[], now: Time): SQL[] {
  const priced = usage.filter(({ costUsd }) => costUsd)
  if (priced.length === 0) return []
  const sum = (of: (charge: Charge) => number) => priced.reduce((all, charge) => all + of(charge), 0)
  const [input, output, usd] = [
    sum(({ inputTokens }) => inputTokens),
    sum(({ outputTokens }) => outputTokens),
    sum(({ costUsd }) => costUsd ?? 0),
  ]
  return [
    sql`INSERT INTO usage (guild_id, day, purpose, model, calls, input_tokens, output_tokens, cost_usd)
      VALUES (${DEPLOYMENT}, ${utcMonthStart(now)}, 'all', 'all', ${priced.length}, ${input}, ${output}, ${usd})
      ON CONFLICT (guild_id, day, purpose, model) DO UPDATE SET calls = calls + excluded.calls,
        input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens,
        cost_usd = cost_usd + excluded.cost_usd`,
  ]
}
