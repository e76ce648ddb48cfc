/** The conversation as it unfolds: what was asked, what was said of whom, and the last place named. */
import type { Person } from "../../vocabulary.ts"
import { clausesOf, stripOpeners } from "./clause.ts"
import { continues } from "./continuation.ts"
import { coordinated } from "./coordination.ts"
import type { Draft } from "./draft.ts"
import type { Line, Sentence } from "./line.ts"
import { type Question, readQuestion } from "./question.ts"
import { answers } from "./reply.ts"
import { readStatement, type Speech } from "./statement.ts"
import { capitalizeDates, isTime } from "./times.ts"

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
}

/** Plays the lines through and returns what was said, oldest first. */
export function play(lines: Line[], names: Map<string, Person>): Draft[] {
  const scene: Scene = { lines, names, drafts: [], asked: [], place: null }
  for (const line of lines) for (const sentence of line.sentences) hear(scene, line, sentence)
  return scene.drafts
}

function hear(scene: Scene, line: Line, sentence: Sentence): void {
  const asks = sentence.question || /^(?:what|where|when|who|how|do you|are you|any(?:one|body)) /i.test(sentence.text)
  if (asks) {
    const question = readQuestion(stripOpeners(sentence.text)) ?? readQuestion(lastClause(sentence.text))
    if (question !== null) scene.asked.push({ question, line, answeredBy: new Set() })
    return
  }
  if (line.ours || answers(scene, line, sentence) || continues(scene, line, sentence)) return
  let when = ""
  for (const [index, clause] of clausesOf(sentence.text).entries()) {
    if (isTime(clause)) {
      when = clause.charAt(0).toLowerCase() + clause.slice(1)
      continue
    }
    if (index > 0 && continues(scene, line, { ...sentence, text: clause })) continue
    for (const part of coordinated(clause)) {
      const draft = readStatement(part, speechOf(scene, line, sentence))
      if (draft !== null && when !== "" && !draft.timed) Object.assign(draft, { timed: true, tail: ` ${capitalizeDates(when)}` })
      tell(scene, draft)
    }
    when = ""
  }
}

function lastClause(text: string): string {
  return stripOpeners(text.split(/[,;]\s+|\s-+\s/).at(-1) ?? "")
}

export function speechOf(scene: Scene, line: Line, sentence: Sentence): Speech {
  const { names, place } = scene
  return { speaker: line.author, line: line.number, at: line.at, names, place, laughing: sentence.laughing }
}

/** Adds a draft, or lets it complete one that says the same of the same subject. */
export function tell(scene: Scene, draft: Draft | null): Draft | null {
  if (draft === null) return null
  if (draft.place !== null) scene.place = { name: draft.place, line: draft.lastLine }
  const known = scene.drafts.findLast((earlier) => earlier.label === draft.label && earlier.lemma === draft.lemma && earlier.kind === draft.kind)
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
