/** The claim log says which memories were shown by a recall, which were said again after that, and which nobody ever saw. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { app } from "../../src/http/app.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { purgePages } from "../../src/memory/removal/purge.ts"
import { DEFAULT_SETTINGS } from "../../src/policy/settings.ts"
import { cutoffsOf } from "../../src/privacy/retention.ts"
import { deep, everyFourth } from "../dice.ts"
import { logRows } from "./claim-log.ts"
import { GENERAL, guildStructure, member, tell } from "./guild-structure.ts"
import { hear, memories, ok, type RecallBody, recall, talk } from "./http.ts"
import { replied, slash } from "./interacting.ts"
import { quietly } from "./live.ts"
import { bindModel, channelOf, claim, faultsOf, faulty } from "./stand-ins.ts"

const START = Date.parse("2084-07-01T12:00:00Z")
const HOUR = 3_600_000
const DAY = 24 * HOUR

quietly({ silent: ["error", "warn"], at: START })

const CELLO = "Ada plays the cello"
const RYE = "Ada bakes rye bread"

let lines = 1_000
async function hears(
  guild: string,
  at: number,
  facts: string[],
  lifetime: "30d" | "permanent" = "30d",
): Promise<void> {
  lines += 10
  await bindModel(channelOf(guild, GENERAL), () => facts.map((fact) => claim("P1", fact, { lifetime })))
  await hear(guild, GENERAL, talk(lines, at, [["11", "Ada", facts.join(". ").replaceAll("Ada", "I")]]))
}

async function home(guild: string) {
  vi.setSystemTime(START)
  await tell(guild, { ...guildStructure(guild), members: [member("11", [], "Ada"), member("12", [], "Bo")] })
  // A recall that chance logs would need a call of the database more.
  await ok("PUT", `/v1/guilds/${guild}/settings`, { lab: { recall_share: 0 } })
  await hears(guild, START - HOUR, [CELLO, RYE])
  const known = await memories(guild)
  const rows = async (fact: string) => {
    const id = known.find((memory) => memory.fact === fact)?.id
    return (await logRows(guild)).filter(({ memory_id }) => memory_id === id)
  }
  const recalled = async (fact: string) => (await rows(fact)).map(({ recalled_on }) => recalled_on)
  const labels = async () =>
    (await logRows(guild)).map(({ label, labeled_on }) => (label === null ? null : `${label} ${labeled_on}`))
  return { guild, rows, recalled, labels }
}

/** Runs the purge of a night this many days later. */
function purge(guild: string, days: number, DB = env.DB) {
  const now = START + days * DAY
  const job = { guildId: guild, before: cutoffsOf(DEFAULT_SETTINGS.retention, now), day: "2084-12-01", now }
  return purgePages(guildDatabase({ DB }, guild), job, () => true)
}

test("a recall notes the day on which a memory was first shown, and nothing of what it did not show", async () => {
  const { guild, recalled } = await home("79751")
  await recall(guild, { query: "who plays the cello?", min_score: 0.5 })
  await expect.poll(() => recalled(CELLO)).toEqual(["2084-07-01"])
  expect(await recalled(RYE)).toEqual([null])
  vi.setSystemTime(START + DAY)
  await recall(guild, { query: "who plays the cello? who bakes rye bread?" })
  await expect.poll(() => recalled(RYE)).toEqual(["2084-07-02"])
  expect(await recalled(CELLO)).toEqual(["2084-07-01"])
})

test("answers note only what they rest on, and /recall what its page lists", async () => {
  const { guild, recalled } = await home("79752")
  const bo = { guild, channel: GENERAL, user: "12", name: "Bo" }
  await replied(slash("ask", bo, { values: { question: "which instrument does Ada play?" } }))
  expect(await recalled(CELLO)).toEqual(["2084-07-01"])
  expect(await recalled(RYE)).toEqual([null])
  await replied(slash("recall", bo, { values: { about: "rye bread" } }))
  expect(await recalled(RYE)).toEqual(["2084-07-01"])
})

/** Asks a cold isolate with call number `failing` failing. Returns the status, the items and the number of calls. */
async function ask(guild: string, failing: number) {
  const count = { calls: 0 }
  const DB = faulty(env.DB, (call) => (call === failing ? "before" : null), count)
  const ctx = createExecutionContext()
  const request = new Request(`https://keepsake.test/v1/guilds/${guild}/recall`, {
    method: "POST",
    headers: { authorization: "Bearer dev", "content-type": "application/json" },
    body: JSON.stringify({ query: "who plays the cello?" }),
  })
  const response = await app.fetch(request, { ...env, DB }, ctx)
  const { items } = await response.json<RecallBody>()
  await waitOnExecutionContext(ctx)
  return { status: response.status, texts: items.map(({ text }) => text), calls: count.calls }
}

