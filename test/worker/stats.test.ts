/** Counts by day: they are those of what happened, come through nights, restores and crashes once, and name nobody. */
import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { deep } from "../dice.ts"
import { loseDatabase, readBackup, restoreBackup } from "./backup-files.ts"
import { eraseThrough } from "./erasing-world.ts"
import { call, hear, ok, type Problem, recall, talk } from "./http.ts"
import { indexOf } from "./indexing.ts"
import { MANAGE_GUILD, replied, slash, wordsOf } from "./interacting.ts"
import { quietly, setClock } from "./live.ts"
import { night } from "./night-stage.ts"
import { fakeModels, isolate } from "./recall-asker.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

/** A Monday. */
const TODAY = "2088-05-03"
const START = Date.parse(`${TODAY}T12:00:00Z`)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const ADMINISTRATOR = 1n << 3n
const dayAfter = (days: number) => new Date(START + days * DAY).toISOString().slice(0, 10)

quietly({ silent: ["error", "warn"], at: START })

interface ClaimSums {
  kept: number
  rejected: number
  queued: number
  labels: Record<string, number>
}
interface Sums {
  windows: { count: number; methods: Record<string, number>; fallbacks: Record<string, number> }
  claims: ClaimSums & { junk: number; junk_rate: number | null; by: (ClaimSums & { type: string | null })[] }
  recalls: {
    count: number
    useful: number
    weak: number
    empty: number
    degraded: Record<string, number>
    histogram: number[]
  }
  answers: { count: number; methods: Record<string, number>; judged: Record<string, number> }
}
interface Series {
  complete: boolean
  points: (Sums & { from: string; to: string })[]
  total: Sums
}

async function series(guild: string, query = "step=day"): Promise<Series> {
  return (await ok<{ series: Series }>("GET", `/v1/guilds/${guild}/stats?${query}`)).series
}

/** A conversation that a model reads: it keeps one claim, queues one and has one refused. */
async function readByModel(guild: string, first = 1): Promise<void> {
  await bindModel(channelOf(guild, "100"), () => [
    claim("P1", "Ada plays chess", { confidence: 0.9 }),
    claim("P2", "Bo owes Ada a parrot", { type: "task_state", lines: [2], lifetime: "7d" }),
    claim("P1", "Ada works at Lidl", { lines: [7] }),
  ])
  const lines: [string, string, string][] = [
    ["11", "Ada", "I play chess and work at Lidl"],
    ["12", "Bo", "I owe Ada a parrot"],
  ]
  await hear(guild, "100", talk(first, Date.now() - HOUR, lines))
}

/** A day with one window by a model, one by rules and one in which nothing was told, four recalls and an answer. */
async function lively(guild: string): Promise<void> {
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { approval_types: ["task_state"] } })
  await recall(guild, { query: "who likes hiking?" })
  await readByModel(guild)
  await hear(guild, "101", talk(200, START - HOUR, [["11", "Ada", "I love hiking"]]))
  await bindModel(channelOf(guild, "102"), () => [])
  await hear(guild, "102", talk(300, START - HOUR, [["12", "Bo", "ok"]]))
  await recall(guild, { query: "who likes hiking?" })
  await recall(guild, { query: "zeppelin" })
  const models = fakeModels()
  models.embeds = () => {
    throw new Error("1031: internal error")
  }
  await isolate({ AI: models.ai }).ask(guild, { query: "who likes hiking?" })
  await ok("POST", `/v1/guilds/${guild}/answers`, { question: "who likes hiking?" })
  // Counting goes on after an answer.
  await expect.poll(async () => (await series(guild)).total.answers.count).toBe(1)
}

const LIVELY = {
  windows: { count: 3, methods: { model: 1, rule: 2 }, fallbacks: { nothing_told: 1 } },
  claims: { kept: 2, ended: 0, shadowed: 0, queued: 1, rejected: 1, labels: {}, junk: 0, junk_rate: 0 },
  // An answer recalls too.
  recalls: { count: 5, useful: 3, weak: 0, empty: 2, degraded: { vectors: 1 } },
  answers: { count: 1, methods: { rules: 1 }, judged: {} },
}

