/** Builds guilds with every kind of row that travels, and sends exports to the import routes. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import type { RowLine } from "../../src/backup/format.ts"
import { app } from "../../src/http/app.ts"
import { ALONG, TRAVEL } from "../../src/portability/format.ts"
import { type Mapping, mapRows } from "../../src/portability/mapping.ts"
import { event, eventsPath, placeOf, report, settlePlaces } from "./agents.ts"
import { markedGuild } from "./erasing-world.ts"
import type { Answer, Problem } from "./http.ts"
import { ok } from "./http.ts"
import { exportedRows, type GuildExport } from "./portability-files.ts"

export interface ImportBody {
  id: string
  phase: string
  next: number
  parts: number
  rows: Record<string, Record<string, number>>
  first_refused: Record<string, string[]>
}

/** A guild by real messages, with rows of every further kind. */
export async function richGuild(guild: string): Promise<void> {
  await markedGuild(guild)
  await ok("PUT", `/v1/guilds/${guild}/settings`, {
    retention_days: 12,
    channels: { modes: { "104": "notes" } },
    projects: { apollo: { name: "Apollo", channels: ["101", "102"] } },
  })
  await report(
    guild,
    event("backup", "The nightly backup took 12 minutes."),
    event("stage", "Apollo was deployed to staging.", { scope: "project", scope_id: "apollo" }),
    event("tickets", "Bo has three open tickets.", { scope: "user", scope_id: "12" }),
    event("limit", "Uploads are limited to 25 megabytes.", { scope: "global" }),
    event("gone", "The lift is out of order."),
  )
  await settlePlaces(
    placeOf(guild, "guild"),
    placeOf(guild, "project", "apollo"),
    placeOf(guild, "user", "12"),
  )
  await ok("DELETE", `${eventsPath(guild)}/gone`)
  await ok("PUT", `/v1/guilds/${guild}/identities/555`, { person: "13" })
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { min_confidence: 0.4 } })
  await ok("PUT", `/v1/guilds/${guild}/members/12/consent`, { consent: "in" })
  const memory = (id: string, fact: string, more: Record<string, unknown>) => {
    const row = {
      ...{
        id: `m_${guild}_${id}`,
        guild_id: guild,
        scope: "user",
        subject_id: "12",
        fact,
        fact_key: fact.toLowerCase(),
      },
      ...{
        type: "preference",
        topics: '["tea"]',
        importance: "low",
        certainty: 0.5,
        confidence: 0.5,
        lifetime: "90d",
      },
      ...{
        status: "active",
        evidence_count: 1,
        said_at: 1_000,
        last_said_at: 1_000,
        created_at: 2_000,
        version: 3,
      },
      ...more,
    }
    const evidence = {
      ...{
        memory_id: row.id,
        ref: `told:${id}`,
        guild_id: guild,
        author_id: "12",
        excerpt: fact,
        said_at: 1_000,
      },
      ...{ method: "rule", source: "explicit", fact, certainty: 0.5, filing: null },
    }
    return [insert("memories", row), insert("evidence", evidence)]
  }
  const notes = await env.DB.prepare(
    "SELECT id, channel_id FROM notes WHERE guild_id = ? ORDER BY seq LIMIT 2",
  )
    .bind(guild)
    .all<{ id: string; channel_id: string }>()
  const topic = `t_2082-03-01_${guild}_x`
  await env.DB.batch([
    ...memory("old", "Bo drinks coffee", {
      status: "superseded",
      superseded_by: `m_${guild}_new`,
      replaced_at: 3_000,
      retired_by: '["5"]',
    }),
    ...memory("new", "Bo drinks tea", {
      contradicts: `m_${guild}_not`,
      confidence: 0.25,
      decided: '{"set":{"importance":"low"}}',
    }),
    ...memory("not", "Bo does not drink tea", { contradicts: `m_${guild}_new`, confidence: 0.25 }),
    ...memory("shy", "Bo sings", { status: "shadow", time: '{"when":"2026-05","until":null,"endsAt":9}' }),
    ...memory("room", "Talk in 101 is of kites", { scope: "channel", subject_id: "101" }),
    ...memory("all", "The guild meets on Mondays", {
      scope: "guild",
      subject_id: guild,
      expires_at: 9_000_000_000_000,
    }),
    insert("both_hold", { guild_id: guild, one: `m_${guild}_all`, other: `m_${guild}_room` }),
    insert("forgotten", { guild_id: guild, message_id: "77" }),
    insert("answer_labels", {
      guild_id: guild,
      message_id: "88",
      user_id: "13",
      channel_id: "101",
      label: "right",
      memories: JSON.stringify([`m_${guild}_new`]),
      at: 5,
    }),
    insert("notes", {
      id: topic,
      guild_id: guild,
      channel_id: "101",
      kind: "topic_cluster",
      title: "Kites",
      summary: "Of kites.",
      participants: '[{"id":"12","name":"Bo","line":null}]',
      first_message_id: "101000",
      from_at: 1,
      to_at: 2,
      method: "rule",
    }),
    ...notes.results.map(({ id, channel_id }) =>
      insert("note_sources", { guild_id: guild, cluster_id: topic, source_id: id, channel_id }),
    ),
    env.DB.prepare(
      "INSERT INTO memory_terms (rowid, terms) SELECT seq, 'x' FROM memories WHERE guild_id = ? AND status = 'active' AND seq NOT IN (SELECT rowid FROM memory_terms)",
    ).bind(guild),
    env.DB.prepare("INSERT INTO note_terms (rowid, terms) SELECT seq, 'x' FROM notes WHERE id = ?").bind(
      topic,
    ),
  ])
}

