/** Reads backups over the API as `npm run backup` does, and takes them apart. */
import { runDurableObjectAlarm } from "cloudflare:test"
import { env, exports } from "cloudflare:workers"
import { expect } from "vitest"
import { LEFT_OUT, tablesOf } from "../../src/backup/export.ts"
import type { Header, RowLine } from "../../src/backup/format.ts"
import { CHANNELS } from "./erasing-world.ts"
import { call, ok, type Problem } from "./http.ts"
import { alarmOf, setClock } from "./live.ts"
import { channelOf } from "./stand-ins.ts"

export interface Backup {
  header: Header
  pages: RowLine[][]
}

/** Reads a whole part. `between` runs after each page. */
export async function readBackup(
  part: string,
  between: (page: number) => unknown = () => {},
): Promise<Backup> {
  const pages: RowLine[][] = []
  let header: Header | undefined
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`
    const response = await exports.default.fetch(
      new Request(`https://keepsake.test/v1/backups/${part}${query}`, {
        headers: { authorization: "Bearer dev" },
      }),
    )
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toBe("application/jsonl")
    const lines = new TextDecoder()
      .decode(await response.arrayBuffer())
      .trimEnd()
      .split("\n")
    const parsed = lines.map((line) => JSON.parse(line))
    if (cursor === "") header = parsed.shift()
    const { page } = parsed.pop() as { page: { rows: number; next: string | null } }
    expect(page.rows).toBe(parsed.length)
    pages.push(parsed)
    await between(pages.length)
    cursor = page.next
  }
  if (header === undefined) throw new Error("the backup has no header")
  return { header, pages }
}

export function rowsOf(backup: Backup, table: RowLine["table"]): RowLine["row"][] {
  return backup.pages.flat().flatMap((line) => (line.table === table ? [line.row] : []))
}

/** Deletes everything the database holds of a guild, as if the database had been lost. */
export async function loseDatabase(guild: string, ...people: string[]): Promise<void> {
  const ofGuild = (table: string) => `SELECT seq FROM ${table} WHERE guild_id = '${guild}'`
  const ofNoGuild = ["guilds", "cron_runs", "alerts", "dashboard_sessions"]
  const names = [...tablesOf(guild), ...LEFT_OUT].filter((name) => !ofNoGuild.includes(name))
  await env.DB.batch(
    [
      `DELETE FROM memory_terms WHERE rowid IN (${ofGuild("memories")})`,
      `DELETE FROM note_terms WHERE rowid IN (${ofGuild("notes")})`,
      ...names.map((name) => `DELETE FROM "${name}" WHERE guild_id = '${guild}'`),
      `DELETE FROM vector_removals WHERE guild_id = '${guild}'`,
      `DELETE FROM guilds WHERE id = '${guild}'`,
      ...people.map((id) => `DELETE FROM objections WHERE user_id = '${id}'`),
    ].map((text) => env.DB.prepare(text)),
  )
}

export interface Restored {
  phase: string
  pages: number
}

export const beginRestore = (backup: Backup, options: object = {}) =>
  call<Restored & Problem>("PUT", `/v1/backups/${backup.header.part}/restore`, {
    header: backup.header,
    ...options,
  })

/** Sends pages `from` and later, before `until`. */
export async function sendPages(backup: Backup, from = 0, until = backup.pages.length): Promise<void> {
  for (let page = from; page < until; page++)
    await ok("POST", `/v1/backups/${backup.header.part}/pages`, {
      header: backup.header,
      page,
      rows: backup.pages[page],
    })
}

/** Ends the loading and rings the guild's objects until the guild is open. `prepare` runs before each alarm. */
export async function endRestore(backup: Backup, prepare: () => unknown = () => {}): Promise<void> {
  const { part } = backup.header
  const eraser = env.ERASERS.getByName(part === "deployment" ? "0" : part)
  for (let rings = 0; rings < 100; rings++) {
    const { body } = await beginRestore(backup, { pages: backup.pages.length })
    if (body.phase === "done") return
    await prepare()
    setClock(Math.max((await alarmOf(eraser)) ?? 0, Date.now()) + 1)
    await runDurableObjectAlarm(eraser)
    if ((await alarmOf(env.INDEXES.getByName(part))) !== null)
      await runDurableObjectAlarm(env.INDEXES.getByName(part))
    for (const channel of CHANNELS)
      if ((await alarmOf(channelOf(part, channel))) !== null)
        await runDurableObjectAlarm(channelOf(part, channel)).catch(() => undefined)
  }
  const left = await env.DB.prepare(
    "SELECT kind, state, step, report FROM erasures WHERE guild_id = ? AND state <> 'done'",
  )
    .bind(part)
    .all()
  throw new Error(`the restore of ${part} does not come to its end: ${JSON.stringify(left.results)}`)
}

export async function restoreBackup(backup: Backup, options: object = {}): Promise<void> {
  const begun = await beginRestore(backup, options)
  expect(begun.status, JSON.stringify(begun.body)).toBe(200)
  await sendPages(backup)
  await endRestore(backup)
}
