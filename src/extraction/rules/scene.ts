/** What a conversation holds so far: what was asked, what was said of whom, and the last place named. */
import type { Person } from "../../domain/types.ts"
import type { Question } from "./asking.ts"
import type { Draft } from "./claims.ts"
import type { Line, Sentence } from "./line.ts"
import type { Speech } from "./statement.ts"
import { isTime } from "./times.ts"

export interface Asked {
  question: Question
  line: Line
  answeredBy: Set<string>
}

export interface Scene {
  lines: Line[]
  names: Map<string, Person>
  drafts: Draft[]
  asked: Asked[]
  place: { name: string; line: number } | null
  /** The group itself, as the subject of what all do together. */
  guild: Person
  /** The line of the last "what if we were …": what follows is play. */
  playing: number | null
}

/** How long a game of supposing goes on. */
const PLAY_LINES = 15

export function speechOf(scene: Scene, line: Line, sentence: Sentence): Speech {
  const { names, place, guild, playing } = scene
  const playful = sentence.laughing || (playing !== null && line.number - playing <= PLAY_LINES)
  return { speaker: line.author, line: line.number, at: line.at, names, place, guild, laughing: playful }
}

/** Adds a draft, or lets it complete one that says the same of the same subject. */
export function tell(scene: Scene, draft: Draft | null): Draft | null {
  if (draft === null) return null
  if (draft.place !== null) scene.place = { name: draft.place, line: draft.lastLine }
  const known = scene.drafts.findLast(
    (earlier) =>
      earlier.label === draft.label && earlier.lemma === draft.lemma && earlier.kind === draft.kind,
  )
  if (known === undefined || !completes(known, draft)) {
    scene.drafts.push(draft)
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

function completes(known: Draft, draft: Draft): boolean {
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
export function lastDraft(
  scene: Scene,
  line: Line,
  near: { lines: number; ms: number },
  fits: (draft: Draft) => boolean,
): Draft | null {
  const draft = scene.drafts.findLast(
    (known) => (known.by.id === line.author.id || known.subject.id === line.author.id) && fits(known),
  )
  if (draft === undefined || line.number - draft.lastLine > near.lines || line.at - draft.lastAt > near.ms)
    return null
  return draft
}

export function grow(draft: Draft, line: Line, tail: string): true {
  draft.tail += tail
  draft.lines.add(line.number)
  draft.lastLine = line.number
  draft.lastAt = line.at
  return true
}

/** A sentence that may answer a question. */
export interface Reply {
  scene: Scene
  asked: Asked
  line: Line
  sentence: Sentence
}
