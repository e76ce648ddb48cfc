/**
 * The VectorIndex contract, tested against both implementations: a guild's own object, and Vectorize as
 * documented.
 */
import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { meanDirection } from "../../src/vectors/centroid.ts"
import { embeddedIndex, vectorize } from "../../src/vectors/index-choice.ts"
import { plainDotProducts } from "../../src/vectors/quantized-index.ts"
import {
  MAX_HITS,
  type VectorEntry,
  type VectorIndex,
  type VectorKind,
} from "../../src/vectors/vector-index.ts"
import { simdDotProducts, VectorRows } from "../../src/vectors/vector-rows.ts"
import { VectorizeStandIn } from "./vectorize.ts"

const DIMENSIONS = 12

interface Kept {
  index: VectorIndex
  /** Makes earlier writes visible. */
  settle(): void
}
const INDEXES: [name: string, digit: number, start: () => Kept][] = [
  ["a guild's own index", 1, () => ({ index: embeddedIndex(env.INDEXES), settle: () => undefined })],
  [
    "Vectorize",
    2,
    () => {
      const standIn = new VectorizeStandIn(DIMENSIONS, ["kind", "model", "place"])
      return { index: vectorize(standIn.binding), settle: () => standIn.process() }
    },
  ],
]
/** A guild id for each test and index. */
const guildOf = (test: number, digit: number) => `336${test}${digit}`

/** Builds a vector along one axis, with a share of another. */
function towards(axis: number, other = axis, share = 0): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  vector[axis] = 1
  if (other !== axis) vector[other] = share
  return vector
}
function entry(seq: number, vector: Float32Array, kind: VectorKind = "memory"): VectorEntry {
  return { kind, seq, vector }
}
const ask = { kind: "memory", limit: 10, model: "m1" } as const

test.each(INDEXES)("%s returns the nearest first, with their cosines", async (_name, digit, start) => {
  const { index, settle } = start()
  const guild = guildOf(1, digit)
  await index.upsert(guild, [entry(1, towards(0)), entry(2, towards(1)), entry(3, towards(0, 1, 1))], "m1")
  settle()
  const hits = await index.query(guild, towards(0, 1, 0.1), ask)
  expect(hits.map((hit) => hit.seq)).toEqual([1, 3, 2])
  const cosines = [1 / Math.hypot(1, 0.1), 1.1 / Math.SQRT2 / Math.hypot(1, 0.1), 0.1 / Math.hypot(1, 0.1)]
  expect(hits.map((hit) => hit.score)).toEqual(cosines.map((cosine) => expect.closeTo(cosine, 2)))
})

test.each(INDEXES)("%s compares angles, whatever a vector's length", async (_name, digit, start) => {
  const { index, settle } = start()
  const guild = guildOf(2, digit)
  await index.upsert(
    guild,
    [
      entry(
        1,
        towards(0).map((x) => x * 1e-6),
      ),
      entry(
        2,
        towards(0, 1, 1).map((x) => x * 1e6),
      ),
    ],
    "m1",
  )
  settle()
  const hits = await index.query(
    guild,
    towards(0).map((x) => -x),
    ask,
  )
  expect(hits.map((hit) => hit.seq)).toEqual([2, 1])
  expect(hits[1]?.score).toBeCloseTo(-1, 2)
})

test.each(INDEXES)("%s keeps guilds, kinds and models apart", async (_name, digit, start) => {
  const { index, settle } = start()
  const [guild, other] = [guildOf(3, digit), guildOf(4, digit)]
  await index.upsert(guild, [entry(1, towards(0)), entry(1, towards(0), "note")], "m1")
  await index.upsert(guild, [entry(2, towards(0))], "m2")
  await index.upsert(other, [entry(3, towards(0)), entry(1, towards(1))], "m1")
  settle()
  const seqs = async (id: string, kind: VectorKind, model: string) =>
    (await index.query(id, towards(0), { kind, model, limit: 10 })).map((hit) => hit.seq)
  expect(await seqs(guild, "memory", "m1")).toEqual([1])
  expect(await seqs(guild, "note", "m1")).toEqual([1])
  expect(await seqs(guild, "memory", "m2")).toEqual([2])
  expect(await seqs(guild, "note", "m2")).toEqual([])
  expect(await seqs(other, "memory", "m1")).toEqual([3, 1])
})

test.each(INDEXES)(
  "%s replaces a vector of the same key, whatever its model",
  async (_name, digit, start) => {
    const { index, settle } = start()
    const guild = guildOf(5, digit)
    await index.upsert(guild, [entry(1, towards(0)), entry(2, towards(1))], "m1")
    settle()
    expect(await index.query(guild, towards(0), ask)).toHaveLength(2)
    await index.upsert(guild, [entry(1, towards(5))], "m1")
    await index.upsert(guild, [entry(2, towards(1))], "m2")
    settle()
    const hits = await index.query(guild, towards(5), ask)
    expect(hits).toEqual([{ seq: 1, score: expect.closeTo(1, 2) }])
  },
)

