/**
 * An erasure replaces a person's id in records that stay and damages none of them. A record that an earlier
 * release damaged takes no listing down.
 */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { purgeDue } from "../../src/nights/purge-due.ts"
import { eraseThrough, START } from "./erasing-world.ts"
import { ok, type Page } from "./http.ts"
import { setClock } from "./live.ts"

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  warn = vi.spyOn(console, "warn").mockReturnValue()
  setClock(START)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

interface Row {
  actor: string
  action: string
  target: string
  detail: unknown
}

function run(query: string, ...values: unknown[]) {
  return env.DB.prepare(query)
    .bind(...values)
    .run()
}

function audit(guild: string, actor: string, detail: string) {
  return run(
    "INSERT INTO audit (guild_id, at, actor, action, target, detail) VALUES (?1, 1, ?2, 'settings.put', ?1, ?3)",
    guild,
    actor,
    detail,
  )
}

async function listed(guild: string): Promise<Row[]> {
  const { items } = await ok<Page<Row>>("GET", `/v1/guilds/${guild}/audit?action=settings.put`)
  return items.reverse()
}

test("erasing a person with a short id keeps every audit row readable and every number as it was", async () => {
  await ok("PUT", "/v1/guilds/9651/settings", { max_messages: 30 })
  await audit("9651", "member 30", '{"max_messages":30,"by":"30","other":"130","list":["30"]}')
  await ok("POST", "/v1/guilds/9651/members/30/erase", {})
  await eraseThrough("9651")
  const [written, made] = (await listed("9651")).sort((a, b) => a.actor.localeCompare(b.actor))
  expect(written).toMatchObject({ actor: "admin", detail: { max_messages: 30 } })
  const pseudonym = expect.stringMatching(/^p_[0-9a-f]{16}$/)
  expect(made?.detail).toEqual({ max_messages: 30, by: pseudonym, other: "130", list: [pseudonym] })
  expect(made?.actor).toMatch(/^member p_[0-9a-f]{16}$/)
})

test("a person who asked for erasures and nights on Discord is a pseudonym in their records, and nobody else is", async () => {
  await ok("PUT", "/v1/guilds/9652/settings", {})
  for (const [id, by] of [
    ["r1", "member 30"],
    ["r2", "key k30 (a30)"],
    ["r3", "member 301"],
  ]) {
    await run(
      "INSERT INTO runs (id, guild_id, day, trigger, requested_by, state, started_at, finished_at) VALUES (?1, '9652', '2026-01-01', 'hand', ?2, 'done', 1, 1)",
      id,
      by,
    )
    await run(
      `INSERT INTO erasures (id, guild_id, kind, target, state, report, requested_by, requested_at) VALUES (?1, '9652', 'channel', ?1, 'done', '{}', ?2, 1)`,
      id,
      by,
    )
  }
  const { id } = await ok<{ id: string }>("POST", "/v1/guilds/9652/members/30/erase", {})
  await run("UPDATE erasures SET requested_by = 'member 30' WHERE id = ?1", id)
  await eraseThrough("9652")
  const { target } = await ok<{ target: string }>("GET", `/v1/guilds/9652/erasures/${id}`)
  for (const table of ["runs", "erasures"]) {
    const { results } = await env.DB.prepare(
      `SELECT requested_by FROM ${table} WHERE guild_id = '9652' AND id LIKE 'r_' ORDER BY id`,
    ).all()
    expect(results.map((row) => row.requested_by)).toEqual([
      `member ${target}`,
      "key k30 (a30)",
      "member 301",
    ])
  }
  expect(await ok("GET", `/v1/guilds/9652/erasures/${id}`)).toMatchObject({
    requested_by: `member ${target}`,
  })
})

test("damaged records show as unreadable in listings and exports, which still answer", async () => {
  await ok("PUT", "/v1/guilds/9653/settings", {})
  await audit("9653", "admin", '{"max_messages":p_1}')
  await run(
    "INSERT INTO audit (guild_id, at, actor, action, target, detail) VALUES ('9653', 1, 'admin', 'consent.set', '30', '{')",
  )
  await run(
    "INSERT INTO erasures (id, guild_id, kind, target, state, report, requested_by, requested_at) VALUES ('e9653', '9653', 'channel', '9', 'done', '{', 'admin', 1)",
  )
  await run(
    "INSERT INTO runs (id, guild_id, day, trigger, requested_by, state, started_at, finished_at) VALUES ('r9653', '9653', '2026-01-01', 'hand', 'admin', 'done', 1, 1)",
  )
  await run(
    "INSERT INTO run_steps (guild_id, run_id, step, state, started_at, finished_at, counts, calls, input_tokens, output_tokens) VALUES ('9653', 'r9653', 'expire', 'done', 1, 1, '{', 0, 0, 0)",
  )
  await run(
    "INSERT INTO windows (id, guild_id, channel_id, first_at, last_at, message_count, reason, method, verdicts, created_at) VALUES ('w9653', '9653', '9', 1, 1, 1, 'lull', 'rules', '[', 1)",
  )
  expect((await listed("9653")).map(({ detail }) => detail)).toContainEqual({ unreadable: true })
  expect(await ok("GET", "/v1/guilds/9653/erasures")).toMatchObject({ items: [{ id: "e9653" }] })
  expect(await ok("GET", "/v1/guilds/9653/runs")).toMatchObject({ items: [{ id: "r9653" }] })
  expect(await ok("GET", "/v1/guilds/9653/runs/r9653")).toMatchObject({ steps: [{ counts: {} }] })
  expect(await ok("GET", "/v1/guilds/9653/windows")).toMatchObject({ items: [{ verdicts: [] }] })
  const { audit: rows } = await ok<{ audit: Row[] }>("GET", "/v1/guilds/9653/members/30/export")
  expect(rows).toContainEqual(expect.objectContaining({ detail: { unreadable: true } }))
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ event: "row.unreadable" }))
})

test("settings that do not parse keep no guild's data forever", async () => {
  await ok("PUT", "/v1/guilds/9654/settings", {})
  await ok("PUT", "/v1/guilds/9655/settings", {})
  await run("UPDATE guilds SET settings = '{' WHERE id = '9654'")
  try {
    await purgeDue(env)
    const { results } = await env.DB.prepare(
      "SELECT id FROM guilds WHERE id IN ('9654', '9655') AND purged_on IS NOT NULL ORDER BY id",
    ).all()
    expect(results).toEqual([{ id: "9654" }, { id: "9655" }])
  } finally {
    await run("UPDATE guilds SET settings = '{}' WHERE id = '9654'")
  }
})
