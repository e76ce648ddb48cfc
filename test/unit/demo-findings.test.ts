/** The demo says what found each fact, sets rules and model side by side, and ends an empty result with what would help. */
import { expect, test } from "vitest"
import type { CheckedChannel } from "../../src/history/files/check.ts"
import type { Profile } from "../../src/tools/api-client.ts"
import { comparedLines, emptyHints } from "../../src/tools/demo-findings.ts"

const channel: CheckedChannel = {
  guild: { id: "900", name: "Night Ferry" },
  channel: { id: "800", name: "general", topic: null, parentId: null },
  ...{ parts: [], messages: 0, bots: 0, edited: 0, firstAt: "", lastAt: "", bytes: 0 },
}
const hints = (messages: number, bots: number, people: number) =>
  emptyHints({ kind: "chat_export", channels: [{ ...channel, messages, bots }], people }).join("\n")

test("an export of bots alone, of few messages and of passers-by are told apart", () => {
  expect(hints(20, 20, 0)).toMatch(/^Only bots speak/)
  expect(hints(0, 0, 0)).toMatch(/^Nobody speaks/)
  expect(hints(30, 10, 3)).toMatch(/20 messages by people are few[\s\S]*set AI_BASE_URL/)
  expect(hints(500, 0, 200)).toMatch(/wrote only a few messages/)
  expect(hints(5_000, 0, 20)).not.toMatch(/few/)
})

function profile(id: string, ...facts: [fact: string, method: string, topics: string[]][]): Profile {
  const known = facts.map(([fact, method, topics], index) => ({
    ...{ id: `m${index}`, fact, method, topics, type: "profile", confidence: 1, said_at: 0, sources: [] },
  }))
  return { user: { id }, sections: { bio: known }, expiring: [] }
}

test("each person's facts stand as rules and model have them, with the rule's name", () => {
  const people = new Map([["1", { name: "Ada" }]])
  const rules = [profile("1", ["Ada lives in Oslo", "rule", ["oslo", "home"]])]
  const model = [profile("1", ["Ada lives in Oslo", "model", []], ["Ada knits", "model", []])]
  const text = comparedLines(people, rules, model).join("\n")
  expect(text).toMatch(
    /rules: 1 memory · model: 2 memories[\s\S]*Ada\S*\n.*rules.*Ada lives in Oslo.*rule “home”/,
  )
  expect(text).toMatch(/model.*Ada knits/)
})
