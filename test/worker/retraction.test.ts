/**
 * Deletes and edits reach every table, page and row, whatever fails on the way, and no further than they
 * should.
 */
import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { everyFourth } from "../dice.ts"
import { call, channelPath, memories, ok, talk } from "./http.ts"
import { alarmOf, quietly } from "./live.ts"
import {
  before,
  bindReader,
  gate,
  HOUR,
  holdDatabase,
  kept,
  lines,
  START,
  say,
  settleAll,
  whereIs,
} from "./retracting.ts"
import { faultsOfDatabase, guildRows } from "./snapshot.ts"
import {
  bindModel,
  breakDatabase,
  type Channel,
  claim,
  equip,
  type Fault,
  faultsOf,
  mendDatabase,
} from "./stand-ins.ts"

const DAY = 24 * HOUR
const OCARINA = { words: "I play the ocarina" }

quietly({ silent: ["error"], at: START })

const setTime = (at: number) => vi.setSystemTime(at)
const path = (guild: string, message = "101") => `${channelPath(guild, "100")}/messages/${message}`

/** A channel that has learned the three lines. */
async function learned(guild: string, second: typeof OCARINA | null = OCARINA): Promise<Channel> {
  setTime(START)
  const channel = await before(guild)
  await say(guild, lines(second))
  await channel.flush()
  return channel
}

async function facts(guild: string): Promise<string[]> {
  return (await memories(guild)).map((memory) => memory.fact).sort()
}

test.each([
  ["deleted", "7400", async (guild: string) => call("DELETE", path(guild))],
  ["edited", "7401", async (guild: string) => call("PATCH", path(guild), { content: "I play the harp" })],
  [
    "bulk-deleted",
    "7402",
    async (guild: string) => call("POST", path(guild, "bulk-delete"), { messages: ["101", "999"] }),
  ],
])(
  "a %s message leaves no word in any row, page or index of the database or the channel",
  async (_, guild, act) => {
    const channel = await learned(guild)
    await env.DB.prepare(
      "INSERT INTO digests (guild_id, user_id, kind, audience, body, inputs_hash, updated_at) VALUES (?, '11', 'day', 'a', 'Ada and her ocarina', '', 0)",
    )
      .bind(guild)
      .run()
    // The index stores only the end of a term that shares a prefix with the one before.
    const places = await whereIs("carina", channel)
    for (const place of [
      "memories.fact",
      "evidence.excerpt",
      "notes.summary",
      "windows.verdicts",
      "digests.body",
      "object.messages.content",
    ])
      expect(places).toContain(place)
    for (const place of [
      "memory_terms_data.block",
      "note_terms_data.block",
      "object.passage_text_data.block",
    ])
      expect(places).toContain(place)
    expect((await act(guild)).status).toBe(204)
    expect(await whereIs("carina", channel)).toEqual([])
    await settleAll(channel, setTime)
    expect(await whereIs("carina", channel)).toEqual([])
    expect(await facts(guild)).toContain("Ada plays chess")
    expect(await faultsOfDatabase()).toEqual([])
  },
)

test("a delete ends the same whichever database call fails", async () => {
  await learned("7410", null)
  const expected = await kept("7410")
  const faulty = async (guild: string, failing: number, fault: Fault) => {
    const channel = await learned(guild)
    const count = await breakDatabase(channel, (number) => (number === failing ? fault : null))
    await call("DELETE", path(guild))
    await settleAll(channel, setTime)
    await mendDatabase(channel)
    return count.calls
  }
  const calls = await faulty("7411", 0, null)
  expect(await kept("7411")).toEqual(expected)
  expect(calls).toBeGreaterThanOrEqual(6)
  for (const { at, fault } of everyFourth(faultsOf(calls))) {
    const guild = String(7_412 + at * 2 + Number(fault === "after"))
    await faulty(guild, at, fault)
    expect(await kept(guild), `call ${at} failed ${fault} taking effect`).toEqual(expected)
  }
}, 60_000)

test("deleting a message after its text was purged removes what was learned from it and nothing else", async () => {
  const channel = await learned("7450")
  await ok("PUT", "/v1/guilds/7450/settings", { retention_days: 1 })
  setTime(START + 4 * DAY)
  await channel.refresh()
  expect((await call("DELETE", path("7450"))).status).toBe(204)
  await settleAll(channel, (at) => setTime(at + 4 * DAY))
  expect(await facts("7450")).toEqual([
    "Ada likes tea",
    "Ada lives in Oslo",
    "Ada plays chess",
    "Bo has a dog",
  ])
  const rows = await guildRows("7450")
  expect(JSON.stringify(rows.notes)).not.toContain("ocarina")
  // Delivered again, say from a backup, it is not learned again.
  expect(await say("7450", lines(OCARINA))).toMatchObject({ accepted: 2, duplicates: 1 })
})

