/**
 * Every model call is behind a check of the guild's caps. A new caller fails this test until it is listed
 * here.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const SRC = "src"

/** Each file that calls a model, with the file and pattern of the cap check that runs before it. */
const CHECKED: Record<string, { in: string; by: RegExp }> = {
  "extraction/model-path.ts": { in: "extraction/extract.ts", by: /\bcheckCaps\(/ },
  "extraction/second-reading.ts": { in: "extraction/extract.ts", by: /\bcheckCaps\(/ },
  "recall/find/expand.ts": { in: "runtime/run-recall.ts", by: /expander: null/ },
  "recall/rank/rerank.ts": { in: "runtime/run-recall.ts", by: /reranker: null/ },
  "recall/answer/answer.ts": { in: "runtime/run-answer.ts", by: /\baffordableChat\(/ },
  "recall/digests/write.ts": { in: "recall/digests/write.ts", by: /\b(?:mayAsk|mayCallModels)\(/ },
  "discord/features/ask/detect-intent.ts": {
    in: "discord/features/ask/mention.ts",
    by: /\baffordableChat\(/,
  },
  "vectors/search.ts": { in: "vectors/search.ts", by: /\b(?:mayAsk|mayCallModels)\(/ },
  "vectors/update-index.ts": { in: "vectors/update-index.ts", by: /\b(?:mayAsk|mayCallModels)\(/ },
}

const ASKS = /\.(?:complete|embed|rerank)\(|\bstructured\(/

/**
 * The model clients themselves and their wrapper, programs that run outside the Worker at their caller's cost, and the
 * operator's probe, which belongs to no guild.
 */
const APART = ["ai/", "runtime/allowances/models.ts", "tools/", "health/probe.ts"]

/** Files that build a model without the free plan's gate: the gate, the probe, and who asks only if there is one. */
const UNGATED = [
  "health/deployment.ts",
  "runtime/allowances/models.ts",
  "runtime/guild-stats.ts",
  "runtime/models.ts",
  "vectors/wake.ts",
]

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !APART.some((room) => name.startsWith(room)))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), "utf8") }))
const asking = files.filter(({ text }) => ASKS.test(text)).map(({ name }) => name)

test("every model call is behind a check of the guild's caps", () => {
  expect(asking.filter((name) => !name.startsWith("nights/")).sort()).toEqual(Object.keys(CHECKED).sort())
  const unchecked = Object.entries(CHECKED).filter(
    ([, { in: place, by }]) => !by.test(files.find(({ name }) => name === place)?.text ?? ""),
  )
  expect(unchecked.map(([name]) => name)).toEqual([])
})

test("whoever calls a model takes it from the free plan's gate", () => {
  const building = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("ai/"))
    .filter((name) => /\b(?:chat|embedding|rerank)Model\(/.test(readFileSync(join(SRC, name), "utf8")))
  expect(building.sort()).toEqual(UNGATED)
})

test("each nightly phase that calls a model checks the caps first", () => {
  const parts = new Set(asking.filter((name) => name.startsWith("nights/")).map(partOf))
  const careful = new Set(
    files.filter(({ text }) => /\b(?:mayAsk|mayCallModels)\(/.test(text)).map(({ name }) => partOf(name)),
  )
  expect([...parts].filter((part) => !careful.has(part))).toEqual([])
})

/** Returns the folder of a phase, or the file if the phase has no folder. */
function partOf(name: string): string {
  const folders = name.split("/")
  return folders.length > 2 ? folders.slice(0, 2).join("/") : name
}
