/** Tells what kind a fact of the server or of a channel is. Pure. */
import type { Memory } from "../../../domain/types.ts"
import { recurs } from "../../../text/recurrence.ts"

/** In the order of the page. */
export const SERVER_KINDS = ["rules", "decisions", "events"] as const
export type ServerKind = (typeof SERVER_KINDS)[number]

/** Whatever happens, once or again and again, is an event, and a restriction a rule. Everything else was decided or is so. */
export function serverKind({ type, time, fact }: Pick<Memory, "type" | "time" | "fact">): ServerKind {
  if (type === "episode" || time !== null || recurs(fact)) return "events"
  return type === "constraint" ? "rules" : "decisions"
}
