/**
 * The time of a fact follows the statements that still stand and that a reader may read, and the facts expire
 * accordingly.
 */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { factTime } from "../../src/domain/fact-time.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { retractMessages } from "../../src/memory/removal/retract.ts"
import { NOON } from "./builders.ts"
import { call, type MemoryBody, ok, type Page } from "./http.ts"
import { DAY, type Fact, know, learn, NIGHT, refOf, runReviewNight } from "./profiles-world.ts"

const OPENLY = "?channel_id=100"
const TRIP = "Ada goes to Rome"
const IN_MAY = factTime({ when: "2027-05-16", until: null }, "UTC")
const UNTIL_MAY = factTime({ when: null, until: "2027-05-16" }, "UTC")
const END_OF_MAY_16 = Date.parse("2027-05-17T00:00:00Z") - 1

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NIGHT })
})
afterEach(() => {
  vi.useRealTimers()
})

const trip = (given: Partial<Fact> = {}): Fact => ({
  ...{ fact: TRIP, type: "episode", section: "other", lifetime: "30d" },
  ...given,
})
/** Said when everyone still read the closed channel 200, so that both statements are one memory. */
const both: Partial<Fact> = { peers: ["100", "200"] }

type Timed = MemoryBody & { when: string | null; until: string | null; expires_at: string | null }

async function timed(guild: string, query = "") {
  const { items } = await ok<Page<Timed>>("GET", `/v1/guilds/${guild}/memories${query}`)
  const one = items.find(({ fact }) => fact === TRIP)
  if (!one) return null
  const { id, when, until, expires_at } = one
  return { id, when, until, expires: expires_at === null ? null : Date.parse(expires_at) }
}

function retractStatement(guild: string, ago: number): Promise<unknown> {
  const messages = [refOf(guild, TRIP, ago)]
  return retractMessages(guildDatabase(env, guild), guild, { messages }, NIGHT)
}

test.each([
  ["after", "7640001", 4, 2],
  ["before", "7640002", 2, 4],
])(
  "a reader of an open channel does not learn the date that was said in a closed one %s",
  async (_, guild, open, closed) => {
    const statements = [
      trip({ ...both, ago: [open] }),
      trip({ ...both, channel: "200", time: IN_MAY, ago: [closed] }),
    ]
    await know(
      guild,
      statements.toSorted((a, b) => (b.ago?.[0] ?? 0) - (a.ago?.[0] ?? 0)),
    )
    expect(await timed(guild)).toMatchObject({ when: "2027-05-16" })
    expect(await timed(guild, OPENLY)).toMatchObject({ when: null, expires: NOON + (30 - open) * DAY })
    const { memories } = await ok<{ memories: { time: unknown; expires_at: unknown }[] }>(
      "GET",
      `/v1/guilds/${guild}/members/11/export?viewer_id=11`,
    )
    expect(JSON.stringify(memories)).toContain("2027-05-16")
    const others = await ok<{ memories: { time: unknown }[] }>(
      "GET",
      `/v1/guilds/${guild}/members/11/profile${OPENLY}`,
    )
    expect(JSON.stringify(others)).not.toContain("2027-05-16")
  },
)

test("a date said in a closed channel does not keep a plan alive for readers of an open one", async () => {
  const guild = "7640006"
  await know(guild, [trip({ ...both, ago: [4] }), trip({ ...both, channel: "200", time: IN_MAY, ago: [2] })])
  const status = async (query: string) => {
    const { items } = await ok<Page<MemoryBody>>("GET", `/v1/guilds/${guild}/memories${query}`)
    return items.find(({ fact }) => fact === TRIP)?.status
  }
  const profile = async (query: string) =>
    JSON.stringify(await ok("GET", `/v1/guilds/${guild}/members/11/profile${query}`))
  vi.setSystemTime(NIGHT + 60 * DAY)
  expect(await status("?status=active")).toBe("active")
  expect(await profile("")).toContain(TRIP)
  expect(await status(`${OPENLY}&status=active`)).not.toBe("active")
  expect(await profile(OPENLY)).not.toContain(TRIP)
  const recalled = async (channel: string) =>
    JSON.stringify(
      await ok("POST", `/v1/guilds/${guild}/recall`, { channel_id: channel, query: "Where does Ada go?" }),
    )
  expect(await recalled("200")).toContain(TRIP)
  expect(await recalled("100")).not.toContain(TRIP)
})

