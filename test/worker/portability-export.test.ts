/** An export holds a guild's data for an admin, and for everyone else what they may read, with checksums. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { TRAVEL } from "../../src/portability/format.ts"
import { NOON } from "./builders.ts"
import { ADA, line, markedGuild } from "./erasing-world.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, tell } from "./guild-structure.ts"
import { call, hear, ok, type Page, talk } from "./http.ts"
import { as, newKey } from "./key-holder.ts"
import { quietly } from "./live.ts"
import { exportedRows, readExport } from "./portability-files.ts"

quietly({ silent: ["error", "warn"] })

const rowsOf = async (table: string, guild: string) =>
  (await env.DB.prepare(`SELECT * FROM "${table}" WHERE guild_id = ?`).bind(guild).all()).results

test("an admin's export has every row of the guild's own tables once, each memory with its statements", async () => {
  await markedGuild("9801")
  await ok("PUT", "/v1/guilds/9801/policy", { gate: { mode: "auto" } })
  await ok("PUT", "/v1/guilds/9801/policy", { gate: { mode: "shadow" } })
  const prints = "[[1,2,987654321,0]]"
  await env.DB.prepare(
    "UPDATE members SET erased_at = 1, name_prints = ? WHERE guild_id = '9801' AND id = '13'",
  )
    .bind(prints)
    .run()
  const { token } = await newKey("9801", { scope: "admin" })
  const exported = await readExport("9801", { token })
  expect(exported.header).toMatchObject({ format: "keepsake-guild", guild: "9801", partial: null })
  for (const table of ["members", "memories", "evidence", "notes", "note_sources", "channels"] as const) {
    const rows = exportedRows(exported, table)
    expect(rows.length, table).toBe((await rowsOf(table, "9801")).length)
    expect(new Set(rows.map((row) => JSON.stringify(row))).size, table).toBe(rows.length)
  }
  expect(exportedRows(exported, "memories").length).toBeGreaterThan(5)
  expect(exportedRows(exported, "policies").map(({ version }) => version)).toEqual([2])
  const all = exported.parts.join("")
  for (const [table, how] of Object.entries(TRAVEL))
    if (how === "stays") expect(all, table).not.toContain(`{"table":"${table}"`)
  expect(all).not.toContain("987654321")
  const keys = await rowsOf("api_keys", "9801")
  expect(all).not.toContain(String(keys[0]?.hash))
  expect(all).not.toContain(token.slice(-20))
  const actions = (await ok<Page<{ action: string }>>("GET", "/v1/guilds/9801/audit")).items
  expect(actions.map(({ action }) => action)).toContain("guild.export")
})

test("an export of a large guild comes in parts that fit one request, and no memory is parted from its statements", async () => {
  await ok("PUT", "/v1/guilds/9802/settings", {})
  await env.DB.batch([
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
       INSERT INTO memories (id, guild_id, scope, subject_id, fact, fact_key, type, topics, importance, certainty, confidence, lifetime, status, evidence_count, said_at, last_said_at, created_at, version)
       SELECT 'm_9802_' || i, '9802', 'user', '11', 'Ada likes kite ' || i, 'ada likes kite ' || i, 'preference', '[]', 'low', 1, 1, 'permanent', 'shadow', 20, 1, 1, 1, 1 FROM n`,
    ),
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7999)
       INSERT INTO evidence (memory_id, ref, guild_id, author_id, excerpt, said_at, method, source)
       SELECT 'm_9802_' || (1 + i / 20), 'told:' || i, '9802', '11', replace(hex(zeroblob(60)), '0', 'ä'), i, 'rule', 'explicit' FROM n`,
    ),
  ])
  const exported = await readExport("9802")
  expect(exported.parts.length).toBeGreaterThan(5)
  for (const part of exported.parts) {
    expect(JSON.stringify({ text: part }).length).toBeLessThan(1_000_000)
    const [memories, evidence] = [
      exportedRows({ parts: [part] }, "memories"),
      exportedRows({ parts: [part] }, "evidence"),
    ]
    expect(evidence.length).toBe(memories.length * 20)
  }
  expect(exportedRows(exported, "evidence").length).toBe(8_000)
})

/** Ada speaks where everyone reads, and Mo where only mods read. */
async function twoRooms(guild: string, hidden: boolean): Promise<void> {
  await tell(
    guild,
    guildStructure(guild, [], { members: [member("11", [], "Ada"), member("12", [MODS], "Mo")] }),
  )
  await hear(
    guild,
    GENERAL,
    talk(900, NOON, [
      ["11", "Ada", "I play the violin"],
      ["11", "Ada", "Every Tuesday there is a concert in the old town hall near the river"],
      ["11", "Ada", "We rehearse Brahms and a bit of Sibelius before the summer"],
    ]),
    {},
  )
  if (!hidden) return
  await hear(
    guild,
    MOD_ROOM,
    talk(950, NOON + 60_000, [
      ["12", "Mo", "I collect vintage anvils"],
      ["11", "Ada", "I play the violin"],
    ]),
    {},
  )
}

