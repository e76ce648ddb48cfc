/** The complete output of each format, compared letter for letter with the files in test/fixtures/render. */
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { FORMATS } from "../../src/domain/recalls.ts"
import { render } from "../../src/recall/render/formats.ts"
import { RICH } from "./render-context.ts"

for (const format of FORMATS) {
  test(`a rich context in ${format} matches its golden file`, () => {
    expect(`${render(RICH, format)}\n`).toBe(readFileSync(`test/fixtures/render/${format}.txt`, "utf8"))
  })
}
