/** Topics of channels: a changed one becomes an event of its channel, and an emptied one is taken back. */
import { sql } from "drizzle-orm"
import type { ReceivedChannel } from "../../../access/structure-shapes.ts"
import type { Id } from "../../../domain/types.ts"
import type { SeriesState } from "../../../runtime/standing-events.ts"
import { type EventContext, eventDatabase } from "./event-context.ts"
import { readingOf, settleAs } from "./server-events.ts"

type WithTopic = Pick<ReceivedChannel, "id" | "name" | "topic">

/** The most events that are recorded at once. */
const AT_ONCE = 100

/**
 * Settles topics that differ from the stored ones, so call it before the channels are stored. `isNew`: a channel that is
 * not stored was just made. Otherwise it may be old, and its topic is only stored: what a server says in all its topics is
 * no news on the day that the bot joins.
 */
export async function settleTopics(
  context: EventContext,
  guildId: Id,
  received: readonly WithTopic[],
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  const told = received.filter(({ topic }) => topic !== undefined)
  const changed = told.length === 0 ? new Set() : await changedTopics(context, guildId, told, isNew)
  const channels = told.filter(({ id }) => changed.has(id))
  for (let start = 0; start < channels.length; start += AT_ONCE) {
    const some = channels.slice(start, start + AT_ONCE)
    const keys = some.map(({ id }) => keyOf(id))
    await settleAs(context, guildId, keys, async () => {
      const { reads } = await readingOf(context, guildId)
      return reads.topics ? some.flatMap(topicState) : []
    })
  }
}

async function changedTopics(
  context: EventContext,
  guildId: Id,
  told: readonly WithTopic[],
  isNew: boolean,
): Promise<Set<unknown>> {
  const topics = told.map(({ id, topic }) => ({ id, topic: topic ?? "" }))
  const rows = await eventDatabase(context, guildId).all<{ id: Id }>(
    sql`SELECT told.value->>'id' AS id FROM json_each(${JSON.stringify(topics)}) told
      LEFT JOIN channels c ON c.guild_id = ${guildId} AND c.id = told.value->>'id' AND c.type IS NOT NULL
      WHERE coalesce(c.topic, '') <> told.value->>'topic' AND (c.id IS NOT NULL OR ${isNew ? 1 : 0})`,
  )
  return new Set(rows.map(({ id }) => id))
}

const keyOf = (id: Id) => `discord:topic:${id}`

function topicState({ id, name, topic }: WithTopic): SeriesState[] {
  const words = (topic ?? "").toWellFormed().replace(/\s+/gu, " ").trim()
  if (words === "") return []
  const content = `The topic of the channel ${name ? `“${name}”` : "here"} is: ${words}`
  const subject = { scope: "channel", scopeId: id, channelId: id } as const
  return [
    { key: keyOf(id), event: { ...subject, source: "system", role: "system", platform: "discord", content } },
  ]
}
