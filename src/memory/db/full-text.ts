/**
 * Selects the rows of a full-text index that answer a question, as if the rows its reader may not read did not
 * exist.
 */
import { type SQL, sql } from "drizzle-orm"

/** Each index, its table, and the usual number of terms in a row. */
const INDEXES = {
  memory_terms: { table: "memories", length: 12 },
  note_terms: { table: "notes", length: 40 },
} as const

/** The latest readable rows taken for each term. A term with that many counts as common. */
const EACH_TERM = 16
/** The latest readable rows taken for each pair of common terms, and the number of common terms to pair. */
const EACH_PAIR = 10
const PAIRED = 3
/** The latest readable rows taken that hold all terms but one. */
const EACH_MOST = 5

/**
 * Returns a subquery of `rowid` and `rank`, best first. `readable` is the condition on a row of the index's
 * table. A row that fails it takes no place and moves no rank; it costs only its reads.
 *
 * The rank adds up 1 / (1 + n / 16) for each term of a row, where n counts the term's readable rows up to 16,
 * and favors short rows as BM25 does. FTS5's own bm25 counts unreadable rows and those of other guilds.
 */
export function bestRows(
  index: keyof typeof INDEXES,
  terms: readonly string[],
  { readable, limit }: { readable: SQL; limit: number },
): SQL {
  const { table, length } = INDEXES[index]
  const [words, rows] = [sql.raw(index), sql.raw(table)]
  // SQLite keeps the order of a cross join, so that it stops at the limit.
  const latest = (query: SQL, most: number) => sql`(SELECT json_group_array(json_array(seq, terms)) FROM (
      SELECT ${rows}.seq AS seq, ${words}.terms AS terms FROM ${words} CROSS JOIN ${rows}
      WHERE ${words} MATCH ${query} AND ${rows}.seq = ${words}.rowid AND ${readable}
      ORDER BY ${words}.rowid DESC LIMIT ${sql.raw(`${most}`)}))`
  const score = terms.map((_, at) =>
    sql.raw(`(instr(padded, ' ' || (asked->>${at}) || ' ') > 0) * (weights->>${at})`),
  )
  const allButOne = sql`(SELECT group_concat('"' || other.term || '"', ' AND ') FROM each other WHERE other.id <> left_out.id)`
  // All rows of a rare term are taken already.
  const hasRare = sql`EXISTS (SELECT 1 FROM each rare WHERE rare.id <> left_out.id AND json_array_length(rare.hits) < ${sql.raw(`${EACH_TERM}`)})`
  return sql`(WITH each AS MATERIALIZED (SELECT key AS id, value AS term, ${latest(sql`'"' || value || '"'`, EACH_TERM)} AS hits
      FROM json_each(${JSON.stringify(terms)})),
    common AS MATERIALIZED (SELECT id, term FROM each WHERE json_array_length(hits) = ${sql.raw(`${EACH_TERM}`)} ORDER BY id LIMIT ${sql.raw(`${PAIRED}`)}),
    pairs AS MATERIALIZED (SELECT ${latest(sql`'"' || one.term || '" AND "' || other.term || '"'`, EACH_PAIR)} AS hits
      FROM common one CROSS JOIN common other WHERE other.id > one.id),
    most AS MATERIALIZED (SELECT ${latest(sql`${allButOne}`, EACH_MOST)} AS hits FROM each left_out WHERE (SELECT count(*) FROM common) > 1 AND ${sql.raw(`${terms.length}`)} > 3 AND NOT ${hasRare}),
    worth AS MATERIALIZED (SELECT json_group_array(term) AS asked, json_group_array(1 / (1 + json_array_length(hits) / ${sql.raw(`${EACH_TERM}`)}.0)) AS weights FROM each),
    found AS (SELECT hit.value->>0 AS seq, ' ' || (hit.value->>1) || ' ' AS padded
      FROM (SELECT hits FROM each UNION ALL SELECT hits FROM pairs UNION ALL SELECT hits FROM most) list CROSS JOIN json_each(list.hits) hit GROUP BY 1)
    SELECT seq AS rowid, -2.2 * (${terms.length === 0 ? sql`0` : sql.join(score, sql` + `)})
      / (1.3 + 0.9 * (length(padded) - length(replace(padded, ' ', '')) - 1) / ${sql.raw(`${length}`)}.0) AS rank
    FROM found CROSS JOIN worth ORDER BY rank, seq DESC LIMIT ${limit})`
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
