/** What a channel does when a person is erased: it tells what they said (as keys), takes it out, and takes out quotes of it. */

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

/** So many messages are looked at in one call. */
const AT_ONCE = 5_000
/** So many go in one call: what rests on each has to follow. */
const ERASED_AT_ONCE = 500

export interface PersonPageRequest {
  userId: Id
  until: Time
  salt: number
  after: Id | null
}

/** Names and words of a person as found in one page of messages; `next` null: there are no more. */
export interface PersonTracesPage {
  names: string[]
  runs: Float64Array
  next: Id | null
}

/** What is left of a person in one page of messages, and how many changes of messages the channel has still to make good. */
export interface PersonRemainder {
  left: number
  owed: number
  next: Id | null
}

export class PersonErasure {
  readonly #rows: PersonRows
  readonly #parts: ChannelStore

  constructor(sql: SqlStorage, parts: ChannelStore) {
    this.#rows = new PersonRows(sql)
    this.#parts = parts
  }

  /** A page of what they are called, and said until a time. Removes nothing. */
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

  /** The next of what they said until a time goes, as if each message had been deleted. */
  erase({ userId, until }: Pick<PersonPageRequest, "userId" | "until">): { messages: number; more: boolean } {
    const guildId = this.#parts.registry.place?.guildId
    if (guildId === undefined) return { messages: 0, more: false }
    const ids = this.#rows.saidBy(userId, until, ERASED_AT_ONCE)
    if (ids.length > 0) removeMessages(this.#parts, guildId, ids)
    return { messages: ids.length, more: ids.length === ERASED_AT_ONCE }
  }

  /** Quotes and mentions of them go from a page of what others said, as if each message had been edited. */
  scrub(sent: SerializedTraces, after: Id | null): { quotes: number; next: Id | null } {
    const { changed, next } = this.#found(sent, after)
    // Titles tell who or what a talk was about, whoever took part in it.
    if (after === null) this.#rows.clearTitles()
    for (const { id, content, mentions } of changed)
      this.#parts.atomically(() => {
        this.#rows.setMentions(id, mentions)
        this.#parts.windows.discardReadings([id])
        editMessage(this.#parts, id, { content, editedAt: null })
      })
    return { quotes: changed.length, next }
  }

  /** How many messages of one page are still theirs, or quote or mention them. */
  stillHolds(
    sent: SerializedTraces,
    { until, after }: Pick<PersonPageRequest, "until" | "after">,
  ): PersonRemainder {
    const { changed, next } = this.#found(sent, after)
    const theirs = after === null ? this.#rows.saidBy(sent.userId, until, AT_ONCE).length : 0
    return { left: changed.length + theirs, owed: this.#parts.owed.all().length, next }
  }

  /** Others' messages of one page as they read without them. */
  #found(sent: SerializedTraces, after: Id | null): { changed: Rewritten[]; next: Id | null } {
    const page = this.#rows.after(after, AT_ONCE)
    const traces = deserializeTraces(sent)
    return { changed: page.flatMap((message) => without(message, traces) ?? []), next: nextOf(page) }
  }
}

type Rewritten = Pick<MessageContent, "id" | "content" | "mentions">

function without(message: MessageContent, traces: PersonTraces): Rewritten | null {
  if (message.authorId === traces.userId) return null
  const content = removeMentions(removeQuotes(message.content, traces), traces.userId)
  const mentions = message.mentions.filter((person) => person.id !== traces.userId)
  if (content === message.content && mentions.length === message.mentions.length) return null
  return { id: message.id, content, mentions }
}

function nextOf(page: readonly MessageContent[]): Id | null {
  return page.length === AT_ONCE ? (page.at(-1)?.id ?? null) : null
}

// Deletions and edits in one channel: words go from all that is kept here at once, and what is owed elsewhere is noted. Amends make it good.

/** Takes messages out, whether or not they were ever heard, and keeps them out for good. */
export function removeMessages(parts: ChannelStore, guildId: Id, ids: readonly Id[]): void {
  const { messages, windows, history, buffer, owed, registry } = parts
  parts.atomically(() => {
    owed.add(
      guildId,
      losing(parts, ids, () => ""),
    )
    messages.tombstone(ids)
    windows.discardReadings(ids)
    for (const id of ids) buffer.drop(id)
    if (registry.place) history.renew(ids, registry.place)
    windows.clearTitles(windows.holding(ids).map(({ seq }) => seq))
  })
}

/** Replaces a message's words; false where it is not kept. An edit older than the last known changes nothing. */
export function editMessage(
  parts: ChannelStore,
  id: Id,
  { content, editedAt }: { content: string; editedAt: Time | null },
): boolean {
  const { messages, windows, history, buffer, owed, registry } = parts
  const { place } = registry
  const [before] = place ? messages.read([id], place) : []
  if (!place || !before) return false
  if (editedAt !== null && editedAt < (messages.editedAt(id) ?? editedAt)) return true
  parts.atomically(() => {
    // What is still open was never read.
    if (before.content !== content && !buffer.has(id))
      owed.add(
        place.guildId,
        losing(parts, [id], () => content),
      )
    messages.setContent(id, content, editedAt)
    if (before.content === content) return
    windows.discardReadings([id])
    history.renew([id], place)
    windows.clearTitles(windows.holding([id]).map(({ seq }) => seq))
  })
  return true
}

/** Messages with the stems that go with their words, but for the names of those who spoke there. */
function losing(
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
