/** Vectors of one kind, quantized in memory and searched exactly. Pure: it reads and writes no storage. */
import type { VectorHit } from "./vector-index.ts"

/** Vectors are stored in blocks, so that growing copies nothing and needs no second copy in memory. */
const BLOCK_VECTORS = 1_024
/** The scan reads sixteen numbers per step; rows are padded with zeros. */
const STEP = 16
const LARGEST = 127

/**
 * Returns a vector as integers from -127 to 127, scaled so that its largest number becomes 127. Only angles
 * are compared, so the scale is not kept. Measured on random vectors of 1,024 dimensions, cosines differ from
 * those of the floats by at most 0.001.
 */
export function quantize(vector: Float32Array): Int8Array {
  let most = 0
  for (const value of vector) most = Math.max(most, Math.abs(value))
  const scale = most === 0 ? 0 : LARGEST / most
  return Int8Array.from(vector, (value) => Math.round(value * scale))
}

/**
 * Returns the inner products of `asked` with the first `count` rows of a block, all as wide as `asked`. Use
 * the result before the next call.
 */
export type DotProducts = (block: Int8Array, asked: Int8Array, count: number) => Int32Array

export class QuantizedIndex {
  readonly dimensions: number
  readonly #products: DotProducts
  readonly #stride: number
  readonly #blocks: Int8Array[] = []
  /** By position: the row number of each vector, and 1 divided by its length. */
  readonly #seqs: number[] = []
  readonly #inverse: number[] = []
  readonly #placeOf = new Map<number, number>()

  constructor(dimensions: number, products: DotProducts = plainDotProducts) {
    this.dimensions = dimensions
    this.#products = products
    this.#stride = Math.ceil(dimensions / STEP) * STEP
  }

  get size(): number {
    return this.#seqs.length
  }

  /** The memory its vectors take. */
  get bytes(): number {
    return this.size * this.#stride
  }

  put(seq: number, vector: Int8Array): void {
    const place = this.#placeOf.get(seq) ?? this.size
    if (place === this.#blocks.length * BLOCK_VECTORS)
      this.#blocks.push(new Int8Array(BLOCK_VECTORS * this.#stride))
    this.#row(place).set(vector)
    this.#seqs[place] = seq
    this.#inverse[place] = 1 / (length(vector) || 1)
    this.#placeOf.set(seq, place)
  }

  /** The last vector moves to the position of the removed one. */
  remove(seq: number): void {
    const place = this.#placeOf.get(seq)
    if (place === undefined) return
    const last = this.size - 1
    this.#row(place).set(this.#row(last))
    const moved = this.#seqs[last] ?? seq
    this.#seqs[place] = moved
    this.#inverse[place] = this.#inverse[last] ?? 0
    this.#placeOf.set(moved, place)
    this.#placeOf.delete(seq)
    this.#seqs.length = last
    this.#inverse.length = last
    if (last <= (this.#blocks.length - 1) * BLOCK_VECTORS) this.#blocks.pop()
  }

  /** Returns the nearest vectors by cosine, nearest first; of equals, the later row first. */
  nearest(vector: Float32Array, limit: number): VectorHit[] {
    const asked = new Int8Array(this.#stride)
    asked.set(quantize(vector))
    const inverse = 1 / (length(asked) || 1)
    const best = new BestHits(limit)
    this.#blocks.forEach((block, at) => {
      const first = at * BLOCK_VECTORS
      const count = Math.min(BLOCK_VECTORS, this.size - first)
      const dots = this.#products(block, asked, count)
      for (let row = 0; row < count; row++) {
        const score = (dots[row] ?? 0) * inverse * (this.#inverse[first + row] ?? 0)
        if (score >= best.floor) best.offer({ seq: this.#seqs[first + row] ?? 0, score })
      }
    })
    return best.hits
  }

  #row(place: number): Int8Array {
    const start = (place % BLOCK_VECTORS) * this.#stride
    const block = this.#blocks[Math.floor(place / BLOCK_VECTORS)]
    if (!block) throw new Error(`no vector at position ${place}`)
    return block.subarray(start, start + this.#stride)
  }
}

/** Returns the best of many hits, best first. */
export function topHits(hits: readonly VectorHit[], limit: number): VectorHit[] {
  const best = new BestHits(limit)
  for (const hit of hits) best.offer(hit)
  return best.hits
}

class BestHits {
  readonly hits: VectorHit[] = []
  /** Hits with a lower score need not be offered. */
  floor = Number.NEGATIVE_INFINITY
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  offer(hit: VectorHit): void {
    const { hits } = this
    let at = hits.length
    while (at > 0 && before(hit, hits[at - 1])) at--
    if (at >= this.#limit) return
    hits.splice(at, 0, hit)
    if (hits.length > this.#limit) hits.pop()
    if (hits.length === this.#limit) this.floor = hits[this.#limit - 1]?.score ?? this.floor
  }
}

function before(a: VectorHit, b: VectorHit | undefined): boolean {
  return b === undefined || a.score > b.score || (a.score === b.score && a.seq > b.seq)
}

function length(vector: Int8Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}

/**
 * Computes products in 32-bit integers: 127 × 127 × 8,192 dimensions do not overflow. The readable reference
 * for `simdDotProducts`, which is faster.
 * @internal
 */
export function plainDotProducts(block: Int8Array, asked: Int8Array, count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, row) => {
    const start = row * asked.length
    let sum = 0
    for (let at = 0; at < asked.length; at++) sum += (asked[at] ?? 0) * (block[start + at] ?? 0)
    return sum
  })
}
