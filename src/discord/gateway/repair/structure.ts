/** A guild's structure read anew by REST, where an event of it could not be handled: no session will tell it again by itself. */
import { z } from "zod"
import { guildTold, WholeShape } from "../events/guilds.ts"
import { structureToldSince } from "../events/telling.ts"
import type { GuildRepair } from "./repair-rows.ts"
import { type Tools, telling } from "./tools.ts"

const Guild = z.looseObject({})
const Active = z.object({ threads: z.array(z.unknown()) })

/** The guild as GUILD_CREATE would tell it; null where it has to be done again: something changed while it was asked for. */
export async function repairStructure(tools: Tools, { guildId }: GuildRepair): Promise<unknown> {
  const askedAt = Date.now()
  const { discord } = tools
  const guild = Guild.parse(await discord.get(`/guilds/${guildId}`))
  const channels = await discord.get(`/guilds/${guildId}/channels`)
  const { threads } = Active.parse(await discord.get(`/guilds/${guildId}/threads/active`))
  const whole = { ...guild, channels, threads }
  const told = WholeShape.parse(whole)
  if (structureToldSince(guildId, askedAt)) return null
  await guildTold(telling(tools), told)
  return whole
}
