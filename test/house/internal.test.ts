/** House rule: what a file exports only so that tests reach it is tagged `@internal`, and no other file in src imports it. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const SRC = "src"
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), "utf8") }))

const TAGGED =
  /@internal(?: \*\/|\n \*\/)\nexport (?:async )?(?:function\*?|const|class|interface|type) ([A-Za-z_$][\w$]*)/g
const IMPORT = /import (?:type )?\{([^}]*)\} from "(\.[^"]+)"/g

test("only tests import what is tagged @internal", () => {
  const tagged = new Set(
    files.flatMap(({ name, text }) =>
      [...text.matchAll(TAGGED)].map(([, internal]) => `${name}#${internal}`),
    ),
  )
  const tags = files.reduce((sum, { text }) => sum + (text.match(/@internal\b/g)?.length ?? 0), 0)
  expect(tagged.size, "each tag stands right above an export").toBe(tags)
  const imported = files.flatMap(({ name, text }) =>
    [...text.matchAll(IMPORT)].flatMap(([, names = "", from = ""]) =>
      names
        .split(",")
        .map(
          (one) =>
            one
              .trim()
              .replace(/^type /, "")
              .split(" as ")[0] ?? "",
        )
        .filter((one) => tagged.has(`${join(name, "..", from)}#${one}`))
        .map((one) => `${name} imports ${one}`),
    ),
  )
  expect(imported).toEqual([])
})
