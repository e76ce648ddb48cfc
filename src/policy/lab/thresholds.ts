/**
 * Finds the lowest `min_confidence` of each type whose share of bad memories is at most alpha, with probability
 * 1 − delta: Learn then Test (Angelopoulos, Bates, Candès, Jordan and Lei 2021), fixed-sequence testing from the
 * strictest threshold down, with exact binomial tails.
 *
 * Above the threshold in force claims have outcomes because they became memories, below it because chance sent them to
 * review. Both samples are tested by themselves: if the claims accepted at a threshold are a mixture of shares a and b
 * of them, then "bad share above alpha" implies "above alpha_a, or above alpha_b" for any split a·alpha_a + b·alpha_b =
 * alpha. So the larger of the two p-values is valid (intersection-union test, Berger 1982). The split and the first
 * threshold depend on sample sizes alone, never on outcomes. Pure.
 */
import { hashShare } from "../../domain/hash.ts"
import { type MemoryType, TYPES } from "../../domain/types.ts"
import { decideChange, type GateRule } from "../../memory/facts/gate-decision.ts"
import { type Correlations, correlationsOf, effectiveSize, type Observation } from "./intervals.ts"
import { type Aim, type ArmSample, moreFor, pValueOf, splitAlpha } from "./mixture-test.ts"
import { armOf, type LabRow, outcomeOf, statesSomething } from "./outcomes.ts"
import { thresholdOf } from "./replay.ts"

/** Evidence at one threshold. */
interface ThresholdEvidence {
  threshold: number
  /** Claims that the threshold accepts, and labeled ones among them, each memory counted once. */
  claims: number
  outcomes: number
  bad: number
  pValue: number
}

/**
 * - `certified`: `threshold` is the lowest that passed.
 * - `not_yet`: nothing passed, for want of labels: `more` further ones at the threshold `at` would pass if they came out
 *   as those so far; `null` if there is none to go by.
 * - `refused`: nothing passed, and at `at` already too many are bad.
 */
export type TypeThreshold = { type: MemoryType; live: number; tested: ThresholdEvidence[] } & (
  | { kind: "certified"; threshold: number }
  | { kind: "not_yet"; at: number; more: number | null }
  | { kind: "refused"; at: number }
)

/** Strictest first. */
const GRID = Array.from({ length: 14 }, (_, step) => (95 - 5 * step) / 100)

/** Proposes a threshold for each type. `rows` must not contain held-out ones (`isInSet`). */
export function tuneThresholds(rows: readonly LabRow[], live: GateRule, aim: Aim): TypeThreshold[] {
  const candidates = rows.flatMap((row) => candidateOf(row, live))
  const samples = Map.groupBy(candidates, ({ type, arm }) => `${type} ${arm}`)
  const correlations = correlationsOf(
    [...samples.values()].map((some) => some.flatMap(({ seen }) => (seen ? [seen] : []))),
  )
  return TYPES.map((type) => {
    const own = candidates.filter((one) => one.type === type)
    return tuneType(own, { type, live: thresholdOf(live, type), aim, correlations })
  })
}

/** A claim that the gate accepts if its confidence suffices. */
interface Candidate {
  id: string
  type: MemoryType
  arm: "kept" | "chance"
  /** Accepted at every threshold up to this. */
  upTo: number
  propensity: number
  seen: Observation | null
}

function candidateOf(row: LabRow, live: GateRule): Candidate[] {
  const { type, gate, confidence } = row
  const arm = armOf(row)
  if (type === null || !statesSomething(row) || (arm !== "kept" && arm !== "chance")) return []
  if (gate !== null && decideChange({ ...gate, confidence: 1 }, live).kind !== "accepted") return []
  // A claim that contradicts a memory passes at any confidence.
  const passes = gate !== null && (gate.kind === "supersede" || gate.kind === "contest")
  const upTo = passes ? 1 : (gate?.confidence ?? confidence ?? 0)
  const outcome = outcomeOf(row)
  const seen = outcome && {
    good: outcome === "good",
    weight: 1,
    window: row.windowId,
    memory: row.memoryId,
  }
  return [{ id: row.id, type, arm, upTo, propensity: row.propensity ?? 1, seen }]
}

interface TypeTerms {
  type: MemoryType
  live: number
  aim: Aim
  correlations: Correlations
}

