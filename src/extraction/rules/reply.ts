/** Joins answers to their questions: decides whose question a sentence answers, and tells the fact that both make. */
import { afterYes, fragmentOf, saysNo, saysYes, sideIn } from "./answer.ts"
import { isOpening, mayAnswer, REACH } from "./answerer.ts"
import { tidy } from "./capitals.ts"
import { clausesOf } from "./clause.ts"
import { isTagged, PREPOSITIONS, readComplement } from "./complement.ts"
import type { Draft } from "./draft.ts"
import type { Kind } from "./kinds.ts"
import type { Line, Sentence } from "./line.ts"
import { giveName } from "./naming.ts"
import type { Question } from "./question.ts"
import { type Asked, grow, type Scene, speechOf, tell } from "./scene.ts"
import { readStatement } from "./statement.ts"
import { isTime, timePhrase } from "./times.ts"
import { wordsOf } from "./words.ts"

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

function answer(scene: Scene, asked: Asked, line: Line, sentence: Sentence): boolean {
  const { question } = asked
  switch (question.kind) {
    case "polar":
      return byYesOrNo(scene, asked, question, line, sentence)
    case "slot":
      return byPart(scene, asked, question, line, sentence)
    case "more":
      return byMore(scene, asked, question, line, sentence)
    case "naming":
      return byName(scene, asked, line, sentence)
  }
}

function stated(
  scene: Scene,
  asked: Asked,
  line: Line,
  sentence: Sentence,
  said: string,
  kind?: Kind,
): boolean {
  const read = readStatement(said, speechOf(scene, line, sentence))
  const draft = tell(scene, read === null || kind === undefined ? read : { ...read, kind })
  draft?.lines.add(asked.line.number).add(line.number)
  return draft !== null
}

function byPart(
  scene: Scene,
  asked: Asked,
  question: Question & { kind: "slot" },
  line: Line,
  sentence: Sentence,
): boolean {
  const fragment = fragmentOf(sentence.text)
  if (fragment === null || (isTime(fragment) && !question.asksTime)) return false
  const said = question.fill(fragment)
  if (said !== null && stated(scene, asked, line, sentence, said)) return true
  return (
    question.asksTime && byMore(scene, asked, { kind: "more", asks: "time", preposition: "" }, line, sentence)
  )
}

function byYesOrNo(
  scene: Scene,
  asked: Asked,
  question: Question & { kind: "polar" },
  line: Line,
  sentence: Sentence,
): boolean {
  const { statement } = question
  const owning = /^I have (?:an? )?(.+)$/.exec(statement)
  const fragment = fragmentOf(sentence.text.replace(/^(?:yes|yeah|yep|yup|i have|i've got|i got),? /i, ""))
  if (
    owning !== null &&
    fragment !== null &&
    /^(?:an?|two|three|four|five|six|\d|one|just|only)\b/i.test(fragment)
  )
    return stated(scene, asked, line, sentence, `I have ${fragment}`)
  if (saysNo(sentence.text))
    return !question.open && stated(scene, asked, line, sentence, denied(statement.replace(/\bany /, "")))
  if (!saysYes(sentence.text)) return false
  const named = fragmentOf(afterYes(sentence.text))
  const asks = /^(.*?)\bany .*$/.exec(statement)
  if (asks !== null && named !== null && !isTime(named))
    return stated(scene, asked, line, sentence, `${asks[1]}${named}`)
  if (!question.open)
    return stated(scene, asked, line, sentence, `${statement.replace(/\bany /, "")}${extra(sentence.text)}`)
  const side = sideIn(line.text)
  const shown = statement.replace(/ (?:tonight|today|now|right now|rn|this evening|later)$/, "")
  const said =
    side === null
      ? shown
      : shown.replace(
          /\b(?:the|tonight's|today's) (game|match|fight|race|final)\b/,
          `the ${side.replace(/^the /i, "")} $1`,
        )
  return stated(scene, asked, line, sentence, said, shown === statement ? undefined : "pastime")
}

/** What a yes adds: a time or a phrase that begins with a preposition. */
function extra(text: string): string {
  const more = afterYes(clausesOf(text).length > 0 ? text : "").replace(/[.!,\s]+$/, "")
  const first = more.split(" ")[0]?.toLowerCase() ?? ""
  return more.length <= 40 && (isTime(more) || PREPOSITIONS.has(first)) ? ` ${more}` : ""
}

function denied(statement: string): string {
  const helped = /^I (am|was|have been|can|will|have(?= \w+(?:ed|en)\b))(?= )/.exec(statement)
  return helped === null
    ? statement.replace(/^I /, "I do not ")
    : statement.replace(helped[0], `${helped[0]} not`)
}

/** The fact that a follow-up question is about: the answerer's last, told before the question. */
function pending(scene: Scene, asked: Asked, line: Line): Draft | null {
  const draft = scene.drafts.findLast(
    (known) => known.by.id === line.author.id && known.lastLine <= asked.line.number,
  )
  return draft !== undefined && asked.line.number - draft.lastLine <= REACH.lines ? draft : null
}

function byMore(
  scene: Scene,
  asked: Asked,
  question: Question & { kind: "more" },
  line: Line,
  sentence: Sentence,
): boolean {
  const draft = pending(scene, asked, line)
  const fragment = fragmentOf(afterYes(sentence.text) || sentence.text)
  if (draft === null || fragment === null) return false
  const complement = readComplement(wordsOf(fragment))
  const text = tidy(fragment, complement)
  if (question.asks === "time") {
    if (!isTime(fragment) || draft.timed) return false
    draft.timed = true
  } else if (isTime(fragment) || (complement.loose && !ofOther(draft, complement.lower))) return false
  draft.lines.add(asked.line.number)
  if (question.asks === "time") return grow(draft, line, ` ${tidy(timePhrase(fragment), complement)}`)
  if (question.preposition === "(") return grow(draft, line, ` (${text})`)
  if (question.asks === "phrase")
    return grow(
      draft,
      line,
      ` ${PREPOSITIONS.has(complement.first) ? "" : `${question.preposition.toLowerCase()} `}${text}`,
    )
  scene.place = { name: text.replace(/^(?:in|to|at|near) /i, ""), line: line.number }
  const isTown =
    isTagged(complement, "Place", "City", "Country", "Region") ||
    !/^(?:work|study|milestone|event)$/.test(draft.kind)
  const lead = /^(?:move|go|fly|travel|relocate)$/.test(draft.lemma) ? "to" : isTown ? "in" : "at"
  return grow(draft, line, ` ${PREPOSITIONS.has(complement.first) ? "" : `${lead} `}${text}`)
}

/** Whether "his", "her", "their" in an answer mean the person that the fact is about. */
function ofOther(draft: Draft, words: string[]): boolean {
  return (
    draft.label !== draft.by.name &&
    words.some((word) => /^(?:his|her|their)$/.test(word)) &&
    !words.some((word) => /^(?:it|that|this|you|your|they)$/.test(word))
  )
}

function byName(scene: Scene, asked: Asked, line: Line, sentence: Sentence): boolean {
  const name = fragmentOf(sentence.text)
  if (name === null || name.split(" ").length > 5 || !/^\p{L}/u.test(name)) return false
  const given = giveName(scene, line, name)
  if (given)
    scene.drafts
      .findLast((draft) => draft.by.id === line.author.id && draft.lastLine === line.number)
      ?.lines.add(asked.line.number)
  return given
}
