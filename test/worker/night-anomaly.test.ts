/**
 * A single failure in a night leaves the same end state as no failure, for every step, model call and
 * database call, whether or not it took effect.
 */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { ExtractionReply } from "../../src/extraction/reply.ts"
import { deep, everyFourth } from "../dice.ts"
import { careful } from "./fortnight.ts"
import { copyGuild, type GuildCopy, restoreGuild } from "./guild-copy.ts"
import { call, hear, ok, talk } from "./http.ts"
import { night, type Scripted, type StepFault, scripted, stage } from "./night-stage.ts"
import { faultsOfDatabase, guildRows } from "./snapshot.ts"
import { channelOf, claim, equip, type Fault, faultsOf, faulty } from "./stand-ins.ts"

type Claim = ExtractionReply["claims"][number]

const START = Date.parse("2061-05-02T09:00:00Z")
const HOUR = 3_600_000
const DAY = 24 * HOUR
const GUILD = "6600"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START })
  for (const kind of ["error", "warn"] as const) vi.spyOn(console, kind).mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const PREFERENCE = { type: "preference", section: "opinions", lifetime: "90d" } as const
/** Claims extracted from a conversation, by a word in it. */
const TOLD: Record<string, Claim[]> = {
  heron: [
    claim("P1", "Ada has a cat named Miso.", { section: "interests" }),
    claim("P1", "Ada prefers dark roast coffee.", PREFERENCE),
    claim("P1", "Ada saw a heron.", { type: "episode", lifetime: "1d" }),
    claim("P1", "Ada plays the cello.", { section: "other" }),
  ],
  menace: [
    claim("P1", "Ada's cat is called Miso.", { section: "interests" }),
    claim("P1", "Ada prefers dark roast coffee.", PREFERENCE),
  ],
}
const HEARD = [
  [-72, "my cat named Miso saw a heron, I prefer dark roast coffee and play the cello"],
  [0, "Miso, my cat, is called a menace, dark roast coffee please, as I prefer"],
  [1, "I say the bread is flat"],
  [2, "I say the garden is dry"],
] as const
const ELSEWHERE = [
  [0, "I bake the bread again"],
  [1, "I water the garden again"],
  [2, "I say the bread rose"],
] as const

/** A model that extracts those claims and gives each conversation a title for grouping. */
const reader = {
  run: async (_: string, { messages }: { messages: { content: string }[] }) => {
    const prompt = messages.at(-1)?.content ?? ""
    const word = ["bread", "garden", "coffee"].find((one) => prompt.includes(one)) ?? "rest"
    const claims = Object.keys(TOLD).flatMap((key) => (prompt.includes(key) ? (TOLD[key] ?? []) : []))
    const response = {
      title: `Talk about the ${word}`,
      summary: `Ada and Bo talked about the ${word}.`,
      claims,
      people: [],
    }
    return { response, usage: { prompt_tokens: 100, completion_tokens: 20 } }
  },
}

/** A day after which a night merges, promotes, moves, deletes, groups and writes something. */
async function eventfulDay(): Promise<void> {
  vi.setSystemTime(START)
  await ok("PUT", `/v1/guilds/${GUILD}/settings`, {
    retention: { expired_days: 1 },
    night: { promote_days: 2 },
  })
  for (const [channel, heard] of [
    ["100", HEARD],
    ["101", ELSEWHERE],
  ] as const) {
    // Only `run` of the binding is ever called.
    await equip(channelOf(GUILD, channel), { AI: reader as unknown as Ai })
    const lines = heard.flatMap(([hour, words], index) =>
      talk(Number(channel) * 100 + index * 10, START + hour * HOUR, [
        ["11", "Ada", words],
        ["12", "Bo", "true"],
      ]),
    )
    vi.setSystemTime(START + 3 * HOUR)
    await hear(GUILD, channel, lines)
  }
}

interface Trouble {
  step?: (name: string, begun: number) => StepFault
  database?: (call: number) => Fault
  /** Runs the night by an object's alarm, which is killed after each step. */
  byAlarm?: boolean
  /** Number of the failing model call, starting at 1. */
  modelCall?: number
}

interface Lived {
  begun: number
  calls: number
  model: Scripted
}

let day: GuildCopy | undefined

/** Restores the guild to the end of that day, which runs only once. */
async function afterEventfulDay(): Promise<void> {
  if (day === undefined) {
    await eventfulDay()
    day = await copyGuild(GUILD)
  }
  await restoreGuild(day)
}

/**
 * Runs the night after that day with its failures and, if `next`, another night that completes what was left.
 */
async function eventfulNight(trouble: Trouble = {}, next = false): Promise<Lived> {
  await afterEventfulDay()
  const model = scripted((request, call) => {
    if (call === trouble.modelCall) throw new Error("down")
    return careful(request)
  })
  const count = { calls: 0 }
  const DB = faulty(env.DB, trouble.database ?? (() => null), count)
  const fault = trouble.step ?? (() => null)
  vi.setSystemTime(START + DAY)
  const steps = await night(GUILD, {
    at: START + DAY,
    ...(trouble.byAlarm ? { alarm: fault } : { steps: stage(fault) }),
    tools: { chat: model },
    bindings: { ...env, DB },
  })
  const calls = model.requests.length
  vi.setSystemTime(START + 2 * DAY)
  if (next) await night(GUILD, { at: START + 2 * DAY, tools: { chat: model } })
  return {
    begun: steps.begun,
    calls: count.calls,
    model: { ...model, requests: model.requests.slice(0, calls) },
  }
}

