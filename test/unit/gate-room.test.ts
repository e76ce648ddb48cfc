/** Caps on memories hold exactly, and the least important memories are evicted. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { IMPORTANCE_WEIGHT, IMPORTANCES, LIFETIMES } from "../../src/domain/types.ts"
import { type GateState, judgeChange, memoriesOverCaps } from "../../src/memory/facts/gate.ts"
import type { GateRule } from "../../src/memory/facts/gate-decision.ts"
import { type CapPart, capPart, type KnownMemory } from "../../src/memory/facts/known.ts"
import type { Change } from "../../src/memory/facts/reconcile.ts"
import { GUILD, known, NOON, rule } from "./builders.ts"

const gateState = (given: Partial<GateState> = {}): GateState => ({
  readOnly: false,
  writesInWindow: 0,
  writesInHour: 0,
  active: [],
  ...given,
})
const fact = (given: Partial<KnownMemory> = {}) => known("Kai plays chess", { lastSaidAt: NOON, ...given })
const created = (given: Partial<KnownMemory> = {}): Change => ({ kind: "create", memory: fact(given) })
const many = (count: number, given: Partial<KnownMemory> = {}) =>
  Array.from({ length: count }, (_, index) => known(`Kai fact ${index}`, given))
const evicted = (change: Change, rules: Partial<GateRule>, active: KnownMemory[]) => {
  const judgment = judgeChange(change, rule(rules), gateState({ active }))
  return judgment.kind === "accepted" ? judgment.evict.map((memory) => memory.fact) : judgment.reason
}

test.each([
  [198, []],
  [199, []],
  [200, ["Kai fact 0"]],
])("a new memory beside %d expiring ones evicts %j", (count, gone) => {
  const active = many(count, { lifetime: "30d" })
  expect(evicted(created(), { max_expiring_per_person: 2_000 }, active)).toEqual(gone)
})

test.each([
  [49, []],
  [50, ["Kai fact 0"]],
])("a new expiring memory of a person with %d expiring ones evicts %j", (count, gone) => {
  const active = many(count, { lifetime: "30d" })
  expect(evicted(created({ lifetime: "7d" }), {}, active)).toEqual(gone)
  expect(evicted(created({ lifetime: "permanent" }), {}, active)).toEqual([])
})

test("a channel or guild has no cap on expiring memories", () => {
  const guild = { subject: { scope: "guild", id: GUILD }, lifetime: "30d" } as const
  expect(evicted(created(guild), {}, many(60, guild))).toEqual([])
})

test("permanent memories are never evicted", () => {
  expect(evicted(created(), {}, many(200))).toBe("subject_full")
})

test("the least important memory is evicted first, then the oldest, and the new one competes too", () => {
  const active = [
    known("high old", { importance: "high", lifetime: "30d", lastSaidAt: 1 }),
    known("low new", { importance: "low", lifetime: "30d", lastSaidAt: 9 }),
    known("low old", { importance: "low", lifetime: "30d", lastSaidAt: 2 }),
    known("medium", { importance: "medium", lifetime: "30d", lastSaidAt: 1 }),
  ]
  const three = { max_expiring_per_person: 3 }
  expect(evicted(created({ lifetime: "30d" }), three, active)).toEqual(["low old", "low new"])
  expect(evicted(created({ lifetime: "30d", importance: "low" }), three, active)).toEqual([
    "low old",
    "low new",
  ])
  expect(evicted(created({ lifetime: "30d", importance: "low", lastSaidAt: 5 }), three, active)).toBe(
    "subject_full",
  )
})

test("a repeated fact needs no room, but a shadow memory that becomes active does", () => {
  const full = many(200)
  const before = fact({ status: "shadow" })
  expect(evicted({ kind: "reinforce", memory: fact(), before: fact() }, {}, full)).toEqual([])
  expect(evicted({ kind: "reinforce", memory: before, before }, {}, full)).toBe("subject_full")
})

test("a replaced memory makes room itself, and a contested one stays", () => {
  const old = known("Kai hates chess", { lifetime: "30d", importance: "low" })
  const active = [...many(199, { importance: "high", lifetime: "30d" }), old]
  const room = { max_expiring_per_person: 2_000 }
  expect(evicted({ kind: "supersede", memory: fact(), old, others: [] }, room, active)).toEqual([])
  expect(evicted({ kind: "contest", memory: fact(), other: old }, room, active)).toEqual(["Kai fact 0"])
})

const memory = fc
  .record({
    importance: fc.constantFrom(...IMPORTANCES),
    lifetime: fc.constantFrom(...LIFETIMES),
    lastSaidAt: fc.integer({ min: 0, max: 20 }),
  })
  .map((given) => given as Partial<KnownMemory>)

test("the caps hold after any acceptance, and evicted memories are worth no more than those that stay", () => {
  const caps = fc.record({
    max_memories_per_subject: fc.integer({ min: 1, max: 8 }),
    max_expiring_per_person: fc.integer({ min: 0, max: 8 }),
  })
  fc.assert(
    fc.property(fc.array(memory, { maxLength: 12 }), memory, caps, (givens, given, rules) => {
      const active = givens.map((item, index) => known(`Kai fact ${index}`, item))
      const incoming = fact(given)
      const judgment = judgeChange({ kind: "create", memory: incoming }, rule(rules), gateState({ active }))
      if (judgment.kind !== "accepted") return void expect(judgment.reason).toBe("subject_full")
      const after = [...active.filter((item) => !judgment.evict.includes(item)), incoming]
      const expiring = after.filter((item) => item.expiresAt !== null)
      expect(after.length).toBeLessThanOrEqual(rules.max_memories_per_subject)
      if (incoming.expiresAt !== null)
        expect(expiring.length).toBeLessThanOrEqual(rules.max_expiring_per_person)
      const worth = (item: { importance: KnownMemory["importance"]; lastSaidAt: number }) =>
        IMPORTANCE_WEIGHT[item.importance] * 1_000 + item.lastSaidAt
      const best = Math.max(Number.NEGATIVE_INFINITY, ...judgment.evict.map(worth))
      expect(best).toBeLessThanOrEqual(Math.min(...expiring.map(worth), Number.POSITIVE_INFINITY))
      expect(judgment.evict.every((item) => item.expiresAt !== null)).toBe(true)
    }),
  )
})

test("lowered caps evict exactly the memories that would yield to a new one, and nothing if there is room", () => {
  const memory = fc.record({
    importance: fc.constantFrom(...IMPORTANCES),
    lifetime: fc.constantFrom(...LIFETIMES),
    lastSaidAt: fc.integer({ min: 0, max: 1_000 }),
  })
  fc.assert(
    fc.property(fc.array(memory, { maxLength: 12 }), fc.nat(8), fc.nat(8), (given, most, expiring) => {
      const active = given.map((one, index) => known(`Kai fact ${index}`, one))
      const rules = { max_memories_per_subject: most + 1, max_expiring_per_person: expiring }
      const gone = new Set(memoriesOverCaps(active, rules))
      const left = active.filter((one) => !gone.has(one))
      const lasting = left.filter(({ expiresAt }) => expiresAt === null).length
      expect(left.length - lasting).toBeLessThanOrEqual(expiring)
      expect(left.length).toBeLessThanOrEqual(Math.max(most + 1, lasting))
      expect(memoriesOverCaps(left, rules)).toEqual([])
      // A permanent newcomer takes one place in total and none among expiring memories.
      const judged = judgeChange(
        created({ lifetime: "permanent" }),
        rule({ ...rules, max_memories_per_subject: most + 2 }),
        gateState({ active: left }),
      )
      if (judged.kind === "accepted") expect(judged.evict).toEqual([])
      const order = (one: Pick<KnownMemory, "importance" | "lastSaidAt">) =>
        IMPORTANCE_WEIGHT[one.importance] * 10_000 + one.lastSaidAt
      for (const one of gone)
        for (const other of left)
          if (other.expiresAt !== null) expect(order(one)).toBeLessThanOrEqual(order(other))
    }),
  )
})

test("each group of readers has caps of its own: facts stated elsewhere take no room and are not evicted", () => {
  const low = { lifetime: "30d", importance: "low" } as const
  const active = [
    known("hidden", { ...low, cap: "elsewhere" }),
    known("open", { ...low, cap: "wider" }),
    known("here", { lifetime: "30d" }),
  ]
  expect(evicted(created({ lifetime: "30d" }), { max_memories_per_subject: 2 }, active)).toEqual([])
  expect(evicted(created({ lifetime: "30d" }), { max_memories_per_subject: 1 }, active)).toEqual(["here"])
  expect(memoriesOverCaps(active, { max_memories_per_subject: 1, max_expiring_per_person: 1 })).toEqual([])
})

test("a fact that other people read elsewhere takes room and stays", () => {
  const shared = known("shared", { lifetime: "30d", importance: "low", cap: "counted" })
  const active = [shared, known("here", { lifetime: "30d" })]
  expect(evicted(created({ lifetime: "30d" }), { max_expiring_per_person: 2 }, active)).toEqual(["here"])
})

test("a fact first stated elsewhere needs room when it is stated here, like a new one", () => {
  const elsewhere = fact({ lifetime: "30d", cap: "elsewhere" })
  const change: Change = { kind: "reinforce", memory: elsewhere, before: elsewhere }
  const active = [elsewhere, known("here", { lifetime: "30d", importance: "low" })]
  expect(evicted(change, { max_expiring_per_person: 1 }, active)).toEqual(["here"])
})

test("all groups of readers together hold ten times the cap, and no more", () => {
  const hidden = (count: number) => many(count, { lifetime: "30d", cap: "elsewhere" })
  const one = { max_memories_per_subject: 1 }
  expect(evicted(created({ lifetime: "30d" }), one, hidden(9))).toEqual([])
  expect(evicted(created({ lifetime: "30d" }), one, hidden(10))).toBe("subject_full")
})

test.each<[string, (string | null)[], CapPart]>([
  ["stated here", ["10"], "evictable"],
  ["stated here and to fewer readers", ["10", "20"], "evictable"],
  ["stated here and to other readers", ["10", "30"], "counted"],
  ["stated here and to everyone", ["10", null], "wider"],
  ["stated to fewer readers only", ["20"], "elsewhere"],
  ["stated nowhere", [], "elsewhere"],
])("a fact %s (%j) is %s in the caps of this place", (_, stated, part) => {
  expect(capPart(stated, { same: ["10", "11"], wider: [null, "1"], narrower: ["20"] })).toBe(part)
})
