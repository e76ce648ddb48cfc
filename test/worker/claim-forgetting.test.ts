/** A forgotten memory takes its claims along and leaves rows that nobody can be told by, until the undo brings all back. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { purgePages } from "../../src/memory/removal/purge.ts"
import { DEFAULT_SETTINGS } from "../../src/policy/settings.ts"
import { cutoffsOf } from "../../src/privacy/retention.ts"
import { deep, everyFourth } from "../dice.ts"
import { logRows } from "./claim-log.ts"
import { eraseThrough } from "./erasing-world.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, tell } from "./guild-structure.ts"
import { call, channelPath, hear, memories, ok, type Page, talk } from "./http.ts"
import { type From, ground, nextId, performed, pressed, replied } from "./interacting.ts"
import { quietly } from "./live.ts"
import { bindModel, channelOf, claim, type Fault, faultsOf, faulty } from "./stand-ins.ts"

const START = Date.parse("2082-05-01T12:00:00Z")
const HOUR = 3_600_000
const DAY = 24 * HOUR

quietly({ silent: ["error", "warn"], at: START })

const [ADA, BO] = ["418273650918273111", "418273650918273222"]

/** Ada and Bo tell of themselves, and Bo also of Ada; Ada says one thing to mods alone. A window repeats the first fact. */
async function home(guild: string) {
  await tell(guild, {
    ...guildStructure(guild),
    members: [member(ADA, [MODS], "Ada"), member(BO, [], "Bo")],
  })
  await bindModel(channelOf(guild, GENERAL), () => [
    claim("P1", "Ada binds books", { confidence: 0.9, section: "skills", lifetime: "90d" }),
    claim("P2", "Bo sails", { lines: [2] }),
  ])
  const first = talk(1_000, START - 3 * HOUR, [
    [ADA, "Ada", "I bind books"],
    [BO, "Bo", "I sail"],
  ])
  await hear(guild, GENERAL, first)
  await bindModel(channelOf(guild, GENERAL), () => [claim("P1", "Ada binds books", { lifetime: "90d" })])
  await hear(guild, GENERAL, talk(2_000, START - 2 * HOUR, [[ADA, "Ada", "yes, I bind books"]]))
  await bindModel(channelOf(guild, MOD_ROOM), () => [claim("P1", "Ada codes")])
  await hear(guild, MOD_ROOM, talk(3_000, START - HOUR, [[ADA, "Ada", "I code"]]))
  const known = await memories(guild)
  const ada: From = { guild, channel: GENERAL, user: ADA, name: "Ada", roles: [MODS] }
  const forget = (interaction = nextId()) =>
    pressed(`forget:${known.find(({ fact }) => fact === "Ada binds books")?.id}`, { ...ada, id: interaction })
  return { guild, known, ada, forget }
}
const forgottenRows = async (guild: string) =>
  (await logRows(guild)).filter(({ label }) => label === "forgotten")

test("a row for each claim stays, with its kind and verdict, and nothing that names anybody or singles them out", async () => {
  const { guild, known, forget } = await home("797401")
  const before = await logRows(guild)
  expect(before).toHaveLength(4)
  await replied(forget())
  const rows = await forgottenRows(guild)
  expect(await logRows(guild)).toHaveLength(4)
  const common = {
    guild_id: guild,
    at: Date.parse("2082-05-01"),
    n: 0,
    op: "save",
    type: "profile",
    method: "model",
    verdict: "accepted",
    reason: "fits",
    policy_version: 0,
    label: "forgotten",
    labeled_on: "2082-05-01",
  }
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    const kept = Object.entries(row).filter(([, value]) => value !== null)
    const { id, base, confidence, holdout } = row
    expect(Object.fromEntries(kept)).toEqual({ ...common, id, base, confidence, holdout })
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    for (const share of [base, confidence])
      expect(Number(share) * 10).toBeCloseTo(Math.round(Number(share) * 10), 9)
  }
  const ids = [
    ...[ADA, BO, GENERAL, MOD_ROOM, "1000", "1001", "2000", "3000"],
    ...known.map((memory) => memory.id),
    ...before.flatMap((row) => [row.id, row.window_id, row.prompt_hash, row.at]),
  ]
  const text = JSON.stringify(rows)
  for (const id of ids) expect(text).not.toMatch(new RegExp(`(?<![0-9a-f.])${id}(?![0-9a-f])`))
  // The claims of others are untouched.
  expect(
    (await logRows(guild))
      .filter(({ label }) => label === null)
      .map(({ subject_id }) => subject_id)
      .sort(),
  ).toEqual([ADA, BO])
  const { claims } = await ok<{ claims: unknown[] }>("GET", `/v1/guilds/${guild}/members/${ADA}/export`)
  expect(claims).toHaveLength(1)
})

