/** Nights enforce caps, clear old messages from channels, and remove orphaned rows. */
import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import { isSweep } from "../../src/nights/maintenance/purge.ts"
import { indexTerms } from "../../src/text/stems.ts"
import { NOON } from "./builders.ts"
import { hear, ok, talk } from "./http.ts"
import { embedder, equipIndex, indexOf, MODEL, ownKeys, wantedKeys } from "./indexing.ts"
import { alarmOf, DAY, line, live, pass, START, setClock } from "./live.ts"
import { night, stage, toolsFor } from "./night-stage.ts"
import { faultsOfDatabase } from "./snapshot.ts"
import { channelOf } from "./stand-ins.ts"

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

interface Seed {
  id: string
  subject?: [string, string]
  importance?: "low" | "medium" | "high"
  /** Days after the start; `null` if permanent. */
  expires?: number | null
  said?: number
}

/** Inserts memories with their evidence and full text. */
async function seeded(guild: string, seeds: Seed[]): Promise<void> {
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  await env.DB.batch(seeds.flatMap((seed) => rowsOf(guild, seed)))
}

function rowsOf(guild: string, seed: Seed): D1PreparedStatement[] {
  const { id, subject = ["user", "11"], importance = "medium", expires = 30, said = 0 } = seed
  const [expiresAt, saidAt] = [expires === null ? null : START + expires * DAY, START + said]
  return [
    env.DB.prepare(
      `INSERT INTO memories (id, guild_id, scope, subject_id, fact, fact_key, type, topics, importance, certainty, confidence, lifetime,
        expires_at, status, evidence_count, said_at, last_said_at, created_at, version)
       VALUES (?, ?, ?, ?, ?, ?, 'episode', '[]', ?, 1, 1, '30d', ?, 'active', 1, ?, ?, ?, 1)`,
    ).bind(
      `${guild}${id}`,
      guild,
      ...subject,
      `fact ${id}`,
      `key ${id}`,
      importance,
      expiresAt,
      saidAt,
      saidAt,
      saidAt,
    ),
    env.DB.prepare(
      "INSERT INTO evidence (memory_id, ref, guild_id, author_id, excerpt, said_at, method, source) VALUES (?, 'r', ?, '11', 'x', ?, 'rule', 'passive')",
    ).bind(`${guild}${id}`, guild, saidAt),
    env.DB.prepare("INSERT INTO memory_terms (rowid, terms) SELECT seq, ? FROM memories WHERE id = ?").bind(
      indexTerms(guild, `fact ${id}`),
      `${guild}${id}`,
    ),
  ]
}

async function left(guild: string): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT id FROM memories WHERE guild_id = ? ORDER BY id")
    .bind(guild)
    .all<{ id: string }>()
  return results.map(({ id }) => id.slice(guild.length))
}

/** Returns the counts of a guild's night steps whose names start with `step`. */
async function counts(guild: string, step: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    "SELECT counts FROM run_steps WHERE guild_id = ? AND step LIKE ? ORDER BY finished_at, step",
  )
    .bind(guild, `${step}%`)
    .all<{ counts: string }>()
  return results.map((row) => JSON.parse(row.counts))
}

/** Returns the first time from `from` on at which the guild's night is a full sweep. */
function sweepOf(guild: string, from = NOON): number {
  for (let at = from; ; at += DAY)
    if (isSweep({ guildId: guild, day: new Date(at).toISOString().slice(0, 10) })) return at
}

function gate(guild: string, rule: Record<string, unknown>): Promise<unknown> {
  return ok("PUT", `/v1/guilds/${guild}/policy`, { gate: rule })
}

const MANY: Seed[] = [
  { id: "a", importance: "high", said: 1 },
  { id: "b", importance: "low", said: 9 },
  { id: "c", importance: "low", said: 2 },
  { id: "d", said: 3 },
  { id: "e", said: 4 },
  { id: "f", expires: null, importance: "low", said: 0 },
  { id: "g", subject: ["user", "12"], importance: "low", said: 0 },
]

test("a lowered cap removes the least important, then the oldest facts; permanent facts and other people's stay", async () => {
  await seeded("34001", MANY)
  await night("34001", { at: START })
  expect(await left("34001")).toHaveLength(7)
  expect(await counts("34001", "caps")).toEqual([])
  await gate("34001", { max_expiring_per_person: 2 })
  await night("34001", { at: START + DAY })
  expect(await left("34001")).toEqual(["a", "e", "f", "g"])
  expect(await counts("34001", "caps")).toEqual([{ gone: 3 }])
  expect(await faultsOfDatabase()).toEqual([])
})

test("a subject over its total cap loses expiring facts and keeps all permanent ones", async () => {
  const permanent = ["v", "w", "x", "y"].map((id) => ({ id, expires: null }))
  await seeded("34002", [
    ...permanent,
    ...MANY.map((seed): Seed => ({ ...seed, subject: ["channel", "100"] })),
  ])
  await gate("34002", { max_memories_per_subject: 3, max_expiring_per_person: 0 })
  await night("34002", { at: START })
  expect(await left("34002")).toEqual(["a", "e", "f", "v", "w", "x", "y"])
  expect(await faultsOfDatabase()).toEqual([])
})

