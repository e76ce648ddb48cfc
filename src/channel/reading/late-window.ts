/** Tells the database which channels have a window that cannot be read, so that the health check finds them. */
import { sql } from "drizzle-orm"
import { z } from "zod"
import { MINUTE } from "../../domain/calendar.ts"
import { describeError } from "../../domain/errors.ts"
import type { Time } from "../../domain/types.ts"
import { guildDatabase, runBatch } from "../../memory/db/database.ts"
import type { ChannelStore } from "../store/channel-store.ts"
import type { ChannelPlace } from "../store/registry.ts"
import type { SealedWindow } from "../store/window-rows.ts"

/** A window is late if it still waits this long after it first failed. */
const LATE_MS = 15 * MINUTE

/** The oldest window, if it failed: since when, and whether the database knows it as late. */
const FailingWindow = z.object({ id: z.string(), since: z.number(), isLate: z.boolean() })
type FailingWindow = z.output<typeof FailingWindow>

/**
 * Records the oldest window if it fails and will be late by its next attempt, and removes the record once it is
 * read. Returns false if the database was unreachable; call it again then.
 */
export async function reportLateWindow(
  bindings: { DB: D1Database },
  { windows, registry, state }: Pick<ChannelStore, "windows" | "registry" | "state">,
  now: Time,
): Promise<boolean> {
  const known = state.get("failing", FailingWindow.nullable())
  const found = failingWindow(windows.waiting(), known, now)
  if (registry.place === null || JSON.stringify(found) === JSON.stringify(known)) return true
  const wasLate = known?.isLate ?? false
  try {
    if (found?.isLate || wasLate) await recordLate(bindings, registry.place, found)
  } catch (error) {
    console.error({ event: "late_window.not_recorded", window: found?.id, error: describeError(error) })
    if (found !== null) state.set("failing", { ...found, isLate: wasLate })
    return false
  }
  state.set("failing", found)
  return true
}

function failingWindow(
  next: SealedWindow | undefined,
  known: FailingWindow | null,
  now: Time,
): FailingWindow | null {
  if (next === undefined || next.attempts === 0) return null
  const since = known?.id === next.id ? known.since : now
  return { id: next.id, since, isLate: next.retryAt - since >= LATE_MS }
}

async function recordLate(
  bindings: { DB: D1Database },
  { guildId, channelId }: ChannelPlace,
  found: FailingWindow | null,
): Promise<void> {
  const change = found?.isLate
    ? sql`INSERT INTO late_windows (guild_id, channel_id, since) VALUES (${guildId}, ${channelId}, ${found.since})
        ON CONFLICT (guild_id, channel_id) DO UPDATE SET since = excluded.since`
    : sql`DELETE FROM late_windows WHERE guild_id = ${guildId} AND channel_id = ${channelId}`
  await runBatch(guildDatabase(bindings, guildId), [change])
}
