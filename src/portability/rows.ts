/**
 * Parses the rows of an export, which anybody may have written. A row of the wrong shape is refused by its line
 * before anything of its part is written. Pure.
 */
import type { z } from "zod"
import { RowLine } from "../backup/format.ts"
import { SHAPES } from "./row-shapes.ts"

/** A table whose rows an import reads. */
export type ImportedTable = keyof typeof SHAPES

export type Columns<T extends ImportedTable> = z.output<(typeof SHAPES)[T]>

/** A line that is no row, or a row of the wrong shape. */
export interface RowFault {
  /** Counted from 1 in its part. */
  line: number
  problem: string
}

/** Parses the lines of a part after its header. */
export function parseRows(lines: readonly string[], first: number): RowLine[] | RowFault {
  const rows: RowLine[] = []
  for (const [index, line] of lines.entries()) {
    const row = parseRow(line)
    if (typeof row === "string") return { line: first + index, problem: row }
    rows.push(row)
  }
  return rows
}

function parseRow(line: string): RowLine | string {
  const parsed = RowLine.safeParse(parsedJson(line))
  if (!parsed.success) return "is no row of an export"
  const { table, row } = parsed.data
  const shape = table in SHAPES ? SHAPES[table as ImportedTable] : null
  const checked = shape?.safeParse(row)
  if (checked === undefined || checked.success) return parsed.data
  const [issue] = checked.error.issues
  return `${table}.${issue?.path.join(".")}: ${issue?.message}`
}

function parsedJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Reported as a line that is no row.
    return null
  }
}

/** Reads the columns of a row that `parseRows` accepted. */
export function columnsIn<T extends ImportedTable>(table: T, row: RowLine["row"]): Columns<T> {
  // The shape is that of the table, which the generic index cannot express.
  return SHAPES[table].parse(row) as Columns<T>
}
