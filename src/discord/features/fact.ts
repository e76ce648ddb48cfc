/** One fact on one or two lines: its words, and below in small when, where and from whom it was learned. Pure. */

import type {
  APIButtonComponent,
  APIComponentInContainer,
  APIMessageTopLevelComponent,
} from "discord-api-types/v10"
import { Refused } from "../../domain/errors.ts"
import type { Evidence, Id, Memory } from "../../domain/types.ts"
import { areOwn, findMemory } from "../../memory/read/manage.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import type { MemoryEditor } from "../../memory/write/undo-rows.ts"
import { type ItemSource, isQuotable, toSource } from "../../recall/context.ts"
import type { Entered } from "../../runtime/enter.ts"
import { isMemoryPaused } from "../../runtime/models.ts"
import type { InteractionContext } from "../bot/ui/command.ts"
import { type GuildReader, guildReader, isManager, mayChange } from "../bot/ui/guild-reader.ts"
import { memoryStateLabel, reporterIds, userMention } from "../bot/ui/memory-texts.ts"
import { escapeToFit } from "../bot/ui/text.ts"
import { button, container, divider, row, section, text, timestamp } from "../bot/ui/ui-kit.ts"

/** So many letters of a fact on a page, whatever else there is. */
const LEAST = 40

/** `most` characters in all. `about`: whether it has to say whom it is about. */
export function factLines(
  { memory, evidence }: Pick<FoundMemory, "memory" | "evidence">,
  { now, most, about }: { now: number; most: number; about: boolean },
): string {
  const small = [
    about ? subjectLabel(memory) : null,
    learnedLabel(memory, evidence),
    memory.expiresAt !== null && memory.expiresAt > now
      ? `fades ${timestamp(memory.expiresAt, "relative")}`
      : null,
    memoryStateLabel(memory, now),
  ]
  return twoLines(memory.fact, small, most)
}

/** Words, and below in small what is known about them. */
export function twoLines(words: string, small: readonly (string | null)[], most: number): string {
  const below = small.filter((part) => part !== null && part !== "").join(" · ")
  const line = below === "" ? "" : `\n-# ${below}`
  return `${escapeToFit(words, Math.max(LEAST, most - line.length)) || "…"}${line}`
}

export function subjectLabel({ subject }: Pick<Memory, "subject">): string {
  if (subject.scope === "user") return `about ${userMention(subject.id)}`
  return subject.scope === "channel" ? `about <#${subject.id}>` : "about this server"
}

function learnedLabel(memory: Memory, evidence: readonly Evidence[]): string {
  const last = evidence.at(-1)
  const { url } = last ? toSource(last, memory.guildId) : { url: null }
  const reporters = reporterIds(memory, evidence)
  const by = reporters.length > 0 ? ` from ${reporters.slice(0, 3).map(userMention).join(", ")}` : ""
  return `learned ${timestamp(memory.lastSaidAt, "relative")}${messageLink(url)}${by}`
}

/** Where it was said: a link that shows no preview. */
export function messageLink(url: ItemSource["url"]): string {
  return url === null ? "" : ` in [a message](<${url}>)`
}

/** One statement behind a memory: who, when, where, and a few of the words. */
export function evidenceLine(one: Evidence, guildId: Id, most: number): string {
  const { url } = toSource(one, guildId)
  const how = url === null ? " · told to me" : ` · [message](<${url}>)`
  const head = `${userMention(one.authorId)} · ${timestamp(one.saidAt, "relative")}${how}`
  if (!isQuotable(one.excerpt)) return head
  return `${head}\n> ${escapeToFit(one.excerpt, Math.max(LEAST, most - head.length - 3))}`
}

// A list of facts on one page: title and count, each fact with a button to open it, ways to the pages before and after. Pure.

/** Facts on one page. */
export const PAGE_SIZE = 5
/** What a message may hold beside its entries, of Discord's 4,000 characters. */
const ROOM = 3_300
const LONGEST = 640

