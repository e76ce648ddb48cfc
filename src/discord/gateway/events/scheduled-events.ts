/**
 * Scheduled events of a guild: each becomes an event that holds while it is scheduled or running. One with a channel goes
 * where that channel is read, one elsewhere to everyone in the guild.
 */
import { z } from "zod"
import { localClock, localDate, spokenDate } from "../../../domain/calendar.ts"
import { factTime } from "../../../domain/fact-time.ts"
import { Snowflake, snowflakeTime } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { eventPeople } from "../../../memory/write/events.ts"
import type { EventWords } from "../../../runtime/event-rows.ts"
import type { SeriesState } from "../../../runtime/standing-events.ts"
import { truncate } from "../../../text/truncate.ts"
import { type EventContext, guildQueueKey, structureHandler } from "./event-context.ts"
import { LenientUser, lenientArray, lenientObject } from "./lenient-shapes.ts"
import { type GuildReading, readingOf, settleAs } from "./server-events.ts"

// Discord's numbers: https://discord.com/developers/docs/resources/guild-scheduled-event
const SCHEDULED = 1
const ACTIVE = 2
const UNITS = ["year", "month", "week", "day"]
const LONGEST_NAME = 100
const LONGEST_DESCRIPTION = 1_000

const Moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** A scheduled event. Without one of the listed fields it is unclear who may read it or whether it holds. @internal */
export const ScheduledEventShape = lenientObject(
  z.object({
    id: Snowflake,
    guild_id: Snowflake,
    channel_id: Snowflake.nullish(),
    creator_id: Snowflake.nullish(),
    creator: LenientUser.nullish(),
    name: z.string().min(1),
    description: z.string().nullish(),
    scheduled_start_time: Moment,
    scheduled_end_time: Moment.nullish(),
    status: z.int(),
    entity_metadata: z.object({ location: z.string().nullish() }).nullish(),
    recurrence_rule: z.object({ frequency: z.int(), interval: z.int().min(1) }).nullish(),
  }),
  [
    "id",
    "guild_id",
    "channel_id",
    "creator_id",
    "name",
    "scheduled_start_time",
    "scheduled_end_time",
    "status",
  ],
)
export type ScheduledEvent = z.output<typeof ScheduledEventShape>
export const ScheduledEvents = lenientArray(ScheduledEventShape)

const SERIES = "discord:scheduled"
const keyOf = (id: Id) => `${SERIES}:${id}`

/** GUILD_SCHEDULED_EVENT_CREATE, GUILD_SCHEDULED_EVENT_UPDATE. One that is over or canceled is taken back. */
export const scheduledEventChanged = structureHandler(guildQueueKey, ScheduledEventShape, (context, event) =>
  settleScheduled(context, event.guild_id, { keys: [keyOf(event.id)], listed: [event] }),
)

const GoneShape = z.object({ id: Snowflake, guild_id: Snowflake })

/** GUILD_SCHEDULED_EVENT_DELETE. */
export const scheduledEventDeleted = structureHandler(guildQueueKey, GoneShape, (context, { id, guild_id }) =>
  settleScheduled(context, guild_id, { keys: [keyOf(id)], listed: [] }),
)

/** Compares all scheduled events of a guild with those that are known. Those that are not listed are over. */
export function settleAllScheduled(
  context: EventContext,
  guildId: Id,
  listed: readonly ScheduledEvent[],
): Promise<void> {
  return settleScheduled(context, guildId, { keys: [SERIES], listed })
}

async function settleScheduled(
  context: EventContext,
  guildId: Id,
  { keys, listed }: { keys: readonly string[]; listed: readonly ScheduledEvent[] },
): Promise<void> {
  await settleAs(context, guildId, keys, async () => {
    const open = listed.filter(({ status }) => status === SCHEDULED || status === ACTIVE)
    const guild = open.length === 0 ? null : await readingOf(context, guildId)
    if (!guild?.reads.scheduled) return []
    const creators = open.flatMap(({ creator_id }) => creator_id ?? [])
    const people = await eventPeople(guild.db, guildId, creators)
    return open.map((event): SeriesState => {
      const known = people.get(event.creator_id ?? "")
      return scheduledState(event, guild, creatorOf(event, known))
    })
  })
}

/** Returns `null` if nobody known, or a bot, made it. */
function creatorOf(
  { creator_id: id, creator }: ScheduledEvent,
  known: { name: string; bot: boolean } | undefined,
): EventWords["author"] {
  if (!id || creator?.bot || known?.bot) return null
  return { id, name: known?.name || (creator?.global_name ?? creator?.username ?? id), bot: false }
}

/** Returns the state of a scheduled event. Its words are its creator's, so consent decides as for a message. @internal */
export function scheduledState(
  event: ScheduledEvent,
  { guildId, timezone, nameOf }: Pick<GuildReading, "guildId" | "timezone" | "nameOf">,
  author: EventWords["author"],
): SeriesState {
  const { id, channel_id: channelId, scheduled_start_time: from, scheduled_end_time: to } = event
  const place = channelId ? nameOf(channelId) : event.entity_metadata?.location
  const statement = statementOf(event, { timezone, place: place ?? null })
  const moment = (at: Time) => `${localDate(at, timezone)}T${localClock(at, timezone)}`
  const time = factTime({ when: moment(from), until: to ? moment(to) : null }, timezone)
  return {
    key: keyOf(id),
    event: {
      ...(channelId ? { scope: "channel", scopeId: channelId } : { scope: "guild", scopeId: guildId }),
      ...{ source: "system", role: "system", platform: "discord" },
      content: { scheduled_event: id },
      words: {
        text: [statement, ...detailsOf(event)].join("\n"),
        author,
        mark: { statement, ...(time && { time }), writtenAt: snowflakeTime(id) },
      },
    },
  }
}

/** "The event “Raid night” takes place on Saturday 16 May 2026 from 21:00 to 23:00 at Karl's." */
function statementOf(
  { name, scheduled_start_time: from, scheduled_end_time: to }: ScheduledEvent,
  { timezone, place }: { timezone: string; place: string | null },
): string {
  const day = (at: Time) => `${spokenDate(at, timezone)} ${localDate(at, timezone).slice(0, 4)}`
  const clock = (at: Time) => localClock(at, timezone)
  const isOneDay = to && localDate(from, timezone) === localDate(to, timezone)
  const time = !to
    ? `on ${day(from)} at ${clock(from)}`
    : isOneDay
      ? `on ${day(from)} from ${clock(from)} to ${clock(to)}`
      : `from ${day(from)} ${clock(from)} to ${day(to)} ${clock(to)}`
  const where = place ? ` at ${plain(place)}` : ""
  return `The event “${plain(name)}” takes place ${time}${where}.`
}

/** Removes quotation marks and full stops, so that a name ends neither its quotation nor the sentence. */
function plain(text: string): string {
  const words = text
    .toWellFormed()
    .replace(/[“”"„«»]/gu, "")
    .replace(/\s+/gu, " ")
  return truncate(words.replace(/[.!?…。！？]+(?=\s|$)/gu, "").trim(), LONGEST_NAME)
}

function detailsOf({ description, recurrence_rule: rule }: ScheduledEvent): string[] {
  const unit = UNITS[rule?.frequency ?? -1]
  const every = rule && unit ? (rule.interval === 1 ? unit : `${rule.interval} ${unit}s`) : null
  const about = truncate((description ?? "").toWellFormed().trim(), LONGEST_DESCRIPTION)
  return [...(every === null ? [] : [`It repeats every ${every}.`]), ...(about === "" ? [] : [about])]
}
