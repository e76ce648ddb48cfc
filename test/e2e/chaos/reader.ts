/** The model of a chaos run: reads every window the same way and records how far each reading came. */
import type { ModelRequest } from "../../contract/chat-answers.ts"
import { promptLines } from "../../prompt-lines.ts"
import { isSecondReading } from "../model-path/reader.ts"

const STATED = /^\((\d+)\) (?:fact (\w+) (\w+))?/

interface Seen {
  line: number
  handle: string
  name: string
  n: number
  fact: string | null
}

/** Returns a good reply, without verdicts to a second reading: one claim for each fact, citing all lines that state it. */
export function reading(request: ModelRequest): unknown {
  if (isSecondReading(request)) return { facts: [] }
  const seen = linesOf(request)
  const facts = Map.groupBy(
    seen.filter((line) => line.fact !== null),
    (line) => `${line.handle} ${line.fact}`,
  )
  const speakers = new Map(seen.map((line) => [line.handle, line.name]))
  return {
    title: `Talk of line ${seen[0]?.n}`,
    summary: `${[...speakers.values()].join(", ")} talked.`,
    claims: [...facts.values()].map(claimOf),
    people: [...speakers.keys()].map((person) => `${person}: talked`),
  }
}

function claimOf(lines: Seen[]) {
  const [first] = lines
  return {
    op: "save",
    memory: null,
    about: first?.handle ?? "",
    fact: `${first?.name} keeps ${first?.fact}.`,
    type: "profile",
    section: "other",
    topics: ["keeping"],
    confidence: 1,
    lines: lines.map((line) => line.line),
    when: null,
    until: null,
    more: null,
  }
}

function linesOf(request: ModelRequest): Seen[] {
  const prompt = request.messages.at(-1)?.content ?? ""
  return promptLines(prompt).flatMap(({ line, handle, name, words }) => {
    const [, n, one, other] = STATED.exec(words) ?? []
    return n === undefined
      ? []
      : [{ line, handle, name, n: Number(n), fact: one === undefined ? null : `${one} and ${other}` }]
  })
}

/**
 * Records what the model was asked and has answered for each window. A window is identified by the count of
 * its first line.
 */
export class Readings {
  readonly #paid = new Map<number, number>()
  #asked = new Set<number>()
  #answered = new Set<number>()
  #listeners: ((event: "asked" | "answered") => void)[] = []

  readonly watch = (event: "asked" | "answered", request: ModelRequest): void => {
    if (isSecondReading(request)) return
    const first = linesOf(request)[0]?.n ?? -1
    if (event === "asked") this.#paid.set(first, (this.#paid.get(first) ?? 0) + 1)
    const set = event === "asked" ? this.#asked : this.#answered
    set.add(first)
    for (const listener of this.#listeners) listener(event)
  }

  /**
   * Starts a new life of the worker: forgets the questions of the last life and keeps the number of paid
   * calls.
   */
  restarted(): void {
    this.#asked = new Set()
    this.#answered = new Set()
    this.#listeners = []
  }

  /** Returns how far the reading of the window that begins with line `first` came in this life. */
  of(first: number): "unasked" | "asked" | "answered" {
    if (this.#answered.has(first)) return "answered"
    return this.#asked.has(first) ? "asked" : "unasked"
  }

  /** Resolves at the next event of this kind. */
  next(event: "asked" | "answered"): Promise<void> {
    return new Promise((resolve) => {
      this.#listeners.push((kind) => {
        if (kind === event) resolve()
      })
    })
  }

  get calls(): number {
    return [...this.#paid.values()].reduce((sum, calls) => sum + calls, 0)
  }

  /** Number of calls beyond the first for each window. */
  get paidAgain(): number {
    return this.calls - this.#paid.size
  }
}
