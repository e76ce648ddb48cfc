/**
 * discord.js stays connected to the fake gateway as it does to Discord's: it resumes, identifies again, is
 * refused, and spreads over shards.
 */
import { Client } from "discord.js"
import { afterEach, expect, test } from "vitest"
import { eventually, type FakeDiscord } from "../discord/server.ts"
import { World } from "../discord/world.ts"
import { atEnd, endAll, harbor, INTENTS, loggedIn, started } from "./discord-js.ts"

afterEach(endAll)

for (const [name, disturb] of [
  ["a killed connection", (discord: FakeDiscord) => discord.gateway.kill()],
  ["a request to reconnect", (discord: FakeDiscord) => discord.gateway.askToReconnect()],
  ["an invalid session that may be resumed", (discord: FakeDiscord) => discord.gateway.invalidate(true)],
  ["a close code that allows it", (discord: FakeDiscord) => discord.gateway.close(4000)],
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

test("discord.js identifies again when its session is gone, and receives later events", async () => {
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

test("the gateway refuses discord.js with a wrong token or with intents that were not granted", async () => {
  const { world } = harbor()
  const discord = await started(world, { granted: 0 })
  const stranger = new Client({ intents: INTENTS, rest: { api: discord.apiUrl } })
  atEnd(() => stranger.destroy())
  await expect(stranger.login("another-token")).rejects.toThrow(/token/i)
  await expect(loggedIn(discord)).rejects.toThrow(/disallowed intents/i)
})

test("discord.js spreads over shards, each with its own guilds", async () => {
  const world = new World()
  for (let index = 0; index < 6; index += 1) world.addGuild({ id: String(BigInt(index + 1) << 22n) })
  const discord = await started(world, { shards: 2, maxConcurrency: 2 })
  const client = await loggedIn(discord, { shards: "auto" })
  expect(client.guilds.cache.size).toBe(6)
  for (const guild of client.guilds.cache.values())
    expect(guild.shardId).toBe(Number((BigInt(guild.id) >> 22n) % 2n))
})