test("the list filters by label and shows what recall noted; an export tells of decisions alone", async () => {
  const { guild, known, forget } = await home("797406")
  const id = (fact: string) => known.find((memory) => memory.fact === fact)?.id
  await replied(forget())
  await ok("PATCH", `/v1/guilds/${guild}/memories/${id("Ada codes")}`, { fact: "Ada writes code" })
  await env.DB.prepare(
    "UPDATE claim_log SET label = 'unused', labeled_on = '2082-05-01', recalled_on = '2082-04-30' WHERE guild_id = ? AND subject_id = ?",
  )
    .bind(guild, BO)
    .run()
  await hear(guild, GENERAL, talk(4_000, START, [[BO, "Bo", "ok"]]))
  const list = async (query: string) => {
    const { items } = await ok<Page<Record<string, unknown>>>("GET", `/v1/guilds/${guild}/claims${query}`)
    return items.map((item) => [item.label, item.labeled_on, item.recalled_on, item.subject_id]).sort()
  }
  const corrected = ["corrected", "2082-05-01", null, ADA]
  const forgotten = ["forgotten", "2082-05-01", null, null]
  const unused = ["unused", "2082-05-01", "2082-04-30", BO]
  expect(await list("?labeled=true")).toEqual([corrected, forgotten, forgotten, unused])
  expect(await list("?label=forgotten")).toEqual([forgotten, forgotten])
  expect(await list("?labeled=false")).toEqual([])
  expect((await call("GET", `/v1/guilds/${guild}/claims?label=undone`)).status).toBe(400)
  const claims = async (person: string) =>
    (await ok<{ claims: object[] }>("GET", `/v1/guilds/${guild}/members/${person}/export`)).claims
  expect(await claims(ADA)).toMatchObject([{ label: "corrected", labeled_on: "2082-05-01" }])
  expect(await claims(BO)).toMatchObject([{ label: null, labeled_on: null }])
  expect(JSON.stringify(await claims(BO))).not.toContain("recalled_on")
})

test("undo brings back every row as it was, and nothing stays of the forgetting", async () => {
  const { guild, ada, forget } = await home("797402")
  await env.DB.prepare(
    "UPDATE claim_log SET label = 'right', labeled_on = '2082-04-30', recalled_on = '2082-04-30' WHERE guild_id = ? AND section = 'skills'",
  )
    .bind(guild)
    .run()
  const before = await logRows(guild)
  const id = nextId()
  await replied(forget(id))
  expect(await logRows(guild)).not.toEqual(before)
  await replied(pressed(`undo:${id}`, ada))
  expect(await logRows(guild)).toEqual(before)
})

test("what is left of facts forgotten together does not show that they belong together", async () => {
  const { guild } = await home("797403")
  const before = await logRows(guild)
  const ids = (await memories(guild)).filter(({ subject_id }) => subject_id === ADA)
  expect(ids).toHaveLength(2)
  await ok("POST", `/v1/guilds/${guild}/members/${ADA}/forget`, { text: "everything", confirm: true })
  const rows = await forgottenRows(guild)
  expect(rows).toHaveLength(3)
  expect(new Set(rows.map((row) => String(row.id).slice(0, 6))).size).toBe(3)
  expect(before).toHaveLength(4)
})

