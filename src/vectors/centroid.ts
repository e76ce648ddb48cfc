/** The mean direction of a guild's newest vectors, for the weekly comparison. Reads no words. */
import { describeError } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import { embeddedSeqs } from "../memory/read/snapshots.ts"
import { deploymentEmbedding } from "../runtime/allowances/models.ts"
import { embeddedIndex, homeName, indexChoice } from "./index-choice.ts"
import type { IndexBindings, IndexSettings } from "./wake.ts"

/** Vectors that a mean is taken of: the latest. */
const MOST_VECTORS = 100

/**
 * Returns the mean of the unit vectors of memories that were last said between `from` and `to`; `null` without an
 * embedding model, or if none of them has a vector. One call of the database, and one of the index for 20 vectors of
 * Vectorize or for all of the guild's own index.
 */
export async function weekCentroid(
  bindings: IndexBindings,
  settings: IndexSettings,
  { guildId, from, to }: { guildId: Id; from: Time; to: Time },
): Promise<number[] | null> {
  try {
    const model = deploymentEmbedding(bindings, settings)?.model
    if (model === undefined) return null
    const choice = indexChoice(bindings, settings, embeddedIndex(bindings.INDEXES))
    const db = guildDatabase(bindings, guildId)
    const home = homeName(choice, model)
    const seqs = await embeddedSeqs(db, guildId, { from, to, home, most: MOST_VECTORS })
    return seqs.length === 0 ? null : meanDirection(await choice.index.read(guildId, seqs, model))
  } catch (error) {
    // Fallback: the week is compared without it.
    console.warn({ event: "vectors.no_centroid", guild: guildId, error: describeError(error) })
    return null
  }
}

/**
 * Returns the mean of vectors, each scaled to length 1, in ten-thousandths; `null` without vectors. Its length is the
 * more below 1 the more they differ. @internal
 */
export function meanDirection(vectors: readonly ArrayLike<number>[]): number[] | null {
  const [first] = vectors
  if (first === undefined) return null
  const sums = new Float64Array(first.length)
  for (const vector of vectors) {
    let squares = 0
    for (let at = 0; at < sums.length; at++) squares += (vector[at] ?? 0) ** 2
    const scale = 1 / (Math.sqrt(squares) || 1)
    for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (vector[at] ?? 0) * scale
  }
  return Array.from(sums, (sum) => Math.round((sum / vectors.length) * 10_000) / 10_000)
}
