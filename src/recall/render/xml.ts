/** The xml format: facts by person and section, each with its [note, date]; then notes, then messages. A well-formed fragment. */
import { localDate } from "../../domain/calendar.ts"
import { SECTIONS } from "../../domain/types.ts"
import type { Context, Item } from "../context.ts"
import { type Portrait, portraits } from "./people.ts"
import { escaped, NOTICE, plain, quiet } from "./words.ts"

const PROSE_ELEMENT = { context: "summary", today: "today", history: "history" } as const

export function renderXml(context: Context): string {
  const notes = context.items.filter((item) => item.kind === "note")
  const messages = context.items.filter((item) => item.kind === "message")
  const lines = [
    ...element(
      "background_facts",
      portraits(context).flatMap((portrait) => personLines(portrait, context)),
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

function personLines({ person, label, shared, facts, prose }: Portrait, context: Context): string[] {
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
