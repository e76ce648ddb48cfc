/** Where a deployment keeps its vectors: Vectorize where it is bound, else an object for each guild; a setting decides otherwise. */
import type { VectorIndex } from "./vector-index.ts"
import { vectorize } from "./vectorize.ts"

export interface IndexChoice {
  name: "vectorize" | "embedded"
  index: VectorIndex
  /** Every index that is bound: an earlier setting may have left vectors in the other. */
  everywhere: VectorIndex[]
}

/** `embedded` is the guilds' own index, as it is reached from here. Throws where Vectorize is asked for and not bound. */
export function indexChoice(
  bindings: { VECTORS?: Vectorize },
  settings: { VECTOR_INDEX?: "vectorize" | "embedded" | undefined },
  embedded: VectorIndex,
): IndexChoice {
  const bound = bindings.VECTORS && vectorize(bindings.VECTORS)
  const everywhere = bound ? [embedded, bound] : [embedded]
  const name = settings.VECTOR_INDEX ?? (bound ? "vectorize" : "embedded")
  if (name === "embedded") return { name, index: embedded, everywhere }
  if (!bound) throw new Error("VECTOR_INDEX is vectorize, and no Vectorize index is bound as VECTORS")
  return { name, index: bound, everywhere }
}

/** How rows are marked as embedded: another index or another model is another home. */
export function homeName(choice: IndexChoice, model: string): string {
  return `${choice.name}:${model}`
}

/** The guilds' own index from outside their objects: one Durable Object a guild, named by its id. */
export function embeddedIndex(indexes: Env["INDEXES"]): VectorIndex {
  return {
    async upsert(guildId, entries, model) {
      await indexes.getByName(guildId).put([...entries], model)
    },
    async query(guildId, vector, ask) {
      return await indexes.getByName(guildId).nearest(vector, ask)
    },
    async delete(guildId, keys) {
      await indexes.getByName(guildId).remove([...keys])
    },
  }
}
