/**
 * The review list over HTTP shows what waits, with both sides and their sources; each item is decided once
 * and stays decided.
 */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, tell } from "./guild-structure.ts"
import { call, hear, type MemoryBody, memories, ok, type RecallBody, talk } from "./http.ts"
import { as, newKey } from "./key-holder.ts"
import { guildRows } from "./snapshot.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const HOUR = 3_600_000

interface Side extends MemoryBody {
  version: number
  evidence: {
    author_id: string
    channel_id: string | null
    excerpt: string
    url: string | null
    said_at: string
    method: string
    source: string
  }[]
}
interface Matter {
  id: string
  kind: string
  memory: Side
  other: Side | null
}
interface Waiting {
  items: Matter[]
  next: string | null
}

/** A window in which Ada (11) and Bo (12) say a line each, with a claim from one of them. */
async function learn(
  guild: string,
  window: number,
  line: 1 | 2,
  fact: string,
  channel = "100",
): Promise<void> {
  await bindModel(channelOf(guild, channel), (prompt) => [
    claim(/(P\d)\b.*Ada/.exec(prompt)?.[1] ?? "P1", fact, { lines: [line] }),
  ])
  const words = (nth: number) => (nth === line ? fact : "hm")
  await hear(
    guild,
    channel,
    talk(1_000 * window, NOON + window * HOUR, [
      ["11", "Ada", words(1)],
      ["12", "Bo", words(2)],
    ]),
  )
}

/** Bo contradicts what Ada said about herself. */
async function contradiction(guild: string): Promise<Matter> {
  await learn(guild, 1, 1, "Ada is an introvert")
  await learn(guild, 2, 2, "Ada is an extrovert")
  const [matter] = (await waiting(guild)).items
  if (!matter) throw new Error("nothing waits")
  return matter
}

function waiting(guild: string, query = ""): Promise<Waiting> {
  return ok<Waiting>("GET", `/v1/guilds/${guild}/review${query}`)
}

const decide = (guild: string, id: string, decision: string, version?: number) =>
  call<{ type: string }>("POST", `/v1/guilds/${guild}/review/${id}`, {
    decision,
    ...(version === undefined ? {} : { version }),
  })

async function standing(guild: string): Promise<string[]> {
  const all = await memories(guild)
  return all.map(({ fact, contradicts }) => (contradicts === null ? fact : `${fact}?`)).sort()
}

test("contradicting statements of two people are one item, with who said each, where, when and how it was extracted", async () => {
  const { id, kind, memory, other } = await contradiction("7801")
  expect(kind).toBe("contradiction")
  expect([memory.id, other?.id]).toContain(id)
  const sides = [memory, other].sort((a, b) => ((a?.fact ?? "") < (b?.fact ?? "") ? -1 : 1))
  expect(sides).toMatchObject([
    {
      fact: "Ada is an extrovert",
      confidence: 0.4,
      reported_by: ["12"],
      evidence: [
        {
          author_id: "12",
          channel_id: "100",
          excerpt: "Ada is an extrovert",
          method: "model",
          source: "passive",
        },
      ],
    },
    {
      fact: "Ada is an introvert",
      confidence: 0.4,
      reported_by: [],
      evidence: [
        {
          author_id: "11",
          said_at: new Date(NOON + HOUR).toISOString(),
          url: expect.stringContaining("/100/1000"),
        },
      ],
    },
  ])
})

test("a person's own statement is recalled while others contradict it, and theirs is not", async () => {
  await contradiction("7802")
  const { items } = await ok<RecallBody>("POST", "/v1/guilds/7802/recall", {
    query: "is Ada an introvert or an extrovert?",
  })
  expect(items.filter(({ kind }) => kind === "memory").map(({ text }) => text)).toEqual([
    "Ada is an introvert",
  ])
})

test.each([
  ["7803", "keep"],
  ["7804", "approve"],
  ["7805", "other"],
  ["7806", "reject"],
] as const)("in guild %s, %s leaves one side active and the other in history", async (guild, decision) => {
  const { id, memory, other } = await contradiction(guild)
  const kept = decision === "keep" || decision === "approve" ? memory : other
  expect((await decide(guild, id, decision, memory.version)).status).toBe(204)
  expect(await standing(guild)).toEqual([kept?.fact])
  expect(await waiting(guild)).toEqual({ items: [], next: null })
})

