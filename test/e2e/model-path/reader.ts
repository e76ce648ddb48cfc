/** How a good model reads these tests' talk: "I live in Oslo" and "I work as a baker" become claims, unless a room is told to have it go astray. */
import type { ModelRequest } from "../../contract/chat-answers.ts"

const LINE =
  /^\[(\d+)\] \d\d:\d\d (P\d+) (\w+)(?: \(answers \[\d+\]\))?: .*?\bI (live|work) ((?:in|as an?) \w+)/gm

/** Claims that a room wants made, by its channel's name: what a model gone astray would reply. */
export const ASTRAY = new Map<string, unknown[]>()

/** A plain new fact, unless `change` says what it does to which memory. */
export function claim(about: string, fact: string, given: { lines?: number[]; change?: unknown } = {}) {
  const { lines = [1], change = null } = given
  return {
    about,
    fact,
    type: "profile",
    section: "bio",
    topics: ["life"],
    lines,
    confidence: 1,
    more: change,
  }
}

export function reading(request: ModelRequest): unknown {
  const prompt = request.messages.at(-1)?.content ?? ""
  const channel = /<channel>(.*?)<\/channel>/.exec(prompt)?.[1] ?? ""
  const honest = [...prompt.matchAll(LINE)].map(([, line, handle, name, verb, rest]) =>
    claim(handle ?? "", `${name} ${verb}s ${rest}.`, { lines: [Number(line)] }),
  )
  return {
    title: "As the model tells it",
    summary: "They talked of home and work.",
    claims: ASTRAY.get(channel) ?? honest,
    people: [],
  }
}
