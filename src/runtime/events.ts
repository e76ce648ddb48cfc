/**
 * Records events: what happened beside chat. An event becomes a message in its place, so it passes the same windows,
 * checks, gate and deletion as chat. Callers without HTTP, such as the gateway, call `recordEvents` themselves.
 */
import { Refused } from "../domain/errors.ts"
import { eventMessageId, eventText, GLOBAL, isPlace } from "../domain/events.ts"
import type { Id, Time } from "../domain/types.ts"
import { dropEvents, type EventRow, eventPeople, insertEvents, knownEvents } from "../memory/write/events.ts"
import { holdsSecretField } from "../privacy/secret-fields.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import { channelStub } from "./channels.ts"
import { type Entered, enterActive } from "./enter.ts"
import { findTakenBack, takeEventsBack } from "./event-removal.ts"
import {
  type EventWords,
  eventMessage,
  eventPlace,
  eventRows,
  isSameEvent,
  type NewEvent,
} from "./event-rows.ts"

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
 * `Refused`, and changes nothing, if the guild is unknown or leaving, a scope does not exist in it, an id is known with
 * other content, or an event may not be replaced. `loadLibraries` must have run.
 */
export async function recordEvents(
  env: Env,
  guildId: Id,
  given: readonly NewEvent[],
  now: Time = Date.now(),
): Promise<EventReceipt> {
  const entered = await enterActive(env, guildId)
  checkEvents(entered, given, now)
  await findTakenBack(
    entered.db,
    guildId,
    given.flatMap(({ replaces }) => replaces ?? []),
  )
  const known = await knownEvents(entered.db, guildId, {
    ids: given.map(({ id }) => id),
    messageIds: given.map((event) => eventMessageId(event)),
  })
  const rows = eventRows(guildId, given, known, now)
  const conflict = rows.find((row) => known.some((one) => one.id === row.id && !isSameEvent(one, row)))
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
  const standing = given.filter(({ id }) => !reasons.has(id))
  await takeEventsBack(
    env,
    guildId,
    standing.flatMap(({ replaces }) => replaces ?? []),
  )
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
  return (await takeEventsBack(env, guildId, [{ id, mayDelete }])) > 0
}

/** Refuses the whole batch, with each field that is wrong. */
function checkEvents({ guild }: Entered, given: readonly NewEvent[], now: Time): void {
  const seen = new Set<string>()
  const issues = given.flatMap((event, index) => {
    const wrong = (name: string, problem: string) => [{ field: `body.events.${index}.${name}`, problem }]
    if (seen.has(event.id)) return wrong("id", "is that of another event of this request")
    seen.add(event.id)
    if (event.at < Date.UTC(2015, 0, 1) || event.at > now + AHEAD_MS)
      return wrong("at", "must be a time since 2015, at most five minutes ahead")
    if (event.replaces && given.findIndex(({ id }) => id === event.replaces?.id) >= index)
      return wrong("replaces", "must be an earlier event")
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
  const places = [...new Set(given.map((event) => eventPlace(guildId, event)))]
  for (let start = 0; start < places.length; start += PLACES_AT_ONCE)
    await Promise.all(
      places.slice(start, start + PLACES_AT_ONCE).map((id) => channelStub(env, guildId, id).flush()),
    )
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
        const messages = own.map((row) => eventMessage(row, people, words.get(row.id)))
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
