/** Combines an answer with its question into one proposition that cites both lines. */
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

/** Returns true if the sentence answered a question and so added or extended a proposition. */
export function applyAnswer(state: DiscourseState, line: TranscriptLine, sentence: Sentence): boolean {
  if (!opensLine(line, sentence)) return false
  for (const pending of state.pendingQuestions.toReversed()) {
    if (
      line.number - pending.line.number > ANSWER_RANGE.lines &&
      line.addressee?.id !== pending.line.author.id
    )
      break
    if (
      !mayAnswer(state, pending, line) ||
      !answer({ state: state, pending: pending, line, sentence }, pending.question)
    )
      continue
    pending.answeredBy.add(line.author.id)
    return true
  }
  return false
}

function answer(reply: AnswerCandidate, question: ParsedQuestion): boolean {
  switch (question.kind) {
    case "polar": {
      const meaning = meaningOf(question, reply.sentence.text, reply.line.text)
      return meaning !== null && addAnswer(reply, meaning.said, meaning.kind)
    }
    case "slot":
      return fillSlot(reply, question)
    case "more":
      return extendByAnswer(reply, question)
    case "naming":
      return applyName(reply)
  }
}

function addAnswer(
  { state, pending, line, sentence }: AnswerCandidate,
  said: string,
  kind: FactKind | null,
): boolean {
  const read = readStatement(said, speechContext(state, line, sentence))
  const proposition = addProposition(state, read === null || kind === null ? read : { ...read, kind })
  proposition?.lines.add(pending.line.number).add(line.number)
  return proposition !== null
}

function fillSlot(reply: AnswerCandidate, question: ParsedQuestion & { kind: "slot" }): boolean {
  if (question.fill === jobClause && /^i (?!am\b|was\b)\w+ /i.test(reply.sentence.text))
    return addAnswer(reply, `${reply.sentence.text.replace(/[.!]+$/, "")} for a living`, null)
  const fragment = fragmentOf(reply.sentence.text)
  const calls = fragment?.toLowerCase() === reply.pending.line.author.name.toLowerCase()
  if (fragment === null || calls || (isTime(fragment) && !question.asksTime)) return false
  const said = question.fill(fragment)
  const further = () =>
    question.asksTime && extendByAnswer(reply, { kind: "more", asks: "time", preposition: "" })
  if (said !== null && /^I (?:am )?(?:leav|mov|start|go|fly|arriv|begin)/.test(said) && further()) return true
  if (said !== null && addAnswer(reply, said, null)) return true
  return further()
}

function applyName({ state, pending, line, sentence }: AnswerCandidate): boolean {
  const name = fragmentOf(sentence.text)
  if (name === null || name.split(" ").length > 5 || !/^\p{L}/u.test(name)) return false
  const proposition = giveName(state, line, name)
  proposition?.lines.add(pending.line.number)
  return proposition !== null
}

// Answers to yes/no questions: the question's statement, affirmed or negated, with additions from the answer

interface Meaning {
  /** The fact in first person. */
  said: string
  /** The kind of fact, if the question determines it. */
  kind: FactKind | null
}

const COUNTED = /^(?:an?|two|three|four|five|six|\d|one|just|only)\b/i
/** Agrees with a statement rather than answering: "Yeah, I get it". */
const AGREEING = /\bi (?:get (?:it|that|you)|hear (?:you|that)|know|agree|feel (?:you|that)|bet|see)\b/i
const TONIGHT = / (?:tonight|today|now|right now|rn|this evening|later)$/

function meaningOf(question: ParsedQuestion & { kind: "polar" }, text: string, line: string): Meaning | null {
  const { open } = question
  const owned = possessionIn(question.statement, text)
  if (owned !== null) return { said: owned, kind: null }
  const statement = question.statement.replace(/\bany /, "")
  if (saysNo(text)) return open ? null : { said: negate(statement), kind: null }
  if (!saysYes(text) || AGREEING.test(text)) return null
  const named = fragmentOf(afterYesOrNo(text))
  const any = /^(.*?)\bany .*$/.exec(question.statement)?.[1]
  if (any !== undefined && named !== null && !isTime(named)) return { said: `${any}${named}`, kind: null }
  return open ? sharedActivity(statement, line) : { said: `${statement}${added(text)}`, kind: null }
}

