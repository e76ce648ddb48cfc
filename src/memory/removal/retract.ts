/** Takes words back out of the database: what rests on them goes or is rebuilt from what remains, and nothing that told of them stays. */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Memory, Time } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"
import { fromRow } from "../db/rows.ts"
import { evidence, memories, undo } from "../db/schema.ts"
import type { StoredEvidence } from "../facts/known.ts"
import { evidenceKey, type RebuildResult, rebuildMemories } from "../facts/rebuild.ts"
import { batchConflict } from "../write/commit.ts"
import { voidDrafts } from "../write/run-drafts.ts"
import { deleteMemories, guardVersions, rewriteMemories } from "../write/statements.ts"
import { undoRowsCiting } from "../write/undo-rows.ts"

/** Words to take back. */
export interface Retraction {
  messages: readonly Id[]
  /** Windows that read them, as far as they are known beside those that evidence tells of: their notes and records tell of them. */
  windows?: readonly string[]
  /** What those windows read beside them, and stems of the words but for people's names: see `GoneWords`. */
  beside?: { messages: readonly Id[]; stems: readonly string[] }
}

export interface RetractionResult {
  /** Memories that are gone. */
  removed: number
  /** Memories that were rebuilt or came back. */
  changed: number
  /** Windows whose notes went. */
  windows: number
}

const PAGE = 100
const ATTEMPTS = 12

/** At least once: what is gone already is not found again. Throws where the database is out of reach or others write without end. */
export async function retractMessages(
  db: Database,
  guildId: Id,
  { messages, windows = [], beside }: Retraction,
  now: Time,
): Promise<RetractionResult> {
  const total: RetractionResult = { removed: 0, changed: 0, windows: 0 }
  for (let start = 0; start < messages.length; start += PAGE) {
    const page = { messages: messages.slice(start, start + PAGE), windows: start === 0 ? windows : [] }
    const whole = { ...page, beside: beside ?? { messages: [], stems: [] }, told: [] }
    add(total, await retractPage(db, guildId, whole, now))
  }
  return total
}

/** A row of evidence. */
type Line = Pick<StoredEvidence, "memoryId" | "ref">

/** The same for words that were told directly: no message holds them, so they are meant by their evidence. */
export async function retractToldWords(
  db: Database,
  guildId: Id,
  told: readonly Line[],
  now: Time,
): Promise<RetractionResult> {
  const total: RetractionResult = { removed: 0, changed: 0, windows: 0 }
  const nothing = { messages: [], windows: [], beside: { messages: [], stems: [] } }
  for (let start = 0; start < told.length; start += PAGE) {
    const page = { ...nothing, told: told.slice(start, start + PAGE) }
    add(total, await retractPage(db, guildId, page, now))
  }
  return total
}

function add(total: RetractionResult, done: RetractionResult): void {
  total.removed += done.removed
  total.changed += done.changed
  total.windows += done.windows
}

type Page = Required<Retraction> & { told: readonly Line[] }

