/**
 * Saves statements that people tell the bot or point at, through the same gate as everything else, and shows
 * the result. A repeat is not saved again.
 */

import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import { Refused } from "../../../domain/errors.ts"
import type { Evidence, Time, Verdict } from "../../../domain/types.ts"
import { type DirectStatement, saveDirectStatement } from "../../../extraction/direct-statement.ts"
import { statementSubject } from "../../../extraction/statement-subject.ts"
import { listMemories, personFilter } from "../../../memory/read/manage.ts"
import { insertMember } from "../../../memory/read/members.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { followWrites } from "../../../runtime/channels.ts"
import { writingTools } from "../../../runtime/models.ts"
import {
  componentsReply,
  customId,
  type InteractionContext,
  type Reply,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { type GuildReader, guildReader, mayChange } from "../../bot/ui/guild-reader.ts"
import { notKeptReason } from "../../bot/ui/memory-texts.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { button, container, divider, section, text } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { fill } from "../../texts/texts.ts"
import { factLines, maxEntryLength, PAGE_SIZE, subjectLabel, twoLines } from "../fact.ts"

/**
 * Saves a statement for which the speaker picked no member: the text says whom it is about. Several members of
 * one name are asked about instead.
 */
export async function saveOpenStatement(
  context: InteractionContext,
  { text, at, messageId }: Pick<DirectStatement, "text" | "at" | "messageId">,
  isOf: (evidence: Evidence) => boolean,
): Promise<Reply> {
  const { id, name } = context.asker
  const speaker = { id, name }
  const { entered, viewer } = await guildReader(context)
  const subject = await statementSubject(entered.db, viewer, { text, speaker })
  if (subject.kind === "several")
    return textReply(fill(textsFor(context).remember.several, { name: escapeText(subject.name, 80) }))
  const told = { text, at, ...(messageId === undefined ? {} : { messageId }) }
  if (subject.kind === "guild")
    return saveStatement(context, { ...told, about: speaker, ofGuild: true }, isOf)
  const isOwn = subject.person.id === speaker.id
  return saveStatement(context, { ...told, about: subject.person, ...(isOwn ? {} : { speaker }) }, isOf)
}

/** How many of the latest memories to search for the facts just saved. */
const LATEST = 20

const OF_ONESELF = /\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself)\b/i

/** Returns true if the text is in first person. Saved about someone else, it would say the wrong thing. */
export function isFirstPerson(text: string): boolean {
  return OF_ONESELF.test(text)
}

/**
 * Saves a statement once and shows the facts made from it. `isOf` recognizes the evidence of this statement.
 */
export async function saveStatement(
  context: InteractionContext,
  statement: Omit<DirectStatement, "guildId" | "channelId">,
  isOf: (evidence: Evidence) => boolean,
): Promise<Reply> {
  const { guildId, channelId } = context
  const reader = await guildReader(context)
  const before = await findSaved(reader, statement, isOf)
  if (before.kept.length + before.ended.length > 0) return savedReply(context, before)
  const verdicts = await extractAndSave(context, reader, { ...statement, guildId, channelId })
  const saved = await findSaved(reader, statement, isOf)
  return saved.kept.length + saved.ended.length > 0
    ? savedReply(context, saved)
    : textReply(notKeptText(verdicts, textsFor(context)))
}

async function extractAndSave(
  { runtime, guildId }: InteractionContext,
  { entered }: GuildReader,
  statement: DirectStatement,
): Promise<Verdict[]> {
  const verdicts = await saveDirectStatement(entered.db, statement, writingTools(runtime))
  if (!Array.isArray(verdicts)) throw new Refused(verdicts)
  // Only after success: a refused statement does not make its subject a known member.
  await insertMember(entered.db, guildId, statement.about, statement.at)
  followWrites(runtime, guildId)
  return verdicts
}

/** The changes that a statement made to memory, as its reader may know. */
export interface SavedFacts {
  kept: readonly FoundMemory[]
  /** Facts that the statement says are no longer so. */
  ended?: readonly FoundMemory[]
  /** Facts that the kept ones replaced. */
  replaced?: readonly FoundMemory[]
}