const content = (exported: { parts: string[] }) =>
  exportedRows(exported).map((row) => JSON.stringify(row).replaceAll(/"(?:m|w|n)_\w+"|98\d\d/g, "…"))

test("a read key exports what its reader may read, says for whom, and what is hidden changes nothing", async () => {
  await twoRooms("9803", true)
  await twoRooms("9804", false)
  const read = async (guild: string, about: object, reader = {}) =>
    readExport(guild, { token: (await newKey(guild, { scope: "read", ...about })).token, reader })
  const [open, alone] = [await read("9803", {}), await read("9804", {})]
  expect(open.header.partial).toEqual({ channel_id: null, viewer_id: null })
  expect(open.parts.join("")).not.toMatch(/anvil|Mo\b|"12"/)
  expect(content(open)).toEqual(content(alone))
  expect(open.ends.length).toBe(alone.ends.length)
  const places = ({ ends }: typeof open) => ends.map(({ next }) => next && JSON.parse(atob(next)).at)
  expect(places(open)).toEqual(places(alone))
  const tables = new Set(open.parts.join("").match(/(?<="table":")\w+/g))
  expect([...tables].sort()).toEqual(["evidence", "memories", "notes"])
  const mods = await read("9803", { channel_id: MOD_ROOM })
  expect(mods.header.partial).toEqual({ channel_id: MOD_ROOM, viewer_id: null })
  expect(mods.parts.join("")).toMatch(/anvil/)
  const ada = await read("9803", { viewer_id: "11" })
  expect(ada.parts.join("")).not.toMatch(/anvil/)
  expect(exportedRows(ada, "memories").map(({ fact }) => fact)).toEqual(["Ada plays the violin"])
  const { token } = await newKey("9803", { scope: "write" })
  const cursor = btoa(JSON.stringify({ part: 1, whole: "0".repeat(64), at: ["members", []] })).replaceAll(
    "=",
    "",
  )
  const path = `/v1/guilds/9803/export?cursor=${encodeURIComponent(cursor)}`
  expect(await as(token, "GET", path)).toMatchObject({ status: 400 })
})

test("who opted out is in no partial export, neither by their words nor by their name", async () => {
  await markedGuild("9805")
  await hear("9805", "101", [line(101_060, ["12", "Bo"], "I fly kites", Date.now() - 1_000)])
  await ok("PUT", "/v1/guilds/9805/members/11/consent", { consent: "out" })
  const exported = await readExport("9805", { token: (await newKey("9805")).token })
  expect(exportedRows(exported, "memories").length).toBeGreaterThan(0)
  expect(exportedRows(exported, "memories").map(({ fact }) => fact)).not.toContain(
    "Cyrus plays chess with Ada",
  )
  const texts = exportedRows(exported).flatMap(({ fact, excerpt, title, summary }) => [
    fact,
    excerpt,
    title,
    summary,
  ])
  expect(texts.filter((text) => /\bAda\b/.test(`${text}`))).toEqual([])
  expect(JSON.stringify(exportedRows(exported))).not.toContain(`"${ADA[0]}"`)
  expect(await call("GET", "/v1/guilds/9899/export")).toMatchObject({ status: 404 })
})
