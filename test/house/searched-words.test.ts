/** Test files share one database, so a word that one of them searches for in every table is in no other file. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const FOLDER = "test/worker"

const files = readdirSync(FOLDER).map((name) => ({
  name,
  text: readFileSync(join(FOLDER, name), "utf8").toLowerCase(),
}))

test("a word searched for in the whole database is in one test file only", () => {
  const searched = files.flatMap(({ name, text }) =>
    [...text.matchAll(/\bwhereis\("(\w+)"/g)].map(([, word = ""]) => ({ name, word })),
  )
  expect(searched.length).toBeGreaterThan(3)
  const shared = searched.flatMap(({ name, word }) =>
    files
      .filter((file) => file.name !== name && file.text.includes(word))
      .map((file) => `${word}: ${file.name}`),
  )
  expect(shared).toEqual([])
})
