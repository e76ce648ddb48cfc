/**
 * The fake gateway closes faulty connections with Discord's published codes and keeps sessions by Discord's
 * rules.
 */
import { afterEach, expect, test } from "vitest"
import { WebSocket } from "ws"
import { eventually, type FakeDiscord, startFakeDiscord } from "../discord/server.ts"

const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Payload {
  op: number
  t: string | null
  s: number | null
  d: Record<string, unknown> | boolean | null
}

/** A bare client that does nothing by itself. */
class Bare {
  readonly got: Payload[] = []
  closedWith: number | null = null
  readonly socket: WebSocket

  constructor(url: string) {
    this.socket = new WebSocket(url)
    this.socket.on("message", (data) => this.got.push(JSON.parse(String(data))))
    this.socket.on("close", (code) => {
      this.closedWith = code
    })
    this.socket.on("error", () => undefined)
  }

  async send(payload: unknown): Promise<void> {
    await eventually(() => this.socket.readyState === WebSocket.OPEN)
    this.socket.send(typeof payload === "string" ? payload : JSON.stringify(payload))
  }

  event(t: string): Promise<Payload> {
    return eventually(() => this.got.find((one) => one.t === t), { what: () => `no ${t}` })
  }

  async code(): Promise<number | null> {
    await eventually(() => this.closedWith !== null)
    return this.closedWith
  }
}

async function started(options = {}): Promise<FakeDiscord> {
  const discord = await startFakeDiscord(options)
  ends.push(() => discord.stop())
  return discord
}

function client(discord: FakeDiscord, query = "v=10&encoding=json"): Bare {
  const bare = new Bare(`${discord.gateway.url}/?${query}`)
  ends.push(async () => bare.socket.terminate())
  return bare
}

function identify(discord: FakeDiscord, more: object = {}) {
  const properties = { os: "linux", browser: "test", device: "test" }
  return { op: 2, d: { token: discord.token, intents: 513, properties, ...more } }
}

for (const [what, code, send, options] of [
  ["an unknown opcode", 4001, () => ({ op: 99, d: null }), {}],
  ["invalid JSON", 4002, () => "{", {}],
  ["more than 4,096 bytes", 4002, () => ({ op: 3, d: "x".repeat(5000) }), {}],
  ["a request before identifying", 4003, () => ({ op: 8, d: {} }), {}],
  ["a wrong token", 4004, (discord: FakeDiscord) => identify(discord, { token: "another" }), {}],
  ["a shard beyond the count", 4010, (discord: FakeDiscord) => identify(discord, { shard: [2, 2] }), {}],
  ["too many guilds for a shard", 4011, identify, { guildsPerShard: 0 }],
  ["intents that do not exist", 4013, (discord: FakeDiscord) => identify(discord, { intents: 1 << 30 }), {}],
  [
    "intents that were not granted",
    4014,
    (discord: FakeDiscord) => identify(discord, { intents: 1 << 15 }),
    { granted: 0 },
  ],
] as [string, number, (discord: FakeDiscord) => unknown, object][])
  test(`the gateway closes a client with ${code} for ${what}`, async () => {
    const discord = await started(options)
    discord.world.addGuild()
    const bare = client(discord)
    await bare.send(send(discord))
    expect(await bare.code()).toBe(code)
  })

test("the gateway closes a client that uses another version, identifies twice or sends too much", async () => {
  const discord = await started({ sendsPerMinute: 5 })
  expect(await client(discord, "v=6&encoding=json").code()).toBe(4012)
  const twice = client(discord)
  await twice.send(identify(discord))
  await twice.send(identify(discord))
  expect(await twice.code()).toBe(4005)
  const many = client(discord)
  for (let index = 0; index < 6; index += 1) await many.send({ op: 1, d: null })
  expect(await many.code()).toBe(4008)
})

test("the gateway closes a client without heartbeats with 4009 and drops its session", async () => {
  const discord = await started({ heartbeatMs: 50, heartbeatGraceMs: 50 })
  const bare = client(discord)
  await bare.send(identify(discord))
  expect(await bare.code()).toBe(4009)
  expect(discord.gateway.sessions.size).toBe(0)
})

test("a session can be resumed after a drop, but not after a normal close, nor with a sequence number that was never sent", async () => {
  const discord = await started({ identifyWindowMs: 0 })
  const { world } = discord
  const guild = world.addGuild().made
  const begin = async () => {
    const bare = client(discord)
    await bare.send(identify(discord))
    const { d } = await bare.event("READY")
    await bare.event("GUILD_CREATE")
    return { bare, session_id: (d as { session_id: string }).session_id }
  }
  const resume = async (session_id: string, seq: number) => {
    const bare = client(discord)
    await bare.send({ op: 6, d: { token: discord.token, session_id, seq } })
    return bare
  }
  const dropped = await begin()
  dropped.bare.socket.terminate()
  world.addRole(guild.id)
  const back = await resume(dropped.session_id, 1)
  await back.event("RESUMED")
  expect(back.got.map((one) => [one.t, one.s])).toEqual([
    [null, null],
    ["GUILD_CREATE", 2],
    ["GUILD_ROLE_CREATE", 3],
    ["RESUMED", 4],
  ])
  const left = await begin()
  left.bare.socket.close(1000)
  await left.bare.code()
  const invalid = await resume(left.session_id, 2)
  await eventually(() => invalid.got.some((one) => one.op === 9 && one.d === false))
  expect(await (await resume((await begin()).session_id, 500)).code()).toBe(4007)
})

test("a client that identifies too often in a window gets an invalid session, and one that spends the day's identifies loses its token", async () => {
  const discord = await started({ identifyWindowMs: 60_000, identifiesLeft: 1, maxConcurrency: 2 })
  const [first, second, other] = [client(discord), client(discord), client(discord)]
  await first.send(identify(discord, { shard: [0, 4] }))
  await first.event("READY")
  await second.send(identify(discord, { shard: [2, 4] }))
  await eventually(() => second.got.some((one) => one.op === 9))
  await other.send(identify(discord, { shard: [1, 4] }))
  expect(await first.code()).toBe(4004)
  expect(
    (await fetch(`${discord.apiUrl}/v10/users/@me`, { headers: { authorization: `Bot ${discord.token}` } }))
      .status,
  ).toBe(401)
})

test("a session receives events only for guilds of its shard and only within its intents", async () => {
  const discord = await started()
  const { world } = discord
  const [mine, other] = [1n, 2n].map((count) => world.addGuild({ id: String((count + 10n) << 22n) }).made.id)
  const bare = client(discord)
  await bare.send(identify(discord, { shard: [1, 2], intents: 1 }))
  await bare.event("GUILD_CREATE")
  for (const guild of [mine ?? "", other ?? ""]) {
    const channel = world.addChannel(guild).made
    world.say(guild, channel.id, { author: world.addUser("Ada"), content: "hello" })
    world.addMember(guild, world.addUser("Bo"))
    world.addRole(guild)
  }
  await bare.event("GUILD_ROLE_CREATE")
  expect(bare.got.filter((one) => one.op === 0).map((one) => one.t)).toEqual([
    "READY",
    "GUILD_CREATE",
    "CHANNEL_CREATE",
    "GUILD_ROLE_CREATE",
  ])
})
