/**
 * A memory's type, section, importance and lifetime follow the statements that still stand, and each reader
 * sees them from the statements they may read.
 */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Filing, IMPORTANCES, SECTIONS, TYPES } from "../../src/domain/types.ts"
import { guildDatabase, runBatch } from "../../src/memory/db/database.ts"
import { purgePages } from "../../src/memory/removal/purge.ts"
import { retractMessages, retractToldWords } from "../../src/memory/removal/retract.ts"
import {
  consolidateMemories,
  consolidationStatements,
  readMemoryEvidence,
} from "../../src/memory/write/consolidate.ts"
import { deep } from "../dice.ts"
import { NOON } from "./builders.ts"
import { type ErasureBody, erasure } from "./erasing-world.ts"
import { type MemoryBody, ok, type Page, recall } from "./http.ts"
import { Dice } from "./leaks-dice.ts"
import { asks, runCommand } from "./people-world.ts"
import { DAY, type Fact, know, learn, NIGHT, refOf, runReviewNight } from "./profiles-world.ts"

/** A night reviews only people with more than one fact. */
const CAT: Fact = { fact: "Ada has a cat" }
/** Everyone reads channel 100, and only an admin also reads channel 200. */
const OPENLY = "?channel_id=100"
const TEA = "Ada likes tea"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NIGHT })
})
afterEach(() => {
  vi.useRealTimers()
})

const tea = (given: Partial<Fact> = {}): Fact => ({
  ...{ fact: TEA, type: "preference", section: "opinions", lifetime: "90d" },
  ...given,
})

/** A statement made in the open, and one made in a closed channel before or after it. */
const LOUD: Partial<Fact> = {
  ...{ channel: "200", type: "profile", section: "interests", lifetime: "permanent", importance: "high" },
}
/** A fact said when everyone still read channel 200. */
const formerly = (fact: Fact): Fact => ({ ...fact, peers: ["100", "200"] })
const QUIET: Partial<Fact> = { importance: "low", lifetime: "30d" }

/** Turns a person's statement into one told directly, with no message behind it. */
async function tellDirectly(guild: string, by: string): Promise<string> {
  const ref = `told:1:${TEA}`
  await env.DB.prepare(
    "UPDATE evidence SET message_id = NULL, window_id = NULL, channel_id = NULL, ref = ? WHERE guild_id = ? AND author_id = ?",
  )
    .bind(ref, guild, by)
    .run()
  return ref
}

/** A listed memory with its filing. */
type Filed = MemoryBody & Filing & { expires_at: string | null }

async function listed(guild: string, query = ""): Promise<Filed[]> {
  return (await ok<Page<Filed>>("GET", `/v1/guilds/${guild}/memories${query}`)).items
}

async function filed(
  guild: string,
  query = "",
): Promise<(Omit<Filing, "time"> & { expires: number | null }) | undefined> {
  const one = (await listed(guild, query)).find(({ fact }) => fact === TEA)
  if (!one) return undefined
  const { type, section, importance, lifetime, expires_at } = one
  return {
    type,
    section,
    importance,
    lifetime,
    expires: expires_at === null ? null : Date.parse(expires_at),
  }
}

/** Retracts the messages of these days as if they had been deleted. */
function takeBack(guild: string, ...days: number[]): Promise<unknown> {
  const messages = days.map((ago) => refOf(guild, TEA, ago))
  return retractMessages(guildDatabase(env, guild), guild, { messages }, NIGHT)
}

test("a fact made permanent for being said on three days gets its own lifetime back when one of them is deleted", async () => {
  const guild = "7630001"
  await know(guild, [CAT, tea({ ago: [5, 3, 1] })])
  await runReviewNight(guild, null)
  expect(await filed(guild)).toMatchObject({ lifetime: "permanent", expires: null })
  await takeBack(guild, 1)
  expect(await filed(guild)).toMatchObject({ lifetime: "90d", expires: NOON - 3 * DAY + 90 * DAY })
  await learn(guild, tea({ ago: [0] }))
  await runReviewNight(guild, null, { at: NIGHT + DAY })
  expect(await filed(guild)).toMatchObject({ lifetime: "permanent", expires: null })
})

