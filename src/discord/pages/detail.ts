/** One memory with all that may be known of it, and what the reader may do about it; and its sources by themselves. Pure. */
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import type { Found } from "../../memory/search.ts"
import type { Memory, Time } from "../../vocabulary.ts"
import { customId } from "../command.ts"
import { shown, shownWithin } from "../text.ts"
import { aboutWhom, evidenceLine } from "./fact.ts"
import { button, framed, row, rule, text } from "./parts.ts"
import { type Place, writtenPlace } from "./place.ts"
import { LIFETIME_NAMES, onDay, SECTION_NAMES, since, stateOf, sureness, TYPE_NAMES } from "./words.ts"

export interface Detail {
  found: Found
  /** Whether the reader may correct and forget it. */
  mayChange: boolean
  /** The list it was opened from; null: none, there is no way back. */
  place: Place | null
  now: Time
  /** Above it all: what has just been done. */
  news?: string
  /** What undoes that; null: nothing. */
  undoId?: string | null
}

const SHOWN_HERE = 2
const FACT = 620
/** Of 4,000 characters, six statements and a fact. */
const STATEMENT = 480

export function detailPage(detail: Detail): APIMessageTopLevelComponent {
  const { found, now, news } = detail
  const { memory, evidence } = found
  const latest = evidence.slice(-SHOWN_HERE).reverse()
  const statements = latest.map((one) => evidenceLine(one, memory.guildId, STATEMENT))
  return framed(
    news === undefined ? null : text(`**${news}**`),
    text(`-# ${capitalized(aboutWhom(memory))}\n${shownWithin(memory.fact, FACT)}`),
    text(particulars(memory, now)),
    rule(),
    text(["**Where I learned it**", ...statements].join("\n")),
    ways(detail),
  )
}

export function sourcesPage({ found, place }: Pick<Detail, "found" | "place">): APIMessageTopLevelComponent {
  const { memory, evidence } = found
  const more = memory.evidenceCount > evidence.length ? ["-# The latest of them."] : []
  const statements = evidence.map((one) => evidenceLine(one, memory.guildId, STATEMENT)).reverse()
  return framed(
    text(`## Where I learned it\n${shownWithin(memory.fact, FACT)}`),
    rule(),
    text([...statements, ...more].join("\n")),
    row(button("◀ Back", customId("open", memory.id, ...placeOf(place)))),
  )
}

function particulars(memory: Memory, now: Time): string {
  const { type, section, topics, importance, lifetime, expiresAt } = memory
  const state = stateOf(memory, now)
  const until = expiresAt === null ? "" : `, until ${onDay(expiresAt)}`
  const told = memory.evidenceCount === 1 ? "said once" : `said ${memory.evidenceCount} times`
  return [
    `**Kind** ${TYPE_NAMES[type]}${section === null ? "" : ` · ${SECTION_NAMES[section].toLowerCase()}`}`,
    ...(topics.length === 0 ? [] : [`**Topics** ${topics.map((topic) => shown(topic, 40)).join(", ")}`]),
    `**How sure I am** ${sureness(memory.confidence)} (${told})`,
    `**Importance** ${importance} · **Kept** ${LIFETIME_NAMES[lifetime]}${until}`,
    `**Learned** ${onDay(memory.saidAt)}${memory.lastSaidAt > memory.saidAt ? `, last said ${since(memory.lastSaidAt)}` : ""}`,
    ...(state === null ? [] : [`**Now** ${state}`]),
  ].join("\n")
}

function ways({ found: { memory, evidence }, mayChange, place, undoId }: Detail) {
  const args = [memory.id, ...placeOf(place)]
  return row(
    ...(undoId ? [button("Undo", customId("undo", undoId), "chief")] : []),
    button(evidence.length === 1 ? "1 source" : `${evidence.length} sources`, customId("sources", ...args)),
    ...(mayChange
      ? [
          button("Correct", customId("correct", ...args)),
          button("Forget", customId("forget", memory.id), "grave"),
        ]
      : []),
    ...(place === null ? [] : [button("◀ Back", customId("page", writtenPlace(place)))]),
  )
}

function placeOf(place: Place | null): string[] {
  return place === null ? [] : [writtenPlace(place)]
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
