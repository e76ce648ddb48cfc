/**
 * Reads a conversation sentence by sentence: questions wait for answers, fragments complete earlier
 * sentences, statements add propositions.
 */

import type { Proposition } from "./claims.ts"
import { splitClauses, stripOpeners } from "./clause.ts"
import { PREPOSITIONS } from "./complement.ts"
import { applyContinuation } from "./continuation.ts"
import { addProposition, type DiscourseState, speechContext } from "./discourse.ts"
import { readGathering } from "./gathering.ts"
import { ADVERBS, FILLERS } from "./lexicon.ts"
import type { Sentence, TranscriptLine } from "./line.ts"
import { lemmaOf, type Predicate, readPredicate, verbForms } from "./predicate.ts"
import { readQuestion } from "./question.ts"
import type { ParsedQuestion } from "./question-builders.ts"
import { applyAnswer } from "./reply.ts"
import { readStatement } from "./statement.ts"
import { capitalizeDates, isTime, resolveThatDay } from "./times.ts"
import { isPastForm } from "./verbs.ts"
import { normalizeWord, tokenize } from "./words.ts"

const ASKING = /^(?:what|where|when|who|how|do you|are you|any(?:one|body)) /i

/** Returns the propositions, oldest first. */
export function readConversation({
  lines,
  names,
  guild,
}: Pick<DiscourseState, "lines" | "names" | "guild">): Proposition[] {
  const state: DiscourseState = {
    lines,
    names,
    guild,
    propositions: [],
    pendingQuestions: [],
    place: null,
    hypotheticalLine: null,
  }
  for (const line of joinPieces(lines))
    for (const sentence of line.sentences) readSentence(state, line, sentence)
  return state.propositions
}

/**
 * Hypothetical games such as "If we were a ship's crew" or "would you rather". Answers to them are no facts.
 */
const HYPOTHETICAL =
  /\b(?:if (?:we|you|i|everyone|this server) (?:were|was|had|could)|would you rather|imagine (?:we|you|if)|pretend|in a zombie apocalypse|who would (?:be|win|survive)|desert island|role-?play)\b/i

function readSentence(state: DiscourseState, line: TranscriptLine, sentence: Sentence): void {
  if (HYPOTHETICAL.test(sentence.text)) state.hypotheticalLine = line.number
  if (sentence.question || ASKING.test(sentence.text)) addQuestion(state, line, sentence)
  else if (!line.isBot && !completesEarlier(state, line, sentence)) addStatements(state, line, sentence)
}

function addQuestion(state: DiscourseState, line: TranscriptLine, { text }: Sentence): void {
  const parts = [...new Set([text, ...text.split(/[,;]\s+|\s-+\s/).toReversed()])].slice(0, 4)
  const topic = isAboutMoving(state, line) ? "move" : null
  let question: ParsedQuestion | null = null
  for (const part of parts) question ??= readQuestion(withTopic(stripOpeners(part), topic))
  if (question !== null) state.pendingQuestions.push({ question, line, answeredBy: new Set() })
}