test("a permanent fact stays permanent while it was said on enough days, however many messages are deleted", async () => {
  const guild = "7630002"
  await know(guild, [CAT, tea({ ago: [7, 5, 3, 1] })])
  await runReviewNight(guild, null)
  await takeBack(guild, 7)
  expect(await filed(guild)).toMatchObject({ lifetime: "permanent", expires: null })
  await takeBack(guild, 3, 5)
  expect(await filed(guild)).toMatchObject({ lifetime: "90d", expires: NOON - DAY + 90 * DAY })
})

test("a fact that has expired without its deleted messages is not recalled, and is purged like any expired fact", async () => {
  const guild = "7630003"
  await know(guild, [CAT, tea({ lifetime: "7d", ago: [30, 20, 1] })])
  await runReviewNight(guild, null)
  const told = async () => JSON.stringify(await recall(guild, { query: "tea" })).includes(TEA)
  expect(await told()).toBe(true)
  await takeBack(guild, 1)
  expect(await filed(guild)).toMatchObject({ expires: NOON - 13 * DAY })
  expect(await told()).toBe(false)
  const none = {
    notes: null,
    history: null,
    windows: null,
    audit: null,
    usage: null,
    runs: null,
    labels: null,
    events: null,
    claims: null,
    stats: null,
    digests: 0,
  }
  const purge = {
    guildId: guild,
    before: { ...none, namePrints: 0, expired: NIGHT },
    day: "2026-11-21",
    now: NIGHT,
  }
  expect((await purgePages(guildDatabase(env, guild), purge, () => true)).gone).toEqual({ expired: 1 })
  expect(await filed(guild)).toBeUndefined()
})

test("a fact told directly counts like any other statement, and is removed with its author", async () => {
  const guild = "7630004"
  await know(guild, [CAT, tea({ ago: [5, 3] }), tea({ ago: [1], by: "12" })])
  const ref = await tellDirectly(guild, "12")
  await runReviewNight(guild, null)
  const [memory] = (await listed(guild)).filter(({ fact }) => fact === TEA)
  expect(memory).toMatchObject({ lifetime: "permanent", evidence_count: 3 })
  const line = { memoryId: memory?.id ?? "", ref }
  const done = await retractToldWords(guildDatabase(env, guild), guild, [line], NIGHT)
  expect(done).toEqual({ removed: 0, changed: 1, windows: 0 })
  expect(await filed(guild)).toMatchObject({ lifetime: "90d", expires: NOON - 3 * DAY + 90 * DAY })
})

test("erasing a person withdraws the effect of their statements, including those told directly", async () => {
  const guild = "7630005"
  await know(guild, [tea({ ...QUIET, ago: [5, 3] }), tea({ ...LOUD, ago: [1], by: "12" })])
  await tellDirectly(guild, "12")
  await runReviewNight(guild, null)
  expect(await filed(guild)).toMatchObject({ lifetime: "permanent", importance: "high" })
  const { id } = await ok<ErasureBody>("POST", `/v1/guilds/${guild}/members/12/erase`, {})
  // The alarms run by themselves, because the platform's clock is already past their time.
  await vi.waitFor(async () => expect(await erasure(guild, id)).toMatchObject({ state: "done" }), 10_000)
  expect(await filed(guild)).toMatchObject({ importance: "low", lifetime: "30d", expires: NOON + 27 * DAY })
})

test.each<[string, string, number, (() => Fact)[]]>([
  ["after it", "7630010", 4, [() => tea({ ...QUIET, ago: [4] }), () => tea({ ...LOUD, by: "12", ago: [2] })]],
  [
    "before it",
    "7630011",
    2,
    [() => tea({ ...LOUD, by: "12", ago: [4] }), () => tea({ ...QUIET, ago: [2] })],
  ],
])(
  "a reader of a single statement sees the fact as that statement filed it, whatever was said %s elsewhere",
  async (_, guild, ago, said) => {
    await know(
      guild,
      said.map((one) => formerly(one())),
    )
    const expected = {
      ...{ type: "preference", section: "opinions", importance: "low", lifetime: "30d" },
      expires: NOON + (30 - ago) * DAY,
    }
    expect(await filed(guild, OPENLY)).toEqual(expected)
    expect(await filed(guild)).toMatchObject({ importance: "high", lifetime: "permanent", expires: null })
    const { sections, expiring } = await ok<{ sections: unknown; expiring: Filed[] }>(
      "GET",
      `/v1/guilds/${guild}/members/11/profile${OPENLY}`,
    )
    expect(JSON.stringify(sections)).not.toContain(TEA)
    expect(expiring).toMatchObject([{ fact: TEA, lifetime: "30d", section: "opinions", importance: "low" }])
    const byType = async (type: string, query: string) =>
      (await listed(guild, `?type=${type}&${query}`)).map(({ fact }) => fact)
    expect(await byType("preference", "channel_id=100")).toEqual([TEA])
    expect(await byType("profile", "channel_id=100")).toEqual([])
    const handed = await ok<{ memories: Filing[] }>(
      "GET",
      `/v1/guilds/${guild}/members/11/export?viewer_id=11`,
    )
    expect(handed.memories).toMatchObject([
      { type: "preference", section: "opinions", importance: "low", lifetime: "30d" },
    ])
  },
)

