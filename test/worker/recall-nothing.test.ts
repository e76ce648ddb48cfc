/** A question of which nothing is known finds nothing: neither what is new nor what is about somebody else. */
import { expect, test } from "vitest"
import { asks } from "./answering-world.ts"
import { NOON } from "./builders.ts"
import { adaSays, hear, recall, talk } from "./http.ts"

const GUILD = "91921"
const OPEN = { name: "general", audience: "everyone" }
/** One guild for all questions: nothing here changes it. */
let heard: Promise<void> | null = null

/** People who talk of their bakery, and who said a few lasting things. */
function bakery(): Promise<void> {
  heard ??= (async () => {
    await adaSays(GUILD, "100", "I love hiking", OPEN)
    const lines: [string, string, string][] = [
      ["12", "Bo", "I work as a baker in Ghent"],
      ["11", "Ada", "so what is in the oven today?"],
      ["12", "Bo", "rye bread and some plain rolls today"],
      ["11", "Ada", "the rolls were great last time"],
    ]
    await hear(GUILD, "100", talk(900, NOON + 60_000, lines), OPEN)
  })()
  return heard
}

test.each([
  "flurbl zang",
  "flurbl",
  "what is the flurbl zang?",
  "who has the flurbl today?",
  "did anyone say flurbl?",
  "is there any flurbl in the zang",
  "wer hat den flurbl",
  "¿quién tiene el flurbl?",
])("%s finds nothing, in any format", async (query) => {
  await bakery()
  for (const place of [{}, { channel_id: "100" }]) {
    const { items } = await recall(GUILD, { query, ...place })
    expect(items, JSON.stringify(place)).toEqual([])
  }
})

test("of what is known of the asker, a context without other finds is all that remains", async () => {
  await bakery()
  const { items } = await recall(GUILD, { query: "flurbl zang", user_id: "11" })
  expect(items.map(({ text }) => text)).toEqual(["Ada loves hiking"])
})

test("the bot says that it does not know, beside no line of anybody", async () => {
  await bakery()
  expect(await asks(GUILD, "flurbl zang?")).toMatch(/^> flurbl zang\?\nI don't know that\.\s*$/)
})

test("a word that is known finds what holds it, beside words that nobody said", async () => {
  await bakery()
  const { items } = await recall(GUILD, { query: "who baked the rye flurbl?" })
  expect(items[0]?.text).toContain("rye bread")
})

test("what somebody named likes is found, also if the question's other words are not", async () => {
  await bakery()
  const { items } = await recall(GUILD, { query: "what does Ada enjoy?" })
  expect(items.map(({ text }) => text).join()).toContain("hiking")
})
