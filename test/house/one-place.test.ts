/** One file each defines the format of a Discord id, the cutting of text and the making of a hash. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const SRC = "src"

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), "utf8") }))

function filesWith(pattern: RegExp): string[] {
  return files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)
}

test("only domain/ids.ts knows the length of a Discord id and the Discord epoch", () => {
  const snowflake = /\\d\{(?:\d\d?,)?(?:1[5-9]|2\d)\}|\\d\{1[5-9],|1_?420_?070_?400_?000/
  // secrets.ts holds the lengths of card numbers.
  expect(filesWith(snowflake)).toEqual(["domain/ids.ts", "privacy/secrets.ts"])
})

test("only domain/channel-types.ts lists Discord's thread types", () => {
  // The thread schema names them for the API document.
  expect(filesWith(/\b10, 11(?:,| or) 12\b|PRIVATE_THREAD = /)).toEqual([
    "access/structure-shapes.ts",
    "domain/channel-types.ts",
  ])
})

test("only domain/hash.ts makes a hash", () => {
  expect(filesWith(/\bcreateHash\b|\bsubtle\.digest\b/)).toEqual(["domain/hash.ts"])
})

test("only text/truncate.ts cuts text for people and models", () => {
  const cuts =
    /\.slice\(0, [^()]*\)\s*\.toWellFormed\(\)|Array\.from\([^()]*(?:\([^()]*\))?\)\.slice\(0,|\\ud800-\\udbff|\)\}…`/
  // A stem is a stored key counted in code points, so it must not depend on Unicode's grapheme rules.
  expect(filesWith(cuts)).toEqual(["text/stems.ts", "text/truncate.ts"])
})
