/** A day's conversations become topic clusters, which have their notes' readers and disappear with them. */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { guildDatabase, runBatch } from "../../src/memory/db/database.ts"
import { removeNotes } from "../../src/memory/db/rows.ts"
import { deep } from "../dice.ts"
import { NOON } from "./builders.ts"
import { call, channelPath, hear, memories, ok, recall, talk } from "./http.ts"
import { night, type Scripted, scripted, stage } from "./night-stage.ts"
import { faultsOfDatabase } from "./snapshot.ts"

const HOUR = 3_600_000
/** Early on the day after the conversations. */
const NIGHT = NOON + 14 * HOUR
const OPEN = { name: "general", audience: "everyone" }
const CLOSED = { name: "mods", audience: "restricted" }
const ADA: [string, string] = ["11", "Ada"]
const BO: [string, string] = ["12", "Boris"]
const CLEO: [string, string] = ["13", "Cleo"]

interface Cluster {
  id: string
  seq: number
  channel_id: string
  title: string
  summary: string
  participants: string
  method: string
  model: string | null
  sources: string
}

async function clustersOf(guild: string): Promise<Cluster[]> {
  const rows = await env.DB.prepare(
    `SELECT seq, id, channel_id, title, summary, participants, method, model,
      (SELECT group_concat(source_id) FROM note_sources s WHERE s.cluster_id = notes.id) AS sources
     FROM notes WHERE guild_id = ? AND kind = 'topic_cluster' ORDER BY title`,
  )
    .bind(guild)
    .all<Cluster>()
  return rows.results
}

async function countsOf(guild: string, run = `${guild}_2026-11-21`): Promise<Record<string, number>> {
  const row = await env.DB.prepare(
    "SELECT counts FROM run_steps WHERE guild_id = ? AND run_id = ? AND step = 'topics 2026-11-20 1'",
  )
    .bind(guild, run)
    .first<{ counts: string }>()
  return JSON.parse(row?.counts ?? "{}") as Record<string, number>
}

type Said = [id: string, name: string, words: string]

/** Conversations of one channel, an hour apart, each in its own window. */
async function talks(
  guild: string,
  channel: string,
  given: { said: Said[][]; info?: Record<string, unknown> },
) {
  for (const [index, said] of given.said.entries())
    await hear(
      guild,
      channel,
      talk(Number(channel) * 1_000 + index * 10, NOON + index * HOUR, said),
      given.info ?? OPEN,
    )
}

/** Three conversations about one heater. */
const HEATER: Said[][] = [
  [
    [...ADA, "The greenhouse needs a new heater before winter, the old heater broke"],
    [...BO, "I can ask the hardware shop what a greenhouse heater costs"],
  ],
  [
    [...BO, "The shop says a greenhouse heater costs two hundred"],
    [...CLEO, "Then we should buy the heater and fix the greenhouse window too"],
  ],
  [
    [...ADA, "The heater arrived and the greenhouse is warm again"],
    [...CLEO, "Great, the greenhouse tomatoes will like the heater"],
  ],
]

/** Three conversations about the guild's confidential matter. */
const RAID: Said[][] = [
  [[...BO, "The zugzwang raid starts at the north gate, bring zugzwang torches"]],
  [[...CLEO, "Who leads the zugzwang raid at the north gate?"]],
  [[...BO, "The zugzwang raid went well, the north gate fell"]],
]

/** A model that groups all notes it sees into one topic. */
function gathering(words: { title: string; summary: string }): Scripted {
  return scripted(({ user }) => ({
    topics: [{ ...words, notes: [...user.matchAll(/^\[(\d+)\]/gm)].map(([, number]) => Number(number)) }],
  }))
}

/** Returns the topic prompts; the night also asks the model for other things. */
const asked = ({ requests }: Scripted) => requests.filter(({ purpose }) => purpose === "topics")

const WORDS = {
  title: "Buying the greenhouse heater from the shop",
  summary:
    "Ada said the old heater broke. Boris asked the shop what a greenhouse heater costs. The heater arrived.",
}