/** Rows that tests label, as people's corrections do. */
async function label(guild: string, labels: string, day: string, type = "profile"): Promise<void> {
  const text =
    "UPDATE claim_log SET label = ?, labeled_on = ? WHERE guild_id = ? AND type = ? AND label IS NULL"
  await env.DB.prepare(text).bind(labels, day, guild, type).run()
}

const storedRows = async (guild: string) => {
  const rows = env.DB.prepare(
    "SELECT day, measure, kind, scope, n FROM stats_days WHERE guild_id = ? ORDER BY day, measure, kind, scope",
  )
  return (await rows.bind(guild).all()).results
}

test("a day's windows, claims, recalls and answers are counted by their outcome, today and once a night stored them", async () => {
  await lively("81511")
  const today = await series("81511")
  expect(today).toMatchObject({
    complete: true,
    points: [{ from: TODAY, to: TODAY, ...LIVELY }],
    total: LIVELY,
  })
  expect(today.total.claims.by).toEqual([
    { type: "preference", scope: "user", kept: 1, ended: 0, shadowed: 0, queued: 0, rejected: 0, labels: {} },
    { type: "profile", scope: "user", kept: 1, ended: 0, shadowed: 0, queued: 0, rejected: 1, labels: {} },
    { type: "task_state", scope: "user", kept: 0, ended: 0, shadowed: 0, queued: 1, rejected: 0, labels: {} },
  ])
  expect(today.total.recalls.histogram.reduce((sum, n) => sum + n, 0)).toBe(5)
  setClock(START + 14 * HOUR)
  await night("81511", { at: Date.now() })
  // docs/COST.md names this number.
  expect((await storedRows("81511")).length).toBe(14)
  expect(await indexOf("81511").questionDays()).toEqual({})
  expect(await series("81511")).toEqual({ ...today, from: dayAfter(-28), to: dayAfter(1) })
})

test("what people do with memories counts on its own day, also after that day's other counts were stored", async () => {
  const guild = "81512"
  await lively(guild)
  setClock(START + DAY)
  await night(guild, { at: Date.now() })
  await label(guild, "corrected", dayAfter(1))
  await label(guild, "confirmed", dayAfter(1), "preference")
  await env.DB.prepare(
    "INSERT INTO answer_labels (guild_id, message_id, user_id, channel_id, label, memories, at) VALUES (?, '9', '12', '100', 'right', '[]', ?)",
  )
    .bind(guild, START + DAY)
    .run()
  const live = await series(guild)
  expect(live.points).toMatchObject([
    { from: TODAY, ...LIVELY },
    {
      from: dayAfter(1),
      windows: { count: 0 },
      claims: { kept: 0, labels: { corrected: 2, confirmed: 1 }, junk: 2, junk_rate: null },
      answers: { judged: { right: 1 } },
    },
  ])
  expect(live.total.claims).toMatchObject({ kept: 2, junk: 2, junk_rate: 1 })
  setClock(START + 2 * DAY)
  await night(guild, { at: Date.now() })
  // A later label replaces the former one and is not counted for the former day.
  await env.DB.prepare("UPDATE claim_log SET label = 'forgotten', labeled_on = ? WHERE guild_id = ?")
    .bind(dayAfter(2), guild)
    .run()
  expect((await series(guild)).points.map(({ claims }) => claims.labels)).toEqual([
    {},
    { corrected: 2, confirmed: 1 },
    { forgotten: 4 },
  ])
})

test("counts of stored days stay when a person is erased, and claims that went with their message before do not count", async () => {
  const guild = "81513"
  await lively(guild)
  await ok("DELETE", `/v1/guilds/${guild}/channels/100/messages/1`)
  await expect.poll(async () => (await series(guild)).total.claims).toMatchObject({ kept: 1, queued: 0 })
  setClock(START + DAY)
  await night(guild, { at: Date.now() })
  await ok("POST", `/v1/guilds/${guild}/members/11/erase`, {})
  await eraseThrough(guild)
  const counts = { windows: { count: 3 }, claims: { kept: 1 } }
  expect((await series(guild, `from=${TODAY}&to=${TODAY}`)).total).toMatchObject(counts)
})

