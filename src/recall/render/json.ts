/**
 * The json format: a notice, then a compact array, best first: items with day, note and link; clusters with
 * conversations. Pure.
 */
import { localDate } from "../../domain/calendar.ts"
import type { RecallContext } from "../context.ts"
import { contextNames, personSections } from "./people.ts"
import { NOTICE, safeLine } from "./sanitize.ts"

export function renderJson(context: RecallContext): string {
  const names = contextNames(context)
  const items = context.items.map((item) => ({
    kind: item.kind,
    about: item.subject ? safeLine(names.label(item.subject.id)) : undefined,
    text: safeLine(item.text),
    type: item.type ?? undefined,
    note: item.title === null || item.title === item.text ? undefined : safeLine(item.title),
    date: localDate(item.at, context.timezone),
    source: item.sources[0]?.url ?? undefined,
    of: item.conversations?.map(({ title, at, url }) => ({
      note: safeLine(title),
      date: localDate(at, context.timezone),
      source: url,
    })),
  }))
  const digests = personSections(context).flatMap(({ label, prose, isUnknown }) => [
    ...prose.map(({ of, text }) => ({ kind: "digest", about: safeLine(label), of, text: safeLine(text) })),
    ...(isUnknown ? [{ kind: "person", about: safeLine(label), text: "none known" }] : []),
  ])
  const remembered = [...items, ...digests]
  return remembered.length === 0 ? "" : JSON.stringify({ notice: NOTICE, remembered })
}
