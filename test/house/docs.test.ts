/** The documentation follows the code: its links lead somewhere, its commands exist, and its picture shows a recorded answer. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { PICTURES } from "../unit/golden.ts"

const PAGES = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`),
].map((path) => ({ path, text: readFileSync(path, "utf8") }))

test("every relative link in the documentation leads to a file", () => {
  const broken = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
      .filter(([, target = ""]) => !existsSync(join(dirname(path), target)))
      .map(([link]) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})

test("every npm script that the documentation names exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
  const missing = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run (?:-s )?([a-z][a-z:]*)/g)]
      .filter(([, name = ""]) => !(name in scripts))
      .map(([command]) => `${path}: ${command}`),
  )
  expect(missing).toEqual([])
})

test("the README's picture shows the words of a recorded answer", () => {
  const session = readFileSync("test/fixtures/golden/discord/member-session.txt", "utf8")
  const [, recorded = ""] = session.match(/=== \/ask \(well\) ===[\s\S]*?content:\n((?: {2}\| .*\n)+)/) ?? []
  const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu)
  const answer = recorded.replaceAll(/\(<[^>]*>\)|^ {2}\| (?:> )?/gm, "")
  const picture = readFileSync("docs/answer.svg", "utf8")
    .replace(/^[\s\S]*<\/style>/, "")
    .replaceAll(/<[^>]*>/g, " ")
  expect(wordsOf(picture)?.join(" ")).toContain(wordsOf(answer)?.join(" "))
})

test("the Discord page shows every picture and says that it is rendered from a recorded payload", () => {
  const page = readFileSync("docs/DISCORD.md", "utf8")
  const shown = [...page.matchAll(/!\[[^\]]+\]\(pictures\/([\w-]+)\.svg\)/g)].map(([, name = ""]) => name)
  expect(shown.sort()).toEqual([...PICTURES].sort())
  expect(readdirSync("docs/pictures").sort()).toEqual(PICTURES.map((name) => `${name}.svg`).sort())
  const captions = page.match(
    /^\*.*rendered from (?:a payload|payloads) recorded in the project's tests.*\*$/gim,
  )
  expect(captions).toHaveLength(3)
})
