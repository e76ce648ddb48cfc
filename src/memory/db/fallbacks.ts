/** Why rules read a window although a model is bound: a cap was reached, it was not in the sample, too much waited, nothing is told in it that a model could learn from, or the reply was of no use. */
export const FALLBACKS = ["spend_cap", "sample", "backlog", "nothing_told", "bad_reply"] as const
export type Fallback = (typeof FALLBACKS)[number]
