/** House rule of words: one exported name means one thing, and a comment says what it is about before anything else. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const SRC = "src"
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), "utf8") }))

const EXPORT =
  /^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|let|enum) ([A-Za-z_$][\w$]*)/gm

/** Names that several files may export. This list may only shrink. `main`: each command-line program has one. */
const SHARED = ["main"]

test("no exported name means two things", () => {
  const filesOf = new Map<string, Set<string>>()
  for (const { name, text } of files)
    for (const [, exported = ""] of text.matchAll(EXPORT))
      filesOf.set(exported, (filesOf.get(exported) ?? new Set()).add(name))
  const twice = [...filesOf].filter(([, all]) => all.size > 1).map(([exported]) => exported)
  expect(twice.sort()).toEqual(SHARED)
})

test("no comment begins with a pronoun or a clause as its subject", () => {
  const opening =
    /(?:\/\*\*\s*(?:\*\s*)?|^\s*\/\/ )(?:The same\b|Whether\b|Those\b|What\b(?!'s)|So (?:many|long)\b)[^\n]*/gm
  const found = files.flatMap(({ name, text }) =>
    (text.match(opening) ?? []).map((line) => `${name}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
