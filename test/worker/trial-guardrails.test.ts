/** A rollout that does badly ends by itself: the live policy decides everything again, and nothing that was kept is lost. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { type Database, guildDatabase } from "../../src/memory/db/database.ts"
import { guardTrials } from "../../src/nights/guard-trials.ts"
import { GuardrailsSchema } from "../../src/policy/guardrails.ts"
import { adoptTrial, createTrial, rollOutTrial } from "../../src/policy/trials.ts"
import { logRows } from "./claim-log.ts"
import { memories, ok } from "./http.ts"
import { type From, MANAGE_GUILD, replied, slash, wordsOf } from "./interacting.ts"
import { quietly } from "./live.ts"
import { faultsOf, faulty, type OneFault } from "./stand-ins.ts"
import {
  aGuild,
  aWindow,
  byWindow,
  decisions,
  type TrialBody,
  trialDeeds,
  trialsOf,
  tryOut,
} from "./trial-world.ts"

quietly({ silent: ["warn", "error"] })

const LOOSE = { gate: { min_confidence: 0.3 } }
/** Tests measure no time: how long a scripted model takes is chance. */
const RAILS = { min_claims: 2, min_judged: 2, max_rejected_share: 0.4, max_latency_ratio: 100 }

const trial = (guild: string, id: string) =>
  ok<TrialBody & { broken: string | null }>("GET", `${trialsOf(guild)}/${id}`)

/** A rollout to half of eight windows. Returns the trial and the memories that the candidate's windows wrote. */
async function rolledOut(guild: string) {
  await aGuild(guild)
  const started = await tryOut(guild, LOOSE, { stage: "rollout", share: 0.5, guardrails: RAILS })
  for (let n = 1; n <= 8; n++) await aWindow(guild, n)
  const rows = byWindow(await logRows(guild))
  const own = rows.filter(({ policy_version }) => policy_version === started.version)
  expect(own.length).toBeGreaterThanOrEqual(2)
  expect(own.length).toBeLessThanOrEqual(14)
  return { ...started, ids: own.map(({ memory_id }) => String(memory_id)) }
}

/** People reject these memories. */
async function rejectAll(guild: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await ok("PATCH", `/v1/guilds/${guild}/memories/${id}`, { status: "superseded" })
}

test("people reject what the candidate kept: it is rolled back, with the reason, and the live policy decides again", async () => {
  const guild = "81401"
  const { id, ids, version } = await rolledOut(guild)
  await guardTrials(env)
  expect(await trial(guild, id)).toMatchObject({ outcome: null, broken: null })
  await rejectAll(guild, ids.slice(0, 2))
  expect(await trial(guild, id)).toMatchObject({ broken: "max_rejected_share" })
  await guardTrials(env)
  expect(await trial(guild, id)).toMatchObject({
    outcome: "rolled_back",
    reason: "max_rejected_share",
    ended_by: "guardrail",
  })
  await guardTrials(env)
  expect(await trialDeeds(guild)).toEqual([
    "trial.start admin",
    "trial.end guardrail rolled_back max_rejected_share",
  ])
  // Every memory is there, and windows since are the live policy's.
  expect(await memories(guild, "?status=active&limit=100")).toHaveLength(14)
  for (let n = 9; n <= 12; n++) await aWindow(guild, n)
  const since = (await decisions(guild)).slice(-8)
  expect(since.every(([by, , candidate]) => by !== version && candidate === null)).toBe(true)
  const di: From = { guild, user: "14", name: "Di", permissions: MANAGE_GUILD }
  const status = wordsOf(await replied(slash("keepsake", di, { path: "status" })))
  expect(status).toContain("rolled back")
  expect(status).toContain("max_rejected_share")
})

test("a leak ends a trial at once, in shadow too, however few claims there are", async () => {
  const guild = "81402"
  await aGuild(guild, { subjects: { "user:12": { write: false } } })
  const { id, version } = await tryOut(guild, LOOSE)
  await aWindow(guild, 1)
  await guardTrials(env)
  expect(await trial(guild, id)).toMatchObject({ outcome: null })
  // As a row could only be by a mistake of ours: the candidate keeps something about a closed subject.
  await env.DB.prepare(
    "UPDATE claim_log SET verdict = 'rejected', reason = 'subject_off', trial_verdict = 'accepted' WHERE guild_id = ? AND n = 0",
  )
    .bind(guild)
    .run()
  await guardTrials(env)
  expect(await trial(guild, id)).toMatchObject({ outcome: "rolled_back", reason: "leaks" })
  const again = await tryOut(guild, LOOSE, { stage: "rollout", share: 1 })
  await aWindow(guild, 2)
  await env.DB.prepare("UPDATE claim_log SET subject_id = '12' WHERE guild_id = ? AND policy_version = ?")
    .bind(guild, again.version)
    .run()
  expect(again.version).toBe(version + 1)
  await guardTrials(env)
  expect(await trial(guild, again.id)).toMatchObject({ outcome: "rolled_back", reason: "leaks" })
})

