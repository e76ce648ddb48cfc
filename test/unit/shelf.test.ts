/** The exact search over small integers, compared with the same search over floats. */
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { expect, test } from "vitest"
import { assembleWasm, PRODUCTS_WASM } from "../../src/tools/products-wasm.ts"
import { QuantizedIndex, quantize } from "../../src/vectors/quantized-index.ts"
import { propertyRuns } from "../dice.ts"

/** Returns pseudorandom numbers from 0 to 1 that are the same in each run. */
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
function indexFrom(all: Float32Array[], dimensions: number): QuantizedIndex {
  const index = new QuantizedIndex(dimensions)
  all.forEach((vector, seq) => {
    index.put(seq, quantize(vector))
  })
  return index
}

test("cosines match those of the floats within 0.02, in any number of dimensions", () => {
  for (const dimensions of [1, 3, 8, 13, 64, 384, 768, 1_024]) {
    const [question, ...all] = vectors(201, dimensions, dimensions)
    if (!question) throw new Error("no question")
    const hits = indexFrom(all, dimensions).nearest(question, 200)
    expect(hits).toHaveLength(200)
    const errors = hits.map(({ seq, score }) => Math.abs(score - cosine(question, all[seq] ?? question)))
    expect(Math.max(...errors)).toBeLessThan(0.02)
  }
})

test("among 3,000 vectors of 1,024 dimensions the ten nearest match those by floats, except for near ties", () => {
  const [question, ...all] = vectors(3_001, 1_024, 42)
  if (!question) throw new Error("no question")
  const exact = all.map((vector) => cosine(question, vector)).sort((a, b) => b - a)
  const hits = indexFrom(all, 1_024).nearest(question, 10)
  hits.forEach(({ seq }, place) => {
    expect(cosine(question, all[seq] ?? question)).toBeGreaterThan((exact[place] ?? 1) - 0.002)
  })
})

test("after any puts and removals the index holds exactly the remaining vectors and finds each one first", () => {
  const pool = vectors(40, 16, 7)
  const step = fc.record({ seq: fc.nat(2_500), vector: fc.nat(39), remove: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, crowded) => {
      const kept = new Map<number, number>()
      const index = new QuantizedIndex(16)
      // Enough vectors to fill several blocks.
      if (crowded)
        for (let seq = 0; seq < 2_100; seq++) {
          index.put(seq, quantize(pool[seq % 40] ?? new Float32Array(16)))
          kept.set(seq, seq % 40)
        }
      for (const { seq, vector, remove } of steps) {
        if (remove) index.remove(seq)
        else index.put(seq, quantize(pool[vector] ?? new Float32Array(16)))
        if (remove) kept.delete(seq)
        else kept.set(seq, vector)
      }
      const question = pool[3] ?? new Float32Array(16)
      const hits = index.nearest(question, 10_000)
      expect(hits.map((hit) => hit.seq).sort((a, b) => a - b)).toEqual([...kept.keys()].sort((a, b) => a - b))
      const alike = hits.filter((hit) => hit.score > 0.999).map((hit) => kept.get(hit.seq))
      expect(alike.filter((vector) => vector !== 3)).toEqual([])
    }),
    { numRuns: propertyRuns(60) },
  )
})

test("the stored Wasm module equals the tool's output", () => {
  expect(new Uint8Array(readFileSync(PRODUCTS_WASM))).toEqual(assembleWasm())
})

test("the later of equally near vectors comes first, and a limit keeps the later ones", () => {
  const index = new QuantizedIndex(2)
  for (const seq of [5, 1, 9, 3]) index.put(seq, quantize(Float32Array.of(1, 0)))
  expect(index.nearest(Float32Array.of(1, 0), 2).map((hit) => hit.seq)).toEqual([9, 5])
})
