/** The nightly purge: each kind of data goes when its time has come, once a day, whatever fails meanwhile. */
import { env } from "cloudflare:workers"
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { purgeDue } from "../../src/nightly.ts"
import { hear, ok, talk } from "./http.ts"
import { alarmOf, START as LIVE_START, line, live, pass } from "./live.ts"
import { faultsOfDatabase } from "./snapshot.ts"
import { bindModel, channelOf, claim, watchedDatabase } from "./stand-ins.ts"

const START = Date.parse("2091-07-01T12:00:00Z")
const DAY = 86_400_000

// One database for all tests: only guilds of this file are due.
beforeAll(async () => {
  await env.DB.prepare("UPDATE guilds SET purged_on = '9999-01-01' WHERE id NOT LIKE '203__'").run()
})
beforeEach(() => {
  at(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function at(days: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: START + days * DAY })
}

async function rows(sql: string, ...values: string[]): Promise<unknown[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all()
  return results.flatMap((row) => Object.values(row))
}

const facts = (guild: string) => rows("SELECT fact FROM memories WHERE guild_id = ? ORDER BY seq", guild)
const count = async (table: string, guild: string) =>
  (await rows(`SELECT count(*) FROM ${table} WHERE guild_id = ?`, guild))[0]

/** One talk: something for three days, something for good, and what takes the place of it. */
async function lived(guild: string): Promise<void> {
  const channel = channelOf(guild, "100")
  await bindModel(channel, () => [
    claim("P1", "Ada is in Rome", { lifetime: "3d" }),
    claim("P1", "Ada works at a bakery"),
  ])
  await hear(guild, "100", talk(1, START, [["11", "Ada", "I am in Rome, I work at a bakery"]]))
  const [old] = (await rows(
    "SELECT id FROM memories WHERE guild_id = ? AND fact LIKE '%bakery%'",
    guild,
  )) as string[]
  await bindModel(channel, () => [claim("P1", "Ada works at a harbor", { op: "update", memory: "M2" })])
  await hear(guild, "100", talk(50, START + 3_600_000, [["11", "Ada", "now I work at a harbor"]]))
  expect(old).toBeDefined()
}

test("what expired, was replaced, decided, done and spent goes in its time; what lasts stays", async () => {
  await lived("20301")
  const before = await facts("20301")
  expect(before).toHaveLength(3)
  await purgeDue(env)
  expect(await facts("20301")).toEqual(before)
  at(34)
  await purgeDue(env)
  expect(await facts("20301")).toEqual(["Ada works at a bakery", "Ada works at a harbor"])
  expect(await rows("SELECT DISTINCT verdicts FROM windows WHERE guild_id = ?", "20301")).toEqual(["[]"])
  at(92)
  await purgeDue(env)
  expect(await facts("20301")).toEqual(["Ada works at a harbor"])
  expect(await count("notes", "20301")).toBe(2)
  expect(await count("evidence", "20301")).toBe(1)
  expect(await rows("SELECT action, detail FROM audit WHERE guild_id = ? ORDER BY seq", "20301")).toEqual([
    "guild.purge",
    '{"expired":1,"windows":2}',
    "guild.purge",
    '{"history":1}',
  ])
  at(500)
  await purgeDue(env)
  expect(await count("usage", "20301")).toBe(0)
  expect(await rows("SELECT detail FROM audit WHERE guild_id = ?", "20301")).toEqual([
    '{"audit":2,"usage":1}',
  ])
  expect(await faultsOfDatabase()).toEqual([])
})

test("notes go with their full text and who took part, where a guild wants that", async () => {
  await lived("20302")
  await ok("PUT", "/v1/guilds/20302/settings", {
    retention: { notes_days: 7, history_days: null, expired_days: null },
  })
  at(6)
  await purgeDue(env)
  expect(await count("notes", "20302")).toBe(2)
  at(8)
  await purgeDue(env)
  expect(await count("notes", "20302")).toBe(0)
  expect(await count("note_people", "20302")).toBe(0)
  at(1_000)
  await purgeDue(env)
  expect(await facts("20302")).toHaveLength(3)
  expect(await faultsOfDatabase()).toEqual([])
})

test("messages that are sent once more after their window's verdicts went are not learned from twice", async () => {
  await lived("20303")
  at(40)
  await purgeDue(env)
  const before = await rows("SELECT evidence_count, version FROM memories WHERE guild_id = ?", "20303")
  // As a channel that has forgotten them hears them again.
  const again = channelOf("20303", "100")
  await pass(again, START + 41 * DAY)
  await hear("20303", "100", talk(50, START + 3_600_000, [["11", "Ada", "now I work at a harbor"]]))
  expect(await rows("SELECT evidence_count, version FROM memories WHERE guild_id = ?", "20303")).toEqual(
    before,
  )
  expect(await again.status()).toMatchObject({ waiting: { windows: 0 } })
})

test("a guild is purged once a day, after midnight of its own", async () => {
  await lived("20304")
  await ok("PUT", "/v1/guilds/20304/settings", { timezone: "Europe/Oslo" })
  const purgedOn = async () => (await rows("SELECT purged_on FROM guilds WHERE id = ?", "20304"))[0]
  await purgeDue(env)
  expect(await purgedOn()).toBe("2091-07-01")
  vi.setSystemTime(Date.parse("2091-07-01T21:59:00Z"))
  await purgeDue(env)
  expect(await purgedOn()).toBe("2091-07-01")
  vi.setSystemTime(Date.parse("2091-07-01T22:00:00Z"))
  await purgeDue(env)
  expect(await purgedOn()).toBe("2091-07-02")
})

test("whichever call fails, nothing is half gone, other guilds are purged, and the next hour does the rest", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  for (let failing = 1; failing <= 60; failing++) {
    const guild = String(20_320 + failing)
    await env.DB.prepare("UPDATE guilds SET purged_on = '9999-01-01' WHERE id LIKE '203__'").run()
    at(0)
    await lived(guild)
    at(34)
    let calls = 0
    const DB = watchedDatabase(env.DB, (call) => {
      calls += 1
      if (calls === failing) throw new Error("D1_ERROR: out of reach")
      return call()
    })
    await purgeDue({ DB }).catch(() => undefined)
    expect(await faultsOfDatabase()).toEqual([])
    await purgeDue(env)
    expect(await facts(guild)).toEqual(["Ada works at a bakery", "Ada works at a harbor"])
    expect(await rows("SELECT purged_on FROM guilds WHERE id = ?", guild)).toEqual(["2091-08-04"])
    if (calls < failing) return expect(failing).toBeGreaterThan(15)
  }
  throw new Error("the purge takes more calls than were made to fail")
}, 60_000)

