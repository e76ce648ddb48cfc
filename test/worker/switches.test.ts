/** What a guild switches off is neither learned nor recalled, and changes nothing of the rest. */
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import { viewerForChannel } from "../../src/access/audience.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { DEFAULT_POLICY, readSwitchesOf } from "../../src/policy/policy.ts"
import { readParticipants } from "../../src/recall/participants.ts"
import { enter } from "../../src/runtime/enter.ts"
import { NOON } from "./builders.ts"
import {
  call,
  type FlushBody,
  hear,
  memories,
  ok,
  type Page,
  type Problem,
  type RecallBody,
  recall,
  talk,
} from "./http.ts"
import { faultsOfDatabase } from "./snapshot.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const HOUR = 3_600_000

afterEach(async () => {
  vi.useRealTimers()
  expect(await faultsOfDatabase()).toEqual([])
})

const LEARNED = [
  claim("P1", "Ada plays chess"),
  claim("P2", "Bo plays chess", { lines: [2] }),
  claim("guild", "The server plays chess on Fridays"),
]

/** Ada (11) and Bo (12) say that they play chess, and a model claims it of them and of the server. */
async function learn(guild: string, window: number, claims = LEARNED): Promise<FlushBody["windows"][number]> {
  await bindModel(channelOf(guild, "100"), () => claims)
  const lines = talk(1_000 * window, NOON + window * HOUR, [
    ["11", "Ada", "I play chess, and here we all play chess on Fridays"],
    ["12", "Bo", "I play chess too"],
  ])
  const [heard] = (await hear(guild, "100", lines)).windows
  if (!heard) throw new Error("no window was read")
  return heard
}

async function reasonsOf(guild: string): Promise<string[]> {
  const page = await ok<Page<{ verdicts: { reason: string }[] }>>("GET", `/v1/guilds/${guild}/windows`)
  return page.items[0]?.verdicts.map(({ reason }) => reason) ?? []
}

const patch = (guild: string, policy: unknown) => ok("PATCH", `/v1/guilds/${guild}/policy`, policy)
const factsIn = ({ items }: RecallBody) =>
  items.filter(({ kind }) => kind === "memory").map(({ text }) => text)

test("while learning is off nothing is saved or noted, each claim says why, and correcting and deleting still work", async () => {
  await learn("79401", 1)
  await patch("79401", { gate: { enabled: false } })
  await learn("79401", 2, [claim("P1", "Ada sails")])
  expect((await memories("79401")).map(({ fact }) => fact).sort()).toEqual([
    "Ada plays chess",
    "Bo plays chess",
    "The server plays chess on Fridays",
  ])
  const reasons = await reasonsOf("79401")
  expect(reasons.length).toBeGreaterThan(0)
  expect(new Set(reasons)).toEqual(new Set(["writing_off"]))
  const notes = await ok<Page<{ id: string }>>("GET", "/v1/guilds/79401/notes")
  expect(notes.items).toHaveLength(1)
  const told = await call<Problem>("POST", "/v1/guilds/79401/members/11/remember", { text: "I sail" })
  expect(told.body).toMatchObject({ status: 423, type: "urn:keepsake:writing_off" })
  expect(told.body.detail).toContain("gate.enabled")
  const idOf = async (person: string) => (await memories("79401", `?subject_id=${person}`))[0]?.id
  await ok("PATCH", `/v1/guilds/79401/memories/${await idOf("11")}`, { fact: "Ada plays Go" })
  expect((await memories("79401", "?subject_id=11"))[0]?.fact).toBe("Ada plays Go")
  await ok("DELETE", `/v1/guilds/79401/memories/${await idOf("12")}`)
  expect(await memories("79401", "?subject_id=12")).toEqual([])
  await patch("79401", { gate: { enabled: null } })
  await learn("79401", 3, [claim("P1", "Ada sails")])
  expect((await memories("79401", "?subject_id=11")).map(({ fact }) => fact)).toContain("Ada sails")
})

test("a subject that is switched off for writing is not written about, and everybody else is", async () => {
  await ok("PUT", "/v1/guilds/79402/policy", { subjects: { "user:11": { write: false } } })
  await learn("79402", 1)
  expect(await reasonsOf("79402")).toEqual(["subject_off", "fits", "fits"])
  expect((await memories("79402")).map(({ fact }) => fact).sort()).toEqual([
    "Bo plays chess",
    "The server plays chess on Fridays",
  ])
  const told = await call<{ facts: { verdict: string; reason: string }[] }>(
    "POST",
    "/v1/guilds/79402/members/11/remember",
    { text: "I love sailing boats" },
  )
  expect(JSON.stringify(told.body)).toContain("subject_off")
})

