/**
 * An import of old messages by a real worker from the fake Discord: killed at random moments and slowed by rate limits, it
 * stores every message once, and its windows and memories are those of an import that nothing disturbed.
 */
import type { APIUser } from "discord-api-types/v10"
import { afterAll, beforeAll, expect } from "vitest"
import { z } from "zod"
import { snowflakeAt } from "../../src/domain/ids.ts"
import { deep, seed } from "../dice.ts"
import { eventually } from "../discord/server.ts"
import { keptMessages, outcomeOf } from "./backfill-outcome.ts"
import { Dice } from "./chaos/dice.ts"
import { type DiscordBot, startDiscordBot } from "./discord-bot.ts"

const MESSAGES = 5_000
/** Of them, as many are by somebody who opted out. */
const OPTED_OUT = 50
const LONG_AGO = Date.parse("2025-03-01T12:00:00Z")
const LONG_PAST = Date.parse("2026-01-01T00:00:00Z")
const SECOND = 1_000
const LIST = "GET /channels/:channel/messages"
const SEARCH = "GET /guilds/:guild/messages/search"
const MOST_KILLS = 6
const IMPORT_MS = 200_000

/** What people say of themselves; later words change earlier ones. */
const TOLD = [
  "I live in Oslo",
  "I work as a baker",
  "I'm allergic to peanuts",
  "I moved to Bergen",
  "I play the cello",
  "I hate cilantro",
  "I work as a diver now",
  "I have a dog called Rex",
  "I'm vegetarian",
  "I live in Lima now",
  "I don't play the cello anymore",
  "I love sailing",
]
const TOLD_EVERY = 43

const Job = z.object({
  id: z.string(),
  state: z.string(),
  estimate: z
    .object({ messages: z.int(), channels: z.int(), uncounted: z.int(), basis: z.string() })
    .nullable(),
  progress: z.record(z.string(), z.int()),
})
type Job = z.output<typeof Job>

