/** What people do with a memory labels the claims that wrote it, once per act, and undoing the act takes it back. */

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { app } from "../../src/http/app.ts"
import { deep, everyFourth } from "../dice.ts"
import { labelsBy, logRows } from "./claim-log.ts"
import { GENERAL, guildStructure, member, tell } from "./guild-structure.ts"
import { call, hear, type MemoryBody, memories, ok, talk } from "./http.ts"
import { type From, ground, MANAGE_GUILD, nextId, performed, pressed, replied, sent } from "./interacting.ts"
import { quietly } from "./live.ts"
import { bindModel, channelOf, claim, type Fault, faultsOf, faulty } from "./stand-ins.ts"

const START = Date.parse("2084-05-01T12:00:00Z")
const TODAY = "2084-05-01"
const HOUR = 3_600_000

quietly({ silent: ["error", "warn"], at: START })

const BOOK = "Ada binds books"
const OSLO = "Ada lives in Oslo"
const BERGEN = "Ada lives in Bergen"

/** Ada (11) tells of herself, and then Bo (12) says that she lives elsewhere. Di (14) manages the server. */
async function home(guild: string, policy: object = {}) {
  const members = [member("11", [], "Ada"), member("12", [], "Bo"), member("14", [], "Di")]
  await tell(guild, { ...guildStructure(guild), members })
  await ok("PUT", `/v1/guilds/${guild}/policy`, policy)
  await bindModel(channelOf(guild, GENERAL), () => [claim("P1", BOOK), claim("P1", OSLO)])
  await hear(guild, GENERAL, talk(1_000, START - 3 * HOUR, [["11", "Ada", "I bind books and live in Oslo"]]))
  await bindModel(channelOf(guild, GENERAL), () => [claim("P2", BERGEN, { lines: [1] })])
  await hear(
    guild,
    GENERAL,
    talk(2_000, START - 2 * HOUR, [
      ["12", "Bo", "Ada lives in Bergen"],
      ["11", "Ada", "hm"],
    ]),
  )
  const known = await memories(guild)
  const at = { guild, channel: GENERAL }
  return {
    guild,
    known,
    id: (fact: string) => known.find((one) => one.fact === fact)?.id ?? "",
    labels: () => labelsBy(guild, known),
    ada: { ...at, user: "11", name: "Ada" } satisfies From,
    di: { ...at, user: "14", name: "Di", permissions: MANAGE_GUILD } satisfies From,
  }
}

const patch = (guild: string, id: string, change: object) =>
  ok<MemoryBody>("PATCH", `/v1/guilds/${guild}/memories/${id}`, change)
const decide = (guild: string, id: string, decision: string) =>
  ok("POST", `/v1/guilds/${guild}/review/${id}`, { decision })

test("correcting, refiling, retiring and bringing back a memory labels its claims; the later decision stands", async () => {
  const { guild, id, labels } = await home("79701")
  const book = id(BOOK)
  await patch(guild, book, { importance: "high" })
  expect(await labels()).toEqual({ [BOOK]: `refiled ${TODAY}`, [OSLO]: null, [BERGEN]: null })
  await patch(guild, book, { fact: "Ada binds novels" })
  expect((await labels())[BOOK]).toBe(`corrected ${TODAY}`)
  vi.setSystemTime(START + 24 * HOUR)
  await patch(guild, book, { lifetime: "90d" })
  expect((await labels())[BOOK]).toBe(`corrected ${TODAY}`)
  await patch(guild, book, { when: "2084-06" })
  expect((await labels())[BOOK]).toBe("corrected 2084-05-02")
  await patch(guild, book, { status: "superseded" })
  expect((await labels())[BOOK]).toBe("rejected 2084-05-02")
  await patch(guild, book, { status: "active" })
  expect((await labels())[BOOK]).toBe("confirmed 2084-05-02")
})

test("approving and rejecting what waits labels its claim", async () => {
  const { guild, id, labels } = await home("79702", { gate: { mode: "manual" } })
  await decide(guild, id(BOOK), "approve")
  await decide(guild, id(OSLO), "reject")
  expect(await labels()).toMatchObject({ [BOOK]: `approved ${TODAY}`, [OSLO]: `rejected ${TODAY}` })
})

test("of a contradiction, the side that holds is confirmed and the other rejected; if both hold, both are confirmed", async () => {
  const one = await home("79703")
  await decide(one.guild, one.id(BERGEN), "keep")
  expect(await one.labels()).toEqual({
    [BOOK]: null,
    [OSLO]: `rejected ${TODAY}`,
    [BERGEN]: `confirmed ${TODAY}`,
  })
  const two = await home("79704")
  await decide(two.guild, two.id(OSLO), "both")
  expect(await two.labels()).toEqual({
    [BOOK]: null,
    [OSLO]: `confirmed ${TODAY}`,
    [BERGEN]: `confirmed ${TODAY}`,
  })
})

