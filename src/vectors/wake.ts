/**
 * Wakes the guilds' indexes when they may have work: after each write, and every hour for anything that was
 * missed.
 */
import { type EmbeddingVariables, embeddingModel } from "../ai/embedding/embedding-model.ts"
import { describeError } from "../domain/errors.ts"
import type { Id } from "../domain/types.ts"
import { guildDatabase, guildsWithPendingVectors } from "../memory/db/database.ts"
import { pendingRemovals } from "../memory/write/vectors.ts"
import type { GateSettings } from "../runtime/allowances/day-gate.ts"
import { embeddedIndex, homeName, indexChoice } from "./index-choice.ts"

export interface IndexBindings {
  DB: D1Database
  INDEXES: Env["INDEXES"]
  AI?: Ai
  VECTORS?: Vectorize
}

export type IndexSettings = EmbeddingVariables &
  GateSettings & { VECTOR_INDEX?: "vectorize" | "embedded" | undefined }

const PAGE = 500
const AT_ONCE = 50

/**
 * Wakes the index of a guild whose memories or notes were written or `removed`. Without an embedding model
 * nothing is added; the index is woken only to remove vectors of earlier days. Never throws.
 */
export async function wakeIndex(
  bindings: IndexBindings,
  settings: IndexSettings,
  guildId: Id,
  change: "written" | "removed" = "written",
): Promise<void> {
  const model = embeddingModel(bindings, settings)
  if (model !== null || (change === "removed" && (await owesRemovals(bindings, guildId))))
    await wake(bindings.INDEXES, guildId)
}

async function owesRemovals(bindings: IndexBindings, guildId: Id): Promise<boolean> {
  try {
    return (await pendingRemovals(guildDatabase(bindings, guildId), guildId, 1)).length > 0
  } catch (error) {
    // Fallback: the next hourly round, as below.
    console.error({ event: "index.not_woken", guild: guildId, error: describeError(error) })
    return false
  }
}

async function wake(indexes: IndexBindings["INDEXES"], guildId: Id): Promise<void> {
  try {
    await indexes.getByName(guildId).wake(guildId)
  } catch (error) {
    // Fallback: the next hourly round. Pending rows are in the database.
    console.error({ event: "index.not_woken", guild: guildId, error: describeError(error) })
  }
}

/** Wakes every guild with pending rows, even if an earlier wake failed. Runs hourly. */
export async function wakeWaiting(bindings: IndexBindings, settings: IndexSettings): Promise<void> {
  const model = embeddingModel(bindings, settings)
  const choice = indexChoice(bindings, settings, embeddedIndex(bindings.INDEXES))
  const home = model && homeName(choice, model.model)
  for (let after = ""; ; ) {
    const guilds = await guildsWithPendingVectors(bindings, home, { after, limit: PAGE })
    for (let start = 0; start < guilds.length; start += AT_ONCE)
      await Promise.all(guilds.slice(start, start + AT_ONCE).map((id) => wake(bindings.INDEXES, id)))
    const last = guilds.at(-1)
    if (last === undefined || guilds.length < PAGE) return
    after = last
  }
}
