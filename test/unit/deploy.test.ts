/** A command of a deployment that fails is not taken for an empty answer. */
import { expect, test } from "vitest"
import { findsDatabase, listsSecret } from "../../src/tools/deploy.ts"

const FAILED = { code: 1, output: "✘ [ERROR] fetch failed" }

test("the admin token counts as set only if the listing names it, and as unset only if the listing succeeds", () => {
  const output = '[{"name":"ADMIN_TOKEN","type":"secret_text"}]'
  expect(listsSecret({ code: 0, output }, "ADMIN_TOKEN")).toBe(true)
  expect(listsSecret({ code: 0, output: "[]" }, "ADMIN_TOKEN")).toBe(false)
  expect(() => listsSecret(FAILED, "ADMIN_TOKEN")).toThrow(/fetch failed[\s\S]*none was changed/)
})

test("a database counts as new only if wrangler says so", () => {
  expect(findsDatabase({ code: 0, output: "keepsake" })).toBe(true)
  for (const output of [
    "✘ [ERROR] Couldn't find a D1 DB with name or binding 'keepsake' in your config or the API.",
    "✘ [ERROR] Couldn't find an auto-provisioned D1 DB named 'keepsake-db' for binding 'DB'.",
  ])
    expect(findsDatabase({ code: 1, output })).toBe(false)
  expect(() => findsDatabase(FAILED)).toThrow(/fetch failed[\s\S]*the deployment stopped/)
})
