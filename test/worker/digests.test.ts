/** A digest of another person holds only what its reader may read there, and nothing that was deleted. */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  adaTalks,
  DAY,
  deleteNotes,
  HOUR,
  parrot,
  readThrough,
  rows,
  setClock,
  stored,
  THREE,
} from "./digest-reader.ts"
import { call, type MemoryBody, memories, ok } from "./http.ts"
import { faultsOfDatabase } from "./snapshot.ts"

beforeEach(() => setClock(THREE))
afterEach(async () => {
  vi.useRealTimers()
  expect((await faultsOfDatabase()).filter((fault) => /took part/.test(JSON.stringify(fault)))).toEqual([])
})

test("a digest describes a person's day and the six days before it in prose, and names the days it covers", async () => {
  await adaTalks("8601", "The sourdough starter doubled overnight", THREE - HOUR)
  await adaTalks("8601", "My bicycle chain snapped on the bridge", THREE - DAY)
  await adaTalks("8601", "The telescope mirror needs polishing", THREE - 6 * DAY)
  await adaTalks("8601", "The violin bow needs rosin", THREE - 7 * DAY)
  const { today, history, context } = await readThrough("8601")
  expect(today).toMatchObject({ method: "rule", stale: false, from: "2026-11-20", to: "2026-11-20" })
  expect(today?.body).toMatch(/^Today: Ada .*sourdough.*\.$/)
  expect(history).toMatchObject({ from: "2026-11-14", to: "2026-11-19" })
  expect(history?.body).toMatch(
    /^On Thursday 19 November: Ada .*bicycle.* On Saturday 14 November: Ada .*telescope/,
  )
  expect(context?.body).toBe(`${today?.body} ${history?.body}`)
})

test("days follow the guild's time zone", async () => {
  await adaTalks("8602", "The sourdough starter doubled", THREE - 14.5 * HOUR)
  expect((await readThrough("8602")).today?.body).toContain("sourdough")
  await ok("PUT", "/v1/guilds/8602/settings", { timezone: "America/New_York" })
  const { today, history } = await readThrough("8602")
  expect(today).toBeNull()
  expect(history?.body).toMatch(/^On Thursday 19 November: .*sourdough/)
})

test("a digest read elsewhere holds nothing from a restricted channel, with a model or without", async () => {
  await adaTalks("8603", "The sourdough starter doubled", THREE - HOUR, { channel: "200" })
  await adaTalks("8603", "My bicycle chain snapped", THREE - 2 * HOUR, {
    channel: "100",
    audience: "restricted",
  })
  await ok("POST", "/v1/guilds/8603/members/11/remember", { text: "I collect harmonicas", channel_id: "100" })
  const told = async (query: string, ai?: Ai) => {
    const text = JSON.stringify(await readThrough("8603", query, ai ? { AI: ai } : {}))
    return ["sourdough", "bicycle", "harmonicas"].filter((word) => text.includes(word))
  }
  const { ai, prompts } = parrot()
  for (const model of [undefined, ai, ai]) {
    expect(await told("?channel_id=100", model)).toEqual(["sourdough", "bicycle", "harmonicas"])
    expect(await told("?channel_id=200", model)).toEqual(["sourdough"])
    expect(await told("?channel_id=300", model)).toEqual(["sourdough"])
  }
  expect(prompts.filter((prompt) => /bicycle|harmonicas/.test(prompt))).toHaveLength(2)
  const kept = await stored("8603")
  const closed = kept.filter((row) => /bicycle|harmonicas/.test(row.body)).map((row) => row.audience)
  expect(new Set(closed).size).toBe(1)
  expect(kept.some((row) => row.body.includes("sourdough") && row.audience !== closed[0])).toBe(true)
})

