/** How a good model reads these tests' talk: "I live in Oslo" and "I work as a baker" become claims, unless a room is told to have it go astray. */
import type { ModelRequest } from "../../contract/chat-answers.ts"

const LINE =
  /^\[(\d+)\] \d\d:\d\d (P\d+) (\w+)(?: \(answers \[\d+\]\))?: .*?\bI (live|work) ((?:in|as an?) \w+)/gm

/** Claims that a room wants made, by its channel's name: what a model gone astray would reply. */
export const ASTRAY = new Map<string, unknown[]>()

export function claim(about: string, fact: string, more: Record<string, unknown> = {}) {
  return {
    op: "save",
    about,
    fact,
    type: "profile",
    section: "bio",
    topics: ["life"],
    lifetime: null,
    importance: "medium",
    confidence: 1,
    lines: [1],
    memory: null,
    ...more,
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
