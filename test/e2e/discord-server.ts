/**
 * A small server on the fake Discord with the whole bot in it. People act in it, and tests see what each of
 * them then sees.
 */
import { tmpdir } from "node:os"
import type { APIMessage, APIUser } from "discord-api-types/v10"
import { main } from "../../src/tools/register.ts"
import { PERMISSIONS } from "../discord/permissions.ts"
import { clickable, type Use } from "../discord/server.ts"
import { type DiscordBot, startDiscordBot } from "./discord-bot.ts"
import { type Line, MODERATORS, type Name, PEOPLE, PLACES, type Place } from "./discord-evening.ts"

type Options = Record<string, string | boolean>

export class DiscordServer {
  readonly bot: DiscordBot
  private readonly people: Record<Name, APIUser>
  private readonly channels: Record<Place, string>

  constructor(bot: DiscordBot, people: Record<Name, APIUser>, channels: Record<Place, string>) {
    this.bot = bot
    this.people = people
    this.channels = channels
  }

  id(name: Name): string {
    return this.people[name].id
  }

  channel(place: Place): string {
    return this.channels[place]
  }

  /** A person sends a message. */
  say({ place, author, content }: Line, more: { replyTo?: string } = {}): APIMessage {
    const { world } = this.bot.discord
    const told = { author: this.people[author], content, ...more }
    return world.say(this.bot.guildId, this.channels[place], told).made
  }

  /** Closes the open windows of all channels. */
  async listened(): Promise<void> {
    await this.bot.ready()
    for (const place of PLACES)
      await this.bot.call("POST", `/guilds/${this.bot.guildId}/channels/${this.channels[place]}/flush`)
  }

  /** A person uses a slash command. `people` are options that name a person. */
  command(
    name: string,
    who: { by: Name; in: Place },
    options: Options = {},
    people: Record<string, Name> = {},
  ): Promise<Use> {
    const given = [
      ...Object.entries(options).map(([option, value]) => ({
        name: option,
        type: typeof value === "boolean" ? 5 : 3,
        value,
      })),
      ...Object.entries(people).map(([option, person]) => ({
        name: option,
        type: 6,
        value: this.id(person),
      })),
    ]
    return this.use({ kind: "command", name, options: given }, who)
  }

  /** A person presses the button with this label on a message. */
  press(message: APIMessage, label: string, who: { by: Name; in: Place }): Promise<Use> {
    const button = clickable(message).find((one) => one.label === label)
    if (!button) throw new Error(`no button ${label} among ${clickable(message).map((one) => one.label)}`)
    return this.use({ kind: "component", message, customId: button.customId }, who)
  }

  private use(deed: Parameters<DiscordBot["discord"]["interact"]>[1]["deed"], who: { by: Name; in: Place }) {
    const setting = { guildId: this.bot.guildId, channelId: this.channels[who.in], userId: this.id(who.by) }
    return this.bot.discord.interact(`${this.bot.worker.url}/interactions`, { deed, setting })
  }

  /** Returns the bot's messages in a channel, latest last. */
  saidByBot(place: Place): APIMessage[] {
    const { world } = this.bot.discord
    const messages = world.messagesIn(world.guild(this.bot.guildId), this.channels[place])
    return [...messages.values()].filter((message) => message.author.id === world.bot.id)
  }
}

/** Returns all text of a message that a person reads. */
export function wordsOf(message: APIMessage): string {
  const words: string[] = [message.content]
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) walk(one)
    else if (typeof part === "object" && part !== null)
      for (const [key, value] of Object.entries(part))
        if (typeof value === "string" && ["content", "label"].includes(key)) words.push(value)
        else walk(value)
  }
  walk(message.components)
  return words.join("\n")
}

/** Runs `npm run register`, as a person who sets up the bot does. */
async function register({ discord, worker }: DiscordBot): Promise<void> {
  const env = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl }
  let said = ""
  const sink = { write: (text: string) => (said += text) }
  const code = await main(["--url", worker.url], { stdout: sink, stderr: sink, env, cwd: tmpdir() })
  if (code !== 0) throw new Error(`The registration failed: ${said}`)
}

export async function openDiscordServer(): Promise<DiscordServer> {
  const bot = await startDiscordBot()
  const { world } = bot.discord
  const moderator = world.addRole(bot.guildId, {
    name: "moderator",
    permissions: PERMISSIONS.manageGuild,
  }).made
  const people = Object.fromEntries(
    PEOPLE.map((name) => {
      const user = name === "Ada" ? bot.ada : world.addUser(name)
      const roles = MODERATORS.includes(name) ? [moderator.id] : []
      if (name !== "Ada") world.addMember(bot.guildId, user, { roles })
      return [name, user]
    }),
  ) as Record<Name, APIUser> // fromEntries loses the key type.
  const channels = Object.fromEntries(
    PLACES.map((name) => {
      const overwrites = [
        { id: bot.guildId, type: "role" as const, deny: PERMISSIONS.view },
        { id: moderator.id, type: "role" as const, allow: PERMISSIONS.view },
        { id: world.bot.id, type: "member" as const, allow: PERMISSIONS.view },
      ]
      const channel = world.addChannel(bot.guildId, { name, ...(name === "mods" && { overwrites }) })
      return [name, channel.made.id]
    }),
  ) as Record<Place, string> // As above.
  await register(bot)
  await bot.start()
  // People of this evening do not wait for one another's answers.
  await bot.call("PUT", `/guilds/${bot.guildId}/settings`, { cooldown_seconds: 0 })
  return new DiscordServer(bot, people, channels)
}