test("a fact whose filing statement is deleted is filed by the remaining ones", async () => {
  const guild = "7630012"
  await know(guild, [tea({ ...LOUD, ago: [4] }), tea({ ...QUIET, ago: [2] })])
  await takeBack(guild, 4)
  const left = { type: "preference", section: "opinions", importance: "low", lifetime: "30d" }
  expect(await filed(guild)).toEqual({ ...left, expires: NOON + 28 * DAY })
  expect(await filed(guild, OPENLY)).toEqual({ ...left, expires: NOON + 28 * DAY })
})

test("statements elsewhere change nothing in an open channel's answers: no rank, no score, no list", async () => {
  const open = [
    tea(QUIET),
    tea({ fact: "Ada likes tea with honey and lemon", importance: "medium", ago: [3] }),
    tea({ fact: "Ada brews tea in clay pots", importance: "low", ago: [1] }),
  ]
  const [plain, talked] = ["7630013", "7630014"]
  await know(plain, open)
  await know(talked, [...open, tea({ ...LOUD, ago: [6] }), tea({ ...LOUD, ago: [1] })])
  const answers = async (guild: string) => {
    const ask = { query: "Which tea does Ada like?", channel_id: "100", mentions: ["11"] }
    const { items } = await ok<{ items: { text: string; score: number }[] }>(
      "POST",
      `/v1/guilds/${guild}/recall`,
      ask,
    )
    const shown = (await listed(guild, OPENLY)).map(({ fact, lifetime, importance, type }) => ({
      ...{ fact, lifetime, importance, type },
    }))
    return { items: items.map(({ text, score }) => ({ text, score })), shown }
  }
  const told = await answers(plain)
  expect(told.shown).toHaveLength(3)
  expect(told.items.length).toBeGreaterThan(2)
  expect(await answers(talked)).toEqual(told)
})

test("a fact that is permanent thanks to unreadable days expires for a reader as the readable statements do", async () => {
  const guild = "7630015"
  // A night reviews facts that the same people read together.
  const cats = [CAT, { ...CAT, channel: "200", ago: [7] }]
  const said = [...cats, tea({ ago: [5] }), tea({ channel: "200", ago: [3, 2] })]
  await know(guild, said.map(formerly))
  await runReviewNight(guild, null)
  expect(await filed(guild)).toMatchObject({ lifetime: "permanent", expires: null })
  expect(await filed(guild, OPENLY)).toMatchObject({ lifetime: "90d", expires: NOON + 85 * DAY })
  await learn(guild, formerly(tea({ ago: [1, 0] })))
  expect(await filed(guild, OPENLY)).toMatchObject({ lifetime: "permanent", expires: null })
})

test("a statement stored before filings existed keeps its memory's filing of that time, whatever is said later", async () => {
  const guild = "7630016"
  await know(guild, [tea(QUIET)])
  await env.DB.prepare("UPDATE evidence SET filing = NULL WHERE guild_id = ?").bind(guild).run()
  expect(await filed(guild, OPENLY)).toMatchObject({ importance: "low", lifetime: "30d" })
  await learn(guild, tea({ ...LOUD, ago: [1] }))
  expect(await filed(guild)).toMatchObject({ importance: "high", lifetime: "permanent" })
  expect(await filed(guild, OPENLY)).toMatchObject({ importance: "low", lifetime: "30d" })
})

