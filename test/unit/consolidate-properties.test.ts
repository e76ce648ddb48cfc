/**
 * Merging in any conversation: a retraction after a merge restores the state without the statement, and
 * nothing is lost.
 */
import fc from "fast-check"
import { expect, test } from "vitest"
import { consolidateMemories } from "../../src/memory/facts/consolidated.ts"
import type { KnownMemory, StoredEvidence } from "../../src/memory/facts/known.ts"
import type { MemoryEvidence, Operation } from "../../src/memory/facts/operations.ts"
import { rebuildMemories } from "../../src/memory/facts/rebuild.ts"
import { mergeSurvivor } from "../../src/memory/facts/states.ts"
import { deep, propertyRuns } from "../dice.ts"
import { kai, NOON, rule } from "./builders.ts"
import { ruleOf } from "./grounded.ts"
import { applyRound, type Draft, roomy, type World } from "./world.ts"

const gates = rule({ ...roomy, min_confidence: 0 })
/** Wordings by meaning. */
const MEANING: Record<string, string> = {
  "Kai has a cat named Miso": "cat",
  "Kai's cat is called Miso": "cat",
  "Kai has a pet cat, Miso": "cat",
  "Kai lives in Oslo": "oslo",
  "Kai lives in the city of Oslo": "oslo",
  "Kai lives in Bergen": "bergen",
  "Kai drew a fox": "fox",
}
const FACTS = Object.keys(MEANING)

interface Step {
  fact: string
  confidence: number
  /** Merge all that can be merged after this window, the later ones first. */
  merge: boolean
  reversed: boolean
}

