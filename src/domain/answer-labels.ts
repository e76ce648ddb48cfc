/** A person's judgment of an answer. Shapes only. */

export const ANSWER_LABELS = ["right", "wrong", "outdated"] as const
export type AnswerLabel = (typeof ANSWER_LABELS)[number]
