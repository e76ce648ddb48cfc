/** The domain nouns as the API shows them, and page cursors. */
import { z } from "@hono/zod-openapi"
import {
  IMPORTANCE_WEIGHT,
  IMPORTANCES,
  LIFETIMES,
  SCOPES,
  SECTIONS,
  type Time,
  TYPES,
} from "../domain/types.ts"
import type { WordsCorrected } from "../memory/read/corrections.ts"
import type { FoundMemory } from "../memory/read/search.ts"
import type { Item } from "../recall/context.ts"
import type { ItemSource } from "../recall/item-sources.ts"
import { toSource } from "../recall/item-sources.ts"

export {
  type Cursor,
  decodeCursor,
  encodeCursor,
  foreignCursor,
  numberIn,
} from "../domain/list-cursor.ts"
export { streamText } from "../domain/text-stream.ts"

export const SourceSchema = z
  .object({
    message_id: z.string().nullable(),
    channel_id: z.string().nullable(),
    author_id: z.string().nullable(),
    url: z.string().nullable(),
    excerpt: z.string(),
    event_id: z.string().optional().openapi({
      description: "The event it came from, as listed by `…/events`. Absent for messages.",
    }),
    corrected_at: z.string().optional().openapi({
      description:
        "When a person last corrected the words of the fact that this source stated. The message and the excerpt still say the former. Absent if nobody did.",
    }),
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
    importance_value: z.number().openapi({ description: "`importance` as its weight in ranking, 0 to 1." }),
    confidence: z.number(),
    lifetime: z.enum(LIFETIMES),
    status: z.enum(["active", "expired", "shadow", "queued", "superseded"]),
    superseded_by: z.string().nullable().openapi({
      description: "The memory that replaced it; null if there is none that the reader may read.",
    }),
    merged: z.boolean().openapi({
      description: "True if it was merged into `superseded_by`, which says the same.",
    }),
    replaced_at: z.string().nullable().openapi({
      description:
        "When it was replaced. Readers who may not read everything get it only together with `superseded_by`.",
    }),
    contradicts: z.string().nullable(),
    evidence_count: z.int(),
    said_at: z.string(),
    last_said_at: z.string(),
    expires_at: z.string().nullable(),
    when: z.string().nullable().openapi({
      description:
        "When it happens or began, in the guild's time zone, as exactly as it was said: 2026, 2026-05, 2026-05-16 or 2026-05-16T21:00.",
    }),
    until: z.string().nullable().openapi({ description: "When it ends, like `when`. It expires then." }),
    reported_by: z
      .array(z.string())
      .openapi({ description: "Ids of the people who said it, if the subject did not." }),
    method: z.string(),
    sources: z.array(SourceSchema),
  })
  .openapi("Memory")

/** One memory by itself also says when its words were corrected. */
export const OneMemorySchema = MemorySchema.extend({
  corrected: z
    .object({
      at: z.string(),
      by: z.string().nullable().openapi({
        description:
          "The id of the person; null for the operator, for API keys, and for people whom the reader may not know of.",
      }),
    })
    .nullable()
    .openapi({
      description:
        "The last correction of its words. Sources said before it use other words. Null if nobody corrected it, or if no source that the reader may read was said before.",
    }),
})

export function iso(at: Time): string {
  return new Date(at).toISOString()
}

export function presentMemory(
  { memory, evidence, subjectName }: FoundMemory,
  now: Time,
): z.output<typeof MemorySchema> {
  const expired = memory.status === "active" && memory.expiresAt !== null && memory.expiresAt <= now
  const others = evidence.filter(
    (item) => memory.subject.scope === "user" && item.authorId !== memory.subject.id && !item.eventId,
  )
  const own = evidence.length > others.length
  return {
    id: memory.id,
    subject: { ...memory.subject, name: subjectName },
    subject_id: memory.subject.id,
    fact: memory.fact,
    type: memory.type,
    section: memory.section,
    topics: memory.topics,
    importance: memory.importance,
    importance_value: IMPORTANCE_WEIGHT[memory.importance],
    confidence: memory.confidence,
    lifetime: memory.lifetime,
    status: expired ? "expired" : memory.status,
    superseded_by: memory.supersededBy,
    merged: memory.merged,
    replaced_at: memory.replacedAt === null ? null : iso(memory.replacedAt),
    contradicts: memory.contradicts,
    evidence_count: memory.evidenceCount,
    said_at: iso(memory.saidAt),
    last_said_at: iso(memory.lastSaidAt),
    expires_at: memory.expiresAt === null ? null : iso(memory.expiresAt),
    when: memory.time?.when ?? null,
    until: memory.time?.until ?? null,
    reported_by: own ? [] : [...new Set(others.map((item) => item.authorId))],
    method: evidence.at(-1)?.method ?? "rule",
    sources: evidence.map((item): ItemSource => toSource(item, memory.guildId)),
  }
}

export function presentCorrection(corrected: WordsCorrected | null) {
  return corrected && { at: iso(corrected.at), by: corrected.by?.id ?? null }
}

export const ItemSchema = z.object({
  kind: z.enum(["memory", "note", "message"]),
  id: z.string(),
  text: z.string(),
  score: z.number(),
  at: z.string(),
  subject_id: z.string().optional(),
  type: z.enum(TYPES).optional(),
  importance: z.enum(IMPORTANCES).optional(),
  importance_value: z
    .number()
    .optional()
    .openapi({ description: "`importance` as its weight in ranking, 0 to 1." }),
  confidence: z.number().optional(),
  title: z.string().optional(),
  sources: z.array(SourceSchema),
})

export function presentItem(item: Item) {
  return {
    kind: item.kind,
    id: item.id,
    text: item.text,
    score: item.score,
    at: iso(item.at),
    ...(item.subject ? { subject_id: item.subject.id } : {}),
    ...(item.type ? { type: item.type } : {}),
    ...(item.importance
      ? { importance: item.importance, importance_value: IMPORTANCE_WEIGHT[item.importance] }
      : {}),
    ...(item.confidence === null ? {} : { confidence: item.confidence }),
    ...(item.title === null ? {} : { title: item.title }),
    sources: item.sources,
  }
}
