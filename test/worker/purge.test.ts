/** The nightly purge deletes each kind of data on time in the guild's night, whatever fails meanwhile. */
import { env } from "cloudflare:workers"
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { purgeDue } from "../../src/nights/purge-due.ts"
import { deep, isDeep } from "../dice.ts"
import { hear, ok, talk } from "./http.ts"
import { alarmOf, START as LIVE_START, line, live, pass } from "./live.ts"
import { night, stage } from "./night-stage.ts"
import { faultsOfDatabase } from "./snapshot.ts"
import { bindModel, channelOf, claim, watchedDatabase } from "./stand-ins.ts"

const START = Date.parse("2091-07-01T12:00:00Z")
const DAY = 86_400_000

// All tests share a database, and the cron must find only guilds of this file.
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

/** One conversation states a fact for three days, a permanent one, and a replacement for it. */
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

test("expired, replaced and used-up data is deleted on time, and lasting data stays", async () => {
  await lived("20301")
  const before = await facts("20301")
  expect(before).toHaveLength(3)
  await night("20301", { at: Date.now() })
  expect(await facts("20301")).toEqual(before)
  at(34)
  await night("20301", { at: Date.now() })
  expect(await facts("20301")).toEqual(["Ada works at a bakery", "Ada works at a harbor"])
  expect(await rows("SELECT DISTINCT verdicts FROM windows WHERE guild_id = ?", "20301")).toEqual(["[]"])
  at(92)
  await night("20301", { at: Date.now() })
  expect(await facts("20301")).toEqual(["Ada works at a harbor"])
  expect(await count("notes", "20301")).toBe(2)
  expect(await count("evidence", "20301")).toBe(1)
  expect(await rows("SELECT action, detail FROM audit WHERE guild_id = ? ORDER BY seq", "20301")).toEqual([
    "guild.purge",
    '{"expired":1,"windows":2}',
    "guild.purge",
    '{"history":1,"runs":1}',
  ])
  at(500)
  await night("20301", { at: Date.now() })
  expect(await count("usage", "20301")).toBe(0)
  expect(await rows("SELECT detail FROM audit WHERE guild_id = ?", "20301")).toEqual([
    '{"audit":2,"usage":2,"runs":2,"claims":3,"stats":6}',
  ])
  expect(await faultsOfDatabase()).toEqual([])
})

test("notes are deleted with their full text and participants if a guild sets a limit", async () => {
  await lived("20302")
  await ok("PUT", "/v1/guilds/20302/settings", {
    retention: { notes_days: 7, history_days: null, expired_days: null },
  })
  at(6)
  await night("20302", { at: Date.now() })
  expect(await count("notes", "20302")).toBe(2)
  at(8)
  await night("20302", { at: Date.now() })
  expect(await count("notes", "20302")).toBe(0)
  expect(await count("note_people", "20302")).toBe(0)
  at(1_000)
  await night("20302", { at: Date.now() })
  expect(await facts("20302")).toHaveLength(3)
  expect(await faultsOfDatabase()).toEqual([])
})

test("messages delivered again after their window's verdicts were purged are not learned twice", async () => {
  await lived("20303")
  at(40)
  await night("20303", { at: Date.now() })
  const before = await rows("SELECT evidence_count, version FROM memories WHERE guild_id = ?", "20303")
  // A channel that has forgotten the messages hears them again.
  const again = channelOf("20303", "100")
  await pass(again, START + 41 * DAY)
  await hear("20303", "100", talk(50, START + 3_600_000, [["11", "Ada", "now I work at a harbor"]]))
  expect(await rows("SELECT evidence_count, version FROM memories WHERE guild_id = ?", "20303")).toEqual(
    before,
  )
  expect(await again.status()).toMatchObject({ waiting: { windows: 0 } })
})

test("a guild's purge date is that of its night in its own time zone", async () => {
  await lived("20304")
  await ok("PUT", "/v1/guilds/20304/settings", { timezone: "Europe/Oslo" })
  await night("20304", { at: Date.parse("2091-07-01T22:00:00Z") })
  expect(await rows("SELECT purged_on FROM guilds WHERE id = ?", "20304")).toEqual(["2091-07-02"])
})