/** How many characters each of so many entries may have. */
export function maxEntryLength(entries: number): number {
  return Math.min(LONGEST, Math.floor(ROOM / Math.max(1, entries)))
}

export interface ListEntry {
  /** What it stands under, where that is another than the entry before. */
  heading: string | null
  /** Already made safe, at most `roomFor` characters. */
  lines: string
  button: APIButtonComponent
}

interface ListPage {
  title: string
  /** Below the title, in small. */
  note: string | null
  entries: readonly ListEntry[]
  /** Custom ids of the pages before and after; null: there is none. */
  before: string | null
  after: string | null
}

export function listPage({ title, note, entries, before, after }: ListPage): APIMessageTopLevelComponent {
  const head = note === null ? `## ${title}` : `## ${title}\n-# ${note}`
  const parts = entries.flatMap(({ heading, lines, button }): APIComponentInContainer[] => [
    ...(heading === null ? [] : [text(`### ${heading}`)]),
    section(lines, button),
  ])
  const ways = [
    ...(before === null ? [] : [button(before, "◀ Previous")]),
    ...(after === null ? [] : [button(after, "Next ▶")]),
  ]
  return container(text(head), divider(), ...parts, ...(ways.length === 0 ? [] : [divider(), row(...ways)]))
}

// A memory as somebody takes it in hand: read anew with their own eyes each time, for a custom id proves nothing.

export interface LoadedMemory {
  desk: GuildReader
  found: FoundMemory
  /** Whether they may correct and forget it, by what of it they may read. */
  mayChange: boolean
}

/** What a memory's id looks like (memory/facts/fact-key.ts). */
const MEMORY_ID = /^m_[0-9a-f]{24}$/

export function isMemoryId(text: string): boolean {
  return MEMORY_ID.test(text)
}

/** Refuses what they may not read as it refuses what is not there. */
export async function loadMemory(asked: InteractionContext, id: string | undefined): Promise<LoadedMemory> {
  const desk = await guildReader(asked)
  const found = await findReadable(desk, id)
  if (found === null) throw new Refused({ reason: "nothing_known" })
  return { desk, found, mayChange: mayChange(asked.asker, found) }
}

/** Of these, those that the desk's viewer may read, in the order given. */
export async function loadMemories(
  asked: InteractionContext,
  ids: readonly string[],
): Promise<LoadedMemory[]> {
  const desk = await guildReader(asked)
  const all = await Promise.all(ids.map((id) => findReadable(desk, id)))
  return all
    .filter((found) => found !== null)
    .map((found) => ({ desk, found, mayChange: mayChange(asked.asker, found) }))
}

async function findReadable(
  { entered, viewer }: GuildReader,
  id: string | undefined,
): Promise<FoundMemory | null> {
  return id !== undefined && isMemoryId(id) ? findMemory(entered.db, viewer, id) : null
}

/** Who changes a memory, in a way that they can take back under the interaction's own id. Who manages nothing changes their own alone. */
export function askerEdit({ asker, id }: InteractionContext): MemoryEditor {
  const undo = { id, userId: asker.id }
  return {
    actor: `member ${asker.id}`,
    now: Date.now(),
    undo,
    ...(isManager(asker) ? {} : { owner: asker.id }),
  }
}

/** Refuses those who may not change it. What others said of it where they cannot read stands in the way too, in the same words. */
export async function requireMayChange(
  { asker, guildId }: InteractionContext,
  hand: LoadedMemory,
): Promise<void> {
  const { desk, found, mayChange } = hand
  const own = () => areOwn(desk.entered.db, guildId, [found.memory.id], asker.id)
  if (!mayChange || !(isManager(asker) || (await own()))) throw new Refused({ reason: "not_yours" })
}

/** Refuses while memory is paused. What is forgotten is forgotten all the same; nothing asks this then. */
export function requireNotPaused({ ground }: InteractionContext, entered: Entered): void {
  if (isMemoryPaused(ground, entered)) throw new Refused({ reason: "read_only" })
}
