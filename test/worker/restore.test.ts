/**
 * The database is lost and a backup restored: recalls are as before, erased people stay erased, and people who
 * opted out stay out.
 */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { beforeAll, expect, test } from "vitest"
import { DEPLOYMENT } from "../../src/domain/ids.ts"
import { deep } from "../dice.ts"
import {
  type Backup,
  beginRestore,
  endRestore,
  loseDatabase,
  readBackup,
  restoreBackup,
  rowsOf,
  sendPages,
} from "./backup-files.ts"
import { dumpAll, dumpDatabase, found } from "./dump.ts"
import { ADA, CHANNELS, line, markedGuild, markerOf } from "./erasing-world.ts"
import { call, channelPath, hear, memories, ok, recall } from "./http.ts"
import { alarmOf, quietly, setClock } from "./live.ts"
import { faultsOfDatabase, guildRows } from "./snapshot.ts"
import { breakDatabase, type Fault, mendDatabase } from "./stand-ins.ts"

quietly({ silent: ["error", "warn"] })

const DAY = 86_400_000

// Other files share the deployment's journal. Some advance the clock by weeks, and then it forgets today.
beforeAll(() =>
  runInDurableObject(env.ERASERS.getByName(DEPLOYMENT), (_, state) => {
    state.storage.sql.exec("DELETE FROM state WHERE key = 'journal_from'")
  }),
)
const QUERIES = ["kites", "who plays chess", "parrot", "club near the harbor"]

async function recalls(guild: string) {
  const all = QUERIES.flatMap((query) =>
    [...CHANNELS, null].map((channel_id) => recall(guild, { query, ...(channel_id && { channel_id }) })),
  )
  return (await Promise.all(all)).map(({ items }) => items.map(({ id, text }) => [id, text]))
}

/** The guild's rows, without the cost of embedding them again. */
async function rowsBut(guild: string) {
  const { usage: _, ...rows } = await guildRows(guild)
  return rows
}

/** Rings the Eraser a few times, as it would be by itself. */
async function ring(guild: string, times: number): Promise<void> {
  const eraser = env.ERASERS.getByName(guild)
  for (let rings = 0; rings < times && (await alarmOf(eraser)) !== null; rings++) {
    setClock(Date.now() + 1_000)
    await runDurableObjectAlarm(eraser)
    if ((await alarmOf(env.INDEXES.getByName(guild))) !== null)
      await runDurableObjectAlarm(env.INDEXES.getByName(guild))
  }
}

const refusal = (problem: RegExp) => ({
  status: 409,
  body: { type: "urn:keepsake:not_restored", detail: expect.stringMatching(problem) },
})

test("after the loss of the database, a restore brings back every recall, row and word of full text", async () => {
  await markedGuild("9711")
  const [before, rows] = [await recalls("9711"), await rowsBut("9711")]
  expect(before.flat().length).toBeGreaterThan(10)
  const backup = await readBackup("9711")
  await loseDatabase("9711")
  expect(await call("POST", "/v1/guilds/9711/recall", { query: "kites" })).toMatchObject({ status: 404 })
  await restoreBackup(backup)
  expect(await recalls("9711")).toEqual(before)
  expect(await rowsBut("9711")).toEqual(rows)
  expect(await faultsOfDatabase()).toEqual([])
  const again = await readBackup("9711")
  for (const table of ["memories", "evidence", "notes", "windows", "members", "channels"] as const)
    expect(rowsOf(again, table), table).toEqual(rowsOf(backup, table))
  // The same restore again finds its work done.
  expect(await beginRestore(backup)).toMatchObject({ status: 200, body: { phase: "done" } })
  // Live talk goes on, and the vectors of lost rows are gone.
  await hear("9711", "101", [line(102_000, ["12", "Bo"], "I fly kites again", Date.now() - 60_000)])
  expect((await memories("9711")).map(({ fact }) => fact)).toContain("Bo flies kites")
})

