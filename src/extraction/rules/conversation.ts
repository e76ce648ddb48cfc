/** Plays a conversation through, sentence by sentence: questions wait, answers and fragments complete, statements add. */

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

/** Returns what was said, oldest first. */
export function readConversation({
  lines,
  names,
  guild,
}: Pick<DiscourseState, "lines" | "names" | "guild">): Proposition[] {
  const scene: DiscourseState = {
    lines,
    names,
    guild,
    propositions: [],
    pendingQuestions: [],
    place: null,
    hypotheticalLine: null,
  }
  for (const line of joinPieces(lines)) for (const sentence of line.sentences) hear(scene, line, sentence)
  return scene.propositions
}

/** "If we were a ship's crew", "would you rather": a game whose answers are no facts. */
const SUPPOSING =
  /\b(?:if (?:we|you|i|everyone|this server) (?:were|was|had|could)|would you rather|imagine (?:we|you|if)|pretend|in a zombie apocalypse|who would (?:be|win|survive)|desert island|role-?play)\b/i

function hear(scene: DiscourseState, line: TranscriptLine, sentence: Sentence): void {
  if (SUPPOSING.test(sentence.text)) scene.hypotheticalLine = line.number
  if (sentence.question || ASKING.test(sentence.text)) ask(scene, line, sentence)
  else if (!line.isBot && !completes(scene, line, sentence)) state(scene, line, sentence)
}

function ask(scene: DiscourseState, line: TranscriptLine, { text }: Sentence): void {
  const parts = [...new Set([text, ...text.split(/[,;]\s+|\s-+\s/).toReversed()])].slice(0, 4)
  const topic = ofMoving(scene, line) ? "move" : null
  let question: ParsedQuestion | null = null
  for (const part of parts) question ??= readQuestion(ending(stripOpeners(part), topic))
  if (question !== null) scene.pendingQuestions.push({ question, line, answeredBy: new Set() })
}

const OUTCOME =
  /^where(?: did|'d|d) (?:you|u|ya|you guys) (?:finally |actually )?(?:land|settle|end up|decide)(?: on| (?:with|after) .{3,40})?\W*$/i

/** "So where did you land?" asks where to move, where moving was the matter. */
function ending(text: string, topic: string | null): string {
  return topic !== null && OUTCOME.test(text) ? `where did you decide to ${topic}` : text
}

function ofMoving(scene: DiscourseState, line: TranscriptLine): boolean {
  return scene.lines
    .slice(Math.max(0, line.number - 8), line.number)
    .some(({ text }) => /\b(?:mov(?:e|ing)|relocat\w+|flat|apartment|house) ?(?:hunt\w*)?\b/i.test(text))
}

/** A plain yes or no may go on to say more: "No, I moved to Porto". */
function completes(scene: DiscourseState, line: TranscriptLine, sentence: Sentence): boolean {
  const answered = applyAnswer(scene, line, sentence)
  if (answered) return !/,\s*(?:i|i'm|i've|my|we)\b/i.test(sentence.text)
  return applyContinuation(scene, line, sentence)
}

function state(scene: DiscourseState, line: TranscriptLine, sentence: Sentence): void {
  let when = ""
  const clauses = splitClauses(resolveThatDay(sentence.text))
  for (const clause of clauses) {
    if (isTime(clause)) {
      when = ` ${capitalizeDates(clause.charAt(0).toLowerCase() + clause.slice(1))}`
      continue
    }
    if (clauses.length > 1 && applyContinuation(scene, line, { ...sentence, text: clause })) continue
    const speech = speechContext(scene, line, sentence)
    const gathering = readGathering(clause, when, speech)
    if (gathering !== null) add(scene, gathering, sentence, "")
    else for (const part of coordinated(clause)) add(scene, readStatement(part, speech), sentence, when)
    when = ""
  }
}

/** Adds a draft with the lines of its sentence and the time that led it: "Last week, I moved". */
function add(scene: DiscourseState, draft: Proposition | null, sentence: Sentence, when: string): void {
  if (draft === null) return
  for (const number of sentence.lines) draft.lines.add(number)
  addProposition(scene, when === "" || draft.timed ? draft : { ...draft, timed: true, tail: when })
}

// Lines sent in pieces put back together: "I just moved" / "to Oslo" is one sentence that rests on two lines.

const RAPID_MS = 90_000
const LONGEST = 240
const DANGLING =
  /(?:^|\s)(?:i|i'm|im|i've|ive|i'll|i've been|am|is|are|was|been|have|has|will|to|the|a|an|my|our|and|but|at|in|on|with|for|from|of|as|just|gonna|going|that|because)$/i

/** Joins each author's pieces in place: the first keeps the whole sentence, the others lose theirs. */
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
  return DANGLING.test(head.text) || goesOn(head, tail)
}

/** A short tail that opens with a preposition, after a head with a verb of its own. */
function goesOn(head: Sentence, tail: Sentence): boolean {
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

// "I live in Berlin and work at Siemens": one clause that holds two facts, cut in two with the subject repeated.

const MOST = 4
/** Verbs that go on from "I am": "I'm from Texas but live in Ohio". */
const STATES = /^(?:live|work|study|love|hate|have|speak|own|teach|use|play)$/

function coordinated(clause: string): string[] {
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
    const repeated = helperFor(words.slice(from, at), words, begins, lead)
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

/** The helping verb to repeat before a second verb, or null where no second verb of the same form stands. */
function helperFor(left: string[], words: string[], begins: number, lead: string): string | null {
  const predicate = readPredicate(lead === "" ? left : [lead.trim(), ...left])
  const at = words.findIndex((word, index) => index >= begins && !isLight(normalizeWord(word)))
  if (predicate === null || predicate.intent !== "done" || at < 0 || at >= words.length - 1) return null
  const word = normalizeWord(words[at] ?? "")
  if (/^(?:am|was)$/.test(word)) return ""
  if (predicate.lemma === "be") return predicate.form === "base" && STATES.test(word) ? "" : null
  return continued(predicate, word, normalizeWord(words[begins - 1] ?? ""))
}

/** Whether a verb goes on from a predicate of the same form: null where it does not, else the helper it wants. */
function continued(
  { form, auxiliaries: helpers, lemma, negated }: Predicate,
  word: string,
  before: string,
): string | null {
  const isJoined = /^(?:and|but|then)$/.test(before)
  if ((!isJoined && form !== "past") || lemmaOf(word) === lemma || !mayBe(word, form)) return null
  if (form === "participle" || (form === "base" && (helpers.has("can") || helpers.has("will")))) return null
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
