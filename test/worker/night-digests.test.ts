/**
 * Nights write digests, so that the first reader in the morning gets a model's prose that was paid for once.
 */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { ChatRequest } from "../../src/ai/chat.ts"
import { app } from "../../src/http/app.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { deep, isDeep } from "../dice.ts"
import {
  adaTalks,
  DAY,
  HOUR,
  modelThat,
  readThrough,
  rows,
  setClock,
  stored,
  THREE,
} from "./digest-reader.ts"
import { aboutEach, repeated } from "./digest-replies.ts"
import { hear, ok, talk } from "./http.ts"
import { night, type Scripted, scripted, stage } from "./night-stage.ts"
import { watchedDatabase } from "./stand-ins.ts"

beforeEach(() => setClock(THREE))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Five minutes past midnight. */
const NIGHT = Date.parse("2026-11-21T00:05:00Z")
const MORNING = NIGHT + 8 * HOUR
const IN_GENERAL = "?channel_id=100"

/** A model that repeats what it was shown. */
function echo({ user }: ChatRequest) {
  return repeated(user)
}

async function sourdough(guild: string): Promise<void> {
  await adaTalks(guild, "The sourdough starter doubled", THREE - HOUR)
}

async function at(guild: string, model: Scripted | null, moment = NIGHT) {
  setClock(moment)
  return night(guild, { at: moment, tools: { chat: model } })
}

const asked = (model: Scripted) => model.requests.filter(({ purpose }) => purpose === "digest")

function steps(guild: string) {
  return rows<{ step: string; counts: string; calls: number; input_tokens: number; output_tokens: number }>(
    "SELECT step, counts, calls, input_tokens, output_tokens FROM run_steps WHERE guild_id = ? AND step LIKE 'digests%' ORDER BY finished_at, step",
    guild,
  )
}

test("the first reader in the morning gets a model's prose about past days and overall, without a model call", async () => {
  await sourdough("35001")
  const model = scripted(echo)
  await at("35001", model)
  setClock(MORNING)
  const { ai, prompts } = modelThat(() => ({}))
  const { history, context, today } = await readThrough("35001", IN_GENERAL, { AI: ai })
  expect(today).toBeNull()
  expect(history).toMatchObject({ method: "model", stale: false, body: expect.stringContaining("sourdough") })
  expect(context).toMatchObject({ method: "model", stale: false, body: expect.stringContaining("sourdough") })
  expect(prompts).toEqual([])
})

test("a recall in prose format also serves night digests and triggers no writing", async () => {
  await sourdough("35002")
  await at(
    "35002",
    scripted(({ user }) =>
      aboutEach(user, () => ({
        history: "",
        context: "Ada talked of sourdough, and of how the starter doubled.",
      })),
    ),
  )
  setClock(MORNING)
  const { ai, prompts } = modelThat(() => ({}))
  const ctx = createExecutionContext()
  const response = await app.fetch(
    new Request("https://keepsake.test/v1/guilds/35002/recall", {
      method: "POST",
      headers: { authorization: "Bearer dev", "content-type": "application/json" },
      body: JSON.stringify({
        query: "what does Ada bake?",
        channel_id: "100",
        user_id: "11",
        max_tokens: 2_000,
        format: "narrative",
      }),
    }),
    { ...env, AI: ai },
    ctx,
  )
  const body = await response.text()
  await waitOnExecutionContext(ctx)
  expect(body).toContain("of how the starter doubled")
  expect(prompts).toEqual([])
})

test("a digest's tokens are in the guild's usage and in the step's row once", async () => {
  await sourdough("35003")
  const model = scripted(echo)
  const twice = new Set<string>()
  const lossy = stage((name) => {
    if (twice.has(name)) return null
    twice.add(name)
    return "after"
  })
  setClock(NIGHT)
  await night("35003", { at: NIGHT, steps: lossy, tools: { chat: model } })
  const sum = (of: "inputTokens" | "outputTokens") =>
    asked(model).length &&
    model.billed.filter(({ purpose }) => purpose === "digest").reduce((all, one) => all + one[of], 0)
  // One for both people.
  expect(asked(model)).toHaveLength(1)
  const spent = { calls: 1, input_tokens: sum("inputTokens"), output_tokens: sum("outputTokens") }
  expect(await steps("35003")).toMatchObject([spent])
  expect(
    await rows(
      "SELECT calls, input_tokens, output_tokens FROM usage WHERE guild_id = '35003' AND purpose = 'digest'",
    ),
  ).toEqual([spent])
})