test("a paused guild, or one with nights off, still purges expired data", async () => {
  for (const [guild, settings] of [
    ["20308", { read_only: true }],
    ["20309", { night: { enabled: false } }],
  ] as const) {
    await lived(guild)
    await ok("PUT", `/v1/guilds/${guild}/settings`, settings)
    await night(guild, { at: START + 34 * DAY })
    expect(await facts(guild)).toEqual(["Ada works at a bakery", "Ada works at a harbor"])
  }
})

test("a night's record is kept as long as the guild's retention says", async () => {
  await lived("20310")
  await ok("PUT", "/v1/guilds/20310/settings", { retention: { runs_days: 10 } })
  await night("20310", { at: START })
  await night("20310", { at: START + 10 * DAY })
  expect(await rows("SELECT day FROM runs WHERE guild_id = ? ORDER BY day", "20310")).toEqual([
    "2091-07-01",
    "2091-07-11",
  ])
  await night("20310", { at: START + 11 * DAY })
  expect(await rows("SELECT day FROM runs WHERE guild_id = ? ORDER BY day", "20310")).toEqual([
    "2091-07-11",
    "2091-07-12",
  ])
  expect(await rows("SELECT DISTINCT run_id FROM run_steps WHERE guild_id = ?", "20310")).toEqual([
    "20310_2091-07-11",
    "20310_2091-07-12",
  ])
})

test("judgments of answers are kept as long as the guild's retention says", async () => {
  await ok("PUT", "/v1/guilds/20314/settings", { retention: { labels_days: 10 } })
  await env.DB.batch(
    [0, 5].map((day) =>
      env.DB.prepare(
        "INSERT INTO answer_labels (guild_id, message_id, user_id, channel_id, label, memories, at) VALUES ('20314', ?, '11', '200', 'right', '[]', ?)",
      ).bind(String(day), START + day * DAY),
    ),
  )
  await night("20314", { at: START + 11 * DAY })
  expect(await rows("SELECT message_id FROM answer_labels WHERE guild_id = ?", "20314")).toEqual(["5"])
})

test("the cron purges leaving guilds and those without a purging night for two days, and leaves the others to their nights", async () => {
  const purgedOn = async (guild: string) =>
    (await rows("SELECT purged_on FROM guilds WHERE id = ?", guild))[0]
  for (const guild of ["20311", "20312", "20313"]) {
    await lived(guild)
    await night(guild, { at: START })
  }
  await env.DB.prepare("UPDATE guilds SET leaving_at = 9e15 WHERE id = '20312'").run()
  // Unreadable settings are no reason to keep anything forever.
  await env.DB.prepare(`UPDATE guilds SET settings = '{"timezone":7}' WHERE id = '20313'`).run()
  const failed = vi.spyOn(console, "error")
  at(1)
  const old = { at: Date.now() - 400 * DAY, actor: "cron", target: "0", detail: "{}" }
  await env.DB.prepare(
    "INSERT INTO audit (guild_id, at, actor, action, target, detail) VALUES ('0', ?, ?, 'objection.set', ?, ?)",
  )
    .bind(old.at, old.actor, old.target, old.detail)
    .run()
  await purgeDue(env)
  // Rows of no guild go too.
  expect(await rows("SELECT at FROM audit WHERE guild_id = '0' AND at = ?", String(old.at))).toEqual([])
  expect(failed).not.toHaveBeenCalled()
  expect([await purgedOn("20311"), await purgedOn("20312")]).toEqual(["2091-07-01", "2091-07-02"])
  at(34)
  await purgeDue(env)
  for (const guild of ["20311", "20312", "20313"]) {
    expect(await purgedOn(guild)).toBe("2091-08-04")
    expect(await facts(guild)).toEqual(["Ada works at a bakery", "Ada works at a harbor"])
  }
})

