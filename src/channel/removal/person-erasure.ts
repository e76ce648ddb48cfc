/**
 * A channel's part in erasing a person: reports what they wrote (as hashed word runs), deletes it, and
 * removes quotes of it from other messages.
 */

import type { Id, Message, Time } from "../../domain/types.ts"
import {
  deserializeTraces,
  type PersonTraces,
  removeMentions,
  removeQuotes,
  type SerializedTraces,
  wordRunKeys,
} from "../../privacy/quote-redaction.ts"
import { stems } from "../../text/stems.ts"
import type { ChannelStore } from "../store/channel-store.ts"
import { type MessageContent, PersonRows } from "../store/person-rows.ts"

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
export interface PersonTracesPage {
  names: string[]
  runs: Float64Array
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
    const runs = new Set<number>()
    for (const message of page) {
      for (const mention of message.mentions) if (mention.id === userId) names.add(mention.name)
      if (message.authorId !== userId) continue
      names.add(message.authorName)
      if (message.at <= until) for (const run of wordRunKeys(message.content, salt)) runs.add(run)
    }
    return { names: [...names], runs: Float64Array.from(runs), next: nextOf(page) }
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
  scrub(sent: SerializedTraces, after: Id | null): { quotes: number; next: Id | null } {
    const { changed, next } = this.#rewritten(sent, after)
    // A title can name anyone, including people who did not take part.
    if (after === null) this.#rows.clearTitles()
    for (const { id, content, mentions } of changed)
      this.#store.atomically(() => {
        this.#rows.setMentions(id, mentions)
        this.#store.windows.discardReadings([id])
        editMessage(this.#store, id, { content, editedAt: null })
      })
    return { quotes: changed.length, next }
  }

  /** Counts the messages of one page that are still theirs, or still quote or mention them. */
  stillHolds(
    sent: SerializedTraces,
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
  #rewritten(sent: SerializedTraces, after: Id | null): { changed: Rewritten[]; next: Id | null } {
    const page = this.#rows.after(after, AT_ONCE)
    const traces = deserializeTraces(sent)
    return { changed: page.flatMap((message) => withoutPerson(message, traces) ?? []), next: nextOf(page) }
  }
}

type Rewritten = Pick<MessageContent, "id" | "content" | "mentions">

function withoutPerson(message: MessageContent, traces: PersonTraces): Rewritten | null {
  if (message.authorId === traces.userId) return null
  const content = removeMentions(removeQuotes(message.content, traces), traces.userId)
  const mentions = message.mentions.filter((person) => person.id !== traces.userId)
  if (content === message.content && mentions.length === message.mentions.length) return null
  return { id: message.id, content, mentions }
}

function nextOf(page: readonly MessageContent[]): Id | null {
  return page.length === AT_ONCE ? (page.at(-1)?.id ?? null) : null
}

// Deletions and edits in one channel. Both change what is kept here at once and queue a retraction for the
// database.

/** Deletes messages and blocks them for good, even if they were never buffered. */
export function removeMessages(store: ChannelStore, guildId: Id, ids: readonly Id[]): void {
  const { messages, windows, history, buffer, pendingRetractions, registry } = store
  store.atomically(() => {
    pendingRetractions.add(
      guildId,
      removedStems(store, ids, () => ""),
    )
    messages.tombstone(ids)
    windows.discardReadings(ids)
    for (const id of ids) buffer.drop(id)
    if (registry.place) history.renew(ids, registry.place)
    windows.clearTitles(windows.holding(ids).map(({ seq }) => seq))
  })
}

/**
 * Replaces a message's text. Returns false if the message is not kept. Ignores an edit that is older than the
 * last known one.
 */
export function editMessage(
  store: ChannelStore,
  id: Id,
  { content, editedAt }: { content: string; editedAt: Time | null },
): boolean {
  const { messages, windows, history, buffer, pendingRetractions, registry } = store
  const { place } = registry
  const [before] = place ? messages.read([id], place) : []
  if (!place || !before) return false
  if (editedAt !== null && editedAt < (messages.editedAt(id) ?? editedAt)) return true
  store.atomically(() => {
    // An open message was never extracted.
    if (before.content !== content && !buffer.has(id))
      pendingRetractions.add(
        place.guildId,
        removedStems(store, [id], () => content),
      )
    messages.setContent(id, content, editedAt)
    if (before.content === content) return
    windows.discardReadings([id])
    history.renew([id], place)
    windows.clearTitles(windows.holding([id]).map(({ seq }) => seq))
  })
  return true
}

/**
 * Returns messages with the stems that disappear with their text. Names of people who spoke in the same
 * windows are excluded.
 */
function removedStems(
  { messages, windows, registry: { place } }: ChannelStore,
  ids: readonly Id[],
  next: (id: Id) => string,
): { id: Id; stems: string[] }[] {
  const kept = new Map(place ? messages.read(ids, place).map((message) => [message.id, message]) : [])
  const talk = place && kept.size > 0 ? windows.holding(ids).flatMap((window) => window.ids) : []
  const names = place ? messages.read(talk, place).flatMap(namesIn).flatMap(stems) : []
  return ids.map((id) => {
    const staying = new Set([...names, ...stems(next(id))])
    const { content = "", attachments = [] } = kept.get(id) ?? {}
    const words = new Set(stems([content, ...attachments].join(" ")))
    return { id, stems: [...words].filter((stem) => !staying.has(stem)) }
  })
}

function namesIn(message: Message): string[] {
  return [message.author, ...message.mentions].map((person) => person.name)
}
