/** Formats the state of the Discord connection and the number of answers in progress. */
import type { Id } from "../../../domain/types.ts"
import { type ConnectionStatus, shardOf } from "../../../runtime/connection-status.ts"
import type { GatewayStatus, ShardStatus } from "../../../runtime/gateway-status.ts"
import { timestamp } from "../../bot/ui/ui-kit.ts"

export function formatConnection({ gateway, waiting }: ConnectionStatus, guildId: Id): string {
  const answers = waiting === null ? "" : ` ${waiting === 1 ? "1 answer" : `${waiting} answers`} in progress.`
  return `${gateway === null ? "Unknown: the gateway did not answer." : formatGateway(gateway, guildId)}${answers}`
}

function formatGateway({ state, toDo, shards }: GatewayStatus, guildId: Id): string {
  if (state === "unset") return "Not connected: the bot's operator has not set a bot token."
  const own = shards.length === 0 ? undefined : shards[shardOf(guildId, shards.length)]
  if (state === "stopped" || own === undefined)
    return `⚠️ Stopped: no messages are received.${operatorNote(toDo)}`
  return formatShard(own)
}

/** The managers of a server may not be the people who run the bot. */
function operatorNote(toDo: string | null): string {
  return toDo === null ? "" : ` The bot's operator must act: ${toDo}`
}

function formatShard({ phase, lastHeardAt, latencyMs, waiting, toDo }: ShardStatus): string {
  const heard = lastHeardAt === null ? "" : `, last event ${timestamp(lastHeardAt, "relative")}`
  if (phase !== "ready")
    return `⚠️ Not connected yet (${phase})${heard}. Missed messages are fetched after connecting.${operatorNote(toDo)}`
  const late = waiting > 0 ? `, ${waiting === 1 ? "1 event" : `${waiting} events`} waiting` : ""
  return `Connected${latencyMs === null ? "" : ` (${latencyMs} ms)`}${heard}${late}.`
}
