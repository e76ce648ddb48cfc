/** Which events the gateway is asked for. Pure. */
import { GatewayIntentBits as Intent } from "discord-api-types/v10"

/** Messages with their words, and the guild's structure; who is in the guild and holds which roles where `members` is on. */
export function intentsOf(members: boolean): number {
  return Intent.Guilds | Intent.GuildMessages | Intent.MessageContent | (members ? Intent.GuildMembers : 0)
}
