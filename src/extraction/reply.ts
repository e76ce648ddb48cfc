/** The reply a model is asked for. The same zod schema makes the JSON schema and parses what comes back. */
import { z } from "zod"
import { IMPORTANCES, LIFETIMES, SECTIONS, SENSITIVE, TYPES } from "../domain/types.ts"

/** What few claims need. Output is what a reading costs most: a plain new fact says `null` for all of it, which every server can be asked for. */
const MoreSchema = z.object({
  op: z.enum(["save", "update", "forget"]).nullish(),
  memory: z.string().nullish().describe("a memory such as M1, for update and forget"),
  importance: z.enum(IMPORTANCES).nullish(),
  lifetime: z.enum(LIFETIMES).nullish(),
  /** Left out where a model leaves it out: what nobody flagged, the words still decide. */
  sensitive: z.enum(SENSITIVE).nullish(),
})

const ClaimSchema = z.object({
  about: z.string().describe('a handle such as P1, or "channel" or "guild"'),
  fact: z.string(),
  type: z.enum(TYPES),
  section: z.enum(SECTIONS).nullable(),
  topics: z.array(z.string()),
  lines: z.array(z.int()),
  confidence: z.number(),
  more: MoreSchema.nullish(),
})

export const ReplySchema = z.object({
  title: z.string(),
  summary: z.string(),
  claims: z.array(ClaimSchema),
  people: z.array(z.string()).describe('each "P1: what they said or did"'),
})
/** Where notes alone are kept. */
export const NoteReplySchema = ReplySchema.pick({ title: true, summary: true })

export type Reply = z.output<typeof ReplySchema>
