/** A fact on one or two lines: its text, and below it in small print when, where and from whom it was learned. */
import type {
  APIButtonComponent,
  APIComponentInContainer,
  APIMessageTopLevelComponent,
} from "discord-api-types/v10"
import { Refused } from "../../domain/errors.ts"
import type { Evidence, Id, Memory, Time } from "../../domain/types.ts"
import { findCorrection, type WordsCorrected } from "../../memory/read/corrections.ts"
import { areOwn, findMemory, listMemories, personFilter } from "../../memory/read/manage.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { memberActor } from "../../memory/write/audit.ts"
import type { MemoryEditor } from "../../memory/write/undo-rows.ts"
import { type ItemSource, isQuotable, toSource } from "../../recall/item-sources.ts"
import type { Entered } from "../../runtime/enter.ts"
import { isMemoryPaused } from "../../runtime/models.ts"
import type { InteractionContext } from "../bot/ui/command.ts"
import { type GuildReader, guildReader, isManager, mayChange } from "../bot/ui/guild-reader.ts"
import { memoryStateLabel, reporterIds, userMention } from "../bot/ui/memory-texts.ts"
import { iconUrl } from "../bot/ui/pictures.ts"
import { escapeToFit } from "../bot/ui/text.ts"
import { button, container, divider, head, row, section, text, timestamp } from "../bot/ui/ui-kit.ts"
import type { Texts } from "../texts/en.ts"
import { fill } from "../texts/texts.ts"

/** The fewest characters of a fact on a page, whatever else is shown. */
const MIN_LENGTH = 40

/** `maxLength` is the total in characters. `about`: name the subject. */
export function factLines(
  { memory, evidence }: Pick<FoundMemory, "memory" | "evidence">,
  { now, maxLength, about, texts }: { now: number; maxLength: number; about: boolean; texts: Texts },
): string {
  const small = [
    about ? subjectLabel(memory, texts) : null,
    learnedLabel(memory, evidence, texts),
    memory.expiresAt !== null && memory.expiresAt > now
      ? fill(texts.facts.expires, { when: timestamp(memory.expiresAt, "relative") })
      : null,
    memoryStateLabel(memory, now, texts),
  ]
  return twoLines(memory.fact, small, maxLength)
}

/** The text, and details in small print below it. */
export function twoLines(words: string, small: readonly (string | null)[], maxLength: number): string {
  const below = small.filter((part) => part !== null && part !== "").join(" · ")
  const line = below === "" ? "" : `\n-# ${below}`
  return `${escapeToFit(words, Math.max(MIN_LENGTH, maxLength - line.length)) || "…"}${line}`
}

export function subjectLabel({ subject }: Pick<Memory, "subject">, { facts }: Texts): string {
  if (subject.scope === "user") return fill(facts.aboutPerson, { who: userMention(subject.id) })
  if (subject.scope === "project") return fill(facts.aboutProject, { name: subject.id })
  return subject.scope === "channel"
    ? fill(facts.aboutPerson, { who: `<#${subject.id}>` })
    : facts.aboutServer
}

function learnedLabel(memory: Memory, evidence: readonly Evidence[], texts: Texts): string {
  const [source = null] = evidence.slice(-1).map((one) => toSource(one, memory.guildId))
  return learnedText({ at: memory.lastSaidAt, source, reporters: reporterIds(memory, evidence) }, texts)
}

/** When a fact was learned, with a link to the message, and from whom. */
export function learnedText(
  { at, source, reporters }: { at: Time; source: ItemSource | null; reporters: readonly Id[] },
  { facts }: Texts,
): string {
  const link = source?.url ? fill(facts.inMessage, { url: source.url }) : ""
  const since = source?.corrected_at === undefined ? "" : ` ${facts.correctedSince}`
  const people = reporters.slice(0, 3).map(userMention).join(", ")
  const from = people === "" ? "" : fill(facts.from, { people })
  return `${fill(facts.learned, { when: timestamp(at, "relative") })}${link}${from}${since}`
}

/** One piece of evidence: who, when, where, and an excerpt. */
export function evidenceLine(
  one: Evidence,
  { guildId, maxLength, texts: { facts } }: { guildId: Id; maxLength: number; texts: Texts },
): string {
  const { url, corrected_at } = toSource(one, guildId)
  const how = url === null ? ` · ${facts.toldDirectly}` : ` · [${facts.message}](<${url}>)`
  const when = timestamp(one.saidAt, "relative")
  const since = corrected_at === undefined ? "" : ` ${facts.correctedSince}`
  const head = one.eventId
    ? `${fill(facts.fromEvent, { id: `\`${one.eventId}\`` })} · ${when}${since}`
    : `${userMention(one.authorId)} · ${when}${how}${since}`
  if (!isQuotable(one.excerpt)) return head
  return `${head}\n> ${escapeToFit(one.excerpt, Math.max(MIN_LENGTH, maxLength - head.length - 3))}`
}

// A page with a list of facts: title, count, a button per fact, buttons to the neighboring pages. Pure.

export const PAGE_SIZE = 5
/** The characters left for entries, of Discord's 4,000 per message. */
const TEXT_LIMIT = 3_300
const LONGEST = 640

/** Returns the maximum length of each entry, in characters. */
export function maxEntryLength(entries: number): number {
  return Math.min(LONGEST, Math.floor(TEXT_LIMIT / Math.max(1, entries)))
}

export interface ListEntry {
  /** The heading above the entry, if it differs from the previous entry's. */
  heading: string | null
  /** Already escaped, at most `maxEntryLength` characters. */
  lines: string
  button: APIButtonComponent
}

interface ListPage {
  title: string
  /** Small print below the title. */
  note: string | null
  /** The address of a picture beside the title; none by default. */
  picture?: string | null
  entries: readonly ListEntry[]
  /** Custom ids of the neighboring pages; `null` if there is none. */
  before: string | null
  after: string | null
  buttons: Texts["buttons"]
}

export function listPage({
  title,
  note,
  picture = null,
  entries,
  before,
  after,
  buttons,
}: ListPage): APIMessageTopLevelComponent {
  const words = note === null ? `## ${title}` : `## ${title}\n-# ${note}`
  const parts = entries.flatMap(({ heading, lines, button }): APIComponentInContainer[] => [
    ...(heading === null ? [] : [text(`### ${heading}`)]),
    section(lines, button),
  ])
  const pageButtons = [
    ...(before === null ? [] : [button(before, buttons.previous)]),
    ...(after === null ? [] : [button(after, buttons.next)]),
  ]
  return container(
    head(words, picture),
    divider(),
    ...parts,
    ...(pageButtons.length === 0 ? [] : [divider(), row(...pageButtons)]),
  )
}

