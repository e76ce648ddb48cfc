/** A corrected memory says when it was corrected, and by whom, above the messages that say it otherwise. */
import { beforeAll, expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import {
  GENERAL,
  guildStructure,
  MODS,
  member,
  OFFTOPIC,
  OWNER,
  only,
  tell,
  textChannel,
} from "./guild-structure.ts"
import { hear, memories, ok, type RecallBody, recall, talk } from "./http.ts"
import { newKey } from "./key-holder.ts"
import { connect, useTool } from "./mcp-client.ts"
import { asks, press } from "./people-world.ts"

const GUILD = "9473"
/** Holds Manage Server, and wrote nothing that members read. */
const MANAGER = "947301"
const MEMBER = "947302"
const MANAGING = "947350"
const BASE = `/app/g/${GUILD}`

interface Corrected {
  corrected: { at: string; by: string | null } | null
}

function structureWith(channels: readonly Record<string, unknown>[]) {
  const structure = guildStructure(GUILD, [], {
    members: [
      member(OWNER, [], "Olga"),
      member(MANAGER, [MANAGING], "Mia"),
      member(MEMBER, [], "Ben"),
      member("11", [], "Ada"),
    ],
  })
  const told = structure as { guild: { roles: unknown[] }; channels: { id: string }[] }
  told.guild.roles.push({ id: MANAGING, name: "managers", permissions: String(1n << 5n), tags: {} })
  const others = told.channels.filter(({ id }) => channels.every((one) => one.id !== id))
  return { ...structure, channels: [...others, ...channels] }
}

beforeAll(async () => {
  await tell(GUILD, structureWith([]))
})

/** Ada says a thing, and its memory has this id. */
async function said(words: string, first: number, channel: string, at = NOON): Promise<string> {
  await hear(GUILD, channel, talk(first, at, [["11", "Ada", words]]), {})
  const last = words.split(" ").at(-1) ?? ""
  return (await memories(GUILD, `?q=${last}`))[0]?.id ?? ""
}

async function correct(by: string, id: string, fact: string, more: Record<string, string> = {}) {
  const browser = await PageBrowser.of(by)
  const fields = { fact, importance: "medium", lifetime: "permanent", ...more }
  const page = await browser.submit(`${BASE}/memories/${id}/correct`, fields)
  expect(page.text).toContain("Corrected.")
  return { browser, undo: /name="undo" value="([^"]+)"/.exec(page.html)?.[1] ?? "" }
}

function correctionOf(id: string, viewer = ""): Promise<Corrected> {
  return ok<Corrected>("GET", `/v1/guilds/${GUILD}/memories/${id}${viewer}`)
}

async function sourcesFor(user: string, id: string): Promise<string> {
  return (await press(asks(GUILD, { id: user, name: "Somebody" }), `sources:${id}`)).text
}

test("pages, the API and Discord tell of a correction until it is undone", async () => {
  const id = await said("I love kitesurfing", 30_000, GENERAL)
  expect((await correctionOf(id)).corrected).toBeNull()
  const { browser, undo } = await correct(MANAGER, id, "Ada loves wakeboarding")
  const page = await browser.get(`${BASE}/memories/${id}`)
  expect(page.text).toMatch(
    /Corrected\s+(?:M\s+)?Mia .*said before that and may say something else.*I love kitesurfing/,
  )
  expect((await correctionOf(id)).corrected).toEqual({ at: expect.any(String), by: MANAGER })
  expect(await sourcesFor(MANAGER, id)).toMatch(
    new RegExp(`Corrected by <@${MANAGER}>[^]*I love kitesurfing`),
  )
  expect((await press(asks(GUILD, { id: MANAGER, name: "Mia" }), `open:${id}`)).text).toContain(
    `Corrected by <@${MANAGER}>`,
  )
  await browser.post(`${BASE}/undo`, { undo })
  expect((await correctionOf(id)).corrected).toBeNull()
  expect((await browser.get(`${BASE}/memories/${id}`)).text).not.toContain("Corrected")
  expect(await sourcesFor(MANAGER, id)).not.toContain("Corrected")
})

test("an agent that fetches a memory by MCP reads of its correction, of the person only if they may be known", async () => {
  const id = await said("I love snowkiting", 35_000, GENERAL)
  const agents = {
    manager: await connect((await newKey(GUILD, { viewer_id: MANAGER })).token),
    member: await connect((await newKey(GUILD, { viewer_id: MEMBER })).token),
  }
  const textFor = async (agent: keyof typeof agents) =>
    (await useTool<{ text: string }>(agents[agent], "fetch", { id: `memory:${id}` })).data.text
  expect(await textFor("manager")).not.toContain("Corrected")
  const { browser, undo } = await correct(MANAGER, id, "Ada loves parasailing")
  const at = (await correctionOf(id)).corrected?.at
  const [first, second, ...rest] = (await textFor("manager")).split("\n")
  expect(first).toBe("Ada loves parasailing")
  expect(second).toBe(`Corrected by Mia at ${at}; what was said before says it otherwise.`)
  expect(rest.join("\n")).toContain("I love snowkiting")
  expect((await textFor("member")).split("\n")[1]).toBe(
    `Corrected at ${at}; what was said before says it otherwise.`,
  )
  await browser.post(`${BASE}/undo`, { undo })
  expect(await textFor("manager")).not.toContain("Corrected")
})