function tuneType(own: readonly Candidate[], { type, live, aim, correlations }: TypeTerms): TypeThreshold {
  const base = { type, live }
  const chance = thinned(own.filter(({ arm }) => arm === "chance"))
  const kept = own.filter(({ arm }) => arm === "kept")
  const tests = GRID.map((threshold) => testAt(threshold, { kept, chance, aim, correlations }))
  const start = firstWorthTesting(tests, aim)
  const first = tests[start]
  if (!first) return tooFew(tests, { type, live, aim })
  const tested: ThresholdEvidence[] = []
  let lowest: number | null = null
  for (const { evidence } of tests.slice(start)) {
    tested.push(evidence)
    if (evidence.pValue > aim.delta) break
    lowest = evidence.threshold
  }
  if (lowest !== null) return { ...base, tested, kind: "certified", threshold: lowest }
  const { evidence, parts } = first
  const at = evidence.threshold
  const tooBad = parts.some(({ size, bad, alpha }) => size > 0 && bad / size >= alpha)
  if (tooBad && evidence.outcomes >= fewest(aim)) return { ...base, tested, kind: "refused", at }
  return { ...base, tested, kind: "not_yet", at, more: tooBad ? null : moreFor(parts, aim) }
}

/** Nothing can pass: says how many outcomes are missing at the threshold in force. */
function tooFew(tests: readonly Test[], { type, live, aim }: Omit<TypeTerms, "correlations">): TypeThreshold {
  const near = tests.filter(({ evidence }) => evidence.threshold >= live).at(-1) ?? tests[0]
  const more = near === undefined || near.parts.length === 0 ? fewest(aim) : moreFor(near.parts, aim)
  return { type, live, tested: [], kind: "not_yet", at: near?.evidence.threshold ?? live, more }
}

/** The fewest outcomes that can pass: if none is bad. */
function fewest({ alpha, delta }: Aim): number {
  return Math.ceil(Math.log(delta) / Math.log1p(-alpha))
}

interface Test {
  evidence: ThresholdEvidence
  parts: ArmSample[]
  /** The share of bad outcomes that would still pass, in every arm; below 0 if no outcome could. */
  tolerance: number
}

function testAt(
  threshold: number,
  data: {
    kept: readonly Candidate[]
    chance: readonly Candidate[]
    aim: Aim
    correlations: Correlations
  },
): Test {
  const { aim, correlations } = data
  const arms = [data.kept, data.chance].map((some) => some.filter(({ upTo }) => upTo >= threshold))
  const claims = arms.reduce((sum, some) => sum + some.length, 0)
  const samples = arms.map((some) => onePerMemory(some))
  const sized = samples.map((sample, at) => {
    const bad = sample.filter(({ good }) => !good).length
    const size = effectiveSize(sample, correlations)
    const scale = sample.length === 0 ? 1 : size / sample.length
    // Rounded against the candidate, so that the tail stays exact.
    const share = claims === 0 ? 0 : (arms[at]?.length ?? 0) / claims
    return { share, size: Math.floor(size), bad: Math.ceil(bad * scale - 1e-9) }
  })
  const { parts, tolerance } = splitAlpha(sized, aim)
  const seen = samples.flat()
  const bad = seen.filter(({ good }) => !good).length
  return {
    evidence: { threshold, claims, outcomes: seen.length, bad, pValue: pValueOf(parts) },
    parts,
    tolerance,
  }
}

/** Observations, one for each memory: the rows of a memory share its label. */
function onePerMemory(some: readonly Candidate[]): Observation[] {
  const seen = some.flatMap((one) => (one.seen ? [one.seen] : []))
  const memories = new Set<string>()
  return seen.filter(({ memory }) => {
    if (memory === null) return true
    if (memories.has(memory)) return false
    return memories.add(memory)
  })
}

/**
 * Gives all outcomes of the random review one propensity, so that they are equally likely to be known: outcomes from
 * times of a higher share are dropped by chance, those of a lower share altogether. The propensity kept is the one that
 * leaves most.
 */
function thinned(chance: readonly Candidate[]): Candidate[] {
  const seen = chance.filter((one) => one.seen !== null)
  const left = (least: number) =>
    seen.reduce((sum, { propensity }) => sum + (propensity >= least ? least / propensity : 0), 0)
  const all = [...new Set(seen.map(({ propensity }) => propensity))].sort(
    (a, b) => left(b) - left(a) || b - a,
  )
  const least = all[0] ?? 1
  return chance.map((one) =>
    one.propensity >= least && hashShare(["thinned", one.id]) < least / one.propensity
      ? one
      : { ...one, seen: null },
  )
}

/** Returns the index of the strictest test with enough outcomes to pass likely, or with the most; -1 if none could pass. */
function firstWorthTesting(tests: readonly Test[], { alpha }: Aim): number {
  const likely = tests.findIndex(({ tolerance }) => tolerance >= alpha / 2)
  if (likely >= 0) return likely
  const most = Math.max(...tests.map(({ tolerance }) => tolerance))
  return most < 0 ? -1 : tests.findIndex(({ tolerance }) => tolerance === most)
}
