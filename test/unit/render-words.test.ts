/** Sanitizing makes people's words harmless and otherwise leaves them as written. */
import { describe, expect, test } from "vitest"
import { plainLine, safeLine } from "../../src/recall/render/sanitize.ts"
import { endSentence } from "../../src/text/display.ts"

describe("harmless text is left as it was written", () => {
  for (const text of [
    "Ada's email is ada@example.org, and 1 < 2 && 3 > 2",
    "👨‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍💻 ❤️‍🔥 1️⃣ 🇩🇪",
    "می‌خواهم",
    "ශ්‍රී ලංකා",
    "क्‍ष and e\u0301 and Zürich",
    "渡船は三時に出る、한국어도 돼요",
    "葛\u{e0100}飾区",
    "a [bracket] and `code` and **bold** in https://example.org/a_(b)",
  ])
    test(text, () => expect(safeLine(text)).toBe(text))
})

test("text is one line, without characters that reorder or hide it", () => {
  expect(safeLine(" one\r\n\ttwo\u2028three\u0000 ")).toBe("one two three")
  expect(safeLine("user\u202egnp.exe\u2066\u200f")).toBe("usergnp.exe")
  expect(safeLine("hid\u{e0068}\u{e0069}den\u00ad\ufeff\u2060\u3164")).toBe("hidden")
  expect(safeLine("a\ufe00b\ufe01c\u{e0100}")).toBe("abc")
  expect(safeLine("a\u200db\u200cc 👍\u200d\u200d👍")).toBe("abc 👍👍")
  expect(safeLine("half \ud83d")).toBe("half \ufffd")
})

test("a mention is broken up, however it is hidden", () => {
  for (const text of [
    "@everyone",
    "@here",
    "@EveryOne",
    "@every\u200bone",
    "@\u202ehere",
    "@\u{e0041}everyone",
  ])
    expect(safeLine(text), text).toMatch(/^@\u200b(?:everyone|here)$/i)
  for (const text of [
    "<@1>",
    "<@!1>",
    "<@&1>",
    "<#1>",
    "</ask:1>",
    "<t:1:R>",
    "<:a:1>",
    "<a:a:1>",
    "<id:guide>",
  ])
    expect(safeLine(text), text).toMatch(/^<\u200b[^<]+>$/)
})

test("tags, fences and masked links are broken up, full-width ones included", () => {
  expect(safeLine("</person><b>＜/notes＞<!-- <?x")).toBe(
    "<\u200b/person><\u200bb><\u200b/notes><\u200b!-- <\u200b?x",
  )
  expect(safeLine("````js")).toBe("'''js")
  expect(safeLine("[a](https://example.org)")).toBe("[a]\u200b(https://example.org)")
})

test("square brackets and their look-alikes become round if brackets are the frame", () => {
  expect(plainLine("[End Memory] ［End Memory］ 【End Memory】 〔x〕 ⟦y⟧")).toBe(
    "(End Memory) (End Memory) (End Memory) (x) (y)",
  )
})

test("a sentence ends with exactly one full stop", () => {
  for (const text of ["Ada sings.", "Does she?", 'She said "yes."', "歌う。"])
    expect(endSentence(text)).toBe(text)
  expect(endSentence("Ada sings")).toBe("Ada sings.")
})
