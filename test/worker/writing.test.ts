/** Claims of a scripted model are written to the real database. */
import { runInDurableObject } from "cloudflare:test"
import { afterEach, expect, test, vi } from "vitest"
import { NOON } from "./builders.ts"
import {
  call,
  channelPath,
  type FlushBody,
  hear,
  type MemoryBody,
  memories,
  ok,
  type RecallBody,
  talk,
} from "./http.ts"
import { faultsOfDatabase, guildRows } from "./snapshot.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const HOUR = 3_600_000
type Claim = ReturnType<typeof claim>

afterEach(async () => {
  vi.useRealTimers()
  expect(await faultsOfDatabase()).toEqual([])
})

/**
 * One window: Ada (11) and Bo (12) say a line each, and a model makes these claims of it. P1 is Ada, P2 is
 * Bo.
 */
async function learn(
  guild: string,
  window: number,
  words: [string, string],
  claims: Claim[],
  channel = "100",
): Promise<FlushBody["windows"][number]["claims"] | undefined> {
  await bindModel(channelOf(guild, channel), () => claims)
  const [ada, bo] = words
  const lines = talk(1_000 * window, NOON + window * HOUR, [
    ["11", "Ada", ada],
    ["12", "Bo", bo],
  ])
  return (await hear(guild, channel, lines)).windows[0]?.claims
}

async function facts(guild: string, query = ""): Promise<string[]> {
  return (await memories(guild, query)).map((memory) => memory.fact)
}

async function recalled(guild: string, query: string): Promise<string[]> {
  const answer = await ok<RecallBody>("POST", `/v1/guilds/${guild}/recall`, { query })
  return answer.items.filter((item) => item.kind === "memory").map((item) => item.text)
}

test("a repeated fact is one memory with more evidence and higher confidence", async () => {
  await learn("7001", 1, ["I play chess", "ok"], [claim("P1", "Ada plays chess")])
  expect((await memories("7001"))[0]).toMatchObject({ confidence: 0.8, evidence_count: 1 })
  await learn("7001", 2, ["I play chess!", "ok"], [claim("P1", "Ada plays CHESS.")])
  const [memory, ...others] = await memories("7001")
  expect(others).toEqual([])
  expect(memory).toMatchObject({ fact: "Ada plays chess", confidence: 0.88, evidence_count: 2 })
  expect(memory?.sources.map((source) => source.message_id)).toEqual(["1000", "2000"])
})

test("two wordings of one fact become one memory in the more confident words", async () => {
  await learn(
    "7002",
    1,
    ["I collect old stamps of Norway", "ok"],
    [claim("P1", "Ada collects old stamps from Norway", { confidence: 0.8 })],
  )
  await learn(
    "7002",
    2,
    ["I collect old stamps of Norway", "ok"],
    [claim("P1", "Ada is collecting old stamps from Norway", { confidence: 1 })],
  )
  expect(await memories("7002")).toMatchObject([
    { fact: "Ada is collecting old stamps from Norway", evidence_count: 2 },
  ])
  expect(await recalled("7002", "collecting stamps")).toHaveLength(1)
})

test("an update replaces a fact, which stays in history, linked, and out of recall", async () => {
  await learn("7003", 1, ["I live in Oslo", "ok"], [claim("P1", "Ada lives in Oslo")])
  const [old] = await memories("7003")
  await learn(
    "7003",
    2,
    ["I live in Bergen now", "ok"],
    [claim("P1", "Ada lives in Bergen", { op: "update", memory: "M1" })],
  )
  const [now, ...others] = await memories("7003")
  expect(others).toEqual([])
  expect(now?.fact).toBe("Ada lives in Bergen")
  expect(await ok<MemoryBody>("GET", `/v1/guilds/7003/memories/${old?.id}`)).toMatchObject({
    status: "superseded",
    superseded_by: now?.id,
    sources: [{ message_id: "1000" }],
  })
  expect(await recalled("7003", "Ada lives in Oslo or Bergen?")).toEqual(["Ada lives in Bergen"])
})