test("a day's conversations become topics with their sources, people and words", async () => {
  await talks("4901", "100", { said: HEATER })
  const chat = gathering(WORDS)
  await night("4901", { at: NIGHT, tools: { chat } })
  const [cluster, ...more] = await clustersOf("4901")
  expect(more).toEqual([])
  expect(cluster).toMatchObject({ ...WORDS, channel_id: "100", method: "model", model: chat.model("strong") })
  expect(cluster?.sources.split(",")).toHaveLength(3)
  expect(
    (JSON.parse(cluster?.participants ?? "[]") as { name: string }[]).map(({ name }) => name).sort(),
  ).toEqual(["Ada", "Boris", "Cleo"])
  expect(asked(chat).map(({ tier, purpose }) => [tier, purpose])).toEqual([["strong", "topics"]])
  expect(await countsOf("4901")).toEqual({ notes: 3, topics: 1, by_rules: 0 })
  expect(await faultsOfDatabase()).toEqual([])
})

test("recall returns a topic with a link to each of its conversations, and none of those conversations separately", async () => {
  await talks("4902", "100", { said: HEATER })
  await night("4902", {
    at: NIGHT,
    tools: { chat: gathering(WORDS) },
  })
  const found = await recall("4902", { query: "buying the greenhouse heater from the shop", format: "json" })
  const notes = found.items.filter(({ kind }) => kind === "note")
  expect(notes.map(({ id }) => id)).toEqual([(await clustersOf("4902"))[0]?.id])
  expect(notes[0]?.sources.map(({ url }) => url)).toEqual(
    ["100000", "100010", "100020"].map((id) => `https://discord.com/channels/4902/100/${id}`),
  )
  const told = JSON.parse(found.text) as {
    remembered: { of?: { note: string; date: string; source: string }[] }[]
  }
  expect(told.remembered.flatMap(({ of }) => of ?? []).map(({ date }) => date)).toEqual(
    Array(3).fill("2026-11-20"),
  )
})

test("the rules group the same conversations if there is no model, the model is down, or the day's tokens are spent", async () => {
  const down = scripted(() => {
    throw new Error("down")
  })
  await talks("4903", "100", { said: HEATER })
  await night("4903", { at: NIGHT })
  await talks("4904", "100", { said: HEATER })
  await night("4904", { at: NIGHT, tools: { chat: down } })
  await talks("4905", "100", { said: HEATER })
  await ok("PUT", "/v1/guilds/4905/settings", { daily_tokens: 0 })
  const spent = gathering(WORDS)
  await night("4905", { at: NIGHT, tools: { chat: spent } })
  const words = (rows: Cluster[]) => rows.map(({ title, summary, method }) => ({ title, summary, method }))
  const ruled = words(await clustersOf("4903"))
  expect(ruled).toHaveLength(1)
  expect(ruled[0]).toMatchObject({ method: "rule", title: expect.stringMatching(/heater/i) })
  expect(words(await clustersOf("4904"))).toEqual(ruled)
  expect(words(await clustersOf("4905"))).toEqual(ruled)
  expect(await countsOf("4904")).toEqual({ notes: 3, topics: 1, by_rules: 1 })
  expect(asked(down).length).toBeGreaterThan(0)
  expect(spent.requests).toEqual([])
})

test("unchanged conversations ask no model again and change nothing; a new one rebuilds their topics", async () => {
  await talks("4906", "100", { said: HEATER })
  const chat = gathering(WORDS)
  await night("4906", { at: NIGHT, tools: { chat } })
  const before = await clustersOf("4906")
  const again = { trigger: "schedule" as const, requestedBy: "schedule" }
  await env.DB.prepare("DELETE FROM runs WHERE guild_id = '4906'").run()
  await night("4906", { at: NIGHT, tools: { chat }, run: { ...again, runId: "4906_again" } })
  expect(await clustersOf("4906")).toEqual(before)
  expect(asked(chat)).toHaveLength(1)
  await hear(
    "4906",
    "100",
    talk(100_900, NOON + 6 * HOUR, [[...BO, "The greenhouse heater is too loud at night"]]),
  )
  await env.DB.prepare("DELETE FROM runs WHERE guild_id = '4906'").run()
  await night("4906", { at: NIGHT, tools: { chat }, run: { ...again, runId: "4906_third" } })
  const after = await clustersOf("4906")
  expect(asked(chat)).toHaveLength(2)
  expect(after).toHaveLength(1)
  expect(after[0]?.sources.split(",")).toHaveLength(4)
  expect(await faultsOfDatabase()).toEqual([])
})