test.each([
  ["34003", { mode: "shadow" }, {}],
  ["34004", { mode: "manual" }, {}],
  ["34005", {}, { read_only: true }],
])(
  "in guild %s caps delete nothing if the gate is %j and the settings are %j",
  async (guild, rule, settings) => {
    await seeded(guild, MANY)
    await gate(guild, { max_expiring_per_person: 0, ...rule })
    await ok("PUT", `/v1/guilds/${guild}/settings`, settings)
    await night(guild, { at: START })
    expect(await left(guild)).toHaveLength(7)
  },
)

test("caps of many subjects take several steps, and repeating a step changes nothing", async () => {
  const people = Array.from({ length: 45 }, (_, n) =>
    [1, 2].map((m) => ({ id: `${n}-${m}`, subject: ["user", `${1_000 + n}`] }) as Seed),
  )
  await seeded("34006", people.flat())
  await gate("34006", { max_expiring_per_person: 1 })
  const twice = new Set<string>()
  const steps = stage((name) => {
    if (twice.has(name)) return null
    twice.add(name)
    return "after"
  })
  await night("34006", { at: START, steps })
  expect(await left("34006")).toHaveLength(45)
  expect(steps.done).toContain("caps 2")
})

test("a channel with a lost alarm drops its old messages at night and gets an alarm again", async () => {
  const channel = channelOf("34011", "100")
  await live("34011", channel, [line(1, "I love hiking", 0)])
  await pass(channel, START + DAY)
  await channel.append({
    guildId: "34011",
    channelId: "100",
    info: null,
    messages: [line(2, "I love sailing", 24 * 60)],
  })
  await pass(channel, START + 2 * DAY)
  const kept = async () => (await channel.messagesOf("11", { after: null, limit: 10 })).map(({ id }) => id)
  expect(await kept()).toEqual(["1", "2"])
  await runInDurableObject(channel, (_, state) => state.storage.deleteAlarm())
  expect(await alarmOf(channel)).toBeNull()
  setClock(START + 7.5 * DAY)
  await night("34011", { at: START + 7.5 * DAY })
  expect(await kept()).toEqual(["2"])
  expect(await counts("34011", "channels")).toEqual([{ channels: 1, messages: 1, failed: 0 }])
  await pass(channel, START + 9 * DAY)
  expect(await kept()).toEqual([])
})

test("an unreachable channel is counted, and delays no other channel and not the night", async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  for (const channel of ["100", "101", "102"])
    await hear("34012", channel, talk(Number(channel), NOON, [["11", "Ada", "I love hiking"]]))
  const reached: string[] = []
  const tidyChannel = async (id: string) => {
    if (id === "101") throw new Error("out of reach")
    reached.push(id)
    return 2
  }
  const { done } = await night("34012", { at: Date.now(), tools: { tidyChannel } })
  expect(reached).toEqual(["100", "102"])
  expect(await counts("34012", "channels")).toEqual([{ channels: 3, messages: 4, failed: 1 }])
  expect(done).toContain("close")
})

test("channels silent for two months are cleaned once a week, all others every night", async () => {
  await hear("34013", "100", talk(1, NOON, [["11", "Ada", "I love hiking"]]))
  await env.DB.prepare("UPDATE channels SET updated_at = ? WHERE guild_id = '34013'").bind(NOON).run()
  const seen: number[] = []
  const tidyChannel = async () => seen.push(0)
  await night("34013", { at: NOON + 59 * DAY, tools: { tidyChannel } })
  expect(seen).toHaveLength(1)
  for (let day = 100; day < 107; day++) await night("34013", { at: NOON + day * DAY, tools: { tidyChannel } })
  expect(seen).toHaveLength(2)
})

test("a sound database has no orphaned rows", async () => {
  await hear(
    "34021",
    "100",
    talk(1, NOON, [
      ["11", "Ada", "I love hiking"],
      ["12", "Bo", "I play chess"],
    ]),
  )
  const before = await left("34021")
  await night("34021", { at: sweepOf("34021") })
  expect(await counts("34021", "orphans")).toEqual([])
  expect(await left("34021")).toEqual(before)
  expect(await faultsOfDatabase()).toEqual([])
})

