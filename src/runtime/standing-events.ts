/**
 * Events that hold until a newer one of their series replaces them: a scheduled event as it is now, a channel's topic, a
 * pin. Taking one back takes back what rests on it.
 */
import { hashOf } from "../domain/hash.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import { dropEvents, eventsOfSeries, findEventMessages, type StandingEvent } from "../memory/write/events.ts"
import { channelStub } from "./channels.ts"
import type { NewEvent } from "./event-rows.ts"
import { recordEvents } from "./events.ts"

/** The state of one series. `event` is `null` if the state is not told, but what stands of the series still holds. */
export interface SeriesState {
  /** At most 75 letters, digits, colons and hyphens: `discord:topic:4821`. */
  key: string
  event: Omit<NewEvent, "id" | "at"> | null
}

/**
 * Makes the events of these series say what is so now. `keys` name series or, by a shorter key, all series that begin with
 * it; at most 100 states have an event. Events of other states are taken back, also of series that no state names. Safe to
 * repeat: an unchanged state changes nothing, and an event that somebody deleted stays deleted while its row is kept.
 * Throws `Refused` as `recordEvents` does.
 */
export async function settleSeries(
  env: Env,
  guildId: Id,
  { keys, states, now }: { keys: readonly string[]; states: readonly SeriesState[]; now: Time },
): Promise<void> {
  const db = guildDatabase(env, guildId)
  const standing = await eventsOfSeries(db, guildId, keys)
  const given = states.flatMap(({ key, event }) =>
    event === null ? [] : currentEvent(key, event, standing, now),
  )
  const events = given.filter(({ id }) => !standing.some((one) => one.id === id && one.state === "deleted"))
  if (events.length > 0) await recordEvents(env, guildId, events, now)
  const current = new Set(events.map(({ id }) => id))
  const untold = states.flatMap(({ key, event }) => (event === null ? [`${key}:`] : []))
  for (const { id, state } of standing) {
    const holds = current.has(id) || untold.some((key) => id.startsWith(key))
    if (state !== "deleted" && !holds) await withdrawEvent(env, guildId, id)
  }
}

/**
 * Returns the event with its id: the series, a print of what it says, and when that was first told. An event that says the
 * same keeps its id. One that says again what an earlier one said has another.
 */
function currentEvent(
  key: string,
  event: Omit<NewEvent, "id" | "at">,
  standing: readonly StandingEvent[],
  now: Time,
): NewEvent {
  const { author = null, ...words } = event.words ?? {}
  const print = hashOf([
    JSON.stringify([event.content, event.scope, event.scopeId, event.channelId, words, author?.id]),
  ])
  const series = `${key}:${print.slice(0, PRINT_DIGITS)}:`
  const before = standing.find(({ id, state }) => state !== "cited" && id.startsWith(series))
  const at = before === undefined ? now : Number(before.id.slice(series.length))
  return { ...event, id: `${series}${at}`, at }
}
const PRINT_DIGITS = 12

/** Unlike `deleteEvent`, leaves no row that refuses what the event said. */
async function withdrawEvent(env: Env, guildId: Id, id: string): Promise<void> {
  const db = guildDatabase(env, guildId)
  const [found] = await findEventMessages(db, guildId, [id])
  if (found === undefined) return
  await channelStub(env, guildId, found.placeId).remove(guildId, [found.messageId])
  await dropEvents(db, guildId, [id])
}
