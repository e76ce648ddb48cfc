/** Renders a RecallContext in the requested format. Text cannot break out of the format or ping anybody. Pure. */
import { localDate } from "../../domain/calendar.ts"
import type { Format, Style } from "../../domain/recalls.ts"
import { SECTIONS } from "../../domain/types.ts"
import { endSentence } from "../../text/display.ts"
import type { Item, PersonRole, RecallContext } from "../context.ts"
import { renderClassicXml } from "./classic-xml.ts"
import { renderJson } from "./json.ts"
import { originOf, type PersonSection, personSections } from "./people.ts"
import { ago, escapeXml, NOTICE, plainLine, safeLine } from "./sanitize.ts"
import { renderClassicTagged, renderTagged } from "./tagged.ts"

// xml: facts by person and section, each with its [note, date]; then notes and messages. A well-formed fragment.

const PROSE_ELEMENT = { context: "summary", today: "today", history: "history" } as const

function renderXml(context: RecallContext): string {
  const notes = context.items.filter((item) => item.kind === "note")
  const messages = context.items.filter((item) => item.kind === "message")
  const lines = [
    ...element(
      "background_facts",
      personSections(context).flatMap((section) => xmlPersonLines(section, context)),
    ),
    ...element(
      "notes",
      notes.map(
        (note) =>
          `<note title="${text(note.title ?? "")}" date="${date(note, context)}"${conversationCount(note)}>${text(note.text)}</note>`,
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
  { person, label, shared, facts, prose, isUnknown }: PersonSection,
  context: RecallContext,
): string[] {
  const name = person?.name ?? label
  const id = person && shared ? ` id="${person.id}"` : ""
  if (isUnknown) return [`<person name="${text(name)}"${id}>none known</person>`]
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

/**
 * Square brackets hold the conversation and the date of a fact. Text is sanitized so that it cannot imitate
 * them.
 */
function factLine(item: Item, context: RecallContext): string {
  return `- ${escapeXml(plainLine(item.text))} [${escapeXml(plainLine(originOf(item)))}, ${date(item, context)}]`
}

/** Only topic clusters state their number of conversations. */
function conversationCount({ conversations }: Item): string {
  return conversations === undefined ? "" : ` conversations="${conversations.length}"`
}

function element(name: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`<${name}>`, ...lines, `</${name}>`]
}

function text(words: string): string {
  return escapeXml(safeLine(words))
}

function date(item: Item, context: RecallContext): string {
  return localDate(item.at, context.timezone)
}

// narrative: a paragraph per person, askers first: the merged digest, or facts, today and earlier days. Other
// results follow as a dated list.

const ROLE_PHRASES: Record<PersonRole, string> = {
  asking: ", who is asking",
  mentioned: ", who is mentioned",
  talking: ", who takes part",
  noted: "",
}

function renderNarrative(context: RecallContext): string {
  const others = context.items
    .filter((item) => item.kind !== "memory")
    .map((item) => otherLine(item, context))
  const lines = [
    ...personSections(context).map((section) => paragraph(section, context)),
    ...(others.length === 0 ? [] : ["Also on record:", ...others]),
  ]
  return lines.length === 0 ? "" : [NOTICE, ...lines].join("\n")
}

function paragraph({ label, role, facts, prose, isUnknown }: PersonSection, context: RecallContext): string {
  if (isUnknown) return `About ${plainLine(label)}${role ? ROLE_PHRASES[role] : ""}: none known.`
  const merged = prose[0]?.of === "context" ? plainLine(prose[0].text) : null
  const told = facts.map((item) => factSentence(item, context, merged ?? ""))
  const days = prose.filter(({ of }) => of !== "context").map(dayProse)
  const sentences = [...(merged === null ? [] : [endSentence(merged)]), ...told, ...days]
  return `About ${plainLine(label)}${role ? ROLE_PHRASES[role] : ""}: ${sentences.filter(Boolean).join(" ")}`
}

/** Empty if the merged digest contains the fact word for word. */
function factSentence(item: Item, context: RecallContext, merged: string): string {
  const fact = plainLine(item.text)
  if (merged.includes(fact.replace(/\.$/, ""))) return ""
  return endSentence(item.permanent ? fact : `${fact.replace(/\.$/, "")} (${ago(item.at, context)})`)
}

function dayProse({ of, text }: PersonSection["prose"][number]): string {
  return `${of === "today" ? "Today:" : "In the days before:"} ${endSentence(plainLine(text))}`
}

function otherLine(item: Item, context: RecallContext): string {
  const on = localDate(item.at, context.timezone)
  const text = endSentence(plainLine(item.text))
  if (item.kind === "message") return `- In the chat on ${on}, ${text}`
  return `- In the conversation "${plainLine(item.title ?? "")}" on ${on}: ${text}`
}

// block: for each person a profile, recent and relevant facts with relative times; then conversations.

const RECENT = 5
const RELEVANT = 5
const PROSE_TITLE = { context: "In short:", today: "Today:", history: "In the days before:" } as const

function renderBlock(context: RecallContext): string {
  const others = context.items.filter((item) => item.kind !== "memory")
  const lines = [
    ...personSections(context).flatMap((section) => personLines(section, context)),
    ...titled(
      "From conversations:",
      others.map((item) => dated(item, context)),
    ),
  ]
  return lines.length === 0 ? "" : [`(${NOTICE})`, ...lines].join("\n")
}

/** Facts come best first, so relevant ones are the first that are not already listed as recent. */
function personLines({ label, facts, prose, isUnknown }: PersonSection, context: RecallContext): string[] {
  if (isUnknown) return [`[What you know about ${plainLine(label)}: none known]`]
  const profile = facts.filter((item) => item.permanent)
  const passing = facts.filter((item) => !item.permanent)
  const recent = passing.toSorted((a, b) => b.at - a.at).slice(0, RECENT)
  const relevant = passing.filter((item) => !recent.includes(item)).slice(0, RELEVANT)
  return [
    `[What you know about ${plainLine(label)}:]`,
    ...titled(
      "Profile:",
      profile.map((item) => `- ${plainLine(item.text)}`),
    ),
    ...titled(
      "Recent:",
      recent.map((item) => dated(item, context)),
    ),
    ...titled(
      "Relevant:",
      relevant.map((item) => dated(item, context)),
    ),
    ...prose.flatMap(({ of, text }) => titled(PROSE_TITLE[of], [`- ${plainLine(text)}`])),
  ]
}

function dated(item: Item, context: RecallContext): string {
  return `- ${plainLine(item.text)} (${ago(item.at, context)})`
}

function titled(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}

export { ago } from "./sanitize.ts"

const RENDERERS: Record<Format, (context: RecallContext) => string> = {
  json: renderJson,
  xml: renderXml,
  block: renderBlock,
  tagged: renderTagged,
  narrative: renderNarrative,
}
const CLASSIC: Partial<typeof RENDERERS> = { xml: renderClassicXml, tagged: renderClassicTagged }

/** Returns an empty text if the context holds nothing. */
export function render(context: RecallContext, format: Format, style: Style = "default"): string {
  const renderer = (style === "classic" ? CLASSIC[format] : null) ?? RENDERERS[format]
  return renderer(context)
}
