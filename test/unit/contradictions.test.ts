/**
 * Precedence between conflicting statements, and the search for contradictions among everything known about a
 * person.
 */
import fc from "fast-check"
import { expect, test } from "vitest"
import { contradictionsAmong, type DatedFact } from "../../src/memory/facts/contradictions.ts"
import type { KnownMemory } from "../../src/memory/facts/known.ts"
import {
  type ConflictSide,
  decidePrecedence,
  effectiveConfidence,
  sideOfMemory,
  type Utterance,
} from "../../src/memory/facts/precedence.ts"
import { reconcile } from "../../src/memory/facts/reconcile.ts"
import { relate } from "../../src/text/similarity.ts"
import { ana, bo, DAY, GUILD, kai, known, NOON, proposal, saidBy } from "./builders.ts"
import { HELD_OUT } from "./contradiction-held-out.ts"
import { PAIRS } from "./contradiction-pairs.ts"

const YEAR = 365.25 * DAY
/** Builds one side of a conflict from all its statements. */
const side = (words: Omit<Utterance, "saidAt">[], saidAt: number, fact = ""): ConflictSide => ({
  fact,
  saidAt,
  words: words.map((word) => ({ ...word, saidAt })),
})
const own = (saidAt: number, { explicit = false, fact = "" } = {}) =>
  side([{ own: true, author: "1", explicit }], saidAt, fact)
const report = (by: string, saidAt: number, { explicit = false, fact = "" } = {}) =>
  side([{ own: false, author: by, explicit }], saidAt, fact)
/** Joins consecutive statements of the same side. */
const together = (...sides: ConflictSide[]): ConflictSide => ({
  fact: "",
  saidAt: Math.max(...sides.map(({ saidAt }) => saidAt)),
  words: sides.flatMap(({ words }) => words),
})
const told = { explicit: true }

test.each<[string, ConflictSide, ConflictSide, ReturnType<typeof decidePrecedence>]>([
  ["a person's newer word against their older one", own(1), own(2), "second"],
  ["a person's older word, heard late, against their newer one", own(2), own(1), "first"],
  [
    "a person's newer explicit word against their older overheard one",
    own(1),
    own(2, { explicit: true }),
    "second",
  ],
  ["a person's newer word against an older report", report("2", 1), own(2), "second"],
  ["a person's newer word against an explicit report", report("2", 1, { explicit: true }), own(2), "second"],
  ["a newer report against the person's own word", own(1), report("2", 2), "neither"],
  [
    "an explicit report against the person's overheard word",
    own(1),
    report("2", 2, { explicit: true }),
    "neither",
  ],
  ["an older report, heard late, against the person's own word", own(2), report("2", 1), "first"],
  ["the person's older word, heard late, against a newer report", report("2", 2), own(1), "neither"],
  ["a newer report against an older one by the same reporter", report("2", 1), report("2", 2), "second"],
  ["a newer report against an older one by another reporter", report("2", 1), report("3", 2), "neither"],
  ["a newer report against an older one of unknown author", side([], 1), report("2", 2), "neither"],
  ["an explicit report against an older overheard one", report("2", 1), report("3", 2, told), "second"],
  ["an older overheard report against an explicit one", report("3", 2, told), report("2", 1), "first"],
  [
    "an explicit report against another's older explicit one",
    report("2", 1, told),
    report("3", 2, told),
    "neither",
  ],
  [
    "an overheard report against another's older explicit one",
    report("2", 1, told),
    report("3", 2),
    "neither",
  ],
  ["an explicit report against words of unknown author", side([], 1), report("3", 2, told), "neither"],
  [
    "an explicit report older than its rival and only overheard since",
    report("2", 2),
    together(report("3", 1, told), report("3", 3)),
    "neither",
  ],
  [
    "a person's own word older than a report and repeated by others since",
    report("2", 2),
    together(own(1), report("3", 3)),
    "neither",
  ],
  [
    "a person's newer word against their older one that others had repeated",
    together(own(1), report("3", 2)),
    own(3),
    "second",
  ],
  ["two statements at one moment, the first explicit", own(1, { explicit: true }), own(1), "first"],
  ["two statements at one moment", own(1), own(1), "second"],
])("precedence is decided: %s", (_, first, second, ruling) => {
  expect(decidePrecedence(first, second)).toBe(ruling)
})

