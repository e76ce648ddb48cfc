/** Plays a conversation through, sentence by sentence: questions wait, answers and fragments complete, statements add. */

import type { Question } from "./asking.ts"
import { clausesOf, stripOpeners } from "./clause.ts"
import { continues } from "./continuation.ts"
import { coordinated } from "./coordination.ts"
import type { Draft } from "./draft.ts"
import { readGathering } from "./gathering.ts"
import { joinPieces } from "./joining.ts"
import type { Line, Sentence } from "./line.ts"
import { readQuestion } from "./question.ts"
import { answers } from "./reply.ts"
import { type Scene, speechOf, tell } from "./scene.ts"
import { readStatement } from "./statement.ts"
import { capitalizeDates, isTime, withDates } from "./times.ts"

const ASKING = /^(?:what|where|when|who|how|do you|are you|any(?:one|body)) /i

/** Returns what was said, oldest first. */
export function play({ lines, names, guild }: Pick<Scene, "lines" | "names" | "guild">): Draft[] {
  const scene: Scene = { lines, names, guild, drafts: [], asked: [], place: null, playing: null }
  for (const line of joinPieces(lines)) for (const sentence of line.sentences) hear(scene, line, sentence)
  return scene.drafts
}

/** "If we were a ship's crew", "would you rather": a game whose answers are no facts. */
const SUPPOSING =
  /\b(?:if (?:we|you|i|everyone|this server) (?:were|was|had|could)|would you rather|imagine (?:we|you|if)|pretend|in a zombie apocalypse|who would (?:be|win|survive)|desert island|role-?play)\b/i

function hear(scene: Scene, line: Line, sentence: Sentence): void {
  if (SUPPOSING.test(sentence.text)) scene.playing = line.number
  if (sentence.question || ASKING.test(sentence.text)) ask(scene, line, sentence)
  else if (!line.ours && !completes(scene, line, sentence)) state(scene, line, sentence)
}

function ask(scene: Scene, line: Line, { text }: Sentence): void {
  const parts = [...new Set([text, ...text.split(/[,;]\s+|\s-+\s/).toReversed()])].slice(0, 4)
  const topic = ofMoving(scene, line) ? "move" : null
  let question: Question | null = null
  for (const part of parts) question ??= readQuestion(ending(stripOpeners(part), topic))
  if (question !== null) scene.asked.push({ question, line, answeredBy: new Set() })
}

const OUTCOME =
  /^where(?: did|'d|d) (?:you|u|ya|you guys) (?:finally |actually )?(?:land|settle|end up|decide)(?: on| (?:with|after) .{3,40})?\W*$/i

/** "So where did you land?" asks where to move, where moving was the matter. */
function ending(text: string, topic: string | null): string {
  return topic !== null && OUTCOME.test(text) ? `where did you decide to ${topic}` : text
}

function ofMoving(scene: Scene, line: Line): boolean {
  return scene.lines
    .slice(Math.max(0, line.number - 8), line.number)
    .some(({ text }) => /\b(?:mov(?:e|ing)|relocat\w+|flat|apartment|house) ?(?:hunt\w*)?\b/i.test(text))
}

/** A plain yes or no may go on to say more: "No, I moved to Porto". */
function completes(scene: Scene, line: Line, sentence: Sentence): boolean {
  const answered = answers(scene, line, sentence)
  if (answered) return !/,\s*(?:i|i'm|i've|my|we)\b/i.test(sentence.text)
  return continues(scene, line, sentence)
}

function state(scene: Scene, line: Line, sentence: Sentence): void {
  let when = ""
  const clauses = clausesOf(withDates(sentence.text))
  for (const clause of clauses) {
    if (isTime(clause)) {
      when = ` ${capitalizeDates(clause.charAt(0).toLowerCase() + clause.slice(1))}`
      continue
    }
    if (clauses.length > 1 && continues(scene, line, { ...sentence, text: clause })) continue
    const speech = speechOf(scene, line, sentence)
    const gathering = readGathering(clause, when, speech)
    if (gathering !== null) add(scene, gathering, sentence, "")
    else for (const part of coordinated(clause)) add(scene, readStatement(part, speech), sentence, when)
    when = ""
  }
}

/** Adds a draft with the lines of its sentence and the time that led it: "Last week, I moved". */
function add(scene: Scene, draft: Draft | null, sentence: Sentence, when: string): void {
  if (draft === null) return
  for (const number of sentence.lines) draft.lines.add(number)
  tell(scene, when === "" || draft.timed ? draft : { ...draft, timed: true, tail: when })
}
