/**
 * The Worker, in a real process, on Discord's gateway: it stays connected through every failure and hears
 * every message once.
 */
import { afterAll, beforeAll, expect, test } from "vitest"
import { eventually } from "../discord/server.ts"
import { type DiscordBot, startDiscordBot } from "./discord-bot.ts"

/** Short, and still long enough for a busy machine to answer in time. */
const FAST_MS = 600
/** Guilds, members, messages, their content, scheduled events. */
const INTENTS = (1 << 0) | (1 << 1) | (1 << 9) | (1 << 15) | (1 << 16)

let bot: DiscordBot

beforeAll(async () => {
  bot = await startDiscordBot({ heartbeatMs: FAST_MS })
  await bot.start()
}, 120_000)

afterAll(() => bot?.stop())

/**
 * Waits until the worker is connected and a heartbeat was acknowledged since. The next loss then counts as a
 * first loss, after which the worker waits a second at most.
 */
async function holding(): Promise<void> {
  await bot.ready()
  const beats = bot.saw("heartbeat").length
  await eventually(() => bot.saw("heartbeat").length >= beats + 2)
}

/**
 * Sends three messages before, three during and three after the disturbance, and expects the channel to hold
 * each once.
 */
async function heardThroughout(
  name: string,
  disturb: () => void,
  mended: () => Promise<unknown>,
): Promise<void> {
  await holding()
  const channel = bot.channel(name)
  const say = (when: string) =>
    ["one", "two", "three"].map((count) => bot.say(channel, `${count} ${when}`).id)
  const before = say("before")
  await bot.hears(channel, before.length)
  disturb()
  const during = say("meanwhile")
  await mended()
  await bot.ready()
  const after = say("after")
  const expected = [...before, ...during, ...after]
  expect(await bot.hears(channel, expected.length)).toEqual(expected)
  expect(await bot.windowed(channel)).toBe(expected.length)
}

test("the worker identifies with the data Discord needs when told to start, and sends heartbeats", async () => {
  const [identify] = bot.saw("identify")
  expect(identify?.data).toMatchObject({ intents: INTENTS, shard: [0, 1] })
  await eventually(() => bot.saw("heartbeat").length >= 4)
  const opened = Number(bot.saw("open")[0]?.at)
  const beats = bot.saw("heartbeat").map((one) => one.at - opened)
  // The first comes after a random part of the interval, so that bots do not all send at once.
  expect(beats[0]).toBeLessThan(FAST_MS + 500)
  expect(bot.saw("closed")).toEqual([])
  expect(await bot.ready()).toMatchObject({ state: "running", to_do: null, shards: [{ guilds: 1 }] })
})

test("the worker answers a heartbeat request from Discord at once", async () => {
  const from = bot.discord.gateway.record.length
  bot.discord.gateway.heartbeatMs = 60_000
  bot.discord.gateway.close(4000)
  await eventually(() => bot.saw("resume", from).length === 1)
  await bot.ready()
  const beats = bot.saw("heartbeat", from).length
  bot.discord.gateway.askForHeartbeat()
  await eventually(() => bot.saw("heartbeat", from).length > beats, { deadlineMs: 2_000 })
  bot.discord.gateway.heartbeatMs = FAST_MS
  bot.discord.gateway.close(4000)
  await eventually(() => bot.saw("resume", from).length === 2)
})

for (const [what, disturb] of [
  ["the connection is cut without a word", () => bot.discord.gateway.kill()],
  ["Discord asks to reconnect", () => bot.discord.gateway.askToReconnect()],
  ["the session is invalid but may be resumed", () => bot.discord.gateway.invalidate(true)],
  ["the connection is closed with 4000", () => bot.discord.gateway.close(4000)],
  ["the worker sent too much", () => bot.discord.gateway.close(4008)],
] as const)
  test(`the worker resumes and hears every message once when ${what}`, async () => {
    const from = bot.discord.gateway.record.length
    await heardThroughout("resumed", disturb, () => eventually(() => bot.saw("resume", from).length > 0))
    expect(bot.saw("identify", from)).toEqual([])
    expect(String(bot.saw("open", from)[0]?.path)).toMatch(/^\/resume\/?\?v=10&encoding=json$/)
  })

test("the worker drops a connection that stops acknowledging heartbeats, and resumes", async () => {
  const from = bot.discord.gateway.record.length
  await heardThroughout(
    "deaf",
    () => {
      bot.discord.gateway.deaf = true
    },
    async () => {
      const closed = await eventually(() => bot.saw("closed", from)[0])
      bot.discord.gateway.deaf = false
      // Either code would end the session for good.
      expect([1000, 1001]).not.toContain(closed.code)
      await eventually(() => bot.saw("resume", from).length > 0)
    },
  )
  expect(bot.saw("identify", from)).toEqual([])
})

test("the worker notices a half-open connection while Discord is silent", async () => {
  const from = bot.discord.gateway.record.length
  await heardThroughout(
    "mute",
    () => bot.discord.gateway.silence(),
    () => eventually(() => bot.saw("resume", from).length > 0),
  )
})

