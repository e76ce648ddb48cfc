/** Fits a context into a number of tokens: the lowest score goes first, and the rendered text is never over. Pure. */
import { estimateTokenCount } from "tokenx"
import type { Context, Item } from "./context.ts"

const encoder = new TextEncoder()

/** Tokens of a text, never fewer than a quarter of its UTF-8 bytes: an estimate that errs high rather than low. */
export function tokensOf(text: string): number {
  return Math.max(estimateTokenCount(text), Math.ceil(encoder.encode(text).length / 4))
}

export interface Fitted {
  context: Context
  text: string
  tokens: number
}

/** The longest run of best items whose rendering has at most `maxTokens`. `items` are best first. */
export function withinBudget(
  context: Context,
  render: (context: Context) => string,
  maxTokens: number,
): Fitted {
  let items: readonly Item[] = context.items
  for (;;) {
    const fitted = { ...context, items: [...items] }
    const text = render(fitted)
    const tokens = text === "" ? 0 : tokensOf(text)
    if (tokens <= maxTokens) return { context: fitted, text, tokens }
    items = items.slice(0, -1)
  }
}
