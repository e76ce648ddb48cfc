/** The guild a route speaks of, as `guild/` knows it: entered, its channels found, its followers told. Unknown ones are refused here. */
import type { Context } from "hono"
import { Refused } from "../errors.ts"
import * as channels from "../guild/channels.ts"
import {
  type Entered,
  type Entering,
  enter as enterGuild,
  enterStaying as enterStayingGuild,
} from "../guild/enter.ts"
import type { Ground } from "../guild/ground.ts"
import type { Id } from "../vocabulary.ts"
import type { App } from "./principal.ts"

export type { Entered } from "../guild/enter.ts"
export const { channelStub } = channels

export function groundOf(c: Context<App>): Ground {
  return { env: c.env, after: (work) => c.executionCtx.waitUntil(work) }
}

export function enter(c: Context<App>, guildId: Id, entering?: Entering): Promise<Entered> {
  return enterGuild(c.env, guildId, entering)
}

export function enterStaying(c: Context<App>, guildId: Id, entering?: Entering): Promise<Entered> {
  return enterStayingGuild(c.env, guildId, entering)
}

/** The channel's object; refuses a channel that was never heard. */
export function channelOf(c: Context<App>, { guild, channels: heard }: Entered, channelId: Id) {
  if (!heard.some((channel) => channel.id === channelId))
    throw new Refused({ reason: "unknown_channel", channelId })
  return channels.channelStub(c.env, guild.id, channelId)
}

export function refreshChannels(c: Context<App>, entered: Entered): Promise<void> {
  return channels.refreshChannels(c.env, entered)
}

export function followWrites(c: Context<App>, guildId: Id): void {
  channels.followWrites(groundOf(c), guildId)
}
