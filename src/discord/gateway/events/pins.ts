/** Pinned messages: what each says becomes an event of its channel that stands while it is pinned. */
import { sql } from "drizzle-orm"
import { z } from "zod"
import { DAY } from "../../../domain/calendar.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id } from "../../../domain/types.ts"
import { eventsOfSeries } from "../../../memory/write/events.ts"
import { channelStub } from "../../../runtime/channels.ts"
import type { SeriesState } from "../../../runtime/standing-events.ts"
import { attachedText, displayText } from "../../../text/display.ts"
import { truncate } from "../../../text/truncate.ts"
import {
  type BotIdentity,
  channelQueueKey,
  type EventContext,
  type EventHandler,
  eventDatabase,
  eventHandler,
} from "./event-context.ts"
import { lenientArray, MessageShape } from "./lenient-shapes.ts"
import { isSpoken, toDeliveredMessage } from "./messages.ts"
import { readingOf, settleAs } from "./server-events.ts"

const Moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
/** A page of a channel's pins, latest first. */
export const PinsPage = z.object({
  items: lenientArray(z.object({ pinned_at: Moment, message: MessageShape })),
  has_more: z.boolean(),
})
export type Pin = z.output<typeof PinsPage>["items"][number]

const LONGEST = 2_000
const SERIES = "discord:pin"
const seriesOf = (channelId: Id) => `${SERIES}:${channelId}`
const keyOf = (channelId: Id, messageId: Id) => `${seriesOf(channelId)}:${messageId}`

/** CHANNEL_PINS_UPDATE says that pins changed, and not which: `repair/` lists them. */
export const pinsChanged = eventHandler(channelQueueKey, z.object({ channel_id: Snowflake }), async () => {})

const Deleted = z
  .object({
    guild_id: Snowflake,
    channel_id: Snowflake,
    id: Snowflake.optional(),
    ids: z.array(Snowflake).default([]),
  })
  .transform(({ id, ids, ...where }) => ({ ...where, ids: id === undefined ? ids : [id, ...ids] }))

/** Extends a handler of deleted messages to take back their pins: Discord sends no event for those. */
export function withoutPins({ queueKey, handle }: EventHandler): EventHandler {
  return {
    queueKey,
    handle: async (context, body) => {
      const outcome = await handle(context, body)
      const { data } = Deleted.safeParse(body)
      const keys = data?.ids.map((id) => keyOf(data.channel_id, id)) ?? []
      if (data) await settleAs(context, data.guild_id, keys, async () => [])
      return outcome
    },
  }
}

/** Returns the channels of a guild in which pins stand. */
export async function channelsWithPins(context: EventContext, guildId: Id): Promise<Id[]> {
  const standing = await eventsOfSeries(eventDatabase(context, guildId), guildId, [SERIES])
  const channels = standing.flatMap(({ id, state }) => (state === "deleted" ? [] : (id.split(":")[2] ?? [])))
  return [...new Set(channels)]
}

/**
 * Settles a channel's pins, of which `pins` are all. A message that was pinned before the channel's retention began is not
 * read now, but stays known if it was.
 */
export async function settlePins(
  context: EventContext,
  { guildId, channelId, bot }: { guildId: Id; channelId: Id; bot: BotIdentity },
  pins: readonly Pin[],
): Promise<void> {
  await settleAs(context, guildId, [seriesOf(channelId)], async () => {
    const { reads, retentionDays, modeOfChannel, nameOf } = await readingOf(context, guildId)
    // A pin of a role-play channel may be in character.
    if (!reads.pins || modeOfChannel(channelId) === "roleplay") return []
    const since = context.now - Math.max(1, retentionDays) * DAY
    const spoken = pins.filter(({ message }) => isSpoken(message) && message.author.id !== bot.userId)
    const unwanted = await notToBeRead(context, { guildId, channelId }, spoken)
    return spoken.flatMap(({ pinned_at: at, message }): SeriesState[] => {
      if (unwanted.has(message.id)) return []
      const key = keyOf(channelId, message.id)
      return [{ key, event: at < since ? null : pinEvent(message, { bot, channelName: nameOf(channelId) }) }]
    })
  })
}

/** Returns the messages that were deleted or forgotten here, although Discord still has them. */
async function notToBeRead(
  context: EventContext,
  { guildId, channelId }: { guildId: Id; channelId: Id },
  pins: readonly Pin[],
): Promise<Set<Id>> {
  const ids = pins.map(({ message }) => message.id)
  if (ids.length === 0) return new Set()
  const deleted = await channelStub(context.runtime.env, guildId, channelId).deletedAmong(ids)
  const forgotten = await eventDatabase(context, guildId).all<{ id: Id }>(
    sql`SELECT message_id AS id FROM forgotten WHERE guild_id = ${guildId} AND message_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  )
  return new Set([...deleted, ...forgotten.map(({ id }) => id)])
}

/** The words are their author's: consent and erasure decide as for the message. Who pinned it is not recorded. */
function pinEvent(
  message: z.output<typeof MessageShape>,
  { bot, channelName }: { bot: BotIdentity; channelName: string | null },
): SeriesState["event"] {
  const { id, channel_id: channelId } = message
  const delivered = toDeliveredMessage(message, bot)
  const { author } = delivered
  const words = `${displayText(delivered)}${attachedText(delivered)}`.toWellFormed().trim()
  if (words === "") return null
  const text = `Pinned message by ${author.name}${channelName ? ` in ${channelName}` : ""}: ${truncate(words, LONGEST)}`
  return {
    ...{ scope: "channel", scopeId: channelId, channelId },
    ...{ source: "system", role: "system", platform: "discord" },
    content: { pinned_message: id },
    words: {
      text,
      author: { ...author, bot: delivered.bot, ...(delivered.webhook && { webhook: true }) },
      mark: { importance: "high", writtenAt: delivered.at },
    },
  }
}
