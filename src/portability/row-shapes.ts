/** The shapes of an export's rows, by table: what an import accepts from a file that anybody may have written. Pure. */
import { z } from "zod"
import { ANSWER_LABELS } from "../domain/answer-labels.ts"
import { EVENT_ROLES, EVENT_SOURCES } from "../domain/event-mark.ts"
import { NO_AUTHOR } from "../domain/events.ts"
import { Snowflake } from "../domain/ids.ts"
import { IMPORTANCES, LIFETIMES, METHODS, SCOPES, SECTIONS, SOURCES, TYPES } from "../domain/types.ts"
import { FilingSchema, StatementFilingSchema } from "../memory/read/viewer-projection.ts"

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

/** A snowflake, or a project's name. */
const subjectId = z.string().regex(/^[\w-]{1,64}$/, "must be an id, or the name of a project")

const MemoryColumns = z
  .object({
    id,
    guild_id: Snowflake,
    scope: z.enum(SCOPES),
    subject_id: subjectId,
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
  author_id: z.union([Snowflake, z.literal(NO_AUTHOR)]),
  window_id: orNull(z.string().max(200)),
  event_id: orNull(z.string().max(100)),
  excerpt: words(10_000),
  said_at: time,
  method: z.enum(METHODS),
  model: orNull(z.string().max(200)),
  prompt_hash: orNull(z.string().max(100)),
  source: z.enum(SOURCES),
  fact: orNull(words(2_000)),
  certainty: orNull(share),
  filing: orNull(jsonOf(StatementFilingSchema)),
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

const EventColumns = z.object({
  guild_id: Snowflake,
  id: z.string().min(1).max(100),
  message_id: Snowflake,
  scope: z.enum(SCOPES),
  scope_id: subjectId,
  place_id: Snowflake,
  source: z.enum(EVENT_SOURCES),
  role: z.enum(EVENT_ROLES),
  content: orNull(jsonOf(z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]))),
  platform: orNull(words(100)),
  session: orNull(words(100)),
  at: time,
  created_at: time,
  deleted_at: orNull(time),
})

const AttributionColumns = z.object({
  guild_id: Snowflake,
  kind: z.literal("attribution"),
  account_id: Snowflake,
  person_id: Snowflake,
  made_by: words(200),
  made_at: time,
  refused_by: orNull(Snowflake),
})

export const SHAPES = {
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
  events: EventColumns,
  identity_links: AttributionColumns,
} as const
