/** Without a model, a person's own word ends what is known of them, and nobody else's does. */
import { expect, test, vi } from "vitest"
import { channelPath, hear, memories, ok, talk } from "./http.ts"
import { quietly } from "./live.ts"

const START = Date.parse("2091-03-01T12:00:00Z")
const WEEK = 7 * 86_400_000

quietly({ silent: [], at: START })

const facts = async (guild: string) => (await memories(guild)).map(({ fact }) => fact).sort()

/** Says lines in one window each, a week apart. */
async function weekly(guild: string, lines: [id: string, name: string, text: string][]): Promise<void> {
  for (const [week, line] of lines.entries()) {
    vi.setSystemTime(START + week * WEEK)
    await hear(guild, "100", talk(1 + week * 10, START + week * WEEK, [line]))
  }
}

test("what somebody sold is no longer known of them, and comes back if the message is deleted", async () => {
  await weekly("6901", [
    ["11", "Ada", "I drive a Corolla"],
    ["12", "Bo", "sold the corolla"],
    ["11", "Ada", "sold the corolla, no car for me"],
  ])
  expect(await facts("6901")).not.toContain("Ada drives a Corolla")
  await ok("DELETE", `${channelPath("6901", "100")}/messages/21`)
  expect(await facts("6901")).toContain("Ada drives a Corolla")
})

test("what others gave up ends nothing", async () => {
  await weekly("6902", [
    ["11", "Ada", "I drive a Corolla"],
    ["12", "Bo", "sold the corolla"],
    ["11", "Ada", "my brother sold his corolla"],
  ])
  expect(await facts("6902")).toContain("Ada drives a Corolla")
})

const RAID = "the raid is on saturday at 20:00, confirmed"

/** The channel's facts after `older` and, a day later, `newer`, which somebody else says. */
async function groupFacts(guild: string, older: string, newer: string): Promise<string[]> {
  vi.setSystemTime(START)
  await hear(guild, "100", talk(1, START, [["11", "Ada", older]]))
  vi.setSystemTime(START + WEEK / 7)
  await hear(guild, "100", talk(11, START + WEEK / 7, [["12", "Bo", newer]]))
  return await facts(guild)
}

test.each([
  ["6911", "no raid this week", []],
  ["6912", "raid pushed to 21:00", ["The raid is on Saturday 3 March 2091 at 21:00"]],
  ["6913", "raid moved to sunday at 20:00", ["The raid is on Sunday 4 March 2091 at 20:00"]],
  ["6914", "the raid is not cancelled, relax", ["The raid is on Saturday 3 March 2091 at 20:00"]],
  ["6915", "i cancelled, so no raid for me", ["The raid is on Saturday 3 March 2091 at 20:00"]],
  ["6916", "can we do the raid at 21:00?", ["The raid is on Saturday 3 March 2091 at 20:00"]],
])("a known plan, guild %s: %s", async (guild, said, left) => {
  expect(await groupFacts(guild, RAID, said)).toEqual(left)
})
