/** Joins answers to their questions: tells the fact that both make, resting on the lines of both. */
import { fragmentOf } from "./answer.ts"
import { isOpening, mayAnswer, REACH } from "./answerer.ts"
import { asJob, type Question } from "./asking.ts"
import { goesFurther } from "./follow-up.ts"
import type { Kind } from "./kinds.ts"
import type { Line, Sentence } from "./line.ts"
import { giveName } from "./naming.ts"
import { type Reply, type Scene, speechOf, tell } from "./scene.ts"
import { readStatement } from "./statement.ts"
import { isTime } from "./times.ts"
import { meantBy } from "./yes-no.ts"

/** Whether a sentence answered a question (and made or grew a fact). */
export function answers(scene: Scene, line: Line, sentence: Sentence): boolean {
  if (!isOpening(line, sentence)) return false
  for (const asked of scene.asked.toReversed()) {
    if (line.number - asked.line.number > REACH.lines && line.addressee?.id !== asked.line.author.id) break
    if (!mayAnswer(scene, asked, line) || !answer({ scene, asked, line, sentence }, asked.question)) continue
    asked.answeredBy.add(line.author.id)
    return true
  }
  return false
}

function answer(reply: Reply, question: Question): boolean {
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

function states({ scene, asked, line, sentence }: Reply, said: string, kind: Kind | null): boolean {
  const read = readStatement(said, speechOf(scene, line, sentence))
  const draft = tell(scene, read === null || kind === null ? read : { ...read, kind })
  draft?.lines.add(asked.line.number).add(line.number)
  return draft !== null
}

function fills(reply: Reply, question: Question & { kind: "slot" }): boolean {
  if (question.fill === asJob && /^i (?!am\b|was\b)\w+ /i.test(reply.sentence.text))
    return states(reply, `${reply.sentence.text.replace(/[.!]+$/, "")} for a living`, null)
  const fragment = fragmentOf(reply.sentence.text)
  const calls = fragment?.toLowerCase() === reply.asked.line.author.name.toLowerCase()
  if (fragment === null || calls || (isTime(fragment) && !question.asksTime)) return false
  const said = question.fill(fragment)
  const further = () =>
    question.asksTime && goesFurther(reply, { kind: "more", asks: "time", preposition: "" })
  if (said !== null && /^I (?:am )?(?:leav|mov|start|go|fly|arriv|begin)/.test(said) && further()) return true
  if (said !== null && states(reply, said, null)) return true
  return further()
}

function isName({ scene, asked, line, sentence }: Reply): boolean {
  const name = fragmentOf(sentence.text)
  if (name === null || name.split(" ").length > 5 || !/^\p{L}/u.test(name)) return false
  const draft = giveName(scene, line, name)
  draft?.lines.add(asked.line.number)
  return draft !== null
}
