/**
 * The fake Discord behaves as discord.js expects: discord.js logs in, knows the guild and follows its
 * changes.
 */
import {
  ChannelType,
  type ClientOptions,
  GatewayIntentBits as Intent,
  type Message,
  PermissionFlagsBits,
  PermissionsBitField,
} from "discord.js"
import { afterEach, expect, test } from "vitest"
import { permissionsOf } from "../discord/permissions.ts"
import { eventually } from "../discord/server.ts"
import { endAll, harbor, loggedIn, started, theGuild } from "./discord-js.ts"

afterEach(endAll)

test("discord.js logs in and knows the guild, its roles, channels and threads", async () => {
  const { world, guild, crew, general, thread } = harbor()
  const discord = await started(world)
  const client = await loggedIn(discord)
  const known = theGuild(client)
  expect(client.user.id).toBe(world.bot.id)
  expect({
    name: known.name,
    owner: known.ownerId,
    members: known.memberCount,
    available: known.available,
  }).toEqual({
    name: "Harbor",
    owner: guild.ownerId,
    members: 4,
    available: true,
  })
  expect([...known.roles.cache.keys()].sort()).toEqual([...guild.roles.keys()].sort())
  expect(known.roles.cache.get(crew.id)?.name).toBe("crew")
  const channels = known.channels.cache.map((one) => [one.name, one.type])
  expect(channels).toEqual(
    expect.arrayContaining([
      ["general", ChannelType.GuildText],
      ["voice", ChannelType.GuildVoice],
      ["things", ChannelType.GuildCategory],
      ["news", ChannelType.GuildAnnouncement],
      ["questions", ChannelType.GuildForum],
      ["a thread", ChannelType.PublicThread],
    ]),
  )
  expect(known.channels.cache.get(thread.id)?.parentId).toBe(general.id)
  expect([...known.members.cache.keys()]).toEqual([world.bot.id])
})

test("discord.js computes the same permissions for everyone in every channel", async () => {
  const { world, guild } = harbor()
  const client = await loggedIn(await started(world))
  const known = theGuild(client)
  const members = await known.members.fetch()
  expect(members.size).toBe(4)
  for (const channel of known.channels.cache.values())
    for (const member of members.values()) {
      const theirs = channel.permissionsFor(member)?.bitfield
      const ours = permissionsOf(guild, member.id, channel.id)
      const difference = (ours ^ (theirs ?? 0n)) & PermissionsBitField.All
      expect(`${channel.name}, ${member.displayName}: ${difference}`).toBe(
        `${channel.name}, ${member.displayName}: 0`,
      )
    }
})

test("discord.js receives created, edited and deleted messages with their authors", async () => {
  const { world, guild, ada, bo, general, hidden } = harbor()
  const client = await loggedIn(await started(world))
  const heard: Message[] = []
  client.on("messageCreate", (message) => heard.push(message))
  const first = world.say(guild.id, general.id, { author: ada, content: `hello <@${bo.id}>` }).made
  world.say(guild.id, general.id, { author: bo, content: "hi", replyTo: first.id })
  world.say(guild.id, hidden.id, {
    author: ada,
    content: "",
    attachments: [{ filename: "map.png", contentType: "image/png" }],
  })
  await eventually(() => heard.length === 3)
  expect(heard.map((one) => [one.content, one.member?.displayName ?? one.author.username])).toEqual([
    [`hello <@${bo.id}>`, "The Count"],
    ["hi", "Bo"],
    ["", "The Count"],
  ])
  expect(heard[0]?.mentions.users.has(bo.id)).toBe(true)
  expect(heard[1]?.reference?.messageId).toBe(first.id)
  expect(heard[1]?.mentions.repliedUser?.id).toBe(ada.id)
  expect(heard[2]?.attachments.first()?.name).toBe("map.png")
  const edited = new Promise<Message>(
    (resolve) => client.once("messageUpdate", (_, now) => resolve(now as Message)), // Discord sends the whole message.
  )
  world.edit(guild.id, first, { content: "goodbye" })
  expect(await edited).toMatchObject({
    id: first.id,
    content: "goodbye",
    editedTimestamp: expect.any(Number),
  })
  const deleted = new Promise<string>((resolve) => client.once("messageDelete", (gone) => resolve(gone.id)))
  world.deleteMessage(guild.id, general.id, first.id)
  expect(await deleted).toBe(first.id)
})