test("an earlier correction still holds after a later one is undone, and another lifetime is no correction of words", async () => {
  const id = await said("I love tobogganing", 31_000, GENERAL)
  await correct(OWNER, id, "Ada loves tobogganing", { importance: "high" })
  expect((await correctionOf(id)).corrected).toBeNull()
  await correct(OWNER, id, "Ada loves bobsledding", { importance: "high" })
  const { browser, undo } = await correct(MANAGER, id, "Ada loves skeleton racing", { importance: "high" })
  expect((await correctionOf(id)).corrected?.by).toBe(MANAGER)
  await browser.post(`${BASE}/undo`, { undo })
  expect((await correctionOf(id)).corrected?.by).toBe(OWNER)
})

test("whoever may not know of the person who corrected it is told when, not who", async () => {
  const id = await said("I love curling", 32_000, GENERAL)
  await correct(MANAGER, id, "Ada loves lawn bowling")
  const seen = await correctionOf(id, `?viewer_id=${MEMBER}&channel_id=${GENERAL}`)
  expect(seen.corrected).toEqual({ at: expect.any(String), by: null })
  const { text } = await (await PageBrowser.of(MEMBER)).get(`${BASE}/memories/${id}`)
  expect(text).toContain("Corrected")
  expect(text).not.toContain("Mia")
  expect(await sourcesFor(MEMBER, id)).toMatch(/Corrected <t:\d+:R>/)
})

test("whoever reads only what was said after the correction does not learn of it", async () => {
  const id = await said("I love ice fishing", 33_000, OFFTOPIC)
  await correct(OWNER, id, "Ada loves fly tying")
  expect(await said("I love fly tying", 34_000, GENERAL, Date.now() + 1_000)).toBe(id)
  const ben = await PageBrowser.of(MEMBER)
  const page = `${BASE}/memories/${id}`
  expect((await ben.get(page)).text).toContain("Corrected")
  await tell(GUILD, structureWith([textChannel(OFFTOPIC, only(GUILD, MODS))]))
  const { text } = await ben.get(page)
  expect(text).toContain("I love fly tying")
  expect(text).not.toContain("ice fishing")
  expect(text).not.toContain("Corrected")
  expect((await correctionOf(id)).corrected?.by).toBe(OWNER)
})

test("the sources of recall and answers say which message was corrected since, until the correction is undone", async () => {
  const id = await said("I love snowshoeing", 36_000, GENERAL)
  const agent = await connect((await newKey(GUILD, { viewer_id: MEMBER })).token)
  const sources = async (query: string) => {
    const { items } = await recall(GUILD, { query, channel_id: GENERAL })
    return items.flatMap((item) => item.sources).filter(({ message_id }) => message_id === "36000")
  }
  expect((await sources("who loves snowshoeing?"))[0]).not.toHaveProperty("corrected_at")
  const { browser, undo } = await correct(MANAGER, id, "Ada loves ice skating")
  const at = (await correctionOf(id)).corrected?.at
  expect((await sources("who loves ice skating?"))[0]).toMatchObject({
    excerpt: expect.stringContaining("snowshoeing"),
    corrected_at: at,
  })
  const question = { question: "what does Ada love? ice skating?", channel_id: GENERAL }
  const answer = await ok<{ items: RecallBody["items"] }>("POST", `/v1/guilds/${GUILD}/answers`, question)
  const cited = answer.items.flatMap((item) => item.sources).find(({ message_id }) => message_id === "36000")
  expect(cited?.corrected_at).toBe(at)
  const recalled = await useTool<{ items: { id: string; corrected_at?: string }[] }>(agent, "recall", {
    query: "who loves ice skating?",
  })
  expect(recalled.data.items.find((item) => item.id === `memory:${id}`)?.corrected_at).toBe(at)
  expect(recalled.text).toContain(`/${GENERAL}/36000 (corrected since)`)
  const fetched = await useTool<{ text: string }>(agent, "fetch", { id: `memory:${id}` })
  expect(fetched.data.text).toContain(`/${GENERAL}/36000 (corrected since)`)
  expect((await browser.get(`${BASE}/memories/${id}`)).text).toContain("corrected since")
  await browser.post(`${BASE}/undo`, { undo })
  const again = await sources("who loves snowshoeing?")
  expect(again.length).toBeGreaterThan(0)
  expect(again.filter((one) => "corrected_at" in one)).toEqual([])
})

test("a message said after the correction is not marked, and a message found by itself is if its fact was corrected", async () => {
  const id = await said("I love waterskiing", 37_000, GENERAL)
  await correct(OWNER, id, "Ada loves barefoot skiing")
  expect(await said("I love barefoot skiing", 38_000, GENERAL, Date.now() + 1_000)).toBe(id)
  const { items } = await recall(GUILD, {
    query: "who loves barefoot skiing? waterskiing?",
    channel_id: GENERAL,
  })
  const sources = items.flatMap((item) => item.sources)
  const marked = (message: string) =>
    sources.filter(({ message_id }) => message_id === message).map((one) => one.corrected_at !== undefined)
  expect(marked("37000").length).toBeGreaterThan(0)
  expect(new Set(marked("37000"))).toEqual(new Set([true]))
  expect(marked("38000").length).toBeGreaterThan(0)
  expect(new Set(marked("38000"))).toEqual(new Set([false]))
})
