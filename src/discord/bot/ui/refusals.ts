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
      return "I haven't seen any messages in that channel yet."
    case "unknown_member":
      return "I haven't seen this person in this server yet."
    case "unknown_memory":
      return "I don't remember that anymore."
    case "unknown_erasure":
      return "I can't find that erasure among your requests. `/privacy see` shows what is stored about you."
    case "forbidden":
      return "Only the person who ran this command can use it. Run `/privacy see` yourself."
    case "opted_out":
      return "Nothing was saved, because it involves someone who is not remembered here. If that is you, you can change it with `/privacy see`."
    case "sensitive":
      return `That ${sensitiveKindLabel(refusal.kind)}. This server does not save that kind of information.`
    case "leaving":
      return `This server's memory will be erased ${timestamp(Date.parse(refusal.until), "relative")}. Until then, I don't save or answer anything here. \`/privacy see\` still works.`
    case "memory_full":
      return `I already know ${refusal.limit} permanent facts about this subject, which is the limit. Forget one first.`
    case "duplicate_fact":
      return "Another fact already says exactly this."
    case "busy":
      return "Someone else changed this at the same time. Try again."
    case "undo_over":
      return "You can't undo this: ten minutes have passed, it has changed since, or it is not yours to undo."
    case "invalid":
      return `That did not work: ${refusal.issues.map(({ field, problem }) => `${field} ${problem}`).join("; ")}.`
    default:
      return explain(refusal)
  }
}
