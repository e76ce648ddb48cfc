/** The tagged format: one list between [Long-term Memory] and [End Memory], best first, in two styles. Pure. */
import { localDate } from "../../domain/calendar.ts"
import type { Item, RecallContext } from "../context.ts"
import { type PersonSection, personSections } from "./people.ts"
import { NOTICE, plainLine } from "./sanitize.ts"

interface TaggedStyle {
  item(item: Item, context: RecallContext): string
  prose(label: string, part: PersonSection["prose"][number]): string
  unknown(label: string): string
}

/** "- (profile, 95 %) Ada lives in Oslo (2026-05-22)" */
export function renderTagged(context: RecallContext): string {
  return taggedList(context, {
    item: (item) => `- (${tag(item)}) ${plainLine(item.text)} (${localDate(item.at, context.timezone)})`,
    prose: (label, { of, text }) => `- (${PROSE_TAG[of]}) ${label}: ${plainLine(text)}`,
    unknown: (label) => `- (none known) ${label}`,
  })
}

/** "[profile] Ada lives in Oslo (confidence: 0.95)". Notes, messages and digests have no confidence. */
export function renderClassicTagged(context: RecallContext): string {
  return taggedList(context, {
    item: (item) =>
      item.kind === "memory"
        ? `[${item.type}] ${plainLine(item.text)} (confidence: ${(item.confidence ?? 0).toFixed(2)})`
        : `[${item.kind}] ${plainLine(item.text)}`,
    prose: (label, { of, text }) => `[${PROSE_TAG[of]}] ${label}: ${plainLine(text)}`,
    unknown: (label) => `[none known] ${label}`,
  })
}

function taggedList(context: RecallContext, style: TaggedStyle): string {
  const lines = [
    ...context.items.map((item) => style.item(item, context)),
    ...personSections(context).flatMap(({ label, prose, isUnknown }) => [
      ...prose.map((part) => style.prose(plainLine(label), part)),
      ...(isUnknown ? [style.unknown(plainLine(label))] : []),
    ]),
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