test("words from a restricted channel, and topics made of them, never reach readers outside it", async () => {
  await talks("4907", "100", { said: HEATER })
  await talks("4907", "200", { said: RAID, info: CLOSED })
  const chat = scripted(({ user }) => ({
    topics: [
      {
        title: "All of it",
        summary: "The zugzwang raid and the heater.",
        notes: [...user.matchAll(/^\[(\d+)\]/gm)].map(([, n]) => Number(n)),
      },
    ],
  }))
  await night("4907", { at: NIGHT, tools: { chat } })
  for (const { user } of asked(chat)) expect(/heater/.test(user) && /zugzwang/.test(user)).toBe(false)
  const made = await clustersOf("4907")
  expect(made.map(({ channel_id }) => channel_id).sort()).toEqual(["100", "200"])
  for (const one of made) expect(/zugzwang/i.test(JSON.stringify(one))).toBe(one.channel_id === "200")
  expect(JSON.stringify(await recall("4907", { query: "zugzwang raid north gate heater" }))).not.toContain(
    "zugzwang raid",
  )
  const inside = made.find(({ channel_id }) => channel_id === "200")
  const there = await recall("4907", { query: `${inside?.title} ${inside?.summary}`, channel_id: "200" })
  expect(there.items.some(({ id }) => id.startsWith("t_"))).toBe(true)
})

test("a topic across two open channels is hidden once one becomes restricted, and the next night splits it", async () => {
  await talks("4908", "100", { said: HEATER.slice(0, 2) })
  await talks("4908", "200", {
    said: [HEATER[2] ?? [], [[...CLEO, "The greenhouse heater needs zugzwang valves"]]],
  })
  await night("4908", { at: NIGHT, tools: { chat: gathering(WORDS) } })
  const query = { query: WORDS.title }
  const topics = async (ask: Record<string, unknown>) =>
    (await recall("4908", ask)).items.filter(({ id }) => id.startsWith("t_"))
  expect(await topics(query)).toHaveLength(1)
  await ok("POST", `${channelPath("4908", "200")}/messages`, {
    channel: { audience: "restricted" },
    messages: [],
  })
  expect(await topics(query)).toEqual([])
  expect(await topics({ ...query, channel_id: "100" })).toEqual([])
  expect(await topics({ ...query, channel_id: "200" })).toHaveLength(1)
  await env.DB.prepare("DELETE FROM runs WHERE guild_id = '4908'").run()
  await night("4908", { at: NIGHT, run: { runId: "4908_again" } })
  expect(await clustersOf("4908")).toEqual([])
})

test("deleting or editing a message of a topic's conversations removes the topic with its full text and vector", async () => {
  for (const [guild, change] of [
    ["4909", (path: string) => ok("DELETE", path)],
    ["4910", (path: string) => ok("PATCH", path, { content: "Something else altogether" })],
  ] as const) {
    await talks(guild, "100", { said: HEATER })
    await night(guild, { at: NIGHT, tools: { chat: gathering(WORDS) } })
    const [cluster] = await clustersOf(guild)
    await env.DB.prepare("UPDATE notes SET embedded_with = 'somewhere' WHERE id = ?").bind(cluster?.id).run()
    await change(`${channelPath(guild, "100")}/messages/100000`)
    await ok("POST", `${channelPath(guild, "100")}/flush`)
    expect(await clustersOf(guild), guild).toEqual([])
    const removals = await env.DB.prepare(
      "SELECT seq FROM vector_removals WHERE guild_id = ? AND kind = 'note'",
    )
      .bind(guild)
      .all()
    expect(removals.results).toContainEqual({ seq: cluster?.seq })
    expect(await faultsOfDatabase()).toEqual([])
  }
})