test("closing a channel removes its contents from everyone else's digests at once", async () => {
  await adaTalks("8604", "The sourdough starter doubled", THREE - HOUR, { channel: "200" })
  const { ai } = parrot()
  await readThrough("8604", "?channel_id=300", { AI: ai })
  expect((await readThrough("8604", "?channel_id=300")).today?.method).toBe("model")
  const closing = { channel: { audience: "restricted" }, messages: [] }
  await ok("POST", "/v1/guilds/8604/channels/200/messages", closing)
  // Nothing that may be shown there mentions her any more, so she is not known there.
  const elsewhere = await call("GET", "/v1/guilds/8604/members/11/digests?channel_id=300")
  expect(elsewhere.status).toBe(404)
  expect((await readThrough("8604", "?channel_id=200")).today?.body).toContain("sourdough")
})

/** Ada's hobby is known, and a model has written about her. */
async function writtenOf(guild: string): Promise<MemoryBody | undefined> {
  await adaTalks(guild, "The sourdough starter doubled", THREE - HOUR)
  await ok("POST", `/v1/guilds/${guild}/members/11/remember`, { text: "I collect harmonicas" })
  const { ai } = parrot()
  await readThrough(guild, "", { AI: ai })
  expect((await readThrough(guild)).context).toMatchObject({ method: "model" })
  expect((await readThrough(guild)).context?.body).toMatch(/harmonicas.*sourdough/)
  return (await memories(guild)).find((memory) => memory.fact.includes("harmonicas"))
}

test("a forgotten fact is in no digest, and in no stored one either", async () => {
  const memory = await writtenOf("8605")
  await ok("DELETE", `/v1/guilds/8605/memories/${memory?.id}`)
  const { context } = await readThrough("8605")
  expect(context?.body).toContain("sourdough")
  expect(context?.body).not.toContain("harmonicas")
  expect(JSON.stringify(await stored("8605"))).not.toContain("harmonicas")
})

test("a fact learned today is part of today for as long as it stands", async () => {
  await adaTalks("8616", "I collect harmonicas", THREE - HOUR)
  expect((await readThrough("8616")).today?.body).toContain("Ada collects harmonicas.")
  expect((await readThrough("8616")).context?.body.match(/harmonicas/g)).toHaveLength(1)
  const [memory] = await memories("8616")
  await ok("DELETE", `/v1/guilds/8616/memories/${memory?.id}`)
  expect((await readThrough("8616")).today?.body).toBe("Today: Ada took part in a conversation.")
})

test("a replaced or corrected fact appears as it is now", async () => {
  const memory = await writtenOf("8606")
  await ok("PATCH", `/v1/guilds/8606/memories/${memory?.id}`, { fact: "Ada collects banjos" })
  expect((await readThrough("8606")).context?.body).toMatch(/^Ada collects banjos\./)
  await ok("PATCH", `/v1/guilds/8606/memories/${memory?.id}`, { status: "superseded" })
  expect((await readThrough("8606")).context?.body).not.toMatch(/banjos|harmonicas/)
})

test("an expired fact no longer appears", async () => {
  const memory = await writtenOf("8607")
  await ok("PATCH", `/v1/guilds/8607/memories/${memory?.id}`, { lifetime: "1d" })
  expect((await readThrough("8607")).context?.body).toContain("harmonicas")
  setClock(THREE + 25 * HOUR)
  expect((await readThrough("8607")).context?.body).toMatch(/^On Friday 20 November: .*sourdough/)
  expect((await readThrough("8607")).context?.body).not.toContain("harmonicas")
})

test("a deleted note no longer appears, nor do its people and their generated prose", async () => {
  await writtenOf("8608")
  await adaTalks("8608", "My bicycle chain snapped", THREE - 2 * HOUR)
  const count = () => rows("SELECT * FROM note_people WHERE guild_id = ?", "8608")
  expect(await count()).toHaveLength(4)
  await deleteNotes("8608", THREE - 1.5 * HOUR)
  expect(await count()).toHaveLength(2)
  expect(await stored("8608")).toEqual([])
  expect(JSON.stringify(await readThrough("8608"))).not.toContain("sourdough")
  expect((await readThrough("8608")).today?.body).toContain("bicycle")
})

