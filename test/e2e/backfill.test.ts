/**
 * An import of old messages by a real worker from the fake Discord: killed while it reads and slowed by rate limits, it
 * still stores every message once.
 */
import type { APIUser } from "discord-api-types/v10"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { snowflakeAt } from "../../src/domain/ids.ts"
import { eventually } from "../discord/server.ts"
import { type DiscordBot, startDiscordBot } from "./discord-bot.ts"

const MESSAGES = 5_000
/** Of them, as many are by somebody who opted out. */
const OPTED_OUT = 50
const LONG_AGO = Date.parse("2025-03-01T12:00:00Z")
const SECOND = 1_000
const LIST = "GET /channels/:channel/messages"
const SEARCH = "GET /guilds/:guild/messages/search"
/** The worker is killed when Discord has answered so many requests for messages. */
const KILLS = [6, 19, 33, 47]
const IMPORT_MS = 200_000

const Job = z.object({
  id: z.string(),
  state: z.string(),
  estimate: z
    .object({ messages: z.int(), channels: z.int(), uncounted: z.int(), basis: z.string() })
    .nullable(),
  progress: z.record(z.string(), z.int()),
})
type Job = z.output<typeof Job>
const Kept = z.object({
  messages: z.array(
    z.object({ id: z.string(), channel_id: z.string(), content: z.string(), at: z.string() }),
  ),
  missing: z.array(z.unknown()),
})

let bot: DiscordBot
let people: APIUser[]
let cy: APIUser
/** Messages by people who did not opt out, by id. */
const expected = new Map<string, { channel: string; at: string; content: string }>()

/** Adds channels, an archived thread and a forum post. Returns their ids. */
function places(): string[] {
  const { world } = bot.discord
  const [general, garden, music] = ["general", "garden", "music"].map((name) => bot.channel(name))
  const forum = world.addChannel(bot.guildId, { name: "help", type: 15 }).made.id
  const threads = [general, forum].map((parent, nth) => {
    const told = { name: `talk ${nth}`, type: 11 as const, ownerId: bot.ada.id }
    const { id } = world.addThread(bot.guildId, parent ?? "", told).made
    world.changeThread(bot.guildId, id, { archived: true })
    return id
  })
  return [general, garden, music, ...threads].map((id) => id ?? "")
}

/** Adds messages that the worker never heard: bursts with pauses, so that windows end. */
function past(channels: readonly string[]): void {
  const { world } = bot.discord
  const guild = world.guild(bot.guildId)
  for (let nth = 0; nth < MESSAGES; nth++) {
    const channel = channels[nth % channels.length] ?? ""
    const at = LONG_AGO + nth * 10 * SECOND + Math.floor(nth / 150) * 3_600 * SECOND
    const isByCy = nth % (MESSAGES / OPTED_OUT) === 0
    const author = isByCy ? cy : (people[nth % people.length] ?? bot.ada)
    const content = `line ${nth} about the harbor`
    const id = snowflakeAt(at, nth)
    world.messagesIn(guild, channel).set(id, world.compose(bot.guildId, channel, { id, author, content }))
    if (!isByCy) expected.set(id, { channel, at: new Date(at).toISOString(), content })
  }
}

const path = (rest = "") => `/guilds/${bot.guildId}/history${rest}`

async function job(id: string): Promise<Job> {
  return Job.parse(await bot.call("GET", path(`/${id}`)))
}

async function until(id: string, state: string): Promise<Job> {
  let last: Job | undefined
  const look = async () => {
    last = await job(id)
    return last.state === state ? last : null
  }
  return eventually(look, { deadlineMs: IMPORT_MS, what: () => `not ${state}: ${JSON.stringify(last)}` })
}

async function preview(): Promise<Job> {
  const { id } = Job.parse(await bot.call("POST", path(), {}))
  return until(id, "ready")
}

