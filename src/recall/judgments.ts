/** How likely finds bear on a question, by statement and as a whole. Shapes only. */

/** A fact, a message, or a sentence of a note. */
export interface JudgedStatement {
  text: string
  /** Whose words these are; `null` for a fact, or if unknown. */
  speaker: string | null
  /** How likely it bears on the question, 0 to 1. */
  score: number
}

/** The judgment of an item as a whole, before its score is rounded. */
export interface ItemJudgment {
  /** Probability that it bears on the question. */
  chance: number
  /** Log-odds that it answers the question, against the other finds. */
  worth: number
  /** Share of `chance` that was left to it because it holds nothing of the question; 1 for all of it. */
  kept: number
  /** True if the question names nothing to look for: then the ranking decides. */
  isWordless: boolean
  /** For each part of a question of several parts: the worth of its words that the item holds. */
  parts: readonly number[]
}
