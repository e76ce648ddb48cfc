/**
 * The result of recall before rendering: items with their sources, and the people they are about. All formats
 * render from this.
 */

import type { Id, Importance, MemoryType, Message, Note, Person, Section, Time } from "../domain/types.ts"
import type { MessageHit } from "../memory/read/guild-messages.ts"
import type { NoteSource } from "../memory/read/note-reads.ts"
import type { Recollection } from "../memory/read/recollect.ts"
import { displayText } from "../text/display.ts"
import {
  correctedField,
  correctionTimes,
  excerptOf,
  type ItemSource,
  messageUrl,
  toSource,
} from "./item-sources.ts"
import type { ItemJudgment, JudgedStatement } from "./judgments.ts"
import type { Ranked } from "./rank/rank.ts"
import { type SaidLine, spokenLine, textOfLines, wordsIn } from "./said-lines.ts"

/** A message that follows another. */
export interface FollowingLine {
  id: Id
  author: Person
  text: string
  at: Time
}

export interface Item {
  kind: "memory" | "note" | "message"
  id: string
  text: string
  score: number
  at: Time
  subject: { id: Id; name: string | null } | null
  type: MemoryType | null
  section: Section | null
  permanent: boolean
  confidence: number | null
  topics: string[]
  title: string | null
  sources: ItemSource[]
  /** The people whom a note names. Absent for other items. */
  participants?: Id[]
  /** Their names, as its lines begin with them. Never shown. */
  speakers?: string[]
  /** The lines beside a message, for judging whether it answers a question. Never shown. */
  around?: string
  /** The lines that the text of a message item is made of, in order. */
  lines?: SaidLine[]
  /** The line right before a message, and the ids of those right before and after it. Never shown. */
  before?: string
  beside?: Id[]
  /** Its statements, with how likely each bears on the question. Absent until judged. */
  statements?: JudgedStatement[]
  /** Its chance to bear on the question as a share of the best item's, 0 to 1. Absent until judged. */
  share?: number
  /** The lines right after a message, replies to it first, for the answer to what it asks. Absent if there is none. */
  next?: FollowingLine[]
  /** Further lines after these, in order, for what became of a message's matter. Only in recalls for answers. */
  later?: FollowingLine[]
  /** Its score in the ranking as a share of the best one, 0 to 1. Absent until judged. */
  place?: number
  /** Absent if the question was not judged. Never shown. */
  judgment?: ItemJudgment
  /** Absent for notes and messages. */
  importance?: Importance
  /** The conversations in a topic cluster, with the time each ended. Absent for other items. */
  conversations?: { title: string; at: Time; url: string }[]
}

/**
 * Why a person is in a context: they ask, the question mentions them, they take part in the conversation, or a note that
 * was found names them. Most important first.
 */
export const PERSON_ROLES = ["asking", "mentioned", "talking", "noted"] as const
export type PersonRole = (typeof PERSON_ROLES)[number]

/** Digests of a person; each is `null` if none exists. `context` merges `today`, `history` and the facts. */
export interface ContextPerson {
  id: Id
  name: string | null
  role: PersonRole
  digests: { context: string | null; today: string | null; history: string | null }
  /** Asked about by a mention, and the viewer may read nothing about them. The text says so. */
  isUnknown?: boolean
}

export interface RecallContext {
  /** Best first. */
  items: Item[]
  /** Without duplicates. */
  people: ContextPerson[]
  now: Time
  timezone: string
}

const MAX_SOURCES = 5

export function toItems(ranked: readonly Ranked[], guildId: Id): Item[] {
  const corrections = correctionTimes(
    ranked.flatMap((entry) => (entry.kind === "memory" ? entry.found.evidence : [])),
  )
  return ranked.map((entry) => ({
    ...unscoredItem(entry, guildId, corrections),
    score: Math.round(entry.score * 1_000) / 1_000,
    at: entry.at,
  }))
}

function unscoredItem(entry: Ranked, guildId: Id, corrections: ReadonlyMap<Id, Time>): UnscoredItem {
  switch (entry.kind) {
    case "memory":
      return memoryItem(entry, guildId)
    case "note":
      return noteItem(entry, guildId)
    case "message":
      return messageItem(entry, guildId, corrections.get(entry.hit.message.id))
  }
}

type UnscoredItem = Omit<Item, "score" | "at">

