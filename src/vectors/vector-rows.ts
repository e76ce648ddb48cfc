/**
 * A guild's vectors in its object's SQLite, and as many as fit in memory from the first search on. The next
 * search sees every change.
 */

import compiled from "./products.wasm"
import { type DotProducts, QuantizedIndex, quantize, topHits } from "./quantized-index.ts"
import {
  MAX_HITS,
  type VectorEntry,
  type VectorHit,
  type VectorKey,
  type VectorKind,
  type VectorQuery,
} from "./vector-index.ts"

const TABLES: Record<VectorKind, string> = { memory: "memory_vectors", note: "note_vectors" }

/**
 * One row per vector. The integer key costs one row write; repeating the model's name costs less than another
 * table.
 */
const SCHEMA = Object.values(TABLES)
  .map(
    (table) =>
      `CREATE TABLE IF NOT EXISTS ${table} (seq INTEGER PRIMARY KEY, model TEXT NOT NULL, vector BLOB NOT NULL);`,
  )
  .join("\n")

/**
 * The memory for one kind, out of an object's 128 MB: 40,000 vectors of 1,024 dimensions. Older vectors are
 * read from SQLite at each search.
 */
const HELD_BYTES = 40 * 1_024 * 1_024
/** The number of older rows searched at a time. */
const PAGE = 1_024

interface Loaded {
  model: string
  index: QuantizedIndex
  /** Rows with smaller numbers are not held in memory. */
  floor: number
}

export class VectorRows {
  readonly #storage: DurableObjectStorage
  readonly #loaded: Record<VectorKind, Loaded | null> = { memory: null, note: null }

  readonly #heldBytes: number

  constructor(storage: DurableObjectStorage, heldBytes = HELD_BYTES) {
    this.#storage = storage
    this.#heldBytes = heldBytes
    storage.sql.exec(SCHEMA)
  }