test("while recall is off, recall finds nothing and says so, no question is answered, and one's own stays in reach", async () => {
  await learn("79403", 1)
  expect(factsIn(await recall("79403", { query: "chess" }))).not.toEqual([])
  await patch("79403", { recall: { enabled: false } })
  const nothing = await recall("79403", { query: "chess", user_id: "11", format: "narrative" })
  expect(nothing).toMatchObject({ text: "", items: [], people: [], degraded: ["reading_off"] })
  const asked = await call<Problem>("POST", "/v1/guilds/79403/answers", { question: "Who plays chess?" })
  expect(asked.body).toMatchObject({ status: 423, type: "urn:keepsake:reading_off" })
  const digest = await ok("GET", "/v1/guilds/79403/members/11/digests")
  expect(digest).toMatchObject({ context: null, today: null, history: null })
  expect(await memories("79403", "?viewer_id=11")).not.toEqual([])
  const exported = await call("GET", "/v1/guilds/79403/members/11/export")
  expect(JSON.stringify(exported.body)).toContain("Ada plays chess")
  await patch("79403", { recall: { enabled: true } })
  expect(factsIn(await recall("79403", { query: "chess" }))).not.toEqual([])
})

test("a scope that is not recalled is missing from recall and from what answers know of people", async () => {
  await learn("79404", 1)
  await patch("79404", { recall: { scopes: ["guild"] } })
  const ask = { query: "chess", user_id: "11", mentions: ["12"], format: "block" }
  const { text, ...found } = await recall("79404", ask)
  expect(factsIn({ text, ...found })).toEqual(["The server plays chess on Fridays"])
  await patch("79404", { recall: { scopes: ["user"] } })
  expect(factsIn(await recall("79404", ask)).sort()).toEqual(["Ada plays chess", "Bo plays chess"])
  const people = await participants("79404")
  expect(JSON.stringify(people)).toContain("Ada plays chess")
  expect(JSON.stringify(people)).not.toContain("The server plays")
})

test("a subject that is switched off for reading is not recalled, however it is searched, and others are", async () => {
  await learn("79405", 1)
  await patch("79405", { subjects: { "user:11": { read: false } } })
  for (const ask of [
    { query: "chess" },
    { query: "Ada plays chess" },
    { query: "", mentions: ["11"], user_id: "11" },
    { query: "who is here", user_ids: ["11", "12"], format: "narrative" },
  ])
    expect(factsIn(await recall("79405", ask))).not.toContain("Ada plays chess")
  expect(factsIn(await recall("79405", { query: "chess" }))).toContain("Bo plays chess")
  expect(await ok("GET", "/v1/guilds/79405/members/11/digests")).toMatchObject({ context: null, today: null })
  expect(await ok("GET", "/v1/guilds/79405/members/12/digests")).not.toMatchObject({ context: null })
  const people = await participants("79405")
  expect(JSON.stringify(people)).not.toContain("Ada plays chess")
  expect(people.digest).toBeNull()
  expect(await memories("79405", "?viewer_id=11&subject_id=11")).toHaveLength(1)
  await patch("79405", { subjects: { "user:11": null } })
  expect(factsIn(await recall("79405", { query: "chess" }))).toContain("Ada plays chess")
})

test("with a person, the accounts attributed to them are switched off for reading", async () => {
  await learn("79411", 1)
  expect(await call("PUT", "/v1/guilds/79411/identities/12", { person: "11" })).toMatchObject({ status: 204 })
  expect(factsIn(await recall("79411", { query: "chess" }))).toContain("Bo plays chess")
  await patch("79411", { subjects: { "user:11": { read: false } } })
  expect(factsIn(await recall("79411", { query: "chess" }))).toEqual(["The server plays chess on Fridays"])
  expect((await call("DELETE", "/v1/guilds/79411/identities/12")).status).toBe(204)
  expect(factsIn(await recall("79411", { query: "chess" }))).toContain("Bo plays chess")
})

test("with a person, the accounts attributed to them are switched off for writing", async () => {
  await ok("PUT", "/v1/guilds/79412/settings", {})
  await hear("79412", "100", talk(1, NOON - HOUR, [["11", "Ada", "hello"]]))
  expect(await call("PUT", "/v1/guilds/79412/identities/12", { person: "11" })).toMatchObject({ status: 204 })
  await patch("79412", { subjects: { "user:11": { write: false } } })
  await learn("79412", 1)
  expect((await memories("79412")).map(({ fact }) => fact)).toEqual(["The server plays chess on Fridays"])
})

