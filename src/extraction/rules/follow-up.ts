/** Answers to questions that go on from a fact: "when?" "next month", "to whom?" "Heather". */
import { afterYes, fragmentOf } from "./answer.ts"
import { REACH } from "./answerer.ts"
import type { Question } from "./asking.ts"
import { tidy } from "./capitals.ts"
import { type Complement, isTagged, PREPOSITIONS, readComplement } from "./complement.ts"
import type { Draft } from "./draft.ts"
import { AS_THEY, retell } from "./retelling.ts"
import { grow, type Reply } from "./scene.ts"
import { isTime, timePhrase } from "./times.ts"
import { wordsOf } from "./words.ts"

type More = Question & { kind: "more" }

/** Whether a reply went on with the fact that its question asks about. */
export function goesFurther(reply: Reply, question: More): boolean {
  const draft = askedAbout(reply)
  const fragment = fragmentOf(afterYes(reply.sentence.text) || reply.sentence.text)
  if (draft === null || fragment === null) return false
  const complement = readComplement(wordsOf(fragment))
  const text = tidy(retell(fragment.split(" "), AS_THEY).join(" "), complement)
  if (question.asks === "time") {
    if (!isTime(fragment) || draft.timed) return false
    draft.timed = true
  } else if (
    (isTime(fragment) && question.preposition !== "for") ||
    (complement.loose && !isOfAnother(draft, complement.lower))
  )
    return false
  if (question.asks === "place")
    reply.scene.place = { name: text.replace(/^(?:in|to|at|near) /i, ""), line: reply.line.number }
  draft.lines.add(reply.asked.line.number)
  return grow(draft, reply.line, tailOf(question, draft, { ...complement, text }))
}

/** The answerer's last fact, told before the question. */
function askedAbout({ scene, asked, line }: Reply): Draft | null {
  const draft = scene.drafts.findLast(
    (known) => known.by.id === line.author.id && known.lastLine <= asked.line.number,
  )
  return draft !== undefined && asked.line.number - draft.lastLine <= REACH.lines ? draft : null
}

function tailOf(question: More, draft: Draft, answer: Complement): string {
  if (question.preposition === "for" && draft.verb === "is" && draft.kind === "work") draft.verb = "has been"
  if (question.asks === "time") return ` ${tidy(timePhrase(answer.text), answer)}`
  if (question.preposition === "(") return ` (${answer.text})`
  if (PREPOSITIONS.has(answer.first)) return ` ${answer.text}`
  const lead = question.asks === "place" ? whereLead(draft, answer) : question.preposition.toLowerCase()
  return ` ${lead} ${answer.text}`
}

/** One moves to a town, lives in it, and works at a company. */
function whereLead(draft: Draft, answer: Complement): string {
  if (/^(?:move|go|fly|travel|relocate)$/.test(draft.lemma)) return "to"
  const town = isTagged(answer, "Place", "City", "Country", "Region")
  return town || !/^(?:work|study|milestone|event)$/.test(draft.kind) ? "in" : "at"
}

/** Whether "his", "her", "their" in an answer mean the person that the fact is about. */
function isOfAnother(draft: Draft, words: string[]): boolean {
  if (draft.label === draft.by.name) return false
  const theirs = words.some((word) => /^(?:his|her|their)$/.test(word))
  return theirs && !words.some((word) => /^(?:it|that|this|you|your|they)$/.test(word))
}
