/** Every claim leaves a row from which its verdict can be decided again, and no row outlives what it tells of. */
import { env } from "cloudflare:test"
import { expect, test } from "vitest"
import { saveDirectStatement } from "../../src/extraction/direct-statement.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { replayClaim } from "../../src/memory/facts/claim-features.ts"
import { GateInputsSchema } from "../../src/memory/facts/gate-decision.ts"
import { purgePages } from "../../src/memory/removal/purge.ts"
import { gateRuleOf, PolicySchema } from "../../src/policy/policy.ts"
import { DEFAULT_SETTINGS } from "../../src/policy/settings.ts"
import { cutoffsOf } from "../../src/privacy/retention.ts"
import { NOON } from "./builders.ts"
import { type LogRow, logRows } from "./claim-log.ts"
import { channelPath, hear, memories, ok, talk } from "./http.ts"
import { quietly } from "./live.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

quietly({ silent: ["warn"] })

type Claim = ReturnType<typeof claim>
const DAY = 86_400_000

/** Ada (11) and Bo (12) say a line each, of which a model makes these claims. */
async function learn(guild: string, window: number, words: [string, string], claims: Claim[]) {
  const model = await bindModel(channelOf(guild, "100"), () => claims)
  model.confirms = (facts) => facts.map((fact) => !fact.includes("stamps"))
  const lines = talk(1_000 * window, NOON + window * 3_600_000, [
    ["11", "Ada", words[0]],
    ["12", "Bo", words[1]],
  ])
  await hear(guild, "100", lines)
}

const reasons = (rows: LogRow[]) => rows.map(({ verdict, reason }) => `${verdict}: ${reason}`)

/** Decides every row again under a policy's gate. */
function replayed(rows: LogRow[], policy: unknown = {}): string[] {
  const gate = gateRuleOf(PolicySchema.parse(policy))
  return rows.map((row) => {
    const inputs = row.gate === null ? null : GateInputsSchema.parse(JSON.parse(String(row.gate)))
    const kind = row.verdict as "accepted"
    const { verdict, reason } = replayClaim({ verdict: kind, reason: String(row.reason), gate: inputs }, gate)
    return `${verdict}: ${reason}`
  })
}

test("each claim of a window has a row with what the gate saw, and none of its words", async () => {
  await ok("PUT", "/v1/guilds/79601/policy", { gate: { approval_types: ["task_state"] } })
  await learn(
    "79601",
    1,
    ["I play chess and work at Lidl", "Ada paints boats, and I owe her a parrot"],
    [
      claim("P1", "Ada plays chess", { confidence: 0.9 }),
      claim("P1", "Ada paints boats", { lines: [2], confidence: 0 }),
      claim("P1", "Ada collects postage stamps from Norway"),
      claim("P2", "Bo owes Ada a parrot", { type: "task_state", lines: [2], lifetime: "7d" }),
      claim("P1", "Ada works at Lidl", { lines: [7] }),
    ],
  )
  const rows = await logRows("79601")
  const byN = rows.toSorted((a, b) => Number(a.n) - Number(b.n))
  expect(byN.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4])
  expect(reasons(byN)).toEqual([
    "accepted: fits",
    "rejected: low_confidence",
    "rejected: unsupported:not_confirmed",
    "queued: needs_approval",
    "rejected: no_lines",
  ])
  const [chess] = byN
  expect(chess).toMatchObject({
    lines: 2,
    op: "save",
    scope: "user",
    subject_id: "11",
    type: "profile",
    base: 0.933,
    second_reading: "confirmed",
    certainty: 0.773,
    confidence: 0.773,
    statements: 1,
    change: "create",
    cited_lines: 1,
    cited_chars: "I play chess and work at Lidl".length,
    fact_chars: "Ada plays chess".length,
    reported: 0,
    source: "passive",
    method: "model",
    policy_version: 1,
    input_tokens: 100,
    output_tokens: 20,
    memory_id: (await memories("79601")).find(({ fact }) => fact === "Ada plays chess")?.id,
  })
  expect(Number(chess?.latency_ms)).toBeGreaterThanOrEqual(0)
  expect(byN[1]).toMatchObject({ reported: 1, memory_id: null, change: "create" })
  expect(byN[2]).toMatchObject({ change: null, gate: null, type: "profile" })
  expect(JSON.stringify(rows)).not.toMatch(/chess|boats|parrot|Lidl|stamps|Ada|Bo/)
  expect(replayed(rows, { gate: { approval_types: ["task_state"] } })).toEqual(reasons(rows))
  expect(replayed(byN)[3]).toBe("accepted: fits")
  expect(new Set(rows.map(({ holdout }) => holdout)).size).toBe(1)
})

