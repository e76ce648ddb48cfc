/**
 * The json format: a notice, the start of all links, then a compact array, best first: items with day, note and the rest
 * of their link; clusters with conversations. Pure.
 */
import { localDate } from "../../domain/calendar.ts"
import type { RecallContext } from "../context.ts"
import { contextNames, personSections } from "./people.ts"
import { NOTICE, safeLine } from "./sanitize.ts"

export function renderJson(context: RecallContext): string {
  const names = contextNames(context)
  const start = linkStart(context)
  const shortened = (url: string | undefined) => url?.slice(start.length)
  const items = context.items.map((item) => ({
    kind: item.kind,
    // A message begins with its author's name.
    about: item.subject && item.kind !== "message" ? safeLine(names.label(item.subject.id)) : undefined,
    text: safeLine(item.text),
    type: item.type ?? undefined,
    note: item.title === null || item.title === item.text ? undefined : safeLine(item.title),
    date: localDate(item.at, context.timezone),
    source: shortened(item.sources[0]?.url ?? undefined),
    event: item.sources[0]?.event_id,
    of: item.conversations?.map(({ title, at, url }) => ({
      note: safeLine(title),
      date: localDate(at, context.timezone),
      source: shortened(url),
    })),
  }))
  const digests = personSections(context).flatMap(({ label, prose, isUnknown }) => [
    ...prose.map(({ of, text }) => ({ kind: "digest", about: safeLine(label), of, text: safeLine(text) })),
    ...(isUnknown ? [{ kind: "person", about: safeLine(label), text: "none known" }] : []),
  ])
  const remembered = [...items, ...digests]
  if (remembered.length === 0) return ""
  return JSON.stringify({ notice: NOTICE, links: start || undefined, remembered })
}

/** The part that all links have in common, up to a slash. A link in full costs as many tokens as an item. */
function linkStart({ items }: RecallContext): string {
  const links = items.flatMap(({ sources, conversations = [] }) => [
    ...sources.slice(0, 1).flatMap(({ url }) => url ?? []),
    ...conversations.map(({ url }) => url),
  ])
  const [first = "", ...rest] = links
  let common = first
  for (const link of rest) while (!link.startsWith(common)) common = common.slice(0, -1)
  return common.slice(0, common.lastIndexOf("/") + 1)
}