/** Returns everything a guild holds at the end, without how it got there. */
async function endOf(): Promise<unknown> {
  const { usage: _, ...rows } = await guildRows(GUILD)
  const more = {
    clusters: `SELECT n.title, n.summary, (SELECT count(*) FROM note_sources s WHERE s.cluster_id = n.id) AS sources FROM notes n WHERE n.guild_id = ? AND n.kind = 'topic_cluster' ORDER BY 1, 2`,
    drafts: "SELECT step FROM run_drafts WHERE guild_id = ?",
    merged: "SELECT fact FROM memories WHERE guild_id = ? AND merged ORDER BY 1",
    looked: "SELECT id, consolidated_at IS NOT NULL AS looked FROM members WHERE guild_id = ? ORDER BY id",
  }
  const found = await env.DB.batch(Object.values(more).map((query) => env.DB.prepare(query).bind(GUILD)))
  return {
    ...rows,
    ...Object.fromEntries(Object.keys(more).map((name, index) => [name, found[index]?.results])),
  }
}

async function tokensOf(): Promise<unknown> {
  const rows = await env.DB.prepare(
    "SELECT purpose, sum(input_tokens) AS input, sum(output_tokens) AS output FROM usage WHERE guild_id = ? AND purpose <> 'extraction' GROUP BY purpose ORDER BY 1",
  )
    .bind(GUILD)
    .all()
  return rows.results
}

test("every night of these tests starts from the same day", async () => {
  await eventfulNight()
  await afterEventfulDay()
  expect(await copyGuild(GUILD)).toEqual(day)
})

test("a night without failures does something of every kind", async () => {
  const { model } = await eventfulNight()
  const end = (await endOf()) as {
    clusters: unknown[]
    merged: unknown[]
    memories: { fact: string; expires_at: number | null }[]
  }
  expect(end.merged).toEqual([{ fact: "Ada's cat is called Miso." }])
  expect(end.clusters).not.toEqual([])
  expect(end.memories.find(({ fact }) => /dark roast/.test(fact))?.expires_at).toBeNull()
  expect(end.memories.filter(({ fact }) => /heron/.test(fact))).toEqual([])
  expect(new Set(model.requests.map(({ purpose }) => purpose)).size).toBe(3)
  expect(await call("GET", `/v1/guilds/${GUILD}/memories`)).toMatchObject({ status: 200 })
})

deep.each([
  { by: "a Workflow", byAlarm: false },
  { by: "an alarm", byAlarm: true },
])(
  "run by $by, a night ends the same and pays nothing twice, whichever step fails before or after it runs",
  async ({ byAlarm }) => {
    const whole = await eventfulNight()
    const [end, tokens] = [await endOf(), await tokensOf()]
    expect(whole.begun).toBeGreaterThan(5)
    for (const { at, fault } of [{ at: 0, fault: null }, ...everyFourth(faultsOf(whole.begun))]) {
      const { begun } = await eventfulNight({ byAlarm, step: (_, begun) => (begun === at ? fault : null) })
      expect(begun, `step ${at} failed ${fault}`).toBe(whole.begun + (fault === null ? 0 : 1))
      expect(await endOf(), `step ${at} failed ${fault}`).toEqual(end)
      expect(await tokensOf(), `step ${at} failed ${fault}`).toEqual(tokens)
    }
    expect(await faultsOfDatabase()).toEqual([])
  },
  240_000,
)

deep(
  "a night ends the same and pays nothing twice, whichever database call fails, before or after taking effect",
  async () => {
    const whole = await eventfulNight()
    const [end, tokens] = [await endOf(), await tokensOf()]
    expect(whole.calls).toBeGreaterThan(10)
    for (const { at, fault } of everyFourth(faultsOf(whole.calls))) {
      await eventfulNight({ database: (number) => (number === at ? fault : null) })
      expect(await endOf(), `call ${at} failed ${fault} taking effect`).toEqual(end)
      expect(await tokensOf(), `call ${at} failed ${fault} taking effect`).toEqual(tokens)
      expect(await faultsOfDatabase(), `call ${at} failed ${fault} taking effect`).toEqual([])
    }
  },
  480_000,
)

deep(
  "the next night makes up for any failed model call",
  async () => {
    const whole = await eventfulNight({}, true)
    const end = await endOf()
    expect(whole.model.requests.length).toBeGreaterThanOrEqual(3)
    for (let failing = 1; failing <= whole.model.requests.length; failing++) {
      await eventfulNight({ modelCall: failing }, true)
      expect(await endOf(), `call ${failing} of the model failed`).toEqual(end)
    }
    expect(await faultsOfDatabase()).toEqual([])
  },
  240_000,
)
