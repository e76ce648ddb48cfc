/**
 * Saves statements that people tell the bot or point at, through the same gate as everything else, and shows
 * the result. A repeat is not saved again.
 */

import { type Refusal, Refused } from "../../../domain/errors.ts"
import type { Evidence, Verdict } from "../../../domain/types.ts"
import { saveDirectStatement } from "../../../extraction/direct-statement.ts"
import { withoutNoStatements } from "../../../extraction/no-statement.ts"
import { type StatementSubject, statementSubject } from "../../../extraction/statement-subject.ts"
import type { DirectStatement } from "../../../extraction/statement-window.ts"
import { toldParts } from "../../../extraction/told-parts.ts"
import { listMemories, personFilter } from "../../../memory/read/manage.ts"
import { insertMember } from "../../../memory/read/members.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { followWrites } from "../../../runtime/channels.ts"
import { writingTools } from "../../../runtime/models.ts"
import { loadLibraries } from "../../../runtime/object/libraries.ts"
import { endSentence } from "../../../text/display.ts"
import {
  componentsReply,
  type InteractionContext,
  type Reply,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { type GuildReader, guildReader, mayChange } from "../../bot/ui/guild-reader.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { fill } from "../../texts/texts.ts"
import { type LostStatement, notKeptText, rememberedPage } from "./remembered-page.ts"

/**
 * Saves a text for which the speaker picked no member: it says whom each of its statements is about. Several members of
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
  await loadLibraries()
  // A wish for silence or to be forgotten is about all of its words, whomever they name.
  if (withoutNoStatements(text, { isOpen: true }).left.length === 0) {
    const nothing = { about: speaker, text, at, isOpen: true, ...(messageId ? { messageId } : {}) }
    return saveStatement(context, nothing, isOf)
  }
  const groups: { subject: StatementSubject; text: string }[] = []
  for (const part of toldParts(text)) {
    const subject = await statementSubject(entered.db, viewer, { text: part, speaker })
    if (subject.kind === "several")
      return textReply(fill(textsFor(context).remember.several, { name: escapeText(subject.name, 80) }))
    const last = groups.at(-1)
    if (last !== undefined && isSameSubject(last.subject, subject))
      last.text = `${endSentence(last.text)} ${part}`
    else groups.push({ subject, text: part })
  }
  const told = { at, ...(messageId === undefined ? {} : { messageId }) }
  const statements = groups.map(({ subject, text: words }): Told => {
    // One subject: the text as it was written.
    const own = { ...told, text: groups.length === 1 ? text : words }
    if (subject.kind !== "person") return { ...own, about: speaker, ofGuild: true }
    return { ...own, about: subject.person, ...(subject.person.id === id ? {} : { speaker }) }
  })
  return saveStatements(context, statements, isOf)
}

function isSameSubject(one: StatementSubject, other: StatementSubject): boolean {
  if (one.kind !== "person" || other.kind !== "person") return one.kind === other.kind
  return one.person.id === other.person.id
}

/** How many of the latest memories to search for the facts just saved. */
const LATEST = 20

const OF_ONESELF = /\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself)\b/i

/** Returns true if the text is in first person. Saved about someone else, it would say the wrong thing. */
export function isFirstPerson(text: string): boolean {
  return OF_ONESELF.test(text)
}

type Told = Omit<DirectStatement, "guildId" | "channelId">

/**
 * Saves a statement once and shows the facts made from it. `isOf` recognizes the evidence of this statement.
 */
export function saveStatement(
  context: InteractionContext,
  statement: Told,
  isOf: (evidence: Evidence) => boolean,
): Promise<Reply> {
  return saveStatements(context, [statement], isOf)
}

async function saveStatements(
  context: InteractionContext,
  statements: readonly Told[],
  isOf: (evidence: Evidence) => boolean,
): Promise<Reply> {
  const { guildId, channelId } = context
  const reader = await guildReader(context)
  const before = await Promise.all(statements.map((statement) => findSaved(reader, statement, isOf)))
  const verdicts: Verdict[] = []
  const lost: LostStatement[] = []
  let refused: Refused | null = null
  for (const [index, statement] of statements.entries()) {
    const known = before[index]
    if (known !== undefined && known.kept.length + known.ended.length > 0) continue
    try {
      verdicts.push(...(await extractAndSave(context, reader, { ...statement, guildId, channelId })))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused ??= error
      lost.push({ fact: statement.text, reason: reasonOf(error.refusal) })
    }
  }
  const saved = joinSaved(
    await Promise.all(statements.map((statement) => findSaved(reader, statement, isOf))),
  )
  if (saved.kept.length + saved.ended.length > 0) {
    for (const { kind, fact, reason } of verdicts)
      if (kind === "rejected" && fact !== null && reason !== "already_known") lost.push({ fact, reason })
    return savedReply(context, { ...saved, lost })
  }
  if (refused !== null) throw refused
  return textReply(notKeptText(verdicts, textsFor(context)))
}

function reasonOf(refusal: Refusal): string {
  return refusal.reason === "sensitive" ? `sensitive:${refusal.kind}` : refusal.reason
}

/** Facts about the server may come of several statements. */
function joinSaved(all: readonly Required<Changes>[]): Required<Changes> {
  const once = (found: readonly FoundMemory[]) => [
    ...new Map(found.map((one) => [one.memory.id, one])).values(),
  ]
  return {
    kept: once(all.flatMap(({ kept }) => kept)),
    ended: once(all.flatMap(({ ended }) => ended)),
    replaced: once(all.flatMap(({ replaced }) => replaced)),
  }
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
interface Changes {
  kept: readonly FoundMemory[]
  /** Facts that the statement says are no longer so. */
  ended?: readonly FoundMemory[]
  /** Facts that the kept ones replaced. */
  replaced?: readonly FoundMemory[]
}
type SavedFacts = Changes & { lost?: readonly LostStatement[] }

/** Returns the facts that rest on this statement and those that it put an end to, as the asker may read them. */
async function findSaved(
  { entered, viewer }: GuildReader,
  { about, at }: Pick<DirectStatement, "about" | "at">,
  isOf: (evidence: Evidence) => boolean,
): Promise<Required<Changes>> {
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
  const { kept, ended, replaced, lost } = saved
  const shown = { ended: entriesOf(ended), replaced, lost, texts: textsFor(context) }
  return componentsReply(rememberedPage(entriesOf(kept), Date.now(), shown))
}
