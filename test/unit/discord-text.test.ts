/** People's words have no effect inside a message of the bot. */
import { expect, test } from "vitest"
import { escapeText, escapeToFit } from "../../src/discord/bot/ui/text.ts"
import { answerText } from "../../src/discord/features/ask/turns.ts"

test.each([
  ["**loud** and ||hidden||", "\\*\\*loud\\*\\* and \\|\\|hidden\\|\\|"],
  ["<@11> and @everyone", "\\<\\@11\\> and \\@everyone"],
  ["[here](https://example.org)", "\\[here\\]\\(https\\://example.org\\)"],
  ["one\n# two", "one \\# two"],
  ["join discord.gg/scam", "join discord\\.gg/scam"],
  [
    "join DISCORD.com/invite/scam or discordapp.com/invite/scam",
    "join DISCORD\\.com/invite/scam or discordapp\\.com/invite/scam",
  ],
  ["Discord. It is good.", "Discord. It is good."],
])("%j is shown as it was written", (words, escaped) => {
  expect(escapeText(words)).toBe(escaped)
  // Reading our own answer back restores the text.
  expect(answerText(escapeText(words))).toBe(words.replace(/\s+/g, " "))
})

test("escape characters count toward the length limit", () => {
  const line = escapeToFit("discord.gg/x ".repeat(50), 100)
  expect(line.length).toBeLessThanOrEqual(100)
  expect(line).not.toMatch(/discord\.gg/)
})