const talk = fc.array(
  fc.record<Step>({
    fact: fc.constantFrom(...FACTS),
    confidence: fc.constantFrom(0.5, 0.8, 1),
    merge: fc.boolean(),
    reversed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 9 },
)

const draftOf = ({ fact, confidence }: Step): Draft => ({
  op: "save",
  fact,
  author: kai.id,
  target: 0,
  late: 0,
  confidence,
  importance: "medium",
  lifetime: "permanent",
})

function settled(steps: Step[], missing: readonly number[] = [], merging = true): World {
  let world: World = { known: [], evidence: [] }
  steps.forEach((step, index) => {
    if (missing.includes(index)) return
    world = applyRound(world, [draftOf(step)], { rule: gates, index, authored: true }).after
    if (merging && step.merge) world = mergedWorld(world, step.reversed)
  })
  return world
}

const rests = (world: World): StoredEvidence[] =>
  world.evidence.map((item) => ({ ...item, ref: item.messageId ?? `told:${item.saidAt}` }))

function memoriesWithEvidence(world: World): MemoryEvidence[] {
  return world.known
    .filter(({ status }) => status === "active")
    .map(({ merges: _, said: __, counted: ___, ...memory }) => ({
      memory,
      evidence: rests(world).filter(({ memoryId }) => memoryId === memory.id),
    }))
}

/** Returns the world after a merge of every pair was proposed. */
function mergedWorld(world: World, reversed: boolean): World {
  const ids = memoriesWithEvidence(world).map(({ memory }) => memory.id)
  if (reversed) ids.reverse()
  const pairs: Operation[] = ids.flatMap((into, at) =>
    ids.slice(at + 1).map((from): Operation => ({ kind: "merge", into, from: [from] })),
  )
  const result = consolidateMemories(memoriesWithEvidence(world), pairs, ruleOf({ alike: () => true }))
  const changed = new Map(result.changed.map((memory) => [memory.id, memory]))
  return {
    known: world.known.map((memory): KnownMemory => ({ ...memory, ...changed.get(memory.id) })),
    evidence: [...world.evidence, ...result.evidence],
  }
}

function without(world: World, windows: readonly number[]): World {
  const gone = windows.map((index) => `w_${index}`)
  const messages = new Set(
    world.evidence.flatMap((item) => (gone.includes(item.windowId ?? "") ? (item.messageId ?? []) : [])),
  )
  const terms = { messages, stems: new Set<string>(), beside: new Set<string>() }
  const left = rebuildMemories(world.known, rests(world), terms, NOON)
  const changed = new Map(left.changed.map((memory) => [memory.id, memory]))
  const removed = new Set(left.gone.map(({ id }) => id))
  const dropped = new Set(left.dropped.map(({ memoryId, ref }) => `${memoryId} ${ref}`))
  return {
    known: world.known
      .filter(({ id }) => !removed.has(id))
      .map((memory): KnownMemory => ({ ...memory, ...changed.get(memory.id) })),
    evidence: rests(world).filter(
      ({ memoryId, ref }) => !removed.has(memoryId) && !dropped.has(`${memoryId} ${ref}`),
    ),
  }
}

const active = (world: World) => world.known.filter(({ status }) => status === "active")
const meanings = (world: World) => [...new Set(active(world).map(({ fact }) => MEANING[fact]))].sort()

/**
 * Returns true if a fact is said again after it was replaced. A retraction does not undo the restarted count.
 */
function bringsBack(steps: Step[]): boolean {
  return steps.some((step, index) => {
    const before = settled(steps.slice(0, index))
    const history = before.known.filter(({ status, merged }) => status === "superseded" && !merged)
    const after = applyRound(before, [draftOf(step)], { rule: gates, index, authored: true }).after
    return active(after).some(({ id }) => history.some((memory) => memory.id === id))
  })
}

test("merging loses no meaning and leaves one memory per meaning", () => {
  let merges = 0
  fc.assert(
    fc.property(talk, (steps) => {
      const world = mergedWorld(settled(steps), false)
      expect(meanings(world)).toEqual(meanings(settled(steps, [], false)))
      merges += world.known.filter(({ merged }) => merged).length
      for (const memory of world.known.filter(({ merged }) => merged))
        expect(MEANING[mergeSurvivor(memory, world.known)?.fact ?? ""]).toBe(MEANING[memory.fact])
    }),
    { numRuns: propertyRuns(300) },
  )
  expect(merges).toBeGreaterThan(propertyRuns(100))
}, 60_000)

/**
 * A restored memory is not compared with later statements (decision 018), so with or without merges it may
 * differ from never having heard the statement.
 */
deep(
  "a retraction after merges restores the meanings without the statement, with or without merges",
  () => {
    let exact = 0
    fc.assert(
      fc.property(talk, fc.nat(), (steps, which) => {
        fc.pre(!bringsBack(steps))
        const gone = which % steps.length
        const after = without(settled(steps), [gone])
        const never = meanings(settled(steps, [gone], false))
        const unmerged = meanings(without(settled(steps, [], false), [gone]))
        expect([never, unmerged]).toContainEqual(meanings(after))
        exact += Number(`${meanings(after)}` === `${never}`)
      }),
      { numRuns: propertyRuns(1_000) },
    )
    expect(exact).toBeGreaterThan(propertyRuns(950))
  },
  60_000,
)

test("every retraction leaves only memories with remaining statements, and the last one leaves nothing", () => {
  fc.assert(
    fc.property(talk, fc.infiniteStream(fc.nat()), (steps, dice) => {
      let world = settled(steps)
      const left = [...steps.keys()]
      while (left.length > 0) {
        const [gone = 0] = left.splice((dice.next().value ?? 0) % left.length, 1)
        world = without(world, [gone])
        expect(world.evidence.filter(({ windowId }) => windowId === `w_${gone}`)).toEqual([])
        const said = new Set(left.map((index) => steps[index]?.fact))
        expect(world.known.filter(({ fact }) => !said.has(fact))).toEqual([])
        const ids = new Set(world.known.map(({ id }) => id))
        for (const { id, fact, merged, supersededBy, contradicts } of world.known) {
          const mine = world.evidence.filter(({ memoryId }) => memoryId === id)
          expect(mine.map((item) => item.fact)).toContain(fact)
          expect([supersededBy, contradicts].filter((one) => one !== null && !ids.has(one))).toEqual([])
          if (merged) expect(supersededBy).not.toBeNull()
        }
        expect(new Set(world.known.map(({ factKey }) => factKey)).size).toBe(world.known.length)
      }
      expect(world).toEqual({ known: [], evidence: [] })
    }),
    { numRuns: propertyRuns(300) },
  )
}, 60_000)

deep(
  "repeating a merged wording strengthens the surviving memory and keeps its wording",
  () => {
    fc.assert(
      fc.property(talk, fc.constantFrom(...FACTS), (steps, fact) => {
        const world = mergedWorld(settled(steps), false)
        const merged = world.known.find((memory) => memory.merged && memory.fact === fact)
        const survivor = merged && mergeSurvivor(merged, world.known)
        fc.pre(survivor?.status === "active")
        const again = draftOf({ fact, confidence: 1, merge: false, reversed: false })
        const { after } = applyRound(world, [again], { rule: gates, index: 20, authored: true })
        const now = after.known.find(({ id }) => id === survivor?.id)
        expect(now).toMatchObject({ fact: survivor?.fact, evidenceCount: (survivor?.evidenceCount ?? 0) + 1 })
        expect(active(after).map(({ id }) => id)).toEqual(expect.arrayContaining([survivor?.id]))
        expect(after.known.find(({ id }) => id === merged?.id)).toMatchObject({ merged: true, fact })
      }),
      { numRuns: propertyRuns(300) },
    )
  },
  60_000,
)
