/** Discourse state of a conversation: pending questions, propositions, and the last place named. */
import type { Person } from "../../domain/types.ts"
import type { Proposition } from "./claims.ts"
import type { Sentence, TranscriptLine } from "./line.ts"
import type { ParsedQuestion } from "./question-builders.ts"
import type { SpeechContext } from "./statement.ts"
import { isTime } from "./times.ts"

export interface PendingQuestion {
  question: ParsedQuestion
  line: TranscriptLine
  answeredBy: Set<string>
}

export interface DiscourseState {
  lines: TranscriptLine[]
  names: Map<string, Person>
  propositions: Proposition[]
  pendingQuestions: PendingQuestion[]
  place: { name: string; line: number } | null
  /** The group itself, as the subject of shared events. */
  guild: Person
  /** The line of the last hypothetical game ("what if we were …"). Lines after it are not literal. */
  hypotheticalLine: number | null
}

/** Number of lines a hypothetical game is assumed to last. */
const HYPOTHETICAL_LINES = 15

export function speechContext(
  state: DiscourseState,
  line: TranscriptLine,
  sentence: Sentence,
): SpeechContext {
  const { names, place, guild, hypotheticalLine } = state
  const isPlayful =
    sentence.laughing || (hypotheticalLine !== null && line.number - hypotheticalLine <= HYPOTHETICAL_LINES)
  return { speaker: line.author, line: line.number, at: line.at, names, place, guild, laughing: isPlayful }
}

/** Adds a proposition, or merges it into an equal one about the same subject. */
export function addProposition(state: DiscourseState, proposition: Proposition | null): Proposition | null {
  if (proposition === null) return null
  if (proposition.place !== null) state.place = { name: proposition.place, line: proposition.lastLine }
  const known = state.propositions.findLast(
    (earlier) =>
      earlier.label === proposition.label &&
      earlier.lemma === proposition.lemma &&
      earlier.kind === proposition.kind,
  )
  if (known === undefined || !mergesInto(known, proposition)) {
    state.propositions.push(proposition)
    return proposition
  }
  for (const line of proposition.lines) known.lines.add(line)
  known.place ??= proposition.place
  known.timed ||= proposition.timed
  known.confidence = Math.max(known.confidence, proposition.confidence)
  known.lastLine = proposition.lastLine
  known.lastAt = proposition.lastAt
  return known
}

function mergesInto(known: Proposition, proposition: Proposition): boolean {
  if (known.object === proposition.object && known.verb === proposition.verb) return true
  if (isTime(proposition.object) && !known.timed) {
    known.tail += ` ${proposition.object}`
    return true
  }
  if (isTime(known.object) && !proposition.timed) {
    known.tail = ` ${known.object}${known.tail}`
    known.object = proposition.object
    return true
  }
  return false
}

/** The last matching proposition by or about the author of a line, if it is near enough. */
export function lastProposition(
  state: DiscourseState,
  line: TranscriptLine,
  near: { lines: number; ms: number },
  fits: (proposition: Proposition) => boolean,
): Proposition | null {
  const proposition = state.propositions.findLast(
    (known) => (known.speaker.id === line.author.id || known.subject.id === line.author.id) && fits(known),
  )
  if (
    proposition === undefined ||
    line.number - proposition.lastLine > near.lines ||
    line.at - proposition.lastAt > near.ms
  )
    return null
  return proposition
}

export function extendProposition(proposition: Proposition, line: TranscriptLine, tail: string): true {
  proposition.tail += tail
  proposition.lines.add(line.number)
  proposition.lastLine = line.number
  proposition.lastAt = line.at
  return true
}

/** A sentence that may answer a pending question. */
export interface AnswerCandidate {
  state: DiscourseState
  pending: PendingQuestion
  line: TranscriptLine
  sentence: Sentence
}
