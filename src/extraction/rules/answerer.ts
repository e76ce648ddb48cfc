/** Decides who may answer a question: the person asked, or the next speaker. */
import { stripOpeners } from "./clause.ts"
import type { DiscourseState, PendingQuestion } from "./discourse.ts"
import type { Sentence, TranscriptLine } from "./line.ts"

/** Maximum distance between a question and its answer. */
export const ANSWER_RANGE = { lines: 6, ms: 6 * 60_000 }

/** Returns true if only interjections precede the sentence in its line. */
export function opensLine(line: TranscriptLine, sentence: Sentence): boolean {
  const before = line.sentences.slice(0, line.sentences.indexOf(sentence))
  return before.every(
    (earlier) =>
      !earlier.question && (stripOpeners(earlier.text) === "" || earlier.text.split(" ").length <= 3),
  )
}

export function mayAnswer(state: DiscourseState, pending: PendingQuestion, line: TranscriptLine): boolean {
  const { question, line: at, answeredBy } = pending
  const asker = at.author.id
  const { id } = line.author
  if (asker === id || answeredBy.has(id) || line.at - at.at > ANSWER_RANGE.ms) return false
  if (line.addressee !== null && line.addressee.id !== asker) return false
  if (
    line.repliesTo !== null &&
    line.repliesTo !== at.number &&
    state.lines[line.repliesTo - 1]?.author.id === asker
  )
    return false
  if (at.addressee !== null) return at.addressee.id === id
  if (line.addressee?.id === asker) return true
  if ((question.kind === "slot" || question.kind === "polar") && question.open) return true
  if (answeredBy.size > 0) return false
  if (question.kind === "more" || question.kind === "naming") return true
  const between = state.lines
    .slice(at.number, line.number - 1)
    .filter((other) => other.author.id !== asker && other.author.id !== id)
  return between.length === 0 || (conversationPartner(state, at) === id && between.length <= 3)
}

/** Returns the person the asker was talking with: the last other speaker before the question. */
function conversationPartner(state: DiscourseState, at: TranscriptLine): string | null {
  return (
    state.lines
      .slice(Math.max(0, at.number - 6), at.number - 1)
      .findLast((line) => line.author.id !== at.author.id)?.author.id ?? null
  )
}