deep("who was erased or opted out since the backup is so before anything can be recalled", async () => {
  const [guild, marker] = ["9712", markerOf("9712")]
  await markedGuild(guild)
  const [backup, deployment] = [await readBackup(guild), await readBackup("deployment")]
  setClock(Date.now() + 60_000)
  await ok("POST", `/v1/guilds/${guild}/members/11/erase`, {})
  await ring(guild, 30)
  expect(found(await dumpAll(), [marker])).toEqual([])
  await ok("PUT", `/v1/guilds/${guild}/members/12/consent`, { consent: "out" })
  await ok("PUT", "/v1/people/13/consent", { consent: "out" })
  await loseDatabase(guild, "13")
  await restoreBackup(deployment)
  await beginRestore(backup)
  await sendPages(backup)
  expect(found(await dumpDatabase(), [marker]).length).toBeGreaterThan(5)
  const closed = { status: 409, body: { type: "urn:keepsake:restoring" } }
  const reads = ["memories", "notes", "members/11/profile", "members/11/export?viewer_id=11", "windows"]
  const closedNow = async () => {
    for (const path of reads)
      expect(await call("GET", `/v1/guilds/${guild}/${path}`), path).toMatchObject(closed)
    expect(await call("POST", `/v1/guilds/${guild}/recall`, { query: "club" })).toMatchObject(closed)
  }
  await endRestore(backup, closedNow)
  expect(found(await dumpAll(), [marker])).toEqual([])
  expect(JSON.stringify(await recalls(guild))).not.toMatch(/Ada|Bo flies|Cyrus plays/)
  const late = [
    line(101_000, ADA, `my ${marker} club`, Date.now() - DAY),
    line(101_777, ADA, "I am back", Date.now()),
    line(101_778, ["12", "Bo"], "me too", Date.now()),
    line(101_779, ["13", "Cyrus"], "and I", Date.now()),
  ]
  const { rejected } = await ok<{ rejected: { reason: string }[] }>(
    "POST",
    `${channelPath(guild, "101")}/messages`,
    {
      messages: late,
    },
  )
  expect(rejected.map(({ reason }) => reason)).toEqual(["erased", "opted_out", "opted_out", "opted_out"])
  expect(await faultsOfDatabase()).toEqual([])
  await ok("PUT", "/v1/people/13/consent", { consent: null })
})

deep(
  "an erasure during a backup, one in progress at the loss, and one during the restore all take effect",
  async () => {
    const [guild, marker] = ["9713", markerOf("9713")]
    await markedGuild(guild)
    const whole = await readBackup(guild)
    // One row a page, so that the erasure comes between the pages.
    const backup: Backup = { ...whole, pages: whole.pages.flat().map((row) => [row]) }
    setClock(Date.now() + 1_000)
    await ok("PUT", `/v1/guilds/${guild}/members/12/consent`, { consent: "out" })
    // Requested, recorded, and not begun when the database is lost.
    await ok("POST", `/v1/guilds/${guild}/members/11/erase`, { opt_out: false })
    await loseDatabase(guild)
    await beginRestore(backup)
    const half = Math.floor(backup.pages.length / 2)
    await sendPages(backup, 0, half)
    const asked = await call<{ id: string }>("POST", `/v1/guilds/${guild}/members/13/erase`, {})
    expect(asked.status).toBe(202)
    await ring(guild, 5)
    expect(await call("GET", `/v1/guilds/${guild}/erasures/${asked.body.id}`)).toMatchObject({
      body: { state: "waiting" },
    })
    await sendPages(backup, half)
    await endRestore(backup)
    expect(await call("GET", `/v1/guilds/${guild}/erasures/${asked.body.id}`)).toMatchObject({
      body: { state: "done", report: { left: 0 } },
    })
    expect(found(await dumpAll(), [marker])).toEqual([])
    expect(found(await dumpDatabase(), ["Cyrus"]).filter((row) => row.includes(guild))).toEqual([])
    const consents = await env.DB.prepare("SELECT id, consent FROM members WHERE guild_id = ? ORDER BY id")
      .bind(guild)
      .all()
    expect(consents.results).toEqual([
      { id: "11", consent: null },
      { id: "12", consent: "out" },
      { id: "13", consent: "out" },
    ])
  },
)