/** Whether anything rests on a message, or would again if it were put back. */
export async function isCited(db: Database, guildId: Id, messageId: Id): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 AS cited FROM evidence WHERE guild_id = ${guildId} AND message_id = ${messageId}
      UNION ALL SELECT 1 FROM undo WHERE guild_id = ${guildId} AND instr(body, ${`"${messageId}"`}) > 0 LIMIT 1`,
  )
  return rows.length > 0
}

async function retractPage(db: Database, guildId: Id, what: Page, now: Time): Promise<RetractionResult> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { known, rests } = await touched(db, guildId, what)
    const gone = {
      messages: new Set(what.messages),
      stems: new Set(what.beside.stems),
      beside: new Set(what.beside.messages),
      told: new Set(what.told.map(evidenceKey)),
    }
    const left = rebuildMemories(known, rests, gone, now)
    const windows = [...new Set([...what.windows, ...windowsOf(rests, gone.messages)])]
    if (rests.length === 0 && windows.length === 0) return { removed: 0, changed: 0, windows: 0 }
    if (await landed(db, guildId, { known, rests, left, windows, now }))
      return { removed: left.gone.length, changed: left.changed.length, windows: windows.length }
  }
  throw new Error(`taking back words of guild ${guildId} met other writers each time`)
}

/** Voids what could be put back of the words. The evidence of every memory concerned, and all memories of their subjects: what was replaced stands among them. */
async function touched(
  db: Database,
  guildId: Id,
  { messages, windows, beside, told }: Page,
): Promise<{ known: Memory[]; rests: StoredEvidence[] }> {
  const cited = JSON.stringify([...messages, ...(beside.stems.length > 0 ? beside.messages : [])])
  const concerned = sql`(SELECT memory_id FROM evidence WHERE guild_id = ${guildId} AND message_id IN (SELECT value FROM json_each(${cited}))
    UNION SELECT id FROM memories WHERE guild_id = ${guildId} AND id IN (SELECT value->>'memoryId' FROM json_each(${JSON.stringify(told)})))`
  const [, rows, rests] = await db.batch([
    // What was forgotten would rest on them again: first, so that what is put back before is found below.
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
  return { known: rows.map(fromRow), rests }
}

function windowsOf(rests: readonly StoredEvidence[], messages: ReadonlySet<Id>): string[] {
  return rests
    .filter((rest) => rest.messageId !== null && messages.has(rest.messageId))
    .flatMap((rest) => rest.windowId ?? [])
}

/** Writes what remains; false where somebody else wrote about the same memories meanwhile. */
async function landed(
  db: Database,
  guildId: Id,
  given: { known: Memory[]; rests: StoredEvidence[]; left: RebuildResult; windows: string[]; now: Time },
): Promise<boolean> {
  const { known, rests, left, windows, now } = given
  const touched = new Set([...left.changed, ...left.gone].map(({ id }) => id))
  const people = peopleOf([...left.changed, ...left.gone], [...left.dropped, ...ofGone(rests, left)])
  try {
    await runBatch(db, [
      guardVersions(
        guildId,
        known.filter(({ id }) => touched.has(id)),
      ),
      ...(left.gone.length > 0 ? deleteMemories(left.gone.map(({ id }) => id)) : []),
      ...(left.dropped.length > 0 ? [dropped(left.dropped)] : []),
      ...rewriteMemories(left.changed),
      ...(windows.length > 0 ? forgetWindows(guildId, windows) : []),
      ...(people.length > 0 ? [forgetDigests(guildId, people)] : []),
      ...voidDrafts(guildId, now),
    ])
    return true
  } catch (error) {
    if (batchConflict(error) === "stale") return false
    throw new Error(`taking back words of guild ${guildId} failed`, { cause: error })
  }
}

function ofGone(rests: readonly StoredEvidence[], { gone }: RebuildResult): StoredEvidence[] {
  const ids = new Set(gone.map(({ id }) => id))
  return rests.filter((rest) => ids.has(rest.memoryId))
}

/** Whose digests may tell of it: whom it is about, and who said it. */
function peopleOf(about: readonly Memory[], said: readonly StoredEvidence[]): Id[] {
  const subjects = about.flatMap(({ subject }) => (subject.scope === "user" ? [subject.id] : []))
  return [...new Set([...subjects, ...said.map((rest) => rest.authorId)])]
}

function dropped(rests: readonly StoredEvidence[]): SQL {
  const keys = JSON.stringify(rests.map(({ memoryId, ref }) => ({ memoryId, ref })))
  return sql`DELETE FROM evidence WHERE (memory_id, ref) IN (SELECT value->>'memoryId', value->>'ref' FROM json_each(${keys}))`
}

/** Notes of windows go, with their full text; their records keep what was decided and lose in which words. */
function forgetWindows(guildId: Id, ids: readonly string[]): SQL[] {
  const list = JSON.stringify(ids)
  const notes = sql`guild_id = ${guildId} AND id IN (SELECT 'n_' || value FROM json_each(${list}))`
  return [
    sql`DELETE FROM note_terms WHERE rowid IN (SELECT seq FROM notes WHERE ${notes})`,
    sql`DELETE FROM notes WHERE ${notes}`,
    sql`UPDATE windows SET verdicts = (SELECT json_group_array(json_set(v.value, '$.fact', NULL)) FROM json_each(verdicts) v)
      WHERE guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${list}))
        AND EXISTS (SELECT 1 FROM json_each(verdicts) v WHERE v.value->>'fact' IS NOT NULL)`,
  ]
}

function forgetDigests(guildId: Id, people: readonly Id[]): SQL {
  return sql`DELETE FROM digests WHERE guild_id = ${guildId} AND user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))`
}
