/**
 * A channel's part in erasing a person: reports what they wrote (as hashed word runs), deletes it, and
 * removes quotes of it from other messages.
 */

import type { Id, Time } from "../../domain/types.ts"
import {
  addRuns,
  type PersonTraces,
  type RunTimes,
  receivedRuns,
  removeMentions,
  removeQuotes,
  type SentRuns,
  type SentTraces,
  sentRuns,
} from "../../privacy/quotes/redaction.ts"
import type { ChannelStore } from "../store/channel-store.ts"
import { type MessageContent, PersonRows } from "../store/person-rows.ts"
import { editMessage, removeMessages } from "./edits.ts"

/** The number of messages examined in one call. */
const AT_ONCE = 5_000
/** The number of messages erased in one call. Each one causes a retraction. */
const ERASE_AT_ONCE = 500

export interface PersonPageRequest {
  userId: Id
  until: Time
  salt: number
  after: Id | null
}

/** Names and hashed word runs of a person in one page of messages. `next` is `null` on the last page. */
export interface PersonTracesPage extends SentRuns {
  names: string[]
  next: Id | null
}

/** Counts of a person's traces in one page of a channel. `next` is `null` on the last page. */
export interface PersonRemainder {
  /** The number of messages by the person, or that quote or mention them. */
  left: number
  /** The number of pending retractions in the whole channel. */
  owed: number
  next: Id | null
}

export class PersonErasure {
  readonly #rows: PersonRows
  readonly #store: ChannelStore

  constructor(sql: SqlStorage, store: ChannelStore) {
    this.#rows = new PersonRows(sql)
    this.#store = store
  }

  /** Returns a page of the person's names and of the word runs they wrote until a time. Deletes nothing. */
  tracesOf({ userId, until, salt, after }: PersonPageRequest): PersonTracesPage {
    const page = this.#rows.after(after, AT_ONCE)
    const names = new Set<string>()
    const runs: RunTimes = new Map()
    for (const message of page) {
      for (const mention of message.mentions) if (mention.id === userId) names.add(mention.name)
      if (message.authorId !== userId) continue
      names.add(message.authorName)
      if (message.saidAt > until) continue
      const { content: text, saidAt: at, authorName } = message
      addRuns(runs, { text, at, names: [authorName] }, salt)
    }
    return { names: [...names], ...sentRuns(runs), next: nextOf(page) }
  }

  /** Deletes the next of the person's messages until a time, as if each had been deleted in Discord. */
  erase({ userId, until }: Pick<PersonPageRequest, "userId" | "until">): { messages: number; more: boolean } {
    const guildId = this.#store.registry.place?.guildId
    if (guildId === undefined) return { messages: 0, more: false }
    const ids = this.#rows.saidBy(userId, until, ERASE_AT_ONCE)
    if (ids.length > 0) removeMessages(this.#store, guildId, ids)
    return { messages: ids.length, more: ids.length === ERASE_AT_ONCE }
  }

  /**
   * Removes quotes and mentions of the person from a page of other people's messages, as if each had been
   * edited.
   */
  scrub(sent: SentTraces, after: Id | null): { quotes: number; next: Id | null } {
    const { changed, next } = this.#rewritten(sent, after)
    // A title can name anyone, including people who did not take part.
    if (after === null) this.#rows.clearTitles()
    for (const { id, content, mentions, attachments } of changed)
      this.#store.atomically(() => {
        this.#store.messages.setMentions(id, mentions)
        this.#store.windows.discardReadings([id])
        editMessage(this.#store, id, { content, attachments, editedAt: "redacted" })
      })
    return { quotes: changed.length, next }
  }

  /** Counts the messages of one page that are still theirs, or still quote or mention them. */
  stillHolds(
    sent: SentTraces,
    { until, after }: Pick<PersonPageRequest, "until" | "after">,
  ): PersonRemainder {
    const { changed, next } = this.#rewritten(sent, after)
    const theirs = after === null ? this.#rows.saidBy(sent.userId, until, AT_ONCE).length : 0
    return { left: changed.length + theirs, owed: this.#store.pendingRetractions.all().length, next }
  }

  /**
   * Reads one page of messages. Returns those by other people that quote or mention the person, rewritten
   * without that.
   */
  #rewritten(sent: SentTraces, after: Id | null): { changed: Rewritten[]; next: Id | null } {
    const page = this.#rows.after(after, AT_ONCE)
    const traces = { ...sent, runs: receivedRuns(sent) }
    return { changed: page.flatMap((message) => withoutPerson(message, traces) ?? []), next: nextOf(page) }
  }
}

type Rewritten = Pick<MessageContent, "id" | "content" | "mentions" | "attachments">

function withoutPerson(message: MessageContent, traces: PersonTraces): Rewritten | null {
  if (message.authorId === traces.userId) return null
  const without = (text: string, writtenAt: Time | null) =>
    removeMentions(removeQuotes(text, traces, writtenAt), traces.userId)
  const content = without(message.content, message.writtenAt)
  // Forwarded words and titles of links have no time of their own, and may arrive after their message.
  const attachments = message.attachments.map((text) => without(text, null))
  const mentions = message.mentions.filter((person) => person.id !== traces.userId)
  const isSame =
    content === message.content &&
    mentions.length === message.mentions.length &&
    attachments.every((one, index) => one === message.attachments[index])
  return isSame ? null : { id: message.id, content, mentions, attachments }
}

function nextOf(page: readonly MessageContent[]): Id | null {
  return page.length === AT_ONCE ? (page.at(-1)?.id ?? null) : null
}