deep(
  "a message deleted since the backup takes what rests on it along, and messages of the restore are kept",
  async () => {
    const guild = "9714"
    await markedGuild(guild)
    const backup = await readBackup(guild)
    await ok("DELETE", `${channelPath(guild, "101")}/messages/101050`)
    expect((await memories(guild)).map(({ fact }) => fact)).not.toContain("Cyrus plays chess with Ada")
    await loseDatabase(guild)
    await beginRestore(backup)
    await sendPages(backup)
    expect(
      await ok("POST", `${channelPath(guild, "101")}/messages`, {
        messages: [line(103_000, ["12", "Bo"], "I fly kites on Sundays", Date.now())],
      }),
    ).toMatchObject({ accepted: 1 })
    await endRestore(backup)
    expect((await memories(guild)).map(({ fact }) => fact)).not.toContain("Cyrus plays chess with Ada")
    await ok("POST", `${channelPath(guild, "101")}/flush`)
    const [kites] = (await memories(guild)).filter(({ fact }) => fact === "Bo flies kites")
    expect(kites?.evidence_count).toBe(2)
  },
)

deep.each([
  ["9721", "before"],
  ["9722", "after"],
] as const)(
  "guild %s is restored though each call of the database fails once, %s taking effect",
  async (guild, fault) => {
    await markedGuild(guild)
    const backup = await readBackup(guild)
    setClock(Date.now() + 1_000)
    await ok("POST", `/v1/guilds/${guild}/members/11/erase`, {})
    await loseDatabase(guild)
    const eraser = env.ERASERS.getByName(guild)
    const state = { since: 0, failed: 0 }
    /** Fails after one call, then after two more, and so on. */
    const next = (): Fault => {
      state.since += 1
      if (state.failed >= 30 || state.since <= state.failed) return null
      state.since = 0
      state.failed += 1
      return fault
    }
    const until = async (step: () => Promise<{ status: number }>) => {
      for (let tries = 0; tries < 20; tries++) {
        await breakDatabase(eraser, next)
        if ((await step()).status === 200) return
      }
      throw new Error("a step never succeeds")
    }
    await until(() => beginRestore(backup))
    for (const [page, rows] of backup.pages.entries())
      await until(() => call("POST", `/v1/backups/${guild}/pages`, { header: backup.header, page, rows }))
    await endRestore(backup, async () => {
      await evictDurableObject(eraser)
      await breakDatabase(eraser, next)
    })
    expect(state.failed).toBeGreaterThan(8)
    await mendDatabase(eraser)
    expect(found(await dumpAll(), [markerOf(guild)])).toEqual([])
    expect((await memories(guild)).map(({ fact, evidence_count }) => [fact, evidence_count])).toEqual([
      ["Bo flies kites", 1],
      ["Cyrus plays chess with someone", 1],
    ])
    expect(await faultsOfDatabase()).toEqual([])
  },
  60_000,
)

