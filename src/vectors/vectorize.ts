/** The vector index in Vectorize: a namespace for each guild, kind and model as indexed metadata. */
import type { Id } from "../domain/types.ts"
import { MAX_HITS, type VectorIndex, type VectorKey, type VectorKind } from "./vector-index.ts"

/** An upsert takes 1,000 vectors from a Worker; a deletion refuses more than 100 ids (error 40007). */
const UPSERT_AT_ONCE = 1_000
const DELETE_AT_ONCE = 100
/** Metadata indexes see the first 64 bytes of a value. */
const INDEXED_BYTES = 64

/** A VectorIndex over the binding. Its metadata indexes `kind` and `model` must be older than its vectors: `npm run deploy` sees to it. */
export function vectorize(index: Vectorize): VectorIndex {
  return {
    async upsert(guildId, entries, model) {
      const vectors = entries.map((entry) => ({
        id: idOf(guildId, entry),
        values: entry.vector,
        namespace: guildId,
        metadata: { kind: entry.kind, model: tag(model) },
      }))
      for (const part of parts(vectors, UPSERT_AT_ONCE)) await index.upsert(part)
    },
    async query(guildId, vector, ask) {
      const { matches } = await index.query(vector, {
        topK: Math.max(1, Math.min(ask.limit, MAX_HITS)),
        namespace: guildId,
        filter: { kind: ask.kind, model: tag(ask.model) },
        returnValues: false,
        returnMetadata: "none",
      })
      const prefix = idPrefix(guildId, ask.kind)
      return matches.flatMap(({ id, score }) =>
        id.startsWith(prefix) ? [{ seq: Number(id.slice(prefix.length)), score }] : [],
      )
    },
    async delete(guildId, keys) {
      const ids = keys.map((key) => idOf(guildId, key))
      for (const part of parts(ids, DELETE_AT_ONCE)) await index.deleteByIds(part)
    },
  }
}

/** Ids are the whole index's, not a namespace's, and at most 64 bytes: a snowflake, a letter and a row number are under 40. */
function idOf(guildId: Id, key: VectorKey): string {
  return `${idPrefix(guildId, key.kind)}${key.seq}`
}

function idPrefix(guildId: Id, kind: VectorKind): string {
  return `${guildId}:${kind === "memory" ? "m" : "n"}`
}

/** A model's name as a filter can see it whole. Names that are longer differ at their ends rather than at their beginnings. */
function tag(model: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(model).slice(-INDEXED_BYTES)).replace(/^�+/, "")
}

function parts<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))
}
