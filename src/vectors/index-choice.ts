/**
 * Selects where a deployment keeps its vectors: Vectorize if bound, else one Durable Object per guild. A
 * setting overrides this.
 */

import { describeError } from "../domain/errors.ts"
import type { Id } from "../domain/types.ts"
import {
  MAX_HITS,
  type VectorIndex,
  type VectorKey,
  type VectorKind,
  type VectorQuery,
} from "./vector-index.ts"

export interface IndexChoice {
  name: "vectorize" | "embedded"
  index: VectorIndex
  /** Every bound index: an earlier setting may have left vectors in the other one. */
  everywhere: VectorIndex[]
}

/**
 * Selects the index. `embedded` is the guild's own index, as reached from the caller. Throws if Vectorize is
 * requested and not bound.
 */
export function indexChoice(
  bindings: { VECTORS?: Vectorize },
  settings: { VECTOR_INDEX?: "vectorize" | "embedded" | undefined },
  embedded: VectorIndex,
): IndexChoice {
  const bound = bindings.VECTORS && vectorize(bindings.VECTORS)
  const everywhere = bound ? [embedded, bound] : [embedded]
  const name = settings.VECTOR_INDEX ?? (bound ? "vectorize" : "embedded")
  if (name === "embedded") return { name, index: embedded, everywhere }
  if (!bound) throw new Error("VECTOR_INDEX is vectorize, but no Vectorize index is bound as VECTORS")
  return { name, index: bound, everywhere }
}

/** Returns the mark of embedded rows. Another index or another model has another home. */
export function homeName(choice: IndexChoice, model: string): string {
  return `${choice.name}:${model}`
}

/**
 * Returns the embedded index as seen from outside its objects: one Durable Object per guild, named by the
 * guild id.
 */
export function embeddedIndex(indexes: Env["INDEXES"]): VectorIndex {
  return {
    async upsert(guildId, entries, model) {
      await indexes.getByName(guildId).put([...entries], model)
    },
    async query(guildId, vector, ask) {
      return await indexes.getByName(guildId).nearest(vector, ask)
    },
    async read(guildId, seqs, model) {
      return await indexes.getByName(guildId).read([...seqs], model)
    },
    async delete(guildId, keys) {
      await indexes.getByName(guildId).remove([...keys])
    },
  }
}

// The Vectorize index: one namespace per guild, with kind, model and place as indexed metadata.

/** An upsert takes 1,000 vectors from a Worker; a deletion refuses more than 100 ids (error 40007). */
const UPSERT_AT_ONCE = 1_000
const DELETE_AT_ONCE = 100
/** `getByIds` returns at most 20 vectors. */
const READ_AT_ONCE = 20
/** Metadata indexes use the first 64 bytes of a value. */
const INDEXED_BYTES = 64

/**
 * Returns a VectorIndex over the binding. Its metadata indexes `kind`, `model` and `place` must exist before the
 * first vector: `npm run deploy` creates them.
 * @internal
 */
export function vectorize(index: Vectorize): VectorIndex {
  return {
    async upsert(guildId, entries, model) {
      const vectors = entries.map((entry) => ({
        id: idOf(guildId, entry),
        values: entry.vector,
        namespace: guildId,
        metadata: { kind: entry.kind, model: tag(model), place: entry.place ?? "several" },
      }))
      for (const part of parts(vectors, UPSERT_AT_ONCE)) await index.upsert(part)
    },
    async query(guildId, vector, ask) {
      const nearest = async (place: VectorizeVectorMetadataFilter) => {
        const { matches } = await index.query(vector, {
          topK: Math.max(1, Math.min(ask.limit, MAX_HITS.vectorize)),
          namespace: guildId,
          filter: { kind: ask.kind, model: tag(ask.model), ...place },
          returnValues: false,
          returnMetadata: "none",
        })
        return matches
      }
      // Fallback for an index whose `place` property is not indexed yet: the nearest of all alone.
      const nearestOrNone = (place: VectorizeVectorMetadataFilter) =>
        nearest(place).catch((error: unknown) => {
          console.warn({ event: "vectors.place_failed", error: describeError(error) })
          return []
        })
      const found = await Promise.all([nearest({}), ...placeFilters(ask).map(nearestOrNone)])
      const prefix = idPrefix(guildId, ask.kind)
      const scores = new Map(
        found
          .flat()
          .flatMap(({ id, score }) =>
            id.startsWith(prefix) ? [[Number(id.slice(prefix.length)), score] as const] : [],
          ),
      )
      return [...scores].map(([seq, score]) => ({ seq, score })).sort((a, b) => b.score - a.score)
    },
    async read(guildId, seqs, model) {
      const ids = seqs.map((seq) => idOf(guildId, { kind: "memory", seq }))
      const found = await Promise.all(parts(ids, READ_AT_ONCE).map((part) => index.getByIds(part)))
      return found
        .flat()
        .flatMap(({ values, metadata }) => (metadata?.model === tag(model) ? [Array.from(values)] : []))
    },
    async delete(guildId, keys) {
      const ids = keys.map((key) => idOf(guildId, key))
      for (const part of parts(ids, DELETE_AT_ONCE)) await index.deleteByIds(part)
    },
  }
}

/** A filter's JSON stays below 2,048 bytes: 80 snowflakes, and at most 64 bytes of a model's name. */
const PLACES_AT_ONCE = 80
/** With the query for all, three per kind: a Worker opens six connections at once. */
const PLACE_QUERIES = 2

/**
 * Returns the filters of the queries for what the asker may read. Hidden vectors fill the nearest of all, so the
 * asker's first 160 channels are asked for apart. A place may be out of date: it only adds hits.
 */
function placeFilters({ readable = "all" }: VectorQuery): VectorizeVectorMetadataFilter[] {
  if (readable === "all") return []
  return parts(["open", "several", ...readable], PLACES_AT_ONCE)
    .slice(0, PLACE_QUERIES)
    .map((places) => ({ place: { $in: places } }))
}

/**
 * Ids are unique across namespaces and at most 64 bytes long: a snowflake, a letter and a row number take
 * less than 40.
 */
function idOf(guildId: Id, key: VectorKey): string {
  return `${idPrefix(guildId, key.kind)}${key.seq}`
}

function idPrefix(guildId: Id, kind: VectorKind): string {
  return `${guildId}:${kind === "memory" ? "m" : "n"}`
}

/**
 * Returns the part of a model's name that a filter sees as a whole. Longer names differ at their ends rather
 * than at their beginnings.
 */
function tag(model: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(model).slice(-INDEXED_BYTES)).replace(/^�+/, "")
}

function parts<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))
}
