/** An export is one document with everything stored about a person, and it lists whatever it leaves out. */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { z } from "zod"
import { ExportSchema } from "../../src/http/routes/export.ts"
import { event, eventsPath, report } from "./agents.ts"
import { call, channelPath, hear, ok, talk } from "./http.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const START = Date.parse("2091-06-01T12:00:00Z")
const HOUR = 3_600_000
const OPEN = { name: "general", audience: "everyone" }
const CLOSED = { name: "mods", audience: "restricted" }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START + HOUR })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Export = z.output<typeof ExportSchema>

async function exportOf(guild: string, person: string, query = ""): Promise<Export> {
  const found = ExportSchema.parse(await ok("GET", `/v1/guilds/${guild}/members/${person}/export${query}`))
  const lists = Object.entries(found).flatMap(([name, list]) =>
    Array.isArray(list) && !["missing", "accounts"].includes(name) ? [[name, list.length]] : [],
  )
  expect(found.counts).toEqual(Object.fromEntries(lists))
  return found
}

/** Ada speaks in an open channel, and moderators speak about her in a closed one she cannot read. */
async function spokenOf(guild: string): Promise<void> {
  await bindModel(channelOf(guild, "100"), () => [
    claim("P1", "Ada plays chess"),
    claim("P2", "Bo is late on Mondays", { lines: [1] }),
  ])
  await hear(
    guild,
    "100",
    talk(1, START, [
      ["11", "Ada", "I play chess, Bo is late on Mondays"],
      ["12", "Bo", "so what"],
    ]),
    OPEN,
  )
  await bindModel(channelOf(guild, "200"), () => [
    claim("P2", "Ada argues a lot", { lines: [1] }),
    claim("P2", "Ada plays chess", { lines: [1] }),
  ])
  await hear(
    guild,
    "200",
    talk(50, START + HOUR / 2, [
      ["12", "Bo", "Ada argues a lot, between games of chess"],
      ["11", "Ada", "hm"],
    ]),
    CLOSED,
  )
}

test("an admin's export holds everything about the person and is in the audit log", async () => {
  await spokenOf("20201")
  await ok("PUT", "/v1/guilds/20201/members/11/consent", { consent: "in" })
  await env.DB.prepare(
    "INSERT INTO api_keys (id, name, hash, guild_id, scope, user_id, created_by, created_at) VALUES ('k', 'hers', 'SECRETHASH', '20201', 'read', '11', 'admin', 0)",
  ).run()
  const found = await exportOf("20201", "11")
  expect(found).toMatchObject({
    format: "keepsake-export",
    version: 1,
    guild_id: "20201",
    user_id: "11",
    complete: true,
    missing: [],
  })
  expect(found.member).toMatchObject({ name: "Ada", consent: "in" })
  // She was said to play chess in two channels with different readers.
  const facts = found.memories.map(({ fact }) => fact).sort()
  expect(facts).toEqual(["Ada argues a lot", "Ada plays chess", "Ada plays chess"])
  expect(found.memories.flatMap(({ evidence }) => evidence.map(({ own }) => own))).toContain(true)
  expect(found.statements).toMatchObject([
    { excerpt: "I play chess, Bo is late on Mondays", about: "user", channel_id: "100" },
  ])
  expect(found.notes.map(({ channel_id }) => channel_id)).toEqual(["100", "200"])
  expect(found.messages.map(({ content }) => content)).toEqual(["I play chess, Bo is late on Mondays", "hm"])
  // Other tests make this person opt out of the whole deployment.
  expect(found.audit.filter(({ action }) => action !== "objection.set")).toMatchObject([
    { action: "consent.set", detail: { consent: "in" } },
    { action: "member.export", detail: { complete: true } },
  ])
  expect(found.keys).toMatchObject([{ id: "k", name: "hers", scope: "read" }])
  expect(JSON.stringify(found)).not.toContain("SECRETHASH")
  expect(found.objects_since).toBeNull()
})

test("a person's own export holds all their messages, and of what others said only what they can read", async () => {
  await spokenOf("20202")
  const found = await exportOf("20202", "11", "?viewer_id=11")
  expect(found.complete).toBe(false)
  expect(JSON.stringify(found)).not.toMatch(/argues|games of/)
  expect(found.memories.map(({ fact }) => fact)).toEqual(["Ada plays chess"])
  expect(found.memories[0]?.evidence.every(({ own }) => own)).toBe(true)
  expect(found.messages.map(({ content }) => content)).toEqual(["I play chess, Bo is late on Mondays", "hm"])
  expect(found.notes.map(({ channel_id, title }) => [channel_id, title])).toEqual([
    ["100", "A talk"],
    ["200", null],
  ])
  expect((await call("GET", "/v1/guilds/20202/members/11/export?viewer_id=12")).status).toBe(403)
})

