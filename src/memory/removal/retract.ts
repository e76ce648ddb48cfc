/**
 * Removes retracted words from the database: memories based on them are deleted or rebuilt from their other
 * statements, and no note or record keeps the words.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Memory, Time } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"
import { fromRow } from "../db/rows.ts"
import { evidence, memories, undo } from "../db/schema.ts"
import type { StoredEvidence } from "../facts/known.ts"
import { evidenceKey, type RebuildResult, rebuildMemories } from "../facts/rebuild.ts"
import { unlogMemories, unlogWindows } from "../write/claim-log.ts"
import { batchConflict } from "../write/commit.ts"
import { voidDrafts } from "../write/run-drafts.ts"
import { deleteMemories, guardVersions, rewriteMemories } from "../write/statements.ts"
import { undoRowsCiting } from "../write/undo-rows.ts"
import { saidElsewhere } from "./cited.ts"

/** The words to retract. */
export interface Retraction {
  messages: readonly Id[]
  /**
   * The channel that reports them. Ids that evidence cites from other channels alone are left out: a channel
   * retracts only its own words. Without it, the ids count wherever they were said.
   */
  channelId?: Id | null
  /**
   * Windows that read them, in addition to those the evidence names. Their notes and records may contain the words.
   */
  windows?: readonly string[]
  /**
   * Messages those windows read with them, and stems of the words without people's names: see
   * `RetractedWords`.
   */
  beside?: { messages: readonly Id[]; stems: readonly string[] }
}

export interface RetractionResult {
  /** Number of deleted memories. */
  removed: number
  /** Number of memories that were rebuilt or came back. */
  changed: number
  /** Number of windows whose notes were deleted. */
  windows: number
}

const PAGE = 100
const ATTEMPTS = 12

/**
 * Safe to repeat: what is already gone is not found again. Throws if the database is unreachable or other
 * writers keep interfering.
 */
export async function retractMessages(
  db: Database,
  guildId: Id,
  { messages, channelId = null, windows = [], beside }: Retraction,
  now: Time,
): Promise<RetractionResult> {
  const total: RetractionResult = { removed: 0, changed: 0, windows: 0 }
  for (let start = 0; start < messages.length; start += PAGE) {
    const some = messages.slice(start, start + PAGE)
    const elsewhere = channelId === null ? [] : await saidElsewhere(db, guildId, { ids: some, channelId })
    const own = some.filter((id) => !elsewhere.includes(id))
    const page = { messages: own, windows: start === 0 ? windows : [] }
    const whole = { ...page, beside: beside ?? { messages: [], stems: [] }, told: [] }
    addCounts(total, await retractPage(db, guildId, whole, now))
  }
  return total
}

/** The key of a row of evidence. */
type EvidenceRef = Pick<StoredEvidence, "memoryId" | "ref">

/** Retracts words that were told directly. No message holds them, so their evidence identifies them. */
export async function retractToldWords(
  db: Database,
  guildId: Id,
  told: readonly EvidenceRef[],
  now: Time,
): Promise<RetractionResult> {
  const total: RetractionResult = { removed: 0, changed: 0, windows: 0 }
  const nothing = { messages: [], windows: [], beside: { messages: [], stems: [] } }
  for (let start = 0; start < told.length; start += PAGE) {
    const page = { ...nothing, told: told.slice(start, start + PAGE) }
    addCounts(total, await retractPage(db, guildId, page, now))
  }
  return total
}

function addCounts(total: RetractionResult, done: RetractionResult): void {
  total.removed += done.removed
  total.changed += done.changed
  total.windows += done.windows
}

type Page = Required<Omit<Retraction, "channelId">> & { told: readonly EvidenceRef[] }

async function retractPage(db: Database, guildId: Id, what: Page, now: Time): Promise<RetractionResult> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { known, evidenceRows } = await readAffected(db, guildId, what)
    const gone = {
      messages: new Set(what.messages),
      stems: new Set(what.beside.stems),
      beside: new Set(what.beside.messages),
      told: new Set(what.told.map(evidenceKey)),
    }
    const left = rebuildMemories(known, evidenceRows, gone, now)
    const windows = [...new Set([...what.windows, ...windowsOf(evidenceRows, gone.messages)])]
    if (evidenceRows.length === 0 && windows.length === 0) return { removed: 0, changed: 0, windows: 0 }
    if (await writeResult(db, guildId, { known, evidenceRows, left, windows, now }))
      return { removed: left.gone.length, changed: left.changed.length, windows: windows.length }
  }
  throw new Error(`retracting words in guild ${guildId} conflicted with other writes on every attempt`)
}

/**
 * Voids undo rows with these words. Returns the evidence of every affected memory and all memories of their
 * subjects, which include replaced ones.
 */