deep("missed nights are made up for, and a night that fails at any step stores each day once", async () => {
  const one = "81514"
  await lively(one)
  setClock(START + DAY)
  await readByModel(one, 400)
  const expected = (await series(one)).points.slice(0, 2)
  expect(expected.map(({ windows }) => windows.count)).toEqual([3, 1])
  setClock(START + 5 * DAY)
  await night(one, { at: Date.now() })
  expect((await series(one)).points).toEqual(expected)
  const rows = await storedRows(one)
  for (const faults of [1, 2, 3, 4].flatMap((n) => [`before ${n}`, `after ${n}`])) {
    await env.DB.prepare("DELETE FROM stats_days WHERE guild_id = ?").bind(one).run()
    const [when, at] = faults.split(" ")
    await night(one, {
      at: Date.now(),
      run: { runId: `${one}_${faults}` },
      alarm: (_, begun) => (begun === Number(at) ? (when as "before") : null),
    })
    const stored = await storedRows(one)
    // The counts of questions went with the first night.
    expect(stored.filter(({ measure }) => !/^(recall|answer)/.test(String(measure)))).toEqual(
      rows.filter(({ measure }) => !/^(recall|answer)/.test(String(measure))),
    )
  }
})

test("a night without the index stores nothing, and the next one stores the same", async () => {
  const guild = "81515"
  await lively(guild)
  const before = await series(guild)
  setClock(START + DAY)
  const down = () => Promise.reject(new Error("the index is out of reach"))
  await night(guild, { at: Date.now(), tools: { questions: down } })
  expect(await storedRows(guild)).toEqual([])
  expect((await series(guild)).points).toEqual(before.points)
  // Stored, but the index was not told: its counts are not counted again.
  await night(guild, { at: Date.now(), tools: { dropQuestions: down }, run: { runId: `${guild}_again` } })
  expect(Object.keys(await indexOf(guild).questionDays())).toEqual([TODAY])
  expect((await series(guild)).points).toEqual(before.points)
  setClock(START + 2 * DAY)
  await night(guild, { at: Date.now() })
  expect((await series(guild)).points).toEqual(before.points)
  expect(await indexOf(guild).questionDays()).toEqual({})
})

test("a restored backup counts nothing twice, however often it is restored", async () => {
  const guild = "81516"
  await lively(guild)
  setClock(START + DAY)
  await night(guild, { at: Date.now() })
  await readByModel(guild, 400)
  const before = await series(guild)
  const backup = await readBackup(guild)
  await loseDatabase(guild)
  await restoreBackup(backup)
  expect((await series(guild, `from=${TODAY}&to=${dayAfter(1)}`)).points).toEqual(before.points)
  await restoreBackup(await readBackup(guild), { merge: true })
  expect((await series(guild, `from=${TODAY}&to=${dayAfter(1)}`)).points).toEqual(before.points)
  setClock(Date.now() + DAY)
  await night(guild, { at: Date.now() })
  expect((await series(guild, `from=${TODAY}&to=${dayAfter(1)}`)).points).toEqual(before.points)
})

test("an erased guild leaves no counts", async () => {
  const guild = "81517"
  await lively(guild)
  setClock(START + DAY)
  await night(guild, { at: Date.now() })
  await recall(guild, { query: "who likes hiking?" })
  expect(await storedRows(guild)).not.toEqual([])
  await ok("DELETE", `/v1/guilds/${guild}`)
  setClock(Date.now() + 40 * DAY)
  await env.ERASERS.getByName(guild).wake(guild)
  await eraseThrough(guild)
  expect(await storedRows(guild)).toEqual([])
  expect(await indexOf(guild).questionDays()).toEqual({})
})

test("a wrong range or step is refused with the field and the problem", async () => {
  await ok("PUT", "/v1/guilds/81518/settings", {})
  const refused = async (query: string) => {
    const { status, body } = await call<Problem>("GET", `/v1/guilds/81518/stats?${query}`)
    return [status, ...(body.errors ?? []).map(({ field, problem }) => `${field} ${problem}`)]
  }
  expect(await refused("from=2088-05-04&to=2088-05-03")).toEqual([400, "query.from is after the last day"])
  expect(await refused("from=2087-03-01&to=2088-05-03")).toEqual([
    400,
    "query.from is more than 400 days before the last day",
  ])
  expect((await refused("from=yesterday"))[0]).toBe(400)
  expect(await refused("step=month")).toEqual([400, expect.stringMatching(/^query.step /)])
  expect(await series("81518", "step=week&from=2087-04-01&to=2088-05-03")).toMatchObject({ points: [] })
  expect(await ok("GET", "/v1/guilds/81518/stats")).not.toHaveProperty("series")
})