test.each(INDEXES)("%s removes deleted vectors and ignores unknown ones", async (_name, digit, start) => {
  const { index, settle } = start()
  const guild = guildOf(6, digit)
  const entries = Array.from({ length: 150 }, (_, at) => entry(at + 1, towards(at % DIMENSIONS)))
  await index.upsert(guild, entries, "m1")
  settle()
  expect((await index.query(guild, towards(0), { ...ask, limit: 100 })).length).toBe(100)
  const gone = [...entries.slice(0, 140), entry(999, towards(0)), entry(150, towards(0), "note")]
  await index.delete(guild, gone)
  await index.delete(guild, gone)
  settle()
  const left = await index.query(guild, towards(0), { ...ask, limit: 100 })
  expect(left.map((hit) => hit.seq).sort((a, b) => a - b)).toEqual([
    141, 142, 143, 144, 145, 146, 147, 148, 149, 150,
  ])
})

test.each(INDEXES)(
  "%s accepts and returns as many vectors at once as the platform does",
  async (name, digit, start) => {
    const { index, settle } = start()
    const guild = guildOf(7, digit)
    const many = Array.from({ length: 2_100 }, (_, at) =>
      entry(at + 1, towards(at % DIMENSIONS, (at + 1) % DIMENSIONS, at / 3_000)),
    )
    await index.upsert(guild, many, "m1")
    settle()
    expect(await index.query(guild, towards(0), { ...ask, limit: 5_000 })).toHaveLength(
      name === "Vectorize" ? MAX_HITS.vectorize : MAX_HITS.embedded,
    )
    expect(await index.query(guild, towards(0), { ...ask, limit: 3 })).toHaveLength(3)
  },
)

test.each(INDEXES)(
  "%s refuses a vector of other dimensions and stores none from its batch",
  async (_name, digit, start) => {
    const { index, settle } = start()
    const guild = guildOf(8, digit)
    await index.upsert(guild, [entry(1, towards(0))], "m1")
    settle()
    await expect(
      index.upsert(guild, [entry(2, towards(0)), entry(3, new Float32Array(3).fill(1))], "m1"),
    ).rejects.toThrow(/dimensions/)
    await expect(index.query(guild, new Float32Array(3).fill(1), ask)).rejects.toThrow(/dimensions/)
    settle()
    expect((await index.query(guild, towards(0), ask)).map((hit) => hit.seq)).toEqual([1])
  },
)

test.each(INDEXES)("%s returns nothing for a guild without vectors", async (_name, digit, start) => {
  expect(await start().index.query(guildOf(9, digit), towards(0), ask)).toEqual([])
})

test("a guild's own index sees writes at once, and answers the same after an eviction", async () => {
  const index = embeddedIndex(env.INDEXES)
  await index.upsert("33701", [entry(1, towards(0)), entry(2, towards(1))], "m1")
  expect(await index.query("33701", towards(0), ask)).toHaveLength(2)
  await index.upsert("33701", [entry(3, towards(0))], "m1")
  await index.delete("33701", [entry(1, towards(0))])
  const before = await index.query("33701", towards(0), ask)
  expect(before.map((hit) => hit.seq)).toEqual([3, 2])
  await evictDurableObject(env.INDEXES.getByName("33701"))
  expect(await index.query("33701", towards(0), ask)).toEqual(before)
})

test("SIMD dot products equal plain ones at every width and count", () => {
  let state = 1
  const dice = (length: number) =>
    Int8Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
      return state >> 24 || -127
    })
  for (const [width, count] of [
    [16, 1],
    [16, 1_024],
    [64, 7],
    [768, 100],
    [1_024, 1_024],
    [8_192, 1_024],
    [16, 2],
  ] as const) {
    const [block, asked] = [dice(width * 1_024), dice(width)]
    expect([...simdDotProducts(block, asked, count)]).toEqual([...plainDotProducts(block, asked, count)])
  }
  const most = new Int8Array(8_192).fill(-127)
  expect([...simdDotProducts(most, most, 1)]).toEqual([127 * 127 * 8_192])
})

