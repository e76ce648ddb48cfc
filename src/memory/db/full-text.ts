/**
 * Selects the rows of a full-text index that answer a question, at a cost that does not grow with how common
 * its words are.
 */
import { type SQL, sql } from "drizzle-orm"
import { matchAnyTerm } from "../../text/stems.ts"

/** Each index, and the table with the number of rows per term (fts5vocab). */
const COUNTS = { memory_terms: "memory_term_counts", note_terms: "note_term_counts" } as const

/**
 * The most rows to rank: bm25 visits every match, and in a large guild a common word occurs in a quarter of
 * all rows.
 */
const MAX_RANKED = 1_000

/**
 * Returns a subquery of `rowid` and `rank`, best first. The rarest terms that together match at most
 * `MAX_RANKED` rows select the rows; all terms rank them. If even the rarest term matches more, its latest rows
 * are ranked.
 */
export function bestRows(index: keyof typeof COUNTS, terms: readonly string[], limit: number): SQL {
  const table = sql.raw(index)
  const latest = sql`SELECT rowid FROM ${table} WHERE ${table} MATCH (SELECT coalesce('"' || flood || '"', '""') FROM plan) ORDER BY rowid DESC LIMIT ${MAX_RANKED}`
  return sql`(WITH counted AS (
      SELECT j.value AS term, v.doc, sum(v.doc) OVER (ORDER BY v.doc NULLS FIRST, j.value) AS total, row_number() OVER (ORDER BY v.doc NULLS LAST) AS place
      FROM json_each(${JSON.stringify(terms)}) j LEFT JOIN ${sql.raw(COUNTS[index])} v ON v.term = j.value),
    plan AS MATERIALIZED (
      SELECT group_concat('"' || term || '"', ' OR ') FILTER (WHERE doc IS NULL OR total <= ${MAX_RANKED} OR place = 1) AS chosen,
        min(term) FILTER (WHERE place = 1 AND doc > ${MAX_RANKED}) AS flood FROM counted)
    SELECT rowid, rank FROM ${table}
    WHERE ${table} MATCH (SELECT coalesce('(' || chosen || ') AND (' || ${matchAnyTerm(terms)} || ')', '""') FROM plan)
      AND rowid >= coalesce((SELECT min(rowid) FROM (${latest})), 0)
    ORDER BY rank LIMIT ${limit})`
}

// Picks: rows selected in several ways at once. Each row is read once and appears in the list of every pick
// that selected it.

/** Ways of picking rows, by name. Each is a SELECT of `seq` and `place`; a lower place is better. */
export type Picks = Record<string, SQL>

/** A picked row and its number. */
export interface Picked<T> {
  seq: number
  found: T
}

/** Returns the SQL of all picks together: each `seq` once, and `picks`, a JSON array of name and place. */
export function combinePicks(picks: Picks): SQL {
  const lists = Object.entries(picks).map(
    ([list, rows]) => sql`SELECT seq, json_array(${list}, place) AS pick FROM (${rows})`,
  )
  return sql`(SELECT seq, json_group_array(json(pick)) AS picks FROM (${sql.join(lists, sql` UNION ALL `)}) GROUP BY seq)`
}

/** A picked row as a statement returns it. */
interface PickedRow<T> {
  seq: number
  picks: [list: string, place: number][]
  found: T
}

/**
 * Returns the rows of each pick, best first, from the JSON text of a statement over picks. The database
 * client takes far longer to return many rows than one text.
 */
export function parsePicks<T>(answer: string | null | undefined): Map<string, Picked<T>[]> {
  // The JSON comes only from the statements of `recollect.ts` and `note-reads.ts`.
  const found = JSON.parse(answer ?? "[]") as PickedRow<T>[]
  const lists = new Map<string, (Picked<T> & { place: number })[]>()
  for (const { seq, picks, found: one } of found) {
    for (const [list, place] of picks) {
      const picked = lists.get(list) ?? []
      picked.push({ seq, found: one, place })
      lists.set(list, picked)
    }
  }
  for (const picked of lists.values()) picked.sort((a, b) => a.place - b.place || a.seq - b.seq)
  return lists
}
