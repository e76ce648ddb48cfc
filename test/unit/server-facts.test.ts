/** The kinds of facts about a server. */
import { expect, test } from "vitest"
import { serverKind } from "../../src/discord/features/server/kinds.ts"

const when = { when: "2026-05-16", until: null, endsAt: 0 }

test.each([
  ["No spoilers in #general", "constraint", null, "rules"],
  ["The book club meets on Tuesdays", "constraint", null, "events"],
  ["The raid is on Saturday 16 May 2026", "task_state", when, "events"],
  ["The server won the tournament", "episode", null, "events"],
  ["The guild bank is run by Bo", "profile", null, "decisions"],
  ["The group decided to use Discord's own polls", "preference", null, "decisions"],
] as const)("%j is filed under its kind", (fact, type, time, kind) => {
  expect(serverKind({ fact, type, time })).toBe(kind)
})
