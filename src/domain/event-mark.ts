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
}
