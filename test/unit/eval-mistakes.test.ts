/**
 * An evaluation called wrongly or with unreadable files explains the mistake in one line, without a stack
 * trace.
 */
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

/** Expects one line that explains the mistake, followed by usage only if the call was wrong. */
function expectExplained(
  run: Awaited<ReturnType<typeof evaluate>>,
  told: { code: number; about: string },
): void {
  expect(run).toMatchObject({ code: told.code, out: "" })
  expect(run.error).not.toMatch(/^\s+at |node:|ZodError|\.ts:\d/m)
  const lines = run.error.split("\n").filter((line) => line !== "")
  expect(lines[0]).toContain(told.about)
  const usage = lines.slice(1)
  if (told.code === 2) expect(usage).toEqual([expect.stringContaining("npm run eval -- ")])
  else expect(usage).toEqual([])
}

describe.each(["windows", "rules"])("%s", (what) => {
  test("a call without a folder or with an unknown flag prints usage", async () => {
    expectExplained(await evaluate(what), { code: 2, about: "is needed" })
    expectExplained(await evaluate(what, join(root, "good"), "--loud"), { code: 2, about: "--loud" })
  })

  test("a missing folder, or one without matching files, is named", async () => {
    expectExplained(await evaluate(what, join(root, "gone")), { code: 1, about: join(root, "gone") })
    expectExplained(await evaluate(what, join(root, "empty")), { code: 1, about: join(root, "empty") })
  })

  test("a line that is not JSON or has the wrong format is reported by file and line", async () => {
    for (const folder of ["broken", "shapeless"])
      expectExplained(await evaluate(what, join(root, folder)), {
        code: 1,
        about: `${join(root, folder, "a.messages.jsonl")}, line 2`,
      })
  })

  test("valid input is measured", async () => {
    expect(await evaluate(what, join(root, "good"))).toMatchObject({
      code: 0,
      out: expect.stringContaining("messages"),
      error: "",
    })
  })
})

test("windows reports a malformed gold line, and a file given instead of a folder", async () => {
  const gold = join(root, "goldless", "a.gold.jsonl")
  expectExplained(await evaluate("windows", join(root, "goldless")), { code: 1, about: `${gold}, line 2` })
  expectExplained(await evaluate("windows", gold), { code: 1, about: "a folder is expected" })
})

test("rules reports a conversations file that is not JSON or has no turns, and a sample that is not a number", async () => {
  expectExplained(await evaluate("rules", join(root, "words.json")), { code: 1, about: "is not JSON" })
  expectExplained(await evaluate("rules", join(root, "talk.json")), { code: 1, about: "session_1" })
  expectExplained(await evaluate("rules", join(root, "good"), "--sample", "many"), {
    code: 2,
    about: "--sample",
  })
})
