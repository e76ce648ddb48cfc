/** Agents reach a guild's memory over MCP, with the rights of their key and no more. */
import { createExecutionContext } from "cloudflare:test"
import { env, exports } from "cloudflare:workers"
import { expect, test } from "vitest"
import { app } from "../../src/http/app.ts"
import { NOON } from "./builders.ts"
import { adaSays, hear, memories, talk } from "./http.ts"
import { newKey } from "./key-holder.ts"
import { connect, post, useTool } from "./mcp-client.ts"

const OPEN = { name: "general", audience: "everyone" }
const CLOSED = { name: "mods", audience: "restricted" }
const READ_TOOLS = ["fetch", "profile", "recall", "search"]

/** Ada speaks about hobbies in an open channel, 100, and in a closed one, 200. */
async function club(guild: string): Promise<void> {
  await adaSays(guild, "100", "I love hiking", OPEN)
  await adaSays(guild, "200", "I love chess", CLOSED)
}

async function toolsOf(token: string): Promise<string[]> {
  const { tools } = await (await connect(token)).listTools()
  return tools.map(({ name }) => name).sort()
}

interface Found {
  results: { id: string; title: string; text: string; url: string }[]
}
interface Forgot {
  matches: { id: string; fact: string }[]
  forgotten: { id: string; fact: string }[]
  not_found: string[]
  restored: string[]
  undo_id: string | null
  hint: string
}

test.each([
  ["the current protocol", { pin: "2026-07-28" }],
  ["the protocol of 2025", "legacy" as const],
])("an agent recalls what its channel may know by %s", async (_, mode) => {
  const guild = typeof mode === "string" ? "62001" : "62002"
  await club(guild)
  const { token } = await newKey(guild, { channel_id: "100" })
  const client = await connect(token, { mode })
  const { text, data } = await useTool<{ items: { id: string; url: string }[] }>(client, "recall", {
    query: "Which hobbies does Ada have? hiking chess",
  })
  expect(text).toContain("hiking")
  expect(text + JSON.stringify(data)).not.toContain("chess")
  expect(data.items[0]?.url).toBe(`https://discord.com/channels/${guild}/100/10000`)
  // A model that is shown the text alone still learns what other tools need.
  expect(text).toContain(`${data.items[0]?.id} (user_id 11): `)
})

test("tools are listed by the scope and the binding of the key, each with its annotations and schemas", async () => {
  const guild = "62003"
  await club(guild)
  const keys = [
    { about: { scope: "read" }, more: [] },
    { about: { scope: "write" }, more: ["forget", "remember"] },
    { about: { scope: "admin" }, more: ["forget", "remember"] },
    { about: { scope: "write", viewer_id: "11" }, more: ["forget", "remember"] },
    // A memory that a channel's key forgets could rest on words of other channels.
    { about: { scope: "write", channel_id: "100" }, more: ["remember"] },
  ]
  for (const { about, more } of keys)
    expect(await toolsOf((await newKey(guild, about)).token), JSON.stringify(about)).toEqual(
      [...READ_TOOLS, ...more].sort(),
    )
  const { token } = await newKey(guild, { scope: "write" })
  const { tools } = await (await connect(token)).listTools()
  for (const { name, annotations, inputSchema, outputSchema } of tools) {
    expect(annotations, name).toMatchObject({
      readOnlyHint: READ_TOOLS.includes(name),
      openWorldHint: false,
    })
    expect(inputSchema, name).toMatchObject({ type: "object", additionalProperties: false })
    expect(outputSchema, name).toMatchObject({ type: "object" })
  }
  expect(tools.find(({ name }) => name === "forget")?.annotations?.destructiveHint).toBe(true)
  expect(tools.find(({ name }) => name === "remember")?.annotations?.destructiveHint).toBe(false)
})

test("a key bound to no reader must say in each call who will read the answer", async () => {
  const guild = "62004"
  await club(guild)
  const client = await connect((await newKey(guild)).token)
  const asked = { query: "hiking chess" }
  const refused = await useTool(client, "recall", asked)
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("viewer_id") })
  expect((await useTool(client, "recall", { ...asked, channel_id: "200" })).text).toContain("chess")
  expect((await useTool(client, "recall", { ...asked, channel_id: "100" })).text).not.toContain("chess")
  // An admin's key reads for somebody too: nothing over MCP reads everything.
  const admin = await connect((await newKey(guild, { scope: "admin" })).token)
  expect(await useTool(admin, "recall", asked)).toMatchObject({ isError: true })
})