  /** Writes all vectors or none. Throws if dimensions differ from the model's other vectors. */
  put(entries: readonly VectorEntry[], model: string): void {
    const first = entries[0]
    if (!first) return
    const dimensions = this.#dimensions(first.kind, model) ?? first.vector.length
    for (const { vector } of entries) assertDimensions(dimensions, vector)
    const rows = entries.map(({ kind, seq, vector }) => ({ kind, seq, vector: quantize(vector) }))
    this.#storage.transactionSync(() => {
      for (const { kind, seq, vector } of rows)
        this.#storage.sql.exec(
          `INSERT INTO ${TABLES[kind]} VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET model = excluded.model, vector = excluded.vector`,
          seq,
          model,
          vector.buffer,
        )
    })
    for (const { kind, seq, vector } of rows) {
      const loaded = this.#loaded[kind]
      if (loaded?.model !== model) loaded?.index.remove(seq)
      else if (seq >= loaded.floor) this.#indexFor(loaded, vector.length).put(seq, vector)
    }
    this.#unloadOversized()
  }

  remove(keys: readonly VectorKey[]): void {
    for (const kind of ["memory", "note"] as const) {
      const seqs = keys.filter((key) => key.kind === kind).map((key) => key.seq)
      if (seqs.length === 0) continue
      this.#storage.sql.exec(
        `DELETE FROM ${TABLES[kind]} WHERE seq IN (SELECT value FROM json_each(?))`,
        JSON.stringify(seqs),
      )
      for (const seq of seqs) this.#loaded[kind]?.index.remove(seq)
    }
  }

  /** Returns the quantized vectors of these memories that are of this model. */
  read(seqs: readonly number[], model: string): Int8Array[] {
    const rows = this.#storage.sql.exec<{ vector: ArrayBuffer }>(
      `SELECT vector FROM ${TABLES.memory} WHERE seq IN (SELECT value FROM json_each(?)) AND model = ?`,
      JSON.stringify(seqs),
      model,
    )
    return [...rows].map(({ vector }) => new Int8Array(vector))
  }

  /** Returns the numbers of rows that have a vector here, of any model, in order, after `after`. */
  held(kind: VectorKind, after: number, limit: number): number[] {
    const rows = this.#storage.sql.exec<{ seq: number }>(
      `SELECT seq FROM ${TABLES[kind]} WHERE seq > ? ORDER BY seq LIMIT ?`,
      after,
      limit,
    )
    return [...rows].map(({ seq }) => seq)
  }

  nearest(vector: Float32Array, ask: VectorQuery): VectorHit[] {
    const { index, floor } = this.#load(ask.kind, ask.model)
    if (index.size === 0) return []
    assertDimensions(index.dimensions, vector)
    const limit = Math.min(ask.limit, MAX_HITS.embedded)
    let best = index.nearest(vector, limit)
    for (const page of floor === 0 ? [] : this.#older(ask, floor, index.dimensions))
      best = topHits([...best, ...page.nearest(vector, limit)], limit)
    return best
  }

  /**
   * Loads a kind's vectors of one model. Holds only one model: another is requested only after a change of
   * settings.
   */
  #load(kind: VectorKind, model: string): Loaded {
    const known = this.#loaded[kind]
    if (known?.model === model) return known
    const loaded: Loaded = { model, index: new QuantizedIndex(0, simdDotProducts), floor: 0 }
    for (const { seq, vector } of this.#latest(kind, model, Number.MAX_SAFE_INTEGER)) {
      this.#indexFor(loaded, vector.length).put(seq, vector)
      if (loaded.index.bytes < this.#heldBytes) continue
      loaded.floor = seq
      break
    }
    this.#loaded[kind] = loaded
    return loaded
  }

  /** Yields the vectors that are not held in memory, one page at a time. */
  *#older({ kind, model }: VectorQuery, floor: number, dimensions: number): Generator<QuantizedIndex> {
    let page = new QuantizedIndex(dimensions, simdDotProducts)
    for (const { seq, vector } of this.#latest(kind, model, floor)) {
      page.put(seq, vector)
      if (page.size < PAGE) continue
      yield page
      page = new QuantizedIndex(dimensions, simdDotProducts)
    }
    if (page.size > 0) yield page
  }

  /** Yields a model's vectors with row numbers below `before`, latest first. */
  *#latest(kind: VectorKind, model: string, before: number): Generator<{ seq: number; vector: Int8Array }> {
    const rows = this.#storage.sql.exec<{ seq: number; vector: ArrayBuffer }>(
      `SELECT seq, vector FROM ${TABLES[kind]} WHERE model = ? AND seq < ? ORDER BY seq DESC`,
      model,
      before,
    )
    for (const { seq, vector } of rows) yield { seq, vector: new Int8Array(vector) }
  }

  /**
   * Unloads an index that has grown well past its share. The next search loads it again without its oldest
   * vectors.
   */
  #unloadOversized(): void {
    for (const kind of ["memory", "note"] as const) {
      const loaded = this.#loaded[kind]
      if (loaded && loaded.index.bytes > this.#heldBytes * 1.25) this.#loaded[kind] = null
    }
  }

  /** Returns the loaded index, recreated for these dimensions if it is empty. */
  #indexFor(loaded: Loaded, dimensions: number): QuantizedIndex {
    if (loaded.index.size === 0 && loaded.index.dimensions !== dimensions)
      loaded.index = new QuantizedIndex(dimensions, simdDotProducts)
    return loaded.index
  }

  #dimensions(kind: VectorKind, model: string): number | null {
    const row = this.#storage.sql
      .exec<{ size: number }>(
        `SELECT length(vector) AS size FROM ${TABLES[kind]} WHERE model = ? LIMIT 1`,
        model,
      )
      .toArray()[0]
    return row?.size ?? null
  }
}

function assertDimensions(dimensions: number, vector: Float32Array): void {
  if (vector.length !== dimensions)
    throw new Error(`a vector of ${vector.length} dimensions among vectors of ${dimensions}`)
}

// Inner products by WebAssembly's vector instructions, with one memory for all objects of an isolate.
// tools/products-wasm.ts assembles the code.

/** The layout of the memory: the query vector, the products, then the block. */
const OUT_AT = 16_384
const BLOCK_AT = OUT_AT + 16_384
const WASM_PAGE = 65_536

interface Exports {
  memory: WebAssembly.Memory
  products(block: number, asked: number, out: number, rows: number, width: number): void
}

let instance: Exports | null = null

/**
 * Computes the products of a block's first rows with the query vector. A block is copied in for each search:
 * the copy costs a tenth of what it saves, and a memory per object would reserve more addresses than an
 * isolate of many guilds has.
 * @internal
 */
export const simdDotProducts: DotProducts = (block, asked, count) => {
  // The exports are those of the tool named above.
  instance ??= new WebAssembly.Instance(compiled).exports as unknown as Exports
  const { memory, products } = instance
  const size = count * asked.length
  const missing = BLOCK_AT + size - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / WASM_PAGE))
  const bytes = new Int8Array(memory.buffer)
  bytes.set(asked, 0)
  bytes.set(block.subarray(0, size), BLOCK_AT)
  products(BLOCK_AT, 0, OUT_AT, count, asked.length)
  return new Int32Array(memory.buffer, OUT_AT, count)
}
