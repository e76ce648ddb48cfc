/** The parts of an event that its message keeps. Imports nothing, because the noun Message has them. */

export const EVENT_SOURCES = ["message", "tool_result", "system"] as const
export type EventSource = (typeof EVENT_SOURCES)[number]

export const EVENT_ROLES = ["user", "assistant", "tool", "system"] as const
export type EventRole = (typeof EVENT_ROLES)[number]

/** The event that a message stands for, and its subject: claims that rest on it alone are about that. */
export interface EventMark<S = string> {
  id: string
  scope: S
  scopeId: string
  from: EventSource
  /** False if the content was JSON: rules keep none of it. */
  isText: boolean
  /** The sentence that rules keep, if the message holds more; absent: its whole text. */
  statement?: string
  /** When it happens and ends, in the guild's calendar. Facts that rest on it alone have this time. */
  time?: { when: string | null; until: string | null; endsAt: number }
  /** Facts that rest on it alone have at least this importance. */
  importance?: "high"
  /** When its author wrote the words, if that was before the event: their erasure counts from then. */
  writtenAt?: number
}

/** Returns the fields of a claim that its event decides: when it happens and ends, and how much it matters. */
export function setByEvent({ time, importance }: EventMark<unknown>) {
  return { ...(time && { time }), ...(importance && { importance }) }
}

/** Returns true for an event that Discord told: only the gateway makes such ids. */
export function isServerEvent(id: string): boolean {
  return id.startsWith("discord:")
}
