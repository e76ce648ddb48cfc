/** One memory with all that may be known of it, and what the reader may do about it; and its sources by themselves. Pure. */
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import type { Memory, Time } from "../../../domain/types.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { customId } from "../../bot/ui/command.ts"
import {
  confidenceLabel,
  LIFETIME_NAMES,
  memoryStateLabel,
  SECTION_NAMES,
  TYPE_NAMES,
} from "../../bot/ui/memory-texts.ts"
import { formatProfileCursor, type ProfileCursor } from "../../bot/ui/page-cursor.ts"
import { escapeText, escapeToFit } from "../../bot/ui/text.ts"
import { button, container, divider, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { evidenceLine, subjectLabel } from "../fact.ts"

export interface MemoryDetail {
  found: FoundMemory
  /** Whether the reader may correct and forget it. */
  mayChange: boolean
  /** The list it was opened from; null: none, there is no way back. */
  place: ProfileCursor | null
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

export function detailPage(detail: MemoryDetail): APIMessageTopLevelComponent {
  const { found, now, news } = detail
  const { memory, evidence } = found
  const latest = evidence.slice(-SHOWN_HERE).reverse()
  const statements = latest.map((one) => evidenceLine(one, memory.guildId, STATEMENT))
  return container(
    news === undefined ? null : text(`**${news}**`),
    text(`-# ${capitalized(subjectLabel(memory))}\n${escapeToFit(memory.fact, FACT)}`),
    text(particulars(memory, now)),
    divider(),
    text(["**Where I learned it**", ...statements].join("\n")),
    detailButtons(detail),
  )
}

export function sourcesPage({
  found,
  place,
}: Pick<MemoryDetail, "found" | "place">): APIMessageTopLevelComponent {
  const { memory, evidence } = found
  const more = memory.evidenceCount > evidence.length ? ["-# The latest of them."] : []
  const statements = evidence.map((one) => evidenceLine(one, memory.guildId, STATEMENT)).reverse()
  return container(
    text(`## Where I learned it\n${escapeToFit(memory.fact, FACT)}`),
    divider(),
    text([...statements, ...more].join("\n")),
    row(button(customId("open", memory.id, ...placeOf(place)), "◀ Back")),
  )
}

function particulars(memory: Memory, now: Time): string {
  const { type, section, topics, importance, lifetime, expiresAt } = memory
  const state = memoryStateLabel(memory, now)
  const until = expiresAt === null ? "" : `, until ${timestamp(expiresAt, "day")}`
  const told = memory.evidenceCount === 1 ? "said once" : `said ${memory.evidenceCount} times`
  return [
    `**Kind** ${TYPE_NAMES[type]}${section === null ? "" : ` · ${SECTION_NAMES[section].toLowerCase()}`}`,
    ...(topics.length === 0 ? [] : [`**Topics** ${topics.map((topic) => escapeText(topic, 40)).join(", ")}`]),
    `**How sure I am** ${confidenceLabel(memory.confidence)} (${told})`,
    `**Importance** ${importance} · **Kept** ${LIFETIME_NAMES[lifetime]}${until}`,
    `**Learned** ${timestamp(memory.saidAt, "day")}${memory.lastSaidAt > memory.saidAt ? `, last said ${timestamp(memory.lastSaidAt, "relative")}` : ""}`,
    ...(state === null ? [] : [`**Now** ${state}`]),
  ].join("\n")
}

function detailButtons({ found: { memory, evidence }, mayChange, place, undoId }: MemoryDetail) {
  const args = [memory.id, ...placeOf(place)]
  return row(
    ...(undoId ? [button(customId("undo", undoId), "Undo", { style: "primary" })] : []),
    button(customId("sources", ...args), evidence.length === 1 ? "1 source" : `${evidence.length} sources`),
    ...(mayChange
      ? [
          button(customId("correct", ...args), "Correct"),
          button(customId("forget", memory.id), "Forget", { style: "danger" }),
        ]
      : []),
    ...(place === null ? [] : [button(customId("page", formatProfileCursor(place)), "◀ Back")]),
  )
}

function placeOf(place: ProfileCursor | null): string[] {
  return place === null ? [] : [formatProfileCursor(place)]
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