test("both facts are kept if somebody decides so, and repeating either raises no doubt again", async () => {
  const guild = "7807"
  const { id } = await contradiction(guild)
  expect((await decide(guild, id, "both")).status).toBe(204)
  const both = ["Ada is an extrovert", "Ada is an introvert"]
  expect(await standing(guild)).toEqual(both)
  expect((await memories(guild)).map(({ confidence }) => confidence)).toEqual([0.8, 0.8])
  await learn(guild, 3, 2, "Ada is an extrovert")
  await learn(guild, 4, 1, "Ada is an introvert")
  expect(await standing(guild)).toEqual(both)
  expect((await waiting(guild)).items).toEqual([])
})

test("a decision to keep both applies to their wording: a reworded fact is asked about again, and a deleted one leaves no trace", async () => {
  const guild = "7808"
  const { id, other } = await contradiction(guild)
  await decide(guild, id, "both")
  const held = async () =>
    (await env.DB.prepare("SELECT count(*) AS pairs FROM both_hold WHERE guild_id = ?").bind(guild).first())
      ?.pairs
  expect(await held()).toBe(1)
  await ok("PATCH", `/v1/guilds/${guild}/memories/${other?.id}`, { importance: "high" })
  expect(await held()).toBe(1)
  await ok("PATCH", `/v1/guilds/${guild}/memories/${other?.id}`, { fact: "Ada is a total extrovert" })
  expect(await held()).toBe(0)
  await env.DB.prepare("INSERT INTO both_hold VALUES (?, ?, ?)")
    .bind(guild, ...[id, other?.id ?? ""].sort())
    .run()
  await ok("DELETE", `/v1/guilds/${guild}/memories/${id}`)
  expect(await held()).toBe(0)
})

test("approving one of two facts decided as both true leaves the other unchanged", async () => {
  const guild = "7809"
  const { id } = await contradiction(guild)
  await decide(guild, id, "both")
  await ok("PATCH", `/v1/guilds/${guild}/memories/${id}`, { status: "active" })
  expect(await standing(guild)).toEqual(["Ada is an extrovert", "Ada is an introvert"])
})

test("an item that is decided, changed since it was listed, or unknown cannot be decided", async () => {
  const guild = "7810"
  const { id, memory } = await contradiction(guild)
  await ok("PATCH", `/v1/guilds/${guild}/memories/${id}`, { importance: "high" })
  const before = await guildRows(guild)
  expect(await decide(guild, id, "keep", memory.version)).toMatchObject({
    status: 409,
    body: { type: "urn:keepsake:not_waiting" },
  })
  expect((await decide(guild, "m_nothing", "keep")).status).toBe(404)
  expect(await guildRows(guild)).toEqual(before)
  expect((await decide(guild, id, "keep")).status).toBe(204)
  expect((await decide(guild, id, "keep")).status).toBe(409)
})

test("a queued fact waits for approval, has no other side, and cannot be decided as both", async () => {
  const guild = "7811"
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
  await learn(guild, 1, 1, "Ada grows saffron")
  await learn(guild, 2, 1, "Ada keeps bees")
  const { items } = await waiting(guild)
  expect(items).toMatchObject([
    { kind: "approval", other: null, memory: { fact: "Ada grows saffron", status: "queued" } },
    { kind: "approval", other: null, memory: { fact: "Ada keeps bees" } },
  ])
  const [saffron, bees] = items.map(({ id }) => id)
  expect((await decide(guild, saffron ?? "", "both")).status).toBe(409)
  expect((await decide(guild, saffron ?? "", "approve")).status).toBe(204)
  expect((await decide(guild, bees ?? "", "reject")).status).toBe(204)
  expect((await memories(guild)).map(({ fact, status }) => [fact, status])).toEqual([
    ["Ada grows saffron", "active"],
  ])
  const { items: rows } = await ok<{ items: { action: string; target: string }[] }>(
    "GET",
    `/v1/guilds/${guild}/audit`,
  )
  const decided = rows.filter(({ action }) => action.startsWith("memory."))
  expect(decided.map(({ action, target }) => [action, target])).toEqual([
    ["memory.reject", bees],
    ["memory.approve", saffron],
  ])
})

