/**
 * Records events: what happened beside chat. An event becomes a message in its place, so it passes the same windows,
 * checks, gate and deletion as chat. Callers without HTTP, such as the gateway, call `recordEvents` themselves.
 */
import { Refused } from "../domain/errors.ts"
import type { EventMark, EventRole, EventSource } from "../domain/event-mark.ts"
import { eventMessageId, eventText, GLOBAL, isPlace, NO_AUTHOR, placeId } from "../domain/events.ts"
import type { Id, Person, Scope, Time } from "../domain/types.ts"
import {
  dropEvents,
  type EventRow,
  eventPeople,
  findEventMessage,
  insertEvents,
  knownEvents,
  markEventDeleted,
} from "../memory/write/events.ts"
import { holdsSecretField } from "../privacy/secret-fields.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import { channelStub } from "./channels.ts"
import { type Entered, enter, enterActive } from "./enter.ts"

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

/** Why an event was not recorded. Other reasons are those of messages. */
export interface EventReceipt {
  accepted: number
  duplicates: number
  rejected: { index: number; id: string; reason: string }[]
}

/** Clocks differ a little. */
const AHEAD_MS = 5 * 60_000
const PLACES_AT_ONCE = 10

/**
 * Records at most 100 events of a guild and returns what became of them; durable when it returns. Safe to repeat. Throws
 * `Refused`, and changes nothing, if the guild is unknown or leaving, a scope does not exist in it, or an id is known
 * with other content. `loadLibraries` must have run.
 */
export async function recordEvents(
  env: Env,
  guildId: Id,
  given: readonly NewEvent[],
  now: Time = Date.now(),
): Promise<EventReceipt> {
  const entered = await enterActive(env, guildId)
  checkEvents(entered, given, now)
  const known = await knownEvents(entered.db, guildId, {
    ids: given.map(({ id }) => id),
    messageIds: given.map((event) => eventMessageId(event)),
  })
  const rows = toRows(guildId, given, known, now)
  const conflict = rows.find((row) => known.some((one) => one.id === row.id && !isSame(one, row)))
  if (conflict) throw new Refused({ reason: "event_conflict", eventId: conflict.id })
  const deleted = new Set(known.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id))
  const refusals = new Map<string, string>()
  const words = new Map(given.map((event) => [event.id, event.words]))
  for (const { id, content } of rows) {
    if (deleted.has(id)) refusals.set(id, "deleted")
    else if (holdsSecretField(content) || holdsSecret(words.get(id)?.text ?? eventText(content)))
      refusals.set(id, "secret")
  }
  const open = rows.filter(({ id }) => !refusals.has(id))
  if (open.length > 0) await insertEvents(entered.db, guildId, open)
  const { accepted, rejected } = await deliver(env, entered, open, words)
  if (rejected.size > 0) await dropEvents(entered.db, guildId, [...rejected.keys()])
  const reasons = new Map([...refusals, ...rejected])
  const listed = given.flatMap(({ id }, index) => {
    const reason = reasons.get(id)
    return reason === undefined ? [] : [{ index, id, reason }]
  })
  return { accepted, duplicates: given.length - accepted - listed.length, rejected: listed }
}

/**
 * Takes an event back with every memory that rests on it; it is not accepted again. Returns false if nobody knows it.
 * Safe to repeat. `mayDelete` decides from its scope before anything changes.
 */
export async function deleteEvent(
  env: Env,
  guildId: Id,
  id: string,
  mayDelete: (scope: string) => boolean = () => true,
): Promise<boolean> {
  const { db } = await enter(env, guildId)
  const found = await findEventMessage(db, guildId, id)
  if (found === null) return false
  if (!mayDelete(found.scope)) throw new Refused({ reason: "forbidden" })
  await channelStub(env, guildId, found.placeId).remove(guildId, [found.messageId])
  await db.run(markEventDeleted(guildId, id, Date.now()))
  return true
}