function insert(table: string, row: Record<string, unknown>): D1PreparedStatement {
  const names = Object.keys(row)
  return env.DB.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`).bind(
    ...Object.values(row),
  )
}

/** An empty guild with the channels of another. */
export async function emptyGuild(guild: string, source: string): Promise<void> {
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  const columns =
    "id, parent_id, name, topic, audience, type, overwrites, nsfw, thread_members, gone_at, updated_at, tags"
  await env.DB.prepare(
    `INSERT INTO channels (guild_id, ${columns}) SELECT ?, ${columns} FROM channels WHERE guild_id = ?`,
  )
    .bind(guild, source)
    .run()
}

/** Sends a request to the worker, with other bindings if given. */
async function sendTo<T>(
  bound: Partial<Env>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T & Problem>> {
  const ctx = createExecutionContext()
  const request = new Request(`https://keepsake.test${path}`, {
    method,
    headers: { authorization: "Bearer dev", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const response = await app.fetch(request, { ...env, ...bound }, ctx)
  const text = await response.text()
  await waitOnExecutionContext(ctx)
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    body: text === "" ? null : JSON.parse(text),
  }
}

export interface Sending {
  bound?: Partial<Env>
  dryRun?: boolean
  options?: object
}

export function begin(
  guild: string,
  { header, ends }: GuildExport,
  { bound = {}, dryRun = false, options = {} }: Sending = {},
) {
  const body = { header, parts: ends.map(({ sha256 }) => sha256), sha256: ends.at(-1)?.whole, ...options }
  return sendTo<ImportBody>(bound, "POST", `/v1/guilds/${guild}/import?dry_run=${dryRun}`, body)
}

export function sendPart(
  guild: string,
  id: string,
  number: number,
  text: string | undefined,
  bound: Partial<Env> = {},
) {
  return sendTo<ImportBody>(bound, "PUT", `/v1/guilds/${guild}/import/${id}/parts/${number}`, { text })
}

/** Imports all of it, and fails if any request does. */
export async function importAll(
  guild: string,
  exported: GuildExport,
  sending: Sending = {},
): Promise<ImportBody> {
  let { body } = succeeded(await begin(guild, exported, sending))
  while (body.phase === "loading")
    body = succeeded(await sendPart(guild, body.id, body.next, exported.parts[body.next], sending.bound)).body
  return body
}

function succeeded<T>(answer: Answer<T>): Answer<T> {
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

/** Columns of the target's own, by table. */
const OWN: Record<string, string[]> = {
  guilds: [
    "id",
    "policy_version",
    "created_at",
    "structure",
    "writes",
    "guild_id",
    "settings",
    "purged_on",
    "night_on",
    "owner_id",
    "told_at",
    "members_followed",
  ],
  policies: ["version", "actor", "created_at"],
  members: ["roles"],
  identity_links: ["made_by"],
}

/** Every row that travels, as `mapping` names it, without what is the target's own. */
export function travelled(exported: GuildExport, mapping: Mapping): Record<string, string[]> {
  const tables = Object.keys(TRAVEL).filter(
    (name) =>
      TRAVEL[name as RowLine["table"]] === "page" || Object.values(ALONG).some(({ table }) => table === name),
  )
  const all = tables.flatMap((name) => {
    const table = name as RowLine["table"]
    return exportedRows(exported, table).map((row) => ({ table, row }))
  })
  const mapped = Map.groupBy(mapRows(mapping, all), ({ table }) => table)
  return Object.fromEntries(
    tables.map((name) => {
      const table = name as RowLine["table"]
      const rows = (mapped.get(table) ?? []).map(({ row }) => row)
      const left = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([key]) => !OWN[table]?.includes(key))
            .sort(),
        ),
      )
      return [table, left.map((row) => JSON.stringify(row)).sort()]
    }),
  )
}