test("editing a purged message removes what it taught; editing one that taught nothing is a 404", async () => {
  const channel = await learned("7451")
  await ok("PUT", "/v1/guilds/7451/settings", { retention_days: 1 })
  setTime(START + 4 * DAY)
  await channel.refresh()
  expect((await call("PATCH", path("7451"), { content: "I play the harp" })).status).toBe(204)
  expect(await facts("7451")).toEqual([
    "Ada likes tea",
    "Ada lives in Oslo",
    "Ada plays chess",
    "Bo has a dog",
  ])
  expect((await call("PATCH", path("7451"), { content: "I play the harp" })).status).toBe(404)
})

test("edits in quick succession are read once, after the lull", async () => {
  const channel = await learned("7452")
  const model = await bindReader(channel)
  for (const tool of ["harp", "lute", "lyre"])
    await ok("PATCH", path("7452"), { content: `I play the ${tool}` })
  expect(await facts("7452")).not.toContain("Ada plays the ocarina")
  expect(model.prompts).toHaveLength(0)
  await settleAll(channel, setTime)
  expect(model.prompts).toHaveLength(1)
  expect(await facts("7452")).toContain("Ada plays the lyre")
})

test("a late edit does not override a later one", async () => {
  const channel = await learned("7453")
  const edit = (content: string, minute: number) =>
    ok("PATCH", path("7453"), { content, edited_timestamp: new Date(START + minute * 60_000).toISOString() })
  await edit("I play the lyre", 5)
  await edit("I play the harp", 3)
  await settleAll(channel, setTime)
  expect(await facts("7453")).toContain("Ada plays the lyre")
  expect(await facts("7453")).not.toContain("Ada plays the harp")
})

test("a paused guild still deletes and learns nothing new", async () => {
  const channel = await learned("7454")
  await ok("PUT", "/v1/guilds/7454/settings", { read_only: true })
  await ok("PATCH", path("7454"), { content: "I play the harp" })
  await settleAll(channel, setTime)
  expect(await facts("7454")).toEqual([
    "Ada likes tea",
    "Ada lives in Oslo",
    "Ada plays chess",
    "Bo has a dog",
  ])
})

test("what the author also said in another channel stays, in those words", async () => {
  const channel = await learned("7455")
  const other = channelPath("7455", "200")
  await bindReader(env.CHANNELS.getByName("7455:200"))
  await ok("POST", `${other}/messages`, {
    channel: { name: "music", audience: "everyone" },
    messages: talk(300, START + HOUR, [["11", "Ada", "I play the ocarina every day"]]),
  })
  await ok("POST", `${other}/flush`)
  await ok("DELETE", path("7455"))
  await settleAll(channel, setTime)
  const [ocarina] = (await memories("7455")).filter((memory) => memory.fact.includes("ocarina"))
  expect(ocarina).toMatchObject({ evidence_count: 1, sources: [{ message_id: "300" }] })
})

test("a reader of one wording is not shown another from a channel they cannot read", async () => {
  const restricted = channelPath("7456", "300")
  setTime(START)
  await before("7456")
  await ok("POST", `${restricted}/messages`, {
    channel: { name: "mods", audience: "restricted" },
    messages: talk(400, START, [["11", "Ada", "hello"]]),
  })
  await env.DB.prepare(
    "UPDATE memories SET fact = 'Ada adores tea' WHERE guild_id = '7456' AND fact = 'Ada likes tea'",
  ).run()
  const shown = await ok<{ items: { fact: string }[] }>("GET", "/v1/guilds/7456/memories?channel_id=100")
  expect(shown.items.map((item) => item.fact)).toEqual(["Ada lives in Oslo"])
})

