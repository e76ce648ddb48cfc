/** Which rows of a full-text index answer a question, at a cost that does not grow with how common its words are. */
import { type SQL, sql } from "drizzle-orm"
import { matchAnyTerm } from "../../text/stems.ts"

/** Each index, and the table of how many rows have each of its terms (fts5vocab). */
const COUNTS = { memory_terms: "memory_term_counts", note_terms: "note_term_counts" } as const

/** So many rows are weighed at most: bm25 visits every match, and in a large guild a common word stands in a quarter of all rows. */
const WEIGHED = 1_000

/**
 * A subquery of `rowid` and `rank`, best first. The rarest terms that together match no more than `WEIGHED` rows choose
 * the rows; all terms rank them. Where even the rarest matches more, its latest rows are weighed.
 */
export function bestRows(index: keyof typeof COUNTS, terms: readonly string[], limit: number): SQL {
  const table = sql.raw(index)
  const latest = sql`SELECT rowid FROM ${table} WHERE ${table} MATCH (SELECT coalesce('"' || flood || '"', '""') FROM plan) ORDER BY rowid DESC LIMIT ${WEIGHED}`
  return sql`(WITH counted AS (
      SELECT j.value AS term, v.doc, sum(v.doc) OVER (ORDER BY v.doc NULLS FIRST, j.value) AS total, row_number() OVER (ORDER BY v.doc NULLS LAST) AS place
      FROM json_each(${JSON.stringify(terms)}) j LEFT JOIN ${sql.raw(COUNTS[index])} v ON v.term = j.value),
    plan AS MATERIALIZED (
      SELECT group_concat('"' || term || '"', ' OR ') FILTER (WHERE doc IS NULL OR total <= ${WEIGHED} OR place = 1) AS chosen,
        min(term) FILTER (WHERE place = 1 AND doc > ${WEIGHED}) AS flood FROM counted)
    SELECT rowid, rank FROM ${table}
    WHERE ${table} MATCH (SELECT coalesce('(' || chosen || ') AND (' || ${matchAnyTerm(terms)} || ')', '""') FROM plan)
      AND rowid >= coalesce((SELECT min(rowid) FROM (${latest})), 0)
    ORDER BY rank LIMIT ${limit})`
}

// Rows picked in several ways at once: each row is read once, and stands in the list of each pick that chose it.

/** Ways of picking rows, by name: each a SELECT of `seq` and `place`, the lower the better. */
export type Picks = Record<string, SQL>

/** A picked row and its number. */
export interface Picked<T> {
  seq: number
  found: T
}

/** The SQL of all picks together: `seq`, each once, and `picks`, a JSON array of name and place. */
export function combinePicks(picks: Picks): SQL {
  const lists = Object.entries(picks).map(
    ([list, rows]) => sql`SELECT seq, json_array(${list}, place) AS pick FROM (${rows})`,
  )
  return sql`(SELECT seq, json_group_array(json(pick)) AS picks FROM (${sql.join(lists, sql` UNION ALL `)}) GROUP BY seq)`
}

/** A picked row in a statement's answer. */
interface PickedRow<T> {
  seq: number
  picks: [list: string, place: number][]
  found: T
}

/**
 * What each pick chose, best first, from the JSON text that a statement over picks brings: the database's client takes far longer
 * over many rows than over a text.
 */
export function parsePicks<T>(answer: string | null | undefined): Map<string, Picked<T>[]> {
  // Worded by the statements of recollect.ts and note-reads.ts alone.
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