test("a bound key takes no other reader and is told of the unknown argument by name", async () => {
  const guild = "62005"
  await club(guild)
  const client = await connect((await newKey(guild, { channel_id: "100" })).token)
  const refused = await useTool(client, "recall", { query: "chess", channel_id: "200" })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("channel_id") })
  const person = await connect((await newKey(guild, { viewer_id: "11" })).token)
  expect(await useTool(person, "profile", { viewer_id: "12" })).toMatchObject({ isError: true })
})

test("search finds documents with links, and fetch reads each of them", async () => {
  const guild = "62006"
  await club(guild)
  await hear(
    guild,
    "100",
    talk(900, NOON + 60_000, [["12", "Bo", "the lighthouse tour starts at nine"]]),
    OPEN,
  )
  const client = await connect((await newKey(guild, { channel_id: "100" })).token)
  const { data, text } = await useTool<Found>(client, "search", { query: "lighthouse tour hiking" })
  expect(JSON.parse(text)).toEqual(data)
  expect(new Set(data.results.map(({ id }) => id.split(":")[0]))).toContain("message")
  expect(data.results.length).toBeGreaterThan(1)
  for (const { id, url } of data.results) {
    expect(url).toMatch(/^https:\/\/discord\.com\/channels\/62006/)
    const document = await useTool<{ id: string; text: string; url: string }>(client, "fetch", { id })
    expect(document, id).toMatchObject({
      isError: false,
      data: { id, url: expect.stringContaining("62006") },
    })
    expect(document.data.text).not.toBe("")
  }
})

test("fetch answers for a hidden document in the same words as for one that never existed", async () => {
  const guild = "62007"
  await club(guild)
  const [chess] = (await memories(guild)).filter(({ fact }) => fact.includes("chess"))
  const hidden = [`memory:${chess?.id}`, "message:200:20000"]
  const client = await connect((await newKey(guild, { channel_id: "100" })).token)
  const open = await connect((await newKey(guild, { channel_id: "200" })).token)
  for (const id of hidden) {
    expect((await useTool(open, "fetch", { id })).text, id).toContain("chess")
    const never = id.replace(/[^:]+$/, "777")
    const [real, none] = [
      await useTool(client, "fetch", { id }),
      await useTool(client, "fetch", { id: never }),
    ]
    expect(real.isError).toBe(true)
    expect(real.text.replace(id.split(":").at(-1) ?? "", "777")).toBe(none.text)
  }
  const wrong = await useTool(client, "fetch", { id: "https://example.com" })
  expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining("search or recall") })
})

test("what an agent remembers is known afterwards, and refused texts change nothing", async () => {
  const guild = "62008"
  await club(guild)
  const { token } = await newKey(guild, { scope: "write", viewer_id: "11" })
  const client = await connect(token)
  const { data } = await useTool<{ remembered: { verdict: string; memory_id: string | null }[] }>(
    client,
    "remember",
    { text: "I play the cello" },
  )
  expect(data.remembered).toMatchObject([{ verdict: "accepted" }])
  const profile = await useTool<{ facts: { id: string; fact: string }[] }>(client, "profile", {})
  expect(profile.data.facts.map(({ id }) => id)).toContain(data.remembered[0]?.memory_id)
  const before = await memories(guild)
  const secret = await useTool(client, "remember", { text: "my password is hunter2-Xk29!" })
  expect(secret).toMatchObject({ isError: true, text: expect.stringContaining("never saved") })
  const other = await useTool(client, "remember", { text: "Bo sails", user_id: "12" })
  expect(other.isError).toBe(true)
  expect(await memories(guild)).toEqual(before)
})

test("forgetting shows the matches first, takes their ids, and can be undone once", async () => {
  const guild = "62009"
  await club(guild)
  const client = await connect((await newKey(guild, { scope: "write", viewer_id: "11" })).token)
  await useTool(client, "remember", { text: "I play the cello" })
  const before = (await memories(guild)).map(({ fact }) => fact).sort()
  const shown = await useTool<Forgot>(client, "forget", { text: "cello" })
  expect(shown.data).toMatchObject({ matches: [{ fact: expect.stringContaining("cello") }], forgotten: [] })
  expect(shown.data.hint).toContain("Nothing is deleted yet")
  expect((await memories(guild)).map(({ fact }) => fact).sort()).toEqual(before)
  const ids = shown.data.matches.map(({ id }) => id)
  const gone = await useTool<Forgot>(client, "forget", { ids })
  expect(gone.data.forgotten).toEqual(shown.data.matches)
  expect((await memories(guild)).map(({ fact }) => fact)).not.toContain(shown.data.matches[0]?.fact)
  // Sent again, it deletes nothing and says so.
  expect((await useTool<Forgot>(client, "forget", { ids })).data).toMatchObject({
    forgotten: [],
    not_found: ids,
  })
  const undo = { undo: gone.data.undo_id }
  expect((await useTool<Forgot>(client, "forget", undo)).data.restored).toEqual(ids)
  expect((await memories(guild)).map(({ fact }) => fact).sort()).toEqual(before)
})

