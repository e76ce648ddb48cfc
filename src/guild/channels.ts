/** A guild's channels as objects to speak to, and its index. */
import { wakeIndex } from "../embedding/wake.ts"
import { type Env, readSettings } from "../env.ts"
import type { Id } from "../vocabulary.ts"
import type { Entered } from "./enter.ts"
import type { Ground } from "./ground.ts"

/** The object is named by guild and channel: a channel id sent for another guild reaches another object. */
export function channelStub(env: Pick<Env, "CHANNELS">, guildId: Id, channelId: Id) {
  return env.CHANNELS.getByName(`${guildId}:${channelId}`)
}

/** Tells every channel of the guild that settings or consents changed. */
export async function refreshChannels(env: Pick<Env, "CHANNELS">, entered: Entered): Promise<void> {
  const AT_ONCE = 50
  for (let start = 0; start < entered.channels.length; start += AT_ONCE) {
    const group = entered.channels.slice(start, start + AT_ONCE)
    await Promise.all(group.map((channel) => channelStub(env, entered.guild.id, channel.id).refresh()))
  }
}

/** Lets the guild's vector index follow what a door has just written, after the answer is sent. */
export function followWrites({ env, after }: Ground, guildId: Id): void {
  after(wakeIndex(env, readSettings(env), guildId, "removed"))
}
