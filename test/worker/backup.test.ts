/** A guild's backup holds its data and nobody else's, page by page. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { LEFT_OUT, tablesOf } from "../../src/backup/export.ts"
import { deep } from "../dice.ts"
import { readBackup, rowsOf } from "./backup-files.ts"
import { CHANNELS, markedGuild } from "./erasing-world.ts"
import { call, ok, type Page } from "./http.ts"
import { quietly } from "./live.ts"

quietly({ silent: ["error", "warn"] })

const countOf = async (table: string, owner: string, guild: string) =>
  (
    await env.DB.prepare(`SELECT count(*) AS rows FROM "${table}" WHERE ${owner} = ?`)
      .bind(guild)
      .first<{ rows: number }>()
  )?.rows

deep(
  "a backup has every row of the guild's tables once, with all columns but row numbers and marks of vectors",
  async () => {
    await markedGuild("9701")
    await markedGuild("9702")
    const backup = await readBackup("9701")
    expect(backup.header).toMatchObject({ format: "keepsake-backup", version: 1, part: "9701" })
    const tables = tablesOf("9701")
    for (const table of tables) {
      const owner = table === "guilds" ? "id" : "guild_id"
      const rows = rowsOf(backup, table)
      expect(rows.length, table).toBe(await countOf(table, owner, "9701"))
      expect(new Set(rows.map((row) => row[owner])), table).toEqual(new Set(rows.length > 0 ? ["9701"] : []))
      // Audit rows have nothing but their number to tell them apart.
      const different = new Set(rows.map((row) => JSON.stringify(row))).size
      if (table !== "audit") expect(different, table).toBe(rows.length)
    }
    expect(rowsOf(backup, "channels").length).toBe(CHANNELS.length)
    expect(rowsOf(backup, "memories").length).toBeGreaterThan(5)
    const [first] = (
      await env.DB.prepare("SELECT * FROM memories WHERE guild_id = '9701' ORDER BY seq LIMIT 1").all()
    ).results as Record<string, unknown>[]
    const { seq: _, embedded_with: __, ...row } = first ?? {}
    expect(rowsOf(backup, "memories")[0]).toEqual(row)
    const named = new Set(backup.pages.flat().map(({ table }) => table as string))
    expect([...named].filter((table) => LEFT_OUT.includes(table))).toEqual([])
  },
)

test("a large guild's backup comes in pages of at most 500 rows, and rows written meanwhile are in it or come after it", async () => {
  await ok("PUT", "/v1/guilds/9703/settings", {})
  const members = (from: number, many: number) =>
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO members (guild_id, id, name, seen_at) SELECT '9703', i, 'Member ' || i || char(8232), 1 FROM n`,
    )
      .bind(from, from + many - 1)
      .run()
  await members(1_000_001, 1_200)
  const backup = await readBackup("9703", (page) => page === 1 && members(1_001_500, 100))
  expect(backup.pages.map((page) => page.length).every((rows) => rows <= 500)).toBe(true)
  const ids = rowsOf(backup, "members").map(({ id }) => id)
  expect(ids.length).toBe(1_300)
  expect(new Set(ids).size).toBe(1_300)
})

test("the deployment's backup holds objections, and the list names every guild", async () => {
  await ok("PUT", "/v1/guilds/9704/settings", {})
  await ok("PUT", "/v1/people/970411/consent", { consent: "out" })
  const backup = await readBackup("deployment")
  expect(rowsOf(backup, "objections").map(({ user_id }) => user_id)).toContain("970411")
  expect(rowsOf(backup, "audit").map(({ target }) => target)).toContain("970411")
  const { items } = await ok<Page<string>>("GET", "/v1/backups")
  expect(items).toContain("9704")
  expect(await ok<Page<string>>("GET", "/v1/backups?after=9704")).not.toContain("9704")
})

test("a backup names the journal of its guild, always the same one", async () => {
  await ok("PUT", "/v1/guilds/9705/settings", {})
  const [first, second] = [await readBackup("9705"), await readBackup("9705")]
  expect(first.header.journal).toMatch(/^j_/)
  expect(second.header.journal).toBe(first.header.journal)
  expect((await readBackup("deployment")).header.journal).not.toBe(first.header.journal)
  expect(await call("GET", "/v1/backups/9799")).toMatchObject({ status: 404 })
})
