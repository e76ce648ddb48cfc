/** The dependencies of repair steps. */

import { z } from "zod"
import type { Id } from "../../../domain/types.ts"
import { type Database, guildDatabase } from "../../../memory/db/database.ts"
import type { Runtime } from "../../../runtime/models.ts"
import type { BotIdentity, EventContext } from "../events/event-context.ts"
import type { RepairRows } from "./repair-rows.ts"

export interface RepairDeps {
  rows: RepairRows
  discord: DiscordReader
  runtime: Runtime
  bot: BotIdentity
}

export function repairDatabase({ runtime }: RepairDeps, guildId: Id): Database {
  return guildDatabase(runtime.env, guildId)
}

/** Builds the context that an event handler gets. */
export function repairEventContext({ runtime, bot }: RepairDeps): EventContext {
  return { runtime, bot, now: Date.now() }
}

// The part of Discord's REST API that repairs use, such as `REST` of @discordjs/rest, which waits for rate
// limits itself.

/** Throws an error with Discord's `status` and `code` if Discord refuses. */
export interface DiscordReader {
  get(path: `/${string}`, options?: { query?: URLSearchParams }): Promise<unknown>
}

const Refusal = z.object({ status: z.number(), code: z.union([z.number(), z.string()]).optional() })

/** Returns how Discord refused, or `null` if it did not answer. */
export function discordRefusal(error: unknown): "missing" | "forbidden" | null {
  const { data } = Refusal.safeParse(error)
  if (data?.status === 404) return "missing"
  return data?.status === 403 ? "forbidden" : null
}
