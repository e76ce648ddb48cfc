/** Joins answers to their questions: tells the fact that both make, resting on the lines of both. */
import { afterYesOrNo, fragmentOf, saysNo, saysYes, teamIn } from "./answer.ts"
import { ANSWER_RANGE, mayAnswer, opensLine } from "./answerer.ts"
import { capitalizeNames } from "./capitals.ts"
import type { Proposition } from "./claims.ts"
import { type Complement, isTagged, PREPOSITIONS, readComplement } from "./complement.ts"
import {
  type AnswerCandidate,
  addProposition,
  type DiscourseState,
  extendProposition,
  speechContext,
} from "./discourse.ts"
import type { FactKind } from "./kinds.ts"
import type { Sentence, TranscriptLine } from "./line.ts"
import { giveName } from "./naming.ts"
import { rewritePronouns, THEY_FORMS } from "./pronouns.ts"
import { jobClause, type ParsedQuestion } from "./question-builders.ts"
import { readStatement } from "./statement.ts"
import { isTime, timePhrase } from "./times.ts"
import { tokenize } from "./words.ts"

/** Whether a sentence answered a question (and made or grew a fact). */
export function applyAnswer(scene: DiscourseState, line: TranscriptLine, sentence: Sentence): boolean {
  if (!opensLine(line, sentence)) return false
  for (const asked of scene.pendingQuestions.toReversed()) {
    if (line.number - asked.line.number > ANSWER_RANGE.lines && line.addressee?.id !== asked.line.author.id)
      break
    if (
      !mayAnswer(scene, asked, line) ||
      !answer({ state: scene, pending: asked, line, sentence }, asked.question)
    )
      continue
    asked.answeredBy.add(line.author.id)
    return true
  }
  return false
}

function answer(reply: AnswerCandidate, question: ParsedQuestion): boolean {
  switch (question.kind) {
    case "polar": {
      const meant = meantBy(question, reply.sentence.text, reply.line.text)
      return meant !== null && states(reply, meant.said, meant.kind)
    }
    case "slot":
      return fills(reply, question)
    case "more":
      return goesFurther(reply, question)
    case "naming":
      return isName(reply)
  }
}

function states(
  { state: scene, pending: asked, line, sentence }: AnswerCandidate,
  said: string,
  kind: FactKind | null,
): boolean {
  const read = readStatement(said, speechContext(scene, line, sentence))
  const draft = addProposition(scene, read === null || kind === null ? read : { ...read, kind })
  draft?.lines.add(asked.line.number).add(line.number)
  return draft !== null
}

function fills(reply: AnswerCandidate, question: ParsedQuestion & { kind: "slot" }): boolean {
  if (question.fill === jobClause && /^i (?!am\b|was\b)\w+ /i.test(reply.sentence.text))
    return states(reply, `${reply.sentence.text.replace(/[.!]+$/, "")} for a living`, null)
  const fragment = fragmentOf(reply.sentence.text)
  const calls = fragment?.toLowerCase() === reply.pending.line.author.name.toLowerCase()
  if (fragment === null || calls || (isTime(fragment) && !question.asksTime)) return false
  const said = question.fill(fragment)
  const further = () =>
    question.asksTime && goesFurther(reply, { kind: "more", asks: "time", preposition: "" })
  if (said !== null && /^I (?:am )?(?:leav|mov|start|go|fly|arriv|begin)/.test(said) && further()) return true
  if (said !== null && states(reply, said, null)) return true
  return further()
}

function isName({ state: scene, pending: asked, line, sentence }: AnswerCandidate): boolean {
  const name = fragmentOf(sentence.text)
  if (name === null || name.split(" ").length > 5 || !/^\p{L}/u.test(name)) return false
  const draft = giveName(scene, line, name)
  draft?.lines.add(asked.line.number)
  return draft !== null
}

// What a yes or no means: the question's statement, kept or denied, with what the answer adds.

interface Meaning {
  /** The fact in first person. */
  said: string
  /** The kind it is of, where the question tells. */
  kind: FactKind | null
}

const COUNTED = /^(?:an?|two|three|four|five|six|\d|one|just|only)\b/i
/** Yes to what was said, not to what was asked: "Yeah, I get it". */
const AGREEING = /\bi (?:get (?:it|that|you)|hear (?:you|that)|know|agree|feel (?:you|that)|bet|see)\b/i
const TONIGHT = / (?:tonight|today|now|right now|rn|this evening|later)$/

function meantBy(question: ParsedQuestion & { kind: "polar" }, text: string, line: string): Meaning | null {
  const { open } = question
  const owned = ownedBy(question.statement, text)
  if (owned !== null) return { said: owned, kind: null }
  const statement = question.statement.replace(/\bany /, "")
  if (saysNo(text)) return open ? null : { said: denied(statement), kind: null }
  if (!saysYes(text) || AGREEING.test(text)) return null
  const named = fragmentOf(afterYesOrNo(text))
  const any = /^(.*?)\bany .*$/.exec(question.statement)?.[1]
  if (any !== undefined && named !== null && !isTime(named)) return { said: `${any}${named}`, kind: null }
  return open ? joined(statement, line) : { said: `${statement}${added(text)}`, kind: null }
}

