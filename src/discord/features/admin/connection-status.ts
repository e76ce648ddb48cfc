/** Whether the bot hears Discord right now, and whether answers wait, in words. */
import { within } from "../../../ai/deadline.ts"
import { describeError } from "../../../domain/errors.ts"
import type { Id } from "../../../domain/types.ts"
import type { GatewayStatus, ShardStatus } from "../../../runtime/gateway-status.ts"
import type { Runtime } from "../../../runtime/models.ts"
import { timestamp } from "../../bot/ui/ui-kit.ts"

export interface ConnectionStatus {
  /** null: it did not answer. */
  gateway: GatewayStatus | null
  /** Answers that are being made, this one among them; null: not known. */
  waiting: number | null
}

const DEADLINE_MS = 3_000

export async function readConnectionStatus(
  { env }: Pick<Runtime, "env">,
  guildId: Id,
): Promise<ConnectionStatus> {
  const [gateway, responder] = await Promise.all([
    askInTime("gateway", () => env.SHARDS.getByName("0").statusOfAll()),
    askInTime("responder", () => env.RESPONDERS.getByName(guildId).status()),
  ])
  return { gateway, waiting: responder?.waiting ?? null }
}

async function askInTime<T extends object>(what: string, ask: () => Promise<T>): Promise<T | null> {
  try {
    const answer = await within(DEADLINE_MS, ask)
    return typeof answer === "symbol" ? null : answer
  } catch (error) {
    // The fallback: the page says that it is not known.
    console.warn({ event: "status.silent", what, error: describeError(error) })
    return null
  }
}

/** The shard of a guild, as Discord computes it. */
export function shardOf(guildId: Id, count: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(count))
}

export function formatConnection({ gateway, waiting }: ConnectionStatus, guildId: Id): string {
  const answers = waiting === null ? "" : ` · ${waiting === 1 ? "1 answer" : `${waiting} answers`} under way`
  return `${gateway === null ? "Not known: it did not answer." : formatGateway(gateway, guildId)}${answers}`
}

function formatGateway({ state, toDo, shards }: GatewayStatus, guildId: Id): string {
  if (state === "unset") return "Nothing is heard from Discord: whoever runs this bot has set no bot token."
  const own = shards.length === 0 ? undefined : shards[shardOf(guildId, shards.length)]
  if (state === "stopped" || own === undefined) return `⚠️ Stopped: nothing is heard.${forOperator(toDo)}`
  return formatShard(own)
}

/** Who manages a server need not be who runs the bot. */
function forOperator(toDo: string | null): string {
  return toDo === null ? "" : ` Whoever runs this bot has to act: ${toDo}`
}

function formatShard({ phase, lastHeardAt, latencyMs, waiting, toDo }: ShardStatus): string {
  const heard = lastHeardAt === null ? "" : `, last heard ${timestamp(lastHeardAt, "relative")}`
  if (phase !== "ready")
    return `⚠️ Connecting (${phase})${heard}. What was missed is fetched then.${forOperator(toDo)}`
  const late = waiting > 0 ? `, ${waiting} events to be handled` : ""
  return `Connected${latencyMs === null ? "" : ` (${latencyMs} ms)`}${heard}${late}.`
}
