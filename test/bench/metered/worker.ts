/** Keepsake's own worker, unchanged, between meters: counts rows where asked to, and answers the bare query that recall is held against. */
import { ChannelBuffer as Channel } from "../../../src/channel/channel-buffer.ts"
import { GatewayShard as Shard } from "../../../src/discord/gateway/shard.ts"
import { interactions } from "../../../src/discord/interactions.ts"
import { Responder as Answering } from "../../../src/discord/responder.ts"
import type { Env } from "../../../src/env.ts"
import { app } from "../../../src/http/app.ts"

export { GuildIndex } from "../../../src/embedding/guild-index.ts"
export { Eraser } from "../../../src/erasure/eraser.ts"

import { counters, meteredDatabase, meterStorage, reset } from "./meters.ts"

export class ChannelBuffer extends Channel {
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

function metered(env: Env): Env {
  return { ...env, DB: meteredDatabase(env.DB) }
}

/** The floor of recall: the same full-text search, its rows joined, nothing weighed and nothing checked. */
const BARE = `SELECT m.* FROM (SELECT rowid, rank FROM memory_terms WHERE memory_terms MATCH ? ORDER BY rank LIMIT 60) f
  JOIN memories m ON m.seq = f.rowid ORDER BY f.rank`

/** The floor of a guild's structure: as many rows in one statement, compared with nothing. */
const BARE_TABLE = "CREATE TABLE IF NOT EXISTS bare (id TEXT PRIMARY KEY, body TEXT NOT NULL)"
const BARE_ROWS = "INSERT INTO bare SELECT value ->> 'id', value FROM json_each(?)"

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === "/bench/counters") return Response.json(counters())
    if (pathname === "/bench/reset") return Response.json(reset())
    if (pathname === "/bench/floor") {
      const { results, meta } = await env.DB.prepare(BARE)
        .bind(await request.text())
        .all()
      return Response.json({ items: results.length, rowsRead: meta.rows_read })
    }
    if (pathname === "/bench/rows") {
      await env.DB.prepare(BARE_TABLE).run()
      const begun = Date.now()
      const { meta } = await env.DB.prepare(BARE_ROWS)
        .bind(await request.text())
        .run()
      return Response.json({ ms: Date.now() - begun, rowsWritten: meta.rows_written })
    }
    // Discord's interactions are counted here and timed elsewhere.
    if (pathname === "/interactions") return interactions.fetch(request, metered(env), ctx)
    // Timed requests run without a meter.
    return app.fetch(request, request.headers.has("x-metered") ? metered(env) : env, ctx)
  },
}
