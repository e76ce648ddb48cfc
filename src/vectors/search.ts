/** The search by meaning that recall is handed: one call to the model, then both kinds at once. */
import { embeddingModel } from "../ai/embedding/embedding-model.ts"
import type { Id, Usage } from "../domain/types.ts"
import { embeddedIndex, indexChoice } from "./index-choice.ts"
import type { VectorSearch } from "./vector-index.ts"
import type { IndexBindings, IndexSettings } from "./wake.ts"

/** Recall has its own deadline; this one lets go of a call that nobody waits for any more. */
const QUESTION_MS = 5_000

/**
 * Searches one guild's index; null without an embedding model. `spend` is told what each question cost; it may be called
 * after the search was given up. Where `mayAsk` says no, nothing is embedded and nothing found.
 */
export function vectorSearch(
  bindings: Omit<IndexBindings, "DB">,
  settings: IndexSettings,
  asked: { guildId: Id; spend?: (usage: Usage) => void; mayAsk?: () => Promise<boolean> },
): VectorSearch | null {
  const model = embeddingModel(bindings, settings)
  if (model === null) return null
  const { index } = indexChoice(bindings, settings, embeddedIndex(bindings.INDEXES))
  return async (words, limit) => {
    if (asked.mayAsk && !(await asked.mayAsk())) return null
    const reply = await model.embed([words], QUESTION_MS)
    if (reply.usage) asked.spend?.(reply.usage)
    const vector = reply.kind === "ok" ? reply.vectors[0] : undefined
    if (!vector) throw new Error(reply.kind === "ok" ? "no vector" : reply.detail)
    const [memories, notes] = await Promise.all(
      (["memory", "note"] as const).map((kind) =>
        index.query(asked.guildId, vector, { kind, limit, model: model.model }),
      ),
    )
    return { memories: memories ?? [], notes: notes ?? [] }
  }
}