/** Returns the facts that rest on this statement and those that it put an end to, as the asker may read them. */
async function findSaved(
  { entered, viewer }: GuildReader,
  { about, at }: Pick<DirectStatement, "about" | "at">,
  isOf: (evidence: Evidence) => boolean,
): Promise<Required<SavedFacts>> {
  const person = personFilter(about.id)
  // A fact about the channel or the server may come of any statement.
  const groups = [viewer.guildId, ...(viewer.channelId ? [viewer.channelId] : [])].map(
    (subjectId, index) => ({
      ...person,
      scope: index === 0 ? ("guild" as const) : ("channel" as const),
      subjectId,
    }),
  )
  const listed = async (status: "superseded" | null) => {
    const page = { after: null, limit: LATEST }
    const filters = [person, ...groups].map((filter) => ({ ...filter, status }))
    return (await Promise.all(filters.map((filter) => listMemories(entered.db, viewer, filter, page)))).flat()
  }
  const [latest, history] = await Promise.all([listed(null), listed("superseded")])
  const kept = latest.filter(({ evidence }) => evidence.some(isOf))
  const ids = new Set(kept.map(({ memory }) => memory.id))
  return {
    kept,
    ended: history.filter(({ memory, evidence }) => memory.supersededBy === null && evidence.some(isOf)),
    replaced: history.filter(
      ({ memory }) => !memory.merged && ids.has(memory.supersededBy ?? "") && (memory.replacedAt ?? 0) >= at,
    ),
  }
}

/** Shows what a statement did: facts with a button to forget each, and what is no longer so with one to undo it. */
export function savedReply(context: InteractionContext, saved: SavedFacts): Reply {
  const entriesOf = (all: readonly FoundMemory[] = []) =>
    all.map((found) => ({ found, mayChange: mayChange(context.asker, found) }))
  const { kept, ended, replaced } = saved
  const shown = { ended: entriesOf(ended), replaced, texts: textsFor(context) }
  return componentsReply(rememberedPage(entriesOf(kept), Date.now(), shown))
}

// The result page: saved facts with a button to forget them, or the reason why nothing was saved. Pure.

interface Entry {
  found: FoundMemory
  /** The reader may forget it. */
  mayChange: boolean
}

/** @internal */
export function rememberedPage(
  kept: readonly Entry[],
  now: Time,
  {
    ended = [],
    replaced = [],
    texts,
  }: { ended?: readonly Entry[]; replaced?: readonly FoundMemory[] | undefined; texts: Texts },
): APIMessageTopLevelComponent {
  const { remember, buttons } = texts
  const shown = kept.slice(0, PAGE_SIZE)
  const over = ended.slice(0, PAGE_SIZE - shown.length)
  const maxLength = maxEntryLength(shown.length + over.length)
  return container(
    text(`## ${shown.length > 0 ? remember.remembered : remember.noLonger}`),
    divider(),
    ...shown.map(({ found, mayChange }) =>
      section(
        withReplaced(found, replaced, { now, maxLength, texts }),
        mayChange
          ? button(customId("forget", found.memory.id), buttons.forget, { style: "danger" })
          : button(customId("show", found.memory.id), buttons.open),
      ),
    ),
    ...(shown.length > 0 && over.length > 0 ? [text(`**${remember.noLonger}**`)] : []),
    ...over.map(({ found, mayChange }) =>
      section(
        twoLines(found.memory.fact, [subjectLabel(found.memory, texts)], maxLength),
        mayChange
          ? button(customId("still-so", found.memory.id), buttons.undo)
          : button(customId("show", found.memory.id), buttons.open),
      ),
    ),
  )
}

/** The fact, and in small print what it took the place of. */
function withReplaced(
  found: FoundMemory,
  replaced: readonly FoundMemory[],
  { now, maxLength, texts }: { now: Time; maxLength: number; texts: Texts },
): string {
  const [old] = replaced.filter(({ memory }) => memory.supersededBy === found.memory.id)
  if (!old) return factLines(found, { now, maxLength, about: true, texts })
  const fact = escapeText(old.memory.fact, Math.floor(maxLength / 3))
  const instead = `\n-# ${fill(texts.remember.insteadOf, { fact })}`
  return `${factLines(found, { now, maxLength: maxLength - instead.length, about: true, texts })}${instead}`
}

/** Explains why nothing can be shown, from the verdicts. `nothing`: the text if there are none. */
export function notKeptText(
  verdicts: readonly Verdict[],
  texts: Texts,
  nothing = texts.remember.nothing,
): string {
  const [first] = verdicts
  if (first === undefined) return nothing
  if (verdicts.some(({ kind }) => kind === "accepted")) return texts.remember.unseen
  const reasons = [...new Set(verdicts.map(({ reason }) => notKeptReason(reason, texts)))]
  return fill(texts.remember.notSaved, { reasons: reasons.join("; ") })
}
