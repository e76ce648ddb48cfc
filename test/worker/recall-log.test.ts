/** A sample of recalls is logged without words, after the answer, and takes feedback from those who may read what it showed. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { recallId, recallTime } from "../../src/domain/recalls.ts"
import { wakeErasers } from "../../src/erasure/wake.ts"
import { app } from "../../src/http/app.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { purgePages } from "../../src/memory/removal/purge.ts"
import { DEFAULT_SETTINGS } from "../../src/policy/settings.ts"
import { cutoffsOf } from "../../src/privacy/retention.ts"
import { decodeTrace } from "../../src/recall/log/trace.ts"
import { isChosen } from "../../src/runtime/recall-notes.ts"
import { labelsBy } from "./claim-log.ts"
import { eraseThrough } from "./erasing-world.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, tell } from "./guild-structure.ts"
import { call, hear, memories, ok, type Problem, type RecallBody, recall, talk } from "./http.ts"
import { customIdsOf, pressed, replied, slash } from "./interacting.ts"
import { as, newKey } from "./key-holder.ts"
import { quietly } from "./live.ts"
import { faultsOf, faulty } from "./stand-ins.ts"

const START = Date.parse("2044-07-01T12:00:00Z")
const HOUR = 3_600_000

quietly({ silent: ["error", "warn"], at: START })

const TALK: [string, string, string][] = [
  ["11", "Ada", "I play the cello"],
  ["11", "Ada", "I live in Oslo"],
  ["12", "Bo", "I love sourdough baking"],
  ["12", "Bo", "the ferry was late again yesterday, what a nuisance"],
]
const SECRET: [string, string, string][] = [["12", "Bo", "I play the bagpipes"]]

interface LoggedRow {
  id: string
  at: number
  channel_id: string | null
  format: string
  tokens: number
  share: number
  holdout: number
  candidates: string
  feedback: string | null
  feedback_at: number | null
}

async function logged(guild: string): Promise<LoggedRow[]> {
  const rows = env.DB.prepare("SELECT * FROM recall_log WHERE guild_id = ? ORDER BY at").bind(guild)
  return (await rows.all<LoggedRow>()).results
}

async function home(guild: string, recallShare = 0) {
  vi.setSystemTime(START)
  const members = [member("11", [], "Ada"), member("12", [MODS], "Bo")]
  await tell(guild, { ...guildStructure(guild), members })
  await ok("PUT", `/v1/guilds/${guild}/settings`, { lab: { recall_share: recallShare } })
  await hear(guild, GENERAL, talk(1_000, START - HOUR, TALK))
  await hear(guild, MOD_ROOM, talk(2_000, START - HOUR, SECRET))
  const known = await memories(guild)
  const idOf = (words: string) => known.find(({ fact }) => fact.includes(words))?.id ?? "none"
  return { guild, known, idOf, labels: () => labelsBy(guild, known) }
}

const CELLO = { query: "who plays the cello in Oslo?", channel_id: GENERAL }

async function loggedRecall(guild: string, ask: Record<string, unknown> = CELLO): Promise<RecallBody> {
  const recalled = await recall(guild, { ...ask, log: true })
  expect(recalled.logged).toBe(true)
  await expect.poll(async () => (await logged(guild)).map(({ id }) => id)).toContain(recalled.id)
  return recalled
}

const feedback = (guild: string, id: string, said: Record<string, unknown>) =>
  call<Problem>("POST", `/v1/guilds/${guild}/recall/${id}/feedback`, { channel_id: GENERAL, ...said })

test("a logged recall keeps numbers, and no word, name, question or id of the talk", async () => {
  const { guild } = await home("790100")
  await loggedRecall(guild)
  const [row] = await logged(guild)
  expect(row).toMatchObject({ channel_id: GENERAL, format: "json", share: 1, feedback: null })
  const trace = decodeTrace(row?.candidates ?? "")
  expect(trace.candidates.map(({ kind }) => kind)).toContain("memory")
  expect(trace.candidates.map(({ kind }) => kind)).toContain("message")
  expect(trace.shown.length).toBeGreaterThan(1)
  // Names of fields and of fixed lists are no words of the talk.
  const values = JSON.stringify(row)
  const said = [...TALK, ...SECRET].flatMap(([, name, text]) => [name, ...text.split(/[\s,]+/)])
  const own = new Set(["the", "in", "a", "i", "again", "late", "was", "what", "live", "play"])
  for (const word of [...said, "who", "plays"].filter((one) => !own.has(one.toLowerCase())))
    expect(values.toLowerCase(), word).not.toMatch(new RegExp(`\\b${word.toLowerCase()}\\b`))
  for (const id of ["1000", "1001", "1002", "1003", "2000"])
    expect(values, id).not.toMatch(new RegExp(`["\\s]${id}"`))
  const { results } = await env.DB.prepare("SELECT id FROM memories WHERE guild_id = ?")
    .bind(guild)
    .all<{ id: string }>()
  for (const { id } of results) expect(values).not.toContain(id)
})

test("chance logs as many recalls as the settings say, by their ids alone", async () => {
  const ids = Array.from({ length: 20_000 }, (_, at) =>
    recallId(START + at, crypto.getRandomValues(new Uint8Array(16))),
  )
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.map(recallTime)).toEqual(ids.map((_, at) => START + at))
  expect([...ids].sort()).toEqual(ids)
  for (const share of [0.05, 0.5]) {
    const chosen = ids.filter((id) => isChosen(id, share)).length / ids.length
    expect(Math.abs(chosen - share)).toBeLessThan(5 * Math.sqrt((share * (1 - share)) / ids.length))
  }
  expect(ids.some((id) => isChosen(id, 0))).toBe(false)
  expect(ids.every((id) => isChosen(id, 1))).toBe(true)
  const none = await home("790101", 0)
  expect(await recall(none.guild, CELLO)).toMatchObject({ logged: false })
  const all = await home("790102", 1)
  expect(await recall(all.guild, CELLO)).toMatchObject({ logged: true })
  await expect.poll(async () => (await logged(all.guild)).length).toBe(1)
  await ok("PUT", `/v1/guilds/${all.guild}/settings`, { lab: { recall_share: 1 }, read_only: true })
  expect(await recall(all.guild, { ...CELLO, log: true })).toMatchObject({ logged: false })
})

test("feedback labels the recall, and with items the claims behind them; said again it changes nothing", async () => {
  const { guild, idOf, labels } = await home("790103")
  const { id } = await loggedRecall(guild)
  expect(await feedback(guild, id, { verdict: "wrong", items: [idOf("cello")] })).toMatchObject({
    status: 200,
    body: { verdict: "wrong", labeled: [idOf("cello")] },
  })
  const first = await logged(guild)
  expect(first).toMatchObject([{ feedback: "wrong", feedback_at: expect.any(Number) }])
  expect(await labels()).toMatchObject({ "Ada plays the cello": "wrong 2044-07-01" })
  vi.setSystemTime(START + 24 * HOUR)
  await feedback(guild, id, { verdict: "wrong", items: [idOf("cello")] })
  expect(await logged(guild)).toEqual(first)
  expect(await labels()).toMatchObject({ "Ada plays the cello": "wrong 2044-07-01" })
})

test("another verdict replaces the first one with its labels, but no decision on a memory", async () => {
  const { guild, idOf, labels } = await home("790104")
  const { id } = await loggedRecall(guild)
  await feedback(guild, id, { verdict: "wrong", items: [idOf("cello"), idOf("Oslo")] })
  await ok("PATCH", `/v1/guilds/${guild}/memories/${idOf("Oslo")}`, { status: "superseded" })
  await feedback(guild, id, { verdict: "useful", items: [idOf("cello")] })
  expect(await labels()).toMatchObject({
    "Ada plays the cello": "right 2044-07-01",
    "Ada lives in Oslo": "rejected 2044-07-01",
  })
  await feedback(guild, id, { verdict: "useless" })
  expect(await logged(guild)).toMatchObject([{ feedback: "useless" }])
  expect(await labels()).toMatchObject({
    "Ada plays the cello": null,
    "Ada lives in Oslo": "rejected 2044-07-01",
  })
})

test("a recall that was not logged, or of another server, takes no feedback, and the refusal says what to do", async () => {
  const { guild } = await home("790105")
  const other = await home("790106")
  const { id } = await recall(guild, CELLO)
  const refused = await feedback(guild, id, { verdict: "useful" })
  expect(refused).toMatchObject({ status: 404, body: { type: "urn:keepsake:unknown_recall" } })
  expect(refused.body.detail).toContain('"log": true')
  const known = await loggedRecall(other.guild)
  expect((await feedback(guild, known.id, { verdict: "useful" })).status).toBe(404)
  for (const guessed of [
    "r_",
    "none",
    known.id.toUpperCase(),
    `${known.id.slice(0, -1)}0`,
    recallId(START, new Uint8Array(16)),
  ])
    expect((await feedback(other.guild, guessed, { verdict: "useful" })).status).toBe(404)
  expect(await logged(other.guild)).toMatchObject([{ feedback: null }])
})

test("a key judges only recalls of its own place, and only memories that it may read", async () => {
  const { guild, idOf, labels } = await home("790107")
  const mods = await newKey(guild, { channel_id: MOD_ROOM })
  const general = await newKey(guild, { channel_id: GENERAL })
  const ada = await newKey(guild, { viewer_id: "11" })
  const asked = { query: "who plays an instrument: cello or bagpipes?", log: true }
  const path = `/v1/guilds/${guild}/recall`
  const { body } = await as<RecallBody>(mods.token, "POST", path, asked)
  expect(body.items.map(({ id }) => id)).toContain(idOf("bagpipes"))
  await expect.poll(async () => (await logged(guild)).length).toBe(1)
  const said = { verdict: "wrong", items: [idOf("bagpipes")] }
  for (const { token } of [general, ada])
    expect((await as(token, "POST", `${path}/${body.id}/feedback`, said)).status).toBe(404)
  expect(
    (await as(general.token, "POST", `${path}/${body.id}/feedback`, { ...said, channel_id: MOD_ROOM }))
      .status,
  ).toBe(403)
  const own = await as<RecallBody>(general.token, "POST", path, asked)
  await expect.poll(async () => (await logged(guild)).length).toBe(2)
  const hidden = await as<Problem>(general.token, "POST", `${path}/${own.body.id}/feedback`, said)
  const invented = await as<Problem>(general.token, "POST", `${path}/${own.body.id}/feedback`, {
    ...said,
    items: ["m_000000000000000000000000"],
  })
  expect(hidden).toMatchObject({ status: 400, body: { errors: [{ field: "body.items.0" }] } })
  expect(hidden.body).toEqual(invented.body)
  expect(await labels()).toMatchObject({ "Bo plays the bagpipes": null })
  expect((await as(mods.token, "POST", `${path}/${body.id}/feedback`, said)).status).toBe(200)
  expect(await labels()).toMatchObject({ "Bo plays the bagpipes": "wrong 2044-07-01" })
})

test("a verdict that says nothing of single memories refuses items, and paused memory takes no feedback", async () => {
  const { guild, idOf } = await home("790108")
  const { id } = await loggedRecall(guild)
  expect(await feedback(guild, id, { verdict: "useless", items: [idOf("cello")] })).toMatchObject({
    status: 400,
    body: { errors: [{ field: "body.items" }] },
  })
  await ok("PUT", `/v1/guilds/${guild}/settings`, { read_only: true })
  expect((await feedback(guild, id, { verdict: "useful" })).status).toBe(423)
  expect(await logged(guild)).toMatchObject([{ feedback: null }])
})

test("the buttons below an answer judge its recall, if that was logged", async () => {
  for (const [guild, share] of [
    ["790109", 1],
    ["790110", 0],
  ] as const) {
    await home(guild, share)
    const bo = { guild, channel: GENERAL, user: "12", name: "Bo" }
    const { reply } = {
      reply: await replied(slash("ask", bo, { values: { question: "which instrument does Ada play?" } })),
    }
    const press = async (label: string) => {
      const id = customIdsOf(reply).find((one) => one.startsWith(`answer:${label}:`)) ?? ""
      expect(id.length).toBeLessThanOrEqual(100)
      await replied(pressed(id, bo))
    }
    for (const [label, verdict] of [
      ["right", "useful"],
      ["outdated", "useless"],
      ["wrong", "wrong"],
    ] as const) {
      vi.setSystemTime(Date.now() + 1_000)
      await press(label)
      const rows = (await logged(guild)).filter(({ format }) => format === "block")
      expect(rows.map((row) => row.feedback)).toEqual(share === 1 ? [verdict] : [])
    }
  }
})

/** Sends a request to a cold isolate with call number `failing` failing. */
async function withFault(path: string, body: unknown, failing: [number, "before" | "after" | null]) {
  const count = { calls: 0 }
  const DB = faulty(env.DB, (nth) => (nth === failing[0] ? failing[1] : null), count)
  const ctx = createExecutionContext()
  const request = new Request(`https://keepsake.test${path}`, {
    method: "POST",
    headers: { authorization: "Bearer dev", "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  const response = await app.fetch(request, { ...env, DB }, ctx)
  const answer = { status: response.status, body: await response.json<RecallBody>() }
  await waitOnExecutionContext(ctx)
  return { ...answer, calls: count.calls }
}

test("a sampled recall is logged in one call with the notes, after the answer, and its failure changes nothing", async () => {
  const { guild } = await home("790111")
  const path = `/v1/guilds/${guild}/recall`
  const plain = await withFault(path, CELLO, [0, null])
  await ok("PUT", `/v1/guilds/${guild}/settings`, { lab: { recall_share: 1 } })
  await withFault(path, CELLO, [0, null])
  expect(await logged(guild)).toHaveLength(1)
  vi.setSystemTime(START + 24 * HOUR)
  const whole = await withFault(path, CELLO, [0, null])
  expect(whole.calls).toBe(plain.calls)
  expect(await logged(guild)).toHaveLength(2)
  vi.setSystemTime(START + 48 * HOUR)
  const failed = await withFault(path, CELLO, [whole.calls, "before"])
  expect(failed.status).toBe(200)
  expect(failed.body.items.map(({ id }) => id)).toEqual(whole.body.items.map(({ id }) => id))
  expect(await logged(guild)).toHaveLength(2)
})

test("a recall that is logged on request can be judged at once, and says so if it could not be logged", async () => {
  const { guild } = await home("790114")
  const path = `/v1/guilds/${guild}/recall`
  const ask = { ...CELLO, log: true }
  const { id } = await recall(guild, ask)
  expect((await feedback(guild, id, { verdict: "useful" })).status).toBe(200)
  const { calls } = await withFault(path, ask, [0, null])
  for (const { at, fault } of faultsOf(calls)) {
    const before = (await logged(guild)).length
    const tried = await withFault(path, ask, [at, fault])
    // A call that failed after it took effect may have written the row.
    if (tried.status === 200 && tried.body.logged) expect(await logged(guild)).toHaveLength(before + 1)
    else expect((await logged(guild)).length).toBeLessThanOrEqual(before + (fault === "before" ? 0 : 1))
  }
})

test("feedback lands once, whichever database call fails, before or after it took effect", async () => {
  const { guild, idOf, labels } = await home("790112")
  const { id } = await loggedRecall(guild)
  const path = `/v1/guilds/${guild}/recall/${id}/feedback`
  const wrong = { channel_id: GENERAL, verdict: "wrong", items: [idOf("cello")] }
  const right = { ...wrong, verdict: "useful" }
  const { calls } = await withFault(path, wrong, [0, null])
  for (const { at, fault } of faultsOf(calls)) {
    for (const said of [right, wrong]) {
      const tried = await withFault(path, said, [at, fault])
      if (tried.status !== 200) expect((await call("POST", path, said)).status).toBe(200)
      expect(await logged(guild)).toMatchObject([{ feedback: said.verdict }])
      const label = said === wrong ? "wrong" : "right"
      expect(await labels(), `call ${at} failed ${fault}`).toMatchObject({
        "Ada plays the cello": `${label} 2044-07-01`,
        "Ada lives in Oslo": null,
      })
    }
  }
})

test("logged recalls go after their retention, with their channel and with the server", async () => {
  const { guild } = await home("790113")
  await loggedRecall(guild)
  await loggedRecall(guild, { query: "who plays the bagpipes?", channel_id: MOD_ROOM })
  await ok("DELETE", `/v1/guilds/${guild}/channels/${MOD_ROOM}`)
  await eraseThrough(guild)
  expect((await logged(guild)).map((row) => row.channel_id)).toEqual([GENERAL])
  expect((await recall(guild, { query: "cello", channel_id: GENERAL, log: true })).logged).toBe(true)
  const purge = (days: number) => {
    const now = START + days * 24 * HOUR
    const job = { guildId: guild, before: cutoffsOf(DEFAULT_SETTINGS.retention, now), day: "2044-12-31", now }
    return purgePages(guildDatabase(env, guild), job, () => true)
  }
  await purge(170)
  expect(await logged(guild)).not.toEqual([])
  // The erasure of the channel took a month.
  await purge(220)
  expect(await logged(guild)).toEqual([])
  await loggedRecall(guild)
  await ok("DELETE", `/v1/guilds/${guild}?grace_days=0`)
  await wakeErasers(env, Date.now())
  await eraseThrough(guild)
  expect(await logged(guild)).toEqual([])
})
