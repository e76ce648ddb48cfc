/** Lists the pins of a channel over REST and settles them. */
import type { Id } from "../../../domain/types.ts"
import { enter } from "../../../runtime/enter.ts"
import { type Pin, PinsPage, settlePins } from "../events/pins.ts"
import { canRead, fetchOwnRoles, OwnMember } from "./channel-walk.ts"
import { askDiscord, type RepairDeps, repairEventContext } from "./deps.ts"
import type { RepairTask } from "./repair-rows.ts"

/** Discord's limits: of a page, and of the pins of a channel. */
const PAGE = 50
const MOST_PAGES = 5

/**
 * Returns true once done. A bot that may not read the history gets an empty list, so an empty one counts only if it may.
 */
export async function fetchPins(deps: RepairDeps, { guildId, target }: RepairTask): Promise<boolean> {
  const pins = await listPins(deps, target)
  if (pins === null || (pins.length === 0 && !(await readsHistory(deps, guildId, target)))) return true
  await settlePins(repairEventContext(deps), { guildId, channelId: target, bot: deps.bot }, pins)
  return true
}

/** Returns `null` if the channel is closed to the bot, or gone. */
async function listPins({ discord }: RepairDeps, channelId: Id): Promise<Pin[] | null> {
  const pins: Pin[] = []
  let before: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(before !== null && { before }) })
    const answer = await askDiscord(discord, `/channels/${channelId}/messages/pins`, query)
    if (typeof answer === "string") return null
    const { items, has_more } = PinsPage.parse(answer.body)
    pins.push(...items)
    const last = items.at(-1)
    if (!has_more || last === undefined) break
    before = new Date(last.pinned_at).toISOString()
  }
  return pins
}

async function readsHistory(deps: RepairDeps, guildId: Id, channelId: Id): Promise<boolean> {
  const { roles } = OwnMember.parse(JSON.parse(await fetchOwnRoles(deps, guildId)))
  return canRead(await enter(deps.runtime.env, guildId), { id: deps.bot.userId, roles }, channelId)
}