/** Waits until Discord has refused a request after `limit`. */
async function refused(limit: () => void): Promise<void> {
  const count = () => bot.discord.calls.filter(({ status }) => status === 429).length
  const before = count()
  limit()
  await eventually(() => count() > before, { deadlineMs: 60_000, what: () => "no request was refused" })
}

function answered(): number {
  return bot.discord.callsTo(LIST).filter(({ status }) => status === 200).length
}

/** Returns all messages that the worker keeps of these people, and how often. */
async function kept(of: readonly APIUser[]) {
  const exports = await Promise.all(
    of.map(async ({ id }) =>
      Kept.parse(await bot.call("GET", `/guilds/${bot.guildId}/members/${id}/export`)),
    ),
  )
  expect(exports.flatMap(({ missing }) => missing)).toEqual([])
  return exports.flatMap(({ messages }) => messages)
}

async function expectAllKeptOnce(): Promise<void> {
  const messages = await kept(people)
  expect(messages).toHaveLength(expected.size)
  const found = messages.map(({ id, channel_id, at, content }) => [id, { channel: channel_id, at, content }])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  expect(await kept([cy])).toEqual([])
}

beforeAll(async () => {
  bot = await startDiscordBot({ vars: { LEASE_SECONDS: "3", RETRY_SECONDS: "1" } })
  people = [bot.ada, bot.person("Bo"), bot.person("Dee")]
  cy = bot.person("Cy")
  past(places())
  await bot.start()
}, 120_000)

afterAll(() => bot?.stop())

test("a worker that is killed and refused while it imports stores each message once, and a second import none", {
  timeout: 2 * IMPORT_MS,
}, async () => {
  const { world, limits } = bot.discord
  await bot.call("PUT", `/guilds/${bot.guildId}/members/${cy.id}/consent`, { consent: "out" })
  const lobby = bot.channel("lobby")
  const regretted = bot.say(lobby, "I regret this")
  await bot.hears(lobby, 1)
  world.deleteMessage(bot.guildId, lobby, regretted.id)
  await eventually(async () => (await bot.heard(lobby)).length === 0)
  // As if Discord still listed it.
  world.messagesIn(world.guild(bot.guildId), lobby).set(regretted.id, regretted)
  world.guild(bot.guildId).unindexed = 3

  const { id, estimate } = await preview()
  const searches = bot.discord.callsTo(SEARCH)
  expect(searches.filter(({ status }) => status === 202)).toHaveLength(3)
  expect(estimate).toEqual({ messages: MESSAGES + 1, channels: 6, uncounted: 0, basis: "rules" })
  expect(await kept(people)).toEqual([])

  limits.set(LIST, { limit: 10, perMs: SECOND })
  await bot.call("POST", path(`/${id}/start`), { cap_usd: null })
  for (const [nth, calls] of KILLS.entries()) {
    await eventually(() => answered() >= calls, {
      deadlineMs: 60_000,
      what: () => `${answered()} of ${calls}`,
    })
    if (nth === 1) await refused(() => limits.set(LIST, { limit: 0, perMs: SECOND }))
    limits.set(LIST, { limit: 10, perMs: SECOND })
    if (nth === 2) await refused(() => limits.limitAll(5 * SECOND))
    bot.kill()
    await bot.revive()
  }
  // Its own introduction, which nobody said.
  const own = [...world.guild(bot.guildId).messages.values()]
    .flatMap((messages) => [...messages.values()])
    .filter(({ author }) => author.id === world.bot.id).length
  const total = MESSAGES + 1
  const counts = { channels: 6, skipped: 0, total, read: total + own, rejected: OPTED_OUT + own }
  const first = await until(id, "done")
  expect(first.progress).toMatchObject({ ...counts, accepted: expected.size, duplicates: 1 })
  await expectAllKeptOnce()

  const again = await preview()
  await bot.call("POST", path(`/${again.id}/start`), { cap_usd: null })
  const second = await until(again.id, "done")
  expect(second.progress).toMatchObject({ ...counts, accepted: 0, duplicates: expected.size + 1 })
  await expectAllKeptOnce()
})
