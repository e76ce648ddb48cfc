/** What is kept of a page of people between asking and writing: what was proposed for whom, of facts as they were then. */
import { z } from "zod"
import { SECTIONS } from "../../domain/types.ts"
import type { Operation } from "../../memory/facts/operations.ts"

const OperationSchema: z.ZodType<Operation> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("merge"), into: z.string(), from: z.array(z.string()) }),
  z.object({ kind: z.literal("retire"), memory: z.string(), because: z.string() }),
  z.object({ kind: z.literal("contest"), memory: z.string(), other: z.string() }),
  z.object({ kind: z.literal("reword"), memory: z.string(), fact: z.string() }),
  z.object({ kind: z.literal("promote"), memory: z.string() }),
  z.object({ kind: z.literal("section"), memory: z.string(), section: z.enum(SECTIONS) }),
])

/**
 * How far a person was looked through: by a model; by rules for good, the reply having been of no use or none being bound; by rules alone,
 * as too little is new for a model to find anything; or by rules for this night, the model being down or its tokens spent.
 */
const BY = ["model", "rules", "spared", "later"] as const

const PersonSchema = z.object({
  id: z.string(),
  by: z.enum(BY),
  /** When what is known of them was read. */
  readAt: z.number(),
  /** When they were last looked through; null: never. */
  since: z.number().nullable(),
  operations: z.array(OperationSchema),
  /** The versions of the facts that were shown, by id. */
  seen: z.record(z.string(), z.int()),
  /** Merges, of one fact into another, that a second model vouches for. */
  alike: z.array(z.tuple([z.string(), z.string()])),
  /** What was replied and cannot be proposed. */
  refused: z.int(),
})

export const PageSchema = z.array(PersonSchema)
export type Person = z.output<typeof PersonSchema>
