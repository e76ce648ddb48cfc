/**
 * A question about nothing but a time is answered with the topics of that time, then conversations without a
 * topic, as far as the reader may read them.
 */
import { afterEach, expect, test, vi } from "vitest"
import { deep } from "../dice.ts"
import { asks } from "./answering-world.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, OFFTOPIC, tell } from "./guild-structure.ts"
import { hear, ok, talk } from "./http.ts"
import { setClock } from "./live.ts"
import { night, scripted } from "./night-stage.ts"
import { embedAll, fakeModels, isolate } from "./recall-asker.ts"

const HOUR = 3_600_000
const THE_DAY_AFTER = new Date(NOON + 26 * HOUR).toISOString()

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/**
 * Two conversations an hour, three on each subject, each with a fact and with words that any question about
 * talking shares.
 */
async function village(guild: string): Promise<void> {
  const members = [member("11", [], "Ada"), member("12", [], "Boris"), member("13", [MODS], "Cleo")]
  await tell(guild, guildStructure(guild, [], { members }))
  const chat = scripted(({ user }) => {
    const all = [...user.matchAll(/^\[(\d+)\] (.*)$/gm)]
    const of = ["zugzwang gate", "greenhouse heater"].find((words) => user.includes(words)) ?? ""
    const own = all.filter(([, , note = ""]) => note.includes(of)).map(([, number]) => Number(number))
    return { topics: [{ title: `Mending the ${of}`, summary: `The ${of} broke again.`, notes: own }] }
  })
  for (const [n, hours] of [0, 2, 4].entries())
    for (const [channel, of] of [
      [GENERAL, "greenhouse heater"],
      [MOD_ROOM, "zugzwang gate"],
    ] as const)
      await hear(
        guild,
        channel,
        talk(1_000 + n * 10, NOON + hours * HOUR, [
          ["11", "Ada", `I love hiking ${n}, and the ${of} broke again, we should talk about it`],
          ["12", "Boris", `I play chess ${n}. What did we talk about yesterday, the ${of}?`],
          ["11", "Ada", "yes, let us talk this week"],
        ]),
        {},
      )
  await hear(
    guild,
    OFFTOPIC,
    talk(2_000, NOON + 6 * HOUR, [["12", "Boris", "the cheese knife was eaten by mice"]]),
    {},
  )
  await night(guild, { at: NOON + 14 * HOUR, tools: { chat } })
}

async function told(guild: string, query: string, more: Record<string, unknown> = {}) {
  const ask = { query, as_of: THE_DAY_AFTER, max_tokens: 8_000, ...more }
  const { items } = await isolate().ask(guild, ask)
  return items.map(({ id, kind, text }) => ({ id, kind, text }))
}

deep(
  "questions about yesterday, this week or missed time list topics first, then conversations without a topic",
  async () => {
    const guild = "7611001"
    await village(guild)
    for (const query of [
      "what did we talk about yesterday?",
      "what was discussed this week?",
      "what did I miss?",
      "what happened while I was away?",
    ])
      for (const reader of [
        { viewer_id: "11", channel_id: undefined },
        { viewer_id: "11", channel_id: OFFTOPIC },
        { viewer_id: undefined, channel_id: GENERAL },
      ]) {
        const found = await told(guild, query, reader)
        const [first, second] = found.slice(0, 2).toSorted((a, b) => (a.id < b.id ? 1 : -1))
        expect(first, query).toMatchObject({ text: "The greenhouse heater broke again." })
        expect(first?.id, query).toMatch(/^t_2026-11-20/)
        expect(second?.id, query).toBe(`n_w_${guild}_${OFFTOPIC}_2000_2000`)
        // In a channel, its own conversations come before topics from elsewhere.
        expect(found[0], query).toBe(reader.channel_id === OFFTOPIC ? second : first)
        expect(found.filter(({ kind }) => kind === "note")).toHaveLength(2)
        expect(JSON.stringify(found)).not.toContain("zugzwang")
      }
    const mods = await told(guild, "what did we talk about yesterday?", { viewer_id: "13" })
    expect(
      mods
        .slice(0, 2)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(["The greenhouse heater broke again.", "The zugzwang gate broke again."])
    const before = await told(guild, "what did we talk about last Monday?", { viewer_id: "11" })
    expect(before.filter(({ kind }) => kind === "note")).toEqual([])
  },
)

test("a question about a subject is not answered with the time's topics", async () => {
  const guild = "7611002"
  await village(guild)
  const found = await told(guild, "who was eaten by mice this week?", { viewer_id: "11" })
  expect(found[0]?.text).toContain("cheese knife")
  expect(found.map(({ id }) => id).filter((id) => id.startsWith("t_"))).toEqual([])
})

test("/ask answers from topics, with a model and without one", async () => {
  const guild = "7611003"
  await village(guild)
  setClock(NOON + 26 * HOUR)
  expect(await asks(guild, "what did we talk about yesterday?", { user: "11", isPrivate: true })).toContain(
    "The greenhouse heater broke again",
  )
  const model = fakeModels()
  model.says = () => ({ answer: "The heater [1].", sources: [1], basis: "memory" })
  await asks(guild, "what did we talk about yesterday?", {
    user: "11",
    isPrivate: true,
    bound: { AI: model.ai },
  })
  const [prompt = ""] = model.asked.chat.filter((one) => one.includes("talk about yesterday"))
  expect(prompt).toMatch(/\[1\][^\n]*The greenhouse heater broke again/)
})

test("a question about a time with everything enabled takes two round trips and does not name a member who opted out", async () => {
  const guild = "7611004"
  await village(guild)
  const model = fakeModels()
  model.says = () => ({ day: "", history: "", context: "" })
  await embedAll(guild, model)
  vi.useRealTimers()
  await ok("PUT", `/v1/guilds/${guild}/members/12/consent`, { consent: "out" })
  const asker = isolate({ AI: model.ai })
  const ask = {
    query: "what did we talk about yesterday?",
    as_of: THE_DAY_AFTER,
    user_id: "11",
    mentions: ["12", "13"],
    channel_id: GENERAL,
  }
  for (const format of ["json", "narrative"]) {
    const answer = await asker.ask(guild, { ...ask, format })
    expect(answer.items[0]?.id).toMatch(/^t_/)
    expect(JSON.stringify(answer.items)).not.toContain("Boris")
    expect(asker.trips.sequential).toBeLessThanOrEqual(2)
  }
})
