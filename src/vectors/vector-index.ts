/** The port of the vector index: vectors of memories and notes, each guild's apart. It holds no words and decides nothing about who may read. */
import type { Id } from "../domain/types.ts"

export type VectorKind = "memory" | "note"

/** A memory or a note by its row's number in the guild's database. Ids of notes are longer than an index takes. */
export interface VectorKey {
  kind: VectorKind
  seq: number
}

export interface VectorEntry extends VectorKey {
  vector: Float32Array
}

/** `score` is the cosine, -1 to 1. */
export interface VectorHit {
  seq: number
  score: number
}

export interface VectorQuery {
  kind: VectorKind
  /** At most MAX_HITS count. */
  limit: number
  /** Vectors of other models are not compared: their numbers mean something else. */
  model: string
}

/**
 * Every method may be called again with the same arguments without harm, and throws where the index is out of reach or
 * a vector has another number of dimensions than the index. What was written may take minutes to be found, and what was
 * deleted to be gone: the database is the truth, and each hit is looked up in it.
 */
export interface VectorIndex {
  /** Adds vectors; one of the same key is replaced, whatever its model. */
  upsert(guildId: Id, entries: readonly VectorEntry[], model: string): Promise<void>
  /** The nearest of the guild's vectors, nearest first. */
  query(guildId: Id, vector: Float32Array, ask: VectorQuery): Promise<VectorHit[]>
  /** Removes vectors; keys that are not there are passed over. */
  delete(guildId: Id, keys: readonly VectorKey[]): Promise<void>
}

/** What Vectorize gives at most, without values and metadata. */
export const MAX_HITS = 100

/** Searches a guild's memories and notes by the meaning of words; null where that may not be paid for. Rejects where the model or the index is out of reach. */
export type VectorSearch = (
  words: string,
  limit: number,
) => Promise<{ memories: VectorHit[]; notes: VectorHit[] } | null>