test("an isolate notes a memory once a day, in one call of its own", async () => {
  const { guild, recalled } = await home("79753")
  const first = await ask(guild, 0)
  expect(first.texts).toContain(CELLO)
  expect(await recalled(CELLO)).toEqual(["2084-07-01"])
  expect((await ask(guild, 0)).calls).toBe(first.calls - 1)
  vi.setSystemTime(START + DAY)
  expect((await ask(guild, 0)).calls).toBe(first.calls)
  expect(await recalled(CELLO)).toEqual(["2084-07-01"])
})

test("a note that fails is lost, and the answer is the same", async () => {
  const one = await home("79757")
  const { calls, texts } = await ask(one.guild, 0)
  expect(texts).toContain(CELLO)
  expect(await one.recalled(CELLO)).toEqual(["2084-07-01"])
  const two = await home("79758")
  expect(await ask(two.guild, calls)).toEqual({ status: 200, texts, calls })
  expect(await two.recalled(CELLO)).toEqual([null])
})

test("what is said again after a recall is labeled so, once; before a recall, or by older words, it is not", async () => {
  const { guild, rows, labels } = await home("79754")
  await hears(guild, START + HOUR, [CELLO])
  expect(await labels()).toEqual([null, null, null])
  vi.setSystemTime(START + DAY)
  await recall(guild, { query: "who plays the cello?", min_score: 0.5 })
  await expect
    .poll(async () => (await rows(CELLO)).map(({ recalled_on }) => recalled_on))
    .toEqual(["2084-07-02", "2084-07-02"])
  await hears(guild, START - DAY, [CELLO])
  expect((await rows(CELLO)).map(({ label }) => label)).toEqual([null, null, null])
  vi.setSystemTime(START + 2 * DAY)
  await hears(guild, START + 2 * DAY, [CELLO, RYE])
  expect(
    (await rows(CELLO)).map(({ label, labeled_on }) => (label === null ? null : `${label} ${labeled_on}`)),
  ).toEqual(["repeated 2084-07-03", "repeated 2084-07-03", null, null])
  expect((await rows(RYE)).map(({ label }) => label)).toEqual([null, null])
  await ok("PATCH", `/v1/guilds/${guild}/memories/${(await rows(CELLO))[0]?.memory_id}`, {
    status: "superseded",
  })
  vi.setSystemTime(START + 3 * DAY)
  await hears(guild, START + 3 * DAY, [CELLO])
  expect((await rows(CELLO)).slice(0, 4).map(({ label }) => label)).toEqual([
    "rejected",
    "rejected",
    "rejected",
    "rejected",
  ])
})

test("a memory that expires without ever being recalled labels its claims; a recalled or decided one does not", async () => {
  const { guild, labels } = await home("79755")
  await hears(guild, START - HOUR, ["Ada saw a heron", "Ada rents a boat"])
  await hears(guild, START - HOUR, ["Ada knits"], "permanent")
  const boat = (await memories(guild)).find(({ fact }) => fact === "Ada rents a boat")
  await ok("PATCH", `/v1/guilds/${guild}/memories/${boat?.id}`, { importance: "low" })
  await recall(guild, { query: "who plays the cello?", min_score: 0.5 })
  await expect.poll(async () => (await logRows(guild)).filter((row) => row.recalled_on)).toHaveLength(1)
  await purge(guild, 20)
  expect((await labels()).filter((label) => label?.startsWith("unused"))).toEqual([])
  await purge(guild, 70)
  expect(
    (await logRows(guild))
      .map(({ label, recalled_on, memory_id }) => [label, recalled_on !== null, memory_id === null])
      .sort(),
  ).toEqual([
    [null, false, false],
    [null, true, true],
    ["refiled", false, true],
    ["unused", false, true],
    ["unused", false, true],
  ])
})

test("shadows and what waits for a decision are not called unused", async () => {
  await ok("PUT", "/v1/guilds/79756/policy", { gate: { mode: "shadow" } })
  const { guild, labels } = await home("79756")
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
  await hears(guild, START - HOUR, ["Ada saw a heron"])
  await purge(guild, 70)
  expect(await memories(guild)).toEqual([])
  expect(await labels()).toEqual([null, null, null])
})

deep("expiry labels once, whichever database call fails, before or after it took effect", async () => {
  const run = async (guild: string, failing: [number, "before" | "after" | null]) => {
    const { labels } = await home(guild)
    const count = { calls: 0 }
    const DB = faulty(env.DB, (call) => (call === failing[0] ? failing[1] : null), count)
    await purge(guild, 70, DB).catch(() => purge(guild, 71))
    return { calls: count.calls, labels: (await labels()).map((label) => label?.split(" ")[0]) }
  }
  const { calls, labels } = await run("797600", [0, null])
  expect(labels).toEqual(["unused", "unused"])
  for (const [nth, { at, fault }] of everyFourth(faultsOf(calls)).entries())
    expect((await run(String(797_601 + nth), [at, fault])).labels, `call ${at} failed ${fault}`).toEqual(
      labels,
    )
})