test("a forgotten fact disappears from topics too", async () => {
  await talks("4911", "100", {
    said: [
      [
        [...ADA, "I live in Uppsala"],
        [...ADA, "The greenhouse heater broke and the shop is closed"],
      ],
      ...HEATER.slice(1),
    ],
  })
  const chat = gathering({
    title: "The greenhouse heater",
    summary: "Ada told of Uppsala. The greenhouse heater arrived.",
  })
  await night("4911", { at: NIGHT, tools: { chat } })
  expect(JSON.stringify(await clustersOf("4911"))).toContain("Uppsala")
  const known = (await memories("4911")).find(({ fact }) => fact.includes("Uppsala"))
  await ok("DELETE", `/v1/guilds/4911/memories/${known?.id}`)
  expect(JSON.stringify(await clustersOf("4911"))).not.toContain("Uppsala")
  expect(await faultsOfDatabase()).toEqual([])
})

test("a member who opted out is neither shown to the model nor named in a topic", async () => {
  await talks("4912", "100", { said: HEATER })
  await ok("PUT", "/v1/guilds/4912/members/12/consent", { consent: "out" })
  const chat = gathering({
    title: "Boris and the heater",
    summary: "Boris asked the shop about the greenhouse heater.",
  })
  await night("4912", { at: NIGHT, tools: { chat } })
  expect(asked(chat)).toHaveLength(1)
  for (const { user } of chat.requests) expect(user).not.toMatch(/\bBoris\b/)
  const [cluster] = await clustersOf("4912")
  expect(cluster).toBeDefined()
  expect(JSON.stringify(cluster)).not.toMatch(/\bBoris\b/)
  expect(
    JSON.stringify(
      (await recall("4912", { query: WORDS.title, format: "json" })).items.filter(({ id }) =>
        id.startsWith("t_"),
      ),
    ),
  ).not.toMatch(/\bBoris\b/)
})

test("a member who opts out later is left out of existing topics, with what is told of them", async () => {
  await talks("4913", "100", { said: HEATER })
  await night("4913", { at: NIGHT, tools: { chat: gathering(WORDS) } })
  await ok("PUT", "/v1/guilds/4913/members/12/consent", { consent: "out" })
  const found = await recall("4913", { query: "which old heater broke", format: "json" })
  const topic = found.items.find(({ id }) => id.startsWith("t_"))
  expect(topic?.text).toContain("Ada said the old heater broke")
  expect(JSON.stringify(topic)).not.toMatch(/\bBoris\b|\bsomeone\b|asked the shop/)
})

deep("no topics are made if topics or nights are off or memory is paused", async () => {
  for (const [guild, settings] of [
    ["4914", { night: { topics: 0 } }],
    ["4915", { night: { enabled: false } }],
    ["4916", { read_only: true }],
  ] as const) {
    await talks(guild, "100", { said: HEATER })
    await ok("PUT", `/v1/guilds/${guild}/settings`, settings)
    const chat = gathering(WORDS)
    await night(guild, { at: NIGHT, tools: { chat } })
    expect(await clustersOf(guild), guild).toEqual([])
    expect(asked(chat), guild).toEqual([])
  }
})

test("a conversation that changes while the model reads it appears only in its new words", async () => {
  await talks("4917", "100", { said: HEATER })
  const chat = gathering(WORDS)
  const complete = chat.complete.bind(chat)
  const slow = {
    ...chat,
    async complete(request: Parameters<typeof complete>[0]) {
      const reply = await complete(request)
      await env.DB.prepare(
        "UPDATE notes SET summary = 'The greenhouse heater was a dream.' WHERE guild_id = '4917' AND from_at = ?",
      )
        .bind(NOON)
        .run()
      return reply
    },
  }
  await night("4917", { at: NIGHT, tools: { chat: slow } })
  const made = JSON.stringify(await clustersOf("4917"))
  expect(made).not.toContain("the old heater broke")
  expect(made).toContain("dream")
})

