/**
 * The model of these tests: "I live in Oslo" and "I work as a baker" become claims, unless a room asks for
 * wrong ones.
 */
import type { ModelRequest } from "../../contract/chat-answers.ts"
import { promptLines } from "../../prompt-lines.ts"

const STATED = /\bI (live|work) ((?:in|as an?) \w+)/

/** Claims that the model makes in a room, by channel name, in place of good ones. */
export const ASTRAY = new Map<string, unknown[]>()

/** Builds a claim of a new fact, unless `change` says how it changes which memory. */
export function claim(about: string, fact: string, given: { lines?: number[]; change?: object } = {}) {
  const { lines = [1], change = {} } = given
  return {
    op: "save",
    memory: null,
    about,
    fact,
    type: "profile",
    section: "bio",
    topics: ["life"],
    lines,
    confidence: 1,
    when: null,
    until: null,
    more: null,
    ...change,
  }
}

/** A second reading gets no verdict here, so that the first decides. */
export function isSecondReading({ messages }: ModelRequest): boolean {
  return messages.some(({ content }) => content.includes("\n<facts>\n"))
}

export function reading(request: ModelRequest): unknown {
  if (isSecondReading(request)) return { facts: [] }
  const prompt = request.messages.at(-1)?.content ?? ""
  const channel = /<channel>(.*?)<\/channel>/.exec(prompt)?.[1] ?? ""
  const honest = promptLines(prompt).flatMap(({ line, handle, name, words }) => {
    const [, verb, rest] = STATED.exec(words) ?? []
    return verb === undefined ? [] : [claim(handle, `${name} ${verb}s ${rest}.`, { lines: [line] })]
  })
  return {
    title: "As the model tells it",
    summary: "They talked of home and work.",
    claims: ASTRAY.get(channel) ?? honest,
    people: [],
  }
}
