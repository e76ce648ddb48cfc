/** Reads the state of the connection to Discord, and how many answers are in progress. */
import { within } from "../ai/deadline.ts"
import { describeError } from "../domain/errors.ts"
import type { Id } from "../domain/types.ts"
import type { GatewayStatus } from "./gateway-status.ts"
import type { Runtime } from "./models.ts"

export interface ConnectionStatus {
  /** `null` if the gateway did not answer. */
  gateway: GatewayStatus | null
  /** Answers in progress, including this one; `null` if unknown. */
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
    // Fallback: the page says that the state is unknown.
    console.warn({ event: "status.silent", what, error: describeError(error) })
    return null
  }
}

/** Computes the shard of a guild with Discord's formula. */
export function shardOf(guildId: Id, count: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(count))
}
