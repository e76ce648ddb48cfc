/** The documentation follows the code: its links lead somewhere, its commands exist, and its pictures are all there. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { PICTURES } from "../unit/golden.ts"

const PAGES = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
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

test("the Discord page shows every picture, each with a caption that it is rendered from a recorded payload", () => {
  const page = readFileSync("docs/DISCORD.md", "utf8")
  const caption =
    /!\[[^\]]+\]\(pictures\/([\w-]+)\.svg\)\n\n\*.*rendered from a payload recorded in the project's tests.*\*\n/gi
  const shown = [...page.matchAll(caption)].map(([, name = ""]) => name)
  expect(shown.sort()).toEqual([...PICTURES].sort())
  expect(readdirSync("docs/pictures").sort()).toEqual(PICTURES.map((name) => `${name}.svg`).sort())
})
