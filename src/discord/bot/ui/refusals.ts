/**
 * Refusals as texts for people on Discord. Uses the texts of errors.ts except those that address API callers.
 * Pure.
 */
import { explain, type Refusal } from "../../../domain/errors.ts"
import { sensitiveKindLabel } from "./memory-texts.ts"
import { timestamp } from "./ui-kit.ts"

/** The only place that turns a refusal into text on Discord. */
export function formatRefusal(refusal: Refusal): string {
  switch (refusal.reason) {
    case "unknown_guild":
      return "I don't know this server yet, as I have heard nothing here so far. Say something in a channel that I can read, and try again."
    case "unknown_channel":
      return "I have heard nothing in that channel so far."
    case "unknown_member":
      return "I don't know them as a member of this server."
    case "unknown_memory":
      return "I don't remember that any more."
    case "unknown_erasure":
      return "I know of no such erasure of yours. `/privacy see` tells what is held about you."
    case "forbidden":
      return "That is for your eyes alone: call `/privacy see` yourself."
    case "read_only":
      return "Memory is paused: nothing new is remembered right now."
    case "opted_out":
      return "Somebody that concerns is not to be remembered here, so none of it is kept. Whether that is you, `/privacy see` tells, and it is yours to change."
    case "sensitive":
      return `That is about ${sensitiveKindLabel(refusal.kind)}, which is not kept in this server.`
    case "leaving":
      return `This server's memory is to be erased ${timestamp(Date.parse(refusal.until), "relative")}. Until then I neither remember nor tell anything here; \`/privacy see\` still works.`
    case "memory_full":
      return `I know ${refusal.limit} lasting things about that already, and there is no room for more. Have me forget one first.`
    case "duplicate_fact":
      return "I know exactly that already, as another memory."
    case "busy":
      return "Somebody changed the same thing at this moment. Try again."
    case "undo_over":
      return "That can no longer be undone: ten minutes are over, it was changed since, or it is somebody else's to undo."
    case "cooling_down":
      return `One moment: try again in ${refusal.seconds} s.`
    case "invalid":
      return `That does not work: ${refusal.issues.map(({ field, problem }) => `${field} ${problem}`).join("; ")}.`
    default:
      return explain(refusal)
  }
}