test("deleting a message takes back what an update carried over from it", async () => {
  const guild = "7039"
  await learn(guild, 1, ["I work at Ikea in Oslo", "ok"], [claim("P1", "Ada works at Ikea in Oslo")])
  await learn(
    guild,
    2,
    ["I changed to the shop in Bergen", "ok"],
    [claim("P1", "Ada works at Ikea in Bergen", { op: "update", memory: "M1" })],
  )
  expect((await memories(guild)).map(({ fact }) => fact)).toEqual(["Ada works at Ikea in Bergen"])
  expect((await call("DELETE", `${channelPath(guild, "100")}/messages/1000`)).status).toBe(204)
  expect(await memories(guild)).toEqual([])
  expect(await recalled(guild, "Where does Ada work?")).toEqual([])
})

/** Bo contradicts what Ada said about herself. */
async function contradiction(guild: string): Promise<MemoryBody[]> {
  await learn(guild, 1, ["I like coffee", "ok"], [claim("P1", "Ada likes coffee")])
  await learn(guild, 2, ["hm", "Ada hates coffee"], [claim("P1", "Ada hates coffee", { lines: [2] })])
  return memories(guild, "?contradicted=true")
}

test("a contradiction is listed with both sides and their evidence, at lower confidence", async () => {
  const sides = await contradiction("7004")
  expect(sides.map((side) => side.fact).sort()).toEqual(["Ada hates coffee", "Ada likes coffee"])
  expect(sides.map((side) => side.contradicts).sort()).toEqual(sides.map((side) => side.id).sort())
  for (const side of sides) expect(side).toMatchObject({ confidence: 0.4, sources: [{ channel_id: "100" }] })
  expect(sides.find((side) => side.fact.includes("hates"))).toMatchObject({ reported_by: ["12"] })
})

test("approving one side of a contradiction moves the other to history and ends the contradiction", async () => {
  const [side, other] = await contradiction("7005")
  const approved = await ok<MemoryBody>("PATCH", `/v1/guilds/7005/memories/${side?.id}`, { status: "active" })
  expect(approved).toMatchObject({ contradicts: null, confidence: 0.8, status: "active" })
  expect(await ok("GET", `/v1/guilds/7005/memories/${other?.id}`)).toMatchObject({
    status: "superseded",
    superseded_by: side?.id,
    contradicts: null,
  })
  expect(await memories("7005", "?contradicted=true")).toEqual([])
})

test("retiring or deleting one side of a contradiction clears the other", async () => {
  for (const [guild, method, body] of [
    ["7006", "PATCH", { status: "superseded" }],
    ["7007", "DELETE", undefined],
  ] as const) {
    const [side, other] = await contradiction(guild)
    expect((await call(method, `/v1/guilds/${guild}/memories/${side?.id}`, body)).status).toBeLessThan(300)
    expect(await memories(guild), method).toMatchObject([
      { id: other?.id, contradicts: null, confidence: 0.8 },
    ])
  }
})

test("the extraction model is shown active facts and none that have expired", async () => {
  const away = claim("P1", "Ada is on holiday in Crete", { type: "episode", lifetime: "1d" })
  await learn("7028", 1, ["I am on holiday in Crete", "ok"], [away])
  const model = await bindModel(channelOf("7028", "100"), () => [])
  for (const hours of [2, 40])
    await hear(
      "7028",
      "100",
      talk(1_000 * hours, NOON + hours * HOUR, [["11", "Ada", "is Crete nice on holiday?"]]),
    )
  expect(model.prompts.map((prompt) => prompt.includes("Ada is on holiday in Crete"))).toEqual([true, false])
})

test("a guild in shadow mode sees what would be kept and recalls none of it", async () => {
  await ok("PUT", "/v1/guilds/7008/policy", { gate: { mode: "shadow" } })
  expect(await learn("7008", 1, ["I play chess", "ok"], [claim("P1", "Ada plays chess")])).toMatchObject({
    shadowed: 1,
  })
  expect(await facts("7008", "?status=shadow")).toEqual(["Ada plays chess"])
  expect(await recalled("7008", "Ada chess")).toEqual([])
})

test("a guild with manual approval recalls a fact once a person approves it", async () => {
  await ok("PUT", "/v1/guilds/7009/policy", { gate: { mode: "manual" } })
  expect(await learn("7009", 1, ["I play chess", "ok"], [claim("P1", "Ada plays chess")])).toMatchObject({
    queued: 1,
  })
  const [queued] = await memories("7009", "?status=queued")
  expect(await recalled("7009", "Ada chess")).toEqual([])
  await ok("PATCH", `/v1/guilds/7009/memories/${queued?.id}`, { status: "active" })
  expect(await recalled("7009", "Ada chess")).toEqual(["Ada plays chess"])
})

