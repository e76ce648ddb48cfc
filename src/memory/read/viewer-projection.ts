/** A memory as the evidence that a viewer may read tells of it: no number, time or id of it comes from what they may not read. Pure. */
import { z } from "zod"
import { IMPORTANCES, LIFETIMES, type Memory, SECTIONS, TYPES } from "../../domain/types.ts"
import { confidence } from "../facts/confidence.ts"
import { type FiledMemory, fileByStatements, nextExpiry } from "../facts/filing.ts"

/** The digits of a time before what is sorted by it. */
export const SORT_DIGITS = 15

export const FilingSchema = z.object({
  type: z.enum(TYPES),
  section: z.enum(SECTIONS).nullable(),
  importance: z.enum(IMPORTANCES),
  lifetime: z.enum(LIFETIMES),
})
const FirstSchema = z.tuple([z.string(), FilingSchema.pick({ type: true, section: true })])

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
  /** How the readable ones filed it, as `Stated` (filing.ts): places in LIFETIMES and IMPORTANCES; null: they do not say so. */
  lifetime: z.number().nullable(),
  importance: z.number().nullable(),
  first: z.string().nullable(),
  /** When they were made; null where it does not matter. */
  times: z.array(z.number().nullable()).nullable(),
})
export type ViewerProjection = z.output<typeof AsReadSchema>

/** What `asReadColumn` (search.ts) brought. null: they read all, or nothing of it. */
export function parseViewerProjection(column: string | null): ViewerProjection | null {
  return column === null ? null : AsReadSchema.parse(JSON.parse(column))
}

type Told = Pick<
  Memory,
  keyof FiledMemory | "expiresAt" | "saidAt" | "lastSaidAt" | "confidence" | "certainty"
> &
  Pick<Memory, "evidenceCount" | "contradicts" | "supersededBy" | "merged" | "replacedAt" | "topics">

/** Of what it became, for who may not read that: when and by what it was replaced may have been said where they do not read. */
const UNTOLD = { supersededBy: null, merged: false, replacedAt: null } as const

/** The memory, from what is readable of it alone. */
export function projectMemory<M extends Told>(memory: M, told: ViewerProjection | null): M {
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

function fromReadable(memory: Told, told: ViewerProjection) {
  const { decided: _, ...filing } = projectFiling(memory, told)
  return {
    ...filing,
    certainty: told.certainty,
    evidenceCount: told.statements,
    saidAt: told.saidAt,
    lastSaidAt: told.lastSaidAt,
    expiresAt: nextExpiry({ ...memory, lastSaidAt: told.lastSaidAt }, filing.lifetime),
    // Whose words they were taken from is not known.
    topics: [],
  }
}

/** How the statements that are readable file the memory. */
export function projectFiling(memory: FiledMemory, told: ViewerProjection): FiledMemory {
  if (told.all) return memory
  const of = <T>(all: readonly T[], at: number | null) => all.filter((_, place) => place === at)
  return fileByStatements(memory, {
    lifetimes: of(LIFETIMES, told.lifetime),
    importances: of(IMPORTANCES, told.importance),
    first: told.first === null ? null : FirstSchema.parse(JSON.parse(told.first.slice(SORT_DIGITS)))[1],
    times: told.times?.filter((at) => at !== null) ?? [],
  })
}
