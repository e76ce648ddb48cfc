/** The statements that restore the rows of an undone change. `undo.ts` decides whether they may run. */
import { getTableColumns, type SQL, sql } from "drizzle-orm"
import { DAY } from "../../domain/calendar.ts"
import type { Id } from "../../domain/types.ts"
import { claimLog, evidence, memories } from "../db/schema.ts"
import { columnNames, type UndoBody, type UndoPremises } from "../write/undo-rows.ts"

/** Restores rows without `embeddedWith`: the vector is computed again. A `seq` in use is replaced. */
export function restoreMemories(rows: UndoBody["gone"]): SQL {
  const names = columnNames(memories)
  const taken = sql`EXISTS (SELECT 1 FROM memories m WHERE m.seq = j.value->>0)`
  const cells = Object.keys(getTableColumns(memories)).map((column, nth) => {
    if (column === "embeddedWith") return sql`NULL`
    return column === "seq" ? sql`CASE WHEN ${taken} THEN NULL ELSE j.value->>0 END` : cell(nth)
  })
  return sql`INSERT INTO memories (${sql.join(names, sql`, `)}) SELECT ${sql.join(cells, sql`, `)}
    FROM json_each(${JSON.stringify(rows)}) j ORDER BY ${taken}, j.value->>0`
}

export function restoreEvidence(rows: UndoBody["evidence"]): SQL {
  const names = columnNames(evidence)
  const cells = names.map((_, nth) => cell(nth))
  return sql`INSERT INTO evidence (${sql.join(names, sql`, `)}) SELECT ${sql.join(cells, sql`, `)}
    FROM json_each(${JSON.stringify(rows)}) j WHERE true ON CONFLICT DO NOTHING`
}

/** Column positions are inlined into the SQL: D1 binds at most 100 parameters. */
function cell(nth: number): SQL {
  return sql.raw(`j.value->>${nth}`)
}

export function restoreWordings(rows: UndoBody["reworded"]): SQL {
  const columns = Object.keys(getTableColumns(evidence))
  const of = (column: keyof typeof evidence.$inferSelect) => cell(columns.indexOf(column))
  return sql`UPDATE evidence SET fact = ${of("fact")}, filing = ${of("filing")} FROM json_each(${JSON.stringify(rows)}) j
    WHERE evidence.memory_id = ${of("memoryId")} AND evidence.ref = ${of("ref")}`
}

export function restoreVerdicts(guildId: Id, verdicts: UndoBody["verdicts"]): SQL {
  const json = JSON.stringify(verdicts)
  return sql`UPDATE windows SET verdicts = (SELECT json_group_array(CASE WHEN k.value IS NULL THEN json(v.value)
        ELSE json_set(v.value, '$.fact', k.value->>'fact') END)
      FROM json_each(windows.verdicts) v LEFT JOIN json_each(${json}) k ON k.value->>'in' = windows.id AND k.value->>'at' = v.key
        AND k.value->>'memory' = v.value->>'memoryId' AND v.value->>'fact' IS NULL)
    WHERE guild_id = ${guildId} AND id IN (SELECT value->>'in' FROM json_each(${json})) AND verdicts <> '[]'`
}

/** Lets the messages be extracted again, unless a memory forgotten since may rest on them. `deed`: its audit row. */
export function unmarkForgotten(guildId: Id, marks: readonly Id[], deed: number): SQL {
  return sql`DELETE FROM forgotten WHERE guild_id = ${guildId} AND message_id IN (SELECT value FROM json_each(${JSON.stringify(marks)}))
    AND NOT EXISTS (SELECT 1 FROM audit WHERE seq > ${deed} AND guild_id = ${guildId} AND action = 'memory.forget')`
}

/** Restores the labels of claims that still have the label the change left. Others were labeled since. */
export function restoreLabels(guildId: Id, kept: UndoBody["labels"], left: UndoPremises["labels"]): SQL[] {
  if (kept.length === 0) return []
  const after = new Map(left.map(([at, id, label, day]) => [`${at} ${id}`, [label, day]]))
  const rows = JSON.stringify(kept.map((row) => [...row, ...(after.get(`${row[0]} ${row[1]}`) ?? [])]))
  const own = sql`FROM json_each(${rows}) j WHERE j.value->>0 = claim_log.at AND j.value->>1 = claim_log.id`
  return [
    sql`UPDATE claim_log SET (label, labeled_on) = (SELECT j.value->>2, j.value->>3 ${own})
      WHERE guild_id = ${guildId} AND (at, id) IN (SELECT value->>0, value->>1 FROM json_each(${rows}))
        AND EXISTS (SELECT 1 ${own} AND label IS j.value->>4 AND labeled_on IS j.value->>5)`,
  ]
}

/** Restores the logged claims of restored memories, and deletes what was left of them. */
export function restoreClaims(guildId: Id, claims: UndoBody["claims"]): SQL[] {
  if (claims.length === 0) return []
  const names = columnNames(claimLog)
  const rows = claims.map(({ cells: [first, rest] }) => [...first, ...rest])
  const left = claims.map(({ at, remainder }) => [at - (at % DAY), remainder])
  return [
    sql`DELETE FROM claim_log WHERE guild_id = ${guildId} AND (at, id) IN (SELECT value->>0, value->>1 FROM json_each(${JSON.stringify(left)}))`,
    sql`INSERT INTO claim_log (${sql.join(names, sql`, `)}) SELECT ${sql.join(
      names.map((_, nth) => cell(nth)),
      sql`, `,
    )} FROM json_each(${JSON.stringify(rows)}) j WHERE true ON CONFLICT DO NOTHING`,
  ]
}