/** "Do you have pets?" "Two cats": the answer says what is had. */
function ownedBy(statement: string, text: string): string | null {
  if (!statement.startsWith("I have ") || /\b(?:that|it|this)(?:'s| is| was)\b/i.test(text)) return null
  const fragment = fragmentOf(text.replace(/^(?:yes|yeah|yep|yup|i have|i've got|i got),? /i, ""))
  return fragment !== null && COUNTED.test(fragment) ? `I have ${fragment}` : null
}

/** "Anyone watching the game tonight?": who says yes is watching it, and may tell which game. */
function joined(statement: string, line: string): Meaning {
  const shown = statement.replace(TONIGHT, "")
  const named = teamIn(line)?.replace(/^the /i, "") ?? null
  const side = named === null ? null : named.charAt(0).toUpperCase() + named.slice(1)
  const which = /\b(?:the|tonight's|today's) (game|match|fight|race|final)\b/
  return {
    said: side === null ? shown : shown.replace(which, `the ${side} $1`),
    kind: shown === statement ? null : "pastime",
  }
}

/** What a yes adds: a time or a phrase that begins with a preposition. */
function added(text: string): string {
  const more = afterYesOrNo(text).replace(/[.!,\s]+$/, "")
  const first = more.split(" ")[0]?.toLowerCase() ?? ""
  return more.length <= 40 && (isTime(more) || PREPOSITIONS.has(first)) ? ` ${more}` : ""
}

function denied(statement: string): string {
  const helped = /^I (am|was|have been|can|will|have(?= \w+(?:ed|en)\b))(?= )/.exec(statement)?.[0]
  return helped === undefined
    ? statement.replace(/^I /, "I do not ")
    : statement.replace(helped, `${helped} not`)
}

// Answers to questions that go on from a fact: "when?" "next month", "to whom?" "Heather".

type More = ParsedQuestion & { kind: "more" }

/** Whether a reply went on with the fact that its question asks about. */
function goesFurther(reply: AnswerCandidate, question: More): boolean {
  const draft = askedAbout(reply)
  const fragment = fragmentOf(afterYesOrNo(reply.sentence.text) || reply.sentence.text)
  if (draft === null || fragment === null) return false
  const complement = readComplement(tokenize(fragment))
  const text = capitalizeNames(rewritePronouns(fragment.split(" "), THEY_FORMS).join(" "), complement)
  if (question.asks === "time") {
    if (!isTime(fragment) || draft.timed) return false
    draft.timed = true
  } else if (
    (isTime(fragment) && question.preposition !== "for") ||
    (complement.deictic && !isOfAnother(draft, complement.lower))
  )
    return false
  if (question.asks === "place")
    reply.state.place = { name: text.replace(/^(?:in|to|at|near) /i, ""), line: reply.line.number }
  draft.lines.add(reply.pending.line.number)
  return extendProposition(draft, reply.line, tailOf(question, draft, { ...complement, text }))
}

/** The answerer's last fact, told before the question. */
function askedAbout({ state: scene, pending: asked, line }: AnswerCandidate): Proposition | null {
  const draft = scene.propositions.findLast(
    (known) => known.speaker.id === line.author.id && known.lastLine <= asked.line.number,
  )
  return draft !== undefined && asked.line.number - draft.lastLine <= ANSWER_RANGE.lines ? draft : null
}

function tailOf(question: More, draft: Proposition, answer: Complement): string {
  if (question.preposition === "for" && draft.verb === "is" && draft.kind === "work") draft.verb = "has been"
  if (question.asks === "time") return ` ${capitalizeNames(timePhrase(answer.text), answer)}`
  if (question.preposition === "(") return ` (${answer.text})`
  if (PREPOSITIONS.has(answer.first)) return ` ${answer.text}`
  const lead = question.asks === "place" ? whereLead(draft, answer) : question.preposition.toLowerCase()
  return ` ${lead} ${answer.text}`
}

/** One moves to a town, lives in it, and works at a company. */
function whereLead(draft: Proposition, answer: Complement): string {
  if (/^(?:move|go|fly|travel|relocate)$/.test(draft.lemma)) return "to"
  const town = isTagged(answer, "Place", "City", "Country", "Region")
  return town || !/^(?:work|study|milestone|event)$/.test(draft.kind) ? "in" : "at"
}

/** Whether "his", "her", "their" in an answer mean the person that the fact is about. */
function isOfAnother(draft: Proposition, words: string[]): boolean {
  if (draft.label === draft.speaker.name) return false
  const theirs = words.some((word) => /^(?:his|her|their)$/.test(word))
  return theirs && !words.some((word) => /^(?:it|that|this|you|your|they)$/.test(word))
}