/** Returns a fact outside of any ranking. */
export function toMemoryItem(found: Recollection, guildId: Id): Item {
  return { ...memoryItem({ found }, guildId), score: 0, at: found.memory.lastSaidAt }
}

function memoryItem({ found }: { found: Recollection }, guildId: Id): UnscoredItem {
  const { memory, evidence, subjectName, noteTitle } = found
  return {
    kind: "memory",
    id: memory.id,
    text: memory.fact,
    subject: memory.subject.scope === "user" ? { id: memory.subject.id, name: subjectName } : null,
    type: memory.type,
    section: memory.section,
    permanent: memory.expiresAt === null,
    importance: memory.importance,
    confidence: memory.confidence,
    topics: memory.topics,
    title: noteTitle,
    sources: evidence.slice(-MAX_SOURCES).map((item) => toSource(item, guildId)),
  }
}

function noteItem({ note }: Extract<Ranked, { kind: "note" }>, guildId: Id): UnscoredItem {
  if (note.sources !== undefined) return clusterItem(note, note.sources, guildId)
  const source = {
    message_id: note.firstMessageId,
    channel_id: note.channelId,
    author_id: note.participants[0]?.id ?? null,
    url: messageUrl(guildId, note.channelId, note.firstMessageId),
    excerpt: note.title,
  }
  const none = { subject: null, type: null, section: null, permanent: true, confidence: null, topics: [] }
  return {
    kind: "note",
    id: note.id,
    text: note.summary || note.title,
    title: note.title,
    sources: [source],
    participants: note.participants.map(({ id }) => id),
    speakers: note.participants.map(({ name }) => name),
    ...none,
  }
}

/** Cites a topic cluster by its latest conversations. */
function clusterItem(note: Note, of: readonly NoteSource[], guildId: Id): UnscoredItem {
  const cited = of.slice(-MAX_SOURCES).map(({ channelId, firstMessageId, title, at }) => ({
    ...{ channelId, firstMessageId, title, at },
    url: messageUrl(guildId, channelId, firstMessageId),
  }))
  return {
    kind: "note",
    id: note.id,
    text: note.summary || note.title,
    title: note.title,
    ...{ subject: null, type: null, section: null, permanent: true, confidence: null, topics: [] },
    sources: cited.map((one) => ({
      message_id: one.firstMessageId,
      channel_id: one.channelId,
      author_id: null,
      url: one.url,
      excerpt: one.title,
    })),
    participants: note.participants.map(({ id }) => id),
    conversations: cited.map(({ title, at, url }) => ({ title, at, url })),
  }
}

function messageItem(
  { hit }: Extract<Ranked, { kind: "message" }>,
  guildId: Id,
  correctedAt: Time | undefined,
): UnscoredItem {
  const { message } = hit
  const asked = isShort(message) || answersBefore(hit) ? hit.before.slice(-1) : []
  const lines = [...asked, message].map(({ id, at, ...one }) => ({ id, at, text: spokenLine(one) }))
  const source = {
    message_id: message.id,
    channel_id: message.channelId,
    author_id: message.author.id,
    url: messageUrl(guildId, message.channelId, message.id),
    excerpt: excerptOf(displayText(message)),
    ...correctedField(correctedAt),
  }
  const none = { type: null, section: null, permanent: false, confidence: null, topics: [], title: null }
  const next = hit.after.map(followingLine)
  const later = hit.later?.map(followingLine) ?? []
  return {
    kind: "message",
    id: message.id,
    text: textOfLines(lines),
    lines,
    subject: message.author,
    sources: [source],
    around: [...hit.before, ...hit.after].map(spokenLine).join("\n"),
    before: hit.before.slice(-1).map(spokenLine).join(""),
    beside: [...hit.before.slice(-1), ...hit.after.slice(0, 1)].map(({ id }) => id),
    ...(next.length === 0 ? {} : { next }),
    ...(later.length === 0 ? {} : { later }),
    ...none,
  }
}

function followingLine(message: Message): FollowingLine {
  return { id: message.id, author: message.author, text: wordsIn(message), at: message.at }
}

/** Returns true if a message is a reply, on Discord, to the question before it. */
function answersBefore({ message, before }: Pick<MessageHit, "message" | "before">): boolean {
  const last = before.at(-1)
  return last !== undefined && last.id === message.replyTo && last.content.includes("?")
}

/** Returns true for messages too short to make sense without the message before, such as "Austin!". */
function isShort(message: Message): boolean {
  return message.content.length < 25
}
