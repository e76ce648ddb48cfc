/** A memory as the evidence that a viewer may read tells of it: no number, time or id of it comes from what they may not read. Pure. */
import { z } from "zod"
import type { Memory } from "../vocabulary.ts"
import { confidence } from "./confidence.ts"
import { expiry } from "./states.ts"

const AsReadSchema = z.object({
  /** Whether all of its evidence is readable: then what is stored is as they read it. */
  all: z.number(),
  statements: z.number(),
  certainty: z.number(),
  saidAt: z.number(),
  lastSaidAt: z.number(),
  /** Whether they may know of the memory that contradicts it, and of the one that replaced it. */
  contested: z.number(),
  replaced: z.number(),
})
export type AsRead = z.output<typeof AsReadSchema>

/** What `asReadColumn` (search.ts) brought. null: they read all, or nothing of it. */
export function toAsRead(column: string | null): AsRead | null {
  return column === null ? null : AsReadSchema.parse(JSON.parse(column))
}

type Told = Pick<Memory, "lifetime" | "expiresAt" | "saidAt" | "lastSaidAt" | "confidence" | "certainty"> &
  Pick<Memory, "evidenceCount" | "contradicts" | "supersededBy" | "merged" | "replacedAt" | "topics">

/** Of what it became, for who may not read that: when and by what it was replaced may have been said where they do not read. */
const UNTOLD = { supersededBy: null, merged: false, replacedAt: null } as const

/** The memory, from what is readable of it alone. */
export function asRead<M extends Told>(memory: M, told: AsRead | null): M {
  if (told === null) return memory
  const links = {
    contradicts: told.contested ? memory.contradicts : null,
    ...(told.replaced ? {} : UNTOLD),
  }
  const numbers = told.all
    ? { certainty: memory.certainty, evidenceCount: memory.evidenceCount }
    : fromReadable(memory, told)
  const same = told.all && links.contradicts === memory.contradicts
  return {
    ...memory,
    ...links,
    ...numbers,
    confidence: same ? memory.confidence : confidence({ ...numbers, contradicts: links.contradicts }),
  }
}

function fromReadable(memory: Told, told: AsRead) {
  return {
    certainty: told.certainty,
    evidenceCount: told.statements,
    saidAt: told.saidAt,
    lastSaidAt: told.lastSaidAt,
    expiresAt: memory.expiresAt === null ? null : expiry(memory.lifetime, told.lastSaidAt),
    // Whose words they were taken from is not known.
    topics: [],
  }
}