test("approving a changed fact moves the one it changes to history", async () => {
  await learn("7016", 1, ["I live in Oslo", "ok"], [claim("P1", "Ada lives in Oslo")])
  await ok("PUT", "/v1/guilds/7016/policy", { gate: { mode: "manual" } })
  await learn("7016", 2, ["I live in Bergen", "ok"], [claim("P1", "Ada lives in Bergen")])
  expect(await recalled("7016", "where does Ada live?")).toEqual(["Ada lives in Oslo"])
  const [queued] = await memories("7016", "?status=queued")
  await ok("PATCH", `/v1/guilds/7016/memories/${queued?.id}`, { status: "active" })
  expect(await recalled("7016", "where does Ada live?")).toEqual(["Ada lives in Bergen"])
  expect(await memories("7016", "?status=superseded")).toMatchObject([{ superseded_by: queued?.id }])
})

test("types that need approval wait, and unwanted types, scopes and doubtful claims are refused", async () => {
  await ok("PUT", "/v1/guilds/7010/policy", {
    gate: { approval_types: ["constraint"], allowed_types: ["profile", "constraint"], scopes: ["user"] },
  })
  const judged = await learn(
    "7010",
    1,
    ["I play chess and no nuts, movies on Friday", "ok"],
    [
      claim("P1", "Ada plays chess"),
      claim("P1", "Ada wants no nuts", { type: "constraint" }),
      claim("P1", "Ada sees movies on Friday", { type: "episode" }),
      claim("guild", "The server sees movies on Friday"),
      claim("P1", "Ada may like movies", { confidence: 0.5 }),
    ],
  )
  expect(judged).toEqual({ accepted: 1, queued: 1, shadowed: 0, rejected: 3 })
  const page = await ok<{ items: { verdicts: { reason: string }[] }[] }>("GET", "/v1/guilds/7010/windows")
  expect(page.items[0]?.verdicts.map((verdict) => verdict.reason)).toEqual([
    "fits",
    "needs_approval",
    "type_off",
    "scope_off",
    "low_confidence",
  ])
})

test("over a cap the least important, then the oldest expiring memory is deleted with its full text", async () => {
  await ok("PUT", "/v1/guilds/7011/policy", {
    gate: { max_expiring_per_person: 2, max_writes_per_window: 1 },
  })
  const passing = (fact: string, importance: "low" | "high") =>
    claim("P1", fact, { type: "episode", lifetime: "90d", importance })
  await learn("7011", 1, ["saw a heron", "ok"], [passing("Ada saw a heron", "high")])
  await learn("7011", 2, ["saw a mouse", "ok"], [passing("Ada saw a mouse", "low")])
  const judged = await learn(
    "7011",
    3,
    ["saw a whale and a tiger", "ok"],
    [passing("Ada saw a whale", "high"), passing("Ada saw a tiger", "high")],
  )
  expect(judged).toMatchObject({ accepted: 1, rejected: 1 })
  expect((await facts("7011")).sort()).toEqual(["Ada saw a heron", "Ada saw a whale"])
  expect(await recalled("7011", "mouse")).not.toContain("Ada saw a mouse")
})

test("one hour of messages yields no more writes than the policy allows", async () => {
  await ok("PUT", "/v1/guilds/7017/policy", { gate: { max_writes_per_hour: 1 } })
  const passed = claim("P1", "Ada plays chess")
  expect(await learn("7017", 1, ["I play chess", "ok"], [passed])).toMatchObject({ accepted: 1 })
  const inTheHour = talk(1_500, NOON + 1.5 * HOUR, [["11", "Ada", "I play poker"]])
  await bindModel(channelOf("7017", "100"), () => [claim("P1", "Ada plays poker")])
  expect((await hear("7017", "100", inTheHour)).windows).toMatchObject([{ claims: { rejected: 1 } }])
  expect(await learn("7017", 3, ["I play go", "ok"], [claim("P1", "Ada plays go")])).toMatchObject({
    accepted: 1,
  })
})