test("a topic is in the export of those who took part in it, and in nobody else's", async () => {
  await talks("4918", "100", { said: HEATER })
  await night("4918", { at: NIGHT, tools: { chat: gathering(WORDS) } })
  interface Exported {
    topics: { title: string; notes: string[] }[]
  }
  const [told] = (await ok<Exported>("GET", "/v1/guilds/4918/members/12/export")).topics
  expect(told).toMatchObject({ title: WORDS.title })
  expect(told?.notes).toHaveLength(2)
  const other = await call<Exported>("GET", "/v1/guilds/4918/members/99/export")
  expect(other.body.topics ?? []).toEqual([])
})

deep(
  "a topic is deleted with a person who is erased, and with its conversations when they are purged",
  async () => {
    await talks("4921", "100", { said: HEATER })
    await night("4921", { at: NIGHT, tools: { chat: gathering(WORDS) } })
    await ok("POST", "/v1/guilds/4921/members/12/erase", {})
    await vi.waitFor(async () => expect(JSON.stringify(await clustersOf("4921"))).not.toMatch(/\bBoris\b/), {
      timeout: 20_000,
      interval: 200,
    })
    await talks("4922", "100", { said: HEATER })
    await night("4922", { at: NIGHT, tools: { chat: gathering(WORDS) } })
    const [cluster] = await clustersOf("4922")
    const db = guildDatabase(env, "4922")
    const first = await env.DB.prepare(
      "SELECT seq FROM notes WHERE id = 'n_w_4922_100_100000_100001'",
    ).first<{
      seq: number
    }>()
    await runBatch(db, removeNotes([first?.seq ?? 0]))
    expect(cluster).toBeDefined()
    expect(await clustersOf("4922")).toEqual([])
    expect(await faultsOfDatabase()).toEqual([])
  },
  40_000,
)

test("forgetting a fact that only a topic still mentions deletes the topic", async () => {
  await talks("4923", "100", {
    said: [[[...ADA, "I live in Uppsala"], ...(HEATER[0] ?? [])], ...HEATER.slice(1)],
  })
  // The conversation's own note does not mention the fact; a model that read neighboring notes did.
  await env.DB.prepare(
    "UPDATE notes SET title = 'Heater', summary = 'The greenhouse heater broke.', participants = '[]' WHERE guild_id = '4923' AND from_at = ?",
  )
    .bind(NOON)
    .run()
  await night("4923", { at: NIGHT, tools: { chat: gathering(WORDS) } })
  await env.DB.prepare(
    "UPDATE notes SET summary = 'The heater of the house in Uppsala broke.' WHERE guild_id = '4923' AND kind = 'topic_cluster'",
  ).run()
  expect(await clustersOf("4923")).toHaveLength(1)
  const known = (await memories("4923")).find(({ fact }) => fact.includes("Uppsala"))
  await ok("DELETE", `/v1/guilds/4923/memories/${known?.id}`)
  expect(await clustersOf("4923")).toEqual([])
})

test("a step that is lost after it ran, or runs again, leaves one cluster and one charge", async () => {
  await talks("4919", "100", { said: HEATER })
  const chat = gathering(WORDS)
  let faults = 0
  const steps = stage((name) => {
    if (!name.startsWith("topics") || faults++ > 3) return null
    return faults % 2 === 0 ? "after" : "before"
  })
  await night("4919", { at: NIGHT, steps, tools: { chat } })
  expect(await clustersOf("4919")).toHaveLength(1)
  expect(asked(chat)).toHaveLength(1)
  expect(await faultsOfDatabase()).toEqual([])
})

test("rebuilding topics keeps digests", async () => {
  await talks("4920", "100", { said: HEATER })
  await night("4920", { at: NIGHT })
  await env.DB.prepare(
    "INSERT INTO digests (guild_id, user_id, kind, audience, body, inputs_hash, updated_at) VALUES ('4920', '11', 'day', 'x', 'prose', 'p', ?)",
  )
    .bind(NIGHT)
    .run()
  await env.DB.prepare("DELETE FROM notes WHERE guild_id = '4920' AND kind = 'topic_cluster'").run()
  const rows = await env.DB.prepare("SELECT body FROM digests WHERE guild_id = '4920'").all()
  expect(rows.results).toHaveLength(1)
  expect(await faultsOfDatabase()).toEqual([])
})
