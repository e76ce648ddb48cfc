/** The xml format in its classic style: for each user titled lines such as "Bio:", then their notes. Pure. */
import { localDate } from "../../domain/calendar.ts"
import type { Id } from "../../domain/types.ts"
import { SECTIONS } from "../../domain/types.ts"
import type { Item, RecallContext } from "../context.ts"
import { originOf, type PersonSection, personSections } from "./people.ts"
import { escapeXml, NOTICE, plainLine, safeLine } from "./sanitize.ts"

/**
 * A well-formed fragment. A note stands with the first user of the context who took part in it. What belongs to nobody
 * follows the users.
 */
export function renderClassicXml(context: RecallContext): string {
  const people = personSections(context)
  const users = people.flatMap(({ person }) => person?.id ?? [])
  const notes = context.items.filter(({ kind }) => kind === "note")
  const byUser = Map.groupBy(notes, ({ participants = [] }) => users.find((id) => participants.includes(id)))
  const lines = [
    ...people.flatMap((section) => userLines(section, byUser, context)),
    ...noteLines(byUser.get(undefined) ?? [], context),
    ...element(
      "messages",
      context.items.filter(({ kind }) => kind === "message").map((item) => dated(item, context)),
    ),
  ]
  return lines.length === 0 ? "" : [`<!-- ${NOTICE} -->`, ...element("background_facts", lines)].join("\n")
}

const TITLES = {
  bio: "Bio",
  interests: "Interests",
  skills: "Skills",
  opinions: "Opinions",
  relationships: "Relationships",
  other: "Other",
} as const satisfies Record<(typeof SECTIONS)[number], string>
const PROSE_TITLES = { context: "Summary", today: "Today", history: "Days before" } as const

function userLines(
  { person, label, shared, facts, prose, isUnknown }: PersonSection,
  byUser: ReadonlyMap<Id | undefined, Item[]>,
  context: RecallContext,
): string[] {
  const id = person && shared ? ` id="${person.id}"` : ""
  const sections = Map.groupBy(facts, (item) => item.section ?? "other")
  return [
    `<user name="${text(person?.name ?? label)}"${id}>`,
    ...(isUnknown ? ["None known"] : []),
    ...SECTIONS.flatMap((section) =>
      titled(
        TITLES[section],
        (sections.get(section) ?? []).map((item) => fact(item, context)),
      ),
    ),
    ...prose.flatMap((part) => titled(PROSE_TITLES[part.of], [text(part.text)])),
    ...noteLines(person === null ? [] : (byUser.get(person.id) ?? []), context),
    "</user>",
  ]
}

/** "Ada lives in Oslo [Flats and climbing, 2026-05-22]" */
function fact(item: Item, context: RecallContext): string {
  return `${escapeXml(plainLine(item.text))} [${escapeXml(plainLine(originOf(item)))}, ${localDate(item.at, context.timezone)}]`
}

function titled(title: string, parts: string[]): string[] {
  return parts.length === 0 ? [] : [`${title}: ${parts.join("; ")}`]
}

function noteLines(notes: readonly Item[], context: RecallContext): string[] {
  return element(
    "notes",
    notes.map((note) => `${text(note.title ?? "a conversation")}: ${dated(note, context)}`),
  )
}

function dated(item: Item, context: RecallContext): string {
  return `${escapeXml(plainLine(item.text))} [${localDate(item.at, context.timezone)}]`
}

function element(name: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`<${name}>`, ...lines, `</${name}>`]
}

function text(words: string): string {
  return escapeXml(safeLine(words))
}
