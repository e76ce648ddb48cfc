/** Words a Context in each format. Pure. Whatever the text in it, it cannot end the block it stands in, and it pings nobody. */
import { SECTIONS } from "../vocabulary.ts"
import type { Context, Item } from "./context.ts"

export const FORMATS = ["json", "xml", "block", "tagged"] as const
export type Format = (typeof FORMATS)[number]

const RECENT = 5
const RELEVANT = 5

/** The text of a context; empty where it holds nothing. */
export function render(context: Context, format: Format): string {
  if (context.items.length === 0) return ""
  switch (format) {
    case "json":
      return renderJson(context)
    case "xml":
      return renderXml(context)
    case "block":
      return renderBlock(context)
    case "tagged":
      return renderTagged(context)
  }
}

function renderJson(context: Context): string {
  return JSON.stringify(
    context.items.map((item) => ({
      kind: item.kind,
      about: item.subject ? quiet(item.subject.name ?? item.subject.id) : undefined,
      text: quiet(item.text),
      type: item.type ?? undefined,
      date: date(item, context),
      source: item.sources[0]?.url ?? undefined,
    })),
  )
}

function renderXml(context: Context): string {
  const facts = context.items.filter((item) => item.kind === "memory")
  const people = groupBy(facts, subjectId)
  const notes = context.items.filter((item) => item.kind === "note")
  const messages = context.items.filter((item) => item.kind === "message")
  return [
    ...element(
      "background_facts",
      [...people.values()].flatMap((items) => xmlPerson(nameOf(items, "the server"), items, context)),
    ),
    ...element(
      "notes",
      notes.map(
        (note) =>
          `<note title="${xml(note.title ?? "")}" date="${date(note, context)}">${xml(note.text)}</note>`,
      ),
    ),
    ...element(
      "messages",
      messages.map((item) => `<message date="${date(item, context)}">${xml(item.text)}</message>`),
    ),
  ].join("\n")
}

function xmlPerson(name: string, items: Item[], context: Context): string[] {
  const sections = groupBy(items, (item) => item.section ?? "other")
  const order = [...SECTIONS].filter((section) => sections.has(section))
  const lines = order.flatMap((section) => [
    `<${section}>`,
    ...(sections.get(section) ?? []).map((item) => `- ${xml(item.text)} [${citation(item, context)}]`),
    `</${section}>`,
  ])
  return [`<person name="${xml(name)}">`, ...lines, "</person>"]
}

function renderBlock(context: Context): string {
  const people = groupBy(
    context.items.filter((item) => item.kind === "memory"),
    subjectId,
  )
  const others = context.items.filter((item) => item.kind !== "memory")
  return [
    ...[...people.values()].flatMap((items) => blockPerson(nameOf(items, "this server"), items, context)),
    ...titled(
      "From conversations:",
      others.map((item) => `- ${plain(item.text)} (${ago(item.at, context.now)})`),
    ),
  ].join("\n")
}

function blockPerson(name: string, items: Item[], context: Context): string[] {
  const profile = items.filter((item) => item.permanent)
  const passing = items.filter((item) => !item.permanent)
  const recent = [...passing].sort((a, b) => b.at - a.at).slice(0, RECENT)
  const relevant = passing.filter((item) => !recent.includes(item)).slice(0, RELEVANT)
  const dated = (item: Item) => `- ${plain(item.text)} (${ago(item.at, context.now)})`
  return [
    `[What you know about ${plain(name)}:]`,
    ...titled(
      "Profile:",
      profile.map((item) => `- ${plain(item.text)}`),
    ),
    ...titled("Recent:", recent.map(dated)),
    ...titled("Relevant:", relevant.map(dated)),
  ]
}

function renderTagged(context: Context): string {
  const lines = context.items.map((item) => {
    const tag =
      item.kind === "memory" ? `${item.type}, ${Math.round((item.confidence ?? 0) * 100)} %` : item.kind
    return `- (${tag}) ${plain(item.text)} (${date(item, context)})`
  })
  return ["[Long-term Memory]", ...lines, "[End Memory]"].join("\n")
}

/** People are told apart by id: two may go by one name. */
function subjectId(item: Item): string {
  return item.subject?.id ?? ""
}

function nameOf(items: readonly Item[], none: string): string {
  const subject = items[0]?.subject
  return subject?.name ?? subject?.id ?? none
}

function titled(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}

function element(name: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`<${name}>`, ...lines, `</${name}>`]
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

/** The conversation a fact was learned in, and when. */
function citation(item: Item, context: Context): string {
  return `${item.title === null ? "told directly" : xml(item.title)}, ${date(item, context)}`
}

/** A formatter costs more to make than all that it formats. There are as many as time zones. */
const calendars = new Map<string, Intl.DateTimeFormat>()

/** The day in the guild's time zone, as YYYY-MM-DD. */
function date(item: Item, context: Context): string {
  const { timezone } = context
  const calendar =
    calendars.get(timezone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" })
  calendars.set(timezone, calendar)
  return calendar.format(item.at)
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** "2 days ago". */
export function ago(at: number, now: number): string {
  const days = Math.floor(Math.max(0, now - at) / 86_400_000)
  if (days === 0) return "today"
  if (days < 14) return relative.format(-days, "day")
  if (days < 60) return relative.format(-Math.floor(days / 7), "week")
  return days < 730
    ? relative.format(-Math.floor(days / 30), "month")
    : relative.format(-Math.floor(days / 365), "year")
}

/** One line without control or direction marks; an @ that mentions nobody. */
function quiet(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .replace(/@/g, "@\u200b")
    .replace(/`{3,}/g, "'''")
    .replace(/<([@#:/a-z])/gi, "<\u200b$1")
}

/** For the bracketed formats: brackets and fences become look-alikes that end nothing. */
function plain(text: string): string {
  return quiet(text).replace(/\[/g, "(").replace(/\]/g, ")")
}

function xml(text: string): string {
  return quiet(text)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
}
