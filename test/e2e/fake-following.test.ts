/**
 * The fake gateway's events are enough to follow a guild: after any changes, discord.js's copy matches the
 * original.
 */
import { type Guild, GatewayIntentBits as Intent, PermissionsBitField } from "discord.js"
import { afterEach, expect, test } from "vitest"
import { changeAtRandom } from "../discord/changes.ts"
import { permissionsOf, sees } from "../discord/permissions.ts"
import { eventually, startFakeDiscord } from "../discord/server.ts"
import type { World } from "../discord/world.ts"
import { Dice } from "./chaos/dice.ts"
import { atEnd, endAll, loggedIn, theGuild } from "./discord-js.ts"

afterEach(endAll)

function known(guild: Guild) {
  return {
    owner: guild.ownerId,
    roles: [...guild.roles.cache.values()].map((role) => `${role.id} ${role.permissions.bitfield}`).sort(),
    channels: [...guild.channels.cache.values()]
      .filter((one) => !one.isThread())
      .map((one) => `${one.id} ${one.name}`)
      .sort(),
    members: [...guild.members.cache.values()]
      .map((one) => `${one.id} ${one.nickname} ${roles(one.roles.cache.keys(), guild.id)}`)
      .sort(),
  }
}

function real(world: World, guildId: string) {
  const guild = world.guild(guildId)
  return {
    owner: guild.ownerId,
    roles: [...guild.roles.values()].map((role) => `${role.id} ${role.permissions}`).sort(),
    channels: [...guild.channels.values()].map((one) => `${one.id} ${one.name}`).sort(),
    members: [...guild.members.values()]
      .map((one) => `${one.user.id} ${one.nick ?? null} ${roles(one.roles)}`)
      .sort(),
  }
}

function roles(ids: Iterable<string>, except = ""): string {
  return [...ids]
    .filter((id) => id !== except)
    .sort()
    .join()
}

for (const seed of [1, 2, 3, 4, 5])
  test(`discord.js has the same guild and permissions after 150 random changes (${seed})`, async () => {
    const discord = await startFakeDiscord()
    atEnd(() => discord.stop())
    const { world } = discord
    const guildId = world.addGuild().made.id
    const intents = [Intent.Guilds, Intent.GuildMembers]
    const client = await loggedIn(discord, { intents })
    const guild = theGuild(client)
    await guild.members.fetch()
    const dice = new Dice(seed)
    for (let count = 0; count < 150; count += 1) changeAtRandom(world, guildId, () => dice.chance())
    const last = world.addRole(guildId, { name: "the last" }).made
    await eventually(() => guild.roles.cache.has(last.id))
    const truth = world.guild(guildId)
    // The gateway sends nothing about archived threads or threads the bot cannot see. The bot may gain access
    // to private ones without an event.
    const open = [...truth.threads.values()].filter(
      (one) => one.thread_metadata?.archived === false && sees(truth, world.bot.id, one.id),
    )
    for (const thread of open)
      if (thread.type !== 12) expect(guild.channels.cache.get(thread.id)?.name).toBe(thread.name)
    expect(known(guild)).toEqual(real(world, guildId))
    // A client that knew a thread keeps it if the thread was deleted while the bot could not see it.
    const there = guild.channels.cache.filter(({ id }) => truth.channels.has(id) || truth.threads.has(id))
    for (const channel of there.values())
      for (const member of guild.members.cache.values()) {
        const theirs = channel.permissionsFor(member)?.bitfield ?? 0n
        const difference = (permissionsOf(truth, member.id, channel.id) ^ theirs) & PermissionsBitField.All
        expect(`${channel.id} ${member.id} ${difference}`).toBe(`${channel.id} ${member.id} 0`)
      }
  })