test("a forgotten fact disappears from notes and records, and reading the conversation again does not restore it", async () => {
  const channel = await learned("7457", { words: "I play the ukulele" })
  const ocarina = (await memories("7457")).find((memory) => memory.fact.includes("ukulele"))
  expect(await whereIs("kulel", channel)).toContain("windows.verdicts")
  await env.DB.prepare("UPDATE notes SET embedded_with = 'an index' WHERE guild_id = '7457'").run()
  await ok("DELETE", `/v1/guilds/7457/memories/${ocarina?.id}`)
  // No vector of the old words waits to be replaced by a model.
  const { results: unembedded } = await env.DB.prepare(
    "SELECT id FROM notes WHERE guild_id = '7457' AND embedded_with IS NULL",
  ).all()
  expect(unembedded).toHaveLength(1)
  const places = await whereIs("kulel", channel)
  expect(places.filter((place) => !place.startsWith("object."))).toEqual([])
  const notes = JSON.stringify((await guildRows("7457")).notes)
  // Sentences that share a word with the fact are removed; the rest stays.
  expect(notes).toContain("I have a dog")
  await ok("PATCH", path("7457", "102"), { content: "I have a dog!" })
  await settleAll(channel, setTime)
  expect(await facts("7457")).toEqual([
    "Ada likes tea",
    "Ada lives in Oslo",
    "Ada plays chess",
    "Bo has a dog",
  ])
  expect(await faultsOfDatabase()).toEqual([])
})

test("a message deleted while another channel's model reads it leaves nothing in that channel either", async () => {
  const channel = await learned("7458", { words: "I play the bassoon" })
  const other = env.CHANNELS.getByName("7458:200")
  const answers = channelPath("7458", "200")
  await ok("POST", `${answers}/messages`, {
    channel: { name: "music", audience: "everyone" },
    messages: talk(300, START + HOUR, [["11", "Ada", "I play it every day"]]),
  })
  const [passed, open] = gate()
  const model = await bindModel(other, async (prompt) => {
    await passed
    return prompt.includes("bassoon") ? [claim("P1", "Ada plays the bassoon every day")] : []
  })
  const flushing = other.flush()
  await vi.waitFor(() => expect(model.prompts).toHaveLength(1))
  expect(model.prompts[0]).toContain("bassoon")
  await ok("DELETE", path("7458"))
  open()
  await flushing
  expect(model.prompts).toHaveLength(2)
  expect(await whereIs("assoon", channel)).toEqual([])
})

test("deleting a purged message that taught nothing still deletes its conversation's note", async () => {
  setTime(START)
  const channel = await before("7459")
  // Ids that encode their time, as Discord's do.
  const spoken = lines({ words: "what a lovely krummhorn" }).map((message, nth) => {
    const at = Date.parse("2026-05-01T12:00:00Z") + nth * 10_000
    const id = String(BigInt(at - 1_420_070_400_000) << 22n)
    return { ...message, id, timestamp: new Date(at).toISOString() }
  })
  await say("7459", spoken)
  await channel.flush()
  await ok("PUT", "/v1/guilds/7459/settings", { retention_days: 1 })
  setTime(START + 4 * DAY)
  await channel.refresh()
  expect(await whereIs("rummhor", channel)).toContain("notes.summary")
  await ok("DELETE", path("7459", spoken[1]?.id))
  // The channel's own alarm, overdue after the clock change, may be running; the delete then waits for it.
  await vi.waitFor(async () => expect(await whereIs("rummhor", channel)).toEqual([]), { timeout: 10_000 })
  expect(await facts("7459")).toContain("Ada plays chess")
})

test("an edit that arrives while an earlier one is being applied is the one that counts", async () => {
  const channel = await learned("7460")
  const { hold, letGo } = await holdDatabase(channel, 1, "before")
  const first = call("PATCH", path("7460"), { content: "I play the lute" })
  await vi.waitFor(() => expect(hold.on).toBe(true))
  const second = call("PATCH", path("7460"), { content: "I play the lyre" })
  letGo()
  expect([(await first).status, (await second).status]).toEqual([204, 204])
  await mendDatabase(channel)
  await settleAll(channel, setTime)
  expect(await facts("7460")).toEqual([
    "Ada likes tea",
    "Ada lives in Oslo",
    "Ada plays chess",
    "Ada plays the lyre",
    "Bo has a dog",
  ])
})

test("vectors of deleted facts are removed even without a bound model", async () => {
  const channel = await learned("7461")
  await env.DB.prepare("UPDATE memories SET embedded_with = 'former' WHERE guild_id = '7461'").run()
  const index = env.INDEXES.getByName("7461")
  await runInDurableObject(index, (_, { storage }) => storage.deleteAlarm())
  await evictDurableObject(index)
  // Removes a binding, which the type does not allow.
  await equip(channel, { AI: undefined } as unknown as Partial<Env>)
  await ok("DELETE", path("7461"))
  await vi.waitFor(async () => expect(await alarmOf(index)).not.toBeNull())
})
