/**
 * Deleted statements: the remaining memories are those the other statements make, and nothing else changes.
 */
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Memory } from "../../src/domain/types.ts"
import type { KnownMemory, StoredEvidence } from "../../src/memory/facts/known.ts"
import { type RebuildResult, rebuildMemories } from "../../src/memory/facts/rebuild.ts"
import { propertyRuns } from "../dice.ts"
import { kai, NOON, rule } from "./builders.ts"
import { applyRound, type Draft, roomy, type World } from "./world.ts"

/** The gate accepts any certainty: deletion does not judge memories again. */
const gates = rule({ ...roomy, min_confidence: 0 })
const own: Omit<Draft, "fact"> = {
  op: "save",
  author: kai.id,
  target: 0,
  late: 0,
  confidence: 1,
  importance: "medium",
  lifetime: "permanent",
}
const says = (fact: string, given: Partial<Draft> = {}): Draft => ({ ...own, fact: `Kai ${fact}`, ...given })

/** Builds the world after these windows in turn, as if those in `missing` had never been. */
function settled(windows: Draft[][], missing: readonly number[] = []): World {
  let world: World = { known: [], evidence: [] }
  windows.forEach((drafts, index) => {
    if (!missing.includes(index))
      world = applyRound(world, drafts, { rule: gates, index, authored: true }).after
  })
  return world
}

const rests = (world: World): StoredEvidence[] =>
  world.evidence.map((item) => ({ ...item, ref: item.messageId ?? `told:${item.saidAt}` }))

/** Returns the world after the statements of some windows were deleted. */
function without(
  world: World,
  windows: readonly number[],
  stems: string[] = [],
): { after: World; left: RebuildResult } {
  const messages = new Set(
    world.evidence.flatMap((item) =>
      windows.some((index) => item.windowId === `w_${index}`) ? (item.messageId ?? []) : [],
    ),
  )
  const left = rebuildMemories(
    world.known,
    rests(world),
    { messages, stems: new Set(stems), beside: new Set() },
    NOON,
  )
  const changed = new Map(left.changed.map((memory) => [memory.id, memory]))
  const gone = new Set(left.gone.map((memory) => memory.id))
  const known = world.known
    .filter((memory) => !gone.has(memory.id))
    .map((memory): KnownMemory => ({ ...memory, ...changed.get(memory.id) }))
  const dropped = new Set(left.dropped.map((item) => `${item.memoryId} ${item.ref}`))
  const evidence = rests(world).filter(
    (item) => !gone.has(item.memoryId) && !dropped.has(`${item.memoryId} ${item.ref}`),
  )
  return { after: { known, evidence }, left }
}

