/** The reply a model is asked for. The same zod schema makes the JSON schema and parses what comes back. */
import { z } from "zod"
import { IMPORTANCES, LIFETIMES, SECTIONS, SENSITIVE, TYPES } from "../vocabulary.ts"

const ClaimSchema = z.object({
  op: z.enum(["save", "update", "forget"]),
  about: z.string().describe('a handle such as P1, or "channel" or "guild"'),
  fact: z.string(),
  type: z.enum(TYPES),
  section: z.enum(SECTIONS).nullable(),
  topics: z.array(z.string()),
  lifetime: z.enum(LIFETIMES).nullable(),
  importance: z.enum(IMPORTANCES),
  confidence: z.number(),
  lines: z.array(z.int()),
  memory: z.string().nullable().describe("a memory such as M1, for update and forget"),
  /** Left out where a model leaves it out: what nobody flagged, the words still decide. */
  sensitive: z.enum(SENSITIVE).nullish(),
})

export const ReplySchema = z.object({
  title: z.string(),
  summary: z.string(),
  claims: z.array(ClaimSchema),
  people: z.array(z.object({ person: z.string(), did: z.string() })),
})
/** Where notes alone are kept. */
export const NoteReplySchema = ReplySchema.pick({ title: true, summary: true })

export type Reply = z.output<typeof ReplySchema>
