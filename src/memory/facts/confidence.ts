/** Computes the confidence in a memory. Pure. */
import type { Memory, Method, Source } from "../../domain/types.ts"

/** Source weights by how the statement was read. */
const WEIGHT = { explicit: 1, model: 0.8, tool: 0.7, rule: 0.6 }
/** The share of confidence that a contradiction removes. */
const CONTRADICTION_PENALTY = 0.5
/** The growth factor that each further statement adds. */
const PER_STATEMENT = 0.1

/**
 * Returns the source weight of a statement, 0.6 to 1: explicit (told to be remembered) 1, model 0.8, event
 * 0.7 whoever read it, rule 0.6.
 */
export function sourceWeight(method: Method, source: Source): number {
  if (source === "explicit") return WEIGHT.explicit
  if (source === "tool") return WEIGHT.tool
  return method === "verbatim" ? WEIGHT.explicit : WEIGHT[method]
}

/**
 * confidence = min(1, certainty × (1 + 0.1·(statements − 1))) × (1 − 0.5 if contradicted), 0 to 1.
 * `certainty` is the mean of base × source weight. The cap applies to the product: capping the growth factor
 * alone would make it always 1 (docs/decisions/003-confidence.md).
 */
export function confidence(memory: Pick<Memory, "certainty" | "evidenceCount" | "contradicts">): number {
  const grown = memory.certainty * (1 + PER_STATEMENT * (Math.max(1, memory.evidenceCount) - 1))
  const penalty = memory.contradicts === null ? 0 : CONTRADICTION_PENALTY
  return round(Math.min(1, grown) * (1 - penalty))
}

/**
 * Returns the confidence a contested memory would have without the contradiction: the formula without its
 * last factor.
 */
export function uncontestedConfidence(memory: Pick<Memory, "confidence" | "contradicts">): number {
  return memory.contradicts === null
    ? memory.confidence
    : round(memory.confidence / (1 - CONTRADICTION_PENALTY))
}

/** Returns the mean certainty after one more statement, weighted by the number of statements so far. */
export function averageCertainty(certainty: number, statements: number, added: number): number {
  return round((certainty * statements + added) / (statements + 1))
}

/** Rounds to thousandths: 0.1 + 0.2 must not decide whether a fact passes a threshold of 0.3. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
