/**
 * Parses the rows of an export, which anybody may have written. A row of the wrong shape is refused by its line
 * before anything of its part is written. Pure.
 */
import { z } from "zod"
import { RowLine } from "../backup/format.ts"
import { ANSWER_LABELS } from "../domain/answer-labels.ts"
import { Snowflake } from "../domain/ids.ts"
import { IMPORTANCES, LIFETIMES, METHODS, SCOPES, SECTIONS, SOURCES, TYPES } from "../domain/types.ts"
import { FilingSchema } from "../memory/read/viewer-projection.ts"

const id = z.string().min(1).max(120)
const time = z.int().min(0)
const share = z.number().min(0).max(1)
const words = (max: number) => z.string().max(max)
const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
const flag = z.union([z.literal(0), z.literal(1)])

/** A column that holds JSON as text. */
function jsonOf<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .max(100_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        // Reported like any other wrong value.
        context.addIssue({ code: "custom", message: "must be JSON" })
        return z.NEVER
      }
    })
    .pipe(schema)
}

const FactTime = z.strictObject({
  when: z.string().max(30).nullable(),
  until: z.string().max(30).nullable(),
  endsAt: z.number(),
})

const MemoryColumns = z
  .object({
    id,
    guild_id: Snowflake,
    scope: z.enum(SCOPES),
    subject_id: Snowflake,
    fact: words(2_000),
    fact_key: z.string().min(1).max(300),
    type: z.enum(TYPES),
    section: orNull(z.enum(SECTIONS)),
    topics: jsonOf(z.array(words(200)).max(50)),
    importance: z.enum(IMPORTANCES),
    certainty: share,
    confidence: share,
    lifetime: z.enum(LIFETIMES),
    expires_at: orNull(time),
    status: z.enum(["active", "shadow", "queued", "superseded"]),
    superseded_by: orNull(id),
    contradicts: orNull(id),
    retired_by: orNull(jsonOf(z.array(Snowflake).max(1_000))),
    replaced_at: orNull(time),
    merged: flag,
    evidence_count: z.int().min(1),
    said_at: time,
    last_said_at: time,
    created_at: time,
    version: z.int().min(1),
    decided: orNull(
      jsonOf(
        z.strictObject({
          set: FilingSchema.partial().optional(),
          promoted: z.strictObject({ days: z.int(), timezone: z.string().max(100) }).optional(),
          choice: z.string().max(200).optional(),
        }),
      ),
    ),
    time: orNull(jsonOf(FactTime)),
  })
  .refine((row) => (row.status === "superseded") === (row.replaced_at !== null), {
    path: ["replaced_at"],
    message: "must be set exactly for a superseded memory",
  })

const EvidenceColumns = z.object({
  memory_id: id,
  ref: z.string().min(1).max(12_000),
  guild_id: Snowflake,
  message_id: orNull(Snowflake),
  channel_id: orNull(Snowflake),
  author_id: Snowflake,
  window_id: orNull(z.string().max(200)),
  excerpt: words(10_000),
  said_at: time,
  method: z.enum(METHODS),
  model: orNull(z.string().max(200)),
  prompt_hash: orNull(z.string().max(100)),
  source: z.enum(SOURCES),
  fact: orNull(words(2_000)),
  certainty: orNull(share),
  filing: orNull(jsonOf(FilingSchema)),
})

const People = z
  .array(
    z.strictObject({
      id: Snowflake,
      name: words(200),
      line: words(5_000).nullable(),
    }),
  )
  .max(1_000)

const NoteColumns = z.object({
  id: z.string().min(1).max(200),
  guild_id: Snowflake,
  channel_id: Snowflake,
  kind: z.enum(["conversation", "topic_cluster"]),
  title: words(1_000),
  summary: words(20_000),
  participants: jsonOf(People),
  first_message_id: Snowflake,
  from_at: time,
  to_at: time,
  method: z.enum(METHODS),
  model: orNull(z.string().max(200)),
})

const MemberColumns = z.object({
  guild_id: Snowflake,
  id: Snowflake,
  name: words(200),
  consent: orNull(z.enum(["in", "out"])),
  consent_at: orNull(time),
  bot: orNull(flag),
  left_at: orNull(time),
  erased_at: orNull(time),
  consolidated_at: orNull(time),
  former_name: orNull(words(200)),
  seen_at: time,
})

const SHAPES = {
  guilds: z.object({ id: Snowflake, settings: jsonOf(z.record(z.string(), z.unknown())) }),
  policies: z.object({ body: jsonOf(z.record(z.string(), z.unknown())) }),
  members: MemberColumns,
  memories: MemoryColumns,
  evidence: EvidenceColumns,
  both_hold: z.object({ guild_id: Snowflake, one: id, other: id }),
  notes: NoteColumns,
  note_sources: z.object({
    guild_id: Snowflake,
    cluster_id: z.string().max(200),
    source_id: z.string().max(200),
    channel_id: Snowflake,
  }),
  forgotten: z.object({ guild_id: Snowflake, message_id: Snowflake }),
  answer_labels: z.object({
    guild_id: Snowflake,
    message_id: Snowflake,
    user_id: Snowflake,
    channel_id: Snowflake,
    label: z.enum(ANSWER_LABELS),
    memories: jsonOf(z.array(id).max(100)),
    at: time,
  }),
} as const

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
