/** Events of a person, a channel or a guild go with them, and old ones at night. What was learned from old ones stays. */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { purgePages } from "../../src/memory/removal/purge.ts"
import { DEFAULT_SETTINGS } from "../../src/policy/settings.ts"
import { cutoffsOf } from "../../src/privacy/retention.ts"
import { AT, type EventBody, event, eventsPath, placeOf, report, settlePlaces } from "./agents.ts"
import { type ErasureBody, erasure } from "./erasing-world.ts"
import { channelPath, hear, memories, ok, type Page, talk } from "./http.ts"
import { channelOf } from "./stand-ins.ts"

const DAY = 86_400_000
const BACKUP = "The backup took 12 minutes."

/** Ada and Bo are known; there are events about both, about a channel, and one that names Ada. */
async function told(guild: string): Promise<void> {
  await hear(
    guild,
    "100",
    talk(100, Date.parse(AT), [
      ["11", "Adalina", "I love chess"],
      ["12", "Bo", "I love tea"],
    ]),
  )
  await report(
    guild,
    event("ada", "Adalina has three open tickets.", { scope: "user", scope_id: "11" }),
    event("bo", "Bo prefers the dark theme.", { scope: "user", scope_id: "12" }),
    event("named", { assignee: "Adalina", ticket: 9 }),
    event("room", "The channel has a new topic.", { scope: "channel", scope_id: "100" }),
    event("all", BACKUP),
  )
  await settlePlaces(placeOf(guild, "user", "11"), placeOf(guild, "user", "12"), placeOf(guild, "guild"))
  await channelOf(guild, "100").flush()
}

const listed = async (guild: string) =>
  (await ok<Page<EventBody>>("GET", eventsPath(guild))).items.map(({ id }) => id).sort()
const facts = async (guild: string) => (await memories(guild)).map(({ fact }) => fact)

/** Waits until nothing is left. */
async function erased(guild: string, { id }: ErasureBody): Promise<void> {
  const isDone = async () =>
    expect(await erasure(guild, id)).toMatchObject({ state: "done", report: { left: 0 } })
  await vi.waitFor(isDone, { timeout: 50_000, interval: 500 })
}

test("a person's erasure takes the events about them and those that name them, and nobody else's", {
  timeout: 100_000,
}, async () => {
  const guild = "98300"
  await told(guild)
  expect(await facts(guild)).toContain("Adalina has three open tickets.")
  await erased(guild, await ok<ErasureBody>("POST", `/v1/guilds/${guild}/members/11/erase`, {}))
  expect(await listed(guild)).toEqual(["all", "bo", "room"])
  const left = await facts(guild)
  expect(left).toContain("Bo prefers the dark theme.")
  expect(left).toContain(BACKUP)
  expect(left.join(" ")).not.toContain("Adalina")
  // The same event sent again is from before the erasure.
  const again = await report(
    guild,
    event("ada", "Adalina has three open tickets.", { scope: "user", scope_id: "11" }),
  )
  expect(again.rejected).toMatchObject([{ id: "ada", reason: "erased" }])
})

test("a channel's erasure takes its events and what was learned from them", {
  timeout: 100_000,
}, async () => {
  const guild = "98301"
  await told(guild)
  expect(await facts(guild)).toContain("The channel has a new topic.")
  await erased(guild, await ok<ErasureBody>("DELETE", channelPath(guild, "100")))
  expect(await listed(guild)).toEqual(["ada", "all", "bo", "named"])
  expect(await facts(guild)).not.toContain("The channel has a new topic.")
})

test("an event is deleted when its days are over, and the memory it led to stays", async () => {
  const guild = "98302"
  await told(guild)
  const now = Date.now() + 31 * DAY
  const before = { ...cutoffsOf({ ...DEFAULT_SETTINGS.retention, expired_days: null }, now) }
  const purge = { guildId: guild, before, day: "2027-01-01", now }
  expect((await purgePages(guildDatabase(env, guild), purge, () => true)).gone).toMatchObject({ events: 5 })
  expect(await listed(guild)).toEqual([])
  expect(await facts(guild)).toContain(BACKUP)
})
