/**
 * Cuts a context to a token budget, least important parts first. The rendered text never exceeds the budget.
 * Pure.
 */

import { tokensOf } from "../text/tokens.ts"
import { type ContextPerson, PERSON_ROLES, type RecallContext } from "./context.ts"

export interface FittedContext {
  context: RecallContext
  text: string
  tokens: number
}

/** This many of the best items are kept longer than any digest, because they are what was asked for. */
const KEPT_LONGEST = 5

/**
 * The kept part of a context: the best `items`, and the digests of the first `digests` people, askers
 * first.
 */
interface Cut {
  items: number
  digests: number
  /** True if even the lines that say about whom nothing is known are cut. */
  bare?: true
}

/**
 * Returns as much of a context as renders in at most `maxTokens`. `items` must be best first. Parts are
 * dropped in this order: digests of noted people; items beyond the best five, lowest score first; digests of
 * mentioned people, then of askers; the remaining items; lines about people of whom nothing is known. Each cut renders shorter than the one before, so the
 * search alternates interpolation and bisection. Every returned text has been measured.
 */
export function fitToBudget(
  context: RecallContext,
  render: (context: RecallContext) => string,
  maxTokens: number,
): FittedContext {
  const holders = digestHolders(context.people)
  const hasUnknown = context.people.some(({ isUnknown }) => isUnknown === true)
  const cuts = cutsOf(context.items.length, holders, hasUnknown)
  const at = (index: number): TriedCut => ({
    index,
    ...measure(afterCut(context, cuts[index] ?? NOTHING, holders), render),
  })
  let over = at(0)
  if (over.tokens <= maxTokens) return withoutIndex(over)
  let within = at(cuts.length - 1)
  for (let guesses = true; within.index - over.index > 1; guesses = !guesses) {
    const tried = at(guesses ? guess(over, within, maxTokens) : (over.index + within.index) >> 1)
    if (tried.tokens <= maxTokens) within = tried
    else over = tried
  }
  return withoutIndex(within)
}

interface TriedCut extends FittedContext {
  index: number
}

function withoutIndex({ context, text, tokens }: TriedCut): FittedContext {
  return { context, text, tokens }
}

/** Interpolates the index where the limit would lie if all steps were equal. Never returns either end. */
function guess(over: TriedCut, within: TriedCut, maxTokens: number): number {
  const share = (over.tokens - maxTokens) / (over.tokens - within.tokens)
  const at = Math.ceil(over.index + share * (within.index - over.index))
  return Math.min(Math.max(at, over.index + 1), within.index - 1)
}

/** Cuts from everything to nothing, each one step smaller. */
function cutsOf(items: number, holders: readonly ContextPerson[], hasUnknown: boolean): Cut[] {
  const near = holders.filter(({ role }) => role !== "noted").length
  const kept = Math.min(items, KEPT_LONGEST)
  return [
    ...countdown(holders.length, near).map((digests) => ({ items, digests })),
    ...countdown(items, kept).map((left) => ({ items: left, digests: near })),
    ...countdown(near, 0).map((digests) => ({ items: kept, digests })),
    ...countdown(kept, 0).map((left) => ({ items: left, digests: 0 })),
    ...(hasUnknown ? [{ items: 0, digests: 0 }] : []),
    NOTHING,
  ]
}

/** Counts from `from` down to `to + 1`. */
function countdown(from: number, to: number): number[] {
  return Array.from({ length: from - to }, (_, step) => from - step)
}

/** People with any digest, ordered by role. */
function digestHolders(people: readonly ContextPerson[]): ContextPerson[] {
  const holding = people.filter(({ digests }) => Object.values(digests).some(Boolean))
  return PERSON_ROLES.flatMap((role) => holding.filter((part) => part.role === role))
}

function afterCut(context: RecallContext, cut: Cut, holders: readonly ContextPerson[]): RecallContext {
  const dropped = new Set(holders.slice(cut.digests))
  return {
    ...context,
    items: context.items.slice(0, cut.items),
    people: context.people
      .map((part) => (dropped.has(part) ? { ...part, digests: NONE } : part))
      .map((part) => (cut.bare ? { ...part, isUnknown: false } : part)),
  }
}

const NOTHING: Cut = { items: 0, digests: 0, bare: true }
const NONE = { context: null, today: null, history: null }

function measure(context: RecallContext, render: (context: RecallContext) => string): FittedContext {
  const text = render(context)
  return { context, text, tokens: tokensOf(text) }
}