async function readAffected(
  db: Database,
  guildId: Id,
  { messages, windows, beside, told }: Page,
): Promise<{ known: Memory[]; evidenceRows: StoredEvidence[] }> {
  const cited = JSON.stringify([...messages, ...(beside.stems.length > 0 ? beside.messages : [])])
  const citing = sql`SELECT memory_id FROM evidence WHERE guild_id = ${guildId} AND message_id IN (SELECT value FROM json_each(${cited}))
    UNION SELECT id FROM memories WHERE guild_id = ${guildId} AND id IN (SELECT value->>'memoryId' FROM json_each(${JSON.stringify(told)}))`
  // A replacement may have taken words over.
  const concerned = sql`(WITH RECURSIVE concerned(id) AS (${citing}
    UNION SELECT m.superseded_by FROM concerned c JOIN memories m ON m.id = c.id WHERE m.superseded_by IS NOT NULL) SELECT id FROM concerned)`
  const [, rows, evidenceRows] = await db.batch([
    // Undo could restore these words. Runs first, so that a memory restored just before is found by the next
    // statements.
    db
      .delete(undo)
      .where(
        undoRowsCiting(guildId, [
          ...messages,
          ...windows,
          ...beside.messages,
          ...told.map(({ memoryId }) => memoryId),
        ]),
      ),
    db
      .select()
      .from(memories)
      .where(
        sql`guild_id = ${guildId} AND (scope, subject_id) IN (SELECT scope, subject_id FROM memories WHERE id IN ${concerned})`,
      ),
    db.select().from(evidence).where(sql`memory_id IN ${concerned}`),
  ])
  return { known: rows.map(fromRow), evidenceRows }
}

function windowsOf(evidenceRows: readonly StoredEvidence[], messages: ReadonlySet<Id>): string[] {
  return evidenceRows
    .filter((row) => row.messageId !== null && messages.has(row.messageId))
    .flatMap((row) => row.windowId ?? [])
}

/** Writes the result. Returns false if someone else changed the same memories in the meantime. */
async function writeResult(
  db: Database,
  guildId: Id,
  given: {
    known: Memory[]
    evidenceRows: StoredEvidence[]
    left: RebuildResult
    windows: string[]
    now: Time
  },
): Promise<boolean> {
  const { known, evidenceRows, left, windows, now } = given
  const touched = new Set([...left.changed, ...left.gone].map(({ id }) => id))
  const people = peopleOf(
    [...left.changed, ...left.gone],
    [...left.dropped, ...evidenceOfGone(evidenceRows, left)],
  )
  try {
    await runBatch(db, [
      guardVersions(
        guildId,
        known.filter(({ id }) => touched.has(id)),
      ),
      ...unlogMemories(left.gone.map(({ id }) => id)),
      ...unlogMemories(toldWords(left.dropped), "told"),
      ...(left.gone.length > 0 ? deleteMemories(left.gone.map(({ id }) => id)) : []),
      ...(left.dropped.length > 0 ? [deleteEvidence(left.dropped)] : []),
      ...rewriteMemories(left.changed),
      ...(windows.length > 0 ? redactWindows(guildId, windows) : []),
      ...(people.length > 0 ? [deleteDigests(guildId, people)] : []),
      ...voidDrafts(guildId, now),
    ])
    return true
  } catch (error) {
    if (batchConflict(error) === "stale") return false
    throw new Error(`retracting words in guild ${guildId} failed`, { cause: error })
  }
}

/** Returns the memories that lose words which no window read. */
function toldWords(dropped: readonly StoredEvidence[]): string[] {
  return [...new Set(dropped.filter(({ windowId }) => windowId === null).map(({ memoryId }) => memoryId))]
}

function evidenceOfGone(evidenceRows: readonly StoredEvidence[], { gone }: RebuildResult): StoredEvidence[] {
  const ids = new Set(gone.map(({ id }) => id))
  return evidenceRows.filter((row) => ids.has(row.memoryId))
}

/** Returns people whose digests may mention the words: the subjects and the speakers. */
function peopleOf(about: readonly Memory[], said: readonly StoredEvidence[]): Id[] {
  const subjects = about.flatMap(({ subject }) => (subject.scope === "user" ? [subject.id] : []))
  return [...new Set([...subjects, ...said.map((row) => row.authorId)])]
}

function deleteEvidence(evidenceRows: readonly StoredEvidence[]): SQL {
  const keys = JSON.stringify(evidenceRows.map(({ memoryId, ref }) => ({ memoryId, ref })))
  return sql`DELETE FROM evidence WHERE (memory_id, ref) IN (SELECT value->>'memoryId', value->>'ref' FROM json_each(${keys}))`
}

/**
 * Deletes the windows' notes, full text and logged claims. The windows' records keep each verdict without its words.
 */
function redactWindows(guildId: Id, ids: readonly string[]): SQL[] {
  const list = JSON.stringify(ids)
  const notes = sql`guild_id = ${guildId} AND id IN (SELECT 'n_' || value FROM json_each(${list}))`
  return [
    unlogWindows(guildId, ids),
    sql`DELETE FROM note_terms WHERE rowid IN (SELECT seq FROM notes WHERE ${notes})`,
    sql`DELETE FROM notes WHERE ${notes}`,
    sql`UPDATE windows SET verdicts = (SELECT json_group_array(json_set(v.value, '$.fact', NULL)) FROM json_each(verdicts) v)
      WHERE guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${list}))
        AND EXISTS (SELECT 1 FROM json_each(verdicts) v WHERE v.value->>'fact' IS NOT NULL)`,
  ]
}

function deleteDigests(guildId: Id, people: readonly Id[]): SQL {
  return sql`DELETE FROM digests WHERE guild_id = ${guildId} AND user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))`
}