/** "Do you have pets?" "Two cats": the answer names the possession. */
function possessionIn(statement: string, text: string): string | null {
  if (!statement.startsWith("I have ") || /\b(?:that|it|this)(?:'s| is| was)\b/i.test(text)) return null
  const fragment = fragmentOf(text.replace(/^(?:yes|yeah|yep|yup|i have|i've got|i got),? /i, ""))
  return fragment !== null && COUNTED.test(fragment) ? `I have ${fragment}` : null
}

/** "Anyone watching the game tonight?": whoever says yes is watching, and may name the team. */
function sharedActivity(statement: string, line: string): Meaning {
  const shown = statement.replace(TONIGHT, "")
  const named = teamIn(line)?.replace(/^the /i, "") ?? null
  const side = named === null ? null : named.charAt(0).toUpperCase() + named.slice(1)
  const which = /\b(?:the|tonight's|today's) (game|match|fight|race|final)\b/
  return {
    said: side === null ? shown : shown.replace(which, `the ${side} $1`),
    kind: shown === statement ? null : "pastime",
  }
}

/** Returns a time or prepositional phrase after a yes. */
function added(text: string): string {
  const more = afterYesOrNo(text).replace(/[.!,\s]+$/, "")
  const first = more.split(" ")[0]?.toLowerCase() ?? ""
  return more.length <= 40 && (isTime(more) || PREPOSITIONS.has(first)) ? ` ${more}` : ""
}

function negate(statement: string): string {
  const helped = /^I (am|was|have been|can|will|have(?= \w+(?:ed|en)\b))(?= )/.exec(statement)?.[0]
  return helped === undefined
    ? statement.replace(/^I /, "I do not ")
    : statement.replace(helped, `${helped} not`)
}

// Answers to follow-up questions: "when?" "next month", "to whom?" "Heather"

type FollowUpQuestion = ParsedQuestion & { kind: "more" }

/** Returns true if the reply extended the proposition that its question asks about. */
function extendByAnswer(reply: AnswerCandidate, question: FollowUpQuestion): boolean {
  const proposition = questionTopic(reply)
  const fragment = fragmentOf(afterYesOrNo(reply.sentence.text) || reply.sentence.text)
  if (proposition === null || fragment === null) return false
  const complement = readComplement(tokenize(fragment))
  const text = capitalizeNames(rewritePronouns(fragment.split(" "), THEY_FORMS).join(" "), complement)
  if (question.asks === "time") {
    if (!isTime(fragment) || proposition.timed) return false
    proposition.timed = true
  } else if (
    (isTime(fragment) && question.preposition !== "for") ||
    (complement.deictic && !refersToSubject(proposition, complement.lower))
  )
    return false
  if (question.asks === "place")
    reply.state.place = { name: text.replace(/^(?:in|to|at|near) /i, ""), line: reply.line.number }
  proposition.lines.add(reply.pending.line.number)
  return extendProposition(proposition, reply.line, tailOf(question, proposition, { ...complement, text }))
}

/** The answerer's last proposition before the question. */
function questionTopic({ state, pending, line }: AnswerCandidate): Proposition | null {
  const proposition = state.propositions.findLast(
    (known) => known.speaker.id === line.author.id && known.lastLine <= pending.line.number,
  )
  return proposition !== undefined && pending.line.number - proposition.lastLine <= ANSWER_RANGE.lines
    ? proposition
    : null
}

function tailOf(question: FollowUpQuestion, proposition: Proposition, answer: Complement): string {
  if (question.preposition === "for" && proposition.verb === "is" && proposition.kind === "work")
    proposition.verb = "has been"
  if (question.asks === "time") return ` ${capitalizeNames(timePhrase(answer.text), answer)}`
  if (question.preposition === "(") return ` (${answer.text})`
  if (PREPOSITIONS.has(answer.first)) return ` ${answer.text}`
  const lead = question.asks === "place" ? whereLead(proposition, answer) : question.preposition.toLowerCase()
  return ` ${lead} ${answer.text}`
}

/** People move to a town, live in it, and work at a company. */
function whereLead(proposition: Proposition, answer: Complement): string {
  if (/^(?:move|go|fly|travel|relocate)$/.test(proposition.lemma)) return "to"
  const town = isTagged(answer, "Place", "City", "Country", "Region")
  return town || !/^(?:work|study|milestone|event)$/.test(proposition.kind) ? "in" : "at"
}

/** Returns true if "his", "her" or "their" in an answer refers to the person the fact is about. */
function refersToSubject(proposition: Proposition, words: string[]): boolean {
  if (proposition.label === proposition.speaker.name) return false
  const theirs = words.some((word) => /^(?:his|her|their)$/.test(word))
  return theirs && !words.some((word) => /^(?:it|that|this|you|your|they)$/.test(word))
}
