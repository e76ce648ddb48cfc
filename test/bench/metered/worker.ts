/**
 * Keepsake's own worker, unchanged, wrapped in meters. It counts rows on request and answers the bare query
 * that recall is compared with.
 */
import type { WorkflowStep } from "cloudflare:workers"
import { ChannelBuffer as Channel } from "../../../src/channel/channel-buffer.ts"
import { pages } from "../../../src/dashboard/pages.ts"
import { interactions } from "../../../src/discord/bot/interactions.ts"
import { Responder as Answering } from "../../../src/discord/bot/responder.ts"
import { GatewayShard as Shard } from "../../../src/discord/gateway/shard/shard.ts"
import { app } from "../../../src/http/app.ts"
import { runNight } from "../../../src/nights/night.ts"
import { NightAlarm as Alarm } from "../../../src/nights/runner/night-alarm.ts"
import { NightRun as Nightly, nightDepsOf } from "../../../src/nights/workflow.ts"

export { Eraser } from "../../../src/erasure/eraser.ts"

import { GuildIndex as Index } from "../../../src/vectors/guild-index.ts"
import {
  counters,
  meteredDatabase,
  meterRequests,
  meterStorage,
  queryTimes,
  reset,
  writtenBy,
} from "./meters.ts"
import { meteredObjects, meteredSteps, nightCounters, resetNight } from "./night-meters.ts"

export class ChannelBuffer extends Channel {
  constructor(ctx: DurableObjectState, env: Env) {
    meterStorage(ctx.storage)
    super(ctx, metered(env))
  }
}

export class GuildIndex extends Index {
  constructor(ctx: DurableObjectState, env: Env) {
    meterStorage(ctx.storage)
    super(ctx, metered(env))
  }
}

export class GatewayShard extends Shard {
  constructor(ctx: DurableObjectState, env: Env) {
    meterStorage(ctx.storage, "shardWritten")
    super(ctx, metered(env))
  }
}

export class Responder extends Answering {
  constructor(ctx: DurableObjectState, env: Env) {
    meterStorage(ctx.storage, "responderWritten")
    super(ctx, metered(env))
  }
}

export class NightAlarm extends Alarm {
  constructor(ctx: DurableObjectState, env: Env) {
    meterStorage(ctx.storage)
    super(ctx, metered(env))
  }
}

meterRequests(ChannelBuffer, Channel)
meterRequests(GuildIndex, Index)
meterRequests(GatewayShard, Shard)
meterRequests(Responder, Answering)
meterRequests(NightAlarm, Alarm)

export class NightRun extends Nightly {
  constructor(ctx: ExecutionContext, env: Env) {
    const { CHANNELS, INDEXES } = env
    super(ctx, { ...metered(env), CHANNELS: meteredObjects(CHANNELS), INDEXES: meteredObjects(INDEXES) })
  }

  override run(event: Parameters<Nightly["run"]>[0], step: WorkflowStep): Promise<void> {
    return super.run(event, meteredSteps(step))
  }
}

function metered(env: Env): Env {
  return { ...env, DB: meteredDatabase(env.DB) }
}

/** The floor of recall: the full-text search with its rows joined, no ranking and no checks. */
const BARE = `SELECT m.* FROM (SELECT rowid, rank FROM memory_terms WHERE memory_terms MATCH ? ORDER BY rank LIMIT 60) f
  JOIN memories m ON m.seq = f.rowid ORDER BY f.rank`

const BARE_PEOPLE = "SELECT id FROM members WHERE guild_id = ? AND id > ? ORDER BY id LIMIT 20"
const BARE_PAGE = `SELECT m.*, (SELECT json_group_array(json_object('at', e.said_at, 'channel', e.channel_id, 'by', e.author_id)) FROM evidence e WHERE e.memory_id = m.id) AS evidence
  FROM memories m WHERE m.guild_id = ? AND m.scope = 'user' AND m.subject_id IN (SELECT value FROM json_each(?))`

