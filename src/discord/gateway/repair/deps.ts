/** What the steps of a repair work with. */

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

export function repairDatabase({ runtime: ground }: RepairDeps, guildId: Id): Database {
  return guildDatabase(ground.env, guildId)
}

/** As an event would tell it. */
export function repairEventContext({ runtime: ground, bot: own }: RepairDeps): EventContext {
  return { runtime: ground, bot: own, now: Date.now() }
}

// The part of Discord's REST API that repairing asks. `REST` of @discordjs/rest is one: it waits out rate limits by itself.

/** Throws what carries Discord's `status` and `code` where Discord refuses. */
export interface DiscordReader {
  get(path: `/${string}`, options?: { query?: URLSearchParams }): Promise<unknown>
}

const Refusal = z.object({ status: z.number(), code: z.union([z.number(), z.string()]).optional() })

/** Whether Discord says that there is no such thing, or that it is not for us; null where it did not answer. */
export function discordRefusal(error: unknown): "missing" | "forbidden" | null {
  const { data } = Refusal.safeParse(error)
  if (data?.status === 404) return "missing"
  return data?.status === 403 ? "forbidden" : null
}
