/** What to do after the model would not embed some texts. Pure. */
import type { FailureKind } from "../ai/chat.ts"
import { MAX_TEXTS } from "../ai/embedding/embedding.ts"

/**
 * - `smaller`: one text may be what it cannot take; ask for fewer at once.
 * - `doubt`: this one text may be it. If the model takes another one, do without this one's vector: it must not hold back the rest for good.
 * - `wait`: nothing will work before then.
 */
export type Next =
  | { kind: "smaller"; size: number }
  | { kind: "doubt" }
  | { kind: "wait"; until: "later" | "tomorrow" }

/** After so many failed runs, with texts asked for one by one, an outage and a text that breaks the model look alike. */
const MANY_ATTEMPTS = 7

/** `size` is how many texts were asked for, `attempts` how many runs failed before this one. */
export function afterFailure(failure: FailureKind, size: number, attempts: number): Next {
  if (failure === "stop_today") return { kind: "wait", until: "tomorrow" }
  if (failure === "bad_reply" && size > 1) return { kind: "smaller", size: Math.floor(size / 2) }
  if (failure === "bad_reply" || (size === 1 && attempts >= MANY_ATTEMPTS)) return { kind: "doubt" }
  return { kind: "wait", until: "later" }
}

/** How many texts the first call of a run asks for: fewer after each failed run, so that what fails as a whole gets on in parts. */
export function firstSize(attempts: number): number {
  return Math.max(1, MAX_TEXTS >> Math.min(attempts, MANY_ATTEMPTS))
}