test("an age that follows from the passage of time replaces the old one, whoever says it", () => {
  const thirty = own(0, { fact: "Kai is 30 years old" })
  const turned = (fact: string, years: number) =>
    decidePrecedence(thirty, report("2", years * YEAR, { fact }))
  expect(turned("Kai turned 32", 2)).toBe("second")
  expect(turned("Kai is 31 years old", 0.1)).toBe("second")
  expect(turned("Kai is 40 years old", 2)).toBe("neither")
  expect(turned("Kai is 29 years old", 2)).toBe("neither")
})

test("precedence is independent of the order of comparison, except in a full tie", () => {
  const word = fc.record({
    saidAt: fc.integer({ min: 0, max: 3 }).map((years) => years * YEAR),
    own: fc.boolean(),
    author: fc.constantFrom("2", "3"),
    explicit: fc.boolean(),
  })
  const anySide = fc
    .record({
      fact: fc.constantFrom("Kai is 30 years old", "Kai turned 31", "Kai likes tea"),
      words: fc.array(word, { minLength: 1, maxLength: 3 }),
    })
    .map(
      ({ fact, words }): ConflictSide => ({
        fact,
        words,
        saidAt: Math.max(...words.map(({ saidAt }) => saidAt)),
      }),
    )
  const isTold = ({ words }: ConflictSide) => words.some(({ explicit }) => explicit)
  const other = { first: "second", second: "first", neither: "neither" } as const
  fc.assert(
    fc.property(anySide, anySide, (a, b) => {
      fc.pre(a.saidAt !== b.saidAt || isTold(a) !== isTold(b))
      expect(decidePrecedence(a, b)).toBe(other[decidePrecedence(b, a)])
    }),
  )
})

test("one statement by its subject makes a memory the subject's own word, and everyone may speak for the guild", () => {
  const owned = (memory: KnownMemory) => sideOfMemory(memory).words.map(({ own: theirs }) => theirs)
  expect(owned(known("Kai is tall", { said: saidBy([ana.id, kai.id]) }))).toEqual([false, true])
  expect(owned(known("Kai is tall"))).toEqual([true])
  const server = known("The raid is on Friday", {
    said: saidBy([ana.id]),
    subject: { scope: "guild", id: GUILD },
  })
  expect(owned(server)).toEqual([true])
})

const meet = (said: ReturnType<typeof proposal>, ...memories: KnownMemory[]) =>
  reconcile(GUILD, said, memories, NOON)

test("a third party's word never silently replaces the person's own, whichever comes first", () => {
  const mine = known("Kai is an introvert", { said: saidBy([kai.id]) })
  const theirs = known("Kai is an extrovert", { said: saidBy([ana.id]) })
  expect(meet(proposal("Kai is an extrovert", { reportedBy: ana.id }), mine).kind).toBe("contest")
  // Old words, imported after the report.
  expect(meet(proposal("Kai is an introvert", { saidAt: NOON - 9 * DAY }), theirs).kind).toBe("contest")
  expect(meet(proposal("Kai is an introvert"), theirs).kind).toBe("supersede")
})

test("two reports by different people contest each other in any order", () => {
  const first = known("Kai is an extrovert", { said: saidBy([ana.id]) })
  for (const saidAt of [NOON, NOON - 9 * DAY])
    expect(meet(proposal("Kai is an introvert", { reportedBy: bo.id, saidAt }), first).kind).toBe("contest")
})

test("an explicit report replaces an overheard report, and never the person's own word", () => {
  const overheard = known("Kai is an extrovert", { said: saidBy([ana.id]) })
  const say = proposal("Kai is an introvert", { reportedBy: bo.id })
  const remember = { ...say, evidence: say.evidence.map((one) => ({ ...one, source: "explicit" as const })) }
  expect(meet(remember, overheard)).toMatchObject({ kind: "supersede", old: { id: overheard.id } })
  expect(meet(say, overheard).kind).toBe("contest")
  const wanted = known("Kai is an extrovert", { said: saidBy([ana.id], { explicit: true }) })
  expect(meet(remember, wanted).kind).toBe("contest")
  const mine = known("Kai is an extrovert", { said: saidBy([ana.id, kai.id]) })
  expect(meet(remember, mine).kind).toBe("contest")
  // Overheard long ago, but imported after the explicit report.
  const late = proposal("Kai is an introvert", { reportedBy: bo.id, saidAt: NOON - 9 * DAY })
  expect(meet(late, wanted).kind).toBe("outdated")
})