test("orphaned rows are found and deleted within a week, and no others", async () => {
  for (const guild of ["34022", "34023"])
    await hear(
      guild,
      "100",
      talk(1, NOON, [
        ["11", "Ada", "I love hiking"],
        ["12", "Bo", "I play chess"],
      ]),
    )
  const run = (sql: string) => env.DB.prepare(sql).run()
  const words = indexTerms("34022", "sourdough")
  await run("DELETE FROM memories WHERE guild_id = '34022' AND fact LIKE '%hiking%'")
  await env.DB.prepare("INSERT INTO note_terms (rowid, terms) VALUES (987654, ?)").bind(words).run()
  await run("INSERT INTO note_people VALUES ('34022', '11', 5, 987654, '100')")
  await run("INSERT INTO note_sources VALUES ('34022', 'n_gone', 'n_w', '100')")
  await run("INSERT INTO run_drafts VALUES ('34022', 'before', 'x', '{}', '[]', 0)")
  await run("UPDATE members SET left_at = 5 WHERE guild_id = '34022' AND id = '12'")
  for (const id of ["11", "12"])
    await run(`INSERT INTO digests VALUES ('34022', '${id}', 'day', 'a', 'x', 'y', ${NOON})`)
  await night("34022", { at: sweepOf("34022") })
  expect(await counts("34022", "orphans")).toEqual([
    { drafts: 1, digests: 1, evidence: 1, parts: 1, sources: 1, memory_words: 1, note_words: 1 },
  ])
  expect(await faultsOfDatabase()).toEqual([])
  expect(await left("34023")).toHaveLength(2)
})

test("a vector without a row is found in the guild's own index within a week and removed", async () => {
  setClock(START)
  const model = embedder()
  const index = indexOf("34024")
  await equipIndex(index, { model })
  await hear("34024", "100", talk(1, START - 3_600_000, [["11", "Ada", "I love hiking"]]))
  await index.wake("34024")
  await pass(index, START + 60_000)
  await index.put([{ kind: "memory", seq: 7_654_321, vector: new Float32Array(64).fill(1) }], MODEL)
  expect(await ownKeys(index)).not.toEqual(await wantedKeys("34024"))
  const at = sweepOf("34024", START)
  await night("34024", { at, tools: { heldVectors: toolsFor("34024").heldVectors } })
  expect(await counts("34024", "memory vectors")).toEqual([{ vectors: 1 }])
  await index.wake("34024")
  await pass(index, at + 60_000)
  expect(await ownKeys(index)).toEqual(await wantedKeys("34024"))
})

/** Inserts two facts about the guild, each said in its own channel. */
async function saidTwice(guild: string, audience: string): Promise<void> {
  for (const [channel, told] of [
    ["100", "everyone"],
    ["101", audience],
  ] as const)
    await hear(guild, channel, talk(Number(channel), NOON, [["11", "Ada", "Hello there, good day"]]), {
      name: channel,
      audience: told,
    })
  const facts = {
    100: "The book club meets at the old library on Tuesdays",
    101: "The book club meets at the old public library on Tuesdays",
  }
  const statements = Object.entries(facts).flatMap(([channel, fact]) => {
    const id = `${guild}f${channel}`
    const rows = rowsOf(guild, { id: `f${channel}`, subject: ["guild", guild], expires: null })
    return [
      ...rows,
      env.DB.prepare("UPDATE memories SET fact = ?, last_said_at = ? WHERE id = ?").bind(fact, NOON, id),
      env.DB.prepare("UPDATE evidence SET channel_id = ?, fact = ?, certainty = 1 WHERE memory_id = ?").bind(
        channel,
        fact,
        id,
      ),
    ]
  })
  await env.DB.batch(statements)
  await env.DB.prepare("UPDATE evidence SET ref = channel_id WHERE guild_id = ? AND memory_id LIKE ?")
    .bind(guild, `${guild}f%`)
    .run()
}

async function merges(guild: string) {
  const { results } = await env.DB.prepare(
    "SELECT fact, status, evidence_count, merged FROM memories WHERE guild_id = ? AND scope = 'guild' ORDER BY status",
  )
    .bind(guild)
    .all()
  return results
}

test("a duplicate fact about the guild is merged at night under one wording with all its statements", async () => {
  await saidTwice("34031", "everyone")
  await night("34031", { at: NOON + DAY })
  expect(await merges("34031")).toMatchObject([
    {
      fact: "The book club meets at the old public library on Tuesdays",
      status: "active",
      evidence_count: 2,
    },
    { status: "superseded", merged: 1 },
  ])
  expect(await counts("34031", "compact")).toEqual([{ merged: 1, refused: 0 }])
  expect(await faultsOfDatabase()).toEqual([])
})

test.each([
  ["they have different readers", "34032", "restricted", {}, {}],
  ["people approve what is written", "34033", "everyone", { mode: "manual" }, {}],
  ["memory is paused", "34034", "everyone", {}, { read_only: true }],
  ["nights are off", "34035", "everyone", {}, { night: { enabled: false } }],
])("duplicate facts stay separate if %s", async (_, guild, audience, rule, settings) => {
  await saidTwice(guild, audience)
  await gate(guild, rule)
  await ok("PUT", `/v1/guilds/${guild}/settings`, settings)
  await night(guild, { at: NOON + DAY })
  expect(await merges(guild)).toMatchObject([{ status: "active" }, { status: "active" }])
})
