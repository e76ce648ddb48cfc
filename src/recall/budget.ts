/** Fits a context into a number of tokens: what matters least goes first, and the rendered text is never over. Pure. */

import { tokensOf } from "../text/tokens.ts"
import { type ContextPerson, PERSON_ROLES, type RecallContext } from "./context.ts"

export interface FittedContext {
  context: RecallContext
  text: string
  tokens: number
}

/** So many of the best items outlast every digest: they are what was asked for. */
const OUTLASTING = 5

/** What stays of a context: so many of the best items, and the digests of so many people, those asking first. */
interface Cut {
  items: number
  digests: number
}

/**
 * As much of a context as renders in at most `maxTokens`. `items` are best first. What goes, in this order: digests of those noted;
 * items beyond the five best, the lowest score first; digests of those mentioned, then of those asking; the rest of the items.
 * Less to say takes fewer tokens, so the cut is found by guessing and halving in turn; each text that is returned was measured.
 */
export function fitToBudget(
  context: RecallContext,
  render: (context: RecallContext) => string,
  maxTokens: number,
): FittedContext {
  const holders = digestHolders(context.people)
  const cuts = cutsOf(context.items.length, holders)
  const at = (index: number): Tried => ({
    index,
    ...measured(afterCut(context, cuts[index] ?? NOTHING, holders), render),
  })
  let over = at(0)
  if (over.tokens <= maxTokens) return fitted(over)
  let within = at(cuts.length - 1)
  for (let guesses = true; within.index - over.index > 1; guesses = !guesses) {
    const tried = at(guesses ? guess(over, within, maxTokens) : (over.index + within.index) >> 1)
    if (tried.tokens <= maxTokens) within = tried
    else over = tried
  }
  return fitted(within)
}

interface Tried extends FittedContext {
  index: number
}

function fitted({ context, text, tokens }: Tried): FittedContext {
  return { context, text, tokens }
}

/** Where the limit would lie between two cuts, were all steps alike; never either of the two. */
function guess(over: Tried, within: Tried, maxTokens: number): number {
  const share = (over.tokens - maxTokens) / (over.tokens - within.tokens)
  const at = Math.ceil(over.index + share * (within.index - over.index))
  return Math.min(Math.max(at, over.index + 1), within.index - 1)
}

/** From everything to nothing, each a step less than the one before. */
function cutsOf(items: number, holders: readonly ContextPerson[]): Cut[] {
  const near = holders.filter(({ role: standing }) => standing !== "noted").length
  const kept = Math.min(items, OUTLASTING)
  return [
    ...countdown(holders.length, near).map((digests) => ({ items, digests })),
    ...countdown(items, kept).map((left) => ({ items: left, digests: near })),
    ...countdown(near, 0).map((digests) => ({ items: kept, digests })),
    ...countdown(kept, 0).map((left) => ({ items: left, digests: 0 })),
    NOTHING,
  ]
}

/** `from` down to one above `to`. */
function countdown(from: number, to: number): number[] {
  return Array.from({ length: from - to }, (_, step) => from - step)
}

/** Those with any digest, by standing. */
function digestHolders(people: readonly ContextPerson[]): ContextPerson[] {
  const holding = people.filter(({ digests }) => Object.values(digests).some(Boolean))
  return PERSON_ROLES.flatMap((standing) => holding.filter((part) => part.role === standing))
}

function afterCut(context: RecallContext, cut: Cut, holders: readonly ContextPerson[]): RecallContext {
  const silenced = new Set(holders.slice(cut.digests))
  return {
    ...context,
    items: context.items.slice(0, cut.items),
    people: context.people.map((part) => (silenced.has(part) ? { ...part, digests: NONE } : part)),
  }
}

const NOTHING: Cut = { items: 0, digests: 0 }
const NONE = { context: null, today: null, history: null }

function measured(context: RecallContext, render: (context: RecallContext) => string): FittedContext {
  const text = render(context)
  return { context, text, tokens: tokensOf(text) }
}