const OUTCOME =
  /^where(?: did|'d|d) (?:you|u|ya|you guys) (?:finally |actually )?(?:land|settle|end up|decide)(?: on| (?:with|after) .{3,40})?\W*$/i

/** "So where did you land?" asks where someone will move if moving is the topic. */
function withTopic(text: string, topic: string | null): string {
  return topic !== null && OUTCOME.test(text) ? `where did you decide to ${topic}` : text
}

function isAboutMoving(state: DiscourseState, line: TranscriptLine): boolean {
  return state.lines
    .slice(Math.max(0, line.number - 8), line.number)
    .some(({ text }) => /\b(?:mov(?:e|ing)|relocat\w+|flat|apartment|house) ?(?:hunt\w*)?\b/i.test(text))
}

/** An answer may continue with a statement of its own: "No, I moved to Porto". */
function completesEarlier(state: DiscourseState, line: TranscriptLine, sentence: Sentence): boolean {
  const answered = applyAnswer(state, line, sentence)
  if (answered) return !/,\s*(?:i|i'm|i've|my|we)\b/i.test(sentence.text)
  return applyContinuation(state, line, sentence)
}

function addStatements(state: DiscourseState, line: TranscriptLine, sentence: Sentence): void {
  let when = ""
  const clauses = splitClauses(resolveThatDay(sentence.text))
  for (const clause of clauses) {
    if (isTime(clause)) {
      when = ` ${capitalizeDates(clause.charAt(0).toLowerCase() + clause.slice(1))}`
      continue
    }
    if (clauses.length > 1 && applyContinuation(state, line, { ...sentence, text: clause })) continue
    const speech = speechContext(state, line, sentence)
    const gathering = readGathering(clause, when, speech)
    if (gathering !== null) add(state, gathering, sentence, "")
    else for (const part of splitCoordination(clause)) add(state, readStatement(part, speech), sentence, when)
    when = ""
  }
}

/** Adds a proposition with its sentence's lines and a leading time: "Last week, I moved". */
function add(state: DiscourseState, proposition: Proposition | null, sentence: Sentence, when: string): void {
  if (proposition === null) return
  for (const number of sentence.lines) proposition.lines.add(number)
  addProposition(
    state,
    when === "" || proposition.timed ? proposition : { ...proposition, timed: true, tail: when },
  )
}

// Joins sentences sent in pieces: "I just moved" / "to Oslo" is one sentence on two lines

const RAPID_MS = 90_000
const LONGEST = 240
const DANGLING =
  /(?:^|\s)(?:i|i'm|im|i've|ive|i'll|i've been|am|is|are|was|been|have|has|will|to|the|a|an|my|our|and|but|at|in|on|with|for|from|of|as|just|gonna|going|that|because)$/i

/** Joins each author's pieces: the first line gets the whole sentence, the others lose theirs. */
function joinPieces(lines: TranscriptLine[]): TranscriptLine[] {
  const joined = lines.map((line) => ({ ...line, sentences: [...line.sentences] }))
  for (let at = 1; at < joined.length; at++) {
    const line = joined[at]
    const before = joined[at - 1]
    if (line === undefined || before === undefined || !isPiece(before, line)) continue
    const head = before.sentences.pop()
    const [tail, ...others] = line.sentences
    if (head === undefined || tail === undefined) continue
    const whole = {
      ...tail,
      text: `${head.text} ${tail.text}`,
      lines: [...head.lines, ...tail.lines],
      laughing: head.laughing || tail.laughing,
    }
    line.sentences = [whole, ...others]
  }
  return joined
}

function isPiece(before: TranscriptLine, line: TranscriptLine): boolean {
  if (
    before.author.id !== line.author.id ||
    line.at - before.at > RAPID_MS ||
    before.isBot ||
    line.addressee !== null
  )
    return false
  const head = before.sentences.at(-1)
  const [tail] = line.sentences
  if (head === undefined || tail === undefined || head.question || tail.question || head.ended) return false
  if (head.text.length + tail.text.length > LONGEST) return false
  return DANGLING.test(head.text) || continuesHead(head, tail)
}

/** Returns true for a short tail that starts with a preposition, after a head with its own verb. */
function continuesHead(head: Sentence, tail: Sentence): boolean {
  const words = tail.text.split(/\s+/)
  const first = words[0] ?? ""
  return (
    words.length <= 9 &&
    first === normalizeWord(first) &&
    PREPOSITIONS.has(first) &&
    !/^(?:like|as|so|about)$/.test(first) &&
    /^(?:so |oh |and |yeah |omg |well |btw )*(?:i|i'm|im|i've|we|we're|my)\b/i.test(head.text)
  )
}

// Splits coordinated verb phrases and repeats the subject: "I live in Berlin and work at Siemens" holds two
// facts.

const MOST = 4
/** Verbs that can follow an "I am" clause without repeating "am": "I'm from Texas but live in Ohio". */
const STATES = /^(?:live|work|study|love|hate|have|speak|own|teach|use|play)$/

function splitCoordination(clause: string): string[] {
  const words = tokenize(clause)
  const length = subjectLength(words)
  if (length === 0) return [clause]
  const subject = words.slice(0, length).join(" ")
  const parts: string[] = []
  let from = length
  let lead = ""
  for (let at = length + 2; at < words.length - 1 && parts.length < MOST; at++) {
    if (!/^(?:and|but|then)$/.test(normalizeWord(words[at] ?? "")) && !/,$/.test(words[at - 1] ?? ""))
      continue
    const begins = /^(?:and|but|then)$/.test(normalizeWord(words[at] ?? "")) ? at + 1 : at
    const repeated = repeatedAuxiliary(words.slice(from, at), words, begins, lead)
    if (repeated === null) continue
    parts.push(`${subject} ${lead}${words.slice(from, at).join(" ")}`)
    from = begins
    lead = repeated
  }
  parts.push(`${subject} ${lead}${words.slice(from).join(" ")}`)
  return parts
}

function subjectLength(words: string[]): number {
  const first = normalizeWord(words[0] ?? "")
  if (first === "i" || first === "we") return 1
  return first === "my" || first === "our" ? 2 : 0
}

/**
 * Returns the auxiliary to repeat before a second verb, or `null` if there is no second verb of the same
 * form.
 */
function repeatedAuxiliary(left: string[], words: string[], begins: number, lead: string): string | null {
  const predicate = readPredicate(lead === "" ? left : [lead.trim(), ...left])
  const at = words.findIndex((word, index) => index >= begins && !isLight(normalizeWord(word)))
  if (predicate === null || predicate.intent !== "done" || at < 0 || at >= words.length - 1) return null
  const word = normalizeWord(words[at] ?? "")
  if (/^(?:am|was)$/.test(word)) return ""
  if (predicate.lemma === "be") return predicate.form === "base" && STATES.test(word) ? "" : null
  return coordinatedAuxiliary(predicate, word, normalizeWord(words[begins - 1] ?? ""))
}

/**
 * Returns the auxiliary that a coordinated verb needs ("" for none), or `null` if the verb does not continue
 * the predicate.
 */
function coordinatedAuxiliary(
  { form, auxiliaries, lemma, negated }: Predicate,
  word: string,
  before: string,
): string | null {
  const isJoined = /^(?:and|but|then)$/.test(before)
  if ((!isJoined && form !== "past") || lemmaOf(word) === lemma || !mayBe(word, form)) return null
  if (form === "participle" || (form === "base" && (auxiliaries.has("can") || auxiliaries.has("will"))))
    return null
  if (form === "gerund") return "am "
  return negated && before !== "but" ? null : ""
}

function mayBe(word: string, form: Predicate["form"]): boolean {
  const forms = verbForms(word)
  return forms.length > 0 ? forms.includes(form) : form === "past" && isPastForm(word)
}

function isLight(word: string): boolean {
  return ADVERBS.has(word) || FILLERS.has(word) || /^(?:don't|do|not|then)$/.test(word)
}
