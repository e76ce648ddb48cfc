/**
 * A week of the claim log as counts: kinds of claims, and their confidence in tenths. Stored as JSON, it names nobody
 * and stays when the rows go. Pure.
 */
import { z } from "zod"
import type { LabRow } from "./outcomes.ts"

const DECILES = 10
const counts = z.record(z.string(), z.int().min(0))

export const SnapshotSchema = z.object({
  /** Claims by type, importance, lifetime, method and verdict, joined by bars; `-` if not kept. */
  kinds: counts,
  /** Claims by confidence: below 0.1, below 0.2, and so on to 1. */
  deciles: z.array(z.int().min(0)).length(DECILES),
  /** The mean of the embeddings of what was kept; null without vectors. */
  centroid: z.array(z.number()).nullable().default(null),
})
export type Snapshot = z.output<typeof SnapshotSchema>

/** Turns counts by tenth, from `0` to `9`, into a list. */
export function tenths(counts: Readonly<Record<string, number>>): number[] {
  return Array.from({ length: DECILES }, (_, at) => counts[at] ?? 0)
}

/** Counts the claims of a week, as the database does. @internal */
export function snapshotOf(
  rows: readonly Pick<LabRow, "type" | "importance" | "lifetime" | "method" | "verdict" | "confidence">[],
  centroid: number[] | null = null,
): Snapshot {
  const kinds = new Map<string, number>()
  const deciles = new Array<number>(DECILES).fill(0)
  for (const { type, importance, lifetime, method, verdict, confidence } of rows) {
    const kind = [type, importance, lifetime, method, verdict].map((part) => part ?? "-").join("|")
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if (confidence === null) continue
    const decile = Math.min(DECILES - 1, Math.floor(confidence * DECILES + 1e-9))
    deciles[decile] = (deciles[decile] ?? 0) + 1
  }
  return { kinds: Object.fromEntries([...kinds].sort()), deciles, centroid }
}
