/** The Worker, in a real process, on Discord's gateway: it stays connected whatever happens, and hears every message once. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { eventually } from "../discord/server.ts"
import { type DiscordBot, startDiscordBot } from "./discord-bot.ts"

/** Fast, and still long enough that a busy machine answers within it. */
const FAST_MS = 600
const GUILDS_MEMBERS_MESSAGES_CONTENT = (1 << 0) | (1 << 1) | (1 << 9) | (1 << 15)

let bot: DiscordBot

beforeAll(async () => {
  bot = await startDiscordBot({ heartbeatMs: FAST_MS })
  await bot.start()
}, 120_000)

afterAll(() => bot?.stop())

/** Connected, and with a beat answered since: what is lost from now on is a first loss, after which the worker waits a second at most. */
async function holding(): Promise<void> {
  await bot.ready()
  const beats = bot.saw("heartbeat").length
  await eventually(() => bot.saw("heartbeat").length >= beats + 2)
}

/** Says three before, three during and three after, and expects the channel to have each once. */
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

test("told to start, the worker identifies with what it needs, and its heart beats", async () => {
  const [identify] = bot.saw("identify")
  expect(identify?.data).toMatchObject({ intents: GUILDS_MEMBERS_MESSAGES_CONTENT, shard: [0, 1] })
  await eventually(() => bot.saw("heartbeat").length >= 4)
  const opened = Number(bot.saw("open")[0]?.at)
  const beats = bot.saw("heartbeat").map((one) => one.at - opened)
  // The first comes after a random part of the interval, so that not all bots beat as one.
  expect(beats[0]).toBeLessThan(FAST_MS + 500)
  expect(bot.saw("closed")).toEqual([])
  expect(await bot.ready()).toMatchObject({ state: "running", to_do: null, shards: [{ guilds: 1 }] })
})

test("a heartbeat that Discord asks for comes at once", async () => {
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
  ["too much was sent", () => bot.discord.gateway.close(4008)],
] as const)
  test(`when ${what}, the worker resumes, and hears every message once`, async () => {
    const from = bot.discord.gateway.record.length
    await heardThroughout("resumed", disturb, () => eventually(() => bot.saw("resume", from).length > 0))
    expect(bot.saw("identify", from)).toEqual([])
    expect(String(bot.saw("open", from)[0]?.path)).toMatch(/^\/resume\/?\?v=10&encoding=json$/)
  })

test("when heartbeats are no longer acknowledged, the worker gives the connection up and resumes", async () => {
  const from = bot.discord.gateway.record.length
  await heardThroughout(
    "deaf",
    () => {
      bot.discord.gateway.deaf = true
    },
    async () => {
      const closed = await eventually(() => bot.saw("closed", from)[0])
      bot.discord.gateway.deaf = false
      // Neither would leave a session to resume.
      expect([1000, 1001]).not.toContain(closed.code)
      await eventually(() => bot.saw("resume", from).length > 0)
    },
  )
  expect(bot.saw("identify", from)).toEqual([])
})

test("when Discord is silent and its connection half open, the worker notices", async () => {
  const from = bot.discord.gateway.record.length
  await heardThroughout(
    "mute",
    () => bot.discord.gateway.silence(),
    () => eventually(() => bot.saw("resume", from).length > 0),
  )
})

test("when Discord cannot be reached for a while, the worker comes back, and has missed nothing", async () => {
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
  test(`when ${what}, the worker begins another, and fetches what it missed`, async () => {
    const from = bot.discord.gateway.record.length
    await heardThroughout("anew", disturb, () =>
      eventually(() => bot.saw("identify", from).length === 1, { deadlineMs: 30_000 }),
    )
  })

for (const [code, what, refuse, allow, toDo] of [
  [
    4014,
    "its intents were taken back",
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
  test(`closed with ${code} because ${what}, the worker stops for good and says what to do; told to, it starts again`, async () => {
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
    // Told to start though nothing was done about it, it says the same.
    await bot.call("POST", "/gateway/start")
    const again = await bot.stopped()
    expect(again.to_do).toMatch(toDo)
    allow(token)
    await bot.start()
    expect((await bot.status()).state).toBe("running")
  })

// POWER_CUTS asks for more of them, each at another moment.
const cuts = Array.from({ length: Number(process.env.POWER_CUTS ?? 1) }, (_, cut) => (25 + 17 * cut) % 40)
for (const moment of cuts)
  test(`killed like in a power cut after ${moment} of 40 messages, the worker resumes once its process is back, unasked, and hears every message once`, async () => {
    await bot.ready()
    const from = bot.discord.gateway.record.length
    const channels = ["galley", "deck"].map((name) => bot.channel(name))
    const said = new Map(channels.map((channel) => [channel, [] as string[]]))
    const talk = (count: number) => {
      for (const [channel, ids] of said) ids.push(bot.say(channel, `message ${count}`).id)
    }
    // Those before the cut may be anywhere between the socket and the disk.
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

// An object that only holds a socket would be evicted in less. IDLE_MINUTES=3 is what the bot has to stand.
const idleMinutes = Number(process.env.IDLE_MINUTES ?? 0)
test.runIf(idleMinutes > 0)(
  `after ${idleMinutes} minutes in which nothing is said and nobody asks, the worker is still on the same connection`,
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
