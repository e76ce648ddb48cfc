/** How sure Keepsake is of a memory, as one pure function. */
import type { Memory, Method, Source } from "../../domain/types.ts"

/** How much what was heard counts, by who read it. */
const WEIGHT = { explicit: 1, model: 0.8, tool: 0.7, rule: 0.6 }
/** What a contradiction takes away. */
const CONTRADICTION_PENALTY = 0.5
/** What each further statement adds. */
const PER_STATEMENT = 0.1

/** The source weight of a statement, 0.6 to 1: told to be remembered, read by a model, told by a tool, read by rules. */
export function sourceWeight(method: Method, source: Source): number {
  if (source === "explicit") return WEIGHT.explicit
  return method === "verbatim" ? WEIGHT.explicit : WEIGHT[method]
}

/**
 * confidence = min(1, certainty × (1 + 0.1·(statements − 1))) × (1 − 0.5 if contradicted), in 0 to 1, where certainty is the
 * mean of base × source weight. The cap is on the product: capping the growth factor alone would make it always 1
 * (docs/decisions/003-confidence.md).
 */
export function confidence(memory: Pick<Memory, "certainty" | "evidenceCount" | "contradicts">): number {
  const grown = memory.certainty * (1 + PER_STATEMENT * (Math.max(1, memory.evidenceCount) - 1))
  const penalty = memory.contradicts === null ? 0 : CONTRADICTION_PENALTY
  return round(Math.min(1, grown) * (1 - penalty))
}

/** What a contested memory's confidence would be if nothing contradicted it: the formula, without its last factor. */
export function uncontestedConfidence(memory: Pick<Memory, "confidence" | "contradicts">): number {
  return memory.contradicts === null
    ? memory.confidence
    : round(memory.confidence / (1 - CONTRADICTION_PENALTY))
}

/** The mean certainty after one more statement, weighted by the statements so far. */
export function averageCertainty(certainty: number, statements: number, added: number): number {
  return round((certainty * statements + added) / (statements + 1))
}

/** Thousandths: 0.1 + 0.2 must not decide whether a fact passes a threshold of 0.3. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