test("a person's key forgets and restores nothing of others", async () => {
  const guild = "62010"
  await club(guild)
  await hear(guild, "100", talk(900, NOON + 60_000, [["12", "Bo", "I love sailing"]]), OPEN)
  const [sailing] = (await memories(guild)).filter(({ fact }) => fact.includes("sail"))
  const ada = await connect((await newKey(guild, { scope: "write", viewer_id: "11" })).token)
  const ids = [`memory:${sailing?.id}`]
  expect(await useTool(ada, "forget", { ids })).toMatchObject({ isError: true })
  expect(await useTool(ada, "forget", { text: "sailing", user_id: "12" })).toMatchObject({ isError: true })
  const bot = await connect((await newKey(guild, { scope: "write" })).token)
  const { data } = await useTool<Forgot>(bot, "forget", { ids, channel_id: "100" })
  expect(data.forgotten).toHaveLength(1)
  expect(await useTool(ada, "forget", { undo: data.undo_id })).toMatchObject({ isError: true })
  expect((await useTool<Forgot>(bot, "forget", { undo: data.undo_id })).data.restored).toEqual(ids)
})

test("forget refuses anything but exactly one of text, ids and undo", async () => {
  const guild = "62011"
  await club(guild)
  const client = await connect((await newKey(guild, { scope: "write", viewer_id: "11" })).token)
  const before = await memories(guild)
  for (const args of [{}, { text: "hiking", ids: ["memory:1"] }, { undo: "123" }, { texts: "hiking" }])
    expect(await useTool(client, "forget", args), JSON.stringify(args)).toMatchObject({ isError: true })
  expect(await memories(guild)).toEqual(before)
})

test("resources hold the profile, the topics and the policy, as far as the key may read them", async () => {
  const guild = "62012"
  await club(guild)
  const bot = await connect((await newKey(guild)).token)
  const { resourceTemplates } = await bot.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).sort()).toEqual([
    "keepsake://profile/{user_id}/channel/{channel_id}",
    "keepsake://profile/{user_id}/person/{viewer_id}",
    "keepsake://topics/channel/{channel_id}",
    "keepsake://topics/person/{viewer_id}",
  ])
  expect((await bot.listResources()).resources.map(({ uri }) => uri)).toEqual(["keepsake://policy"])
  const read = async (client: typeof bot, uri: string) => JSON.stringify(await client.readResource({ uri }))
  expect(await read(bot, "keepsake://profile/11/channel/100")).toContain("hiking")
  expect(await read(bot, "keepsake://profile/11/channel/100")).not.toContain("chess")
  expect(await read(bot, "keepsake://profile/11/channel/200")).toContain("chess")
  expect(await read(bot, "keepsake://topics/channel/100")).toContain("topics")
  expect(await read(bot, "keepsake://policy")).toContain("version")
  await expect(read(bot, "keepsake://profile/11/channel/abc")).rejects.toThrow("channel_id")
  const bound = await connect((await newKey(guild, { channel_id: "100" })).token)
  expect((await bound.listResources()).resources.map(({ uri }) => uri)).toEqual(["keepsake://topics"])
  expect(await read(bound, "keepsake://profile/11")).not.toContain("chess")
  await expect(read(bound, "keepsake://policy")).rejects.toThrow()
  await expect(read(bound, "keepsake://profile/99")).rejects.toThrow("No member 99")
})

test("the prompt puts what is known beside the question", async () => {
  const guild = "62013"
  await club(guild)
  const client = await connect((await newKey(guild, { channel_id: "100" })).token)
  const question = "Does Ada like hiking or chess?"
  const { messages } = await client.getPrompt({ name: "context", arguments: { question } })
  const text = JSON.stringify(messages)
  expect(text).toContain("hiking")
  expect(text).toContain(question)
  expect(text.replace(question, "")).not.toContain("chess")
})