// Loads memories with the asker's permissions each time: a custom id proves nothing.

export interface LoadedMemory {
  reader: GuildReader
  found: FoundMemory
  /** The asker may correct and forget it, judging by the evidence that they can read. */
  mayChange: boolean
  /** The address of a picture of whom it is about, or of the server; `null` if none is known. */
  picture: string | null
}

/** Checks the shape of memory ids (memory/facts/fact-key.ts). */
export function isMemoryId(text: string): boolean {
  return /^m_[0-9a-f]{24}$/.test(text)
}

/** Throws the same refusal for a memory that the asker may not read as for one that does not exist. */
export async function loadMemory(context: InteractionContext, id: string | undefined): Promise<LoadedMemory> {
  const reader = await guildReader(context)
  const found = await findReadable(reader, id)
  if (found === null) throw new Refused({ reason: "nothing_known" })
  return loadedMemory(context, reader, found)
}

function loadedMemory(context: InteractionContext, reader: GuildReader, found: FoundMemory): LoadedMemory {
  const { scope, id } = found.memory.subject
  const { guildId, icon } = reader.entered.structure
  const picture = scope === "user" ? (context.avatars[id] ?? null) : iconUrl(guildId, icon)
  return { reader, found, mayChange: mayChange(context.asker, found), picture }
}

/** A memory's page shows this many of the facts that it replaced. */
const MOST_FORMER = 3

/** Loads a memory for its page, with the latest facts that it replaced and that the asker may read. */
export async function loadDetail(
  context: InteractionContext,
  id: string | undefined,
): Promise<LoadedMemory & { former: FoundMemory[]; corrected: WordsCorrected | null }> {
  const loaded = await loadMemory(context, id)
  const { entered, viewer } = loaded.reader
  const { id: replacedBy, subject } = loaded.found.memory
  const ofSubject = { ...personFilter(subject.id), scope: subject.scope }
  const filter = { ...ofSubject, status: "superseded" as const, replacedBy }
  const [former, corrected] = await Promise.all([
    listMemories(entered.db, viewer, filter, { after: null, limit: MOST_FORMER }),
    findCorrection(entered.db, viewer, loaded.found),
  ])
  return { ...loaded, former, corrected }
}

/** Returns the memories that the asker may read, in the given order. */
export async function loadMemories(
  context: InteractionContext,
  ids: readonly string[],
): Promise<LoadedMemory[]> {
  const reader = await guildReader(context)
  const all = await Promise.all(ids.map((id) => findReadable(reader, id)))
  return all.filter((found) => found !== null).map((found) => loadedMemory(context, reader, found))
}

async function findReadable(
  { entered, viewer }: GuildReader,
  id: string | undefined,
): Promise<FoundMemory | null> {
  return id !== undefined && isMemoryId(id) ? findMemory(entered.db, viewer, id) : null
}

/**
 * Describes who edits a memory, with undo under the interaction's id. Anyone but a manager may edit only
 * their own.
 */
export function askerEdit({ asker, id }: InteractionContext): MemoryEditor {
  const undo = { id, userId: asker.id }
  return {
    actor: memberActor(asker.id),
    now: Date.now(),
    undo,
    ...(isManager(asker) ? {} : { owner: asker.id }),
  }
}

/**
 * Refuses a person who may not change the memory. Evidence by others in channels that they cannot read is
 * also a reason, with the same text.
 */
export async function requireMayChange(
  { asker, guildId }: InteractionContext,
  loaded: LoadedMemory,
): Promise<void> {
  const { reader, found, mayChange } = loaded
  const own = () => areOwn(reader.entered.db, guildId, [found.memory.id], asker.id)
  if (!mayChange || !(isManager(asker) || (await own()))) throw new Refused({ reason: "not_yours" })
}

/** Refuses while memory is paused. Forgetting works all the same and does not call this. */
export function requireNotPaused({ runtime }: InteractionContext, entered: Entered): void {
  if (isMemoryPaused(runtime, entered)) throw new Refused({ reason: "read_only" })
}
