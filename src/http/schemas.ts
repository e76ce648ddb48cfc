/** Schemas that several routes share. */
import { z } from "@hono/zod-openapi"
import { isPlace } from "../domain/events.ts"
import { Snowflake as PlainSnowflake } from "../domain/ids.ts"
import { plainText } from "../domain/plain-text.ts"

/**
 * A Discord id as the API documents it. A clone, because only schemas made after zod's extension have
 * `openapi`.
 */
export const SnowflakeParam = PlainSnowflake.clone().openapi({ example: "81384788765712384" })

export const Timestamp = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: "must be an ISO 8601 time with an offset, such as 2026-11-14T12:00:00Z",
  })
  .refine((value) => Number.isFinite(Date.parse(value)), "is not a valid time")
  .openapi({ example: "2026-11-14T12:00:00Z" })

export const PersonSchema = z.strictObject({ id: SnowflakeParam, name: plainText(100, 1) })

/** The id of a channel. Places of events have the form of one, and no request may name them. */
export const ChannelId = SnowflakeParam.clone()
  .refine((id) => !isPlace(id), "is not a channel")
  .openapi({ example: "81384788765712384" })

export const GuildParam = z.object({ g: SnowflakeParam })
export const ChannelParam = GuildParam.extend({ c: ChannelId })
export const MemberParam = GuildParam.extend({ u: SnowflakeParam })

/** A JSON response. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { "application/json": { schema } } }
}

/** A JSON request body. */
export function body<T extends z.ZodType>(schema: T) {
  return { required: true, content: { "application/json": { schema } } }
}

/** At most three people by id, or as objects with one. */
export const MentionsField = z
  .array(
    z.union(
      [
        SnowflakeParam,
        z
          .strictObject({ id: SnowflakeParam, name: plainText(100).optional() })
          .transform((person) => person.id),
      ],
      'must be a Discord id in a string, or { "id": … } with one',
    ),
  )
  .max(3)
  .nullish()

/** Digits only: an empty value must not erase at once, as the number 0 that it becomes would. */
export const GraceDays = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .refine((days) => days <= 365, "at most 365")
  .openapi({
    type: "integer",
    minimum: 0,
    maximum: 365,
    description:
      "Days until the erasure, if not `GUILD_GRACE_DAYS`. Requires the deployment's admin token. With 0 the erasure starts at once and cannot be canceled.",
  })
