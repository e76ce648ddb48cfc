/** Consolidation, one operation at a time: what is done, what is refused and why, and what remains. */
import { expect, test } from "vitest"
import type { Filing } from "../../src/domain/types.ts"
import { applyClaims } from "../../src/memory/facts/apply-claims.ts"
import { consolidateMemories } from "../../src/memory/facts/consolidated.ts"
import type { StoredEvidence } from "../../src/memory/facts/known.ts"
import type { MemoryEvidence, Operation } from "../../src/memory/facts/operations.ts"
import { rebuildMemories } from "../../src/memory/facts/rebuild.ts"
import { ana, bo, DAY, GUILD, kai, known, NOON, premises, proposal, rule } from "./builders.ts"
import { grounded, objection, ruleOf } from "./grounded.ts"

const CAT = "Ada has a cat named Miso"
const CALLED = "Ada's cat is called Miso"

test.each([
  [CAT, CALLED],
  [CALLED, CAT],
  ["Ada has a cat named Miso", "Ada has a cat"],
  ["Ada works as a nurse in Oslo", "Ada is a nurse in Oslo"],
  ["Ada likes hiking in the mountains", "Ada loves hiking"],
  ["Ada has two cats", "Ada has 2 cats"],
  ["Ada is learning Spanish", "Ada studies Spanish"],
  ["Ada's hobby is pottery", "Ada does pottery as a hobby"],
])("%s says all of: %s", (into, from) => {
  expect(
    objection([grounded(into), grounded(from)], { kind: "merge", into: `m_${into}`, from: [`m_${from}`] }),
  ).toBeNull()
})

test.each([
  ["another name", CAT, "Ada has a cat named Momo"],
  ["another number", "Ada has 2 cats", "Ada has 3 cats"],
  ["an additional number", "Ada has cats", "Ada has 2 cats"],
  ["a denial", "Ada likes tea", "Ada doesn't like tea"],
  ["a denial of another part", "Ada never eats fish", "Ada eats fish at work"],
  ["another value", "Ada lives in Oslo", "Ada lives in Bergen"],
  ["one word swapped", "Ada likes green tea", "Ada likes green apples"],
  ["another verb", "Ada teaches Spanish", "Ada studies Spanish"],
  ["another time", "Ada works at Initech", "Ada worked at Initech and would not say why"],
  ["a past state", "Ada was a nurse", "Ada is a nurse"],
  ["a possibility", "Ada might move to Oslo", "Ada moves to Oslo"],
  ["another hour", "Ada runs before work", "Ada runs after work"],
  ["swapped roles", "Kai taught Ana chess", "Ana taught Kai chess"],
  ["much more detail", "Ada has a cat", "Ada has a cat that sleeps on the warm stove"],
  ["an additional name", "Ada has a brother", "Ada has a brother Theo"],
])("a memory that says something else or more is not merged: %s", (_, into, from) => {
  expect(
    objection([grounded(into), grounded(from)], { kind: "merge", into: `m_${into}`, from: [`m_${from}`] }),
  ).toBe("not_the_same")
})

test("a lasting fact is never merged into an event, and an event may join a lasting fact", () => {
  const event = grounded("Kai has a cat named Momo and two dogs", [{}], { type: "episode", lifetime: "30d" })
  const lasting = grounded("Kai has a cat named Momo")
  const merge = (into: MemoryEvidence, from: MemoryEvidence) =>
    objection(
      [into, from],
      { kind: "merge", into: into.memory.id, from: [from.memory.id] },
      { alike: () => true },
    )
  expect(merge(event, lasting)).toBe("not_the_same")
  const plain = grounded("Kai has a cat named Momo", [{}], {
    id: "m_event",
    type: "episode",
    lifetime: "30d",
  })
  expect(merge(lasting, plain)).toBeNull()
})

test("outside proof of similarity allows swapped words, but no other name or number", () => {
  const alike = () => true
  const merge = (into: string, from: string) =>
    objection(
      [grounded(into), grounded(from)],
      { kind: "merge", into: `m_${into}`, from: [`m_${from}`] },
      { alike },
    )
  expect(merge("Ada adores painting landscapes outdoors", "Ada adores painting scenery outdoors")).toBeNull()
  expect(merge(CAT, "Ada has a cat named Momo")).toBe("not_the_same")
  expect(merge("Ada has 2 cats", "Ada has 3 cats")).toBe("not_the_same")
})

