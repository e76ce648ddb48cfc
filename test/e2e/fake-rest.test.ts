/**
 * The fake's REST API behaves as discord.js expects: messages, commands, rate limits, errors and signatures.
 */

import { REST, Routes, type TextChannel } from "discord.js"
import { verifyKey } from "discord-interactions"
import { afterEach, expect, test } from "vitest"
import { atEnd, endAll, harbor, loggedIn, started, theGuild } from "./discord-js.ts"

afterEach(endAll)

test("a message from discord.js appears in the channel, waits for a rate limit and survives an outage", async () => {
  const { world, guild, general } = harbor()
  const discord = await started(world)
  const client = await loggedIn(discord)
  const channel = theGuild(client).channels.cache.get(general.id) as TextChannel // The channel is a text channel.
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

test("discord-interactions accepts the signature of an interaction", async () => {
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
  atEnd(() => new Promise((resolve) => application.close(resolve)))
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

test("REST refuses strangers, missing objects and calls the bot has no permission for", async () => {
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
