/** The fake Discord is faithful as far as discord.js can tell: it logs in, keeps its caches, resumes, sends and registers. */
import {
  ChannelType,
  Client,
  type ClientOptions,
  type Guild,
  GatewayIntentBits as Intent,
  type Message,
  PermissionFlagsBits,
  PermissionsBitField,
  REST,
  Routes,
  type TextChannel,
} from "discord.js"
import { verifyKey } from "discord-interactions"
import { afterEach, expect, test } from "vitest"
import { permissionsOf } from "../discord/permissions.ts"
import { eventually, type FakeDiscord, startFakeDiscord } from "../discord/server.ts"
import { World } from "../discord/world.ts"

const INTENTS = [Intent.Guilds, Intent.GuildMembers, Intent.GuildMessages, Intent.MessageContent]
const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A guild of three with a hidden channel, a thread and a private thread. */
function harbor() {
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

async function started(world: World, more = {}): Promise<FakeDiscord> {
  const discord = await startFakeDiscord({ world, heartbeatMs: 400, ...more })
  ends.push(() => discord.stop())
  return discord
}

async function loggedIn(discord: FakeDiscord, options: Partial<ClientOptions> = {}): Promise<Client<true>> {
  const client = new Client({ intents: INTENTS, rest: { api: discord.apiUrl, retries: 3 }, ...options })
  ends.push(() => client.destroy())
  await Promise.all([
    new Promise((resolve) => client.once("clientReady", resolve)),
    client.login(discord.token),
  ])
  if (!client.isReady()) throw new Error("discord.js is not ready")
  return client
}

function theGuild(client: Client<true>): Guild {
  const guild = client.guilds.cache.first()
  if (!guild) throw new Error("discord.js has no guild")
  return guild
}

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

test("discord.js agrees on what everybody may do in every channel", async () => {
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

test("discord.js hears what is said, edited and deleted, with who said it", async () => {
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
    (resolve) => client.once("messageUpdate", (_, now) => resolve(now as Message)), // The whole message, as Discord sends it.
  )
  world.edit(guild.id, general.id, first.id, { content: "goodbye" })
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

test("discord.js tells an outage from a removal", async () => {
  const { world, guild } = harbor()
  const client = await loggedIn(await started(world))
  world.loseGuild(guild.id)
  await eventually(() => theGuild(client).available === false)
  world.bringGuild(guild.id)
  await eventually(() => theGuild(client).available)
  world.leaveGuild(guild.id)
  await eventually(() => client.guilds.cache.size === 0)
})

for (const [name, disturb] of [
  ["a killed connection", (discord: FakeDiscord) => discord.gateway.kill()],
  ["a request to reconnect", (discord: FakeDiscord) => discord.gateway.askToReconnect()],
  ["an invalid session that may be resumed", (discord: FakeDiscord) => discord.gateway.invalidate(true)],
  ["a close with a code that allows it", (discord: FakeDiscord) => discord.gateway.close(4000)],
] as const)
  test(`discord.js resumes after ${name} and loses no message`, async () => {
    const { world, guild, ada, general } = harbor()
    const discord = await started(world)
    const client = await loggedIn(discord)
    const heard: string[] = []
    client.on("messageCreate", (message) => heard.push(message.content))
    world.say(guild.id, general.id, { author: ada, content: "before" })
    await eventually(() => heard.length === 1)
    disturb(discord)
    world.say(guild.id, general.id, { author: ada, content: "meanwhile" })
    await eventually(() => discord.gateway.record.some((one) => one.what === "resume"))
    world.say(guild.id, general.id, { author: ada, content: "after" })
    await eventually(() => heard.includes("after"))
    expect(heard).toEqual(["before", "meanwhile", "after"])
    expect(discord.gateway.record.filter((one) => one.what === "identify")).toHaveLength(1)
    const [, ...again] = discord.gateway.record.filter((one) => one.what === "open")
    expect(again.every((one) => String(one.path).startsWith("/resume"))).toBe(true)
  })

test("discord.js identifies anew where its session is gone, and hears on", async () => {
  const { world, guild, ada, general } = harbor()
  const discord = await started(world)
  const client = await loggedIn(discord)
  discord.gateway.invalidate(false)
  await eventually(() => discord.gateway.record.filter((one) => one.what === "identify").length === 2)
  const heard = new Promise<string>((resolve) => client.once("messageCreate", (one) => resolve(one.content)))
  await eventually(() => [...discord.gateway.sessions.values()].some((one) => one.connected))
  world.say(guild.id, general.id, { author: ada, content: "still there?" })
  expect(await heard).toBe("still there?")
})

test("discord.js notices that its heartbeats are not acknowledged, and resumes", async () => {
  const { world } = harbor()
  const discord = await started(world, { heartbeatMs: 200 })
  await loggedIn(discord)
  discord.gateway.deaf = true
  await eventually(() => discord.gateway.record.some((one) => one.what === "closed" && one.code !== 1006))
  discord.gateway.deaf = false
  await eventually(() => discord.gateway.record.some((one) => one.what === "resume"))
})

test("discord.js is refused with a wrong token, and with intents that were not granted", async () => {
  const { world } = harbor()
  const discord = await started(world, { granted: 0 })
  const stranger = new Client({ intents: INTENTS, rest: { api: discord.apiUrl } })
  ends.push(() => stranger.destroy())
  await expect(stranger.login("another-token")).rejects.toThrow(/token/i)
  await expect(loggedIn(discord)).rejects.toThrow(/disallowed intents/i)
})

test("discord.js spreads over shards, each with the guilds that are its own", async () => {
  const world = new World()
  for (let index = 0; index < 6; index += 1) world.addGuild({ id: String(BigInt(index + 1) << 22n) })
  const discord = await started(world, { shards: 2, maxConcurrency: 2 })
  const client = await loggedIn(discord, { shards: "auto" })
  expect(client.guilds.cache.size).toBe(6)
  for (const guild of client.guilds.cache.values())
    expect(guild.shardId).toBe(Number((BigInt(guild.id) >> 22n) % 2n))
})

test("what discord.js sends appears in the channel, waits where it is rate-limited, and recovers from an outage", async () => {
  const { world, guild, general } = harbor()
  const discord = await started(world)
  const client = await loggedIn(discord)
  const channel = theGuild(client).channels.cache.get(general.id) as TextChannel // It is one.
  discord.limits.set("POST /channels/:channel/messages", { limit: 2, perMs: 500 })
  await Promise.all(["one", "two", "three", "four", "five"].map((content) => channel.send(content)))
  discord.limits.limitAll(300)
  await channel.send("six")
  discord.fail({ kind: "error", route: "POST /channels/:channel/messages", times: 1 })
  await channel.send("seven")
  const said = [...(guild.messages.get(general.id)?.values() ?? [])].map((one) => one.content)
  expect(said).toEqual(["one", "two", "three", "four", "five", "six", "seven"])
  const statuses = discord.callsTo("POST /channels/:channel/messages").map((call) => call.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(7)
  expect(statuses).toEqual(expect.arrayContaining([429, 500]))
  const fetched = await channel.messages.fetch({ limit: 3 })
  expect(fetched.map((one) => one.content)).toEqual(["seven", "six", "five"])
  await fetched.first()?.edit("eight")
  await fetched.first()?.delete()
  expect(guild.messages.get(general.id)?.size).toBe(6)
  await expect(channel.send("x".repeat(2001))).rejects.toMatchObject({ code: 50035, status: 400 })
  await expect(channel.send({ content: "", components: [] })).rejects.toMatchObject({ code: 50006 })
})

test("a message sent twice with the same nonce is one message", async () => {
  const { world, guild, general } = harbor()
  const discord = await started(world)
  const rest = new REST({ api: discord.apiUrl }).setToken(discord.token)
  const body = { content: "once", nonce: "17", enforce_nonce: true }
  discord.fail({ kind: "drop_after", times: 1 })
  await expect(rest.post(Routes.channelMessages(general.id), { body })).rejects.toThrow()
  await rest.post(Routes.channelMessages(general.id), { body })
  expect(guild.messages.get(general.id)?.size).toBe(1)
})

test("discord.js registers commands, which keep their ids when registered again", async () => {
  const { world, guild } = harbor()
  const client = await loggedIn(await started(world))
  const commands = [
    { name: "recall", description: "Find what was said." },
    { name: "Remember this", type: 3 },
  ]
  const first = await client.application.commands.set(commands)
  const again = await client.application.commands.set(commands)
  expect([...again.keys()]).toEqual([...first.keys()])
  expect(await client.application.commands.fetch()).toHaveProperty("size", 2)
  await client.application.commands.set([{ name: "here", description: "Only here." }], guild.id)
  expect((await client.application.commands.fetch({ guildId: guild.id })).map((one) => one.name)).toEqual([
    "here",
  ])
  await expect(client.application.commands.set([{ name: "No Good", description: "" }])).rejects.toMatchObject(
    { code: 50035 },
  )
})

test("who changes a channel for the bot's eyes, shows or hides what is said there", async () => {
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

test("without the intent for content, only what mentions the bot can be read", async () => {
  const { world, guild, ada, general } = harbor()
  const client = await loggedIn(await started(world), { intents: [Intent.Guilds, Intent.GuildMessages] })
  const heard: string[] = []
  client.on("messageCreate", (message) => heard.push(message.content))
  world.say(guild.id, general.id, { author: ada, content: "to nobody" })
  world.say(guild.id, general.id, { author: ada, content: `<@${world.bot.id}> hello` })
  await eventually(() => heard.length === 2)
  expect(heard).toEqual(["", `<@${world.bot.id}> hello`])
})

test("compressed with zlib-stream, discord.js hears the same", async () => {
  const { world, guild, ada, general } = harbor()
  const discord = await started(world)
  const client = await loggedIn(discord, { ws: { compression: "zlib-stream" } } as Partial<ClientOptions>) // Passed on to the gateway.
  const heard = new Promise<string>((resolve) => client.once("messageCreate", (one) => resolve(one.content)))
  world.say(guild.id, general.id, { author: ada, content: "é".repeat(500) })
  expect(await heard).toBe("é".repeat(500))
})

test("an interaction is signed as discord-interactions wants it", async () => {
  const { world, guild, ada, general } = harbor()
  const discord = await started(world)
  const seen: boolean[] = []
  const { createServer } = await import("node:http")
  const application = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const header = (name: string) => String(request.headers[name])
    const [signature, stamp] = [header("x-signature-ed25519"), header("x-signature-timestamp")]
    seen.push(await verifyKey(Buffer.concat(chunks), signature, stamp, discord.publicKey))
    const { type } = JSON.parse(Buffer.concat(chunks).toString())
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(type === 1 ? { type: 1 } : { type: 5, data: { flags: 64 } }))
  })
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve))
  ends.push(() => new Promise((resolve) => application.close(resolve)))
  const address = application.address()
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`
  const setting = { guildId: guild.id, channelId: general.id, userId: ada.id }
  await discord.interact(url, { deed: { kind: "ping" }, setting: null })
  await discord.interact(url, { deed: { kind: "ping" }, setting: null, faults: { forged: true } })
  const use = await discord.interact(url, { deed: { kind: "command", name: "recall" }, setting })
  expect(seen).toEqual([true, false, true])
  expect(use.interaction.failure).toBeNull()
  const rest = new REST({ api: discord.apiUrl })
  const { token } = use.interaction.payload
  await rest.patch(Routes.webhookMessage(world.applicationId, token, "@original"), {
    body: { content: "Here you are." },
    auth: false,
  })
  expect(await use.original()).toMatchObject({ content: "Here you are.", flags: 64 })
  expect(use.ephemeral).toBe(true)
  expect(guild.messages.get(general.id)?.size ?? 0).toBe(0)
})

test("REST refuses strangers, what is not there, and what the bot may not do", async () => {
  const { world, guild, ada, general, hidden } = harbor()
  const discord = await started(world, { granted: 0 })
  const stranger = new REST({ api: discord.apiUrl }).setToken("another-token")
  await expect(stranger.get(Routes.guild(guild.id))).rejects.toMatchObject({ status: 401 })
  const rest = new REST({ api: discord.apiUrl }).setToken(discord.token)
  const said = world.say(guild.id, general.id, { author: ada, content: "mine" }).made
  world.changeChannel(guild.id, hidden.id, { overwrites: [{ id: guild.id, type: "role", deny: 1n << 10n }] })
  for (const [refused, status, code] of [
    [rest.get(Routes.guild("1")), 404, 10004],
    [rest.get(Routes.guildMember(guild.id, "1")), 404, 10007],
    [rest.get(Routes.guildMembers(guild.id)), 403, 50001],
    [rest.get(Routes.channelMessages("1")), 404, 10003],
    [rest.get(Routes.channelMessages(hidden.id)), 403, 50001],
    [rest.get(Routes.channelMessage(general.id, "1")), 404, 10008],
    [rest.patch(Routes.channelMessage(general.id, said.id), { body: { content: "yours" } }), 403, 50005],
  ] as const)
    await expect(refused).rejects.toMatchObject({ status, code })
  expect(await rest.get(Routes.channelMessage(general.id, said.id))).toMatchObject({ content: "" })
})
