/** Judges the connection to Discord's gateway from the status of its shards. Pure. */
import { MINUTE } from "../domain/calendar.ts"
import type { Time } from "../domain/types.ts"
import type { GatewayStatus, ShardStatus } from "../runtime/gateway-status.ts"
import { type CheckResult, fine, spanOf } from "./health-check.ts"

/** A shard that was silent for so long is down: heartbeats are acknowledged every minute or so. */
const SILENCE_MS = 10 * MINUTE
const START = "POST /v1/gateway/start."

export function judgeGateway({ state, toDo, lastFailure, shards }: GatewayStatus, now: Time): CheckResult {
  if (state === "unset") return fine("Without DISCORD_TOKEN, Keepsake is not connected to Discord's gateway.")
  if (shards.length === 0)
    return {
      status: "failing",
      detail: `Not connected to Discord: ${lastFailure?.reason ?? toDo ?? "stopped"}`,
      toDo: toDo ?? START,
    }
  const results = shards.map((shard) => judgeShard(shard, now))
  const worst =
    results.find(({ status }) => status === "failing") ?? results.find(({ status }) => status !== "ok")
  if (worst === undefined) return fine(`${shards.length} of ${shards.length} shards are connected.`)
  const down = results.filter(({ status }) => status !== "ok").length
  return { ...worst, detail: `${down} of ${shards.length} shards are not connected. ${worst.detail}` }
}

function judgeShard(shard: ShardStatus, now: Time): CheckResult {
  const { phase, stoppedBy, lastClose, lastFailure } = shard
  const named = `Shard ${shard.shard}`
  if (stoppedBy !== null) {
    const why = lastClose?.code === stoppedBy ? ` (${lastClose.meaning})` : ""
    return {
      status: "failing",
      detail: `${named} was stopped by close code ${stoppedBy}${why}.`,
      toDo: shard.toDo ?? START,
    }
  }
  if (phase === "stopped")
    return { status: "warning", detail: `${named} was stopped by the operator.`, toDo: START }
  const heardAt = Math.max(shard.lastHeardAt ?? 0, shard.heartbeatAt ?? 0)
  if (now - heardAt <= SILENCE_MS)
    return phase === "ready"
      ? fine(`${named} is connected.`)
      : { status: "warning", detail: `${named} is reconnecting.`, toDo: null }
  if (heardAt === 0 && lastFailure === null)
    return { status: "warning", detail: `${named} is connecting for the first time.`, toDo: null }
  const silence = heardAt === 0 ? "has never connected" : `was last heard ${spanOf(now - heardAt)} ago`
  const why = lastFailure?.reason ?? lastClose?.meaning ?? "no reason is known"
  return {
    status: "failing",
    detail: `${named} ${silence}: ${why}.`,
    toDo: "Check https://discordstatus.com; Keepsake keeps trying.",
  }
}