test("a date disappears with the message that named it", async () => {
  const guild = "7640003"
  await know(guild, [trip({ ago: [4] }), trip({ time: IN_MAY, ago: [2] })])
  expect(await timed(guild)).toMatchObject({ when: "2027-05-16", expires: END_OF_MAY_16 + DAY })
  await retractStatement(guild, 2)
  expect(await timed(guild)).toMatchObject({ when: null, expires: NOON + 26 * DAY })
})

test("a statement from before facts had times names no date, whatever is said and deleted later", async () => {
  const guild = "7640004"
  await know(guild, [trip({ ago: [4] })])
  await env.DB.prepare("UPDATE evidence SET filing = NULL WHERE guild_id = ?").bind(guild).run()
  await learn(guild, trip({ time: IN_MAY, ago: [2] }))
  await retractStatement(guild, 2)
  expect(await timed(guild)).toMatchObject({ when: null, expires: NOON + 26 * DAY })
})

test("a habit that ends on a date ends then, although a night makes it permanent, and later nights leave it alone", async () => {
  const guild = "7640005"
  await know(guild, [
    { fact: "Ada has a cat" },
    trip({ type: "preference", time: UNTIL_MAY, ago: [5, 3, 1] }),
  ])
  const version = async () =>
    env.DB.prepare("SELECT version FROM memories WHERE guild_id = ? AND fact = ?").bind(guild, TRIP).first()
  await runReviewNight(guild, null)
  expect(await timed(guild)).toMatchObject({ until: "2027-05-16", expires: END_OF_MAY_16 })
  const before = await version()
  await runReviewNight(guild, null, { at: NIGHT + DAY })
  expect(await version()).toEqual(before)
})

test("a date that a person sets stays, whatever is said and deleted later, until a person clears it", async () => {
  const guild = "7640016"
  await know(guild, [trip({ time: IN_MAY, ago: [4] })])
  const { id } = (await timed(guild)) ?? { id: "" }
  const path = `/v1/guilds/${guild}/memories/${id}`
  vi.setSystemTime(NOON - 3 * DAY)
  await ok("PATCH", path, { when: "2027-06-01", until: "2027-06-10" })
  const set = { when: "2027-06-01", until: "2027-06-10", expires: Date.parse("2027-06-11T00:00:00Z") - 1 }
  expect(await timed(guild)).toMatchObject(set)
  await learn(guild, trip({ time: UNTIL_MAY, ago: [2] }))
  vi.setSystemTime(NIGHT)
  expect(await timed(guild)).toMatchObject(set)
  await retractStatement(guild, 2)
  expect(await timed(guild)).toMatchObject(set)
  await ok("PATCH", path, { until: null })
  expect(await timed(guild)).toMatchObject({ when: "2027-06-01", until: null })
  await ok("PATCH", path, { when: null })
  expect(await timed(guild)).toMatchObject({ when: null, until: null, expires: NOON + 26 * DAY })
})

test.each([
  ["7640017", { when: "tomorrow" }, "body.when"],
  ["7640018", { until: "2027-02-30" }, "body.until"],
  ["7640019", { when: "2027-06-10", until: "2027-06-01" }, "body.until"],
])("in guild %s, a correction to %j is refused and changes nothing", async (guild, change, field) => {
  await know(guild, [trip({ time: IN_MAY, ago: [4] })])
  const before = await timed(guild)
  const answer = await call<{ errors: { field: string }[] }>(
    "PATCH",
    `/v1/guilds/${guild}/memories/${before?.id}`,
    change,
  )
  expect(answer.status).toBe(400)
  expect(answer.body.errors.map((error) => error.field)).toEqual([field])
  expect(await timed(guild)).toEqual(before)
})
