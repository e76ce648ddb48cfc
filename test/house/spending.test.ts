/** The house rule of spending: whoever asks a model stands behind a check of the guild's caps, and a new place that asks does not pass before it is named here. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const SRC = "src"

/** Where a model is asked, and where it is seen before that the guild's caps allow it. */
const CHECKED: Record<string, { in: string; by: RegExp }> = {
  "extraction/model-path.ts": { in: "extraction/extract.ts", by: /\bcheckCaps\(/ },
  "recall/find/expand.ts": { in: "runtime/run-recall.ts", by: /expander: null/ },
  "recall/rank/rerank.ts": { in: "runtime/run-recall.ts", by: /reranker: null/ },
  "recall/answer/answer.ts": { in: "runtime/run-answer.ts", by: /\baffordableChat\(/ },
  "recall/digests/write.ts": { in: "recall/digests/write.ts", by: /\b(?:mayAsk|mayCallModels)\(/ },
  "discord/features/ask/mention.ts": { in: "discord/features/ask/mention.ts", by: /\baffordableChat\(/ },
  "vectors/search.ts": { in: "vectors/search.ts", by: /\b(?:mayAsk|mayCallModels)\(/ },
  "vectors/update-index.ts": { in: "vectors/update-index.ts", by: /\b(?:mayAsk|mayCallModels)\(/ },
}

const ASKS = /\.(?:complete|embed|rerank)\(|\bstructured\(/

/** Rooms of the ports themselves, and of programs that run beside the worker at their caller's own cost. */
const APART = ["ai/", "tools/"]

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !APART.some((room) => name.startsWith(room)))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), "utf8") }))
const asking = files.filter(({ text }) => ASKS.test(text)).map(({ name }) => name)

test("every place that asks a model is behind a check of the guild's caps", () => {
  expect(asking.filter((name) => !name.startsWith("nights/")).sort()).toEqual(Object.keys(CHECKED).sort())
  const unchecked = Object.entries(CHECKED).filter(
    ([, { in: place, by }]) => !by.test(files.find(({ name }) => name === place)?.text ?? ""),
  )
  expect(unchecked.map(([name]) => name)).toEqual([])
})

test("a part of the night that asks a model asks first whether it may", () => {
  const parts = new Set(asking.filter((name) => name.startsWith("nights/")).map(partOf))
  const careful = new Set(
    files.filter(({ text }) => /\b(?:mayAsk|mayCallModels)\(/.test(text)).map(({ name }) => partOf(name)),
  )
  expect([...parts].filter((part) => !careful.has(part))).toEqual([])
})

/** The folder of a phase, or the file where it is one by itself. */
function partOf(name: string): string {
  const folders = name.split("/")
  return folders.length > 2 ? folders.slice(0, 2).join("/") : name
}
