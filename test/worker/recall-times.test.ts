/** A question about a time is answered from that time, by days in the guild's time zone. */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { snowflakeAt } from "../../src/domain/ids.ts"
import { hear, ok, talk } from "./http.ts"
import { setClock } from "./live.ts"
import { isolate, texts } from "./recall-asker.ts"
import { bindModel, channelOf } from "./stand-ins.ts"

const NOW = Date.parse("2026-11-20T15:00:00Z")
const HOUR = 3_600_000
const DAY = 24 * HOUR

beforeEach(() => setClock(NOW))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A conversation at a given time, with a note of its subject. */
async function talked(guild: string, at: number, about: string): Promise<void> {
  await hear(
    guild,
    "100",
    talk(Math.floor(at / 1_000), at, [
      ["11", "Ada", `the ${about} looked strange again`],
      ["12", "Bo", `which ${about} was that, then`],
    ]),
  )
}

async function notes(guild: string, query: string): Promise<string[]> {
  const answer = await isolate().ask(guild, { query, channel_id: "100", max_items: 50, max_tokens: 4_000 })
  const words = /sourdough|bicycle|telescope|violin/
  return answer.items.filter(({ kind }) => kind === "note").map(({ text }) => text.match(words)?.[0] ?? text)
}

test("a question about yesterday finds yesterday's notes and not those of days before", async () => {
  await talked("91901", NOW - 4 * DAY, "telescope yesterday")
  await talked("91901", NOW - DAY, "bicycle")
  const found = await notes("91901", "what did we talk about yesterday?")
  expect(found).toEqual(["bicycle"])
  expect(await notes("91901", "what did we talk about last Monday?")).toContain("telescope")
})

test("a day is a day in the guild's time zone", async () => {
  await talked("91903", Date.parse("2026-11-18T18:00:00Z"), "violin")
  for (const [timezone, found] of [
    ["Pacific/Kiritimati", ["violin"]],
    ["Pacific/Niue", []],
  ] as const) {
    await ok("PUT", "/v1/guilds/91903/settings", { timezone })
    expect(await notes("91903", "what did we talk about on November 19?"), timezone).toEqual(found)
  }
})

test("among equal messages, those of the month asked about come first", async () => {
  await bindModel(channelOf("91904", "100"), () => [])
  const months = ["2025-02", "2025-03", "2025-04"]
  for (const month of months) {
    const at = Date.parse(`${month}-10T12:00:00Z`)
    await hear("91904", "100", talk(Math.floor(at / 1_000), at, [["11", "Ada", "the violin is out of tune"]]))
  }
  await ok("PUT", "/v1/guilds/91904/settings", { retention_days: 30 })
  const { items } = await isolate().ask("91904", {
    query: "what was out of tune in March 2025",
    channel_id: "100",
  })
  expect(items[0]).toMatchObject({ at: "2025-03-10T12:00:00.000Z" })
  const again = await isolate().ask("91904", {
    query: "what was out of tune in February 2025",
    channel_id: "100",
  })
  expect(again.items[0]).toMatchObject({ at: "2025-02-10T12:00:00.000Z" })
  expect(texts(again).length).toBeGreaterThan(1)
})

test("a question about last week alone finds that week, in three languages, and nothing that says its words", async () => {
  const guild = "91905"
  const lastWeek = Date.parse("2026-11-11T12:00:00Z")
  const said = async (at: number, line: string) => {
    const [message] = talk(1, at, [["11", "Ada", line]])
    if (message) await hear(guild, "100", [{ ...message, id: snowflakeAt(at) }])
  }
  await said(lastWeek - 20 * DAY, "I sold my spinet last week, letzte Woche, la semana pasada")
  await said(lastWeek, "I play the glockenspiel")
  await said(lastWeek + HOUR, "somebody dented the vibraphone")
  await said(NOW - HOUR, "what happened last week was odd: the celesta broke")
  await ok("PUT", `/v1/guilds/${guild}/settings`, { retention_days: 30 })
  for (const query of [
    "what happened last week?",
    "was ist letzte Woche passiert?",
    "¿qué pasó la semana pasada?",
  ])
    for (const place of [{ channel_id: "100" }, {}]) {
      const { items } = await isolate().ask(guild, { query, ...place, max_items: 50 })
      const found = items.map(({ kind, text }) => `${kind}: ${text}`).join("\n")
      expect(found, query).toContain("memory: Ada plays the glockenspiel")
      expect(found, query).toMatch(/(?:message|note): .*dented the vibraphone/)
      expect(found, query).not.toMatch(/spinet|celesta/)
    }
})