deep("a restore is refused that would not be safe, with what to do", async () => {
  const guild = "9715"
  await markedGuild(guild)
  const backup = await readBackup(guild)
  const { header } = backup
  const changed = (fields: object): Backup => ({ ...backup, header: { ...header, ...fields } })
  expect(await beginRestore(backup)).toMatchObject(refusal(/is not empty.*--merge/))
  expect(await beginRestore(changed({ schema: 999 }))).toMatchObject(refusal(/schema 999.*newer version/))
  expect(await beginRestore(changed({ journal: "j_other" }))).toMatchObject(
    refusal(/does not have the backup's journal/),
  )
  expect(await call("POST", `/v1/backups/${guild}/pages`, { header, page: 0, rows: [] })).toMatchObject(
    refusal(/not expected/),
  )
  await loseDatabase(guild)
  setClock(Date.now() + 31 * DAY)
  expect(await beginRestore(backup)).toMatchObject(refusal(/older than BACKUP_DAYS/))
  expect(await beginRestore(backup, { unjournaled: true })).toMatchObject({ status: 200 })
  const page = (number: number, rows: unknown) =>
    call("POST", `/v1/backups/${guild}/pages`, { header, page: number, rows })
  expect(await page(1, [])).toMatchObject(refusal(/not expected/))
  const foreign = [{ table: "members", row: { guild_id: "9999", id: "1", name: "x", seen_at: 1 } }]
  expect(await page(0, foreign)).toMatchObject(refusal(/another guild/))
  expect(await beginRestore(changed({ started_at: "2082-01-01T00:00:00.000Z" }))).toMatchObject(
    refusal(/another backup is not finished/),
  )
  expect(await beginRestore(backup, { pages: backup.pages.length })).toMatchObject(refusal(/0 of \d+ pages/))
  await sendPages(backup)
  await endRestore(backup)
  expect((await memories(guild)).length).toBeGreaterThan(5)
})

deep(
  "an erased guild is not restored, and a guild about to be erased only once that is taken back",
  async () => {
    await markedGuild("9716")
    const backup = await readBackup("9716")
    await ok("DELETE", "/v1/guilds/9716")
    expect(await beginRestore(backup, { merge: true })).toMatchObject(refusal(/about to be erased/))
    setClock(Date.now() + 8 * DAY)
    await env.ERASERS.getByName("9716").wake("9716")
    await ring("9716", 30)
    expect(await call("GET", "/v1/guilds/9716/settings")).toMatchObject({ status: 404 })
    expect(await beginRestore(backup)).toMatchObject(refusal(/was erased after this backup/))
  },
)

deep("a merge adds what a guild lacks, keeps its settings, and doubles nothing", async () => {
  const guild = "9717"
  await markedGuild(guild)
  const backup = await readBackup(guild)
  const rows = await rowsBut(guild)
  await ok("PUT", `/v1/guilds/${guild}/settings`, { retention_days: 3 })
  const [kites] = (await memories(guild)).filter(({ fact }) => fact === "Bo flies kites")
  await env.DB.batch([
    env.DB.prepare("DELETE FROM memory_terms WHERE rowid = (SELECT seq FROM memories WHERE id = ?)").bind(
      kites?.id,
    ),
    env.DB.prepare("DELETE FROM evidence WHERE memory_id = ?").bind(kites?.id),
    env.DB.prepare("DELETE FROM memories WHERE id = ?").bind(kites?.id),
  ])
  await restoreBackup(backup, { merge: true })
  const { guild: settings, ...rest } = await rowsBut(guild)
  const { guild: _, ...expected } = rows
  expect(rest).toEqual(expected)
  expect(JSON.stringify(settings)).toContain('retention_days\\":3')
  expect(await faultsOfDatabase()).toEqual([])
})

test("an entry of the journal goes when no backup from before it can be restored", async () => {
  const guild = "9718"
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  const eraser = env.ERASERS.getByName(guild)
  setClock(Date.parse("2083-01-01T00:00:00Z"))
  await ok("PUT", `/v1/guilds/${guild}/members/11/consent`, { consent: "out" })
  setClock(Date.now() + 29 * DAY)
  await eraser.journalId()
  expect(await eraser.journaledSince(0)).toMatchObject([{ kind: "consent", target: "11", value: "out" }])
  const due = await alarmOf(eraser)
  expect(due).toBe(Date.parse("2083-01-31T00:00:00Z") + 1)
  setClock(due ?? 0)
  await runDurableObjectAlarm(eraser)
  expect(await eraser.journaledSince(0)).toEqual([])
  expect(await alarmOf(eraser)).toBeNull()
})

test("an opt-out that the journal cannot record is not told as done", async () => {
  const guild = "9719"
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  const { app } = await import("../../src/http/app.ts")
  const broken = { getByName: () => ({ note: () => Promise.reject(new Error("out of reach")) }) }
  const request = new Request(`https://keepsake.test/v1/guilds/${guild}/members/11/consent`, {
    method: "PUT",
    headers: { authorization: "Bearer dev", "content-type": "application/json" },
    body: JSON.stringify({ consent: "out" }),
  })
  const { status } = await app.fetch(request, { ...env, ERASERS: broken as unknown as typeof env.ERASERS })
  expect(status).toBe(503)
  const rows = await env.DB.prepare("SELECT * FROM members WHERE guild_id = ?").bind(guild).all()
  expect(rows.results).toEqual([])
})
