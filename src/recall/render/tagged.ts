/** The tagged format: one list between [Long-term Memory] and [End Memory], best first, each with its type, confidence and day. */
import { localDate } from "../../domain/calendar.ts"
import type { Context, Item } from "../context.ts"
import { portraits } from "./people.ts"
import { NOTICE, plain } from "./words.ts"

export function renderTagged(context: Context): string {
  const lines = [
    ...context.items.map(
      (item) => `- (${tag(item)}) ${plain(item.text)} (${localDate(item.at, context.timezone)})`,
    ),
    ...portraits(context).flatMap(({ label, prose }) =>
      prose.map(({ of, text }) => `- (${PROSE_TAG[of]}) ${plain(label)}: ${plain(text)}`),
    ),
  ]
  if (lines.length === 0) return ""
  return ["[Long-term Memory]", `(${NOTICE})`, ...lines, "[End Memory]"].join("\n")
}

const PROSE_TAG = { context: "summary", today: "today", history: "days before" } as const

function kindOf({ kind, conversations }: Item): string {
  return conversations === undefined ? kind : `topic of ${conversations.length} conversations`
}

function tag(item: Item): string {
  return item.kind === "memory" ? `${item.type}, ${Math.round((item.confidence ?? 0) * 100)} %` : kindOf(item)
}
