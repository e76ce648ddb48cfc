/** Channels gone through from their newest message on, page by page: what was missed is heard, what is gone is forgotten. */
import { z } from "zod"
import { channelOf, governingChannel, mayRead, permissionsIn } from "../../../access/permissions.ts"
import { DAY } from "../../../domain/calendar.ts"
import { Snowflake, snowflakeAt, snowflakeTime } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { channelStub } from "../../../runtime/channels.ts"
import { type Entered, enter } from "../../../runtime/enter.ts"
import { lenientArray } from "../events/event-context.ts"
import { deleteChannel } from "../events/guilds.ts"
import { editedAt, isSpoken, MessageShape, toDeliveredMessage } from "../events/messages.ts"
import { type RepairDeps, repairEventContext } from "./deps.ts"
import type { ChannelWalk, GuildRepair } from "./repair-rows.ts"
import { askDiscord } from "./repair-tasks.ts"

/** The most that Discord lists at once. */
const PAGE = 100
/** How far it is gone back for what may have become of messages that were heard. */
const MOST_PAGES = 20
/** Clocks differ, and events are on their way for a while. */
export const MISSED_MARGIN_MS = 60_000
/** After that long a message is where it will be listed. */
const SETTLED_MS = 2_000

/** A public question of /ask is heard under the id of its interaction, of which its answer tells: that is there as long as the answer is. */
const Listed = z.array(
  z.object({ id: Snowflake, interaction_metadata: z.object({ id: Snowflake }).nullish().catch(null) }),
)

/** Who we are in the guild: our roles, as of the beginning of this step. */
const Ourselves = z.object({ roles: z.array(Snowflake) })

export async function fetchOwnRoles({ discord, bot: own }: RepairDeps, guildId: Id): Promise<string> {
  return JSON.stringify(Ourselves.parse(await discord.get(`/guilds/${guildId}/members/${own.userId}`)))
}

/** One page of one channel. */
export async function walkPage(tools: RepairDeps, repair: GuildRepair, at: ChannelWalk): Promise<void> {
  const entered = await enter(tools.runtime.env, at.guildId)
  const { roles } = Ourselves.parse(JSON.parse(repair.cursor ?? "null"))
  const since = (repair.since ?? Date.now()) - MISSED_MARGIN_MS
  const isOurs = mayWeRead(entered, { id: tools.bot.userId, roles }, at.channelId)
  // To ask without being allowed to is counted against us; and where history is closed, nothing is listed as if nothing were there.
  const page = isOurs ? await pageOf(tools, at) : "forbidden"
  if (page === "missing") await deleteChannel(repairEventContext(tools), at.guildId, at.channelId)
  if (page === "missing" || page === "forbidden") {
    if (page === "forbidden")
      console.warn({ event: "repair.unreadable", guild: at.guildId, channel: at.channelId })
    return tools.rows.finishWalk(at)
  }
  const name = channelOf(entered.structure, at.channelId)?.name
  const { oldest, ...found } = page
  await channelStub(tools.runtime.env, at.guildId, at.channelId).catchUp({
    ...{ guildId: at.guildId, channelId: at.channelId, info: name ? { name } : null, since },
    ...found,
  })
  if (oldest === null || isFarEnough({ oldest, since, pages: at.pages + 1 }, entered))
    tools.rows.finishWalk(at)
  else tools.rows.saveWalk(at, oldest)
}

function mayWeRead({ structure }: Entered, us: { id: Id; roles: Id[] }, channelId: Id): boolean {
  const permissions = permissionsIn(structure, us, channelId)
  const rules = governingChannel(structure, channelId)
  return permissions !== null && rules !== null && mayRead(permissions, rules)
}

/** What was missed is fetched to its end; beyond it, what is kept, and no more than so many pages. */
function isFarEnough(
  { oldest, since, pages }: { oldest: Id; since: Time; pages: number },
  { guild }: Entered,
): boolean {
  const kept = Date.now() - guild.settings.retention_days * DAY - MISSED_MARGIN_MS
  const at = snowflakeTime(oldest)
  return at <= since && (at <= kept || pages >= MOST_PAGES)
}

async function pageOf({ discord, bot: own }: RepairDeps, { channelId, before }: ChannelWalk) {
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
    .map((message) => ({ ...toDeliveredMessage(message, own), editedAt: editedAt(message) }))
    .reverse()
  return { oldest, present, messages, stretch: { from: oldest ?? "0", to: endOf(before, askedAt) } }
}

/** Up to where a page tells all there is: what was said just before it was asked for may be missing in it. */
function endOf(before: Id | null, askedAt: Time): Id {
  return before === null ? snowflakeAt(askedAt - SETTLED_MS) : String(BigInt(before) - 1n)
}
