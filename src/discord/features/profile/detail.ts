/** Pages for one memory with its details and actions, and for its sources. Pure. */
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import { momentLabel } from "../../../domain/date-names.ts"
import type { Memory, Time } from "../../../domain/types.ts"
import type { WordsCorrected } from "../../../memory/read/corrections.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { capitalize } from "../../../text/display.ts"
import { customId } from "../../bot/ui/command.ts"
import { confidenceLabel, memoryStateLabel, userMention } from "../../bot/ui/memory-texts.ts"
import { formatProfileCursor, type ProfileCursor } from "../../bot/ui/page-cursor.ts"
import { escapeText, escapeToFit } from "../../bot/ui/text.ts"
import { button, container, divider, head, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { counted, fill } from "../../texts/texts.ts"
import { evidenceLine, subjectLabel } from "../fact.ts"
import { serverKind } from "../server/kinds.ts"

export interface MemoryDetail {
  found: FoundMemory
  /** The latest facts that it replaced and that the reader may read. */
  former?: readonly FoundMemory[]
  /** The correction of its words that the statements below were made before; none by default. */
  corrected?: WordsCorrected | null
  /** The reader may correct and forget it. */
  mayChange: boolean
  /** The address of a picture of whom or what it is about; none by default. */
  picture?: string | null
  /** The list it was opened from; `null` if there is no way back. */
  cursor: ProfileCursor | null
  now: Time
  /** Shown at the top: the action just completed. */
  notice?: string
  /** Undoes that action; `null` if it cannot be undone. */
  undoId?: string | null
  texts: Texts
}

const SHOWN_HERE = 2
const FACT = 620
/** Six statements and a fact fit into 4,000 characters, and so do two, a fact and three former ones. */
const STATEMENT = 480
const FORMER = 200

export function detailPage(detail: MemoryDetail): APIMessageTopLevelComponent {
  const { found, now, notice, former = [], corrected = null, picture = null, texts } = detail
  const { memory, evidence } = found
  const latest = evidence.slice(-SHOWN_HERE).reverse()
  const statements = latest.map((one) =>
    evidenceLine(one, { guildId: memory.guildId, maxLength: STATEMENT, texts }),
  )
  return container(
    notice === undefined ? null : text(`**${notice}**`),
    head(`-# ${capitalize(subjectLabel(memory, texts))}\n${escapeToFit(memory.fact, FACT)}`, picture),
    text(detailLines(memory, now, texts)),
    former.length === 0 ? null : text(former.map((one) => formerLine(one, texts)).join("\n")),
    divider(),
    text([`**${texts.facts.whereLearned}**`, ...correctedLine(corrected, texts), ...statements].join("\n")),
    detailButtons(detail),
  )
}

export function sourcesPage({
  found,
  corrected = null,
  picture = null,
  cursor,
  texts,
}: Pick<MemoryDetail, "found" | "corrected" | "picture" | "cursor" | "texts">): APIMessageTopLevelComponent {
  const { memory, evidence } = found
  const more = memory.evidenceCount > evidence.length ? [`-# ${texts.facts.onlyLatest}`] : []
  const statements = evidence
    .map((one) => evidenceLine(one, { guildId: memory.guildId, maxLength: STATEMENT, texts }))
    .reverse()
  return container(
    head(`## ${texts.facts.whereLearned}\n${escapeToFit(memory.fact, FACT)}`, picture),
    divider(),
    text([...correctedLine(corrected, texts), ...statements, ...more].join("\n")),
    row(button(customId("open", memory.id, ...cursorArguments(cursor)), texts.buttons.back)),
  )
}

function detailLines(memory: Memory, now: Time, texts: Texts): string {
  const { type, subject, section, topics, importance, lifetime, expiresAt, saidAt, lastSaidAt } = memory
  const { facts, sections, types, server, lifetimes, importances, language } = texts
  const kind = subject.scope === "user" ? types[type] : server.kind[serverKind(memory)]
  const state = memoryStateLabel(memory, now, texts)
  const until = expiresAt === null ? "" : fill(facts.storedUntil, { date: timestamp(expiresAt, "day") })
  const again = lastSaidAt > saidAt ? fill(facts.lastSaid, { when: timestamp(lastSaidAt, "relative") }) : ""
  return [
    `**${facts.kind}** ${kind}${section === null ? "" : ` · **${facts.section}** ${sections[section]}`}`,
    ...(topics.length === 0
      ? []
      : [`**${facts.topics}** ${topics.map((topic) => escapeText(topic, 40)).join(", ")}`]),
    `**${facts.confidence}** ${confidenceLabel(memory.confidence, texts)} (${counted(facts.said, memory.evidenceCount, language)})`,
    `**${facts.importance}** ${importances[importance]} · **${facts.stored}** ${lifetimes[lifetime]}${until}`,
    ...timeLines(memory, texts),
    `**${facts.learnedOn}** ${timestamp(saidAt, "day")}${again}`,
    ...(state === null ? [] : [`**${facts.status}** ${state}`]),
  ].join("\n")
}

/** "-# Corrected by @Ana 2 hours ago. Earlier messages say it in other words." */
function correctedLine(corrected: WordsCorrected | null, { facts }: Texts): string[] {
  if (corrected === null) return []
  const by = corrected.by === null ? "" : fill(facts.correctedBy, { who: userMention(corrected.by.id) })
  return [`-# ${fill(facts.corrected, { by, when: timestamp(corrected.at, "relative") })}`]
}

/** "**When** Saturday, May 16, 21:00" in the guild's own time zone, as exactly as it was said. */
function timeLines({ time }: Memory, { facts, language }: Texts): string[] {
  const parts = [
    ...(time?.when ? [`**${facts.when}** ${momentLabel(time.when, language)}`] : []),
    ...(time?.until ? [`**${facts.until}** ${momentLabel(time.until, language)}`] : []),
  ]
  return parts.length === 0 ? [] : [parts.join(" · ")]
}

/** "**Before** Raid on Friday at 20:00 (said by @Ana, May 3)": so a plan that moved shows where it stood. */
function formerLine({ memory, evidence }: FoundMemory, { facts }: Texts): string {
  const last = evidence.at(-1)
  const by = last ? fill(facts.saidBy, { who: userMention(last.authorId) }) : ""
  return `**${facts.before}** ${escapeToFit(memory.fact, FORMER)} (${by}${timestamp(memory.lastSaidAt, "day")})`
}

function detailButtons({ found: { memory, evidence }, mayChange, cursor, undoId, texts }: MemoryDetail) {
  const { buttons, facts, language } = texts
  const args = [memory.id, ...cursorArguments(cursor)]
  return row(
    ...(undoId ? [button(customId("undo", undoId), buttons.undo, { style: "primary" })] : []),
    button(customId("sources", ...args), counted(facts.sources, evidence.length, language)),
    ...(mayChange
      ? [
          button(customId("correct", ...args), buttons.correct),
          button(customId("forget", memory.id), buttons.forget, { style: "danger" }),
        ]
      : []),
    ...(cursor === null ? [] : [button(customId("page", formatProfileCursor(cursor)), buttons.back)]),
  )
}

function cursorArguments(cursor: ProfileCursor | null): string[] {
  return cursor === null ? [] : [formatProfileCursor(cursor)]
}