test("discord.js follows every change to roles, channels, threads and members", async () => {
  const { world, guild, crew, bo, general, hidden, thread } = harbor()
  const client = await loggedIn(await started(world))
  const known = theGuild(client)
  await known.members.fetch()
  const made = world.addChannel(guild.id, { name: "new" }).made
  const role = world.addRole(guild.id, { name: "mates" }).made
  world.changeRole(guild.id, crew.id, { permissions: PermissionFlagsBits.ManageGuild })
  world.changeChannel(guild.id, general.id, { name: "lounge" })
  world.changeMember(guild.id, bo.id, { roles: [role.id], nick: "Bosun" })
  world.changeThread(guild.id, thread.id, { name: "another name" })
  world.changeThreadMembers(guild.id, thread.id, { add: [bo.id] })
  world.changeGuild(guild.id, { name: "Haven" })
  world.deleteChannel(guild.id, hidden.id)
  await eventually(() => !known.channels.cache.has(hidden.id))
  expect(known.name).toBe("Haven")
  expect(known.channels.cache.get(made.id)?.name).toBe("new")
  expect(known.channels.cache.get(general.id)?.name).toBe("lounge")
  expect(known.channels.cache.get(thread.id)?.name).toBe("another name")
  expect(known.roles.cache.get(crew.id)?.permissions.has("ManageGuild")).toBe(true)
  const bosun = known.members.cache.get(bo.id)
  expect([bosun?.nickname, bosun?.roles.cache.has(role.id)]).toEqual(["Bosun", true])
  const lounge = known.channels.cache.get(thread.id)
  expect(lounge?.isThread() && lounge.members.cache.has(bo.id)).toBe(true)
  world.deleteRole(guild.id, role.id)
  world.deleteThread(guild.id, thread.id)
  world.removeMember(guild.id, bo.id)
  const eva = world.addUser("Eva")
  world.addMember(guild.id, eva)
  await eventually(() => known.members.cache.has(eva.id))
  expect(
    known.roles.cache.has(role.id) || known.channels.cache.has(thread.id) || known.members.cache.has(bo.id),
  ).toBe(false)
})

test("discord.js distinguishes an outage from the removal of the bot", async () => {
  const { world, guild } = harbor()
  const client = await loggedIn(await started(world))
  world.loseGuild(guild.id)
  await eventually(() => theGuild(client).available === false)
  world.bringGuild(guild.id)
  await eventually(() => theGuild(client).available)
  world.leaveGuild(guild.id)
  await eventually(() => client.guilds.cache.size === 0)
})

test("changing the bot's access to a channel shows or hides its messages", async () => {
  const { world, guild, ada, general, thread } = harbor()
  const client = await loggedIn(await started(world))
  const heard: string[] = []
  client.on("messageCreate", (message) => heard.push(message.content))
  const synced = new Promise<string[]>((resolve) =>
    client.once("threadListSync", (threads) => resolve([...threads.keys()])),
  )
  const view = PermissionFlagsBits.ViewChannel
  world.changeChannel(guild.id, general.id, {
    overwrites: [{ id: world.bot.id, type: "member", deny: view }],
  })
  world.say(guild.id, general.id, { author: ada, content: "unheard" })
  world.changeChannel(guild.id, general.id, { overwrites: [] })
  world.say(guild.id, general.id, { author: ada, content: "heard" })
  expect(await synced).toContain(thread.id)
  await eventually(() => heard.length > 0)
  expect(heard).toEqual(["heard"])
})

test("without the content intent, the bot reads only messages that mention it", async () => {
  const { world, guild, ada, general } = harbor()
  const client = await loggedIn(await started(world), { intents: [Intent.Guilds, Intent.GuildMessages] })
  const heard: string[] = []
  client.on("messageCreate", (message) => heard.push(message.content))
  world.say(guild.id, general.id, { author: ada, content: "to nobody" })
  world.say(guild.id, general.id, { author: ada, content: `<@${world.bot.id}> hello` })
  await eventually(() => heard.length === 2)
  expect(heard).toEqual(["", `<@${world.bot.id}> hello`])
})

test("discord.js receives the same events when zlib-stream compresses them", async () => {
  const { world, guild, ada, general } = harbor()
  const discord = await started(world)
  const client = await loggedIn(discord, { ws: { compression: "zlib-stream" } } as Partial<ClientOptions>) // discord.js passes it on to the gateway.
  const heard = new Promise<string>((resolve) => client.once("messageCreate", (one) => resolve(one.content)))
  world.say(guild.id, general.id, { author: ada, content: "é".repeat(500) })
  expect(await heard).toBe("é".repeat(500))
})
