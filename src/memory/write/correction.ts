/** The changes that a person may make to a memory, and the state they lead to. Pure. */
import { z } from "zod"
import type { Refusal } from "../../domain/errors.ts"
import { factTime, isMoment } from "../../domain/fact-time.ts"
import { plainText } from "../../domain/plain-text.ts"
import {
  type FactTime,
  IMPORTANCE_WEIGHT,
  IMPORTANCES,
  type Importance,
  LIFETIMES,
  type Memory,
  SECTIONS,
  TYPES,
} from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import { factKey } from "../facts/fact-key.ts"
import { decidedByPerson, expiry } from "../facts/filing.ts"
import { topicsWithout } from "../facts/rebuild.ts"
import { withConfidence } from "../facts/states.ts"

const Moment = z
  .string()
  .refine(isMoment, "is none of 2026, 2026-05, 2026-05-16 and 2026-05-16T21:00")
  .nullable()

/** A word, or a number from 0 to 1, which counts as the word with the nearest weight. */
const ImportanceField = z.union([z.enum(IMPORTANCES), z.number().min(0).max(1).transform(nearestImportance)])

function nearestImportance(value: number): Importance {
  const apart = (word: Importance) => Math.abs(IMPORTANCE_WEIGHT[word] - value)
  return IMPORTANCES.reduce((best, word) => (apart(word) < apart(best) ? word : best))
}

/** The changes a person may make. Omitted fields stay. */
export const CorrectionSchema = z
  .strictObject({
    fact: plainText(300, 1).refine((fact) => fact.trim() !== "", "is blank"),
    type: z.enum(TYPES),
    section: z.enum(SECTIONS).nullable(),
    topics: z.array(plainText(40, 1)).max(8),
    importance: ImportanceField,
    lifetime: z.enum(LIFETIMES),
    when: Moment.describe("When it happens or began, in the guild's time zone; `null` clears it."),
    until: Moment.describe("When it ends, like `when`. It expires then."),
    status: z
      .enum(["active", "superseded"])
      .describe("`active` approves the memory; `superseded` retires it. Both resolve a contradiction."),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, "must contain at least one field to change")

type CorrectionFields = z.output<typeof CorrectionSchema>
/** A correction whose `when` and `until` are read in the guild's zone. */
export type Correction = Omit<CorrectionFields, "when" | "until"> & { time?: FactTime | null }

/**
 * Reads the time of a correction in the guild's zone. Of `when` and `until`, the one that is not given stays.
 * Refuses an end before the beginning.
 */
export function readCorrection(
  { when, until, ...change }: CorrectionFields,
  { time }: Pick<Memory, "time">,
  timezone: string,
): Correction | Refusal {
  if (when === undefined && until === undefined) return change
  const stated = {
    when: when === undefined ? (time?.when ?? null) : when,
    until: until === undefined ? (time?.until ?? null) : until,
  }
  const read = factTime(stated, timezone)
  if (stated.until !== null && read?.until !== stated.until) {
    const issues = [{ field: "body.until", problem: `is before ${stated.when}, when it begins` }]
    return { reason: "invalid", issues }
  }
  return { ...change, time: read }
}

/** Returns the memory as a person's change leaves it. */
export function applyCorrection(memory: Memory, change: Correction): Memory {
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Memory>
  const next: Memory = {
    ...memory,
    ...given,
    decided: decidedByPerson(memory, given),
    version: memory.version + 1,
  }
  if (change.fact !== undefined) next.factKey = factKey(change.fact)
  // A topic of words that the correction took out is not one of the new fact.
  if (change.fact !== undefined && change.topics === undefined)
    next.topics = topicsWithout(memory.topics, new Set(stems(memory.fact)), new Set(stems(change.fact)))
  if (change.lifetime !== undefined || change.time !== undefined)
    next.expiresAt = expiry(next, next.lastSaidAt)
  if (change.status !== undefined) next.contradicts = null
  if (change.status === "active") {
    next.supersededBy = null
    next.merged = false
  }
  // A person's decision is not undone when others retract words.
  if (change.status !== undefined) next.retiredBy = null
  return withConfidence(next)
}