test("a trial whose policy is no longer in force is ended, and decides nothing before that", async () => {
  const guild = "81403"
  await aGuild(guild)
  const { id } = await tryOut(guild, LOOSE, { stage: "rollout", share: 1 })
  // An import of a guild's settings writes its policy without ending trials.
  await env.DB.prepare("UPDATE guilds SET policy_version = 0 WHERE id = ?").bind(guild).run()
  await aWindow(guild, 1)
  expect((await decisions(guild)).map(([version, , candidate]) => [version, candidate])).toEqual([
    [0, null],
    [0, null],
  ])
  await guardTrials(env)
  expect(await trial(guild, id)).toMatchObject({ outcome: "stopped", reason: "policy_changed" })
})

test("with each database call failing once, a bad trial is rolled back in the next hour, once", async () => {
  const guild = "81404"
  const { ids } = await rolledOut(guild)
  await rejectAll(guild, ids.slice(0, 2))
  const count = { calls: 0 }
  const rows = () =>
    env.DB.prepare("SELECT * FROM policy_trials WHERE guild_id = ?")
      .bind(guild)
      .all()
      .then((all) => all.results)
  const before = await rows()
  // Trials of other tests would add their own calls.
  await env.DB.prepare("UPDATE policy_trials SET ended_at = 1 WHERE guild_id <> ? AND ended_at IS NULL")
    .bind(guild)
    .run()
  for (const { at, fault } of faultsOf(5)) {
    count.calls = 0
    const DB = faulty(env.DB, (call) => (call === at ? fault : null), count)
    await guardTrials({ ...env, DB }).catch(() => null)
    await guardTrials(env)
    expect(await rows()).toMatchObject([{ outcome: "rolled_back", reason: "max_rejected_share" }])
    expect((await trialDeeds(guild)).filter((deed) => deed.includes("rolled_back"))).toHaveLength(1)
    // Back to a running trial, for the next fault.
    await env.DB.batch([
      env.DB.prepare(
        "UPDATE policy_trials SET ended_at = NULL, ended_by = NULL, outcome = NULL, reason = NULL WHERE guild_id = ?",
      ).bind(guild),
      env.DB.prepare("DELETE FROM audit WHERE guild_id = ? AND action = 'trial.end'").bind(guild),
    ])
    expect(await rows()).toEqual(before)
  }
  expect(count.calls).toBeLessThanOrEqual(5)
})

test("with each database call failing once, a trial starts, moves on and is adopted once", async () => {
  const guild = "81405"
  await aGuild(guild)
  const by = { actor: "admin", now: Date.now() }
  const given = { candidate: { patch: LOOSE }, note: null, stage: "shadow" as const, share: 0.1 }
  /** Does something with a call failing, and again if that failed. */
  const twice = async <T>(failing: OneFault, act: (db: Database) => Promise<T>): Promise<T> => {
    const DB = faulty(env.DB, (call) => (call === failing.at ? failing.fault : null), { calls: 0 })
    return act(guildDatabase({ ...env, DB }, guild)).catch(() => act(guildDatabase(env, guild)))
  }
  for (const [at, failing] of faultsOf(5).entries()) {
    const before = await versionsIn(guild)
    const guardrails = GuardrailsSchema.parse({})
    const cause = { by, cause: `interaction ${at}` }
    const { id, version } = await twice(failing, (db) =>
      createTrial(db, guild, { ...given, guardrails }, cause),
    )
    expect(await versionsIn(guild)).toBe(before + 1)
    await twice(failing, (db) => rollOutTrial(db, guild, { id, share: 0.3 }, by))
    const adopted = await twice(failing, (db) => adoptTrial(db, guild, id, by))
    expect(adopted).toMatchObject({ version, stage: "rollout", share: 0.3, outcome: "adopted" })
    expect(await versionsIn(guild)).toBe(before + 1)
    expect((await trialDeeds(guild)).slice(at * 3)).toEqual([
      "trial.start admin",
      "trial.rollout admin",
      "trial.end admin adopted",
    ])
    // Back to the policy without a candidate, for the next fault.
    await env.DB.prepare("UPDATE guilds SET policy_version = 1 WHERE id = ?").bind(guild).run()
  }
})

async function versionsIn(guild: string): Promise<number> {
  const row = env.DB.prepare("SELECT count(*) AS n FROM policies WHERE guild_id = ?").bind(guild)
  return (await row.first<{ n: number }>())?.n ?? 0
}