test("a merged memory keeps its id, words and key and counts both memories' statements, each window once", () => {
  const into = grounded(CAT, [{ windowId: "w_1", certainty: 0.6 }, { windowId: "w_2" }], {
    topics: ["cats"],
    importance: "low",
    lifetime: "90d",
    expiresAt: NOON + 90 * DAY,
  })
  const from = grounded(
    CALLED,
    [
      { windowId: "w_2", saidAt: NOON },
      { windowId: "w_3", saidAt: NOON + 5 * DAY, fact: null, certainty: null },
    ],
    { topics: ["pets", "cats"], importance: "high" },
  )
  const operation = { kind: "merge" as const, into: into.memory.id, from: [from.memory.id] }
  const { changed, evidence, done, refused } = consolidateMemories([into, from], [operation], ruleOf())
  expect([done, refused]).toEqual([[operation], []])
  const [after, history] = changed
  expect(after).toMatchObject({
    id: into.memory.id,
    fact: CAT,
    factKey: into.memory.factKey,
    evidenceCount: 3,
    certainty: 0.733,
    saidAt: NOON - DAY,
    lastSaidAt: NOON + 5 * DAY,
    expiresAt: null,
    lifetime: "permanent",
    importance: "high",
    topics: ["cats", "pets"],
    version: 2,
  })
  expect(history).toMatchObject({
    id: from.memory.id,
    fact: CALLED,
    status: "superseded",
    supersededBy: into.memory.id,
    merged: true,
    retiredBy: null,
    version: 2,
  })
  expect(evidence.map(({ memoryId, fact, certainty }) => [memoryId, fact, certainty])).toEqual([
    [into.memory.id, CALLED, 0.8],
    [into.memory.id, CALLED, 0.8],
  ])
})

test("a memory promoted before its merge is copied with its statements' filing, not the promotion's", () => {
  const brief = { lifetime: "30d", expiresAt: NOON + 31 * DAY } as const
  const said = [0, 1, 2].map((n) => ({ saidAt: NOON - n * DAY }))
  const known = [grounded(CAT), grounded(CALLED, said, brief)]
  const { evidence, refused } = consolidateMemories(
    known,
    [
      { kind: "promote", memory: `m_${CALLED}` },
      { kind: "merge", into: `m_${CAT}`, from: [`m_${CALLED}`] },
    ],
    ruleOf(),
  )
  expect(refused).toEqual([])
  expect(evidence.map(({ filing }) => filing?.lifetime)).toEqual(["30d", "30d", "30d"])
})

test("filing that came from a merge or promotion goes away with its statements", () => {
  const low: Filing = { type: "profile", section: "bio", importance: "low", lifetime: "90d", time: null }
  const high: Filing = { ...low, section: "other", importance: "high" }
  const into = grounded(CAT, [{ filing: low }], { ...low, expiresAt: NOON + 89 * DAY })
  const from = grounded(
    CALLED,
    [0, 1, 2].map((n) => ({ filing: high, saidAt: NOON + n * DAY })),
    {
      ...high,
      expiresAt: NOON + 92 * DAY,
    },
  )
  const operations: Operation[] = [
    { kind: "promote", memory: from.memory.id },
    { kind: "merge", into: into.memory.id, from: [from.memory.id] },
  ]
  const { changed, evidence, refused } = consolidateMemories([into, from], operations, ruleOf())
  expect(refused).toEqual([])
  const one = changed.find(({ id }) => id === into.memory.id)
  expect(one).toMatchObject({ section: "bio", importance: "high", lifetime: "permanent", expiresAt: null })
  const rests = [...into.evidence, ...evidence, ...from.evidence]
  const without = (...messages: string[]) =>
    rebuildMemories(
      changed,
      rests,
      { messages: new Set(messages), stems: new Set(), beside: new Set() },
      NOON,
    ).changed.find(({ id }) => id === into.memory.id)
  expect(without(`${CALLED} 2`)).toMatchObject({ importance: "high", lifetime: "permanent", expiresAt: null })
  expect(without(`${CALLED} 1`, `${CALLED} 2`)).toMatchObject({
    ...{ importance: "high", lifetime: "90d", expiresAt: NOON + 90 * DAY },
  })
  expect(without(`${CALLED} 0`, `${CALLED} 1`, `${CALLED} 2`)).toMatchObject({
    ...{ section: "bio", importance: "low", lifetime: "90d", expiresAt: NOON + 89 * DAY },
  })
})

