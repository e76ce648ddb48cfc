/** An agent beside chat: sends events over HTTP and closes the windows of their places. */
import { env } from "cloudflare:workers"
import { placeId } from "../../src/domain/events.ts"
import { type Answer, call, ok } from "./http.ts"

export interface EventBody {
  id: string
  scope: string
  scope_id: string
  channel_id: string | null
  content: unknown
  session: string | null
}

export interface EventReceipt {
  accepted: number
  duplicates: number
  rejected: { index: number; id: string; reason: string }[]
}

export const AT = "2026-11-20T12:00:00Z"

/** A tool result about the guild, unless `more` says otherwise. */
export function event(id: string, content: unknown, more: Record<string, unknown> = {}) {
  return { id, scope: "guild", source: "tool_result", role: "tool", content, at: AT, ...more }
}

export const eventsPath = (guild: string) => `/v1/guilds/${guild}/events`

/** Sends events that must be well-formed. */
export function report(guild: string, ...events: object[]): Promise<EventReceipt> {
  return ok<EventReceipt>("POST", eventsPath(guild), { events })
}

export function tryReport<T>(guild: string, ...events: object[]): Promise<Answer<T>> {
  return call<T>("POST", eventsPath(guild), { events })
}

/** The object that buffers events of no channel. */
export function placeOf(guild: string, kind: "user" | "project" | "guild", id = guild) {
  return env.CHANNELS.getByName(`${guild}:${placeId(guild, kind, id)}`)
}

/** Closes the open windows of these places, as their alarm does after a lull. */
export async function settlePlaces(...places: ReturnType<typeof placeOf>[]): Promise<void> {
  for (const place of places) await place.flush()
}
