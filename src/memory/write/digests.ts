/**
 * The SQL of digests: reads their inputs, lists stored ones and stores a model's prose. Reads take a Viewer
 * and return what it may read.
 */
import { type SQL, sql } from "drizzle-orm"
import { DAY } from "../../domain/calendar.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Id, Memory, Time, Viewer } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"
import { UNTITLED } from "../db/rows.ts"
import { digests, memories, notes } from "../db/schema.ts"
import { joinedMemberObjects, namesObjector, unlessNamesObjector } from "../read/consent-sql.ts"
import { topAboutPeople } from "../read/memories-about.ts"
import { type ReadMoment, readableChannel, viewerProjectionColumn } from "../read/search.ts"
import { toMemory } from "../read/viewer-projection.ts"

export type DigestKind = (typeof digests.$inferSelect)["kind"]

/** One day longer than the oldest input: no older digest is served. */
const MAX_AGE_MS = 9 * DAY

/**
 * Returns the key of a digest's audience. Two viewers have the same key exactly if they may read the same
 * channels. The open channels are part of the key, so closing a channel abandons every digest built with it.
 */
export function audienceKey(viewer: Viewer): string {
  return viewer.readable === "all" ? "operator" : `a_${hashOf([...new Set(viewer.readable)].sort())}`
}

/**
 * Returns which of the people may be remembered, with their last known names (`null` if never heard). In an
 * opt-in guild, silence means no.
 */
export function rememberedPeople(db: Database, viewer: Viewer, people: readonly Id[], optIn: boolean) {
  return db
    .select({ id: sql<Id>`person.value`, name: sql<string | null>`m.name` })
    .from(
      sql`json_each(${JSON.stringify(people)}) person
        LEFT JOIN members m ON m.guild_id = ${viewer.guildId} AND m.id = person.value`,
    )
    .where(sql`(${joinedMemberObjects(optIn)}) IS NOT TRUE`)
}

/** Returns the digests stored about people for exactly this viewer's audience. */
export function storedDigests(db: Database, viewer: Viewer, people: readonly Id[]) {
  return db
    .select({
      userId: digests.userId,
      kind: digests.kind,
      body: digests.body,
      print: digests.inputsHash,
      updatedAt: digests.updatedAt,
    })
    .from(digests)
    .where(
      sql`guild_id = ${viewer.guildId} AND user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))
        AND kind IN ('day', 'history', 'context') AND audience = ${audienceKey(viewer)}`,
    )
}

/**
 * Returns a line for each readable conversation the people took part in, latest first: for each day the
 * `most` latest by end time. A day's end is excluded. `line` is `null` if the extraction wrote none about the
 * person.
 */
export function linesOf(
  db: Database,
  viewer: Viewer,
  people: readonly Id[],
  span: { days: readonly { from: Time; to: Time }[]; most: number },
) {
  const mine = (np: "np" | "few") =>
    sql`${sql.raw(np)}.guild_id = ${viewer.guildId} AND ${sql.raw(np)}.user_id = p.value AND ${sql.raw(np)}.to_at < day.value->>'to'
      AND ${readableChannel(viewer, sql.raw(`${np}.channel_id`))}`
  // Scans the index only up to the last row needed; a window function would scan a talkative person's whole
  // week.
  const earliest = sql`coalesce((SELECT few.to_at FROM note_people few WHERE ${mine("few")} AND few.to_at >= day.value->>'from'
    ORDER BY few.to_at DESC LIMIT 1 OFFSET ${span.most - 1}), day.value->>'from')`
  return db
    .select({
      userId: sql<Id>`p.value`,
      noteId: notes.id,
      channelId: notes.channelId,
      at: notes.toAt,
      title: unlessNamesObjector(viewer, sql`notes.title`, sql`${UNTITLED}`),
      line: sql<
        string | null
      >`(SELECT ${unlessNamesObjector(viewer, sql`json_each.value->>'line'`, sql`NULL`)} FROM json_each(notes.participants) WHERE json_each.value->>'id' = p.value)`,
    })
    .from(
      sql`json_each(${JSON.stringify(people)}) p CROSS JOIN json_each(${JSON.stringify(span.days)}) day
        CROSS JOIN note_people np ON ${mine("np")} AND np.to_at >= ${earliest}`,
    )
    .crossJoin(notes)
    .where(sql`notes.seq = np.note_seq`)
    .orderBy(sql`notes.to_at DESC, notes.seq DESC`)
}

