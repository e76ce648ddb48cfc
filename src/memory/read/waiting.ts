/** What waits for somebody's word: memories that were queued, and those that another contradicts. Reads take a Viewer; of the rest only the number is told. */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { memories } from "../db/schema.ts"
import { knownToo, readableMemory } from "./search.ts"

/** So many are counted; beyond them, "many". */
const MOST = 500

/** Ids of what the viewer may decide on, the oldest first, and how many wait that they may not read. */
export interface Queue {
  ids: string[]
  hidden: number
}

/** A contradiction is decided by who may read both sides. */
export async function reviewQueue(db: Database, viewer: Viewer): Promise<Queue> {
  const seen = sql`${readableMemory(viewer)} AND (status = 'queued' OR ${knownToo(viewer, sql`memories.contradicts`)})`
  const [rows, all] = await db.batch([
    db
      .select({ id: memories.id })
      .from(memories)
      .where(sql`${waiting(viewer.guildId)} AND ${seen}`)
      .orderBy(sql`created_at, seq`)
      .limit(MOST),
    countQuery(db, viewer.guildId),
  ])
  const ids = rows.map(({ id }) => id)
  return { ids, hidden: ids.length === MOST ? 0 : (all[0]?.count ?? 0) - ids.length }
}

/** How many matters wait in the guild, whoever may read them. A number, and nothing of what they are. */
export async function countWaiting(db: Database, guildId: Id): Promise<number> {
  const rows = await countQuery(db, guildId)
  return rows[0]?.count ?? 0
}

function countQuery(db: Database, guildId: Id) {
  return db.select({ count: sql<number>`count(*)` }).from(memories).where(waiting(guildId))
}

/** Two that contradict each other are one matter, told of by one of them; where one is queued, by that. */
function waiting(guildId: Id): SQL {
  return sql`guild_id = ${guildId} AND (status = 'queued' OR (status IN ('active', 'shadow') AND EXISTS
    (SELECT 1 FROM memories other WHERE other.id = memories.contradicts AND other.status IN ('active', 'shadow')
      AND NOT (other.contradicts IS memories.id AND other.id < memories.id))))`
}
