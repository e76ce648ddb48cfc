import { afterEach, expect, test, vi } from "vitest"
import { ANY, adaSays, call, type MemoryBody, memories, ok, recall } from "./http.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns which of the test words occur anywhere in a recall answer: items, text or sources. */
async function told(guild: string, ask: Record<string, unknown> = ANY): Promise<string[]> {
  const answer = JSON.stringify(await recall(guild, ask))
  return ["hiking", "chess", "sailing", "tea"].filter((word) => answer.includes(` ${word}`))
}

test("a fact from a restricted channel is recalled only there", async () => {
  await adaSays("8001", "100", "I love hiking", { name: "mods", audience: "restricted" })
  await adaSays("8001", "200", "I love chess", { name: "general", audience: "everyone" })
  await adaSays("8001", "300", "I love sailing", { name: "of which nothing is known" })
  expect(await told("8001")).toEqual(["chess"])
  expect(await told("8001", { ...ANY, channel_id: "200" })).toEqual(["chess"])
  expect(await told("8001", { ...ANY, channel_id: "100" })).toEqual(["hiking", "chess"])
  expect(await told("8001", { ...ANY, channel_id: "300" })).toEqual(["chess", "sailing"])
  expect(await told("8001", { ...ANY, channel_id: "424242", user_id: "11" })).toEqual(["chess"])
  const profile = JSON.stringify(await ok("GET", "/v1/guilds/8001/members/11/profile?channel_id=200"))
  expect(profile).toMatch(/chess/)
  expect(profile).not.toMatch(/hiking|sailing/)
  expect((await memories("8001", "?channel_id=200")).map((memory) => memory.fact)).toEqual([
    "Ada loves chess",
  ])
})

test("a thread has the readers of its parent", async () => {
  await adaSays("8002", "100", "I love hiking", { name: "mods", audience: "restricted" })
  await adaSays("8002", "200", "I love chess", { name: "general", audience: "everyone" })
  await adaSays("8002", "201", "I love sailing", { name: "open thread", parent_id: "200" })
  await adaSays("8002", "101", "I love tea", { name: "closed thread", parent_id: "100" })
  expect(await told("8002")).toEqual(["chess", "sailing"])
  expect(await told("8002", { ...ANY, channel_id: "200" })).toEqual(["chess", "sailing"])
})

test("a channel that becomes restricted hides the facts learned in it from outsiders", async () => {
  await adaSays("8003", "200", "I love chess", { name: "general", audience: "everyone" })
  expect(await told("8003")).toEqual(["chess"])
  await ok("POST", "/v1/guilds/8003/channels/200/messages", {
    channel: { audience: "restricted" },
    messages: [],
  })
  expect(await told("8003")).toEqual([])
})

test("a fact with two sources cites only those the reader may read", async () => {
  await adaSays("8004", "100", "I love chess", { name: "mods", audience: "restricted" })
  await adaSays("8004", "200", "I love chess!", { name: "general", audience: "everyone" })
  const [item] = (await recall("8004", { query: "chess" })).items.filter(({ kind }) => kind === "memory")
  expect(item?.sources.map((source) => source.channel_id)).toEqual(["200"])
  const [both] = (await recall("8004", { query: "chess", channel_id: "100" })).items.filter(
    ({ kind }) => kind === "memory",
  )
  expect(both?.sources.map((source) => source.channel_id).sort()).toEqual(["100", "200"])
})

test("a fact told directly is everyone's; a fact told in a restricted channel stays in that channel", async () => {
  await adaSays("8005", "100", "hello", { name: "mods", audience: "restricted" })
  await ok("POST", "/v1/guilds/8005/members/11/remember", { text: "I love sailing" })
  await ok("POST", "/v1/guilds/8005/members/11/remember", { text: "I love tea", channel_id: "100" })
  expect(await told("8005")).toEqual(["sailing"])
  expect(await told("8005", { ...ANY, channel_id: "100" })).toEqual(["sailing", "tea"])
  const [item] = (await recall("8005", { query: "sailing" })).items
  expect(item?.sources).toEqual([
    { message_id: null, channel_id: null, author_id: "11", url: null, excerpt: "I love sailing" },
  ])
})

test("guilds that share channels, people and words share no memory", async () => {
  await adaSays("8011", "100", "I love hiking", { name: "general", audience: "everyone" })
  await adaSays("8012", "100", "I love sailing", { name: "general", audience: "everyone" })
  expect(await told("8011", { ...ANY, channel_id: "100", user_id: "11" })).toEqual(["hiking"])
  expect(await told("8012", { ...ANY, channel_id: "100", user_id: "11" })).toEqual(["sailing"])
  const [theirs] = await memories("8011")
  const path = `/v1/guilds/8012/memories/${theirs?.id}`
  for (const [method, body] of [["GET"], ["PATCH", { importance: "low" }], ["DELETE"]] as const)
    expect((await call(method, path, body)).status).toBe(404)
  await ok("POST", "/v1/guilds/8012/members/11/forget", { text: "everything", confirm: true })
  expect((await memories("8011")).map((memory: MemoryBody) => memory.fact)).toEqual(["Ada loves hiking"])
})
