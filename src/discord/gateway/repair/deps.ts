/** The dependencies of repair steps. */

import { z } from "zod"
import type { Id, Time } from "../../../domain/types.ts"
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

// The part of Discord's REST API that repairs use, such as `DiscordRest`.

/**
 * Throws an error with Discord's `status` and `code` if Discord refuses, and one with `until` and `isForBot` if
 * Discord's limits allow the request only then.
 */
export interface DiscordReader {
  get(path: `/${string}`, options?: { query?: URLSearchParams }): Promise<unknown>
}

const Refusal = z.object({ status: z.number(), code: z.union([z.number(), z.string()]).optional() })
const Limit = z.object({ until: z.number(), isForBot: z.literal(true) })

/** Refusals that end by themselves or with a new token: the request is repeated. */
const TEMPORARY = [401, 408, 429]

/**
 * Returns how Discord refused, or `null` if it did not answer or may answer later. `refused` is any refusal that
 * a repeat would meet again, or an answer that cannot be read.
 */
export function discordRefusal(error: unknown): "missing" | "forbidden" | "refused" | null {
  if (error instanceof z.ZodError) return "refused"
  const status = Refusal.safeParse(error).data?.status
  if (status === 404) return "missing"
  if (status === 403) return "forbidden"
  const isLasting = status !== undefined && status >= 400 && status < 500 && !TEMPORARY.includes(status)
  return isLasting ? "refused" : null
}

/** Returns until when the bot may send no request at all, or `null` if the error says nothing of that. */
export function limitedUntil(error: unknown): Time | null {
  return Limit.safeParse(error).data?.until ?? null
}

/** Returns Discord's response, or its refusal if that says something. Throws otherwise. */
export async function askDiscord(
  discord: DiscordReader,
  path: `/${string}`,
  query?: URLSearchParams,
): Promise<{ body: unknown } | "missing" | "forbidden"> {
  try {
    return { body: await discord.get(path, query ? { query } : {}) }
  } catch (error) {
    const refusal = discordRefusal(error)
    if (refusal === "missing" || refusal === "forbidden") return refusal
    throw error
  }
}
