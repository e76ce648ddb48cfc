/**
 * The semantic search that recall uses: one call to the embedding model, then a query for memories and one
 * for notes at once.
 */
import type { Id, Usage } from "../domain/types.ts"
import { deploymentEmbedding } from "../runtime/allowances/models.ts"
import { embeddedIndex, indexChoice } from "./index-choice.ts"
import type { VectorSearch } from "./vector-index.ts"
import type { IndexBindings, IndexSettings } from "./wake.ts"

/** Recall has its own deadline. This one ends calls that nobody waits for anymore. */
const QUESTION_MS = 5_000

/**
 * Returns a search of one guild's index; `null` without an embedding model. `spend` receives the usage of
 * each question, possibly after the search was abandoned. If `mayAsk` returns false, or
 * the day's allowance is spent, nothing is embedded or found.
 */
export function vectorSearch(
  bindings: IndexBindings,
  settings: IndexSettings,
  asked: { guildId: Id; spend?: (usage: Usage) => void; mayAsk?: () => Promise<boolean> },
): VectorSearch | null {
  const model = deploymentEmbedding(bindings, settings)
  if (model === null) return null
  const { index } = indexChoice(bindings, settings, embeddedIndex(bindings.INDEXES))
  return async (words, limit, readable = "all") => {
    if (asked.mayAsk && !(await asked.mayAsk())) return null
    const reply = await model.embed([words], QUESTION_MS)
    if (reply.usage) asked.spend?.(reply.usage)
    if (reply.kind === "failed" && reply.failure === "stop_today") return null
    const vector = reply.kind === "ok" ? reply.vectors[0] : undefined
    if (!vector) throw new Error(reply.kind === "ok" ? "no vector" : reply.detail)
    const [memories, notes] = await Promise.all(
      (["memory", "note"] as const).map((kind) =>
        index.query(asked.guildId, vector, { kind, limit, model: model.model, readable }),
      ),
    )
    return { memories: memories ?? [], notes: notes ?? [] }
  }
}