test("no night changes a lifetime or section that a person set", () => {
  const decided = { set: { lifetime: "90d" as const, section: "bio" as const } }
  const given = { decided, lifetime: "90d" as const, expiresAt: NOON + 90 * DAY }
  const known = [grounded(CAT, [{}, {}, {}, {}], given)]
  expect(objection(known, { kind: "promote", memory: `m_${CAT}` })).toBe("no_change")
  expect(objection(known, { kind: "section", memory: `m_${CAT}`, section: "other" })).toBe("no_change")
})

test.each<[string, Parameters<typeof objection>[1], string]>([
  ["a missing memory", { kind: "merge", into: "m_none", from: [`m_${CAT}`] }, "unknown_memory"],
  ["a memory with itself", { kind: "merge", into: `m_${CAT}`, from: [`m_${CAT}`] }, "itself"],
  ["an empty list", { kind: "merge", into: `m_${CAT}`, from: [] }, "no_change"],
  ["a superseded memory", { kind: "merge", into: `m_${CAT}`, from: ["m_old"] }, "not_active"],
  ["a memory of another person", { kind: "merge", into: `m_${CAT}`, from: ["m_bo"] }, "other_subject"],
  ["a memory with other readers", { kind: "merge", into: `m_${CAT}`, from: ["m_closed"] }, "other_readers"],
  ["a contested memory", { kind: "merge", into: `m_${CAT}`, from: ["m_doubted"] }, "contested"],
  ["a contesting memory", { kind: "merge", into: `m_${CAT}`, from: ["m_doubting"] }, "contested"],
  [
    "a memory said again after its replacement",
    { kind: "merge", into: `m_${CAT}`, from: ["m_anew"] },
    "was_replaced",
  ],
  ["a memory retracted once", { kind: "merge", into: `m_${CAT}`, from: ["m_back"] }, "was_replaced"],
])("%s is not merged", (_, operation, why) => {
  const known = [
    grounded(CAT),
    grounded(CALLED, [{}], { id: "m_old", status: "superseded" }),
    grounded(CALLED, [{}], { id: "m_bo", subject: { scope: "user", id: bo.id } }),
    grounded(CALLED, [{ channelId: "801" }], { id: "m_closed" }),
    grounded(CALLED, [{}], { id: "m_doubted", contradicts: "m_x" }),
    grounded(CALLED, [{}], { id: "m_doubting" }),
    grounded("Ada's cat is not called Miso", [{}], { id: "m_x", contradicts: "m_doubting" }),
    grounded(CALLED, [{}, {}], { id: "m_anew", evidenceCount: 1 }),
    grounded(CALLED, [{}, { fact: "" }], { id: "m_back" }),
  ]
  expect(objection(known, operation)).toBe(why)
})

test("three memories take two merges, and earlier merges follow along", () => {
  const [a, b, c] = [CAT, CALLED, "Ada has a cat called Miso"].map((fact) => grounded(fact))
  if (!a || !b || !c) throw new Error("three")
  const { changed, refused } = consolidateMemories(
    [a, b, c],
    [
      { kind: "merge", into: b.memory.id, from: [a.memory.id] },
      { kind: "merge", into: c.memory.id, from: [b.memory.id] },
      { kind: "merge", into: a.memory.id, from: [c.memory.id] },
    ],
    ruleOf(),
  )
  expect(refused.map(({ objection: why }) => why)).toEqual(["not_active"])
  expect(changed.find(({ id }) => id === c.memory.id)).toMatchObject({ status: "active", evidenceCount: 3 })
})

const OSLO = "Kai lives in Oslo"
const BERGEN = "Kai moved to Bergen"
const later = { saidAt: NOON + DAY }

test.each<[string, Partial<StoredEvidence>, Partial<StoredEvidence>, string | null]>([
  ["the person's newer word", {}, later, null],
  ["the person's older word", {}, { saidAt: NOON - 9 * DAY }, "not_newer"],
  ["a report against the person's own word", {}, { ...later, authorId: bo.id }, "others_words"],
  ["the person's own word against a report", { authorId: bo.id }, later, null],
  ["the same reporter", { authorId: bo.id }, { ...later, authorId: bo.id }, null],
  ["another reporter", { authorId: bo.id }, { ...later, authorId: ana.id }, "others_words"],
  [
    "an explicit report against an overheard one",
    { authorId: bo.id },
    { ...later, authorId: ana.id, source: "explicit" },
    null,
  ],
  [
    "an explicit report against the person's own word",
    {},
    { ...later, authorId: ana.id, source: "explicit" },
    "others_words",
  ],
  [
    "an explicit report against another explicit one",
    { authorId: bo.id, source: "explicit" },
    { ...later, authorId: ana.id, source: "explicit" },
    "others_words",
  ],
])("a memory is retired by %s, or the reason is given", (_, former, because, why) => {
  const known = [
    grounded(OSLO, [{ authorId: kai.id, ...former }]),
    grounded(BERGEN, [{ authorId: kai.id, ...because }]),
  ]
  expect(objection(known, { kind: "retire", memory: `m_${OSLO}`, because: `m_${BERGEN}` })).toBe(why)
})