test("an unchanged digest is not requested again", async () => {
  await sourdough("35004")
  await at("35004", scripted(echo))
  const again = scripted(echo)
  setClock(NIGHT + HOUR)
  await night("35004", {
    at: NIGHT + HOUR,
    run: { runId: "by hand", trigger: "hand" },
    tools: { chat: again },
  })
  expect(asked(again)).toEqual([])
  expect(JSON.parse((await steps("35004")).at(-1)?.counts ?? "")).toMatchObject({ written: 0, holding: 2 })
})

test("each audience has its own digest, and outsiders' digests hold nothing from a restricted channel", async () => {
  await sourdough("35005")
  await adaTalks("35005", "The merger with Initech is signed", THREE, {
    channel: "200",
    audience: "restricted",
  })
  await adaTalks("35005", "The merger papers are in the safe", THREE + HOUR, {
    channel: "200",
    audience: "restricted",
  })
  await at("35005", scripted(echo))
  const all = await stored("35005")
  const telling = new Map(
    Map.groupBy(
      all.filter(({ user_id }) => user_id === "11"),
      ({ audience }) => audience,
    ),
  )
  expect(telling.size).toBe(2)
  setClock(MORNING)
  const outside = await readThrough("35005", IN_GENERAL)
  expect(outside.context).toMatchObject({ method: "model" })
  expect(JSON.stringify(outside)).not.toMatch(/merger|Initech|safe/)
  const inside = await readThrough("35005", "?channel_id=200")
  expect(inside.context).toMatchObject({ method: "model", body: expect.stringContaining("merger") })
})

test("a member who opted out is neither shown to a model nor written about", async () => {
  await sourdough("35006")
  await ok("PUT", "/v1/guilds/35006/members/11/consent", { consent: "out" })
  const model = scripted(echo)
  await at("35006", model)
  expect(JSON.stringify(asked(model))).not.toContain("sourdough")
  expect((await stored("35006")).filter(({ user_id }) => user_id === "11")).toEqual([])
})

test("the most talkative members come first, up to the guild's limit", async () => {
  await sourdough("35007")
  for (const hour of [1, 2])
    await hear(
      "35007",
      "100",
      talk(500 + hour, THREE + hour * HOUR, [
        ["12", "Bo", "I play chess every week"],
        ["13", "Cy", "So do I, on Sundays"],
      ]),
    )
  await ok("PUT", "/v1/guilds/35007/settings", { night: { digest_people: 2 } })
  await at("35007", scripted(echo))
  expect(new Set((await stored("35007")).map(({ user_id }) => user_id))).toEqual(new Set(["12", "13"]))
})

deep(
  "a member whose digest was read in the last week gets a new one even after a silent day, and none after a week",
  async () => {
    await sourdough("35008")
    await ok("POST", "/v1/guilds/35008/members/11/remember", { text: "I collect harmonicas" })
    const { ai } = modelThat(() => ({
      context: "Ada collects harmonicas.",
      day: "Ada talked of sourdough.",
      history: "",
    }))
    await readThrough("35008", IN_GENERAL, { AI: ai })
    const calls: number[] = []
    for (let day = 1; day <= 10; day++) {
      const model = scripted(echo)
      await at("35008", model, NIGHT + day * DAY)
      calls.push(asked(model).filter(({ user }) => user.includes("<name>Ada")).length)
    }
    expect(calls.slice(0, 5)).toEqual([1, 1, 1, 1, 1])
    expect(calls.slice(7)).toEqual([0, 0, 0])
  },
)

test.each([
  ["has spent its tokens for the day", "35011", { daily_tokens: 0 }],
  ["has paused memory", "35012", { read_only: true }],
  ["has nights off", "35013", { night: { enabled: false } }],
  ["allows digests of nobody", "35014", { night: { digest_people: 0 } }],
])("a guild that %s gets no digest and asks no model", async (_, guild, settings) => {
  await sourdough(guild)
  await ok("PUT", `/v1/guilds/${guild}/settings`, settings)
  const model = scripted(echo)
  await at(guild, model)
  expect(asked(model)).toEqual([])
  expect(await stored(guild)).toEqual([])
})