test("a member who opted out still gets their own export and appears in nobody else's", async () => {
  await spokenOf("20203")
  await ok("PUT", "/v1/guilds/20203/members/11/consent", { consent: "out" })
  const own = await exportOf("20203", "11", "?viewer_id=11")
  expect(own.memories.map(({ fact }) => fact)).toEqual(["Ada plays chess"])
  expect(own.messages).toHaveLength(2)
  const other = await exportOf("20203", "12", "?viewer_id=12")
  expect(other.memories).toEqual([])
  expect(JSON.stringify({ ...other, messages: [], statements: [] })).not.toMatch(/\bAda\b/)
  expect((await exportOf("20203", "12")).memories.map(({ fact }) => fact)).toEqual(["Bo is late on Mondays"])
})

test("an export holds the events about the person that the reader may read, and nobody else's", async () => {
  const guild = "97710"
  await spokenOf(guild)
  const at = new Date(START).toISOString()
  const about = (id: string, scope_id: string, more: object = {}) =>
    event(id, `There are three tickets: ${id}.`, { scope: "user", scope_id, at, ...more })
  await report(
    guild,
    about("own", "11"),
    about("open", "11", { channel_id: "100" }),
    about("closed", "11", { channel_id: "200" }),
    about("json", "11", { content: { tickets: 3 }, session: "s1" }),
    about("gone", "11"),
    about("other", "12"),
    event("all", "The backup took 12 minutes.", { at }),
  )
  await ok("DELETE", `${eventsPath(guild)}/gone`)
  const ids = ({ events }: Export) => events.map(({ id }) => id)
  const all = await exportOf(guild, "11")
  expect(ids(all)).toEqual(["closed", "json", "open", "own"])
  expect(all.events[1]).toEqual({
    ...{ id: "json", source: "tool_result", role: "tool", platform: null, session: "s1", channel_id: null },
    ...{ content: { tickets: 3 }, at },
  })
  const own = await exportOf(guild, "11", "?viewer_id=11")
  expect(ids(own)).toEqual(["json", "open", "own"])
  expect(own.events.map(({ channel_id }) => channel_id)).toEqual([null, "100", null])
  expect(ids(await exportOf(guild, "12", "?viewer_id=12"))).toEqual(["other"])
})

test("an export is complete however large it is", async () => {
  await bindModel(channelOf("20204", "100"), () => [])
  for (let batch = 0; batch < 3; batch++)
    await ok("POST", `${channelPath("20204", "100")}/messages`, {
      channel: OPEN,
      messages: talk(
        1_000 + batch * 200,
        START,
        Array.from({ length: 200 }, (_, at) => ["11", "Ada", `line ${batch * 200 + at}`]),
      ),
    })
  const found = await exportOf("20204", "11")
  expect(found.messages.map(({ content }) => content)).toEqual(
    Array.from({ length: 600 }, (_, at) => `line ${at}`),
  )
})

test("an export lists a channel that does not answer as missing, and holds the rest", async () => {
  await spokenOf("20205")
  vi.spyOn(console, "warn").mockReturnValue()
  const stub = (channel: string) => channelOf("20205", channel)
  const CHANNELS = {
    getByName: (name: string) => {
      if (name.endsWith(":200")) return { messagesOf: () => Promise.reject(new Error("overloaded")) }
      return stub(name.split(":")[1] ?? "")
    },
  }
  const { app } = await import("../../src/http/app.ts")
  const request = new Request("https://keepsake.test/v1/guilds/20205/members/11/export", {
    headers: { authorization: "Bearer dev" },
  })
  // Only `getByName` of the namespace is ever called.
  const response = await app.fetch(request, { ...env, CHANNELS: CHANNELS as never })
  const found = ExportSchema.parse(await response.json())
  expect(found.missing).toEqual([{ channel_id: "200", messages: 0 }])
  expect(found.messages.map(({ channel_id }) => channel_id)).toEqual(["100"])
  expect(found.counts.messages).toBe(1)
})

test("an export of an unknown person is a document that says nothing is known", async () => {
  await spokenOf("20206")
  const found = await exportOf("20206", "777")
  expect(found.member).toBeNull()
  expect(
    Object.entries(found.counts)
      .filter(([name]) => name !== "audit")
      .every(([, count]) => count === 0),
  ).toBe(true)
})