/** Describes the known memories by their facts, without ids, versions and the author of the first wording. */
function describeMemories(world: World): unknown[] {
  const factOf = (id: string | null) => world.known.find((memory) => memory.id === id)?.fact ?? null
  return world.known
    .map((memory) => ({
      fact: memory.fact,
      key: memory.factKey,
      status: memory.status,
      by: factOf(memory.supersededBy),
      contradicts: factOf(memory.contradicts),
      certainty: memory.certainty,
      confidence: memory.confidence,
      count: memory.evidenceCount,
      from: memory.saidAt,
      to: memory.lastSaidAt,
      expires: memory.expiresAt,
      kept: memory.lifetime,
      matters: memory.importance,
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

const active = (world: World) =>
  world.known.filter((memory) => memory.status === "active").map((memory) => memory.fact)

test.each<[string, Draft[][], number, string[]]>([
  [
    "deleting the only statement deletes its fact",
    [[says("likes tea")], [says("drew a fox")]],
    0,
    ["Kai drew a fox"],
  ],
  ["a fact said twice stays", [[says("likes tea")], [says("likes tea")]], 0, ["Kai likes tea"]],
  [
    "deleting a replacement restores the replaced fact",
    [[says("lives in Oslo")], [says("lives in Bergen")]],
    1,
    ["Kai lives in Oslo"],
  ],
  [
    "deleting a replaced replacement keeps the last one active",
    [[says("lives in Oslo")], [says("lives in Bergen")], [says("lives in Rome")]],
    1,
    ["Kai lives in Rome"],
  ],
  [
    "deleting a restoring statement restores the fact in between",
    [[says("lives in Oslo")], [says("lives in Bergen")], [says("lives in Oslo")]],
    2,
    ["Kai lives in Bergen"],
  ],
  [
    "deleting a retraction restores the fact",
    [[says("likes tea")], [says("", { op: "forget" })]],
    1,
    ["Kai likes tea"],
  ],
])("%s", (_, windows, gone, expected) => {
  const { after } = without(settled(windows), [gone])
  expect(active(after)).toEqual(expected)
  expect(describeMemories(after)).toEqual(describeMemories(settled(windows, [gone])))
})

/** A replaced memory and the one that replaced it, each from a line of its own. */
function replaced(former: [fact: string, line: string], next: [fact: string, line: string]): World {
  const world = settled([[says("lives in Oslo")], [says("lives in Bergen")]])
  const told = [former, next]
  const facts = new Map(world.known.map(({ id, supersededBy }) => [id, told[supersededBy === null ? 1 : 0]]))
  return {
    known: world.known.map((one) => ({ ...one, fact: facts.get(one.id)?.[0] ?? "" })),
    evidence: world.evidence.map((row) => {
      const [fact = "", excerpt = ""] = facts.get(row.memoryId) ?? []
      return { ...row, fact, excerpt }
    }),
  }
}

test.each<[string, Parameters<typeof replaced>, string[]]>([
  [
    "goes with them if it took a date over",
    [
      ["The party is on 19 December at 18:00 in the Blue Hall", "party: 19 December, 18:00, Blue Hall"],
      ["The party is on 19 December at 18:00 in the Harbor Café", "it moved to the Harbor Café, same time"],
    ],
    [],
  ],
  [
    "goes with them if it took a name over",
    [
      ["Kai works at Ikea in Oslo", "I work at Ikea in Oslo"],
      ["Kai works at Ikea in Bergen", "I changed to the shop in Bergen"],
    ],
    [],
  ],
  [
    "stays if its own lines say all of it",
    [
      ["Kai lives in Oslo", "I live in Oslo"],
      ["Kai lives in Bergen", "I moved to Bergen"],
    ],
    ["Kai lives in Bergen"],
  ],
  [
    "stays if it only shares plain words",
    [
      ["The party is in the garden", "the party is in the garden"],
      ["The party is in the hall", "no, in the hall"],
    ],
    ["The party is in the hall"],
  ],
])("when the words before it are deleted, a replacement %s", (_, given, expected) => {
  const { after } = without(replaced(...given), [0])
  expect(active(after)).toEqual(expected)
})

test("the remaining wording of a fact becomes its wording", () => {
  const world = settled([[says("likes tea", { confidence: 1 })], [says("loves tea", { confidence: 0.5 })]])
  expect(active(world)).toEqual(["Kai likes tea"])
  const { after, left } = without(world, [0])
  expect(active(after)).toEqual(["Kai loves tea"])
  expect(left.changed[0]).toMatchObject({ factKey: "kai loves tea", evidenceCount: 1 })
  expect(JSON.stringify(after)).not.toContain("likes")
})

test("a contradiction ends when the contradicting words are deleted", () => {
  const world = settled([[says("likes tea")], [says("hates tea", { author: "2" })]])
  expect(world.known.filter((memory) => memory.contradicts !== null)).toHaveLength(2)
  const { after } = without(world, [1])
  expect(describeMemories(after)).toEqual(describeMemories(settled([[says("likes tea")]])))
})

test("an end that somebody else tells, which contests the fact, is evidence in its own words", () => {
  const world = settled([[says("likes tea")], [says("hates tea", { op: "forget", author: "3" })]])
  const [ending] = world.known.filter((memory) => memory.fact === "Kai hates tea")
  expect(world.evidence.filter((item) => item.memoryId === ending?.id).map(({ fact }) => fact)).toEqual([
    "Kai hates tea",
  ])
})

test("a memory that has expired meanwhile does not come back", () => {
  const old = says("lives in Oslo", { lifetime: "1d" })
  const world = settled([[old], [says("lives in Bergen")]])
  const messages = new Set(
    world.evidence.filter((item) => item.windowId === "w_1").flatMap((item) => item.messageId ?? []),
  )
  const later = NOON + 10 * 86_400_000
  const left = rebuildMemories(
    world.known,
    rests(world),
    { messages, stems: new Set(), beside: new Set() },
    later,
  )
  expect(left.changed.map(({ fact, status }) => [fact, status])).toEqual([
    ["Kai lives in Oslo", "superseded"],
  ])
})

test("a queued memory does not become active because its replacement was deleted", () => {
  const world = settled([[says("lives in Oslo")]])
  const queued = {
    ...world,
    known: world.known.map((memory): KnownMemory => ({ ...memory, status: "queued" })),
  }
  const { after } = applyRound(queued, [says("lives in Bergen")], { rule: gates, index: 1, authored: true })
  expect(active(after)).toEqual(["Kai lives in Bergen"])
  expect(active(without(after, [1]).after)).toEqual([])
})

test.each<[string, string, string[], boolean]>([
  ["its own lines do not say it", "yes, still", ["tea"], true],
  ["its own lines say it", "tea for me", ["tea"], false],
  ["it shares no word with them", "yes, still", ["fox"], false],
])("a statement read elsewhere goes with its wording's words, if %s", (_, excerpt, stems, goes) => {
  const world = settled([[says("likes tea")], [says("likes tea")]])
  const lines = world.evidence.map((item) => ({
    ...item,
    excerpt: item.windowId === "w_1" ? excerpt : "I like tea",
  }))
  expect(without({ ...world, evidence: lines }, [0], stems).left.gone).toHaveLength(Number(goes))
})

test("a memory without stored wordings is deleted, unless a remaining statement is known to hold its wording", () => {
  const world = settled([[says("likes tea")], [says("likes tea")]])
  const before = {
    ...world,
    evidence: world.evidence.map((item) => ({ ...item, fact: null, certainty: null })),
  }
  expect(without(before, [0]).left.gone).toHaveLength(1)
  const half = {
    ...world,
    evidence: world.evidence.map((item) => (item.windowId === "w_0" ? { ...item, fact: null } : item)),
  }
  expect(without(half, [0]).left.gone).toHaveLength(0)
})

/**
 * A person's own words in order of time. Excluded are cases the formula does not undo: a restored memory
 * restarts its count, memories evicted by the caps are lost, and the gate does not judge again.
 */
const FACTS = [
  "lives in Oslo",
  "lives in Bergen",
  "likes tea",
  "loves tea",
  "drew a fox",
  "has 2 cats",
  "works at Google",
]
const talk = fc.array(
  fc.record({ fact: fc.constantFrom(...FACTS), confidence: fc.constantFrom(0.5, 0.8, 1) }),
  { minLength: 1, maxLength: 8 },
)

/** Returns true if a fact is said again after it was replaced. */
function bringsBack(windows: Draft[][]): boolean {
  return windows.some((drafts, index) => {
    const before = settled(windows.slice(0, index))
    const after = applyRound(before, drafts, { rule: gates, index, authored: true }).after
    const history = before.known.filter((memory) => memory.status === "superseded").map(({ id }) => id)
    return after.known.some((memory) => memory.status === "active" && history.includes(memory.id))
  })
}

test("deleting a statement restores the state without it", () => {
  fc.assert(
    fc.property(talk, fc.nat(), (said, which) => {
      const windows = said.map(({ fact, confidence }) => [says(fact, { confidence })])
      const gone = which % windows.length
      fc.pre(!bringsBack(windows))
      expect(describeMemories(without(settled(windows), [gone]).after)).toEqual(
        describeMemories(settled(windows, [gone])),
      )
    }),
    { numRuns: propertyRuns(500) },
  )
})

const anything = fc.array(
  fc.record({
    fact: fc.constantFrom(...FACTS, "hates tea", "no longer lives in Oslo"),
    op: fc.constantFrom("save" as const, "save" as const, "update" as const, "forget" as const),
    author: fc.constantFrom(kai.id, kai.id, "2", "3"),
    target: fc.nat(10),
    late: fc.integer({ min: -3, max: 1 }),
  }),
  { minLength: 1, maxLength: 8 },
)

test("after any deletion nothing rests on the deleted statement, a repeat changes nothing, and deleting all leaves nothing", () => {
  fc.assert(
    fc.property(anything, fc.nat(), (said, which) => {
      const windows = said.map((draft) => [says(draft.fact, draft)])
      const gone = which % windows.length
      const world = settled(windows)
      const { after } = without(world, [gone])
      expect(after.evidence.filter((item) => item.windowId === `w_${gone}`)).toEqual([])
      const ids = new Set(after.known.map((memory) => memory.id))
      const dangling = (id: string | null) => id !== null && !ids.has(id)
      expect(
        after.known.filter((memory: Memory) => dangling(memory.supersededBy) || dangling(memory.contradicts)),
      ).toEqual([])
      for (const memory of after.known) {
        const mine = after.evidence.filter((item) => item.memoryId === memory.id && item.fact !== "")
        expect(mine.map((item) => item.fact)).toContain(memory.fact)
      }
      expect(without(after, [gone]).left).toEqual({ changed: [], gone: [], dropped: [] })
      expect(without(world, [...windows.keys()]).after).toEqual({ known: [], evidence: [] })
    }),
    { numRuns: propertyRuns(300) },
  )
})