deep(
  "a database failure at any point leaves nothing half deleted, and the next night finishes",
  async () => {
    vi.spyOn(console, "error").mockReturnValue()
    for (let failing = 1; failing <= 200; failing += isDeep ? 1 : 4) {
      const guild = String(20_320 + failing)
      at(0)
      await lived(guild)
      at(34)
      let calls = 0
      const DB = watchedDatabase(env.DB, (call) => {
        calls += 1
        if (calls >= failing) throw new Error("D1_ERROR: out of reach")
        return call()
      })
      const tools = { db: guildDatabase({ DB }, guild) }
      const came = await night(guild, { at: Date.now(), tools }).then(
        () => true,
        () => false,
      )
      expect(await faultsOfDatabase()).toEqual([])
      at(35)
      await night(guild, { at: Date.now() })
      expect(await facts(guild)).toEqual(["Ada works at a bakery", "Ada works at a harbor"])
      expect(await rows("SELECT purged_on FROM guilds WHERE id = ?", guild)).toEqual(["2091-08-05"])
      if (came) return expect(failing).toBeGreaterThan(15)
    }
    throw new Error("the night takes more calls than were made to fail")
  },
  60_000,
)

test("a purge too long for one step continues in others, and its total is recorded once", async () => {
  await ok("PUT", "/v1/guilds/20306/settings", {})
  await env.DB.batch(Array.from({ length: 230 }, (_, index) => expired("20306", index)).flat())
  // Each reading of the clock is a second and a half later.
  let now = START + 60 * DAY
  const { done } = await night("20306", { at: now, tools: { now: () => (now += 1_500) } })
  expect(done.filter((name) => name.startsWith("purge")).length).toBeGreaterThan(1)
  expect(await count("memories", "20306")).toBe(0)
  expect(await rows("SELECT detail FROM audit WHERE guild_id = '20306' AND action = 'guild.purge'")).toEqual([
    '{"expired":230}',
  ])
  expect(await faultsOfDatabase()).toEqual([])
})

test("a purge step that is lost after it ran is counted once", async () => {
  await ok("PUT", "/v1/guilds/20307/settings", {})
  await env.DB.batch(Array.from({ length: 60 }, (_, index) => expired("20307", index)).flat())
  const lost = new Set<string>()
  const steps = stage((name) => {
    if (lost.has(name)) return null
    lost.add(name)
    return "after"
  })
  await night("20307", { at: START + 60 * DAY, steps })
  expect(await rows("SELECT detail FROM audit WHERE guild_id = '20307' AND action = 'guild.purge'")).toEqual([
    '{"expired":60}',
  ])
})

/** Inserts an expired memory with its evidence. */
function expired(guild: string, index: number): D1PreparedStatement[] {
  const id = `${guild}m${index}`
  return [
    env.DB.prepare(
      `INSERT INTO memories (id, guild_id, scope, subject_id, fact, fact_key, type, topics, importance, certainty, confidence, lifetime,
          expires_at, status, evidence_count, said_at, last_said_at, created_at, version)
         VALUES (?, ?, 'user', ?, 'is away', ?, 'episode', '[]', 'low', 1, 1, '1d', ?, 'active', 1, 0, 0, 0, 1)`,
    ).bind(id, guild, `${index % 7}`, `k${index}`, START + DAY),
    env.DB.prepare(
      "INSERT INTO evidence (memory_id, ref, guild_id, author_id, excerpt, said_at, method, source) VALUES (?, 'r', ?, '1', 'x', 0, 'rule', 'passive')",
    ).bind(id, guild),
    env.DB.prepare("INSERT INTO memory_terms (rowid, terms) SELECT seq, 'x' FROM memories WHERE id = ?").bind(
      id,
    ),
  ]
}

test("a silent channel drops its messages as soon as the guild shortens retention", async () => {
  const channel = channelOf("20314", "100")
  await live("20314", channel, [line(1, "I love hiking", 0)])
  await pass(channel, LIVE_START + DAY)
  expect(await channel.messagesOf("11", { after: null, limit: 10 })).toHaveLength(1)
  await pass(channel, LIVE_START + 3 * DAY)
  expect(await channel.messagesOf("11", { after: null, limit: 10 })).toHaveLength(1)
  await ok("PUT", "/v1/guilds/20314/settings", { retention_days: 2 })
  expect(await channel.messagesOf("11", { after: null, limit: 10 })).toEqual([])
  expect(await alarmOf(channel)).toBeNull()
})
