/** What a conversation holds so far: what was asked, what was said of whom, and the last place named. */
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
  /** The group itself, as the subject of what all do together. */
  guild: Person
  /** The line of the last "what if we were …": what follows is play. */
  hypotheticalLine: number | null
}

/** How long a game of supposing goes on. */
const PLAY_LINES = 15

export function speechContext(
  scene: DiscourseState,
  line: TranscriptLine,
  sentence: Sentence,
): SpeechContext {
  const { names, place, guild, hypotheticalLine: playing } = scene
  const playful = sentence.laughing || (playing !== null && line.number - playing <= PLAY_LINES)
  return { speaker: line.author, line: line.number, at: line.at, names, place, guild, laughing: playful }
}

/** Adds a draft, or lets it complete one that says the same of the same subject. */
export function addProposition(scene: DiscourseState, draft: Proposition | null): Proposition | null {
  if (draft === null) return null
  if (draft.place !== null) scene.place = { name: draft.place, line: draft.lastLine }
  const known = scene.propositions.findLast(
    (earlier) =>
      earlier.label === draft.label && earlier.lemma === draft.lemma && earlier.kind === draft.kind,
  )
  if (known === undefined || !completes(known, draft)) {
    scene.propositions.push(draft)
    return draft
  }
  for (const line of draft.lines) known.lines.add(line)
  known.place ??= draft.place
  known.timed ||= draft.timed
  known.confidence = Math.max(known.confidence, draft.confidence)
  known.lastLine = draft.lastLine
  known.lastAt = draft.lastAt
  return known
}

function completes(known: Proposition, draft: Proposition): boolean {
  if (known.object === draft.object && known.verb === draft.verb) return true
  if (isTime(draft.object) && !known.timed) {
    known.tail += ` ${draft.object}`
    return true
  }
  if (isTime(known.object) && !draft.timed) {
    known.tail = ` ${known.object}${known.tail}`
    known.object = draft.object
    return true
  }
  return false
}

/** The last fitting draft by or about the author of a line, where it is near enough. */
export function lastProposition(
  scene: DiscourseState,
  line: TranscriptLine,
  near: { lines: number; ms: number },
  fits: (draft: Proposition) => boolean,
): Proposition | null {
  const draft = scene.propositions.findLast(
    (known) => (known.speaker.id === line.author.id || known.subject.id === line.author.id) && fits(known),
  )
  if (draft === undefined || line.number - draft.lastLine > near.lines || line.at - draft.lastAt > near.ms)
    return null
  return draft
}

export function extendProposition(draft: Proposition, line: TranscriptLine, tail: string): true {
  draft.tail += tail
  draft.lines.add(line.number)
  draft.lastLine = line.number
  draft.lastAt = line.at
  return true
}

/** A sentence that may answer a question. */
export interface AnswerCandidate {
  state: DiscourseState
  pending: PendingQuestion
  line: TranscriptLine
  sentence: Sentence
}
