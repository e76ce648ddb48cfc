/** Plays a conversation through, sentence by sentence: questions wait, answers and fragments complete, statements add. */
import type { Person } from "../../vocabulary.ts"
import { clausesOf, stripOpeners } from "./clause.ts"
import { continues } from "./continuation.ts"
import { coordinated } from "./coordination.ts"
import type { Draft } from "./draft.ts"
import { joinPieces } from "./joining.ts"
import type { Line, Sentence } from "./line.ts"
import { readQuestion } from "./question.ts"
import { answers } from "./reply.ts"
import { type Scene, speechOf, tell } from "./scene.ts"
import { readStatement } from "./statement.ts"
import { capitalizeDates, isTime } from "./times.ts"

const ASKING = /^(?:what|where|when|who|how|do you|are you|any(?:one|body)) /i

/** Returns what was said, oldest first. */
export function play(lines: Line[], names: Map<string, Person>): Draft[] {
  const scene: Scene = { lines, names, drafts: [], asked: [], place: null }
  for (const line of joinPieces(lines)) for (const sentence of line.sentences) hear(scene, line, sentence)
  return scene.drafts
}

function hear(scene: Scene, line: Line, sentence: Sentence): void {
  if (sentence.question || ASKING.test(sentence.text)) ask(scene, line, sentence)
  else if (!line.ours && !completes(scene, line, sentence)) state(scene, line, sentence)
}

function ask(scene: Scene, line: Line, { text }: Sentence): void {
  const last = text.split(/[,;]\s+|\s-+\s/).at(-1) ?? ""
  const question = readQuestion(stripOpeners(text)) ?? readQuestion(stripOpeners(last))
  if (question !== null) scene.asked.push({ question, line, answeredBy: new Set() })
}

/** A plain yes or no may go on to say more: "No, I moved to Porto". */
function completes(scene: Scene, line: Line, sentence: Sentence): boolean {
  const answered = answers(scene, line, sentence)
  if (answered) return !/,\s*(?:i|i'm|i've|my|we)\b/i.test(sentence.text)
  return continues(scene, line, sentence)
}

function state(scene: Scene, line: Line, sentence: Sentence): void {
  let when = ""
  for (const [index, clause] of clausesOf(sentence.text).entries()) {
    if (isTime(clause)) {
      when = ` ${capitalizeDates(clause.charAt(0).toLowerCase() + clause.slice(1))}`
      continue
    }
    if (index > 0 && continues(scene, line, { ...sentence, text: clause })) continue
    for (const part of coordinated(clause))
      add(scene, readStatement(part, speechOf(scene, line, sentence)), sentence, when)
    when = ""
  }
}

/** Adds a draft with the lines of its sentence and the time that led it: "Last week, I moved". */
function add(scene: Scene, draft: Draft | null, sentence: Sentence, when: string): void {
  if (draft === null) return
  for (const number of sentence.lines) draft.lines.add(number)
  tell(scene, when === "" || draft.timed ? draft : { ...draft, timed: true, tail: when })
}
