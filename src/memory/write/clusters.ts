/**
 * The SQL of topic clusters: reads the conversations of a day, replaces former clusters with new ones, and
 * decides who may read them.
 */
import { type SQL, sql } from "drizzle-orm"
import { hashOf } from "../../domain/hash.ts"
import type { Id, Note, Span, Viewer } from "../../domain/types.ts"
import { type BatchStatement, type Database, readTogether } from "../db/database.ts"
import { noteTerms } from "../db/rows.ts"
import { notes } from "../db/schema.ts"
import { objectorsFromAnswer, objectorsQuery } from "../read/consent-sql.ts"
import { notesFromAnswer, pickedNotes } from "../read/note-reads.ts"
import { rollBackIf } from "./statements.ts"

/** A local day. The end is excluded. */
export interface ClusterDay extends Span {
  date: string
}

const bytes = sql<number>`octet_length(title) + octet_length(summary) + octet_length(participants)`

/** Returns the conversations that ended on a day, with their channels and text sizes. */
export async function conversationsOn(db: Database, guildId: Id, { from, to }: Span) {
  return db
    .select({ id: notes.id, channelId: notes.channelId, fromAt: notes.fromAt, bytes })
    .from(notes)
    .where(sql`guild_id = ${guildId} AND kind = 'conversation' AND to_at >= ${from} AND to_at < ${to}`)
    .orderBy(sql`from_at, id`)
}

/** The text of a note as stored. */
type NoteRow = { id: string; title: string; summary: string; participants: string }

/** Conversations as this viewer may see them, and their stored text at that moment. */
export interface ClusterSources {
  notes: Note[]
  rows: NoteRow[]
  /** Names of people who object. They are redacted in `notes`. */
  silent: string[]
  /** A hash of the conversations' text; changes if any of it changes. */
  print: string
}

