/** Rows picked in several ways at once: each row is read once, and stands in the list of each pick that chose it. */
import { type SQL, sql } from "drizzle-orm"

/** Ways of picking rows, by name: each a SELECT of `seq` and `place`, the lower the better. */
export type Picks = Record<string, SQL>

/** A picked row and its number. */
export interface Picked<T> {
  seq: number
  found: T
}

/** The SQL of all picks together: `seq`, each once, and `picks`, a JSON array of name and place. */
export function allOf(picks: Picks): SQL {
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
export function listed<T>(answer: string | null | undefined): Map<string, Picked<T>[]> {
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