test("somebody else's birthday wishes make an age history, not a contradiction", () => {
  const thirty = known("Kai is 30 years old", {
    said: saidBy([kai.id], { saidAt: NOON - 1.5 * YEAR }),
    lastSaidAt: NOON - 1.5 * YEAR,
  })
  const change = meet(proposal("Kai turned 31 last week", { reportedBy: ana.id }), thirty)
  expect(change).toMatchObject({ kind: "supersede", old: { id: thirty.id } })
})

test("two facts that somebody said both hold are not contested again in the same words", () => {
  const mine = known("Kai is an introvert", { said: saidBy([kai.id]) })
  const theirs = known("Kai is an extrovert", { said: saidBy([ana.id]), beside: [mine.id] })
  expect(meet(proposal("Kai is an introvert"), mine, theirs).kind).toBe("reinforce")
  expect(meet(proposal("Kai is an extrovert", { reportedBy: ana.id }), mine, theirs).kind).toBe("reinforce")
  expect(meet(proposal("Kai is a huge extrovert", { reportedBy: bo.id }), mine, theirs).kind).toBe("contest")
})

test("a person's own statement keeps its confidence despite contradictions, and a report does not", () => {
  const mine = known("Kai likes tea", { contradicts: "m_x" })
  expect(mine.confidence).toBe(0.4)
  expect(effectiveConfidence(mine, [kai.id])).toBe(0.8)
  expect(effectiveConfidence(mine, [ana.id, kai.id])).toBe(0.8)
  expect(effectiveConfidence(mine, [ana.id])).toBe(0.4)
  expect(effectiveConfidence(known("Kai likes tea"), [ana.id])).toBe(0.8)
})

const stated = (facts: readonly string[]): DatedFact[] =>
  facts.map((fact, at) => ({ id: `m_${at}`, fact, saidAt: at }))
const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length })

test("the search among many facts finds exactly the contradictions of a pairwise comparison", () => {
  const pool = [...Object.values(PAIRS).flat(2), ...HELD_OUT.flat()]
  const facts = stated([...new Set(pool)])
  const expected = facts.flatMap((a, nth) =>
    facts.slice(nth + 1).flatMap((b) => {
      const relation = relate(a.fact, b.fact)
      return relation === "opposed" || relation === "replaces" ? [{ a: a.id, b: b.id, relation }] : []
    }),
  )
  expect(expected.length).toBeGreaterThan(100)
  expect(contradictionsAmong(facts)).toEqual(expected)
})

test("the order of the facts does not matter", () => {
  const facts = stated(PAIRS.opposed.slice(0, 20).flat())
  const expected = contradictionsAmong(facts)
  expect(expected.length).toBeGreaterThan(10)
  fc.assert(
    fc.property(shuffled(facts), (mixed) => void expect(contradictionsAmong(mixed)).toEqual(expected)),
  )
})

test("two thousand facts about one person are searched in a fifth of a second", () => {
  const things = ["tea", "jazz", "chess", "rust", "hiking", "soup", "opera", "anime", "yoga", "golf"]
  const facts = stated(
    Array.from({ length: 2_000 }, (_, nth) => {
      const thing = `${things[nth % 10]} ${things[Math.floor(nth / 10) % 10]} number ${nth}`
      return nth % 3 === 0
        ? `Ada doesn't like ${thing}`
        : nth % 3 === 1
          ? `Ada likes ${thing}`
          : `Ada finished ${thing}`
    }),
  )
  const planted = stated(["Ada is single", "Ada is married", "Ada lives in Oslo", "Ada moved to Bergen"])
  const all = [...facts, ...planted.map((one) => ({ ...one, id: `p${one.id}`, saidAt: one.saidAt + 9_000 }))]
  contradictionsAmong(all.slice(0, 200))
  const start = process.cpuUsage()
  const found = contradictionsAmong(all)
  const { user, system } = process.cpuUsage(start)
  expect(found).toEqual([
    { a: "pm_0", b: "pm_1", relation: "opposed" },
    { a: "pm_2", b: "pm_3", relation: "replaces" },
  ])
  const took = (user + system) / 1_000
  console.info(`2,004 facts: ${Math.round(took)} ms`)
  // The bound allows for other work of the engine at the same time.
  expect(took).toBeLessThan(400)
})
