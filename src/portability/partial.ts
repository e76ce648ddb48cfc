/**
 * Reads the memories, evidence and notes that one viewer may read, as rows of an export. Rows, order and pages
 * depend on nothing else. Values that come from statements the viewer may not read are left out.
 */
import { sql } from "drizzle-orm"
import { z } from "zod"
import { backupColumns } from "../backup/export.ts"
import type { RowLine } from "../backup/format.ts"
import type { Id, Memory, Note, Viewer } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { events } from "../memory/db/schema.ts"
import { factKey } from "../memory/facts/fact-key.ts"
import { mentionableMemory, unlessNamesObjector } from "../memory/read/consent-sql.ts"
import { listEvents } from "../memory/read/events.ts"
import { listMemories } from "../memory/read/manage.ts"
import { listNotes } from "../memory/read/note-pages.ts"
import { citableEvidence } from "../memory/read/search.ts"
import { columnsOf, exportedColumns } from "./columns.ts"

/** Sections in order: a topic comes after the conversations it is made of. */
const SECTIONS = ["memories", "conversation", "topic_cluster", "events"] as const

/** Position after an item of a section, or before its first. */
export const PartialPlace = z.strictObject({
  of: z.enum(SECTIONS),
  after: z.strictObject({ at: z.int(), id: z.string().max(100) }).nullable(),
})
export type PartialPlace = z.output<typeof PartialPlace>

const ROWS = 100

/** Reads the next rows; `null` begins. What replaced memories said before does not travel. */
export async function readPartialRows(
  db: Database,
  viewer: Viewer,
  place: PartialPlace | null,
): Promise<{ rows: RowLine[]; next: PartialPlace | null }> {
  const { of, after } = place ?? { of: SECTIONS[0], after: null }
  const { rows, last } = await readSection(db, viewer, { of, after })
  if (last !== null) return { rows, next: { of, after: last } }
  const section = SECTIONS[SECTIONS.indexOf(of) + 1]
  return { rows, next: section === undefined ? null : { of: section, after: null } }
}

interface Section {
  rows: RowLine[]
  /** The last item of a full page; `null` at the end of the section. */
  last: PartialPlace["after"]
}

function readSection(db: Database, viewer: Viewer, { of, after }: PartialPlace): Promise<Section> {
  if (of === "memories") return memoryRows(db, viewer, after)
  return of === "events" ? eventRows(db, viewer, after) : noteRows(db, viewer, { kind: of, after })
}

async function eventRows(db: Database, viewer: Viewer, after: PartialPlace["after"]): Promise<Section> {
  const any = { scope: null, scopeId: null, source: null, session: null }
  const found = await listEvents(db, viewer, any, { after, limit: ROWS })
  const rows = found.map((event) => ({ table: "events" as const, row: columnsOf(events, event) }))
  const last = found.at(-1)
  return { rows, last: last && found.length === ROWS ? { at: last.at, id: last.id } : null }
}

async function memoryRows(db: Database, viewer: Viewer, after: PartialPlace["after"]): Promise<Section> {
  const any = {
    scope: null,
    subjectId: null,
    type: null,
    status: null,
    contradicted: null,
    topic: null,
    words: null,
  }
  const found = await listMemories(db, viewer, any, { after, limit: ROWS })
  const statements = await readableStatements(
    db,
    viewer,
    found.map(({ memory }) => memory.id),
  )
  const rows = found.flatMap(({ memory }): RowLine[] => [
    { table: "memories", row: exportedColumns(visible(memory)) },
    ...(statements.get(memory.id) ?? []).map((row) => ({ table: "evidence" as const, row })),
  ])
  const last = found.at(-1)
  return { rows, last: last && found.length === ROWS ? { at: last.at, id: last.memory.id } : null }
}

/** Takes out what may come from statements or memories that the viewer does not read. */
function visible(memory: Memory): Memory {
  return {
    ...memory,
    // A separate key names another memory.
    factKey: factKey(memory.fact),
    decided: null,
    retiredBy: null,
    createdAt: memory.saidAt,
    version: 1,
  }
}

/** Returns the statements of memories that the viewer may cite, as rows, oldest first. */
async function readableStatements(db: Database, viewer: Viewer, ids: readonly string[]) {
  const unnamed = { excerpt: sql`'…'`, fact: sql`NULL` }
  const columns = backupColumns("evidence").map((name) =>
    name === "excerpt" || name === "fact"
      ? sql`${unlessNamesObjector(viewer, sql.raw(`evidence.${name}`), unnamed[name])} AS ${sql.raw(name)}`
      : sql.raw(`evidence.${name}`),
  )
  const rows = await db.all<RowLine["row"]>(
    sql`SELECT ${sql.join(columns, sql`, `)} FROM evidence JOIN memories ON memories.id = evidence.memory_id
      WHERE evidence.memory_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND memories.guild_id = ${viewer.guildId}
        AND ${citableEvidence(viewer, "evidence")} AND ${mentionableMemory(viewer)} ORDER BY evidence.said_at, evidence.ref`,
  )
  return Map.groupBy(rows, (row) => `${row.memory_id}`)
}

async function noteRows(
  db: Database,
  viewer: Viewer,
  { kind, after }: { kind: Note["kind"]; after: PartialPlace["after"] },
): Promise<Section> {
  const filter = { kind, channelId: null, participantId: null, during: null }
  const found = await listNotes(db, viewer, filter, { after, limit: ROWS })
  const ids = JSON.stringify(found.map(({ id }) => id))
  const made = await db.all<{ id: string; method: string; model: string | null }>(
    sql`SELECT id, method, model FROM notes WHERE guild_id = ${viewer.guildId} AND id IN (SELECT value FROM json_each(${ids}))`,
  )
  const byId = new Map(made.map((one) => [one.id, one]))
  const rows = found.flatMap((note) => [
    { table: "notes" as const, row: noteColumns(note, byId.get(note.id)) },
    ...(note.sources ?? []).map((source) => ({
      table: "note_sources" as const,
      row: {
        guild_id: viewer.guildId,
        cluster_id: note.id,
        source_id: source.id,
        channel_id: source.channelId,
      },
    })),
  ])
  const last = found.at(-1)
  return { rows, last: last && found.length === ROWS ? { at: last.toAt, id: last.id } : null }
}

function noteColumns(note: Note, made: { method: string; model: string | null } | undefined): RowLine["row"] {
  return {
    id: note.id,
    guild_id: note.guildId satisfies Id,
    channel_id: note.channelId,
    kind: note.kind,
    title: note.title,
    summary: note.summary,
    participants: JSON.stringify(note.participants),
    first_message_id: note.firstMessageId,
    from_at: note.fromAt,
    to_at: note.toAt,
    method: made?.method ?? "rule",
    model: made?.model ?? null,
  }
}