test("a night step records a lack of tokens; without a model there is no step", async () => {
  await sourdough("35015")
  await ok("PUT", "/v1/guilds/35015/settings", { daily_tokens: 0 })
  await at("35015", scripted(echo))
  expect((await steps("35015")).map(({ counts }) => JSON.parse(counts))).toMatchObject([
    { unpaid: 2, written: 0 },
  ])
  await sourdough("35016")
  await at("35016", null)
  expect(await steps("35016")).toEqual([])
  setClock(MORNING)
  expect((await readThrough("35016", IN_GENERAL)).history).toMatchObject({ method: "rule" })
})

test("a failing model leaves nothing behind, and the first reader in the morning triggers it again", async () => {
  await sourdough("35017")
  await at(
    "35017",
    scripted(() => {
      throw new Error("down")
    }),
  )
  expect(await stored("35017")).toEqual([])
  expect((await steps("35017")).map(({ counts }) => JSON.parse(counts))).toMatchObject([
    { down: 2, written: 0 },
  ])
  setClock(MORNING)
  const { ai, prompts } = modelThat(() => ({ history: "", context: "" }))
  await readThrough("35017", IN_GENERAL, { AI: ai })
  expect(prompts).toHaveLength(1)
})

test("a channel restricted while a model writes takes the digests of its former readers with it", async () => {
  await sourdough("35018")
  await adaTalks("35018", "The merger with Initech is signed", THREE, { channel: "200" })
  // Their place is the other channel, so their digest of this one is for outsiders.
  await adaTalks("35018", "My sourdough bread is in the oven", THREE + HOUR)
  const model = scripted(echo)
  let closed = false
  const slow: Scripted = {
    ...model,
    complete: async (request) => {
      const reply = await model.complete(request)
      // The rest of the night calls the model before.
      if (request.purpose !== "digest") return reply
      if (!closed)
        await adaTalks("35018", "We are among ourselves now", NIGHT, {
          channel: "200",
          audience: "restricted",
        })
      closed = true
      return reply
    },
  }
  await at("35018", slow)
  expect(await stored("35018")).toEqual([])
  expect((await steps("35018")).map(({ counts }) => JSON.parse(counts))).toMatchObject([
    { stale: 2, written: 0 },
  ])
  expect(JSON.stringify(await readThrough("35018", IN_GENERAL))).not.toMatch(/merger|Initech/)
})

deep(
  "no call is charged twice and no digest written twice, whichever database call fails",
  async () => {
    vi.spyOn(console, "error").mockReturnValue()
    // An odd step size: odd calls fail before taking effect, even ones after.
    for (let failing = 1; failing <= 80; failing += isDeep ? 1 : 3) {
      const guild = String(35_100 + failing)
      setClock(THREE)
      await sourdough(guild)
      setClock(NIGHT)
      const model = scripted(echo)
      let calls = 0
      // Counts only calls of the digest steps.
      let counting = false
      const DB = watchedDatabase(env.DB, async (call) => {
        if (counting) calls += 1
        if (calls === failing) {
          calls += 1
          if (failing % 2 === 0) await call()
          throw new Error("D1_ERROR: out of reach")
        }
        return call()
      })
      const real = stage()
      const counted = {
        ...real,
        do: <T>(name: string, work: () => Promise<T>) => {
          counting = name.startsWith("digests")
          return real.do(name, work)
        },
      }
      await night(guild, {
        at: NIGHT,
        steps: counted,
        tools: { chat: model, db: guildDatabase({ DB }, guild) },
      })
      const [step] = await steps(guild)
      const [usage] = await rows<{ calls: number }>(
        "SELECT calls FROM usage WHERE guild_id = ? AND purpose = 'digest'",
        guild,
      )
      expect(asked(model).length).toBe(1)
      expect(usage?.calls).toBe(1)
      expect(step?.calls).toBe(1)
      expect(await stored(guild)).toHaveLength(4)
      if (calls < failing) return expect(failing).toBeGreaterThan(5)
    }
    throw new Error("the night takes more calls than were made to fail")
  },
  60_000,
)
