/**
 * The port of the vector index: vectors of memories and notes, separate for each guild. It holds no text and
 * never decides who may read.
 */
import type { Id } from "../domain/types.ts"

export type VectorKind = "memory" | "note"

/**
 * A memory or a note by its row number in the guild's database. Note ids are longer than an index accepts.
 */
export interface VectorKey {
  kind: VectorKind
  seq: number
}

export interface VectorEntry extends VectorKey {
  vector: Float32Array
  /** The channel its words were said in, `open` if they were told directly, else `several`. A hint for searches; it may be out of date. */
  place?: string
}

/** `score` is the cosine, -1 to 1. */
export interface VectorHit {
  seq: number
  score: number
}

export interface VectorQuery {
  kind: VectorKind
  /** Values above the index's MAX_HITS count as that. */
  limit: number
  /** Vectors of other models are not compared: their dimensions have other meanings. */
  model: string
  /**
   * The channels whose words the asker may read. An index that returns few hits adds the nearest of these to the
   * nearest of all. Left out, the asker reads everything.
   */
  readable?: readonly Id[] | "all"
}

/**
 * Every method is safe to repeat with the same arguments. Methods throw if the index is unreachable or a
 * vector's number of dimensions differs from the index. Writes and deletions may take minutes to show: the
 * database is the source of truth, and each hit is looked up in it.
 */
export interface VectorIndex {
  /** Adds vectors. Replaces a vector of the same key, whatever its model. */
  upsert(guildId: Id, entries: readonly VectorEntry[], model: string): Promise<void>
  /** Returns the nearest of the guild's vectors, nearest first. */
  query(guildId: Id, vector: Float32Array, ask: VectorQuery): Promise<VectorHit[]>
  /** Returns the vectors of these memories that it has of this model, in no order and of any scale. */
  read(guildId: Id, seqs: readonly number[], model: string): Promise<ArrayLike<number>[]>
  /** Removes vectors. Ignores unknown keys. */
  delete(guildId: Id, keys: readonly VectorKey[]): Promise<void>
}

/**
 * The most hits of one query. Hits that the asker may not read are dropped later, so far more are fetched than
 * used. Vectorize returns no more, without values and metadata, so what the asker may read is asked for apart.
 */
export const MAX_HITS = { embedded: 1_000, vectorize: 100 }

/**
 * Searches a guild's memories and notes by meaning. Returns `null` if the caps do not allow it. Rejects if
 * the model or the index is unreachable.
 */
export type VectorSearch = (
  words: string,
  limit: number,
  readable?: readonly Id[] | "all",
) => Promise<{ memories: VectorHit[]; notes: VectorHit[] } | null>
