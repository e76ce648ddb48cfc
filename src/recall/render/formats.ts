/** Words a Context in the format asked for. Pure. Whatever the text in it, it cannot leave the place it stands in, and it pings nobody. */

import { localDate } from "../../domain/calendar.ts"
import { SECTIONS } from "../../domain/types.ts"
import type { Context, Item, Standing } from "../context.ts"
import { namesOf, type Portrait, portraits } from "./people.ts"
import { ago, escaped, NOTICE, plain, quiet, sentence } from "./words.ts"

// The xml format: facts by person and section, each with its [note, date]; then notes, then messages. A well-formed fragment.

const PROSE_ELEMENT = { context: "summary", today: "today", history: "history" } as const

function renderXml(context: Context): string {
  const notes = context.items.filter((item) => item.kind === "note")
  const messages = context.items.filter((item) => item.kind === "message")
  const lines = [
    ...element(
      "background_facts",
      portraits(context).flatMap((portrait) => xmlPersonLines(portrait, context)),
    ),
    ...element(
      "notes",
      notes.map(
        (note) =>
          `<note title="${text(note.title ?? "")}" date="${date(note, context)}"${ofMany(note)}>${text(note.text)}</note>`,
      ),
    ),
    ...element(
      "messages",
      messages.map((item) => `<message date="${date(item, context)}">${text(item.text)}</message>`),
    ),
  ]
  return lines.length === 0 ? "" : [`<!-- ${NOTICE} -->`, ...lines].join("\n")
}

function xmlPersonLines({ person, label, shared, facts, prose }: Portrait, context: Context): string[] {
  const name = person?.name ?? label
  const id = person && shared ? ` id="${person.id}"` : ""
  const sections = Map.groupBy(facts, (item) => item.section ?? "other")
  return [
    `<person name="${text(name)}"${id}>`,
    ...SECTIONS.flatMap((section) =>
      element(
        section,
        (sections.get(section) ?? []).map((item) => factLine(item, context)),
      ),
    ),
    ...prose.map((part) => `<${PROSE_ELEMENT[part.of]}>${text(part.text)}</${PROSE_ELEMENT[part.of]}>`),
    "</person>",
  ]
}

/** Square brackets hold the conversation a fact was learned in, and when: none in the text can pass for them. */
function factLine(item: Item, context: Context): string {
  const said = item.sources.some((source) => source.message_id !== null)
  const note = item.title === null ? (said ? "a conversation" : "told directly") : escaped(plain(item.title))
  return `- ${escaped(plain(item.text))} [${note}, ${date(item, context)}]`
}

/** A conversation needs no word of its being one. */
function ofMany({ conversations }: Item): string {
  return conversations === undefined ? "" : ` conversations="${conversations.length}"`
}

function element(name: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`<${name}>`, ...lines, `</${name}>`]
}

function text(words: string): string {
  return escaped(quiet(words))
}

function date(item: Item, context: Context): string {
  return localDate(item.at, context.timezone)
}

// The narrative format: a paragraph a person, those asking first. The merged prose where there is one; else facts, then today, then the days before, whichever there are. What else bears on the question follows as a list with days.

const STANDS: Record<Standing, string> = {
  asking: ", who is asking",
  mentioned: ", who is mentioned",
  noted: "",
}

function renderNarrative(context: Context): string {
  const others = context.items
    .filter((item) => item.kind !== "memory")
    .map((item) => otherLine(item, context))
  const lines = [
    ...portraits(context).map((portrait) => paragraph(portrait, context)),
    ...(others.length === 0 ? [] : ["Also on record:", ...others]),
  ]
  return lines.length === 0 ? "" : [NOTICE, ...lines].join("\n")
}

function paragraph({ label, standing, facts, prose }: Portrait, context: Context): string {
  const merged = prose[0]?.of === "context" ? plain(prose[0].text) : null
  const told = facts.map((item) => factSentence(item, context, merged ?? ""))
  const days = prose.filter(({ of }) => of !== "context").map(dayProse)
  const sentences = [...(merged === null ? [] : [sentence(merged)]), ...told, ...days]
  return `About ${plain(label)}${standing ? STANDS[standing] : ""}: ${sentences.filter(Boolean).join(" ")}`
}

/** Empty where the merged prose says it word for word. */
function factSentence(item: Item, context: Context, merged: string): string {
  const fact = plain(item.text)
  if (merged.includes(fact.replace(/\.$/, ""))) return ""
  return sentence(item.permanent ? fact : `${fact.replace(/\.$/, "")} (${ago(item.at, context)})`)
}

function dayProse({ of, text }: Portrait["prose"][number]): string {
  return `${of === "today" ? "Today:" : "In the days before:"} ${sentence(plain(text))}`
}

function otherLine(item: Item, context: Context): string {
  const on = localDate(item.at, context.timezone)
  const text = sentence(plain(item.text))
  if (item.kind === "message") return `- In the chat on ${on}, ${text}`
  return `- In the conversation "${plain(item.title ?? "")}" on ${on}: ${text}`
}

// The block format: of each person a profile, what is recent and what is relevant, with relative times; then what conversations hold.

const RECENT = 5
const RELEVANT = 5
const PROSE_TITLE = { context: "In short:", today: "Today:", history: "In the days before:" } as const

function renderBlock(context: Context): string {
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

// The tagged format: one list between [Long-term Memory] and [End Memory], best first, each with its type, confidence and day.

function renderTagged(context: Context): string {
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

export const FORMATS = ["json", "xml", "block", "tagged", "narrative"] as const
export type Format = (typeof FORMATS)[number]

export { ago } from "./words.ts"

const RENDERERS: Record<Format, (context: Context) => string> = {
  json: renderJson,
  xml: renderXml,
  block: renderBlock,
  tagged: renderTagged,
  narrative: renderNarrative,
}

/** The text of a context; empty where it holds nothing. */
export function render(context: Context, format: Format): string {
  return RENDERERS[format](context)
}

// The json format: a notice, then a compact array, best first: each item with its day, the note it was learned in and a link to the message; what several conversations came to, with each of them.

function renderJson(context: Context): string {
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