/** Returns those of these conversations that still exist, in the order they began. */
export async function readClusterSources(
  db: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ClusterSources> {
  const picked = sql`SELECT seq, from_at AS place FROM notes WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND kind = 'conversation'`
  const { found, rows, silent } = await readTogether(db, {
    found: pickedNotes(viewer, { picked }, { now: 0, until: Number.MAX_SAFE_INTEGER }),
    rows: sql`SELECT json_group_array(json_object('id', id, 'title', title, 'summary', summary, 'participants', participants))
      FROM notes WHERE guild_id = ${viewer.guildId} AND seq IN (SELECT seq FROM (${picked}))`,
    ...(viewer.hidesObjectors ? { silent: objectorsQuery(viewer) } : {}),
  })
  const names = objectorsFromAnswer(silent).flatMap(({ name }) => name ?? [])
  const visible = (notesFromAnswer(found, names).get("picked") ?? []).map((one) => one.found)
  // The JSON comes only from the query above.
  return {
    notes: visible,
    rows: JSON.parse(rows ?? "[]") as NoteRow[],
    silent: names,
    print: hashNotes(visible),
  }
}

function hashNotes(visible: readonly Note[]): string {
  const parts = visible.map(({ id, title, summary, participants }) =>
    JSON.stringify([id, title, summary, participants]),
  )
  return hashOf(parts.toSorted())
}

/**
 * Returns the number of clusters made of exactly these conversations. If there are any, none have to be made.
 */
export async function countClusters(
  db: Database,
  guildId: Id,
  made: { date: string; print: string },
): Promise<number> {
  const prefix = prefixOf(made.date, guildId, made.print)
  // The plus keeps SQLite from scanning all of the guild's notes; the ids contain the date.
  const rows = await db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM notes WHERE +guild_id = ${guildId} AND kind = 'topic_cluster' AND id > ${prefix} AND id < ${`${prefix}~`}`,
  )
  return rows[0]?.count ?? 0
}

/** A topic to write. */
export interface TopicDraft {
  title: string
  summary: string
  /** Ids of its conversations. */
  sources: readonly string[]
  /** The model that worded it, or `null` if rules did. */
  model: string | null
}

/**
 * Returns the statements that replace all clusters made of any of these conversations for the date. The batch
 * rolls itself back if a conversation was deleted or changed since it was read, or if writing is no longer
 * allowed.
 */
export function clusterStatements(
  guildId: Id,
  date: string,
  made: { read: ClusterSources; topics: readonly TopicDraft[] },
): BatchStatement[] {
  const { read, topics } = made
  const rows = JSON.stringify(read.rows)
  const clusters = topics.map((topic) => clusterOf(guildId, date, { topic, read }))
  return [
    rollBackIf(
      guildId,
      sql`EXISTS (SELECT 1 FROM json_each(${rows}) j LEFT JOIN notes n ON n.id = j.value->>'id'
          WHERE n.title IS NOT j.value->>'title' OR n.summary IS NOT j.value->>'summary' OR n.participants IS NOT j.value->>'participants')
        OR EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND (leaving_at IS NOT NULL OR coalesce(settings->>'read_only', 0)))`,
    ),
    sql`DELETE FROM notes WHERE +guild_id = ${guildId} AND kind = 'topic_cluster' AND ${hasDate(date)} AND id IN (SELECT cluster_id FROM note_sources
      WHERE guild_id = ${guildId} AND source_id IN (SELECT value->>'id' FROM json_each(${rows})))`,
    ...(clusters.length > 0 ? insertClusters(guildId, clusters) : []),
  ]
}

/**
 * Deletes clusters of a date whose conversations are no longer together in one of these parts, because their
 * readers changed or too few are left.
 */
export function deleteScatteredClusters(
  guildId: Id,
  day: ClusterDay,
  parts: readonly (readonly string[])[],
): SQL {
  const places = JSON.stringify(parts.flatMap((ids, part) => ids.map((id) => ({ id, part }))))
  return sql`DELETE FROM notes WHERE guild_id = ${guildId} AND kind = 'topic_cluster' AND ${hasDate(day.date)}
    AND to_at >= ${day.from} AND to_at < ${day.to}
    AND (SELECT count(DISTINCT p.value->>'part') <> 1 OR count(p.value) < count(*) FROM note_sources s
      LEFT JOIN json_each(${places}) p ON p.value->>'id' = s.source_id WHERE s.guild_id = notes.guild_id AND s.cluster_id = notes.id)`
}

type Cluster = Omit<Note, "sources"> & { model: string | null; sources: { id: string; channelId: Id }[] }

function clusterOf(
  guildId: Id,
  date: string,
  { topic, read }: { topic: TopicDraft; read: ClusterSources },
): Cluster {
  const { title, summary, model } = topic
  const held = read.notes.filter(({ id }) => topic.sources.includes(id))
  const [first] = held
  if (!first) throw new Error("a topic without conversations")
  const mostIn = Map.groupBy(held, (note) => note.channelId)
  // If several are equal, the channel in which it began.
  const [home = held] = [...mostIn.values()].toSorted((a, b) => b.length - a.length)
  const ids = held.map(({ id }) => id)
  return {
    id: `${prefixOf(date, guildId, read.print)}${hashOf([title, summary, ...ids])}`,
    guildId,
    channelId: home[0]?.channelId ?? first.channelId,
    kind: "topic_cluster",
    ...{ title, summary, model },
    participants: participantsOf(held),
    firstMessageId: home[0]?.firstMessageId ?? first.firstMessageId,
    fromAt: Math.min(...held.map(({ fromAt }) => fromAt)),
    toAt: Math.max(...held.map(({ toAt }) => toAt)),
    sources: held.map(({ id, channelId }) => ({ id, channelId })),
  }
}

/** Returns every participant once, most frequent first, each with the latest line about them. */
function participantsOf(held: readonly Note[]): Note["participants"] {
  const parts = Map.groupBy(
    held.flatMap((note) => note.participants),
    ({ id }) => id,
  )
  return [...parts.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((part) => {
      const last = part.at(-1)
      return last ? [{ ...last, line: part.findLast(({ line }) => line !== null)?.line ?? null }] : []
    })
}

function insertClusters(guildId: Id, clusters: readonly Cluster[]): SQL[] {
  const rows = JSON.stringify(clusters.map((one) => ({ ...one, terms: noteTerms(guildId, one) })))
  return [
    sql`INSERT INTO notes (id, guild_id, channel_id, kind, title, summary, participants, first_message_id, from_at, to_at, method, model)
      SELECT value->>'id', ${guildId}, value->>'channelId', 'topic_cluster', value->>'title', value->>'summary', value->'participants',
        value->>'firstMessageId', value->>'fromAt', value->>'toAt', iif(value->>'model' IS NULL, 'rule', 'model'), value->>'model'
      FROM json_each(${rows})`,
    sql`INSERT INTO note_terms (rowid, terms) SELECT n.seq, j.value->>'terms' FROM json_each(${rows}) j JOIN notes n ON n.id = j.value->>'id'`,
    sql`INSERT INTO note_sources (guild_id, cluster_id, source_id, channel_id)
      SELECT ${guildId}, j.value->>'id', s.value->>'id', s.value->>'channelId' FROM json_each(${rows}) j, json_each(j.value->'sources') s`,
  ]
}

/** Cluster ids contain their date and a hash of their sources. */
function prefixOf(date: string, guildId: Id, print: string): string {
  return `t_${date}_${hashOf([guildId, print])}_`
}

function hasDate(date: string): SQL {
  return sql`id > ${`t_${date}_`} AND id < ${`t_${date}_~`}`
}
