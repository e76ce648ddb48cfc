/** Words of everyday talk tell less of a matter than rare ones. */
import { expect, test } from "vitest"
import { tellingShare } from "../../src/text/common-words.ts"
import { stems } from "../../src/text/stems.ts"

const share = (word: string) => tellingShare(stems(word)[0] ?? "")

test("a word tells less the more common it is, and a rare one most", () => {
  expect(share("go")).toBeLessThan(share("rescue"))
  expect(share("rescue")).toBeLessThan(1)
  expect(share("ropemaker")).toBe(1)
})

test.each(["going", "sehen", "bien", "faire", "fazer"])("%j is common in its language", (word) => {
  expect(share(word)).toBeLessThan(0.7)
})
