/**
 * Walks a channel from its newest message backward, page by page: records missed messages and removes deleted
 * ones.
 */
import { z } from "zod"
import { channelOf, governingChannel, mayRead, permissionsIn } from "../../../access/permissions.ts"
import { DAY } from "../../../domain/calendar.ts"
import { Snowflake, snowflakeAt, snowflakeTime } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { channelStub } from "../../../runtime/channels.ts"
import { type Entered, enter } from "../../../runtime/enter.ts"
import { deleteChannel } from "../events/guilds.ts"
import { lenientArray, MessageShape } from "../events/lenient-shapes.ts"
import { editedAt, isSpoken, toDeliveredMessage } from "../events/messages.ts"
import { askDiscord, type RepairDeps, repairEventContext } from "./deps.ts"
import type { ChannelWalk, GuildRepair } from "./repair-rows.ts"

/** Discord's limit per request. */
const PAGE = 100
/** The farthest a walk goes back to check recorded messages. */
const MOST_PAGES = 20
/** Allows for clock differences and for events in transit. */
export const MISSED_MARGIN_MS = 60_000
/** A message this old appears in Discord's lists. */
const SETTLED_MS = 2_000

/**
 * A public question of /ask is recorded under its interaction's id. The answer carries that id, so the
 * question exists as long as the answer does.
 */
const Listed = z.array(
  z.object({ id: Snowflake, interaction_metadata: z.object({ id: Snowflake }).nullish().catch(null) }),
)

/** The bot's roles in the guild, read at the start of this step. */
export const OwnMember = z.object({ roles: z.array(Snowflake) })

export async function fetchOwnRoles({ discord, bot }: RepairDeps, guildId: Id): Promise<string> {
  return JSON.stringify(OwnMember.parse(await discord.get(`/guilds/${guildId}/members/${bot.userId}`)))
}

/** Processes one page of one channel. */
export async function walkPage(deps: RepairDeps, repair: GuildRepair, at: ChannelWalk): Promise<void> {
  const entered = await enter(deps.runtime.env, at.guildId)
  const { roles } = OwnMember.parse(JSON.parse(repair.cursor ?? "null"))
  const since = (repair.since ?? Date.now()) - MISSED_MARGIN_MS
  const isReadable = canRead(entered, { id: deps.bot.userId, roles }, at.channelId)
  // Check first: Discord counts forbidden requests against the bot, and returns an empty list if the history
  // is closed.
  const page = isReadable ? await fetchPage(deps, at) : "forbidden"
  if (page === "missing") await deleteChannel(repairEventContext(deps), at.guildId, at.channelId)
  if (page === "missing" || page === "forbidden") {
    if (page === "forbidden")
      console.warn({ event: "repair.unreadable", guild: at.guildId, channel: at.channelId })
    return deps.rows.finishWalk(at)
  }
  const name = channelOf(entered.structure, at.channelId)?.name
  const { oldest, ...found } = page
  await channelStub(deps.runtime.env, at.guildId, at.channelId).catchUp({
    ...{ guildId: at.guildId, channelId: at.channelId, info: name ? { name } : null, since },
    ...found,
  })
  if (oldest === null || isFarEnough({ oldest, since, pages: at.pages + 1 }, entered))
    deps.rows.finishWalk(at)
  else deps.rows.saveWalk(at, oldest)
}

export function canRead({ structure }: Entered, self: { id: Id; roles: Id[] }, channelId: Id): boolean {
  const permissions = permissionsIn(structure, self, channelId)
  const rules = governingChannel(structure, channelId)
  return permissions !== null && rules !== null && mayRead(permissions, rules)
}

/** Missed messages are fetched completely. Older ones only within the retention period and the page limit. */
function isFarEnough(
  { oldest, since, pages }: { oldest: Id; since: Time; pages: number },
  { guild }: Entered,
): boolean {
  const keptSince = Date.now() - guild.settings.retention_days * DAY - MISSED_MARGIN_MS
  const at = snowflakeTime(oldest)
  return at <= since && (at <= keptSince || pages >= MOST_PAGES)
}

async function fetchPage({ discord, bot }: RepairDeps, { channelId, before }: ChannelWalk) {
  const query = new URLSearchParams({ limit: String(PAGE), ...(before !== null && { before }) })
  const askedAt = Date.now()
  const answer = await askDiscord(discord, `/channels/${channelId}/messages`, query)
  if (typeof answer === "string") return answer
  const listed = Listed.parse(answer.body)
  const oldest = listed.at(-1)?.id ?? null
  const present = listed.flatMap(({ id, interaction_metadata: asked }) => (asked ? [id, asked.id] : [id]))
  const messages = lenientArray(MessageShape)
    .parse(answer.body)
    .filter(isSpoken)
    .map((message) => ({ ...toDeliveredMessage(message, bot), editedAt: editedAt(message) }))
    .reverse()
  return { oldest, present, messages, stretch: { from: oldest ?? "0", to: rangeEnd(before, askedAt) } }
}

/** The end of the range in which a page is complete: messages from just before the request may be missing. */
function rangeEnd(before: Id | null, askedAt: Time): Id {
  return before === null ? snowflakeAt(askedAt - SETTLED_MS) : String(BigInt(before) - 1n)
}
