/**
 * Simulates a live channel. The clock is set by hand, far ahead of the platform's own, so that no alarm runs
 * by itself.
 */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { type DurableObject, env } from "cloudflare:workers"
import { afterEach, beforeEach, vi } from "vitest"
import type { DeliveredMessage } from "../../src/channel/delivery.ts"
import { delivery, said } from "./builders.ts"
import type { Channel } from "./stand-ins.ts"

export const START = Date.parse("2090-01-01T12:00:00Z")
export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

export function setClock(time: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: time })
}

/** Before each test of a file, silences these logs and sets the clock if `at` is given. Restores both after it. */
export function quietly({ silent, at }: { silent: ("error" | "warn")[]; at?: number }): void {
  beforeEach(() => {
    for (const log of silent) vi.spyOn(console, log).mockReturnValue()
    if (at !== undefined) setClock(at)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}

/** Builds a message by Ada, `minutes` after the start. */
export function line(id: number, content: string, minutes: number, author = "11"): DeliveredMessage {
  return {
    ...said(String(id), author, author === "11" ? "Ada" : "Bo", content, 0),
    at: START + minutes * MINUTE,
  }
}

/** Delivers messages live, each at its own time. */
export async function live(guild: string, channel: Channel, messages: DeliveredMessage[]): Promise<void> {
  for (const message of messages) {
    setClock(message.at)
    await channel.append(delivery(guild, "100", [message]))
  }
}

/** Advances the clock to `until`, running each alarm when it is due. */
export async function pass<T extends DurableObject>(
  object: DurableObjectStub<T>,
  until: number,
): Promise<void> {
  for (let rings = 0; rings < 200; rings++) {
    const due = await alarmOf(object)
    if (due === null || due > until) break
    setClock(Math.max(due, Date.now()))
    await runDurableObjectAlarm(object)
  }
  setClock(until)
}

export function alarmOf<T extends DurableObject>(object: DurableObjectStub<T>): Promise<number | null> {
  return runInDurableObject(object, (_, state) => state.storage.getAlarm())
}

export interface WindowRow {
  id: string
  message_count: number
  reason: string
  method: string
}
export async function windows(guild: string): Promise<WindowRow[]> {
  const rows = await env.DB.prepare(
    "SELECT id, message_count, reason, method FROM windows WHERE guild_id = ? ORDER BY first_at, id",
  )
    .bind(guild)
    .all<WindowRow>()
  return rows.results
}

export function sizes(rows: WindowRow[]): [number, string][] {
  return rows.map((row) => [row.message_count, row.reason])
}
