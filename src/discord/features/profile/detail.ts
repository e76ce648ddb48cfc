/** Pages for one memory with its details and actions, and for its sources. Pure. */
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import { momentLabel } from "../../../domain/fact-time.ts"
import type { Memory, Time } from "../../../domain/types.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { customId } from "../../bot/ui/command.ts"
import {
  confidenceLabel,
  LIFETIME_NAMES,
  memoryStateLabel,
  SECTION_NAMES,
  TYPE_NAMES,
  userMention,
} from "../../bot/ui/memory-texts.ts"
import { formatProfileCursor, type ProfileCursor } from "../../bot/ui/page-cursor.ts"
import { escapeText, escapeToFit } from "../../bot/ui/text.ts"
import { button, container, divider, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { evidenceLine, subjectLabel } from "../fact.ts"

export interface MemoryDetail {
  found: FoundMemory
  /** The latest facts that it replaced and that the reader may read. */
  former?: readonly FoundMemory[]
  /** The reader may correct and forget it. */
  mayChange: boolean
  /** The list it was opened from; `null` if there is no way back. */
  cursor: ProfileCursor | null
  now: Time
  /** Shown at the top: the action just completed. */
  notice?: string
  /** Undoes that action; `null` if it cannot be undone. */
  undoId?: string | null
}

const SHOWN_HERE = 2
const FACT = 620
/** Six statements and a fact fit into 4,000 characters, and so do two, a fact and three former ones. */
const STATEMENT = 480
const FORMER = 200

export function detailPage(detail: MemoryDetail): APIMessageTopLevelComponent {
  const { found, now, notice, former = [] } = detail
  const { memory, evidence } = found
  const latest = evidence.slice(-SHOWN_HERE).reverse()
  const statements = latest.map((one) => evidenceLine(one, memory.guildId, STATEMENT))
  return container(
    notice === undefined ? null : text(`**${notice}**`),
    text(`-# ${capitalize(subjectLabel(memory))}\n${escapeToFit(memory.fact, FACT)}`),
    text(detailLines(memory, now)),
    former.length === 0 ? null : text(former.map(formerLine).join("\n")),
    divider(),
    text(["**Where I learned it**", ...statements].join("\n")),
    detailButtons(detail),
  )
}

export function sourcesPage({
  found,
  cursor,
}: Pick<MemoryDetail, "found" | "cursor">): APIMessageTopLevelComponent {
  const { memory, evidence } = found
  const more = memory.evidenceCount > evidence.length ? ["-# Only the latest are shown."] : []
  const statements = evidence.map((one) => evidenceLine(one, memory.guildId, STATEMENT)).reverse()
  return container(
    text(`## Where I learned it\n${escapeToFit(memory.fact, FACT)}`),
    divider(),
    text([...statements, ...more].join("\n")),
    row(button(customId("open", memory.id, ...cursorArguments(cursor)), "◀ Back")),
  )
}

function detailLines(memory: Memory, now: Time): string {
  const { type, section, topics, importance, lifetime, expiresAt } = memory
  const state = memoryStateLabel(memory, now)
  const until = expiresAt === null ? "" : `, until ${timestamp(expiresAt, "day")}`
  const told = memory.evidenceCount === 1 ? "said once" : `said ${memory.evidenceCount} times`
  return [
    `**Kind** ${TYPE_NAMES[type]}${section === null ? "" : ` · ${SECTION_NAMES[section].toLowerCase()}`}`,
    ...(topics.length === 0 ? [] : [`**Topics** ${topics.map((topic) => escapeText(topic, 40)).join(", ")}`]),
    `**Confidence** ${confidenceLabel(memory.confidence)} (${told})`,
    `**Importance** ${importance} · **Stored** ${LIFETIME_NAMES[lifetime]}${until}`,
    ...timeLines(memory),
    `**Learned** ${timestamp(memory.saidAt, "day")}${memory.lastSaidAt > memory.saidAt ? `, last said ${timestamp(memory.lastSaidAt, "relative")}` : ""}`,
    ...(state === null ? [] : [`**Status** ${state}`]),
  ].join("\n")
}

/** "**When** Saturday, May 16, 21:00" in the guild's own time zone, as exactly as it was said. */
function timeLines({ time }: Memory): string[] {
  const parts = [
    ...(time?.when ? [`**When** ${momentLabel(time.when)}`] : []),
    ...(time?.until ? [`**Until** ${momentLabel(time.until)}`] : []),
  ]
  return parts.length === 0 ? [] : [parts.join(" · ")]
}

/** "**Before** Raid on Friday at 20:00 (said by @Ana, May 3)": so a plan that moved shows where it stood. */
function formerLine({ memory, evidence }: FoundMemory): string {
  const last = evidence.at(-1)
  const by = last ? `said by ${userMention(last.authorId)}, ` : ""
  return `**Before** ${escapeToFit(memory.fact, FORMER)} (${by}${timestamp(memory.lastSaidAt, "day")})`
}

function detailButtons({ found: { memory, evidence }, mayChange, cursor, undoId }: MemoryDetail) {
  const args = [memory.id, ...cursorArguments(cursor)]
  return row(
    ...(undoId ? [button(customId("undo", undoId), "Undo", { style: "primary" })] : []),
    button(customId("sources", ...args), evidence.length === 1 ? "1 source" : `${evidence.length} sources`),
    ...(mayChange
      ? [
          button(customId("correct", ...args), "Correct"),
          button(customId("forget", memory.id), "Forget", { style: "danger" }),
        ]
      : []),
    ...(cursor === null ? [] : [button(customId("page", formatProfileCursor(cursor)), "◀ Back")]),
  )
}

function cursorArguments(cursor: ProfileCursor | null): string[] {
  return cursor === null ? [] : [formatProfileCursor(cursor)]
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
