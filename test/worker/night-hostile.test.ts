/**
 * Whatever a night's model replies, facts stay known, nobody reads invented text, and the next good night is
 * unaffected.
 */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { deep, isDeep, seed } from "../dice.ts"
import { NOON } from "./builders.ts"
import { copyGuild, type GuildCopy, restoreGuild } from "./guild-copy.ts"
import { Dice } from "./leaks-dice.ts"
import { careful, HOSTILE, random, type Says } from "./night-hostile-replies.ts"
import {
  expectDone,
  expectNothingLost,
  knownIn,
  settled,
  talks,
  writtenTexts,
} from "./night-hostile-world.ts"
import { night, type Scripted, scripted } from "./night-stage.ts"
import { DAY, learn } from "./profiles-world.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON })
  for (const kind of ["error", "warn"] as const) vi.spyOn(console, kind).mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Runs the night after day `day`, starting at 0. */
async function nightAfter(guild: string, day: number, chat: Scripted): Promise<string> {
  const at = NOON + (day + 1) * DAY
  vi.setSystemTime(at)
  await night(guild, { at, tools: { chat } })
  return `${guild}_${new Date(at).toISOString().slice(0, 10)}`
}

/** Words that occur only in hostile replies and in nothing anyone said. */
const INVENTED =
  /4711|1987|zanzibar|embezzl|hunter2|9912|evil\.example|<@|@everyone|```|<b>|previous instructions|an admin|thief|poem|\u202e|\p{Cc}(?<!\n)/iu
/**
 * Words each audience may read about: the open channel's people, the closed channel's, and facts about one
 * person alone.
 */
const OF_OPEN = /greenhouse|heater/iu
const OF_CLOSED = /\bDora\b|zugzwang/iu
const OF_ONE: [id: string, facts: RegExp][] = [
  ["11", /\bMiso\b|cello|dark roast/iu],
  ["12", /walnut|stamps|motorbike/iu],
  ["13", /marathon|basque/iu],
]

async function expectFit(guild: string, which: string): Promise<void> {
  for (const { people, text } of await writtenTexts(guild)) {
    expect(text, which).not.toMatch(INVENTED)
    expect(text.length, which).toBeLessThan(6_000)
    const isClosed = people.some((id) => id === "13" || id === "16")
    expect(text, which).not.toMatch(isClosed ? OF_OPEN : OF_CLOSED)
    for (const [id, facts] of OF_ONE) if (!people.includes(id)) expect(text, which).not.toMatch(facts)
  }
}

/** Adds news about everyone close to known facts, so that the night reviews them again. */
async function news(guild: string, series: number): Promise<void> {
  await learn(guild, { fact: "Ada has a cat and a dog", ago: [-1.5] })
  await learn(guild, { fact: "Bob is a nurse and likes Lyon", about: "12", ago: [-1.5] })
  await talks(guild, 1, series)
}

/** Returns what is known and readable at the end. */
async function endOf(guild: string): Promise<unknown> {
  const queries = [
    `SELECT m.subject_id, m.fact, m.status, m.section, m.merged, m.confidence, m.evidence_count, m.expires_at, s.fact AS successor, c.fact AS contradicts
      FROM memories m LEFT JOIN memories s ON s.id = m.superseded_by LEFT JOIN memories c ON c.id = m.contradicts WHERE m.guild_id = ? ORDER BY m.fact`,
    "SELECT m.fact AS of, substr(e.message_id, 7) AS message, e.fact FROM evidence e JOIN memories m ON m.id = e.memory_id WHERE e.guild_id = ? ORDER BY 1, 2",
    "SELECT title, summary, participants FROM notes WHERE guild_id = ? AND kind = 'topic_cluster' AND id > 't_2026-11-21' ORDER BY 1, 2",
    "SELECT step FROM run_drafts WHERE guild_id = ?",
  ]
  const found = await env.DB.batch(queries.map((query) => env.DB.prepare(query).bind(guild)))
  return found.map(({ results }) => results)
}

test("a careful reply merges equal facts, groups conversations and describes what was done", async () => {
  await settled("9600")
  const model = scripted(careful)
  const run = await nightAfter("9600", 0, model)
  const { memories } = await knownIn("9600")
  const gone = [...memories.values()].filter(({ merged }) => merged).map(({ fact }) => fact)
  expect(gone.sort()).toEqual(["Ada has a cat", "Bob works as a nurse"])
  const told = await writtenTexts("9600")
  expect(told.filter(({ sources }) => sources > 1).length).toBeGreaterThan(0)
  expect(told.filter(({ sources }) => sources === 0).length).toBeGreaterThan(0)
  expect(new Set(model.requests.map(({ purpose }) => purpose)).size).toBe(3)
  await expectDone("9600", run, model)
})

/** Runs the next day and a night with a careful model. */
async function goodNight(guild: string, series: number): Promise<void> {
  vi.setSystemTime(NOON + DAY)
  await news(guild, series)
  await nightAfter(guild, 1, scripted(careful))
}

const GUILD = "961000"
let start: GuildCopy | undefined
/** Restores the guild to the time before its first night. */
async function beforeFirstNight(): Promise<void> {
  if (start === undefined) {
    await settled(GUILD)
    start = await copyGuild(GUILD)
  }
  vi.setSystemTime(NOON)
  await restoreGuild(start)
}

let without: unknown
/** The end state of a guild without the first night, computed once. */
async function endWithout(): Promise<unknown> {
  if (without !== undefined) return without
  await beforeFirstNight()
  await goodNight(GUILD, 0)
  without = await endOf(GUILD)
  return without
}

deep.each(Object.keys(HOSTILE).map((which, index) => ({ which, index })))(
  "a night whose model replies with $which loses no fact and tells nothing unfit, and the next night makes up for it",
  async ({ which, index }) => {
    const without = await endWithout()
    await beforeFirstNight()
    const before = await knownIn(GUILD)
    const model = scripted(HOSTILE[which] as Says)
    const run = await nightAfter(GUILD, 0, model)
    expect(new Set(model.requests.map(({ purpose }) => purpose)).size).toBe(3)
    await expectNothingLost(GUILD, before, which)
    await expectFit(GUILD, which)
    await expectDone(GUILD, run, model)

    await goodNight(GUILD, index + 1)
    await expectFit(GUILD, which)
    expect(await endOf(GUILD)).toEqual(without)
  },
)

const NIGHTS = Number(env.HOSTILE_NIGHTS ?? (isDeep ? 200 : 30))
const NIGHTS_OF_ONE = 10

deep(
  "no random replies over several nights lose a fact or make one up",
  {
    timeout: 1_800_000,
  },
  async () => {
    for (let guild = 0; guild * NIGHTS_OF_ONE < NIGHTS; guild++) {
      const id = String(963_000 + guild)
      const dice = new Dice(seed * 1_000 + guild)
      const model = scripted(random(dice))
      await settled(id)
      for (let day = 0; day < NIGHTS_OF_ONE; day++) {
        const which = `seed ${seed}, guild ${guild}, night ${day}`
        // Reviews everybody again as if all were new.
        await env.DB.prepare("UPDATE members SET consolidated_at = NULL WHERE guild_id = ?").bind(id).run()
        const before = await knownIn(id)
        const paid = model.billed.length
        const run = await nightAfter(id, day, model)
        expect(model.billed.length, which).toBeGreaterThan(paid)
        await expectNothingLost(id, before, which)
        await expectFit(id, which)
        await expectState(run)
        await talks(id, day + 1)
      }
    }
  },
)

async function expectState(run: string): Promise<void> {
  const row = await env.DB.prepare("SELECT state FROM runs WHERE id = ?").bind(run).first()
  expect(row, run).toEqual({ state: "done" })
}
