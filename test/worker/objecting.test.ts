/**
 * A member who opts out is not heard, and no answer mentions them to anyone but operators, from that moment
 * on.
 */
import { env } from "cloudflare:workers"
import fc from "fast-check"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { FORMATS } from "../../src/domain/recalls.ts"
import { deep, propertyRuns } from "../dice.ts"
import { call, channelPath, hear, memories, ok, recall, talk } from "./http.ts"
import { bindModel, breakDatabase, channelOf, claim } from "./stand-ins.ts"

const START = Date.parse("2091-05-01T12:00:00Z")
const HOUR = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START + HOUR })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const LINES: [string, string, string][] = [
  ["11", "Ada", "I study zugzwang every evening"],
  ["12", "Bo", "Ada is my sister, and I own a trawler"],
  ["13", "Cy", "Ada and I bake sourdough with Bo"],
  ["12", "Bo", "the harbor opens at noon"],
]

/** Builds a guild in which Ada, Bo and Cy have talked about themselves and each other. */
async function talked(guild: string): Promise<void> {
  const channel = channelOf(guild, "100")
  await bindModel(channel, () => [
    claim("P1", "Ada studies zugzwang"),
    claim("P2", "Bo is Ada's brother", { lines: [2] }),
    claim("P2", "Bo owns a trawler", { lines: [2] }),
    claim("P3", "Cy bakes sourdough", { lines: [3] }),
    claim("P3", "Cy is patient", { lines: [1, 3], topics: ["sourdough"] }),
  ])
  await hear(guild, "100", talk(1, START, LINES))
}

const ABOUT_ADA = /\bAda\b|zugzwang/
const QUESTION = "Ada zugzwang trawler sourdough brother sister harbor"

/** Returns every kind of answer a reader gets, in a channel or without one. */
async function everything(guild: string, channel?: string): Promise<string> {
  const answers: unknown[] = []
  for (const format of FORMATS)
    for (const user_id of [undefined, "11", "12"])
      answers.push({
        ...(await recall(guild, {
          query: QUESTION,
          format,
          user_id,
          mentions: ["11", "13"],
          channel_id: channel,
          max_tokens: 4_000,
        })),
        // The id is random, and chance decides whether it is logged.
        ...{ id: null, logged: null },
      })
  const place = `?channel_id=${channel ?? "100"}`
  answers.push(await memories(guild, place), await ok("GET", `/v1/guilds/${guild}/windows${place}`))
  for (const person of ["11", "12", "13"]) {
    for (const part of ["profile", "digests"])
      answers.push((await call("GET", `/v1/guilds/${guild}/members/${person}/${part}${place}`)).body)
  }
  return JSON.stringify(answers)
}

function say(guild: string, consent: "in" | "out" | null, person = "11"): Promise<unknown> {
  return ok("PUT", `/v1/guilds/${guild}/members/${person}/consent`, { consent })
}

test("answers hold nothing of or by a member who opted out, and everything else", async () => {
  await talked("20101")
  const before = await everything("20101", "100")
  expect(before).toMatch(/zugzwang/)
  expect(before).toMatch(/Ada/)
  await say("20101", "out")
  for (const place of [undefined, "100"]) {
    const after = await everything("20101", place)
    expect(after).not.toMatch(ABOUT_ADA)
    expect(after).toMatch(/owns a trawler/)
    expect(after).toMatch(/bakes sourdough/)
    expect(after).toMatch(/harbor/)
  }
})

