/** The demo's conversation, read without a model: a plan that moves leaves one fact. */
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { z } from "zod"
import type { Message } from "../../src/domain/types.ts"
import { checkClaims } from "../../src/extraction/claims.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { applyClaims } from "../../src/memory/facts/apply-claims.ts"
import type { KnownMemory } from "../../src/memory/facts/known.ts"
import { DEFAULT_POLICY, gateRuleOf } from "../../src/policy/policy.ts"
import { NO_REDACTION } from "../../src/text/names.ts"
import { deep } from "../dice.ts"
import { GUILD, message, windowOf } from "./builders.ts"

const Export = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      timestamp: z.string(),
      content: z.string(),
      author: z.object({ id: z.string(), nickname: z.string() }),
    }),
  ),
})
const LULL_MS = 180_000

/** The messages of a channel of the demo, a list for each conversation. */
function conversations(channel: string): Message[][] {
  const { messages } = Export.parse(JSON.parse(readFileSync(`test/fixtures/demo/${channel}.json`, "utf8")))
  return messages
    .map(({ id, timestamp, content, author }) =>
      message(content, { id, at: Date.parse(timestamp), author: { id: author.id, name: author.nickname } }),
    )
    .reduce<Message[][]>((windows, one) => {
      const last = windows.at(-1)?.at(-1)
      if (last && one.at - last.at < LULL_MS) windows.at(-1)?.push(one)
      else windows.push([one])
      return windows
    }, [])
}

deep("Maren of the demo moves once: to Rotterdam, on the later date", () => {
  const windows = conversations("general")
  const members = [...new Map(windows.flat().map(({ author }) => [author.id, author])).values()]
  const { sensitive } = DEFAULT_POLICY
  let known: KnownMemory[] = []
  for (const messages of windows) {
    const window = { ...windowOf(), id: `w_${messages[0]?.id}`, messages }
    const read = extractByRules({ window, members, sensitive, timezone: "UTC", known })
    const terms = { offered: members, sensitive, mostClaims: 15, timezone: "UTC" }
    const { proposals } = checkClaims(read, window, terms)
    const premises = {
      ...{ known, writesInHour: 0, readOnly: false, objectors: new Set<string>(), redactor: NO_REDACTION },
    }
    const now = (messages.at(-1)?.at ?? 0) + 1
    const { changed } = applyClaims(GUILD, proposals, premises, { rule: gateRuleOf(DEFAULT_POLICY), now })
    const ids = new Set(changed.map(({ id }) => id))
    known = [
      ...known.filter(({ id }) => !ids.has(id)),
      ...changed.map((memory) => ({ ...memory, merges: true })),
    ]
  }
  const moves = known.filter(({ fact, status }) => status === "active" && /Maren.*mov/i.test(fact))
  expect(moves.map(({ fact }) => fact)).toEqual([expect.stringMatching(/to Rotterdam on .*January/)])
  expect(
    known.filter(({ fact, status }) => status === "superseded" && /Maren.*mov/i.test(fact)),
  ).toHaveLength(1)
})

test.each([
  ["mods", /^Juno is stepping down as admin/],
  ["galley", /^Oskar is allergic to shellfish/],
])("the demo's question about #%s has its fact", (channel, fact) => {
  const windows = conversations(channel)
  const members = windows.flat().map(({ author }) => author)
  const facts = windows.flatMap((messages) => {
    const window = { ...windowOf(), messages }
    return extractByRules({ window, members, sensitive: DEFAULT_POLICY.sensitive, timezone: "UTC" }).claims
  })
  expect(facts.filter((claim) => fact.test(claim.fact)).length).toBe(1)
})
