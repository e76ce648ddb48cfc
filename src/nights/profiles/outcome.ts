/** What is to be written of what was proposed for a person, and what it came to in numbers. Pure. */

import type { Grounded, Operation } from "../../memory/facts/operations.ts"
import { type Consolidation, consolidated, type Rule } from "../../memory/write/consolidate.ts"
import type { Counts } from "../ledger/run-spent.ts"
import { isContrary } from "./rules.ts"

/** What does not weigh enough to win. */
const OUTWEIGHED = ["not_newer", "others_words"]

export interface Proposals {
  /** A model's, in whose place rules cannot be. */
  model: readonly Operation[]
  /** What words alone say; done where the model's left anything to do. */
  rules: readonly Operation[]
}

/**
 * Folds what was proposed into what is known. Where one fact was to go for another that does not outweigh it, both are doubted if
 * their words say that not both can hold; a mere suspicion doubts nothing.
 */
export function outcomeOf(
  known: readonly Grounded[],
  { model, rules }: Proposals,
  rule: Rule,
): Consolidation {
  const all = [...model, ...rules]
  const first = consolidated(known, all, rule)
  const contests = contestsOf(known, first)
  if (contests.size === 0) return first
  const inPlace = model.map((operation) => contests.get(operation) ?? operation)
  // What goes by rules goes first: it is not doubted on its way out.
  const going = rules.filter((operation) => !contests.has(operation))
  const doubts = rules.flatMap((operation) => contests.get(operation) ?? [])
  return consolidated(known, [...inPlace, ...going, ...doubts], rule)
}

function contestsOf(known: readonly Grounded[], { refused }: Consolidation): Map<Operation, Operation> {
  const facts = new Map(known.map(({ memory }) => [memory.id, memory.fact]))
  const contests = new Map<Operation, Operation>()
  for (const { operation, objection } of refused) {
    if (operation.kind !== "retire" || !OUTWEIGHED.includes(objection)) continue
    const [one, other] = [facts.get(operation.memory), facts.get(operation.because)]
    if (one === undefined || other === undefined || !isContrary(one, other)) continue
    contests.set(operation, { kind: "contest", memory: operation.memory, other: operation.because })
  }
  return contests
}

const DONE = {
  merge: "merged",
  retire: "retired",
  contest: "contested",
  reword: "reworded",
  promote: "promoted",
  section: "sectioned",
} as const

/** Facts merged away, retired, contested, reworded, promoted, moved; and what of the model's was refused. */
export function countsOf({ done, refused }: Consolidation, model: readonly Operation[]): Counts {
  const counts: Counts = {}
  for (const operation of done)
    add(counts, { [DONE[operation.kind]]: operation.kind === "merge" ? operation.from.length : 1 })
  return add(counts, {
    unchanged: done.length === 0 ? 1 : 0,
    refused: refused.filter(({ operation }) => model.includes(operation)).length,
  })
}

/** Adds to counts. */
export function add(counts: Counts, more: Counts): Counts {
  for (const [name, number] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + number
  return counts
}