test("a talk full of updates, denials, caps and repeats replays to its own verdicts bit for bit", async () => {
  const gate = { max_writes_per_window: 3, max_memories_per_subject: 3, max_writes_per_hour: 6 }
  await ok("PUT", "/v1/guilds/79602/policy", { gate })
  const said: [string, string, Claim[]][] = [
    [
      "I live in Oslo, I like coffee",
      "ok",
      [claim("P1", "Ada lives in Oslo"), claim("P1", "Ada likes coffee")],
    ],
    [
      "I live in Bergen now",
      "Ada hates coffee",
      [claim("P1", "Ada lives in Bergen"), claim("P1", "Ada hates coffee", { lines: [2] })],
    ],
    [
      "I like coffee, I play chess, I sail, I ski",
      "yes",
      [
        claim("P1", "Ada likes coffee"),
        claim("P1", "Ada plays chess"),
        claim("P1", "Ada sails"),
        claim("P1", "Ada skis"),
      ],
    ],
    ["I paint, I sail", "hm", [claim("P1", "Ada paints", { lifetime: "30d" }), claim("P1", "Ada sails")]],
  ]
  for (const [at, [ada, bo, claims]] of said.entries()) await learn("79602", at + 1, [ada, bo], claims)
  const rows = await logRows("79602")
  expect(rows).toHaveLength(10)
  expect(new Set(rows.map(({ change }) => change)).size).toBeGreaterThanOrEqual(3)
  expect(replayed(rows, { gate })).toEqual(reasons(rows))
  expect(rows.some(({ similarity }) => similarity === 1)).toBe(true)
})

test("words that must not be kept leave a reason and nothing else", async () => {
  await learn(
    "79603",
    1,
    ["my token is hf_AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh", "I am pregnant"],
    [
      claim("P1", "Ada's token is hf_AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh"),
      claim("P2", "Bo is pregnant", { lines: [2] }),
    ],
  )
  const rows = await logRows("79603")
  expect(reasons(rows)).toEqual(["rejected: secret", "rejected: sensitive"])
  for (const row of rows)
    expect(row).toMatchObject({
      subject_id: null,
      scope: null,
      type: null,
      fact_chars: null,
      cited_chars: null,
      base: null,
      gate: null,
    })
})

test("the second reading's word is logged", async () => {
  const model = await bindModel(channelOf("79604", "100"), () => [
    claim("P1", "Ada owns a castle"),
    claim("P1", "Ada owns a boat"),
  ])
  model.confirms = (facts) => facts.map((fact) => fact.includes("boat"))
  await hear("79604", "100", talk(1, NOON, [["11", "Ada", "I own a castle and a boat"]]))
  const rows = (await logRows("79604")).map((row) => [row.second_reading, row.reason, row.base])
  expect(rows).toEqual([
    ["denied", "unsupported:not_confirmed", 1],
    ["confirmed", "fits", 1],
  ])
})

test("what is told directly has no window, and a repeated request is logged once", async () => {
  await ok("PUT", "/v1/guilds/79605/policy", { gate: { max_writes_per_hour: 0 } })
  const about = { id: "11", name: "Ada" }
  const statement = { guildId: "79605", about, text: "I play chess", channelId: null, at: NOON }
  const tools = { chat: null, readOnly: false, deploymentCapUsd: null }
  const save = () => saveDirectStatement(guildDatabase(env, "79605"), statement, tools)
  expect(await save()).toMatchObject([{ kind: "accepted" }])
  await save()
  const rows = await logRows("79605")
  expect(rows).toMatchObject([{ window_id: null, channel_id: null, source: "explicit", verdict: "accepted" }])
  expect(replayed(rows, { gate: { max_writes_per_hour: 0 } })).toEqual(["accepted: fits"])
})

// Deletion.