/** The floor of a guild's structure: as many rows in one statement, without comparison. */
const BARE_TABLE = "CREATE TABLE IF NOT EXISTS bare (id TEXT PRIMARY KEY, body TEXT NOT NULL)"
const BARE_ROWS = "INSERT INTO bare SELECT value ->> 'id', value FROM json_each(?)"

/** The floor of a night: reads each person's memories once in pages and writes one row per page. */
async function bareNight(env: Env, guildId: string): Promise<{ pages: number }> {
  await env.DB.prepare(BARE_TABLE).run()
  let [pages, after] = [0, ""]
  for (;;) {
    const people = await env.DB.prepare(BARE_PEOPLE).bind(guildId, after).all<{ id: string }>()
    const last = people.results.at(-1)
    if (last === undefined) return { pages }
    const ids = JSON.stringify(people.results.map(({ id }) => id))
    await env.DB.prepare(BARE_PAGE).bind(guildId, ids).all()
    await env.DB.prepare("INSERT INTO bare (id, body) VALUES (?, ?)")
      .bind(`${guildId} ${last.id} ${Date.now()}`, ids)
      .run()
    pages += 1
    after = last.id
  }
}

/** The floor of a page: reads one row and answers with 20 KB. */
async function barePage(env: Env): Promise<Response> {
  await env.DB.prepare("SELECT * FROM dashboard_sessions LIMIT 1").all()
  return new Response("<p>".padEnd(20_000, "bare "), { headers: { "content-type": "text/html" } })
}

/** Runs a guild's night at the set clock within this request. Returns the number of steps. */
async function nightNow(env: Env, guildId: string): Promise<{ steps: number }> {
  let steps = 0
  const counting = {
    do: async <T>(_: string, work: () => Promise<T>): Promise<T> => {
      steps += 1
      // The platform returns step results through JSON.
      return JSON.parse(JSON.stringify((await work()) ?? null)) as T
    },
  }
  const night = {
    guildId,
    runId: `${guildId}_${Date.now()}`,
    trigger: "schedule",
    requestedBy: "bench",
  } as const
  await runNight(counting, nightDepsOf(metered(env), guildId), night)
  return { steps }
}

/** Sets the clock for all code here. No alarm fires by itself if it is far enough ahead of the platform's clock. */
function setClock(at: number): number {
  Date.now = () => at
  return at
}

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === "/bench/counters") return Response.json({ ...counters(), ...nightCounters() })
    if (pathname === "/bench/writers") return Response.json(writtenBy())
    if (pathname === "/bench/queries") return Response.json(queryTimes())
    if (pathname === "/bench/pages/floor") return barePage(env)
    if (pathname === "/bench/reset") return Response.json({ ...reset(), ...resetNight() })
    if (pathname === "/bench/floor") {
      const { results, meta } = await env.DB.prepare(BARE)
        .bind(await request.text())
        .all()
      return Response.json({ items: results.length, rowsRead: meta.rows_read })
    }
    if (pathname === "/bench/rows") {
      await env.DB.prepare(BARE_TABLE).run()
      const { meta } = await env.DB.prepare(BARE_ROWS)
        .bind(await request.text())
        .run()
      return Response.json({ rowsWritten: meta.rows_written })
    }
    if (pathname === "/bench/clock") return Response.json(setClock(Number(await request.text())))
    if (pathname === "/bench/nights/now") return Response.json(await nightNow(env, await request.text()))
    if (pathname === "/bench/nights/floor") return Response.json(await bareNight(env, await request.text()))
    // Interactions are counted here and timed elsewhere.
    if (pathname === "/interactions") return interactions.fetch(request, metered(env), ctx)
    // Timed requests run without a meter.
    const door = /^\/(?:(?:app|privacy)(?:\/.*)?)?$/.test(pathname) ? pages : app
    return door.fetch(request, request.headers.has("x-metered") ? metered(env) : env, ctx)
  },
}
