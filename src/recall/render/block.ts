/** The block format: of each person a profile, what is recent and what is relevant, with relative times; then what conversations hold. */
import type { Context, Item } from "../context.ts"
import { ago } from "./dates.ts"
import { type Portrait, portraits } from "./people.ts"
import { NOTICE, plain } from "./words.ts"

const RECENT = 5
const RELEVANT = 5
const PROSE_TITLE = { context: "In short:", today: "Today:", history: "In the days before:" } as const

export function renderBlock(context: Context): string {
  const others = context.items.filter((item) => item.kind !== "memory")
  const lines = [
    ...portraits(context).flatMap((portrait) => personLines(portrait, context)),
    ...titled(
      "From conversations:",
      others.map((item) => dated(item, context)),
    ),
  ]
  return lines.length === 0 ? "" : [`(${NOTICE})`, ...lines].join("\n")
}

/** Facts come best first, so the relevant ones are the first that are not already recent. */
function personLines({ label, facts, prose }: Portrait, context: Context): string[] {
  const profile = facts.filter((item) => item.permanent)
  const passing = facts.filter((item) => !item.permanent)
  const recent = passing.toSorted((a, b) => b.at - a.at).slice(0, RECENT)
  const relevant = passing.filter((item) => !recent.includes(item)).slice(0, RELEVANT)
  return [
    `[What you know about ${plain(label)}:]`,
    ...titled(
      "Profile:",
      profile.map((item) => `- ${plain(item.text)}`),
    ),
    ...titled(
      "Recent:",
      recent.map((item) => dated(item, context)),
    ),
    ...titled(
      "Relevant:",
      relevant.map((item) => dated(item, context)),
    ),
    ...prose.flatMap(({ of, text }) => titled(PROSE_TITLE[of], [`- ${plain(text)}`])),
  ]
}

function dated(item: Item, context: Context): string {
  return `- ${plain(item.text)} (${ago(item.at, context)})`
}

function titled(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}