async function twoWindows(guild: string) {
  await learn(
    guild,
    1,
    ["I play chess", "I sail"],
    [claim("P1", "Ada plays chess"), claim("P2", "Bo sails", { lines: [2] })],
  )
  await learn(guild, 2, ["I ski", "ok"], [claim("P1", "Ada skis")])
  expect(await logRows(guild)).toHaveLength(3)
}
const windows = async (guild: string) => new Set((await logRows(guild)).map((row) => row.window_id)).size

test("a deleted message takes the log of its window with it", async () => {
  await twoWindows("79606")
  await ok("DELETE", `${channelPath("79606", "100")}/messages/1000`)
  await expect.poll(() => windows("79606")).toBe(1)
  expect(await logRows("79606")).toMatchObject([{ subject_id: "11", type: "profile" }])
})

test("an opt-out deletes the log of what was learned about the person", async () => {
  await twoWindows("79607")
  await ok("PUT", "/v1/guilds/79607/members/11/consent", { consent: "out" })
  expect((await logRows("79607")).map((row) => row.subject_id)).toEqual(["12"])
})

test("a memory that ages out leaves its rows without its id, and rows go when their own time is over", async () => {
  await twoWindows("79608")
  await env.DB.prepare(
    "UPDATE memories SET expires_at = 1 WHERE guild_id = '79608' AND fact = 'Ada skis'",
  ).run()
  const db = guildDatabase(env, "79608")
  const purge = (days: number) => {
    const now = Date.now() + days * DAY
    const before = cutoffsOf(DEFAULT_SETTINGS.retention, now)
    return purgePages(db, { guildId: "79608", before, day: "2091-01-01", now }, () => true)
  }
  await purge(0)
  expect((await logRows("79608")).map((row) => row.memory_id === null)).toEqual([false, false, true])
  await purge(179)
  expect(await logRows("79608")).toHaveLength(3)
  await purge(181)
  expect(await logRows("79608")).toEqual([])
})

test("a claim costs one row, one more if it has a memory, and two for a label", async () => {
  await twoWindows("79609")
  await learn("79609", 3, ["I am pregnant", "ok"], [claim("P1", "Ada is pregnant")])
  const columns = await env.DB.prepare(
    "SELECT name FROM pragma_table_info('claim_log') WHERE name <> 'guild_id'",
  ).all<{ name: string }>()
  const names = columns.results.map(({ name }) => name).join(", ")
  const copy = env.DB.prepare(
    `INSERT INTO claim_log (guild_id, ${names}) SELECT '79699', ${names} FROM claim_log WHERE guild_id = '79609'`,
  )
  expect((await copy.run()).meta.rows_written).toBe(3 * 2 + 1)
  const label = env.DB.prepare(
    "UPDATE claim_log SET label = 'right', labeled_on = '2091-01-01' WHERE guild_id = '79699'",
  )
  expect((await label.run()).meta.rows_written).toBe(2 * 4)
})

test("managers list the log page by page and by verdict, and people who object are not in it", async () => {
  await twoWindows("79610")
  const list = (query: string) =>
    ok<{ items: LogRow[]; next: string | null }>("GET", `/v1/guilds/79610/claims${query}`)
  const first = await list("?limit=2")
  const rest = await list(`?limit=2&cursor=${first.next}`)
  const all = await logRows("79610")
  expect([...first.items, ...rest.items].map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort())
  expect(rest.next).toBeNull()
  expect(first.items[0]).toMatchObject({
    subject_id: "11",
    verdict: "accepted",
    policy_version: 0,
    reported: false,
  })
  expect((await list("?verdict=queued")).items).toEqual([])
  expect((await list("?reason=fits&type=profile&method=model&policy_version=0")).items).toHaveLength(3)
  await env.DB.prepare("INSERT INTO objections (user_id, at) VALUES ('12', 1)").run()
  expect((await list("")).items.map((row) => row.subject_id)).toEqual(["11", "11"])
  await env.DB.prepare("DELETE FROM objections WHERE user_id = '12'").run()
})

test("a person's export has their own rows, and nothing of what the gate counted", async () => {
  await twoWindows("79611")
  const { claims } = await ok<{ claims: LogRow[] }>("GET", "/v1/guilds/79611/members/11/export")
  expect(claims).toMatchObject([
    { own: true, verdict: "accepted" },
    { own: true, verdict: "accepted" },
  ])
  expect(JSON.stringify(claims)).not.toContain("gate")
})
