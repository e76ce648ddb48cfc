/** discord.js connected to a fake Discord: a guild to observe, and clients that end with their test. */
import {
  Client,
  type ClientOptions,
  type Guild,
  GatewayIntentBits as Intent,
  PermissionFlagsBits,
} from "discord.js"
import { type FakeDiscord, startFakeDiscord } from "../discord/server.ts"
import { World } from "../discord/world.ts"

export const INTENTS = [Intent.Guilds, Intent.GuildMembers, Intent.GuildMessages, Intent.MessageContent]
const ends: (() => Promise<unknown>)[] = []

/** Registers cleanup to run after the test. */
export function atEnd(end: () => Promise<unknown>): void {
  ends.push(end)
}

/** Runs all cleanups, the latest first. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

/** Builds a guild of three members with a hidden channel, a thread and a private thread. */
export function harbor() {
  const world = new World()
  const guild = world.addGuild({ name: "Harbor" }).made
  const crew = world.addRole(guild.id, { name: "crew", permissions: 0n }).made
  const ada = world.addUser("Ada")
  const bo = world.addUser("Bo")
  world.addMember(guild.id, ada, { roles: [crew.id], nick: "The Count" })
  world.addMember(guild.id, bo)
  const general = world.addChannel(guild.id, { name: "general", topic: "anything" }).made
  const view = PermissionFlagsBits.ViewChannel
  const hidden = world.addChannel(guild.id, {
    name: "hidden",
    overwrites: [
      { id: guild.id, type: "role", deny: view },
      { id: crew.id, type: "role", allow: view },
      { id: world.bot.id, type: "member", allow: view },
    ],
  }).made
  world.addChannel(guild.id, { name: "voice", type: 2 })
  world.addChannel(guild.id, { name: "things", type: 4 })
  world.addChannel(guild.id, { name: "news", type: 5 })
  world.addChannel(guild.id, { name: "questions", type: 15 })
  const thread = world.addThread(guild.id, general.id, { name: "a thread", ownerId: ada.id }).made
  world.addThread(guild.id, general.id, { name: "a private thread", type: 12, ownerId: ada.id })
  return { world, guild, crew, ada, bo, general, hidden, thread }
}

export async function started(world: World, more = {}): Promise<FakeDiscord> {
  const discord = await startFakeDiscord({ world, heartbeatMs: 400, ...more })
  atEnd(() => discord.stop())
  return discord
}

export async function loggedIn(
  discord: FakeDiscord,
  options: Partial<ClientOptions> = {},
): Promise<Client<true>> {
  const client = new Client({ intents: INTENTS, rest: { api: discord.apiUrl, retries: 3 }, ...options })
  atEnd(() => client.destroy())
  await Promise.all([
    new Promise((resolve) => client.once("clientReady", resolve)),
    client.login(discord.token),
  ])
  if (!client.isReady()) throw new Error("discord.js is not ready")
  return client
}

export function theGuild(client: Client<true>): Guild {
  const guild = client.guilds.cache.first()
  if (!guild) throw new Error("discord.js has no guild")
  return guild
}