async function participants(guild: string) {
  const { structure, guild: entered } = await enter(env, guild)
  return readParticipants(guildDatabase(env, guild), viewerForChannel(structure, "100"), {
    people: { asking: ["11"], mentioned: ["12"], talking: [], noted: [] },
    topic: "chess on Fridays",
    rule: DEFAULT_POLICY.people,
    minConfidence: 0,
    switches: readSwitchesOf(entered),
    attributions: entered.attributions,
    moment: { now: NOON + 2 * HOUR, asOf: null, timezone: "UTC", optIn: false, tone: false },
  })
}

test("what is switched off changes nothing of the rest: the answer is as if it had never been said", async () => {
  const many = ["sailing", "hiking", "poker", "tea", "jazz", "baking"]
  const about = (who: string, line: number, words: string) =>
    many.map((hobby) => claim(who, `${words} ${hobby} and chess`, { lines: [line] }))
  await learn("79406", 1, [...about("P2", 2, "Bo likes"), ...about("P1", 1, "Ada likes")])
  await patch("79406", { subjects: { "user:11": { read: false } } })
  await learn("79407", 1, about("P2", 2, "Bo likes"))
  const ask = { query: "Who likes chess and tea?", max_items: 6, min_score: 0 }
  const [withHidden, without] = [await recall("79406", ask), await recall("79407", ask)]
  expect(factsIn(withHidden)).toEqual(factsIn(without))
  const scores = (answer: RecallBody) =>
    answer.items.filter(({ kind }) => kind === "memory").map((item) => (item as { score?: number }).score)
  expect(scores(withHidden)).toEqual(scores(without))
})

test("a change of single fields keeps the others, null restores a default, and nonsense is refused by its name", async () => {
  await ok("PUT", "/v1/guilds/79408/policy", { gate: { min_confidence: 0.8 }, recall: { max_items: 3 } })
  const changed = await ok<{ version: number }>("PATCH", "/v1/guilds/79408/policy", {
    gate: { enabled: false },
    subjects: { "channel:100": { read: false } },
  })
  expect(changed).toMatchObject({
    version: 2,
    gate: { enabled: false, min_confidence: 0.8 },
    recall: { max_items: 3 },
    subjects: { "channel:100": { read: false, write: true } },
  })
  expect(await patch("79408", { gate: { enabled: false } })).toMatchObject({ version: 2 })
  expect(await patch("79408", { gate: null })).toMatchObject({ version: 3, gate: { enabled: true } })
  for (const [policy, field] of [
    [{ gate: { on: true } }, "body.gate.on"],
    [{ subjects: { "person:1": { write: false } } }, "body.subjects.person:1"],
    [{ subjects: { "user:1": { wright: false } } }, "body.subjects.user:1.wright"],
    [{ lifetimes: { episode: "2d" } }, "body.lifetimes.episode"],
  ] as const) {
    const refused = await call<Problem>("PATCH", "/v1/guilds/79408/policy", policy)
    expect(refused.body).toMatchObject({ status: 400, errors: [{ field }] })
  }
  const most = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`user:${at}`, { read: false }]))
  expect((await call("PATCH", "/v1/guilds/79408/policy", { subjects: most })).status).toBe(400)
  expect(await ok("GET", "/v1/guilds/79408/policy")).toMatchObject({ version: 3 })
  expect((await call("PATCH", "/v1/guilds/79499/policy", { gate: {} })).status).toBe(404)
})

test("500 subjects are switched off in one question", async () => {
  await learn("79409", 1)
  const most = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`user:${at}`, { read: false, write: false }]),
  )
  await patch("79409", { subjects: most })
  expect(factsIn(await recall("79409", { query: "chess", user_id: "11" }))).toEqual([
    "The server plays chess on Fridays",
  ])
})

test("a memory lasts as long as the policy says for its type, unless its claim says otherwise", async () => {
  await ok("PUT", "/v1/guilds/79410/policy", { lifetimes: { episode: "3d", profile: "90d" } })
  await learn("79410", 1, [
    claim("P1", "Ada plays chess"),
    claim("P2", "Bo saw a chess match", { type: "episode", lifetime: "30d", lines: [2] }),
    claim("P2", "Bo plays chess in May", { type: "episode", lifetime: "90d", lines: [2] }),
  ])
  const lifetimes = (await memories("79410")).map(({ fact, ...rest }) => [
    fact,
    (rest as unknown as { lifetime: string }).lifetime,
  ])
  expect(Object.fromEntries(lifetimes)).toEqual({
    "Ada plays chess": "90d",
    "Bo saw a chess match": "3d",
    "Bo plays chess in May": "90d",
  })
})