test("the worker reconnects after an outage of Discord and misses nothing", async () => {
  const from = bot.discord.gateway.record.length
  await heardThroughout(
    "refused",
    () => {
      bot.discord.gateway.refusing = true
      bot.discord.gateway.kill()
    },
    async () => {
      await eventually(() => bot.saw("refused", from).length >= 2)
      bot.discord.gateway.refusing = false
      await eventually(() => bot.saw("resume", from).length > 0)
    },
  )
})

for (const [what, disturb] of [
  ["the session is invalid", () => bot.discord.gateway.invalidate(false)],
  [
    "Discord forgot the session",
    () => {
      bot.discord.gateway.forgetSessions()
      bot.discord.gateway.kill()
    },
  ],
  ["the session timed out", () => bot.discord.gateway.close(4009)],
] as const)
  test(`the worker starts a new session and fetches missed messages when ${what}`, async () => {
    const from = bot.discord.gateway.record.length
    await heardThroughout("anew", disturb, () =>
      eventually(() => bot.saw("identify", from).length === 1, { deadlineMs: 30_000 }),
    )
  })

for (const [code, what, refuse, allow, toDo] of [
  [
    4014,
    "its intents were revoked",
    () => Object.assign(bot.discord.settings, { granted: 0 }),
    () => Object.assign(bot.discord.settings, { granted: (1 << 1) | (1 << 8) | (1 << 15) }),
    /intent/i,
  ],
  [
    4004,
    "its token was reset",
    () => Object.assign(bot.discord.settings, { token: "another-token" }),
    (token: string) => Object.assign(bot.discord.settings, { token }),
    /DISCORD_TOKEN/,
  ],
] as const)
  test(`after a close with ${code} because ${what}, the worker stays stopped, says what to do, and starts on request`, async () => {
    await bot.ready()
    const { token } = bot.discord.settings
    refuse()
    bot.discord.gateway.invalidate(false)
    await eventually(() => bot.saw("closed by us").some((one) => one.code === code), { deadlineMs: 30_000 })
    const stopped = await bot.stopped()
    expect(stopped.to_do).toMatch(toDo)
    expect(stopped.shards[0]?.last_close?.code).toBe(code)
    const from = bot.discord.gateway.record.length
    // Longer than any first delay before another attempt.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(bot.saw("open", from)).toEqual([])
    // Told to start again before the cause is fixed, the worker reports the same error.
    await bot.call("POST", "/gateway/start")
    const again = await bot.stopped()
    expect(again.to_do).toMatch(toDo)
    allow(token)
    await bot.start()
    expect((await bot.status()).state).toBe("running")
  })

// POWER_CUTS asks for more power cuts, each at another moment.
const cuts = Array.from({ length: Number(process.env.POWER_CUTS ?? 1) }, (_, cut) => (25 + 17 * cut) % 40)
for (const moment of cuts)
  test(`after a power cut at message ${moment} of 40, the worker resumes by itself and hears every message once`, async () => {
    await bot.ready()
    const from = bot.discord.gateway.record.length
    const channels = ["galley", "deck"].map((name) => bot.channel(name))
    const said = new Map(channels.map((channel) => [channel, [] as string[]]))
    const talk = (count: number) => {
      for (const [channel, ids] of said) ids.push(bot.say(channel, `message ${count}`).id)
    }
    // Messages sent before the cut may be anywhere between the socket and the disk.
    for (let count = 0; count < 40; count += 1) {
      if (count === moment) bot.kill()
      talk(count)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await eventually(() => bot.saw("closed", from).length > 0)
    await bot.revive()
    await eventually(() => bot.saw("resume", from).length > 0, { deadlineMs: 60_000 })
    await bot.ready()
    talk(40)
    for (const [channel, ids] of said) {
      expect(await bot.hears(channel, ids.length)).toEqual(ids)
      expect(await bot.windowed(channel)).toBe(ids.length)
    }
    expect(bot.saw("identify", from)).toEqual([])
  }, 180_000)

// The platform would evict an object that only holds a socket in less time. The bot must pass with
// IDLE_MINUTES=3.
const idleMinutes = Number(process.env.IDLE_MINUTES ?? 0)
test.runIf(idleMinutes > 0)(
  `the worker keeps its connection through ${idleMinutes} minutes without messages or requests`,
  async () => {
    bot.discord.gateway.heartbeatMs = 41_250
    bot.discord.gateway.close(4000)
    await bot.ready()
    const from = bot.discord.gateway.record.length
    await new Promise((resolve) => setTimeout(resolve, idleMinutes * 60_000))
    const beats = bot.saw("heartbeat", from).length
    console.info(JSON.stringify({ idleMinutes, beats, closed: bot.saw("closed", from).length }))
    expect(bot.discord.gateway.record.slice(from).filter((one) => one.what !== "heartbeat")).toEqual([])
    expect(beats).toBeGreaterThanOrEqual(Math.floor((idleMinutes * 60_000) / 41_250) - 1)
    const channel = bot.channel("idle")
    const { id } = bot.say(channel, "still there?")
    expect(await bot.hears(channel, 1)).toEqual([id])
  },
  (idleMinutes + 2) * 60_000,
)