test("a claim that was rejected beside the memory keeps no label, and neither does another server's", async () => {
  const { guild, id, labels } = await home("79705")
  const other = await home("79706")
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { allowed_types: ["task_state"] } })
  await bindModel(channelOf(guild, GENERAL), () => [claim("P1", BOOK)])
  await hear(guild, GENERAL, talk(3_000, START - HOUR, [["11", "Ada", "I bind books"]]))
  await patch(guild, id(BOOK), { fact: "Ada binds novels" })
  expect((await logRows(guild)).map(({ verdict, label }) => [verdict, label])).toEqual([
    ["accepted", "corrected"],
    ["accepted", null],
    ["accepted", null],
    ["rejected", null],
  ])
  expect((await logRows(guild)).at(-1)?.memory_id).toBe(id(BOOK))
  expect(Object.values(await other.labels())).toEqual([null, null, null])
  expect((await labels())[OSLO]).toBeNull()
})

test("on Discord, a form corrects, “still so” confirms, and Undo takes the label back", async () => {
  const { guild, id, labels, ada, di } = await home("79707")
  const form = { ...ada, id: nextId() }
  await replied(sent(`corrected:${id(BOOK)}`, form, { fields: { fact: "Ada binds novels" } }))
  expect((await labels())[BOOK]).toBe(`corrected ${TODAY}`)
  const undo = () => replied(pressed(`undo:${form.id}`, ada))
  await undo()
  expect(Object.values(await labels())).toEqual([null, null, null])
  expect((await memories(guild)).map(({ fact }) => fact)).toContain(BOOK)
  await patch(guild, id(BOOK), { status: "superseded" })
  await replied(pressed(`still-so:${id(BOOK)}`, ada))
  expect((await labels())[BOOK]).toBe(`confirmed ${TODAY}`)
  await decide(guild, id(OSLO), "keep")
  const again = { ...ada, id: nextId() }
  await replied(sent(`corrected:${id(OSLO)}`, again, { fields: { fact: "Ada lives in Moss" } }))
  await replied(pressed(`undo:${again.id}`, di))
  expect(await labels()).toMatchObject({ [OSLO]: `confirmed ${TODAY}`, [BERGEN]: `rejected ${TODAY}` })
})

test("an undo leaves a label that was given after the change", async () => {
  const { guild, id, labels, ada } = await home("79708")
  const form = { ...ada, id: nextId() }
  await replied(sent(`corrected:${id(BOOK)}`, form, { fields: { fact: "Ada binds novels" } }))
  await env.DB.prepare("UPDATE claim_log SET label = 'approved' WHERE guild_id = ? AND memory_id = ?")
    .bind(guild, id(BOOK))
    .run()
  await replied(pressed(`undo:${form.id}`, ada))
  expect((await labels())[BOOK]).toBe(`approved ${TODAY}`)
})

// Judgments of answers.

/** Presses a button of an answer that rests on these memories. */
const judge = (label: string, ids: readonly string[], who: From) =>
  replied(
    pressed(`answer:${label}:${ids.map((id) => id.replace("m_", "")).join(".")}`, who, { isPublic: true }),
  )

test("a judgment of an answer labels what the answer rests on, until somebody decides on the memory itself", async () => {
  const { guild, id, labels, ada, di } = await home("79709")
  await judge("right", [id(BOOK), id(OSLO)], di)
  expect(await labels()).toEqual({ [BOOK]: `right ${TODAY}`, [OSLO]: `right ${TODAY}`, [BERGEN]: null })
  await judge("outdated", [id(BOOK)], ada)
  expect(await labels()).toMatchObject({ [BOOK]: `outdated ${TODAY}`, [OSLO]: `right ${TODAY}` })
  await patch(guild, id(BOOK), { importance: "high" })
  expect((await labels())[BOOK]).toBe(`refiled ${TODAY}`)
  await judge("wrong", [id(BOOK)], ada)
  expect((await labels())[BOOK]).toBe(`wrong ${TODAY}`)
  await patch(guild, id(BOOK), { fact: "Ada binds novels" })
  await judge("right", [id(BOOK)], ada)
  await patch(guild, id(BOOK), { importance: "low" })
  expect((await labels())[BOOK]).toBe(`corrected ${TODAY}`)
})

