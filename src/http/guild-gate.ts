/** The guild a route speaks of, as `guild/` knows it: entered, its channels found, its followers told. Unknown ones are refused here. */
import type { Context } from "hono"
import { Refused } from "../domain/errors.ts"
import type { Id } from "../domain/types.ts"
import * as channels from "../runtime/channels.ts"
import {
  type Entered,
  type Entering,
  enter as enterGuild,
  enterStaying as enterStayingGuild,
} from "../runtime/enter.ts"
import type { Ground } from "../runtime/means.ts"
import type { App } from "./principal.ts"

export type { Entered } from "../runtime/enter.ts"
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