test("any later statement retires a fact about the guild itself", () => {
  const subject = { scope: "guild" as const, id: "900" }
  const known = [
    grounded(OSLO, [{ authorId: ana.id }], { subject }),
    grounded(BERGEN, [{ authorId: bo.id, ...later }], { subject }),
  ]
  expect(objection(known, { kind: "retire", memory: `m_${OSLO}`, because: `m_${BERGEN}` })).toBeNull()
})

test("a retired memory names its replacement and the messages behind it, and no longer contests anything", () => {
  const known = [
    grounded(OSLO, [{}], { contradicts: `m_${BERGEN}` }),
    grounded(
      BERGEN,
      [
        { messageId: "old", saidAt: NOON - 9 * DAY },
        { messageId: "new", ...later },
      ],
      {
        contradicts: `m_${OSLO}`,
      },
    ),
  ]
  const { changed } = consolidateMemories(
    known,
    [{ kind: "retire", memory: `m_${OSLO}`, because: `m_${BERGEN}` }],
    ruleOf(),
  )
  expect(changed).toHaveLength(2)
  expect(changed[0]).toMatchObject({
    status: "superseded",
    supersededBy: `m_${BERGEN}`,
    retiredBy: ["new"],
    merged: false,
  })
  expect(changed[1]).toMatchObject({ status: "active", contradicts: null, confidence: 0.88 })
})

test("two memories that cannot both hold are contested, once", () => {
  const known = [grounded(OSLO), grounded(BERGEN)]
  const contest = { kind: "contest" as const, memory: `m_${OSLO}`, other: `m_${BERGEN}` }
  const { changed, refused } = consolidateMemories(
    known,
    [contest, { kind: "contest", memory: `m_${BERGEN}`, other: `m_${OSLO}` }],
    ruleOf(),
  )
  expect(changed.map(({ contradicts, confidence }) => [contradicts, confidence])).toEqual([
    [`m_${BERGEN}`, 0.4],
    [`m_${OSLO}`, 0.4],
  ])
  expect(refused.map(({ objection: why }) => why)).toEqual(["no_change"])
})

test("memories that somebody said both hold are neither retired nor contested, even after a merge", () => {
  const settled = { ...grounded(BERGEN, [later]), beside: [`m_${OSLO}`] }
  const known = [grounded(OSLO), settled, grounded("Kai moved to Bergen, really")]
  const retire: Operation = { kind: "retire", memory: `m_${OSLO}`, because: `m_${BERGEN}` }
  const contest: Operation = { kind: "contest", memory: `m_${OSLO}`, other: `m_${BERGEN}` }
  const merge: Operation = { kind: "merge", into: `m_${BERGEN}`, from: ["m_Kai moved to Bergen, really"] }
  const { done, refused } = consolidateMemories(known, [retire, contest, merge, retire], ruleOf())
  expect(done).toEqual([merge])
  expect(refused.map(({ objection: why }) => why)).toEqual(["both_hold", "both_hold", "both_hold"])
})

test("a memory gets a replacement date once it becomes history, and a live one has none", () => {
  const known = [grounded(OSLO), grounded(BERGEN, [later])]
  const retire: Operation = { kind: "retire", memory: `m_${OSLO}`, because: `m_${BERGEN}` }
  const promote: Operation = { kind: "promote", memory: `m_${BERGEN}` }
  const { changed } = consolidateMemories(known, [retire, promote], ruleOf({ now: NOON + 5 * DAY }))
  expect(changed.map(({ replacedAt }) => replacedAt)).toEqual([NOON + 5 * DAY])
})

const TALK = "Ada really just has a cat that is named Miso"

