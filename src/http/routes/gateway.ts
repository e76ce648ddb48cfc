/**
 * The connection to Discord's gateway: its status, start and stop. Operator only, because it belongs to no
 * guild.
 */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { Refused } from "../../domain/errors.ts"
import type { ConnectFailure, GatewayStatus, ShardStatus } from "../../runtime/gateway-status.ts"
import { readSettings } from "../../settings.ts"
import { guarded } from "../guarded.ts"
import { iso } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { json } from "../schemas.ts"

const time = z.string().nullable()

const FailureSchema = z.object({ reason: z.string(), at: z.string() }).nullable()

const ShardSchema = z
  .object({
    shard: z.int(),
    phase: z.enum(["stopped", "waiting", "connecting", "queueing", "entering", "ready"]),
    connected: z.boolean().openapi({ description: "True if its session is open and receives events." }),
    session_since: time,
    session_seconds: z.int().nullable(),
    seq: z.int().nullable().openapi({ description: "The last event received." }),
    handled_seq: z.int().nullable().openapi({ description: "Every event up to this one is handled." }),
    last_heard_at: time,
    heartbeat_at: time,
    latency_ms: z.int().nullable(),
    guilds: z.int(),
    handled: z.int(),
    set_aside: z
      .int()
      .openapi({ description: "Events that failed for ten minutes; their guilds are repaired instead." }),
    unreadable: z.int().openapi({
      description: "Events with missing or odd fields; what they reported is read over REST instead.",
    }),
    waiting: z.int().openapi({ description: "Events received but not handled yet." }),
    reconnects: z.int().openapi({ description: "Sessions resumed or begun again." }),
    last_close: z.object({ code: z.int(), meaning: z.string(), at: z.string() }).nullable(),
    last_failure: FailureSchema.openapi({
      description: "Why the latest attempt opened no socket; null once a session continues.",
    }),
    to_do: z.string().nullable(),
  })
  .openapi("Shard")

const GatewaySchema = z
  .object({
    state: z
      .enum(["unset", "stopped", "running"])
      .openapi({ description: "`unset`: this deployment has no DISCORD_TOKEN." }),
    to_do: z.string().nullable().openapi({ description: "What the operator must do; null if nothing." }),
    last_failure: FailureSchema.openapi({
      description: "Why Discord did not say how to connect; null if it did.",
    }),
    shards: z.array(ShardSchema),
  })
  .openapi("Gateway")

const PATH = "/v1/gateway"
const answer = (description: string) => ({ 200: json(GatewaySchema, description) })

const status = guarded({
  id: "readGateway",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: PATH,
  summary: "Read the status of the connection to Discord, shard by shard",
  responses: answer("The current status."),
})

const start = guarded({
  id: "startGateway",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${PATH}/start`,
  summary: "Connect to Discord and stay connected",
  responses: answer("Starting; the status shows the progress."),
})

const stop = guarded({
  id: "stopGateway",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${PATH}/stop`,
  summary: "Disconnect from Discord until the next start",
  responses: answer("The connection is stopped."),
})

export const gatewayRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })

gatewayRoutes.openapi(status, async (c) =>
  c.json(present(await c.env.SHARDS.getByName("0").statusOfAll(), Date.now()), 200),
)
gatewayRoutes.openapi(start, async (c) => {
  if (readSettings(c.env).DISCORD_TOKEN === undefined)
    throw new Refused({ reason: "discord_unset", variable: "DISCORD_TOKEN" })
  return c.json(present(await c.env.SHARDS.getByName("0").startAll("asked"), Date.now()), 200)
})
gatewayRoutes.openapi(stop, async (c) =>
  c.json(present(await c.env.SHARDS.getByName("0").stopAll(), Date.now()), 200),
)

function present(
  { state, toDo, lastFailure, shards }: GatewayStatus,
  now: number,
): z.output<typeof GatewaySchema> {
  return {
    state,
    to_do: toDo,
    last_failure: presentFailure(lastFailure),
    shards: shards.map((shard) => presentShard(shard, now)),
  }
}

function presentFailure(failure: ConnectFailure | null): z.output<typeof FailureSchema> {
  return failure && { ...failure, at: iso(failure.at) }
}

function presentShard(shard: ShardStatus, now: number): z.output<typeof ShardSchema> {
  const at = (time: number | null) => (time === null ? null : iso(time))
  const { sessionSince, lastClose } = shard
  return {
    shard: shard.shard,
    phase: shard.phase,
    connected: shard.phase === "ready",
    session_since: at(sessionSince),
    session_seconds: sessionSince === null ? null : Math.floor((now - sessionSince) / 1_000),
    seq: shard.seq,
    handled_seq: shard.handledSeq,
    last_heard_at: at(shard.lastHeardAt),
    heartbeat_at: at(shard.heartbeatAt),
    latency_ms: shard.latencyMs,
    guilds: shard.guilds,
    handled: shard.handled,
    set_aside: shard.setAside,
    unreadable: shard.unreadable,
    waiting: shard.waiting,
    reconnects: shard.reconnects,
    last_close: lastClose && { ...lastClose, at: iso(lastClose.at) },
    last_failure: presentFailure(shard.lastFailure),
    to_do: shard.toDo,
  }
}
