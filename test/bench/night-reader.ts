/**
 * A scripted model for nights on real chat. It answers each kind of question at the maximum length, in words
 * from the prompt, and counts tokens by purpose.
 */
import { tokensOf } from "../../src/text/tokens.ts"
import { emptiest, type ModelRequest } from "../contract/chat-answers.ts"
import { aboutEach, linesIn } from "../worker/digest-replies.ts"

export interface Asked {
  calls: number
  /** Estimated as recall's budget estimates them. */
  input: number
  output: number
}

const LINE = /^\[(\d+)\] (?:\d\d:\d\d )?(P\d+) (\S+)(?: \(answers \[\d+\]\))?: (.*)$/gm
const NOTE = /^\[(\d+)\] (.*?) \([^()]*\): (.*)$/gm
const NOTES_A_TOPIC = 3
/** Returns the maximum number of words that the prompt allows. */
const MOST = { title: 8, summary: 36, person: 12, people: 4, topic: 80, day: 45, history: 75, context: 120 }

/** Purposes by the opening words of their instructions. */
const KINDS: readonly {
  purpose: string
  begins: string
  says: (prompt: string, request: ModelRequest) => unknown
}[] = [
  { purpose: "extraction", begins: "You keep the memory", says: extraction },
  { purpose: "digest", begins: "You write short digests", says: digests },
  { purpose: "topics", begins: "You gather a day's", says: topics },
  { purpose: "consolidation", begins: "You tidy what is known", says: tidying },
]

export class NightReader {
  readonly asked = new Map<string, Asked>()

  reply(request: ModelRequest): unknown {
    const [system, ...rest] = request.messages.map(({ content }) => content)
    const kind = KINDS.find(({ begins }) => system?.startsWith(begins))
    const said = kind?.says(rest.join("\n"), request) ?? emptiest(request)
    const purpose = kind?.purpose ?? "other"
    const before = this.asked.get(purpose) ?? { calls: 0, input: 0, output: 0 }
    this.asked.set(purpose, {
      calls: before.calls + 1,
      input: before.input + tokensOf([system, ...rest].join("\n")),
      output: before.output + tokensOf(JSON.stringify(said)),
    })
    return said
  }
}

/**
 * Returns a note and one claim per window: several times what people state in this chat, to give nights
 * something to consolidate.
 */
function extraction(prompt: string) {
  const lines = [...prompt.matchAll(LINE)].map(([, number, handle = "", name = "", text = ""]) => ({
    ...{ number: Number(number), handle, name, text },
  }))
  const longest = lines.toSorted((a, b) => b.text.length - a.text.length)
  const [told] = longest
  const people = [...new Map(longest.map((line) => [line.handle, line])).values()].slice(0, MOST.people)
  return {
    title: words(lines[0]?.text ?? "talk", MOST.title),
    summary: words(people.map(({ name, text }) => `${name}: ${text}`).join(" "), MOST.summary),
    claims: told
      ? [
          {
            ...{ about: told.handle, fact: `${told.name} ${words(told.text, MOST.person)}.` },
            ...{
              type: "profile",
              section: "interests",
              topics: words(told.text, 2).toLowerCase().split(" "),
            },
            ...{ lines: [told.number], confidence: 0.9, more: null },
          },
        ]
      : [],
    people: people.map(({ handle, text }) => `${handle}: ${words(text, MOST.person)}`),
  }
}

function digests(prompt: string) {
  return aboutEach(prompt, (element, wanted) => {
    const [facts, today, history] = ["facts", "today", "history"].map((part) =>
      linesIn(element, part).join("\n"),
    )
    const all: Record<string, string> = {
      day: words(today ?? "", MOST.day),
      history: words(history ?? "", MOST.history),
      context: words(`${facts} ${today} ${history}`, MOST.context),
    }
    return Object.fromEntries(wanted.map((kind) => [kind, all[kind] ?? ""]))
  })
}

function topics(prompt: string) {
  const most = Number(/at most (\d+) topic/.exec(prompt)?.[1] ?? 1)
  const notes = [...prompt.matchAll(NOTE)].map(([, number, title = "", summary = ""]) => ({
    ...{ number: Number(number), title, summary },
  }))
  const runs = Array.from({ length: most }, (_, n) => notes.slice(n * NOTES_A_TOPIC, (n + 1) * NOTES_A_TOPIC))
  return {
    topics: runs
      .filter((run) => run.length > 1)
      .map((run) => ({
        title: words(run[0]?.title ?? "", MOST.title),
        summary: words(run.map(({ summary }) => summary).join(" "), MOST.topic),
        notes: run.map(({ number }) => number),
      })),
  }
}

/** Merges the second of two rows into the first, as a model occasionally does. */
function tidying(prompt: string, request: ModelRequest) {
  // The reply follows the request's schema, with every list empty.
  const empty = emptiest(request) as object
  return /^R2 /m.test(prompt) ? { ...empty, merge: [{ into: 1, from: [2] }] } : empty
}

function words(text: string, most: number): string {
  return text.split(/\s+/).filter(Boolean).slice(0, most).join(" ")
}
