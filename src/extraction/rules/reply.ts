/** Joins answers to their questions: decides whose question a sentence answers, and tells the fact that both make. */
import { afterYes, fragmentOf, saysNo, saysYes, sideIn } from "./answer.ts"
import { clausesOf, stripOpeners } from "./clause.ts"
import { PREPOSITIONS, readComplement } from "./complement.ts"
import { giveName, grow } from "./continuation.ts"
import type { Draft } from "./draft.ts"
import type { Line, Sentence } from "./line.ts"
import type { Question } from "./question.ts"
import { type Asked, type Scene, speechOf, tell } from "./scene.ts"
import { readStatement, tidy } from "./statement.ts"
import { isTime, timePhrase } from "./times.ts"
import { wordsOf } from "./words.ts"

const REACH = { lines: 6, ms: 6 * 60_000 }

/** Whether a sentence answered a question (and made or grew a fact). */
export function answers(scene: Scene, line: Line, sentence: Sentence): boolean {
  if (!isOpening(line, sentence)) return false
  for (const asked of scene.asked.toReversed()) {
    if (line.number - asked.line.number > REACH.lines && line.addressee?.id !== asked.line.author.id) break
    if (!mayAnswer(scene, asked, line) || !answer(scene, asked, line, sentence)) continue
    asked.answeredBy.add(line.author.id)
    return true
  }
  return false
}

/** Whether nothing but interjections stands before a sentence in its line. */
function isOpening(line: Line, sentence: Sentence): boolean {
  const before = line.sentences.slice(0, line.sentences.indexOf(sentence))
  return before.every((earlier) => !earlier.question && (stripOpeners(earlier.text) === "" || earlier.text.split(" ").length <= 2))
}

function mayAnswer(scene: Scene, asked: Asked, line: Line): boolean {
  const { question, line: at, answeredBy } = asked
  const asker = at.author.id
  const { id } = line.author
  if (asker === id || answeredBy.has(id) || line.at - at.at > REACH.ms) return false
  if (line.addressee !== null && line.addressee.id !== asker) return false
  if (at.addressee !== null) return at.addressee.id === id
  if (line.addressee?.id === asker) return true
  if ((question.kind === "slot" || question.kind === "polar") && question.open) return true
  if (answeredBy.size > 0) return false
  if (question.kind === "more" || question.kind === "naming") return true
  const between = scene.lines.slice(at.number, line.number - 1).filter((other) => other.author.id !== asker && other.author.id !== id)
  return between.length === 0 || (spokenWith(scene, at) === id && between.length <= 3)
}

/** With whom the asker was talking: who spoke last before the question. */
function spokenWith(scene: Scene, at: Line): string | null {
  return scene.lines.slice(Math.max(0, at.number - 6), at.number - 1).findLast((line) => line.author.id !== at.author.id)?.author.id ?? null
}

function answer(scene: Scene, asked: Asked, line: Line, sentence: Sentence): boolean {
  const { question } = asked
  switch (question.kind) {
    case "polar": return byYesOrNo(scene, asked, question, line, sentence)
    case "slot": return byPart(scene, asked, question, line, sentence)
    case "more": return byMore(scene, asked, question, line, sentence)
    case "naming": return byName(scene, asked, line, sentence)
  }
}

function stated(scene: Scene, asked: Asked, line: Line, sentence: Sentence, said: string): boolean {
  const draft = tell(scene, readStatement(said, speechOf(scene, line, sentence)))
  draft?.lines.add(asked.line.number).add(line.number)
  return draft !== null
}

function byPart(scene: Scene, asked: Asked, question: Question & { kind: "slot" }, line: Line, sentence: Sentence): boolean {
  const fragment = fragmentOf(sentence.text)
  const said = fragment === null ? null : question.fill(fragment)
  return said !== null && stated(scene, asked, line, sentence, said)
}

