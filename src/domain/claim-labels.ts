/** The effects and outcomes of claims, as the claim log names them. Shapes only. */

/** The effect of a claim on the memories of its subject; `nothing` never reaches the gate. */
export const LOGGED_CHANGES = [
  "create",
  "reinforce",
  "supersede",
  "contest",
  "outdated",
  "retire",
  "nothing",
] as const
export type LoggedChange = (typeof LOGGED_CHANGES)[number]

/**
 * - `approved`, `rejected`: somebody decided a review item, or retired the memory.
 * - `confirmed`: somebody said that it holds, against a contradiction or after it had ended.
 * - `corrected`, `forgotten`: somebody changed it, or had it deleted.
 * - `right`, `wrong`, `outdated`: somebody judged an answer that rests on it.
 * - `unused`: it expired, and no sampled recall had shown it.
 */
export type ClaimLabel =
  | "approved"
  | "rejected"
  | "confirmed"
  | "corrected"
  | "forgotten"
  | "right"
  | "wrong"
  | "outdated"
  | "unused"