test("a member who opted out is answered for like somebody who was never heard of, except for themselves", async () => {
  await talked("20115")
  await say("20115", "out")
  const ask = async (person: string, part: string, method = "GET", body?: unknown) => {
    const answer = await call(method, `/v1/guilds/20115/members/${person}/${part}`, body)
    return JSON.stringify([answer.status, answer.body]).replaceAll(person, "ID")
  }
  for (const reader of ["channel_id=100", "viewer_id=12"])
    for (const part of ["profile", "digests"]) {
      const known = await ask("11", `${part}?${reader}`)
      expect(known).toMatch(/^\[404,/)
      expect(known).toBe(await ask("99", `${part}?${reader}`))
    }
  const words = { text: "trawler", channel_id: "100" }
  expect(await ask("11", "forget", "POST", words)).toBe(await ask("99", "forget", "POST", words))
  expect(await ask("11", "profile?viewer_id=11")).toMatch(/zugzwang/)
  expect(await ask("11", "profile")).toMatch(/zugzwang/)
})

deep(
  "an operator still sees what was stored, and so does everybody once the opt-out is withdrawn",
  async () => {
    await talked("20102")
    // The first question to a guild, or after a change, searches less far.
    await recall("20102", { query: QUESTION })
    const before = await everything("20102", "100")
    await say("20102", "out")
    expect(JSON.stringify(await memories("20102"))).toMatch(/Ada studies zugzwang/)
    await say("20102", null)
    await recall("20102", { query: QUESTION })
    expect(await everything("20102", "100")).toBe(before)
  },
)

deep(
  "a deployment-wide opt-out overrides a guild consent at once, even if channels have not heard of it",
  async () => {
    await talked("20103")
    await say("20103", "in")
    // Written as another isolate would, without telling any channel.
    await env.DB.prepare("INSERT INTO objections (user_id, at) VALUES ('11', 0)").run()
    expect(await everything("20103", "100")).not.toMatch(ABOUT_ADA)
    expect(await everything("20103", "100")).toMatch(/trawler/)
    await ok("PUT", "/v1/people/11/consent", { consent: null })
    expect(await everything("20103", "100")).toMatch(ABOUT_ADA)
  },
)

test("a deployment-wide choice is stored, returned, applied by channels at once, and withdrawn", async () => {
  const path = "/v1/people/21/consent"
  await hear("20104", "100", talk(1, START, [["21", "Dee", "hello"]]))
  expect(await ok("GET", path)).toEqual({ consent: null, since: null })
  expect((await call("PUT", path, { consent: "out" })).status).toBe(204)
  expect(await ok("GET", path)).toEqual({ consent: "out", since: "2091-05-01T13:00:00.000Z" })
  const send = (id: number) =>
    ok("POST", `${channelPath("20104", "100")}/messages`, {
      messages: talk(id, START, [["21", "Dee", "I fish"]]),
    })
  expect(await send(50)).toMatchObject({ accepted: 0, rejected: [{ reason: "opted_out" }] })
  await ok("PUT", path, { consent: null })
  expect(await send(50)).toMatchObject({ accepted: 1 })
  expect((await call("PUT", path, { consent: "in" })).status).toBe(400)
  const { results } = await env.DB.prepare(
    "SELECT action, target, detail FROM audit WHERE target = '21' ORDER BY seq",
  ).all()
  expect(results).toEqual([
    { action: "objection.set", target: "21", detail: '{"consent":"out"}' },
    { action: "objection.set", target: "21", detail: '{"consent":null}' },
  ])
})

deep(
  "an opt-in guild's answers drop a member who withdrew consent, though a channel has not heard of it",
  async () => {
    await talked("20105")
    for (const person of ["11", "12", "13"]) await say("20105", "in", person)
    await ok("PUT", "/v1/guilds/20105/settings", { consent: "opt_in" })
    expect(await everything("20105", "100")).toMatch(/zugzwang/)
    await env.DB.prepare("UPDATE members SET consent = NULL WHERE guild_id = '20105' AND id = '11'").run()
    const after = await everything("20105", "100")
    expect(after).not.toMatch(/zugzwang/)
    expect(after).toMatch(/trawler/)
  },
)

test("no model sees a member who opted out: neither their lines nor their name in others' lines and mentions", async () => {
  const channel = channelOf("20106", "100")
  const model = await bindModel(channel, () => [
    claim("P1", "Bo met Ada at the harbor", { lines: [1] }),
    claim("P1", "Bo met someone at the harbor", { lines: [1] }),
  ])
  await ok("PUT", "/v1/guilds/20106/settings", {})
  await ok("PUT", "/v1/guilds/20106/members/11/consent", { consent: "out", name: "Ada" })
  const [line] = talk(1, START, [["12", "Bo", "I met <@11> at the harbor, Ada was cold and Adam was not"]])
  await hear("20106", "100", [{ ...line, mentions: [{ id: "11", name: "Ada L" }] } as never])
  expect(model.prompts.join()).toMatch(/I met @someone at the harbor, someone was cold and Adam was not/)
  expect(model.prompts.join()).not.toMatch(/Ada\b/)
  const answer = JSON.stringify(await recall("20106", { query: "harbor cold", channel_id: "100" }))
  expect(answer).toMatch(/harbor/)
  expect(answer).not.toMatch(/Ada\b/)
  expect((await memories("20106")).map(({ fact }) => fact)).toEqual(["Bo met someone at the harbor"])
  const windows = await ok<{ items: { verdicts: unknown[] }[] }>("GET", "/v1/guilds/20106/windows")
  expect(windows.items[0]?.verdicts[0]).toMatchObject({
    verdict: "rejected",
    reason: "opted_out",
    fact: null,
  })
})

test("a member who opts out while the model reads others' lines about them is named in no fact, note or record", async () => {
  const channel = channelOf("20107", "100")
  await hear("20107", "100", talk(1, START - HOUR, [["11", "Ada", "hello"]]))
  await bindModel(channel, async () => {
    await env.DB.prepare(
      "UPDATE members SET consent = 'out', consent_at = 1 WHERE guild_id = '20107' AND id = '11'",
    ).run()
    return [claim("P1", "Bo is Ada's brother"), claim("P1", "Bo owns a trawler")]
  })
  await hear("20107", "100", talk(50, START, [["12", "Bo", "Ada is my sister and I own a trawler"]]))
  expect((await memories("20107")).map(({ fact }) => fact)).toEqual(["Bo owns a trawler"])
  const kept = await env.DB.batch([
    env.DB.prepare("SELECT * FROM notes WHERE guild_id = '20107' AND to_at >= ?").bind(START),
    env.DB.prepare("SELECT * FROM windows WHERE guild_id = '20107' AND last_at >= ?").bind(START),
  ])
  expect(JSON.stringify(kept.map(({ results }) => results))).not.toMatch(/Ada/)
})

test("a member who opts out just before the write is named in nothing that is written", async () => {
  const channel = channelOf("20111", "100")
  await hear("20111", "100", talk(1, START - HOUR, [["11", "Ada", "hello"]]))
  await bindModel(channel, () => [claim("P1", "Bo owns a trawler"), claim("P1", "Bo is Ada's brother")])
  let writing = 0
  await ok("POST", `${channelPath("20111", "100")}/messages`, {
    messages: talk(50, START, [["12", "Bo", "Ada is my sister and I own a trawler"]]),
  })
  // Calls 1 to 4 read; the fifth writes.
  await breakDatabase(channel, async (number) => {
    if (number === 5) writing += 1
    if (number === 5) await say("20111", "out")
    return null
  })
  await channel.flush()
  expect(writing).toBe(1)
  expect((await memories("20111")).map(({ fact }) => fact)).toEqual(["Bo owns a trawler"])
  const { results } = await env.DB.prepare(
    "SELECT w.verdicts, n.* FROM windows w JOIN notes n ON n.id = 'n_' || w.id WHERE w.guild_id = '20111' AND w.last_at >= ?",
  )
    .bind(START)
    .all()
  expect(results).toHaveLength(1)
  expect(JSON.stringify(results)).not.toMatch(/Ada/)
})

test("a member who opts out just before a window without facts is written is in nothing that is written", async () => {
  const channel = channelOf("20112", "100")
  await hear("20112", "100", talk(1, START - HOUR, [["11", "Ada", "hello there"]]))
  await ok("POST", `${channelPath("20112", "100")}/messages`, {
    messages: talk(50, START, [
      ["11", "Ada", "the zugzwang again"],
      ["12", "Bo", "the trawler is out"],
    ]),
  })
  let writes = 0
  await breakDatabase(channel, async (number) => {
    // The third call writes.
    if (number !== 3) return null
    const before = await env.DB.prepare("SELECT count(*) AS n FROM windows WHERE guild_id = '20112'").first(
      "n",
    )
    expect(before).toBe(1)
    await say("20112", "out")
    writes += 1
    return null
  })
  await channel.flush()
  expect(writes).toBe(1)
  const { results } = await env.DB.prepare(
    "SELECT w.message_count, n.title, n.summary, n.participants FROM windows w LEFT JOIN notes n ON n.id = 'n_' || w.id WHERE w.guild_id = '20112' AND w.last_at >= ?",
  )
    .bind(START)
    .all()
  expect(results).toMatchObject([{ message_count: 1 }])
  expect(JSON.stringify(results)).not.toMatch(/Ada|zugzwang/)
})

test("a fact told directly about others names nobody who opted out", async () => {
  await talked("20108")
  await say("20108", "out")
  const told = await ok<{ remembered: { reason: string; fact: string | null }[] }>(
    "POST",
    "/v1/guilds/20108/members/12/remember",
    { text: "the one who sails with Ada" },
  )
  expect(told.remembered).toMatchObject([{ verdict: "rejected", reason: "opted_out", fact: null }])
  expect((await call("POST", "/v1/guilds/20108/members/11/remember", { text: "I sail" })).body).toMatchObject(
    {
      title: "opted out",
    },
  )
})

test("opting out can request one erasure of stored facts; opting in cannot", async () => {
  await talked("20109")
  const path = "/v1/guilds/20109/members/11/consent"
  const erase = () => call<{ erasure_id: string }>("PUT", path, { consent: "out", known: "erase" })
  const first = await erase()
  expect(first.status).toBe(202)
  expect((await erase()).body).toEqual(first.body)
  const { results } = await env.DB.prepare(
    "SELECT id, kind, target, state FROM erasures WHERE guild_id = '20109'",
  ).all()
  expect(results).toEqual([{ id: first.body.erasure_id, kind: "person", target: "11", state: "waiting" }])
  const refused = await env.DB.prepare(
    "SELECT erased_at FROM members WHERE guild_id = '20109' AND id = '11'",
  ).first("erased_at")
  expect(refused).toEqual(expect.any(Number))
  expect((await call("PUT", path, { consent: "in", known: "erase" })).status).toBe(400)
  expect((await call("PUT", path, { consent: "out", known: "keep" })).status).toBe(204)
})

deep(
  "each answer follows everyone's last choice, in whatever order people opt out and in",
  async () => {
    await talked("20110")
    const people = { "11": /\bAda\b|zugzwang/, "12": /\bBo owns|trawler/, "13": /\bCy\b|sourdough/ }
    const word = fc.record({
      person: fc.constantFrom<keyof typeof people>("11", "12", "13"),
      consent: fc.constantFrom<"in" | "out" | null>("in", "out", null),
    })
    const said = new Map<string, string | null>()
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 3 }), async (words) => {
        for (const { person, consent } of words) {
          await say("20110", consent, person)
          said.set(person, consent)
        }
        const all = await everything("20110", "100")
        for (const [person, traces] of Object.entries(people))
          if (said.get(person) === "out") expect(all).not.toMatch(traces)
        if (said.get("13") !== "out" && said.get("11") !== "out") expect(all).toMatch(/sourdough/)
        if (said.get("11") !== "out") expect(all).toMatch(/zugzwang/)
      }),
      { numRuns: propertyRuns(8) },
    )
  },
  60_000,
)