function byYesOrNo(scene: Scene, asked: Asked, question: Question & { kind: "polar" }, line: Line, sentence: Sentence): boolean {
  const { statement } = question
  const owning = /^I have (?:an? )?(.+)$/.exec(statement)
  const fragment = fragmentOf(sentence.text.replace(/^(?:yes|yeah|yep|yup|i have|i've got|i got),? /i, ""))
  if (owning !== null && fragment !== null && /^(?:an?|two|three|four|five|six|\d|one|just|only)\b/i.test(fragment)) return stated(scene, asked, line, sentence, `I have ${fragment}`)
  if (saysNo(sentence.text)) return !question.open && stated(scene, asked, line, sentence, denied(statement))
  if (!saysYes(sentence.text)) return false
  if (!question.open) return stated(scene, asked, line, sentence, `${statement}${extra(sentence.text)}`)
  const side = sideIn(line.text)
  const shown = statement.replace(/ (?:tonight|today|now|right now|rn|this evening|later)$/, "")
  const said = side === null ? shown : shown.replace(/\b(?:the|tonight's|today's) (game|match|fight|race|final)\b/, `the ${side.replace(/^the /i, "")} $1`)
  return stated(scene, asked, line, sentence, said)
}

/** What a yes adds: a time or a phrase that begins with a preposition. */
function extra(text: string): string {
  const more = afterYes(clausesOf(text).length > 0 ? text : "").replace(/[.!,\s]+$/, "")
  const first = more.split(" ")[0]?.toLowerCase() ?? ""
  return more.length <= 40 && (isTime(more) || PREPOSITIONS.has(first)) ? ` ${more}` : ""
}

function denied(statement: string): string {
  const helped = /^I (am|was|have been|can|will|have(?= \w+(?:ed|en)\b))(?= )/.exec(statement)
  return helped === null ? statement.replace(/^I /, "I do not ") : statement.replace(helped[0], `${helped[0]} not`)
}

/** The fact that a follow-up question is about: the answerer's last, told before the question. */
function pending(scene: Scene, asked: Asked, line: Line): Draft | null {
  const draft = scene.drafts.findLast((known) => known.by.id === line.author.id && known.lastLine <= asked.line.number)
  return draft !== undefined && asked.line.number - draft.lastLine <= REACH.lines ? draft : null
}

function byMore(scene: Scene, asked: Asked, question: Question & { kind: "more" }, line: Line, sentence: Sentence): boolean {
  const draft = pending(scene, asked, line)
  const fragment = fragmentOf(afterYes(sentence.text) || sentence.text)
  if (draft === null || fragment === null) return false
  const complement = readComplement(wordsOf(fragment))
  const text = tidy(fragment, complement)
  if (question.asks === "time") {
    if (!isTime(fragment) || draft.timed) return false
    draft.timed = true
  } else if (isTime(fragment) || complement.loose) return false
  draft.lines.add(asked.line.number)
  if (question.asks === "time") return grow(draft, line, ` ${tidy(timePhrase(fragment), complement)}`)
  if (question.asks === "phrase") return grow(draft, line, ` ${PREPOSITIONS.has(complement.first) ? "" : `${question.preposition} `}${text}`)
  scene.place = { name: text.replace(/^(?:in|to|at|near) /i, ""), line: line.number }
  const lead = /^(?:move|go|fly|travel|relocate)$/.test(draft.lemma) ? "to" : "in"
  return grow(draft, line, ` ${PREPOSITIONS.has(complement.first) ? "" : `${lead} `}${text}`)
}

function byName(scene: Scene, asked: Asked, line: Line, sentence: Sentence): boolean {
  const name = fragmentOf(sentence.text)
  if (name === null || name.split(" ").length > 3 || !/^\p{L}/u.test(name)) return false
  const given = giveName(scene, line, name)
  if (given) scene.drafts.findLast((draft) => draft.by.id === line.author.id && draft.lastLine === line.number)?.lines.add(asked.line.number)
  return given
}
