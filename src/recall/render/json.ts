/** The json format: a notice, then a compact array, best first: each item with its day, the note it was learned in and a link to the message; what several conversations came to, with each of them. */
import { localDate } from "../../domain/calendar.ts"
import type { Context } from "../context.ts"
import { namesOf, portraits } from "./people.ts"
import { NOTICE, quiet } from "./words.ts"

export function renderJson(context: Context): string {
  const names = namesOf(context)
  const items = context.items.map((item) => ({
    kind: item.kind,
    about: item.subject ? quiet(names.label(item.subject.id)) : undefined,
    text: quiet(item.text),
    type: item.type ?? undefined,
    note: item.title === null || item.title === item.text ? undefined : quiet(item.title),
    date: localDate(item.at, context.timezone),
    source: item.sources[0]?.url ?? undefined,
    of: item.conversations?.map(({ title, at, url }) => ({
      note: quiet(title),
      date: localDate(at, context.timezone),
      source: url,
    })),
  }))
  const digests = portraits(context).flatMap(({ label, prose }) =>
    prose.map(({ of, text }) => ({ kind: "digest", about: quiet(label), of, text: quiet(text) })),
  )
  const remembered = [...items, ...digests]
  return remembered.length === 0 ? "" : JSON.stringify({ notice: NOTICE, remembered })
}
