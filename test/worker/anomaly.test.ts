/**
 * A single failed call while a window is written leaves the same end state as no failure, whichever call it
 * is and whether or not it took effect. Tests set the clock far ahead of the platform's own.
 */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { everyFourth } from "../dice.ts"
import { call, channelPath, hear, ok, talk } from "./http.ts"
import { quietly } from "./live.ts"
import { faultsOfDatabase, guildRows } from "./snapshot.ts"
import {
  bindModel,
  breakDatabase,
  channelOf,
  claim,
  type Fault,
  faultsOf,
  mendDatabase,
} from "./stand-ins.ts"

const START = Date.parse("2091-01-01T12:00:00Z")
const HOUR = 3_600_000
const WRITTEN =
  "INSERT INTO windows (id, guild_id, channel_id, first_at, last_at, message_count, reason, method, verdicts, created_at) VALUES (?, ?, '100', 0, 0, 1, 'lull', 'rule', '[]', 0)"
const OBJECT = "INSERT INTO members (guild_id, id, name, consent, seen_at) VALUES (?, '12', 'Bo', 'out', 0)"

quietly({ silent: ["error"], at: START })

/** Ada's earlier facts: one is repeated, one replaced and one evicted. */
async function before(guild: string): Promise<void> {
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { max_expiring_per_person: 1 } })
  await bindModel(channelOf(guild, "100"), () => [
    claim("P1", "Ada plays chess"),
    claim("P1", "Ada lives in Oslo"),
    claim("P1", "Ada saw a mouse", { type: "episode", lifetime: "90d", importance: "low" }),
  ])
  await hear(guild, "100", talk(1, START, [["11", "Ada", "I play chess, live in Oslo, saw a mouse"]]))
}

const LINES: [string, string, string][] = [
  ["11", "Ada", "I play chess, live in Bergen now, saw a whale"],
  ["12", "Bo", "Cy has a dog"],
  ["13", "Cy", "true, I do"],
]

/**
 * Writes a window that exercises every outcome, with call number `failing` failing once. Returns the number
 * of database calls.
 */
async function eventful(guild: string, failing: number, fault: Fault): Promise<number> {
  vi.setSystemTime(START)
  await before(guild)
  const channel = channelOf(guild, "100")
  await bindModel(channel, () => [
    claim("P1", "Ada plays chess"),
    claim("P1", "Ada lives in Bergen", { lines: [1] }),
    claim("P1", "Ada saw a whale", { type: "episode", lifetime: "90d", importance: "high" }),
    claim("P3", "Cy has a dog", { lines: [2, 3] }),
    claim("P2", "Bo has 7 cats", { lines: [2] }),
  ])
  await ok("POST", `${channelPath(guild, "100")}/messages`, { messages: talk(100, START + HOUR, LINES) })
  const count = await breakDatabase(channel, (number) => (number === failing ? fault : null))
  for (let hour = 2; hour < 30; hour += 2) {
    vi.setSystemTime(START + hour * HOUR)
    await channel.flush()
    if ((await channel.status()).waiting.windows === 0) break
  }
  await mendDatabase(channel)
  return count.calls
}

test("a window is stored completely and once, whichever database call fails", async () => {
  const calls = await eventful("7100", 0, null)
  const expected = await guildRows("7100")
  expect(expected.memories).toHaveLength(5)
  expect(expected.windows).toHaveLength(2)
  expect(calls).toBeGreaterThanOrEqual(4)
  for (const { at, fault } of everyFourth(faultsOf(calls))) {
    const guild = String(7_100 + at * 2 + Number(fault === "after"))
    await eventful(guild, at, fault)
    expect(await guildRows(guild), `call ${at} failed ${fault} taking effect`).toEqual(expected)
  }
  expect(await faultsOfDatabase()).toEqual([])
})

test("a paid model call is not repeated because the database failed", async () => {
  const channel = channelOf("7201", "100")
  await before("7201")
  const model = await bindModel(channel, () => [claim("P1", "Ada plays the harp")])
  await ok("POST", `${channelPath("7201", "100")}/messages`, {
    messages: talk(100, START + HOUR, [["11", "Ada", "I play the harp"]]),
  })
  await breakDatabase(channel, (number) => (number >= 3 && number <= 6 ? "before" : null))
  for (let hour = 2; hour < 30; hour += 2) {
    vi.setSystemTime(START + hour * HOUR)
    await channel.flush()
  }
  expect(await channel.status()).toMatchObject({ waiting: { windows: 0 } })
  expect(model.prompts).toHaveLength(1)
})

test("a person who opts out just before the write is not remembered", async () => {
  const channel = channelOf("7202", "100")
  await before("7202")
  const lines = talk(100, START + HOUR, [["12", "Bo", "I have a dog"]])
  await bindModel(channel, () => [claim("P1", "Bo has a dog")])
  await ok("POST", `${channelPath("7202", "100")}/messages`, { messages: lines })
  // Calls 1 to 3 read; the fourth writes.
  await breakDatabase(channel, async (number) => {
    if (number === 4) await env.DB.prepare(OBJECT).bind("7202").run()
    return null
  })
  await channel.flush()
  expect(await channel.status()).toMatchObject({ waiting: { windows: 0 } })
  expect((await call("GET", "/v1/guilds/7202/memories?subject_id=12")).body).toMatchObject({ items: [] })
})

test("a window that another run has written meanwhile is not written again", async () => {
  const channel = channelOf("7203", "100")
  await before("7203")
  await bindModel(channel, () => [claim("P1", "Ada plays the harp")])
  const lines = talk(100, START + HOUR, [["11", "Ada", "I play the harp"]])
  await ok("POST", `${channelPath("7203", "100")}/messages`, { messages: lines })
  await breakDatabase(channel, async (number) => {
    if (number === 4) await env.DB.prepare(WRITTEN).bind("w_7203_100_100_100", "7203").run()
    return null
  })
  expect(await channel.flush()).toMatchObject({ windows: [{ claims: { accepted: 0 } }], waiting: 0 })
  expect((await guildRows("7203")).windows).toHaveLength(2)
  expect(JSON.stringify(await guildRows("7203"))).not.toContain("harp")
})
