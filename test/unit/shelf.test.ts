/** The exact search over small integers, held against the same search over floats. */
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { expect, test } from "vitest"
import { assembleWasm, PRODUCTS_WASM } from "../../src/tools/products-wasm.ts"
import { QuantizedIndex, quantize } from "../../src/vectors/quantized-index.ts"
import { propertyRuns } from "../dice.ts"

/** Numbers from 0 to 1 that look random and are the same in each run. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
}
function vectors(count: number, dimensions: number, seed: number): Float32Array[] {
  const random = dice(seed)
  return Array.from({ length: count }, () =>
    Float32Array.from({ length: dimensions }, () => random() + random() - 1),
  )
}
function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
function shelfOf(all: Float32Array[], dimensions: number): QuantizedIndex {
  const shelf = new QuantizedIndex(dimensions)
  all.forEach((vector, seq) => {
    shelf.put(seq, quantize(vector))
  })
  return shelf
}

test("cosines are those of the floats to within a fiftieth, at any number of dimensions", () => {
  for (const dimensions of [1, 3, 8, 13, 64, 384, 768, 1_024]) {
    const [question, ...all] = vectors(201, dimensions, dimensions)
    if (!question) throw new Error("no question")
    const hits = shelfOf(all, dimensions).nearest(question, 200)
    expect(hits).toHaveLength(200)
    const errors = hits.map(({ seq, score }) => Math.abs(score - cosine(question, all[seq] ?? question)))
    expect(Math.max(...errors)).toBeLessThan(0.02)
  }
})

test("of 3,000 vectors of 1,024 dimensions the ten nearest are the ten nearest by floats, but for ties that no one could tell", () => {
  const [question, ...all] = vectors(3_001, 1_024, 42)
  if (!question) throw new Error("no question")
  const exact = all.map((vector) => cosine(question, vector)).sort((a, b) => b - a)
  const hits = shelfOf(all, 1_024).nearest(question, 10)
  hits.forEach(({ seq }, place) => {
    expect(cosine(question, all[seq] ?? question)).toBeGreaterThan((exact[place] ?? 1) - 0.002)
  })
})

test("whatever is put, replaced and removed, the shelf holds what is left and finds each of it first", () => {
  const pool = vectors(40, 16, 7)
  const step = fc.record({ seq: fc.nat(2_500), vector: fc.nat(39), remove: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, crowded) => {
      const kept = new Map<number, number>()
      const shelf = new QuantizedIndex(16)
      // Enough that vectors lie in several blocks.
      if (crowded)
        for (let seq = 0; seq < 2_100; seq++) {
          shelf.put(seq, quantize(pool[seq % 40] ?? new Float32Array(16)))
          kept.set(seq, seq % 40)
        }
      for (const { seq, vector, remove } of steps) {
        if (remove) shelf.remove(seq)
        else shelf.put(seq, quantize(pool[vector] ?? new Float32Array(16)))
        if (remove) kept.delete(seq)
        else kept.set(seq, vector)
      }
      const question = pool[3] ?? new Float32Array(16)
      const hits = shelf.nearest(question, 10_000)
      expect(hits.map((hit) => hit.seq).sort((a, b) => a - b)).toEqual([...kept.keys()].sort((a, b) => a - b))
      const alike = hits.filter((hit) => hit.score > 0.999).map((hit) => kept.get(hit.seq))
      expect(alike.filter((vector) => vector !== 3)).toEqual([])
    }),
    { numRuns: propertyRuns(60) },
  )
})

test("the assembled products are what the tool assembles", () => {
  expect(new Uint8Array(readFileSync(PRODUCTS_WASM))).toEqual(assembleWasm())
})

test("of equally near vectors the later row comes first, and a limit keeps those", () => {
  const shelf = new QuantizedIndex(2)
  for (const seq of [5, 1, 9, 3]) shelf.put(seq, quantize(Float32Array.of(1, 0)))
  expect(shelf.nearest(Float32Array.of(1, 0), 2).map((hit) => hit.seq)).toEqual([9, 5])
})