test("a note that is reworded or loses a person appears as it is now", async () => {
  await writtenOf("8609")
  const participants = JSON.stringify([{ id: "11", name: "Ada", line: "praised rye" }])
  await env.DB.prepare("UPDATE notes SET participants = ? WHERE guild_id = '8609'").bind(participants).run()
  expect((await readThrough("8609")).today?.body).toBe("Today: Ada praised rye.")
  expect(await rows("SELECT user_id FROM note_people WHERE guild_id = ?", "8609")).toEqual([
    { user_id: "11" },
  ])
})

test("a member who opts out has no digests, and generated ones are deleted", async () => {
  await writtenOf("8610")
  await ok("PUT", "/v1/guilds/8610/members/11/consent", { consent: "out" })
  expect(await readThrough("8610")).toMatchObject({ today: null, history: null, context: null })
  expect(await stored("8610")).toEqual([])
})

test("a member of an opt-in guild who has not agreed has no digests", async () => {
  await adaTalks("8611", "The sourdough starter doubled", THREE - HOUR)
  await ok("PUT", "/v1/guilds/8611/settings", { consent: "opt_in" })
  expect((await readThrough("8611")).today).toBeNull()
  await ok("PUT", "/v1/guilds/8611/members/11/consent", { consent: "in" })
  expect((await readThrough("8611")).today?.body).toContain("sourdough")
})

test("a digest as of an earlier time holds only what was said by then, and is not stored", async () => {
  await adaTalks("8612", "My bicycle chain snapped", THREE - DAY)
  await adaTalks("8612", "The sourdough starter doubled", THREE - HOUR)
  const { ai, prompts } = parrot()
  const then = await readThrough("8612", "?as_of=2026-11-19T18:00:00Z", { AI: ai })
  expect(then.today).toMatchObject({ method: "rule", stale: false, from: "2026-11-19" })
  expect(JSON.stringify(then)).not.toContain("sourdough")
  expect(prompts).toEqual([])
  expect(await stored("8612")).toEqual([])
})

test("many notes from channels the reader cannot read do not crowd out the rest of the day", async () => {
  await adaTalks("8615", "The sourdough starter doubled", THREE - 3 * HOUR)
  const closed = Array.from({ length: 60 }, (_, index) => ({
    id: `n_8615_${index}`,
    at: THREE - index * 60_000,
  }))
  await env.DB.prepare(
    `INSERT INTO notes (id, guild_id, channel_id, kind, title, summary, participants, first_message_id, from_at, to_at, method)
     SELECT value->>'id', '8615', '666', 'conversation', 'Plots', '', '[{"id":"11","name":"Ada","line":"plotted"}]', '1', value->>'at', value->>'at', 'rule'
     FROM json_each(?)`,
  )
    .bind(JSON.stringify(closed))
    .run()
  expect((await readThrough("8615", "?channel_id=100")).today?.body).toMatch(
    /^Today: Ada .*sourdough[^.]*\.$/,
  )
  expect((await readThrough("8615", "?channel_id=666")).today?.body).toBe("Today: Ada plotted.")
  await deleteNotes("8615")
})

test("an unknown member is a 404, and an invalid id a 400", async () => {
  await adaTalks("8613", "The sourdough starter doubled", THREE - HOUR)
  expect((await call("GET", "/v1/guilds/8613/members/77/digests")).status).toBe(404)
  expect((await call("GET", "/v1/guilds/8699/members/11/digests")).status).toBe(404)
  expect((await call("GET", "/v1/guilds/8613/members/11/digests?channel_id=x")).status).toBe(400)
  expect((await call("GET", "/v1/guilds/8613/members/11/digests?as_of=noon")).status).toBe(400)
})