deep(
  "only a person's forgetting leaves a row: not a deleted message, an opt-out, an erasure or an erased channel",
  async () => {
    const acts: [string, (guild: string) => Promise<unknown>, (row: Record<string, unknown>) => boolean][] = [
      [
        "797410",
        (guild) => ok("DELETE", `${channelPath(guild, GENERAL)}/messages/1000`),
        (row) => row.window_id !== `w_${"797410"}_200_1000_1001`,
      ],
      [
        "797411",
        (guild) => ok("PUT", `/v1/guilds/${guild}/members/${ADA}/consent`, { consent: "out" }),
        (row) => row.subject_id !== ADA,
      ],
      [
        "797412",
        (guild) => ok("POST", `/v1/guilds/${guild}/members/${ADA}/erase`, {}),
        (row) => row.subject_id !== ADA,
      ],
      [
        "797413",
        (guild) => ok("DELETE", `/v1/guilds/${guild}/channels/${MOD_ROOM}`),
        (row) => row.channel_id !== MOD_ROOM,
      ],
    ]
    for (const [guild, act, stays] of acts) {
      await home(guild)
      const before = await logRows(guild)
      await act(guild)
      await eraseThrough(guild)
      await expect
        .poll(async () => (await logRows(guild)).length, { message: guild })
        .toBeLessThan(before.length)
      expect(await forgottenRows(guild), guild).toEqual([])
      expect((await logRows(guild)).every(stays), guild).toBe(true)
    }
  },
)

test("what is left of a forgotten claim stays when its person or channel is erased, and goes by age and with the server", async () => {
  const { guild, forget } = await home("797404")
  await replied(forget())
  await ok("POST", `/v1/guilds/${guild}/members/${ADA}/erase`, {})
  await eraseThrough(guild)
  await ok("DELETE", `/v1/guilds/${guild}/channels/${GENERAL}`)
  await eraseThrough(guild)
  expect((await logRows(guild)).map(({ label }) => label)).toEqual(["forgotten", "forgotten"])
  const purge = (days: number) => {
    const now = START + days * DAY
    const before = cutoffsOf(DEFAULT_SETTINGS.retention, now)
    return purgePages(
      guildDatabase(env, guild),
      { guildId: guild, before, day: "2082-12-01", now },
      () => true,
    )
  }
  await purge(179)
  expect(await logRows(guild)).toHaveLength(2)
  await purge(181)
  expect(await logRows(guild)).toEqual([])
})

test("an undo brings back no claim of a window whose words were deleted since", async () => {
  const { guild, ada, forget } = await home("797405")
  const id = nextId()
  await replied(forget(id))
  await ok("DELETE", `${channelPath(guild, GENERAL)}/messages/2000`)
  await replied(pressed(`undo:${id}`, ada))
  await expect
    .poll(async () => (await logRows(guild)).filter((row) => String(row.window_id).includes("2000")))
    .toEqual([])
  expect((await memories(guild)).map(({ fact }) => fact)).not.toContain("Ada binds books")
})

deep(
  "forgetting and its undo leave the same rows, whichever database call fails, before or after it took effect",
  async () => {
    const differing = ["guild_id", "id", "window_id", "memory_id", "latency_ms", "holdout"]
    const shape = async (guild: string) => {
      const rows = await logRows(guild)
      return rows
        .map((row) => JSON.stringify({ ...row, ...Object.fromEntries(differing.map((name) => [name, 0])) }))
        .sort()
    }
    const run = async (guild: string, isUndo: boolean, failing: [number, Fault]) => {
      const { ada, forget } = await home(guild)
      const id = nextId()
      if (isUndo) await replied(forget(id))
      const press = isUndo ? pressed(`undo:${id}`, ada) : forget(id)
      const count = { calls: 0 }
      const DB = faulty(env.DB, (call) => (call === failing[0] ? failing[1] : null), count)
      if ((await performed(press, { on: ground({ DB }) })).went === "failed") await performed(press)
      return count.calls
    }
    for (const isUndo of [false, true]) {
      const base = isUndo ? 797_450 : 797_420
      const calls = await run(String(base), isUndo, [0, null])
      const expected = await shape(String(base))
      expect(await forgottenRows(String(base))).toHaveLength(isUndo ? 0 : 2)
      for (const [nth, { at, fault }] of everyFourth(faultsOf(calls)).entries()) {
        const guild = String(base + 1 + nth)
        await run(guild, isUndo, [at, fault])
        expect(await shape(guild), `call ${at} failed ${fault} taking effect`).toEqual(expected)
      }
    }
  },
)