test("where there is more than time for, the rest goes with the next hours", async () => {
  await ok("PUT", "/v1/guilds/20306/settings", {})
  const many = Array.from({ length: 130 }, (_, index) => index)
  await env.DB.batch(
    many.flatMap((index) => [
      env.DB.prepare(
        `INSERT INTO memories (id, guild_id, scope, subject_id, fact, fact_key, type, topics, importance, certainty, confidence, lifetime,
          expires_at, status, evidence_count, said_at, last_said_at, created_at, version)
         VALUES (?, '20306', 'user', ?, 'is away', ?, 'episode', '[]', 'low', 1, 1, '1d', ?, 'active', 1, 0, 0, 0, 1)`,
      ).bind(`m${index}`, `${index % 7}`, `k${index}`, START + DAY),
      env.DB.prepare(
        "INSERT INTO evidence (memory_id, ref, guild_id, author_id, excerpt, said_at, method, source) VALUES (?, 'r', '20306', '1', 'x', 0, 'rule', 'passive')",
      ).bind(`m${index}`),
      env.DB.prepare(
        "INSERT INTO memory_terms (rowid, terms) SELECT seq, 'x' FROM memories WHERE id = ?",
      ).bind(`m${index}`),
    ]),
  )
  at(60)
  // The clock runs out after the first page of memories.
  let late = 0
  const DB = watchedDatabase(env.DB, async (call) => {
    const answer = await call()
    if (Number(await count("memories", "20306")) < 130) late = 3_600_000
    return answer
  })
  await env.DB.prepare(
    "UPDATE guilds SET purged_on = '9999-01-01' WHERE id LIKE '203__' AND id <> '20306'",
  ).run()
  await purgeDue({ DB }, () => START + 60 * DAY + late)
  const left = Number(await count("memories", "20306"))
  expect(left).toBe(80)
  expect(await rows("SELECT purged_on FROM guilds WHERE id = '20306'")).toEqual([null])
  expect(await faultsOfDatabase()).toEqual([])
  await purgeDue(env)
  expect(await count("memories", "20306")).toBe(0)
})

test("a channel in which nobody speaks lets go of its messages as soon as the guild keeps them for less", async () => {
  const channel = channelOf("20307", "100")
  await live("20307", channel, [line(1, "I love hiking", 0)])
  await pass(channel, LIVE_START + DAY)
  expect(await channel.messagesOf("11", { after: null, limit: 10 })).toHaveLength(1)
  await pass(channel, LIVE_START + 3 * DAY)
  expect(await channel.messagesOf("11", { after: null, limit: 10 })).toHaveLength(1)
  await ok("PUT", "/v1/guilds/20307/settings", { retention_days: 2 })
  expect(await channel.messagesOf("11", { after: null, limit: 10 })).toEqual([])
  expect(await alarmOf(channel)).toBeNull()
})
