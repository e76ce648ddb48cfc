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
 * Somebody decided on the memory itself. A later decision replaces an earlier one and any other label.
 * - `approved`: it waited, or was a shadow, and somebody let it count.
 * - `rejected`: somebody rejected or retired it, or decided for one that contradicts it.
 * - `confirmed`: somebody said that it holds, against a contradiction or after it had ended.
 * - `corrected`: somebody changed its words or its time.
 * - `forgotten`: somebody had it deleted. The row keeps nothing that says whose it was.
 */
export const DECISION_LABELS = ["approved", "rejected", "confirmed", "corrected", "forgotten"] as const
export type DecisionLabel = (typeof DECISION_LABELS)[number]

/**
 * Somebody judged something beside its words. A later judgment replaces an earlier one, never a decision.
 * - `refiled`: its type, section, topics, importance or lifetime was changed, and its words stand.
 * - `right`, `wrong`, `outdated`: somebody judged an answer that rests on it.
 */
const JUDGMENT_LABELS = ["refiled", "right", "wrong", "outdated"] as const
export type JudgmentLabel = (typeof JUDGMENT_LABELS)[number]

/**
 * Nobody said anything of it. Set only while a claim has no other label.
 * - `repeated`: it was recalled, and then said again.
 * - `unused`: it was active until it expired, and no recall that was noted had shown it.
 */
const AUTOMATIC_LABELS = ["repeated", "unused"] as const

/** People found that the memory should not have been kept as it was. `outdated` is none: the fact was worth keeping. */
export const JUNK_LABELS = ["rejected", "corrected", "forgotten", "wrong"] as const

/** Outcomes of the memory that a claim was written to. Undoing a decision restores the label before it. */
export const CLAIM_LABELS = [...DECISION_LABELS, ...JUDGMENT_LABELS, ...AUTOMATIC_LABELS] as const
export type ClaimLabel = (typeof CLAIM_LABELS)[number]
