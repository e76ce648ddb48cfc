/** Turns events as callers tell them into rows, and rows into the messages that stand for them. Pure. */
import type { EventMark, EventRole, EventSource } from "../domain/event-mark.ts"
import { eventMessageId, eventText, NO_AUTHOR, placeId } from "../domain/events.ts"
import type { Id, Person, Scope, Time } from "../domain/types.ts"
import type { EventRow, eventPeople } from "../memory/write/events.ts"
import type { TakenBack } from "./event-removal.ts"

/** An event as its caller tells it. */
export interface NewEvent {
  /** The caller's own id, at most 100 characters. Repeating it with the same content changes nothing. */
  id: string
  scope: Scope
  /** A person, a channel, or a project of the settings. The guild's own id for `guild`; `GLOBAL` for `global`. */
  scopeId: string
  /** The channel whose readers may know of it; else those of its scope. */
  channelId?: Id | null
  source: EventSource
  role: EventRole
  /** A statement in words, or JSON of at most 16 kB. */
  content: unknown
  platform?: string | null | undefined
  session?: string | null | undefined
  at: Time
  /** An earlier event that is taken back once this one is accepted. An unknown one changes nothing. */
  replaces?: TakenBack | null
  /** Words in place of `content`, which then only refers to them: the event's row keeps nobody's words. */
  words?: EventWords
}

/** The words of an event's message. */
export interface EventWords {
  text: string
  /** Their author: consent, block and erasure decide as for a message of theirs. `null`: nobody's in particular. */
  author: (Person & { bot: boolean; webhook?: boolean }) | null
  mark: Pick<EventMark, "statement" | "time" | "importance" | "writtenAt">
}

/** Gives each event a message id that no other event has; a known event keeps its own. */
export function eventRows(
  guildId: Id,
  given: readonly NewEvent[],
  known: readonly EventRow[],
  now: Time,
): EventRow[] {
  const taken = new Set(known.map(({ messageId }) => messageId))
  return given.map((event): EventRow => {
    const before = known.find(({ id }) => id === event.id)
    let messageId = before?.messageId ?? eventMessageId(event)
    for (let nth = 1; before === undefined && taken.has(messageId); nth++)
      messageId = eventMessageId(event, nth)
    taken.add(messageId)
    const { id, scope, scopeId, source, role, content, at } = event
    return {
      ...{ guildId, id, messageId, scope, scopeId, source, role, content, at },
      placeId: eventPlace(guildId, event),
      platform: event.platform ?? null,
      session: event.session ?? null,
      createdAt: now,
      deletedAt: null,
    }
  })
}

/** Returns the place that buffers an event. */
export function eventPlace(guildId: Id, { scope, scopeId, channelId }: NewEvent): Id {
  if (channelId) return channelId
  if (scope === "channel") return scopeId
  return scope === "user" || scope === "project"
    ? placeId(guildId, scope, scopeId)
    : placeId(guildId, "guild", guildId)
}

/** Returns true if both tell the same. A deleted event keeps no content to compare. */
export function isSameEvent(known: EventRow, row: EventRow): boolean {
  const told = (one: EventRow) =>
    JSON.stringify([
      [one.scope, one.scopeId, one.placeId, one.source, one.role, one.platform, one.session, one.at],
      known.deletedAt === null ? one.content : null,
    ])
  return told(known) === told(row)
}

/** Returns the message that stands for an event in its place. */
export function eventMessage(
  row: EventRow,
  people: Awaited<ReturnType<typeof eventPeople>>,
  words: EventWords | undefined,
) {
  const { id, scope, scopeId, source: from, content } = row
  const known = people.get(scopeId)
  // The person it is about decides about it like an author: their consent and their erasure apply.
  const subject = scope === "user" ? { id: scopeId, name: known?.name || scopeId } : null
  const { author = null, text = eventText(content), mark = {} } = words ?? {}
  const person = author === null ? subject : { id: author.id, name: author.name }
  return {
    id: row.messageId,
    author: person ?? { id: NO_AUTHOR, name: row.platform ?? "" },
    bot: author === null ? subject !== null && known?.bot === true : author.bot,
    ...(author?.webhook && { webhook: true }),
    content: text,
    at: row.at,
    replyTo: null,
    mentions: person === null ? [] : [person],
    attachments: [],
    source: "tool" as const,
    event: { id, scope, scopeId, from, isText: words !== undefined || typeof content === "string", ...mark },
  }
}
