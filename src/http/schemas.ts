/** The shapes that several routes share. */
import { z } from "@hono/zod-openapi"
import { Snowflake as PlainSnowflake } from "../domain/ids.ts"
import { IMPORTANCES, LIFETIMES, SCOPES, SECTIONS, TYPES } from "../domain/types.ts"
import { ProblemSchema } from "./problem.ts"

/** A Discord id as the API documents it. A copy, because only schemas made after the extension of zod have `openapi`. */
export const Snowflake = PlainSnowflake.clone().openapi({ example: "81384788765712384" })

/** C0 controls and DEL, but tab and line breaks. */
const CONTROLS = /[^\P{Cc}\t\n\r\u0080-\u009f]/u

/** Text of people: well-formed Unicode without control characters but tab and line breaks. */
export function text(max: number, min = 0) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((value) => value.isWellFormed(), "holds a lone surrogate")
    .refine((value) => !CONTROLS.test(value), "holds a control character")
}

export const Timestamp = z.iso
  .datetime({ offset: true, error: "must be an ISO 8601 time with its offset, such as 2026-11-14T12:00:00Z" })
  .refine((value) => Number.isFinite(Date.parse(value)), "is no time")
  .openapi({ example: "2026-11-14T12:00:00Z" })

export const PersonSchema = z.object({ id: Snowflake, name: text(100, 1) })

export const SourceSchema = z
  .object({
    message_id: z.string().nullable(),
    channel_id: z.string().nullable(),
    author_id: z.string().nullable(),
    url: z.string().nullable(),
    excerpt: z.string(),
  })
  .openapi("Source")

export const MemorySchema = z
  .object({
    id: z.string(),
    subject: z.object({ scope: z.enum(SCOPES), id: z.string(), name: z.string().nullable() }),
    subject_id: z.string(),
    fact: z.string(),
    type: z.enum(TYPES),
    section: z.enum(SECTIONS).nullable(),
    topics: z.array(z.string()),
    importance: z.enum(IMPORTANCES),
    confidence: z.number(),
    lifetime: z.enum(LIFETIMES),
    status: z.enum(["active", "expired", "shadow", "queued", "superseded"]),
    superseded_by: z.string().nullable().openapi({
      description: "The memory that it gave way to; null where there is none that whoever reads may read.",
    }),
    merged: z.boolean().openapi({
      description: "Whether `superseded_by` says the same, and counts for what was said in these words.",
    }),
    replaced_at: z.string().nullable().openapi({
      description:
        "Since when it is history. Who does not read all is told only where they are told of `superseded_by`.",
    }),
    contradicts: z.string().nullable(),
    evidence_count: z.int(),
    said_at: z.string(),
    last_said_at: z.string(),
    expires_at: z.string().nullable(),
    reported_by: z.array(z.string()).openapi({ description: "Who said it, where that was not the subject." }),
    method: z.string(),
    sources: z.array(SourceSchema),
  })
  .openapi("Memory")

export const GuildParam = z.object({ g: Snowflake })
export const ChannelParam = GuildParam.extend({ c: Snowflake })
export const MemberParam = GuildParam.extend({ u: Snowflake })

/** A JSON response. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { "application/json": { schema } } }
}

/** A JSON request body. */
export function body<T extends z.ZodType>(schema: T) {
  return { required: true, content: { "application/json": { schema } } }
}

/** What every route may answer besides its own. */
export const PROBLEMS = {
  default: {
    description: "A problem: what is wrong, and with which field.",
    content: { "application/problem+json": { schema: ProblemSchema } },
  },
} as const
