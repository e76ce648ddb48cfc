/**
 * Shows a memory as the evidence a viewer may read describes it: no number, time or id comes from evidence
 * they may not read. Pure.
 */
import { z } from "zod"
import { IMPORTANCES, LIFETIMES, type Memory, SECTIONS, TYPES } from "../../domain/types.ts"
import { fromRow, type MemoryRow } from "../db/rows.ts"
import { confidence } from "../facts/confidence.ts"
import { type FiledMemory, fileByStatements, nextExpiry } from "../facts/filing.ts"

/** Values are prefixed with their time, padded to this many digits, so that SQL's `min` returns the earliest. */
export const SORT_DIGITS = 15

const FactTimeSchema = z.object({
  when: z.string().nullable(),
  until: z.string().nullable(),
  endsAt: z.number(),
})

export const FilingSchema = z.object({
  type: z.enum(TYPES),
  section: z.enum(SECTIONS).nullable(),
  importance: z.enum(IMPORTANCES),
  lifetime: z.enum(LIFETIMES),
  // Missing in rows from before facts had times.
  time: FactTimeSchema.nullish().transform((time) => time ?? null),
})
/** The filing in a row of evidence. `correctedAt`: a person corrected its wording then. */
export const StatementFilingSchema = FilingSchema.extend({ correctedAt: z.number().exactOptional() })
const FirstSchema = z.tuple([z.string(), FilingSchema.pick({ type: true, section: true })])

const ProjectionSchema = z.object({
  /** 1 if all of its evidence is readable: then the stored values apply. */
  all: z.number(),
  statements: z.number(),
  certainty: z.number(),
  saidAt: z.number(),
  lastSaidAt: z.number(),
  /** 1 each if the viewer may know of the memory that contradicts it, and of the one that replaced it. */
  links: z.tuple([z.number(), z.number()]),
  /**
   * The filing the readable statements gave it, as in `StatedFilings` (`filing.ts`). Numbers are positions in
   * LIFETIMES and IMPORTANCES; `null` if the statements do not say.
   */
  lifetime: z.number().nullable(),
  importance: z.number().nullable(),
  first: z.string().nullable(),
  time: z.string().nullable(),
  /** When the statements were made, or `null` if irrelevant. */
  times: z.array(z.number().nullable()).nullable(),
})
export type ViewerProjection = z.output<typeof ProjectionSchema>

/**
 * Parses the column `viewerProjectionColumn` (`search.ts`). `null` means that the viewer reads all of the
 * memory's evidence, or none.
 */
function parseViewerProjection(column: string | null): ViewerProjection | null {
  return column === null ? null : ProjectionSchema.parse(JSON.parse(column))
}

type ProjectableMemory = Pick<
  Memory,
  keyof FiledMemory | "expiresAt" | "saidAt" | "lastSaidAt" | "confidence" | "certainty"
> &
  Pick<Memory, "evidenceCount" | "contradicts" | "supersededBy" | "merged" | "replacedAt" | "topics">

/**
 * Hides what became of a memory from viewers who may not read the successor: the time and id of the
 * replacement may come from channels they cannot read.
 */
const NO_REPLACEMENT = { supersededBy: null, merged: false, replacedAt: null } as const

/** Returns the memory as its readable evidence describes it. */
export function projectMemory<M extends ProjectableMemory>(
  memory: M,
  projection: ViewerProjection | null,
): M {
  if (projection === null) return memory
  const [contested, replaced] = projection.links
  const links = {
    contradicts: contested ? memory.contradicts : null,
    ...(replaced ? {} : NO_REPLACEMENT),
  }
  const numbers = projection.all
    ? { certainty: memory.certainty, evidenceCount: memory.evidenceCount }
    : fromReadable(memory, projection)
  const same = projection.all && links.contradicts === memory.contradicts
  return {
    ...memory,
    ...links,
    ...numbers,
    confidence: same ? memory.confidence : confidence({ ...numbers, contradicts: links.contradicts }),
  }
}

function fromReadable(memory: ProjectableMemory, projection: ViewerProjection) {
  const { decided: _, ...filing } = projectFiling(memory, projection)
  return {
    ...filing,
    certainty: projection.certainty,
    evidenceCount: projection.statements,
    saidAt: projection.saidAt,
    lastSaidAt: projection.lastSaidAt,
    expiresAt: nextExpiry({ ...memory, lastSaidAt: projection.lastSaidAt }, filing),
    // The statements the topics came from are unknown.
    topics: [],
  }
}

/** Returns the memory's filing as derived from the statements the viewer may read: see `fileByStatements`. */
export function projectFiling(memory: FiledMemory, projection: ViewerProjection): FiledMemory {
  if (projection.all) return memory
  const of = <T>(all: readonly T[], at: number | null) => all.filter((_, place) => place === at)
  return fileByStatements(memory, {
    lifetimes: of(LIFETIMES, projection.lifetime),
    importances: of(IMPORTANCES, projection.importance),
    first:
      projection.first === null
        ? null
        : FirstSchema.parse(JSON.parse(projection.first.slice(SORT_DIGITS)))[1],
    time:
      projection.time === null ? null : FactTimeSchema.parse(JSON.parse(projection.time.slice(SORT_DIGITS))),
    times: projection.times?.filter((at) => at !== null) ?? [],
  })
}

/** A memory as its viewer reads it. */
export function toMemory({ row, asRead }: { row: MemoryRow; asRead: string | null }): Memory {
  return projectMemory(fromRow(row), parseViewerProjection(asRead))
}
