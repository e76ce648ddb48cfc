/** The planner decides how many shards run, starts each one, keeps it running, and informs the operator. */
import { createExecutionContext, createScheduledController, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import { Shards } from "../../src/discord/gateway/shard/shards.ts"
import worker from "../../src/index.ts"
import type { GatewayStatus, ShardOrder, ShardStatus } from "../../src/runtime/gateway-status.ts"
import { StateRows } from "../../src/runtime/object/state-rows.ts"
import { shardOf } from "./gateway-peer.ts"
import { call, ok } from "./http.ts"
import { markNightsDone } from "./night-stage.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

const RUNNING: ShardStatus = {
  shard: 0,
  phase: "ready",
  sessionSince: null,
  seq: null,
  handledSeq: null,
  lastHeardAt: null,
  heartbeatAt: null,
  latencyMs: null,
  guilds: 0,
  handled: 0,
  setAside: 0,
  unreadable: 0,
  reconnects: 0,
  waiting: 0,
  lastClose: null,
  lastFailure: null,
  stoppedBy: null,
  toDo: null,
}

/** Fake shard objects that record their orders. */
class Fleet {
  readonly orders: ShardOrder[] = []
  readonly stopped: number[] = []
  status: (shard: number) => Partial<ShardStatus> = () => ({})

  get namespace(): Env["SHARDS"] {
    const getByName = (name: string) => ({
      start: async (order: ShardOrder) => void this.orders.push(order),
      stop: async () => {
        this.stopped.push(Number(name))
        return 1_000 + Number(name)
      },
      status: async () => ({ ...RUNNING, shard: Number(name), ...this.status(Number(name)) }),
    })
    // The planner calls only `getByName`.
    return { getByName } as unknown as Env["SHARDS"]
  }
}

/** Fakes the response to GET /gateway/bot and counts the requests. */
function discord(answer: () => Response) {
  return vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer())
}

const bot = (shards: number) =>
  Response.json({
    url: "wss://gateway.test",
    shards,
    session_start_limit: { total: 1_000, remaining: 900, reset_after: 50_000_000, max_concurrency: 2 },
  })

/** Runs planners of successive deployments on rows of their own. */
async function planned(
  row: number,
  fleet: Fleet,
  work: (make: (more?: Partial<Env>) => Shards) => Promise<void>,
): Promise<void> {
  await runInDurableObject(shardOf(row), async (_, { storage }) => {
    const rows = new StateRows(storage.sql)
    await work((more) => new Shards({ ...env, DISCORD_TOKEN: "one", SHARDS: fleet.namespace, ...more }, rows))
  })
}

test("the planner starts as many shards as Discord recommends, at the address Discord gives", async () => {
  const [fleet, asked] = [new Fleet(), discord(() => bot(3))]
  await planned(301, fleet, async (make) => {
    await make().start("asked")
    expect(String(asked.mock.calls[0]?.[0])).toBe("https://discord.com/api/v10/gateway/bot")
    expect(fleet.orders.map(({ shard, count, url }) => [shard, count, url])).toEqual(
      [0, 1, 2].map((shard) => [shard, 3, "wss://gateway.test"]),
    )
    expect(make().admit(0).kind).toBe("at")
    expect(await make().status()).toMatchObject({ state: "running", shards: [{ shard: 0 }, {}, {}] })
  })
})

test("a configured shard count or gateway address takes precedence", async () => {
  const fleet = new Fleet()
  discord(() => bot(3))
  await planned(302, fleet, async (make) => {
    await make({ DISCORD_SHARDS: "2", DISCORD_GATEWAY_URL: "ws://127.0.0.1:9" }).start("asked")
    expect(fleet.orders).toMatchObject([
      { shard: 0, count: 2, url: "ws://127.0.0.1:9" },
      { shard: 1, count: 2, url: "ws://127.0.0.1:9" },
    ])
  })
})

test("running shards ask Discord once, and again after a change of token or intents", async () => {
  const [fleet, asked] = [new Fleet(), discord(() => bot(1))]
  await planned(303, fleet, async (make) => {
    for (let times = 0; times < 3; times++) await make().start("kept")
    expect(asked).toHaveBeenCalledTimes(1)
    expect(fleet.orders).toHaveLength(3)
    await make({ DISCORD_TOKEN: "two" }).start("kept")
    await make({ DISCORD_TOKEN: "two", DISCORD_MEMBERS: "false" }).start("kept")
    expect(asked).toHaveBeenCalledTimes(3)
    expect(new Set(fleet.orders.map(({ fingerprint }) => fingerprint)).size).toBe(3)
    expect(JSON.stringify(fleet.orders)).not.toMatch(/"(one|two)"/)
  })
})

test("shards stopped on purpose start again only on request", async () => {
  const [fleet, asked] = [new Fleet(), discord(() => bot(2))]
  await planned(304, fleet, async (make) => {
    await make().start("kept")
    await make().stop()
    expect(fleet.stopped).toEqual([0, 1])
    fleet.status = () => ({ phase: "stopped" })
    expect(await make().status()).toMatchObject({ state: "stopped" })
    await make().start("kept")
    await make({ DISCORD_TOKEN: "two" }).start("kept")
    expect(asked).toHaveBeenCalledTimes(1)
    await make().start("asked")
    expect(fleet.orders.slice(2)).toMatchObject([{ isAsked: true }, { isAsked: true }])
  })
})