test.each<[string, string, string | null]>([
  ["fewer words", CAT, null],
  ["the same words", TALK, "no_change"],
  ["no words", "  ", "no_change"],
  ["a new word", "Ada has a black cat named Miso", "new_words"],
  ["a new name", "Ada has a cat named Momo", "new_words"],
  ["a denial", "Ada has no cat named Miso", "new_words"],
  ["a number", "Ada has 2 cats named Miso", "new_words"],
  ["another memory's words", "Ada has a cat, Miso", "key_taken"],
  ["too many words", `${CAT} ${"a cat ".repeat(60)}`, "unfit"],
])("a memory is reworded with %s, or the reason is given", (_, fact, why) => {
  const known = [grounded(TALK), grounded("Ada has a cat Miso")]
  expect(objection(known, { kind: "reword", memory: `m_${TALK}`, fact })).toBe(why)
})

test("a rewording covers the statements of the former words, keeps the key and passes the usual checks", () => {
  const known = [grounded(TALK)]
  const reword = { kind: "reword" as const, memory: `m_${TALK}`, fact: CAT }
  const { changed, rewordings } = consolidateMemories(known, [reword], ruleOf())
  expect(changed).toMatchObject([{ fact: CAT, factKey: known[0]?.memory.factKey, version: 2 }])
  expect(rewordings.map(({ before, next }) => [before.fact, next.fact])).toEqual([[TALK, CAT]])
  expect(objection(known, reword, { unfit: () => true })).toBe("unfit")
})

test.each<[string, Partial<StoredEvidence>[], Parameters<typeof grounded>[2], string | null]>([
  ["on three days", [{}, {}, {}], {}, null],
  ["on two days", [{}, {}], {}, "too_seldom"],
  [
    "three times on one day",
    [{ saidAt: NOON }, { saidAt: NOON + 1 }, { saidAt: NOON + 2 }],
    {},
    "too_seldom",
  ],
  ["three times, the first two before it was replaced", [{}, {}, {}], { evidenceCount: 1 }, "too_seldom"],
  [
    "on three days and already permanent",
    [{}, {}, {}],
    { lifetime: "permanent", expiresAt: null },
    "permanent_already",
  ],
])("a fact said %s is promoted, or the reason is given", (_, statements, given, why) => {
  const memory = grounded(CAT, statements, { lifetime: "90d", expiresAt: NOON + 90 * DAY, ...given })
  expect(objection([memory], { kind: "promote", memory: `m_${CAT}` })).toBe(why)
})

test("days follow the guild's own time zone", () => {
  const [late, early] = [Date.parse("2026-11-02T22:30:00Z"), Date.parse("2026-11-02T23:30:00Z")]
  const memory = grounded(CAT, [{ saidAt: late }, { saidAt: early }], { lifetime: "7d", expiresAt: NOON })
  const promote = { kind: "promote" as const, memory: `m_${CAT}` }
  expect(objection([memory], promote, { promoteDays: 2, timezone: "UTC" })).toBe("too_seldom")
  expect(objection([memory], promote, { promoteDays: 2, timezone: "Europe/Oslo" })).toBeNull()
})

test("a section is set once", () => {
  const known = [grounded(CAT, [{}], { section: "bio" })]
  const section = { kind: "section" as const, memory: `m_${CAT}`, section: "relationships" as const }
  expect(consolidateMemories(known, [section], ruleOf()).changed).toMatchObject([
    { section: "relationships" },
  ])
  expect(objection(known, { ...section, section: "bio" })).toBe("no_change")
})

test("a memory evicted for room takes its merged memories along", () => {
  const brief = { lifetime: "7d" as const, importance: "low" as const }
  const survivor = known(CAT, { id: "m_1", ...brief })
  const merged = known(CALLED, {
    id: "m_2",
    status: "superseded",
    supersededBy: "m_1",
    merged: true,
    ...brief,
  })
  const before = known("Ada's kitty is called Miso", {
    id: "m_3",
    status: "superseded",
    supersededBy: "m_2",
    merged: true,
  })
  const other = known("Ada had a cat", { id: "m_4", status: "superseded", supersededBy: "m_1" })
  const { evicted } = applyClaims(
    GUILD,
    [proposal("Kai drew a fox")],
    premises([survivor, merged, before, other]),
    {
      rule: rule({ max_memories_per_subject: 1 }),
      now: NOON,
    },
  )
  expect(evicted.map(({ id }) => id)).toEqual(["m_1", "m_2", "m_3"])
})