test("vectors that do not fit in memory are still searched while others are added and deleted", async () => {
  await runInDurableObject(env.INDEXES.getByName("33704"), (_, state) => {
    // Room for a hundred rows of sixteen bytes.
    const small = new VectorRows(state.storage, 1_600)
    const whole = new VectorRows(state.storage)
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_unused, at) =>
        entry(
          from + at,
          towards((from + at) % DIMENSIONS, (from + at + 1) % DIMENSIONS, (from + at) / 5_000),
        ),
      )
    const steps: (() => void)[] = [
      () => small.put(many(1, 2_500), "m1"),
      () => small.put(many(2_501, 60), "m1"),
      () => small.put([entry(7, towards(0, 1, 0.001)), entry(2_559, towards(0, 1, 0.002))], "m1"),
      () =>
        small.remove([
          { kind: "memory", seq: 12 },
          { kind: "memory", seq: 2_556 },
        ]),
      () => small.put(many(2_600, 10), "m2"),
    ]
    for (const step of steps) {
      step()
      for (const axis of [0, 5]) {
        const fresh = new VectorRows(state.storage).nearest(towards(axis), { ...ask, limit: 50 })
        expect(fresh).toHaveLength(50)
        expect(small.nearest(towards(axis), { ...ask, limit: 50 })).toEqual(fresh)
      }
    }
    expect(whole.nearest(towards(0), { ...ask, limit: 2 }).map((hit) => hit.seq)).toEqual([2_559, 7])
  })
})

test("a Vectorize write is visible later, and a vector older than its metadata index is never found", async () => {
  const standIn = new VectorizeStandIn(DIMENSIONS, ["kind"])
  const index = vectorize(standIn.binding)
  await index.upsert("33702", [entry(1, towards(0))], "m1")
  expect(await index.query("33702", towards(0), ask)).toEqual([])
  standIn.process()
  standIn.createMetadataIndex("model")
  expect(await index.query("33702", towards(0), ask)).toEqual([])
  await index.upsert("33702", [entry(1, towards(0))], "m1")
  standIn.process()
  expect(await index.query("33702", towards(0), ask)).toHaveLength(1)
})

test("models whose long names differ only at the end are kept apart", async () => {
  const standIn = new VectorizeStandIn(DIMENSIONS, ["kind", "model", "place"])
  const index = vectorize(standIn.binding)
  const name = (end: string) => `/models/${"a-very-long-folder/".repeat(5)}${end}.gguf`
  await index.upsert("33703", [entry(1, towards(0))], name("small"))
  await index.upsert("33703", [entry(2, towards(0))], name("large"))
  standIn.process()
  expect(await index.query("33703", towards(0), { ...ask, model: name("large") })).toMatchObject([{ seq: 2 }])
})

test("ids fit Vectorize for the longest guild ids and row numbers", async () => {
  const standIn = new VectorizeStandIn(DIMENSIONS, ["kind", "model", "place"])
  await vectorize(standIn.binding).upsert(
    "18446744073709551615",
    [entry(Number.MAX_SAFE_INTEGER, towards(0), "note")],
    "m1",
  )
  standIn.process()
  expect(standIn.ids).toEqual(["18446744073709551615:n9007199254740991"])
})

test("with Vectorize, what the asker may read is found behind 150 nearer vectors they may not", async () => {
  const standIn = new VectorizeStandIn(DIMENSIONS, ["kind", "model", "place"])
  const index = vectorize(standIn.binding)
  const hidden = Array.from({ length: 150 }, (_, n) => ({ ...entry(n + 1, towards(0)), place: "900" }))
  const own = ["open", "several", "100", "9223372036854775807"].map((place, n) => ({
    ...entry(1_000 + n, towards(1)),
    place,
  }))
  await index.upsert("33704", [...hidden, ...own], "m1")
  standIn.process()
  const many = Array.from({ length: 400 }, (_, n) => String(18_446_744_073_709_551_000n + BigInt(n)))
  const readable = ["100", "9223372036854775807", ...many]
  const hits = await index.query("33704", towards(0), { ...ask, limit: 100, readable })
  expect(
    hits
      .filter(({ seq }) => seq >= 1_000)
      .map(({ seq }) => seq)
      .sort(),
  ).toEqual([1_000, 1_001, 1_002, 1_003])
  expect(new Set(hits.map(({ seq }) => seq)).size).toBe(hits.length)
})

test.each(INDEXES)("%s reads many memories' vectors, of one model alone", async (_name, digit, start) => {
  const { index, settle } = start()
  const guild = guildOf(9, digit)
  const many = Array.from({ length: 45 }, (_, at) => entry(at + 1, towards(at % 3)))
  await index.upsert(guild, many, "m1")
  await index.upsert(guild, [entry(46, towards(5))], "m2")
  await index.upsert(guild, [entry(47, towards(6), "note")], "m1")
  settle()
  const seqs = Array.from({ length: 50 }, (_, at) => at + 1)
  const found = await index.read(guild, seqs, "m1")
  expect(found).toHaveLength(45)
  const mean = meanDirection(found) ?? []
  expect(mean.slice(0, 3)).toEqual([
    expect.closeTo(1 / 3, 3),
    expect.closeTo(1 / 3, 3),
    expect.closeTo(1 / 3, 3),
  ])
  expect(mean.slice(3)).toEqual(Array(DIMENSIONS - 3).fill(0))
  expect(meanDirection(await index.read(guild, [90], "m1"))).toBeNull()
})