/** Returns the people's live facts, most important and latest first, at most `each` per person. */
export function topFacts(
  db: Database,
  viewer: Viewer,
  people: readonly Id[],
  terms: ReadMoment & { each: number },
) {
  return db
    .select({ row: memories, told: viewerProjectionColumn(viewer) })
    .from(sql`(${topAboutPeople(viewer, people, terms)}) r`)
    .crossJoin(memories)
    .where(sql`memories.seq = r.seq`)
    .orderBy(sql`memories.subject_id, r.place`)
}

/** A fact about a person, as far as the viewer may know it. */
export type ReadFact = Pick<Memory, "id" | "version" | "fact" | "saidAt"> & { userId: Id }

/**
 * Returns the facts in the rows of `topFacts`. If only evidence the viewer cannot read extended a fact, it
 * has expired for them.
 */
export function factsFromRows(rows: Awaited<ReturnType<typeof topFacts>>, now: Time): ReadFact[] {
  return rows
    .map(({ row, told }) => toMemory({ row, asRead: told }))
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .map(({ id, version, fact, saidAt, subject }) => ({ userId: subject.id, id, version, fact, saidAt }))
}

/** One person's prose as a model wrote it, and the inputs it rests on. */
export interface DigestProse {
  userId: Id
  rows: { kind: DigestKind; body: string; print: string }[]
  /** When its inputs were read. */
  readAt: Time
  noteIds: string[]
  facts: { id: string; version: number }[]
  optIn: boolean
}

/** Stores a person's prose for the viewer's audience. Safe to repeat. */
export async function storeProse(db: Database, viewer: Viewer, prose: DigestProse): Promise<void> {
  await runBatch(db, proseStatements(viewer, prose))
}

/**
 * Returns the statements that store a person's prose for the viewer's audience. The prose is not stored if an
 * input changed or was deleted since it was read, if the person no longer agrees, if memory is paused, or if
 * a row with fresher inputs exists.
 */
export function proseStatements(viewer: Viewer, prose: DigestProse): SQL[] {
  const { guildId } = viewer
  const { userId, readAt } = prose
  return [
    sql`DELETE FROM digests WHERE guild_id = ${guildId} AND user_id = ${userId} AND updated_at < ${readAt - MAX_AGE_MS}`,
    sql`INSERT INTO digests (guild_id, user_id, kind, audience, body, inputs_hash, updated_at)
      SELECT ${guildId}, ${userId}, value->>'kind', ${audienceKey(viewer)}, value->>'body', value->>'print', ${readAt}
      FROM json_each(${JSON.stringify(prose.rows)})
      WHERE EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND NOT coalesce(settings->>'read_only', 0))
        AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(prose.facts)}) j LEFT JOIN memories f ON f.id = j.value->>'id'
          WHERE f.version IS NOT j.value->>'version')
        AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(prose.noteIds)}) j LEFT JOIN notes n ON n.id = j.value
          LEFT JOIN note_people np ON np.guild_id = ${guildId} AND np.user_id = ${userId} AND np.to_at = n.to_at AND np.note_seq = n.seq
          WHERE np.note_seq IS NULL)
        AND NOT EXISTS (SELECT 1 FROM (SELECT ${userId} AS id) person
          LEFT JOIN members m ON m.guild_id = ${guildId} AND m.id = person.id WHERE ${joinedMemberObjects(prose.optIn, sql`person.id`)})
        AND NOT ${namesObjector({ guildId, userId }, sql`json_each.value->>'body'`)}
      ON CONFLICT (guild_id, user_id, kind, audience) DO UPDATE
        SET body = excluded.body, inputs_hash = excluded.inputs_hash, updated_at = excluded.updated_at
        WHERE excluded.updated_at >= digests.updated_at
          AND (excluded.inputs_hash <> digests.inputs_hash OR (digests.body = '' AND excluded.body <> ''))`,
  ]
}
