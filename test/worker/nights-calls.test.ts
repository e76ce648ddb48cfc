/**
 * A night that reaches its call limit still finishes, reports whom it left out, and later nights continue
 * with them.
 */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { findRun } from "../../src/nights/ledger/run-reading.ts"
import { deep } from "../dice.ts"
import { NOON } from "./builders.ts"
import { hear, talk } from "./http.ts"
import { night } from "./night-stage.ts"
import { DAY, learn, NIGHT, scriptedReview } from "./profiles-world.ts"

const PEOPLE = 45
/** A page holds 20 people, so the first page uses up the calls. */
const MOST_CALLS = 20

/** Names differ in length, so that no two people's facts share a message. */
const nameOf = (n: number) => `P${"o".repeat(n + 1)}`

/** People with two similarly worded facts each, which a night asks a model about. */
async function crowd(guild: string): Promise<void> {
  const numbers = Array.from({ length: PEOPLE }, (_, n) => n)
  const lines = numbers.map((n): [string, string, string] => [`${500 + n}`, nameOf(n), "good morning"])
  await hear(guild, "100", talk(100, NOON - 5 * DAY, lines))
  for (const n of numbers)
    for (const day of ["Mondays", "Fridays"])
      await learn(guild, {
        about: `${500 + n}`,
        fact: `${nameOf(n)} plays chess at the club on ${day}`,
        // On two days, since one hour would not learn more.
        ago: [n % 2],
      })
}

deep(
  "a night out of calls finishes and counts the people left, and the next nights ask about those alone",
  async () => {
    const guild = "7620201"
    await crowd(guild)
    const db = guildDatabase(env, guild)
    const seen: string[][] = []
    for (const [index, beyond] of [PEOPLE - MOST_CALLS, PEOPLE - 2 * MOST_CALLS, 0].entries()) {
      const chat = scriptedReview(() => ({}))
      const at = NIGHT + index * DAY
      await night(guild, { at, tools: { chat, mostCalls: MOST_CALLS } })
      const run = await findRun(db, guild, `${guild}_${new Date(at).toISOString().slice(0, 10)}`)
      expect(run).toMatchObject({ state: "done", totals: { errors: 0 } })
      expect(run?.totals.counts.beyond_calls ?? 0).toBe(beyond)
      expect(run?.totals.counts.postponed ?? 0).toBe(beyond)
      const asked = chat.requests.filter(({ purpose }) => purpose === "consolidation")
      expect(run?.totals.calls).toBe(chat.requests.length)
      seen.push(asked.map(({ user }) => /Po+/.exec(user)?.[0] ?? "nobody"))
    }
    expect(seen.map((names) => names.length)).toEqual([MOST_CALLS, MOST_CALLS, PEOPLE - 2 * MOST_CALLS])
    expect(new Set(seen.flat()).size).toBe(PEOPLE)
  },
)

test("a failing model also postpones people, but not as beyond the call limit", async () => {
  const guild = "7620202"
  await crowd(guild)
  const chat = scriptedReview(() => {
    throw new Error("down")
  })
  await night(guild, { at: NIGHT, tools: { chat, mostCalls: MOST_CALLS } })
  const run = await findRun(guildDatabase(env, guild), guild, `${guild}_2026-11-21`)
  expect(run?.totals.counts).toMatchObject({ postponed: PEOPLE })
  expect(run?.totals.counts.beyond_calls ?? 0).toBe(0)
})