/** Refuses the whole batch, with each field that is wrong. */
function checkEvents({ guild }: Entered, given: readonly NewEvent[], now: Time): void {
  const seen = new Set<string>()
  const issues = given.flatMap((event, index) => {
    const wrong = (name: string, problem: string) => [{ field: `body.events.${index}.${name}`, problem }]
    if (seen.has(event.id)) return wrong("id", "is that of another event of this request")
    seen.add(event.id)
    if (event.at < Date.UTC(2015, 0, 1) || event.at > now + AHEAD_MS)
      return wrong("at", "must be a time since 2015 that is not in the future")
    if (event.channelId && isPlace(event.channelId)) return wrong("channel_id", "is not a channel")
    const problem = scopeProblem(event, guild)
    return problem === null ? [] : wrong("scope_id", problem)
  })
  if (issues.length > 0) throw new Refused({ reason: "invalid", issues: issues.slice(0, 20) })
}

function scopeProblem({ scope, scopeId }: NewEvent, { id, settings }: Entered["guild"]): string | null {
  switch (scope) {
    case "guild":
      return scopeId === id ? null : "must be the guild's own id, or left out"
    case "global":
      return scopeId === GLOBAL ? null : "must be left out"
    case "project":
      return Object.hasOwn(settings.projects, scopeId)
        ? null
        : "is not a project of this guild's settings; add it to `projects` first"
    case "channel":
    case "user":
      return isPlace(scopeId) ? `is not a ${scope}` : null
  }
}

/** Reads the open windows of these events' places at once, and waits for it. Safe to repeat. */
export async function readEventsNow(env: Env, guildId: Id, given: readonly NewEvent[]): Promise<void> {
  const places = [...new Set(given.map((event) => placeOf(guildId, event)))]
  for (let start = 0; start < places.length; start += PLACES_AT_ONCE)
    await Promise.all(
      places.slice(start, start + PLACES_AT_ONCE).map((id) => channelStub(env, guildId, id).flush()),
    )
}

/** Gives each event a message id that no other event has; a known event keeps its own. */
function toRows(guildId: Id, given: readonly NewEvent[], known: readonly EventRow[], now: Time): EventRow[] {
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
      placeId: placeOf(guildId, event),
      platform: event.platform ?? null,
      session: event.session ?? null,
      createdAt: now,
      deletedAt: null,
    }
  })
}

function placeOf(guildId: Id, { scope, scopeId, channelId }: NewEvent): Id {
  if (channelId) return channelId
  if (scope === "channel") return scopeId
  return scope === "user" || scope === "project"
    ? placeId(guildId, scope, scopeId)
    : placeId(guildId, "guild", guildId)
}

/** A deleted event keeps no content to compare. */
function isSame(known: EventRow, row: EventRow): boolean {
  const told = (one: EventRow) =>
    JSON.stringify([
      [one.scope, one.scopeId, one.placeId, one.source, one.role, one.platform, one.session, one.at],
      known.deletedAt === null ? one.content : null,
    ])
  return told(known) === told(row)
}

/** Hands events to their places. Idempotent, so a repeated request delivers what an outage kept from arriving. */
async function deliver(
  env: Env,
  { db, guild }: Entered,
  rows: readonly EventRow[],
  words: ReadonlyMap<string, EventWords | undefined>,
): Promise<{ accepted: number; rejected: Map<string, string> }> {
  const subjects = rows.flatMap(({ scope, scopeId }) => (scope === "user" ? [scopeId] : []))
  const people = await eventPeople(db, guild.id, subjects)
  const places = [...Map.groupBy(rows, (row) => row.placeId)]
  const rejected = new Map<string, string>()
  let accepted = 0
  for (let start = 0; start < places.length; start += PLACES_AT_ONCE) {
    const receipts = await Promise.all(
      places.slice(start, start + PLACES_AT_ONCE).map(async ([channelId, own]) => {
        const messages = own.map((row) => toMessage(row, people, words.get(row.id)))
        const delivery = { guildId: guild.id, channelId, info: null, messages }
        return { own, receipt: await channelStub(env, guild.id, channelId).append(delivery) }
      }),
    )
    for (const { own, receipt } of receipts) {
      if (receipt.leavingAt !== undefined)
        throw new Refused({ reason: "leaving", until: new Date(receipt.leavingAt).toISOString() })
      accepted += receipt.accepted
      for (const { index, reason } of receipt.rejected) rejected.set(own[index]?.id ?? "", reason)
    }
  }
  return { accepted, rejected }
}

function toMessage(
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