test.each([4010, 4011])(
  "shards closed with %d are counted again by Discord and all restarted",
  async (code) => {
    const fleet = new Fleet()
    let shards = 1
    discord(() => bot(shards))
    await planned(305 + code, fleet, async (make) => {
      await make().start("kept")
      shards = 2
      fleet.status = () => ({ phase: "stopped", stoppedBy: code })
      await make().start("kept")
      expect(fleet.stopped).toEqual([0])
      expect(fleet.orders.slice(1)).toMatchObject([
        { shard: 0, count: 2, since: 1_000 },
        { shard: 1, count: 2, since: 1_000 },
      ])
    })
  },
)

test("a refused token is not tried again, and the operator is told to replace it", async () => {
  const [fleet, asked] = [
    new Fleet(),
    discord(() => Response.json({ message: "401: Unauthorized", code: 0 }, { status: 401 })),
  ]
  await planned(306, fleet, async (make) => {
    for (let times = 0; times < 3; times++) await make().start("kept")
    expect(asked).toHaveBeenCalledTimes(1)
    expect(fleet.orders).toEqual([])
    const status = await make().status()
    expect(status).toMatchObject({ state: "stopped", toDo: expect.stringContaining("DISCORD_TOKEN") })
  })
})

test("nothing is planned while Discord is unreachable, and starting fails with the error", async () => {
  const fleet = new Fleet()
  discord(() => {
    throw new Error("the network is down")
  })
  await planned(307, fleet, async (make) => {
    await expect(make().start("kept")).rejects.toThrow("the network is down")
    expect(fleet.orders).toEqual([])
    expect((await make().status()).lastFailure?.reason).toMatch(
      /did not say how to connect: .*network is down/,
    )
    discord(() => bot(1))
    await make().start("kept")
    expect(fleet.orders).toHaveLength(1)
    expect((await make().status()).lastFailure).toBeNull()
  })
})

test("the status names the answer with which Discord refused to say how to connect", async () => {
  discord(() => Response.json({ code: 0, message: "Forbidden" }, { status: 403 }))
  await planned(311, new Fleet(), async (make) => {
    await expect(make().start("kept")).rejects.toThrow()
    expect((await make().status()).lastFailure?.reason).toBe("Discord's API answered 403: Forbidden")
  })
})

test("the status over HTTP gives the reason and the time of each failure", async () => {
  const lastFailure = { reason: "the gateway cannot be reached", at: Date.UTC(2026, 4, 1) }
  const answered: GatewayStatus = {
    ...{
      state: "running",
      toDo: null,
      lastFailure: { ...lastFailure, reason: "Discord's API answered 403" },
    },
    shards: [
      { ...RUNNING, lastFailure },
      { ...RUNNING, shard: 1 },
    ],
  }
  const namespace = { getByName: () => ({ statusOfAll: async () => answered }) }
  const deployed = { ...env, SHARDS: namespace as unknown as Env["SHARDS"] }
  const request = new Request("https://keepsake.test/v1/gateway", {
    headers: { authorization: "Bearer dev" },
  })
  const response = await worker.fetch(request, deployed, createExecutionContext())
  const at = "2026-05-01T00:00:00.000Z"
  expect(await response.json()).toMatchObject({
    last_failure: { reason: "Discord's API answered 403", at },
    shards: [{ last_failure: { reason: "the gateway cannot be reached", at } }, { last_failure: null }],
  })
})

test("without a token the operator is told to set one, and the cron does nothing", async () => {
  const asked = discord(() => bot(1))
  expect(await ok("GET", "/v1/gateway")).toEqual({
    state: "unset",
    to_do: expect.stringContaining("DISCORD_TOKEN"),
    last_failure: null,
    shards: [],
  })
  expect(await call("POST", "/v1/gateway/start")).toMatchObject({
    status: 409,
    body: { type: "urn:keepsake:discord_unset" },
  })
  const five = createScheduledController({ cron: "*/5 * * * *" })
  await worker.scheduled(five, env)
  expect(asked).not.toHaveBeenCalled()
})

test("the five-minute cron keeps the bot connected and skips the hourly work", async () => {
  const started: string[] = []
  const namespace = { getByName: () => ({ startAll: async (how: string) => void started.push(how) }) }
  const asked = vi.fn()
  const told = new Proxy(env.DB, {
    get(database, name) {
      const value = Reflect.get(database, name)
      if (typeof value !== "function") return value
      return (...given: unknown[]) => {
        asked(...given.filter((one) => typeof one === "string"))
        return value.apply(database, given)
      }
    },
  })
  const deployed = {
    ...env,
    DISCORD_TOKEN: "one",
    DB: told,
    SHARDS: namespace as unknown as Env["SHARDS"],
  }
  await worker.scheduled(createScheduledController({ cron: "*/5 * * * *" }), deployed)
  expect(started).toEqual(["kept"])
  // Its only queries look for migrations, delete expired undo rows, codes and sessions, find people who were renamed, and record the round.
  expect(asked.mock.calls.flat()).toEqual([
    expect.stringMatching(/^SELECT name FROM d1_migrations/),
    expect.stringMatching(/^DELETE FROM undo WHERE expires_at/),
    expect.stringMatching(/^DELETE FROM identity_codes WHERE since/),
    expect.stringMatching(/^DELETE FROM dashboard_sessions WHERE expires_at/),
    expect.stringMatching(/former_name IS NOT NULL/),
    expect.stringMatching(/^INSERT INTO cron_runs/),
  ])
  await markNightsDone()
  await worker.scheduled(createScheduledController({ cron: "17 * * * *" }), deployed)
  expect(started).toEqual(["kept"])
  expect(asked.mock.calls.length).toBeGreaterThan(1)
})