/** Returns what remains of these memories after these merges without some messages. */
function without(known: readonly MemoryEvidence[], merges: [into: string, from: string][], gone: string[]) {
  const operations = merges.map(([into, from]) => ({ kind: "merge" as const, into, from: [from] }))
  const { changed, evidence, refused } = consolidateMemories(known, operations, ruleOf())
  expect(refused).toEqual([])
  const after = known.map(({ memory }) => changed.find(({ id }) => id === memory.id) ?? memory)
  const rests = [...known.flatMap((one) => one.evidence), ...evidence]
  const terms = { messages: new Set(gone), stems: new Set<string>(), beside: new Set<string>() }
  const left = rebuildMemories(after, rests, terms, NOON)
  return Object.fromEntries(
    after
      .filter(({ id }) => !left.gone.some((memory) => memory.id === id))
      .map((memory) => left.changed.find(({ id }) => id === memory.id) ?? memory)
      .map(({ id, status, supersededBy, merged, fact }) => [id, { status, supersededBy, merged, fact }]),
  )
}

const active = (fact: string) => ({ status: "active", supersededBy: null, merged: false, fact })
const mergedBy = (by: string, fact: string) => ({
  status: "superseded",
  supersededBy: by,
  merged: true,
  fact,
})

test("two lines of one window count as one statement of the merged memory, and the remaining line stands alone", () => {
  const known = [
    grounded(CAT, [{ windowId: "w_1", messageId: "a" }], { id: "m_1" }),
    grounded(CALLED, [{ windowId: "w_1", messageId: "b" }], { id: "m_2" }),
    grounded("Ada has a cat called Miso", [{ windowId: "w_1", messageId: "c" }], { id: "m_3" }),
  ]
  const chain: [string, string][] = [
    ["m_2", "m_3"],
    ["m_1", "m_2"],
  ]
  expect(without(known, [["m_1", "m_2"]], ["a"])).toMatchObject({ m_2: active(CALLED) })
  expect(without(known, chain, ["a"])).toEqual({
    m_2: active(CALLED),
    m_3: mergedBy("m_2", "Ada has a cat called Miso"),
  })
  expect(without(known, chain, ["a", "b"])).toEqual({ m_3: active("Ada has a cat called Miso") })
})

test("without the middle of a merge chain, its memories merge into the end of the chain", () => {
  const known = [
    grounded(CAT, [{ windowId: "w_1", messageId: "a" }], { id: "m_1" }),
    grounded(CALLED, [{ windowId: "w_2", messageId: "b" }], { id: "m_2" }),
    grounded("Ada has a cat called Miso", [{ windowId: "w_3", messageId: "c" }], { id: "m_3" }),
  ]
  const chain: [string, string][] = [
    ["m_2", "m_3"],
    ["m_1", "m_2"],
  ]
  expect(without(known, chain, ["b"])).toEqual({
    m_2: mergedBy("m_1", "Ada has a cat called Miso"),
    m_1: active(CAT),
    m_3: mergedBy("m_2", "Ada has a cat called Miso"),
  })
  const late = { windowId: "w_2", messageId: "b" }
  const same = [
    grounded(CAT, [{ ...late, messageId: "a" }], { id: "m_1" }),
    grounded(CALLED, [late], { id: "m_2" }),
  ]
  expect(without(same, [["m_1", "m_2"]], ["b"])).toEqual({})
})

test("a memory replaced by merged words stays replaced by the survivor while that is newer", () => {
  const replaced = grounded("Ada's cat is called Momo", [{ messageId: "old", saidAt: NOON - 5 * DAY }], {
    id: "m_0",
    status: "superseded",
    supersededBy: "m_2",
    retiredBy: ["b"],
  })
  const cases: [number, Record<string, unknown>][] = [
    [NOON, { m_1: active(CAT), m_0: { status: "superseded", supersededBy: "m_1", merged: false } }],
    [
      NOON - 9 * DAY,
      { m_0: active("Ada's cat is called Momo"), m_1: { status: "superseded", supersededBy: "m_0" } },
    ],
  ]
  for (const [saidAt, expected] of cases) {
    const known = [
      replaced,
      grounded(CAT, [{ messageId: "a", saidAt }], { id: "m_1" }),
      grounded(CALLED, [{ messageId: "b", saidAt: NOON }], { id: "m_2" }),
    ]
    expect(without(known, [["m_1", "m_2"]], ["b"])).toMatchObject(expected)
  }
})