test("weeks begin on Monday and end with the range", async () => {
  const guild = "81519"
  for (const [n, days] of [-1, 0, 6, 7].entries()) {
    setClock(START + days * DAY)
    await hear(guild, "101", talk(100 * n + 1, Date.now() - HOUR, [["11", "Ada", "I love hiking"]]))
  }
  const weeks = await series(guild, `from=${dayAfter(-3)}&to=${dayAfter(8)}&step=week`)
  expect(weeks.points.map(({ from, to, windows }) => [from, to, windows.count])).toEqual([
    [dayAfter(-3), dayAfter(-1), 1],
    [TODAY, dayAfter(6), 2],
    [dayAfter(7), dayAfter(8), 1],
  ])
})

test("old talk that is imported counts if it claims something, also if a month is counted at once", async () => {
  const guild = "81521"
  const old = START - 20 * DAY
  await hear(guild, "101", talk(1, old, [["11", "Ada", "I love hiking"]]))
  await hear(guild, "101", talk(50, old + DAY, [["11", "Ada", "ok"]]))
  await hear(guild, "101", talk(90, START - 6 * DAY, [["11", "Ada", "ok"]]))
  for (const from of [TODAY, dayAfter(-29)])
    expect((await series(guild, `from=${from}&to=${TODAY}`)).points).toMatchObject([
      { from: TODAY, windows: { count: 2 }, claims: { kept: 1 } },
    ])
})

test("administrators see the last seven days, and what is said where a manager cannot read changes nothing for them", async () => {
  const guilds = ["81522", "81523"]
  const [told, silent] = await Promise.all(
    guilds.map(async (guild) => {
      await readByModel(guild)
      if (guild === "81522") {
        const hidden = { name: "mods", audience: "restricted" }
        // Rules read it: managers see what models cost the whole server.
        await hear(guild, "109", talk(700, START - HOUR, [["11", "Ada", "I love hiking"]]), hidden)
        await recall(guild, { query: "who likes hiking?", channel_id: "109" })
        await expect.poll(async () => (await series(guild)).total.recalls.count).toBe(1)
      }
      const page = async (permissions: bigint) => {
        // The year is past that of the last snowflake.
        const id = `${guild}000${permissions}`
        const from = { guild, channel: "100", user: "77", name: "Di", permissions, id }
        return wordsOf(await replied(slash("keepsake", from, { path: "status" }))).replaceAll(guild, "G")
      }
      return { manager: await page(MANAGE_GUILD), admin: await page(ADMINISTRATOR | MANAGE_GUILD) }
    }),
  )
  expect(told?.admin).toContain("Last 7 days: 3 statements kept · 0 corrected or forgotten")
  expect(told?.admin).toContain("Last 7 days: 1 search · 1 with something useful")
  expect(silent?.admin).toContain("Last 7 days: 2 statements kept")
  expect(told?.manager).not.toContain("Last 7 days")
  expect(told?.manager).toBe(silent?.manager)
})

/** An eviction would wait ten seconds for the rest of a burst; a crash does not. */
async function crash(index: ReturnType<typeof indexOf>): Promise<void> {
  await runInDurableObject(index, (_, state) => state.abort("a crash, for a test")).catch(() => undefined)
}

test("an index that crashes loses none of a few questions, and of many fewer than twenty", async () => {
  const index = () => indexOf("81520")
  const ask = () =>
    index().countQuestions([
      { question: { event: "recall", outcome: "useful", degraded: [], ms: 70 }, shown: null },
    ])
  const counted = async () => (await index().questionDays())[TODAY]?.recall?.useful ?? 0
  for (let n = 0; n < 4; n++) await ask()
  await crash(index())
  expect(await counted()).toBe(4)
  for (let n = 0; n < 65; n++) await ask()
  expect(await counted()).toBe(69)
  await crash(index())
  expect(await counted()).toBeGreaterThan(69 - 20)
})