test("pages follow each other, and none is skipped if earlier items are decided in between", async () => {
  const guild = "7812"
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
  for (const [nth, thing] of ["saffron", "bees", "yaks"].entries())
    await learn(guild, nth + 1, 1, `Ada keeps ${thing}`)
  const first = await waiting(guild, "?limit=2")
  expect(first.items.map(({ memory }) => memory.fact)).toEqual(["Ada keeps saffron", "Ada keeps bees"])
  const second = await waiting(guild, `?limit=2&cursor=${first.next}`)
  expect(second).toMatchObject({ items: [{ memory: { fact: "Ada keeps yaks" } }], next: null })
  for (const { id } of first.items) await decide(guild, id, "approve")
  expect(
    (await waiting(guild, `?limit=2&cursor=${first.next}`)).items.map(({ memory }) => memory.fact),
  ).toEqual(["Ada keeps yaks"])
})

test("a reader sees the items they may read, and nothing of the rest", async () => {
  const guild = "7813"
  await tell(guild, guildStructure(guild, [], { members: [member("11", [])] }))
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
  await learn(guild, 1, 1, "Ada keeps bees", GENERAL)
  await learn(guild, 2, 1, "Ada keeps yaks", MOD_ROOM)
  const open = await waiting(guild, "?viewer_id=11")
  expect(open).toMatchObject({ items: [{ memory: { fact: "Ada keeps bees" } }], next: null })
  expect(JSON.stringify(open)).not.toContain("yaks")
  const all = await waiting(guild)
  expect(all).toMatchObject({ items: [{}, { memory: { fact: "Ada keeps yaks" } }] })
  const hidden = all.items[1]?.id ?? ""
  expect(
    (await call("POST", `/v1/guilds/${guild}/review/${hidden}?viewer_id=11`, { decision: "approve" })).status,
  ).toBe(404)
})

const approvals: [string, string, (guild: string, id: string) => Promise<unknown>][] = [
  ["7871", "the review list", (guild, id) => decide(guild, id, "approve")],
  [
    "7872",
    "a correction",
    (guild, id) => ok("PATCH", `/v1/guilds/${guild}/memories/${id}`, { status: "active" }),
  ],
]

test.each(approvals)(
  "guild %s: what is approved in a closed room, by %s, replaces nothing that more people know",
  async (guild, _by, approve) => {
    await tell(guild, guildStructure(guild))
    await learn(guild, 1, 1, "Ada lives in Oslo", GENERAL)
    await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
    await learn(guild, 2, 1, "Ada lives in Bergen", MOD_ROOM)
    const [queued] = await memories(guild, "?status=queued")
    if (!queued) throw new Error("nothing is queued")
    await approve(guild, queued.id)
    const all = await memories(guild)
    expect(all.map(({ fact, status }) => `${fact}: ${status}`).sort()).toEqual([
      "Ada lives in Bergen: active",
      "Ada lives in Oslo: active",
    ])
  },
)

test("a key that may write decides on nothing that waits for approval", async () => {
  const guild = "7873"
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
  await learn(guild, 1, 1, "Ada plays chess")
  const [queued] = await memories(guild, "?status=queued")
  const path = `/v1/guilds/${guild}/memories/${queued?.id}`
  const asOne = "?channel_id=100"
  const { token } = await newKey(guild, { scope: "write" })
  for (const status of ["active", "superseded"])
    expect(await as(token, "PATCH", `${path}${asOne}`, { status })).toMatchObject({ status: 404 })
  expect(await memories(guild, "?status=queued")).toHaveLength(1)
  expect(await as(token, "PATCH", `${path}${asOne}`, { importance: "low" })).toMatchObject({ status: 404 })
  const admin = await newKey(guild, { scope: "admin" })
  expect(await as(admin.token, "PATCH", path, { status: "superseded" })).toMatchObject({ status: 200 })
  // What an admin rejected does not come back by a key that may only write.
  expect(await as(token, "PATCH", `${path}${asOne}`, { status: "active" })).toMatchObject({ status: 404 })
  expect(await as(admin.token, "PATCH", path, { status: "active" })).toMatchObject({ status: 200 })
  expect(await as(token, "PATCH", `${path}${asOne}`, { status: "superseded" })).toMatchObject({ status: 200 })
})
