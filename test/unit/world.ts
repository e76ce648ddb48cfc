/**
 * A small world for property tests: windows of claims applied one after another and written as the database
 * would write them.
 */
import fc from "fast-check"
import { type Evidence, IMPORTANCES, LIFETIMES, type Memory } from "../../src/domain/types.ts"
import { type AppliedClaims, applyClaims } from "../../src/memory/facts/apply-claims.ts"
import type { GateRule } from "../../src/memory/facts/gate-decision.ts"
import type { KnownMemory, Proposal } from "../../src/memory/facts/known.ts"
import { ana, bo, GUILD, kai, NOON, premises, proposal, rule } from "./builders.ts"

const FACTS = [
  ..."lives in Oslo|lives in Bergen|no longer lives in Oslo|currently lives in Oslo|likes tea|loves tea|hates tea".split(
    "|",
  ),
  ..."has 2 cats|has three cats|is 30 years old|drew a fox|drew a gnu|drew an elk|works at Google|quit Google".split(
    "|",
  ),
].map((words) => `Kai ${words}`)
const AUTHORS = [kai, kai, ana, bo].map((person) => person.id)

/** A claim in outline. `target` is an index into the memories known when its window comes. */
export interface Draft {
  fact: string
  op: "save" | "update" | "forget"
  author: string
  target: number
  late: number
  confidence: number
  importance: Memory["importance"]
  lifetime: Memory["lifetime"]
}

export const draft: fc.Arbitrary<Draft> = fc.record({
  fact: fc.constantFrom(...FACTS),
  op: fc.constantFrom("save", "save", "save", "update", "forget"),
  author: fc.constantFrom(...AUTHORS),
  target: fc.nat(30),
  late: fc.integer({ min: -3, max: 1 }),
  confidence: fc.constantFrom(0.5, 0.8, 1),
  importance: fc.constantFrom(...IMPORTANCES),
  lifetime: fc.constantFrom(...LIFETIMES),
})
export const talk = fc.array(fc.array(draft, { minLength: 1, maxLength: 14 }), { minLength: 1, maxLength: 5 })
export const roomy = { max_writes_per_window: 15, max_writes_per_hour: 10_000 }
export const tight: fc.Arbitrary<GateRule> = fc
  .record({
    max_writes_per_window: fc.integer({ min: 0, max: 10 }),
    max_writes_per_hour: fc.integer({ min: 0, max: 30 }),
    max_memories_per_subject: fc.integer({ min: 1, max: 6 }),
    max_expiring_per_person: fc.integer({ min: 0, max: 4 }),
    min_evidence: fc.integer({ min: 1, max: 2 }),
  })
  .map(rule)

/** The known memories and their evidence. */
export interface World {
  known: KnownMemory[]
  evidence: Evidence[]
}
export interface Round {
  before: World
  after: World
  proposals: Proposal[]
  result: AppliedClaims
}

/**
 * Applies one window of drafts and updates the world as the database would. `authored`: the premises include
 * the author of each statement.
 */
export function applyRound(
  world: World,
  drafts: Draft[],
  terms: { rule: GateRule; index: number; authored: boolean },
): Round {
  const proposals = drafts.map((item, place): Proposal => {
    const { author, target, late, ...claim } = item
    const saidAt = NOON + terms.index * 10_000 + place + late * 12_000
    const reportedBy = author === kai.id ? null : author
    const id = item.op === "save" ? null : (world.known[target % Math.max(1, world.known.length)]?.id ?? null)
    return proposal(claim.fact, { ...claim, reportedBy, target: id, saidAt, windowId: `w_${terms.index}` })
  })
  const result = applyClaims(GUILD, proposals, premises(world.known), { rule: terms.rule, now: NOON })
  return { before: world, after: write(world, result, terms.authored), proposals, result }
}

/** Returns the world after the applied claims are written. */
export function write(world: World, result: AppliedClaims, authored: boolean): World {
  const gone = new Set(result.evicted.map((memory) => memory.id))
  const changed = new Map(result.changed.map((memory) => [memory.id, memory]))
  const links = [...world.evidence.filter((item) => !gone.has(item.memoryId)), ...result.evidence]
  const kept = world.known.filter((memory) => !gone.has(memory.id) && !changed.has(memory.id))
  const known = [...kept, ...changed.values()].map((memory): KnownMemory => {
    const said = links
      .filter((item) => item.memoryId === memory.id)
      .map(({ authorId, saidAt, source }) => ({ authorId, saidAt, explicit: source === "explicit" }))
    return { ...memory, merges: true, ...(authored ? { said } : {}) }
  })
  return { known, evidence: links }
}

/** Applies windows in turn, each on the result of the ones before it. */
export function rounds(windows: Draft[][], terms: { rule: GateRule; authored?: boolean }): Round[] {
  let world: World = { known: [], evidence: [] }
  return windows.map((drafts, index) => {
    const round = applyRound(world, drafts, { rule: terms.rule, index, authored: terms.authored ?? true })
    world = round.after
    return round
  })
}
