/**
 * An unwritten draft of a model's reply is deleted with the words it rests on, however they are deleted and
 * whatever became of its night.
 */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { keepDraft, openRun } from "../../src/nights/ledger/runs.ts"
import { deep } from "../dice.ts"
import { dumpDatabase, found } from "./dump.ts"
import { type ErasureBody, eraseThrough, erasure, markedGuild, markerOf } from "./erasing-world.ts"
import { call, channelPath, memories, ok } from "./http.ts"

beforeEach(() => {
  for (const kind of ["error", "warn"] as const) vi.spyOn(console, kind).mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const USAGE = { purpose: "topics", model: "m", inputTokens: 70, outputTokens: 5, costUsd: 0.5 } as const

/** A night that asked about Ada's club and was interrupted before it wrote the reply. */
async function interrupted(guild: string): Promise<void> {
  const db = guildDatabase(env, guild)
  const now = Date.now()
  const run = {
    id: `${guild}_r`,
    guildId: guild,
    day: "2092-03-01",
    trigger: "hand" as const,
    requestedBy: "key of 11 (k)",
  }
  await openRun(db, { ...run, startedAt: now })
  const body = {
    print: "p",
    topics: [{ title: "A club", summary: `Ada told of her ${markerOf(guild)} club.`, notes: ["n"] }],
  }
  await keepDraft(
    db,
    { guildId: guild, runId: run.id, step: "topics 2092-02-29 1" },
    { body, usage: [USAGE], now },
  )
  expect(await inDrafts(guild)).toBe(1)
}

async function inDrafts(guild: string): Promise<number> {
  const drafts = await env.DB.prepare(
    "SELECT count(*) AS n FROM run_drafts WHERE guild_id = ? AND instr(body, ?)",
  )
    .bind(guild, markerOf(guild))
    .first<{ n: number }>()
  return drafts?.n ?? 0
}

test("erasing a person removes them from a night's drafts, and the report says so", async () => {
  await markedGuild("9671")
  await interrupted("9671")
  const { id } = await ok<ErasureBody>("POST", "/v1/guilds/9671/members/11/erase", {})
  await eraseThrough("9671")
  expect(found(await dumpDatabase(), [markerOf("9671")])).toEqual([])
  expect(await erasure("9671", id)).toMatchObject({
    state: "done",
    report: { left: 0 },
  })
  const run = await env.DB.prepare("SELECT requested_by FROM runs WHERE guild_id = '9671'").first<{
    requested_by: string
  }>()
  expect(run?.requested_by).toMatch(/^key of p_[0-9a-f]{16} \(k\)$/)
})

deep(
  "a draft written about a person during their erasure is found by the final check and deleted",
  async () => {
    await markedGuild("9672")
    const { id } = await ok<ErasureBody>("POST", "/v1/guilds/9672/members/11/erase", {})
    // After the step that deletes drafts, as if a night had read about them before.
    await env.DB.prepare(
      `CREATE TRIGGER late_draft AFTER UPDATE OF step ON erasures WHEN NEW.guild_id = '9672' AND NEW.step = 'check_channels' AND json_extract(NEW.report, '$.rounds') = 1
     BEGIN INSERT OR IGNORE INTO run_drafts (guild_id, run_id, step, body, usage, at) VALUES ('9672', 'late', 'digests 1', '{"body":"Ada told of her club."}', '[]', 1); END`,
    ).run()
    await eraseThrough("9672")
    await env.DB.prepare("DROP TRIGGER late_draft").run()
    expect(await erasure("9672", id)).toMatchObject({ state: "done", report: { left: 0, rounds: 2 } })
    expect(
      await env.DB.prepare("SELECT count(*) AS n FROM run_drafts WHERE guild_id = '9672'").first(),
    ).toEqual({ n: 0 })
  },
)

const WAYS: [string, (guild: string) => Promise<unknown>][] = [
  ["a message is deleted", (guild) => ok("DELETE", `${channelPath(guild, "101")}/messages/101000`)],
  ["somebody opts out", (guild) => ok("PUT", `/v1/guilds/${guild}/members/11/consent`, { consent: "out" })],
  [
    "a fact is forgotten",
    async (guild) => {
      const all = await memories(guild, "?limit=100")
      const club = all.find(({ fact }) => fact.includes(markerOf(guild)))
      expect(await call("DELETE", `/v1/guilds/${guild}/memories/${club?.id}`)).toMatchObject({ status: 204 })
    },
  ],
]

deep.each(WAYS.map(([way, go], index) => ({ way, go, guild: String(9_673 + index) })))(
  "an interrupted night's draft is deleted when $way, and its cost stays",
  async ({ go, guild }) => {
    await markedGuild(guild)
    await interrupted(guild)
    await go(guild)
    await vi.waitFor(async () => expect(await inDrafts(guild)).toBe(0))
    const row = await env.DB.prepare("SELECT state, input_tokens, cost_usd FROM run_steps WHERE guild_id = ?")
      .bind(guild)
      .first()
    expect(row).toEqual({ state: "failed", input_tokens: 70, cost_usd: 0.5 })
  },
)
