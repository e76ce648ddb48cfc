/** Words a Context in the format asked for. Pure. Whatever the text in it, it cannot leave the place it stands in, and it pings nobody. */

import { localDate } from "../../domain/calendar.ts"
import { SECTIONS } from "../../domain/types.ts"
import type { Item, PersonRole, RecallContext } from "../context.ts"
import { contextNames, type PersonSection, personSections } from "./people.ts"
import { ago, endSentence, escapeXml, NOTICE, sanitizeLine, sanitizeUnbracketed } from "./sanitize.ts"

// The xml format: facts by person and section, each with its [note, date]; then notes, then messages. A well-formed fragment.

const PROSE_ELEMENT = { context: "summary", today: "today", history: "history" } as const

function renderXml(context: RecallContext): string {
  const notes = context.items.filter((item) => item.kind === "note")
  const messages = context.items.filter((item) => item.kind === "message")
  const lines = [
    ...element(
      "background_facts",
      personSections(context).flatMap((portrait) => xmlPersonLines(portrait, context)),
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

function xmlPersonLines(
  { person, label, shared, facts, prose }: PersonSection,
  context: RecallContext,
): string[] {
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
function factLine(item: Item, context: RecallContext): string {
  const said = item.sources.some((source) => source.message_id !== null)
  const note =
    item.title === null
      ? said
        ? "a conversation"
        : "told directly"
      : escapeXml(sanitizeUnbracketed(item.title))
  return `- ${escapeXml(sanitizeUnbracketed(item.text))} [${note}, ${date(item, context)}]`
}

/** A conversation needs no word of its being one. */
function ofMany({ conversations }: Item): string {
  return conversations === undefined ? "" : ` conversations="${conversations.length}"`
}

function element(name: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`<${name}>`, ...lines, `</${name}>`]
}

function text(words: string): string {
  return escapeXml(sanitizeLine(words))
}

function date(item: Item, context: RecallContext): string {
  return localDate(item.at, context.timezone)
}

// The narrative format: a paragraph a person, those asking first. The merged prose where there is one; else facts, then today, then the days before, whichever there are. What else bears on the question follows as a list with days.

const STANDS: Record<PersonRole, string> = {
  asking: ", who is asking",
  mentioned: ", who is mentioned",
  noted: "",
}

function renderNarrative(context: RecallContext): string {
  const others = context.items
    .filter((item) => item.kind !== "memory")
    .map((item) => otherLine(item, context))
  const lines = [
    ...personSections(context).map((portrait) => paragraph(portrait, context)),
    ...(others.length === 0 ? [] : ["Also on record:", ...others]),
  ]
  return lines.length === 0 ? "" : [NOTICE, ...lines].join("\n")
}

function paragraph({ label, role: standing, facts, prose }: PersonSection, context: RecallContext): string {
  const merged = prose[0]?.of === "context" ? sanitizeUnbracketed(prose[0].text) : null
  const told = facts.map((item) => factSentence(item, context, merged ?? ""))
  const days = prose.filter(({ of }) => of !== "context").map(dayProse)
  const sentences = [...(merged === null ? [] : [endSentence(merged)]), ...told, ...days]
  return `About ${sanitizeUnbracketed(label)}${standing ? STANDS[standing] : ""}: ${sentences.filter(Boolean).join(" ")}`
}

/** Empty where the merged prose says it word for word. */
function factSentence(item: Item, context: RecallContext, merged: string): string {
  const fact = sanitizeUnbracketed(item.text)
  if (merged.includes(fact.replace(/\.$/, ""))) return ""
  return endSentence(item.permanent ? fact : `${fact.replace(/\.$/, "")} (${ago(item.at, context)})`)
}

function dayProse({ of, text }: PersonSection["prose"][number]): string {
  return `${of === "today" ? "Today:" : "In the days before:"} ${endSentence(sanitizeUnbracketed(text))}`
}

function otherLine(item: Item, context: RecallContext): string {
  const on = localDate(item.at, context.timezone)
  const text = endSentence(sanitizeUnbracketed(item.text))
  if (item.kind === "message") return `- In the chat on ${on}, ${text}`
  return `- In the conversation "${sanitizeUnbracketed(item.title ?? "")}" on ${on}: ${text}`
}

// The block format: of each person a profile, what is recent and what is relevant, with relative times; then what conversations hold.

const RECENT = 5
const RELEVANT = 5
const PROSE_TITLE = { context: "In short:", today: "Today:", history: "In the days before:" } as const

function renderBlock(context: RecallContext): string {
  const others = context.items.filter((item) => item.kind !== "memory")
  const lines = [
    ...personSections(context).flatMap((portrait) => personLines(portrait, context)),
    ...titled(
      "From conversations:",
      others.map((item) => dated(item, context)),
    ),
  ]
  return lines.length === 0 ? "" : [`(${NOTICE})`, ...lines].join("\n")
}

/** Facts come best first, so the relevant ones are the first that are not already recent. */
function personLines({ label, facts, prose }: PersonSection, context: RecallContext): string[] {
  const profile = facts.filter((item) => item.permanent)
  const passing = facts.filter((item) => !item.permanent)
  const recent = passing.toSorted((a, b) => b.at - a.at).slice(0, RECENT)
  const relevant = passing.filter((item) => !recent.includes(item)).slice(0, RELEVANT)
  return [
    `[What you know about ${sanitizeUnbracketed(label)}:]`,
    ...titled(
      "Profile:",
      profile.map((item) => `- ${sanitizeUnbracketed(item.text)}`),
    ),
    ...titled(
      "Recent:",
      recent.map((item) => dated(item, context)),
    ),
    ...titled(
      "Relevant:",
      relevant.map((item) => dated(item, context)),
    ),
    ...prose.flatMap(({ of, text }) => titled(PROSE_TITLE[of], [`- ${sanitizeUnbracketed(text)}`])),
  ]
}

function dated(item: Item, context: RecallContext): string {
  return `- ${sanitizeUnbracketed(item.text)} (${ago(item.at, context)})`
}

function titled(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}

// The tagged format: one list between [Long-term Memory] and [End Memory], best first, each with its type, confidence and day.

function renderTagged(context: RecallContext): string {
  const lines = [
    ...context.items.map(
      (item) =>
        `- (${tag(item)}) ${sanitizeUnbracketed(item.text)} (${localDate(item.at, context.timezone)})`,
    ),
    ...personSections(context).flatMap(({ label, prose }) =>
      prose.map(
        ({ of, text }) => `- (${PROSE_TAG[of]}) ${sanitizeUnbracketed(label)}: ${sanitizeUnbracketed(text)}`,
      ),
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

export { ago } from "./sanitize.ts"

const RENDERERS: Record<Format, (context: RecallContext) => string> = {
  json: renderJson,
  xml: renderXml,
  block: renderBlock,
  tagged: renderTagged,
  narrative: renderNarrative,
}

/** The text of a context; empty where it holds nothing. */
export function render(context: RecallContext, format: Format): string {
  return RENDERERS[format](context)
}

// The json format: a notice, then a compact array, best first: each item with its day, the note it was learned in and a link to the message; what several conversations came to, with each of them.

function renderJson(context: RecallContext): string {
  const names = contextNames(context)
  const items = context.items.map((item) => ({
    kind: item.kind,
    about: item.subject ? sanitizeLine(names.label(item.subject.id)) : undefined,
    text: sanitizeLine(item.text),
    type: item.type ?? undefined,
    note: item.title === null || item.title === item.text ? undefined : sanitizeLine(item.title),
    date: localDate(item.at, context.timezone),
    source: item.sources[0]?.url ?? undefined,
    of: item.conversations?.map(({ title, at, url }) => ({
      note: sanitizeLine(title),
      date: localDate(at, context.timezone),
      source: url,
    })),
  }))
  const digests = personSections(context).flatMap(({ label, prose }) =>
    prose.map(({ of, text }) => ({
      kind: "digest",
      about: sanitizeLine(label),
      of,
      text: sanitizeLine(text),
    })),
  )
  const remembered = [...items, ...digests]
  return remembered.length === 0 ? "" : JSON.stringify({ notice: NOTICE, remembered })
}