test("no judgment labels anything by a person who opted out, while saving is paused, or in another server", async () => {
  const { guild, id, labels, ada, di } = await home("79710")
  await ok("PUT", `/v1/guilds/${guild}/members/14/consent`, { consent: "out" })
  await judge("wrong", [id(BOOK)], di)
  const elsewhere = await home("79711")
  await judge("wrong", [id(BOOK)], elsewhere.ada)
  await ok("PUT", `/v1/guilds/${guild}/settings`, { read_only: true })
  await judge("wrong", [id(BOOK)], ada)
  expect(Object.values(await labels())).toEqual([null, null, null])
})

// Each database call fails once, and the request is sent again.

/** Sends a request with call number `failing` failing, and again if it failed. Returns the number of calls. */
async function send(
  method: string,
  path: string,
  body: object | null,
  failing: [number, Fault],
): Promise<number> {
  const count = { calls: 0 }
  const DB = faulty(env.DB, (call) => (call === failing[0] ? failing[1] : null), count)
  const ctx = createExecutionContext()
  const init = { method, headers: { authorization: "Bearer dev", "content-type": "application/json" } }
  const request = new Request(`https://keepsake.test${path}`, {
    ...init,
    ...(body && { body: JSON.stringify(body) }),
  })
  const { status } = await app.fetch(request, { ...env, DB }, ctx)
  await waitOnExecutionContext(ctx)
  if (status >= 500) await call(method, path, body ?? undefined)
  return count.calls
}

/** Presses or submits with call number `failing` failing, and again if it failed, as the Responder does. */
async function perform(
  interaction: Parameters<typeof performed>[0],
  failing: [number, Fault],
): Promise<number> {
  const count = { calls: 0 }
  const DB = faulty(env.DB, (call) => (call === failing[0] ? failing[1] : null), count)
  const { went } = await performed(interaction, { on: ground({ DB }) })
  if (went === "failed") await performed(interaction)
  return count.calls
}

const ACTS: [
  what: string,
  act: (at: Awaited<ReturnType<typeof home>>, failing: [number, Fault]) => Promise<number>,
  left: object,
][] = [
  [
    "a correction over HTTP",
    ({ guild, id }, failing) =>
      send("PATCH", `/v1/guilds/${guild}/memories/${id(BOOK)}`, { fact: "Ada binds novels" }, failing),
    { [BOOK]: `corrected ${TODAY}`, [OSLO]: null, [BERGEN]: null },
  ],
  [
    "a decision in review",
    ({ guild, id }, failing) =>
      send("POST", `/v1/guilds/${guild}/review/${id(OSLO)}`, { decision: "other" }, failing),
    { [BOOK]: null, [OSLO]: `rejected ${TODAY}`, [BERGEN]: `confirmed ${TODAY}` },
  ],
  [
    "“both” in review",
    ({ guild, id }, failing) =>
      send("POST", `/v1/guilds/${guild}/review/${id(OSLO)}`, { decision: "both" }, failing),
    { [BOOK]: null, [OSLO]: `confirmed ${TODAY}`, [BERGEN]: `confirmed ${TODAY}` },
  ],
  [
    "a correction on Discord",
    ({ id, ada }, failing) =>
      perform(sent(`corrected:${id(BOOK)}`, ada, { fields: { fact: "Ada binds novels" } }), failing),
    { [BOOK]: `corrected ${TODAY}`, [OSLO]: null, [BERGEN]: null },
  ],
  [
    "a judgment of an answer",
    ({ id, ada }, failing) =>
      perform(pressed(`answer:wrong:${id(BOOK).replace("m_", "")}`, ada, { isPublic: true }), failing),
    { [BOOK]: `wrong ${TODAY}`, [OSLO]: null, [BERGEN]: null },
  ],
  [
    "the undo of a correction",
    async ({ id, ada }, failing) => {
      const form = { ...ada, id: nextId() }
      await replied(sent(`corrected:${id(BOOK)}`, form, { fields: { fact: "Ada binds novels" } }))
      return perform(pressed(`undo:${form.id}`, ada), failing)
    },
    { [BOOK]: null, [OSLO]: null, [BERGEN]: null },
  ],
]

deep.each(ACTS)(
  "%s labels once, whichever database call fails, before or after it took effect",
  async (what, act, left) => {
    const base = 7_972_000 + ACTS.findIndex(([name]) => name === what) * 100
    const at = await home(String(base))
    const calls = await act(at, [0, null])
    expect(await at.labels()).toEqual(left)
    const rows = (await logRows(at.guild)).length
    for (const [nth, { at: number, fault }] of everyFourth(faultsOf(calls)).entries()) {
      const one = await home(String(base + 1 + nth))
      await act(one, [number, fault])
      expect(await one.labels(), `call ${number} failed ${fault} taking effect`).toEqual(left)
      expect(await logRows(one.guild)).toHaveLength(rows)
    }
  },
)