let bot: DiscordBot
let people: APIUser[]
let cy: APIUser
let channels: string[]
let lobby: string
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
function past(): void {
  const { world } = bot.discord
  const guild = world.guild(bot.guildId)
  for (let nth = 0; nth < MESSAGES; nth++) {
    const channel = channels[nth % channels.length] ?? ""
    const at = LONG_AGO + nth * 10 * SECOND + Math.floor(nth / 150) * 3_600 * SECOND
    const isByCy = nth % (MESSAGES / OPTED_OUT) === 0
    const author = isByCy ? cy : (people[nth % people.length] ?? bot.ada)
    const told = nth % TOLD_EVERY === 0 ? TOLD[Math.floor(nth / TOLD_EVERY) % TOLD.length] : undefined
    const content = told ?? `line ${nth} about the harbor`
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

/** How often Discord has answered with messages, or refused a request. */
const answered = () => bot.discord.callsTo(LIST).filter(({ status }) => status === 200).length
const refused = () => bot.discord.calls.filter(({ status }) => status === 429).length

async function expectAllKeptOnce(): Promise<void> {
  const messages = await keptMessages(bot, people)
  expect(messages).toHaveLength(expected.size)
  const found = messages.map(({ id, channel_id, at, content }) => [id, { channel: channel_id, at, content }])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  expect(await keptMessages(bot, [cy])).toEqual([])
}

beforeAll(async () => {
  bot = await startDiscordBot({ vars: { LEASE_SECONDS: "3", RETRY_SECONDS: "1" } })
  people = [bot.ada, bot.person("Bo"), bot.person("Dee")]
  cy = bot.person("Cy")
  channels = places()
  lobby = bot.channel("lobby")
  past()
  await bot.start()
}, 120_000)

afterAll(() => bot?.stop())

/** Before an import: somebody opts out, and a message is heard and deleted that Discord goes on listing. */
async function prepare(): Promise<void> {
  const { world } = bot.discord
  await bot.call("PUT", `/guilds/${bot.guildId}/members/${cy.id}/consent`, { consent: "out" })
  const listed = world.messagesIn(world.guild(bot.guildId), lobby)
  listed.clear()
  const regretted = bot.say(lobby, "I regret this")
  await bot.hears(lobby, 1)
  world.deleteMessage(bot.guildId, lobby, regretted.id)
  await eventually(async () => (await bot.heard(lobby)).length === 0)
  listed.set(regretted.id, regretted)
}

async function begin(): Promise<string> {
  const { id } = await preview()
  await bot.call("POST", path(`/${id}/start`), { cap_usd: null })
  return id
}

/** What Discord refuses before a kill: nothing, the next lists of messages, or everything for some time. */
type Refusal = "nothing" | "lists" | "everything"
const REFUSALS: [Refusal, ...Refusal[]] = ["nothing", "lists", "everything"]

interface Kill {
  /** When Discord has answered so many more requests for messages than before the import. */
  calls: number
  /** Then so much later. */
  ms: number
  refusal: Refusal
}

/** Draws the moments at which the worker is killed, of an import that takes `calls` requests for messages. */
function drawKills(calls: number, dice = new Dice(seed)): Kill[] {
  const kills = Array.from({ length: 1 + dice.below(MOST_KILLS) }, () => ({
    calls: 1 + dice.below(calls),
    ms: dice.below(1_500),
    refusal: dice.pick(REFUSALS),
  }))
  return kills.toSorted((a, b) => a.calls - b.calls)
}

/** Kills the worker as drawn, and starts it again. */
async function interrupt(id: string, kills: readonly Kill[]): Promise<void> {
  const { limits } = bot.discord
  const before = answered()
  const isDone = async () => (await job(id)).state === "done"
  for (const { calls, ms, refusal } of kills) {
    limits.set(LIST, { limit: 10, perMs: SECOND })
    const reached = async () => answered() - before >= calls || (await isDone())
    await eventually(reached, { deadlineMs: 60_000, what: () => `${answered() - before} of ${calls}` })
    const count = refused()
    if (refusal === "lists") limits.set(LIST, { limit: 0, perMs: SECOND })
    if (refusal === "everything") limits.limitAll(5 * SECOND)
    if (refusal !== "nothing") await eventually(async () => refused() > count || (await isDone()))
    await new Promise((resolve) => setTimeout(resolve, ms))
    bot.kill()
    limits.set(LIST, { limit: 10, perMs: SECOND })
    await bot.revive()
  }
}

deep(
  "a worker that is killed and refused while it imports ends as one that nothing disturbed, and a second import adds nothing",
  {
    timeout: 4 * IMPORT_MS,
  },
  async () => {
    const { world } = bot.discord
    await prepare()
    const before = answered()
    const calm = await begin()
    expect(await until(calm, "done")).toMatchObject({ progress: { accepted: expected.size } })
    const calls = answered() - before
    const undisturbed = await outcomeOf(bot, channels, LONG_PAST)
    expect(undisturbed.windows.length).toBeGreaterThan(MESSAGES / 50)
    expect(undisturbed.memories.length).toBeGreaterThan(people.length)

    await bot.startOver()
    await prepare()
    world.guild(bot.guildId).unindexed = 3
    const searches = bot.discord.callsTo(SEARCH).length
    const { id, estimate } = await preview()
    expect(
      bot.discord
        .callsTo(SEARCH)
        .slice(searches)
        .filter(({ status }) => status === 202),
    ).toHaveLength(3)
    expect(estimate).toEqual({ messages: MESSAGES + 1, channels: 6, uncounted: 0, basis: "rules" })
    expect(await keptMessages(bot, people)).toEqual([])

    const kills = drawKills(calls)
    const how = `seed ${seed}, ${calls} calls, killed ${kills.map((kill) => `after ${kill.calls} + ${kill.ms} ms (${kill.refusal} refused)`).join(", ")}`
    console.log(how)
    await bot.call("POST", path(`/${id}/start`), { cap_usd: null })
    await interrupt(id, kills)
    // Its own introductions, which nobody said.
    const own = [...world.guild(bot.guildId).messages.values()]
      .flatMap((messages) => [...messages.values()])
      .filter(({ author }) => author.id === world.bot.id).length
    const total = MESSAGES + 1
    const counts = { channels: 6, skipped: 0, total, read: total + own, rejected: OPTED_OUT + own }
    const first = await until(id, "done")
    expect(first.progress, how).toMatchObject({ ...counts, accepted: expected.size, duplicates: 1 })
    await expectAllKeptOnce()
    const disturbed = await outcomeOf(bot, channels, LONG_PAST)
    expect(disturbed.windows, how).toEqual(undisturbed.windows)
    expect(disturbed.memories, how).toEqual(undisturbed.memories)

    const second = await until(await begin(), "done")
    expect(second.progress, how).toMatchObject({ ...counts, accepted: 0, duplicates: expected.size + 1 })
    await expectAllKeptOnce()
    expect(await outcomeOf(bot, channels, LONG_PAST), how).toEqual(disturbed)
  },
)
