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
      return "I don't know this server yet. Send a message in a channel that I can read, then try again."
    case "unknown_channel":
      return "I have received no messages in that channel yet."
    case "unknown_member":
      return "I don't know this person as a member of this server."
    case "unknown_memory":
      return "I don't remember that anymore."
    case "unknown_erasure":
      return "I found no such erasure of yours. `/privacy see` shows what is stored about you."
    case "forbidden":
      return "Only the person who ran this command can use it. Run `/privacy see` yourself."
    case "read_only":
      return "Memory is paused. Nothing new is saved right now."
    case "opted_out":
      return "Nothing was saved, because it involves someone who is not remembered here. If that is you, you can change it with `/privacy see`."
    case "sensitive":
      return `That is about ${sensitiveKindLabel(refusal.kind)}, which is not saved in this server.`
    case "leaving":
      return `This server's memory will be erased ${timestamp(Date.parse(refusal.until), "relative")}. Until then I neither save nor answer anything here. \`/privacy see\` still works.`
    case "memory_full":
      return `I know ${refusal.limit} permanent facts about that, which is the limit. Forget one first.`
    case "duplicate_fact":
      return "I already know exactly that as another memory."
    case "busy":
      return "Someone else changed this at the same time. Try again."
    case "undo_over":
      return "This can no longer be undone: ten minutes have passed, it was changed since, or only someone else can undo it."
    case "cooling_down":
      return `Please wait. Try again in ${refusal.seconds} s.`
    case "invalid":
      return `Invalid input: ${refusal.issues.map(({ field, problem }) => `${field} ${problem}`).join("; ")}.`
    default:
      return explain(refusal)
  }
}