test("calls count against the rates of the key, reads and writes apart", async () => {
  const guild = "62015"
  await club(guild)
  const { token } = await newKey(guild, { scope: "write", viewer_id: "11" })
  const counted = { reads: 0, writes: 0 }
  let isWriteOpen = true
  const bindings = {
    ...env,
    READ_RATE: { limit: async () => ({ success: counted.reads++ < 10 }) },
    WRITE_RATE: { limit: async () => ({ success: counted.writes++ < 10 && isWriteOpen }) },
  }
  const fetching = async (request: Request) => app.fetch(request, bindings, createExecutionContext())
  const client = await connect(token, { fetching })
  const before = counted.reads
  await useTool(client, "profile", {})
  expect(counted).toEqual({ reads: before + 1, writes: 0 })
  await useTool(client, "remember", { text: "I play the cello" })
  expect(counted).toEqual({ reads: before + 2, writes: 1 })
  isWriteOpen = false
  const refused = await useTool(client, "remember", { text: "I play the flute" })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("Too many requests") })
  // An old client's batch counts each of its calls.
  const call = { jsonrpc: "2.0", method: "tools/call", params: { name: "profile", arguments: {} } }
  const left = counted.reads
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  }
  const send = (body: unknown) =>
    fetching(
      new Request("https://keepsake.test/mcp", { method: "POST", headers, body: JSON.stringify(body) }),
    )
  await (
    await send([
      { ...call, id: 1 },
      { ...call, id: 2 },
    ])
  ).text()
  expect(counted.reads).toBe(left + 2)
  counted.reads = 10
  const { status } = await send({ ...call, id: 3 })
  expect(status).toBe(429)
})

test("a request without a valid key is told where to learn which tokens are accepted", async () => {
  for (const token of [null, "ks_wrong", `ks_${"0".repeat(16)}_${"A".repeat(43)}`]) {
    const { status, headers } = await post(token, { jsonrpc: "2.0", id: 1, method: "ping" })
    expect(status).toBe(401)
    const metadata = /^Bearer resource_metadata="([^"]+)"$/.exec(headers.get("www-authenticate") ?? "")?.[1]
    expect(metadata).toBe("https://keepsake.test/.well-known/oauth-protected-resource/mcp")
    for (const url of [metadata ?? "", metadata?.replace(/\/mcp$/, "") ?? ""]) {
      const described = await exports.default.fetch(new Request(url))
      expect(await described.json()).toMatchObject({
        resource: "https://keepsake.test/mcp",
        bearer_methods_supported: ["header"],
      })
    }
  }
})

test("the admin token is told to use a guild's key", async () => {
  const refused = await post("dev", { jsonrpc: "2.0", id: 1, method: "ping" })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    type: "urn:keepsake:key_required",
    detail: expect.stringContaining("/keys"),
  })
})

const initialize = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "old", version: "1" } },
})

test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
  "a client of version %s is answered in its own version",
  async (version) => {
    const guild = "62014"
    await adaSays(guild, "100", "I love hiking", OPEN)
    const { token } = await newKey(guild, { channel_id: "100" })
    const opened = await post(token, initialize(version))
    expect(await opened.text()).toContain(`"protocolVersion":"${version}"`)
    const listed = await post(
      token,
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
      { "mcp-protocol-version": version },
    )
    expect(await listed.text()).toContain('"recall"')
  },
)

test("a page in a browser is refused, because it could use a key that a local client holds", async () => {
  const { token } = await newKey("62014", { channel_id: "100" })
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" }
  for (const origin of ["https://evil.example", "https://keepsake.test", "http://localhost:3000", "null"])
    expect((await post(token, ping, { origin })).status, origin).toBe(403)
  expect((await post(token, ping)).status).toBe(200)
})

test("what no client sends is refused and breaks nothing", async () => {
  const { token } = await newKey("62014", { channel_id: "100" })
  const bad = [
    [[], 400],
    [{ jsonrpc: "2.0", id: 1, method: "nothing/such" }, 200],
    [{ id: 1 }, 400],
    ["recall", 400],
  ] as const
  for (const [body, status] of bad)
    expect((await post(token, body)).status, JSON.stringify(body)).toBe(status)
  const large = await post(token, {
    jsonrpc: "2.0",
    id: 1,
    method: "ping",
    params: { x: "y".repeat(1_100_000) },
  })
  expect(large.status).toBe(413)
  const text = await post(token, {}, { "content-type": "text/plain" })
  expect(text.status).toBe(415)
  expect(
    (
      await exports.default.fetch(
        new Request("https://keepsake.test/mcp", {
          headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
        }),
      )
    ).status,
  ).toBe(405)
})
