/** Promises of applying claims that hold for any talk: caps, provenance, history and replay. */
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Memory } from "../../src/domain/types.ts"
import { applyClaims } from "../../src/memory/facts/apply-claims.ts"
import { confidence } from "../../src/memory/facts/confidence.ts"
import type { GateRule } from "../../src/memory/facts/gate-decision.ts"
import { propertyRuns } from "../dice.ts"
import { bo, GUILD, kai, NOON, premises, rule } from "./builders.ts"
import {
  applyRound,
  type Draft,
  draft,
  type Round,
  roomy,
  rounds,
  talk,
  tight,
  type World,
  write,
} from "./world.ts"

const RUNS = propertyRuns(100)
const active = (world: World) => world.known.filter((memory) => memory.status === "active")
const forAll = (
  check: (round: Round, rules: GateRule) => void,
  rules: fc.Arbitrary<GateRule> = fc.oneof(tight, fc.constant(rule(roomy))),
) =>
  fc.assert(
    fc.property(talk, rules, fc.boolean(), (windows, gate, authored) => {
      for (const round of rounds(windows, { rule: gate, authored })) check(round, gate)
    }),
    { numRuns: RUNS },
  )

test("no cap is ever exceeded", () => {
  forAll(({ before, result, after }, rules) => {
    const writes = Math.min(rules.max_writes_per_window, rules.max_writes_per_hour)
    expect(result.verdicts.filter((verdict) => verdict.kind === "accepted").length).toBeLessThanOrEqual(
      writes,
    )
    expect(new Set(result.evidence.map((item) => item.memoryId)).size).toBeLessThanOrEqual(writes)
    const known = new Set(before.known.map((memory) => memory.id))
    expect(result.changed.filter((memory) => !known.has(memory.id)).length).toBeLessThanOrEqual(writes)
    expect(active(after).length).toBeLessThanOrEqual(rules.max_memories_per_subject)
    const expiring = active(after).filter((memory) => memory.expiresAt !== null)
    expect(expiring.length).toBeLessThanOrEqual(rules.max_expiring_per_person)
  })
})

test("every memory has evidence, and every piece of evidence has a memory", () => {
  forAll(({ after, result }) => {
    const backed = new Set(after.evidence.map((item) => item.memoryId))
    expect(after.known.filter((memory) => !backed.has(memory.id))).toEqual([])
    const ids = new Set(after.known.map((memory) => memory.id))
    expect(result.evidence.filter((item) => !ids.has(item.memoryId))).toEqual([])
  })
})

test("every claim gets one verdict, and a subject never holds one fact twice", () => {
  forAll(({ result, proposals, after }) => {
    expect(result.verdicts).toHaveLength(proposals.length)
    expect(new Set(after.known.map((memory) => memory.factKey)).size).toBe(after.known.length)
    expect(new Set(after.known.map((memory) => memory.id)).size).toBe(after.known.length)
  })
})

test("every known memory stays, is evicted, has a named replacement, or is retracted", () => {
  forAll(({ before, after, result }) => {
    const evicted = new Set(result.evicted.map((memory) => memory.id))
    const takenBack = new Set(
      result.verdicts.flatMap((verdict) =>
        verdict.op === "forget" && verdict.kind === "accepted" ? [verdict.memoryId] : [],
      ),
    )
    for (const memory of before.known.filter((item) => !evicted.has(item.id))) {
      const now = after.known.find((item) => item.id === memory.id)
      expect(now).toBeDefined()
      if (memory.status !== "superseded" && now?.status === "superseded")
        expect(now.supersededBy !== null || takenBack.has(memory.id)).toBe(true)
    }
  })
})

test("a contradiction names an existing memory, and confidence follows the formula", () => {
  forAll(({ after }) => {
    for (const memory of active(after)) {
      const rival = after.known.find((item) => item.id === memory.contradicts)
      expect(memory.contradicts === null || (rival !== undefined && rival.status !== "superseded")).toBe(true)
      expect(memory.confidence).toBe(confidence(memory))
      expect(memory.confidence).toBeLessThanOrEqual(1)
      expect(memory.saidAt).toBeLessThanOrEqual(memory.lastSaidAt)
    }
  })
})

test("a write expects the versions that were read and increases them", () => {
  forAll(({ before, result }) => {
    const versions = new Map(before.known.map((memory) => [memory.id, memory.version]))
    expect(result.expected.every((item) => item.version === (versions.get(item.id) ?? 0))).toBe(true)
    const expected = new Set(result.expected.map((item) => item.id))
    for (const memory of [...result.changed, ...result.evicted]) expect(expected.has(memory.id)).toBe(true)
    const kept = result.changed.filter((memory) => !result.evicted.some((item) => item.id === memory.id))
    for (const memory of kept) expect(memory.version).toBeGreaterThan(versions.get(memory.id) ?? 0)
  })
})

test("shadow and manual mode change no active memory", () => {
  fc.assert(
    fc.property(
      talk,
      fc.constantFrom("shadow", "manual"),
      fc.integer({ min: 1, max: 3 }),
      (windows, mode, min_evidence) => {
        const [first = [], ...rest] = windows
        const [lived] = rounds([first], { rule: rule(roomy) })
        let world = lived?.after ?? { known: [], evidence: [] }
        const live = active(world)
        rest.forEach((drafts, index) => {
          const terms = { rule: rule({ ...roomy, mode, min_evidence }), index: index + 1, authored: true }
          world = applyRound(world, drafts, terms).after
          expect(active(world)).toEqual(expect.arrayContaining(live))
          expect(active(world)).toHaveLength(live.length)
        })
      },
    ),
    { numRuns: RUNS },
  )
})

test("a report never replaces or retracts a person's own words, and at most contests them", () => {
  fc.assert(
    fc.property(fc.array(draft), fc.array(draft), fc.boolean(), (own, reports, authored) => {
      const said = rounds([own.map((item) => ({ ...item, author: kai.id }))], {
        rule: rule(roomy),
        authored,
      })[0]
      if (!said) return
      const byOthers = reports.map((item) => ({
        ...item,
        author: item.author === kai.id ? bo.id : item.author,
      }))
      const after = applyRound(said.after, byOthers, { rule: rule(roomy), index: 9, authored }).after
      const live = new Set(active(after).map((memory) => memory.id))
      expect(active(said.after).filter((memory) => !live.has(memory.id))).toEqual([])
    }),
    { numRuns: RUNS },
  )
})

test("applying the same claims again creates no memory and keeps the active ones", () => {
  const sure = (item: Draft): Draft => ({ ...item, op: "save", confidence: 1, lifetime: "permanent" })
  fc.assert(
    fc.property(talk, fc.boolean(), (windows, authored) => {
      const terms = { rule: rule(roomy), authored }
      const last = rounds(
        windows.map((drafts) => drafts.map(sure)),
        terms,
      ).at(-1)
      if (!last) return
      const result = applyClaims(GUILD, last.proposals, premises(last.after.known), {
        rule: terms.rule,
        now: NOON,
      })
      const again = write(last.after, result, authored)
      const ids = (memories: Memory[]) => memories.map((memory) => memory.id).sort()
      expect(ids(again.known)).toEqual(ids(last.after.known))
      expect(ids(active(again))).toEqual(ids(active(last.after)))
    }),
    { numRuns: RUNS },
  )
})
