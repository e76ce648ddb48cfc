/** Words for what became of a statement: what a caller, often a model, may tell the person. Pure. */

import { explain } from "../domain/errors.ts"
import type { Verdict } from "../domain/types.ts"

const WAITS =
  "Waits for a manager's decision. Until then it is not recalled: do not say that it is remembered."
const HIDDEN = "Stored but shown to nobody, by this server's policy: do not say that it is remembered."

/** Reasons for which something other than the bare verdict must be said. */
const REASONS: Record<string, string> = {
  already_known: "This is known already. Nothing was changed.",
  outdated: "Something newer is known. Nothing was changed.",
  others_words: "It would replace what others said. Nothing was changed.",
  several_meant: "Several people have that name, so a manager decides whom it is about.",
  low_confidence: "It is not certain enough for this server's policy. It was not saved.",
  fact_too_long: "It is longer than this server's policy allows. Say it in fewer words.",
  type_off: "This server's policy does not save this kind of fact.",
  scope_off: "This server's policy saves nothing about this kind of subject.",
  subject_off: "This server's policy saves nothing about this subject.",
  subject_full: "The limit of facts about this subject is reached. Forget one first.",
  window_full: "That is too much at once. Send fewer statements at a time.",
  hour_full: "This hour's limit of new facts is reached. Try again later.",
  unknown_target: "Nothing is known that this would end. Nothing was changed.",
  empty: "It states nothing. Say it as a sentence about the person.",
  confidence: "It is told in confidence, and others could read what is saved. It was not saved.",
  forget_wish:
    "It asks to be forgotten, which a statement cannot do. Erase the person, opt them out, or forget one memory.",
  reminder: "Reminders are not supported. State what happens and when, and ask about it later.",
  command: "It is a command, not a fact. State the fact.",
  greeting: "It is a greeting. State what to remember in one sentence.",
  gibberish: "It holds no words. Write one sentence.",
  joke: "It reads like a joke. If it is true, write it without the laughter.",
  hypothetical: "It is hypothetical. State what is true or planned.",
  question: "It is a question. Ask it instead. Nothing was saved.",
  unnamed: "It does not say about whom. Write the name.",
  opted_out: explain({ reason: "opted_out" }),
  secret: explain({ reason: "secret" }),
  instruction: explain({ reason: "instruction" }),
  read_only: explain({ reason: "read_only" }),
  writing_off: explain({ reason: "writing_off" }),
}

/** Returns what became of a statement, in a sentence or two. `memoryId`: as the reader may know it. */
export function verdictHint({
  kind,
  reason,
  memoryId,
}: Pick<Verdict, "kind" | "reason" | "memoryId">): string {
  if (kind === "accepted") return memoryId === null ? "Saved, for readers other than this one." : "Saved."
  const known = REASONS[reason]
  if (kind === "queued") return reason === "several_meant" ? `${known} ${WAITS}` : WAITS
  if (kind === "shadowed") return HIDDEN
  if (reason.startsWith("sensitive:")) return explain({ reason: "sensitive", kind: reason.slice(10) })
  if (reason.startsWith("unsupported:")) return "The text does not say this clearly. It was not saved."
  return known ?? "It was not saved. Say it as one sentence about the person."
}
