/**
 * Events without a model: a short statement is kept word for word, about the event's own subject. Anything longer, and
 * JSON, yields nothing. Pure.
 */
import { setByEvent } from "../../domain/event-mark.ts"
import {
  type Claim,
  DEFAULT_LIFETIME,
  type MemoryType,
  type Message,
  type Window,
} from "../../domain/types.ts"
import { oneSentenceIn } from "../support/sentences.ts"

const LONGEST = 300

/** The window as the phrases read it: nobody speaks in an event. Line numbers stay. */
export function withoutEvents(window: Window): Window {
  const messages = window.messages.map(
    (message): Message =>
      message.role === "event" ? { ...message, role: "keepsake", content: "" } : message,
  )
  return { ...window, messages }
}

/** Returns a claim for each event that is, or states, one declarative sentence. */
export function eventClaims({ messages }: Window, type: MemoryType): Claim[] {
  return messages.flatMap(({ event, content }, index): Claim[] => {
    const fact = (event?.statement ?? content).replace(/\s+/gu, " ").trim()
    if (!event?.isText || fact.length > LONGEST || !oneSentenceIn(fact)) return []
    const filing = { type, section: event.scope === "user" ? ("other" as const) : null, topics: [] }
    return [
      {
        ...filing,
        op: "save",
        subject: { scope: event.scope, id: event.scopeId },
        fact,
        lifetime: DEFAULT_LIFETIME[type],
        importance: "medium",
        time: null,
        confidence: 1,
        lines: [index + 1],
        target: null,
        reportedBy: null,
        ...setByEvent(event),
      },
    ]
  })
}