test("a filing set by a person applies to every reader, whatever is said or deleted later", async () => {
  const guild = "7630017"
  await know(guild, [tea(QUIET)])
  const [memory] = await listed(guild)
  await ok("PATCH", `/v1/guilds/${guild}/memories/${memory?.id}`, { lifetime: "7d", importance: "medium" })
  await learn(guild, tea({ ...LOUD, ago: [1] }))
  await learn(guild, tea({ ago: [0] }))
  await runReviewNight(guild, null)
  for (const query of ["", OPENLY])
    expect(await filed(guild, query)).toMatchObject({
      importance: "medium",
      lifetime: "7d",
      expires: NOON + 7 * DAY,
    })
  await takeBack(guild, 0, 1)
  expect(await filed(guild)).toMatchObject({ importance: "medium", lifetime: "7d", expires: NOON + 5 * DAY })
})

deep("a reader of some statements sees many facts exactly as if nothing else had been said", async () => {
  const dice = new Dice(40)
  const any = <T>(all: readonly T[]): T => dice.pick(all)
  const hobbies = ["chess", "opera", "sailing", "pottery", "origami", "falconry", "curling", "topiary"]
  const tellings = hobbies.flatMap((hobby) =>
    [9, 7, 6, 4, 3, 1].map(
      (ago, nth): Fact => ({
        fact: `Ada does ${hobby}`,
        channel: nth === 0 ? "100" : any(["100", "200"]),
        ...{ type: any(TYPES), section: any(SECTIONS), importance: any(IMPORTANCES), ago: [ago] },
        lifetime: any(["30d", "90d", "90d"]),
      }),
    ),
  )
  const [whole, part] = ["7630018", "7630019"]
  await know(whole, tellings)
  await know(
    part,
    tellings.filter(({ channel }) => channel === "100"),
  )
  // Facts said in the open on three days become permanent there too.
  for (const guild of [whole, part]) await runReviewNight(guild, null)
  const shown = async (guild: string, query = "") =>
    (await listed(guild, query))
      .map(({ fact, type, section, importance, lifetime, expires_at }) => ({
        ...{ fact, type, section, importance, lifetime, expires_at },
      }))
      .sort((a, b) => (a.fact < b.fact ? -1 : 1))
  const told = await shown(part)
  expect(told).toHaveLength(hobbies.length)
  expect(await shown(whole, OPENLY)).toEqual(told)
  expect(await shown(whole)).not.toEqual(told)
})

test("a section set by a night applies to every reader of those statements until they are deleted", async () => {
  const guild = "7630020"
  await know(guild, [tea({ ...QUIET, ago: [4] }), tea({ ...LOUD, ago: [2] })].map(formerly))
  const database = guildDatabase(env, guild)
  const known = await readMemoryEvidence(database, guild, [{ scope: "user", id: "11" }], false)
  const memory = known[0]?.memory.id ?? ""
  const rule = { now: NIGHT, promoteDays: 3, timezone: "UTC", samePeers: () => true, unfit: () => false }
  const done = consolidateMemories(known, [{ kind: "section", memory, section: "bio" }], rule)
  await runBatch(database, consolidationStatements(guild, known, done))
  for (const query of ["", OPENLY]) expect(await filed(guild, query)).toMatchObject({ section: "bio" })
  await learn(guild, formerly(tea({ ago: [1] })))
  await takeBack(guild, 4)
  expect(await filed(guild, OPENLY)).toMatchObject({ section: "opinions", lifetime: "90d" })
  expect(await filed(guild)).toMatchObject({ section: "bio", lifetime: "permanent" })
})

test("a person who repeats a fact known elsewhere is answered with the filing of their own statement", async () => {
  const guild = "7630021"
  await know(guild, [tea({ ...LOUD, by: "12", ago: [4], fact: "Ada loves tea" })])
  const told = await runCommand(asks(guild, { id: "11", name: "Ada" }, { channelId: "100" }), "remember", {
    values: { fact: "I love tea" },
  })
  expect(told.text).toContain("Ada loves tea")
  expect(told.text).toContain("expires")
  const known = (await listed(guild)).filter(({ fact }) => fact === "Ada loves tea")
  expect(known).toMatchObject([
    { lifetime: "90d", evidence_count: 1 },
    { lifetime: "permanent", evidence_count: 1 },
  ])
})
