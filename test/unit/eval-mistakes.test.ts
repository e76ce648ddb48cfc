/** Promises to whoever calls an evaluation wrongly, or with files that cannot be read: one line says what is wrong, none of them where in the code. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { main } from "../eval/eval.ts"

const HEARD = {
  id: "1",
  guild_id: "1",
  channel_id: "2",
  timestamp: "2026-11-20T12:00:00Z",
  author: { id: "5", name: "Bo" },
  content: "I live in Oslo",
}
const GOLD = { id: "1", conversation: 1, reply_to: ["1"] }

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "keepsake-eval-"))
  const files: Record<string, unknown[]> = {
    "good/a.messages.jsonl": [HEARD],
    "good/a.gold.jsonl": [GOLD],
    "shapeless/a.messages.jsonl": [HEARD, { id: "2" }],
    "shapeless/a.gold.jsonl": [GOLD],
    "goldless/a.messages.jsonl": [HEARD],
    "goldless/a.gold.jsonl": [GOLD, { id: "2", conversation: 1 }],
  }
  for (const folder of ["good", "shapeless", "goldless", "broken", "empty"]) mkdirSync(join(root, folder))
  for (const [name, rows] of Object.entries(files))
    writeFileSync(join(root, name), rows.map((row) => JSON.stringify(row)).join("\n"))
  writeFileSync(join(root, "broken/a.messages.jsonl"), `${JSON.stringify(HEARD)}\n{"id": `)
  writeFileSync(join(root, "broken/a.gold.jsonl"), JSON.stringify(GOLD))
  writeFileSync(
    join(root, "talk.json"),
    '[{"sample_id": "1", "conversation": {"session_1": [{"speaker": "Bo"}]}}]',
  )
  writeFileSync(join(root, "words.json"), "no JSON")
})
afterAll(() => rmSync(root, { recursive: true }))

async function evaluate(what: string, ...args: string[]) {
  const said = { out: "", error: "" }
  const stdout = { write: (text: string) => (said.out += text) }
  const stderr = { write: (text: string) => (said.error += text) }
  const code = await main([what, ...args], { stdout, stderr, env: {}, cwd: root })
  return { code, ...said }
}

/** What was wrong: the only line, but for how to call it right. */
function expectTold(run: Awaited<ReturnType<typeof evaluate>>, told: { code: number; about: string }): void {
  expect(run).toMatchObject({ code: told.code, out: "" })
  expect(run.error).not.toMatch(/^\s+at |node:|ZodError|\.ts:\d/m)
  const lines = run.error.split("\n").filter((line) => line !== "")
  expect(lines[0]).toContain(told.about)
  const usage = lines.slice(1)
  if (told.code === 2) expect(usage).toEqual([expect.stringContaining("npm run eval -- ")])
  else expect(usage).toEqual([])
}

describe.each(["windows", "rules"])("%s", (what) => {
  test("without a folder, with a flag there is not, it tells how to call it", async () => {
    expectTold(await evaluate(what), { code: 2, about: "is needed" })
    expectTold(await evaluate(what, join(root, "good"), "--loud"), { code: 2, about: "--loud" })
  })

  test("of a folder that is not there, or holds nothing of the format, it tells which", async () => {
    expectTold(await evaluate(what, join(root, "gone")), { code: 1, about: join(root, "gone") })
    expectTold(await evaluate(what, join(root, "empty")), { code: 1, about: join(root, "empty") })
  })

  test("of a line that is no JSON, or not of the format, it tells file and line", async () => {
    for (const folder of ["broken", "shapeless"])
      expectTold(await evaluate(what, join(root, folder)), {
        code: 1,
        about: `${join(root, folder, "a.messages.jsonl")}, line 2`,
      })
  })

  test("what is in order is measured", async () => {
    expect(await evaluate(what, join(root, "good"))).toMatchObject({
      code: 0,
      out: expect.stringContaining("messages"),
      error: "",
    })
  })
})

test("windows tells of a gold line that is not of the format, and of a file where a folder is expected", async () => {
  const gold = join(root, "goldless", "a.gold.jsonl")
  expectTold(await evaluate("windows", join(root, "goldless")), { code: 1, about: `${gold}, line 2` })
  expectTold(await evaluate("windows", gold), { code: 1, about: "a folder is expected" })
})

test("rules tells of a file of conversations that is no JSON or holds no turns, and of a sample that is no number", async () => {
  expectTold(await evaluate("rules", join(root, "words.json")), { code: 1, about: "is not JSON" })
  expectTold(await evaluate("rules", join(root, "talk.json")), { code: 1, about: "session_1" })
  expectTold(await evaluate("rules", join(root, "good"), "--sample", "many"), { code: 2, about: "--sample" })
})