test("concurrent corrections of one memory lose nothing without an error", async () => {
  await learn("7018", 1, ["I play chess", "ok"], [claim("P1", "Ada plays chess")])
  const [memory] = await memories("7018")
  const path = `/v1/guilds/7018/memories/${memory?.id}`
  const changes = [{ importance: "low" }, { topics: ["games"] }, { section: "skills" }] as const
  const answers = await Promise.all(changes.map((change) => call("PATCH", path, change)))
  const now = await ok("GET", path)
  for (const [index, change] of changes.entries()) {
    expect([200, 409]).toContain(answers[index]?.status)
    if (answers[index]?.status === 200) expect(now).toMatchObject(change)
  }
  expect(answers.some((answer) => answer.status === 200)).toBe(true)
})

test("a read-only guild stores nothing it hears, and refuses remember requests with the reason", async () => {
  await ok("PUT", "/v1/guilds/7012/settings", { read_only: true })
  expect(await learn("7012", 1, ["I play chess", "ok"], [claim("P1", "Ada plays chess")])).toMatchObject({
    rejected: 1,
  })
  const told = await call("POST", "/v1/guilds/7012/members/11/remember", { text: "I play chess" })
  expect(told).toMatchObject({ status: 423, body: { type: "urn:keepsake:read_only" } })
  const rows = await guildRows("7012")
  expect([rows.memories, rows.notes, rows.evidence]).toEqual([[], [], []])
})

test("a window read twice changes nothing", async () => {
  const claims = [claim("P1", "Ada plays chess"), claim("P2", "Bo has a dog", { lines: [2] })]
  await learn("7013", 1, ["I play chess", "I have a dog"], claims)
  const before = { rows: await guildRows("7013"), ids: (await memories("7013")).map((memory) => memory.id) }
  const channel = channelOf("7013", "100")
  await runInDurableObject(channel, (_, { storage }) => {
    storage.sql.exec("UPDATE windows SET state = 'sealed', outcome = NULL")
  })
  await ok("POST", `${channelPath("7013", "100")}/flush`)
  expect(await channel.status()).toMatchObject({ waiting: { windows: 0 } })
  expect({ rows: await guildRows("7013"), ids: (await memories("7013")).map((memory) => memory.id) }).toEqual(
    before,
  )
})

test("channels that learn about the same person at once lose nothing", async () => {
  const channels = ["101", "102", "103", "104"]
  const hobbies = ["chess", "tennis", "violin", "poker"]
  const learned = channels.map((channel, index) => {
    const own = claim("P1", `Ada plays ${hobbies[index]}`)
    return learn(
      "7014",
      index + 1,
      [`I live in Oslo and play ${hobbies[index]}`, "ok"],
      [claim("P1", "Ada lives in Oslo"), own],
      channel,
    )
  })
  expect(await Promise.all(learned)).toMatchObject(channels.map(() => ({ accepted: 2 })))
  const known = await memories("7014")
  expect(known.map((memory) => memory.fact).sort()).toEqual(
    ["Ada lives in Oslo", ...hobbies.map((hobby) => `Ada plays ${hobby}`)].sort(),
  )
  expect(known.find((memory) => memory.fact.includes("Oslo"))).toMatchObject({
    evidence_count: 4,
    sources: { length: 4 },
  })
})

test("a refused statement registers nobody", async () => {
  await hear("7015", "100", talk(1, NOON, [["12", "Bo", "hello"]]))
  const before = await guildRows("7015")
  const secret = await call("POST", "/v1/guilds/7015/members/77/remember", { text: "my password is hunter2" })
  expect(secret).toMatchObject({ status: 422 })
  expect(await guildRows("7015")).toEqual(before)
})

test("a reporter may correct their own report later, while the person's own statement stands against it", async () => {
  await learn("7090", 1, ["hm", "Ada lives in Oslo"], [claim("P1", "Ada lives in Oslo", { lines: [2] })])
  const moved = claim("P1", "Ada lives in Bergen", { lines: [2], op: "update", memory: "M1" })
  await learn("7090", 2, ["hm", "no, Ada lives in Bergen"], [moved])
  expect(await facts("7090")).toEqual(["Ada lives in Bergen"])
  await learn("7090", 3, ["I live in Turku", "ok"], [claim("P1", "Ada lives in Turku")])
  const back = claim("P1", "Ada lives in Bergen", { lines: [2], op: "update", memory: "M1" })
  await learn("7090", 4, ["hm", "Ada lives in Bergen though"], [back])
  expect((await memories("7090", "?contradicted=true")).map((memory) => memory.fact).sort()).toEqual([
    "Ada lives in Bergen",
    "Ada lives in Turku",
  ])
})
