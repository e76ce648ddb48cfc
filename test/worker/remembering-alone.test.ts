/** What a person's own assistant is told to remember stays with that person, and secrets reach no model. */
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { type ErasureBody, eraseThrough, erasure } from "./erasing-world.ts"
import { adaSays, call, hear, memories, ok, recall, talk } from "./http.ts"
import { as, newKey } from "./key-holder.ts"
import { connect, useTool } from "./mcp-client.ts"

const OPEN = { name: "general", audience: "everyone" }

interface Remembered {
  remembered: { verdict: string; reason: string; memory_id: string | null; hint: string }[]
}

/** Ada and Bo have spoken in channel 100, which everyone reads. */
async function club(guild: string): Promise<void> {
  await adaSays(guild, "100", "I love hiking", OPEN)
  await hear(guild, "100", talk(900, NOON + 60_000, [["12", "Bo", "I love sailing"]]), OPEN)
}

test("what I tell my own assistant without a channel is for me alone, over MCP and HTTP", async () => {
  const guild = "62101"
  await club(guild)
  const { token } = await newKey(guild, { scope: "write", viewer_id: "11" })
  const mine = await connect(token)
  const { data } = await useTool<Remembered>(mine, "remember", { text: "I play the cello" })
  expect(data.remembered).toMatchObject([{ verdict: "accepted", hint: "Saved." }])
  const path = `/v1/guilds/${guild}/members/11/remember`
  expect(await as<Remembered>(token, "POST", path, { text: "I collect stamps" })).toMatchObject({
    body: { remembered: [{ verdict: "accepted", hint: "Saved.", memory_id: expect.any(String) }] },
  })
  const own = await useTool(mine, "profile", {})
  expect(own.text).toContain("cello")
  expect(own.text).toContain("stamps")
  expect((await useTool(mine, "recall", { query: "Who plays the cello?" })).text).toContain("cello")

  const channel = await connect((await newKey(guild, { channel_id: "100" })).token)
  const bo = await connect((await newKey(guild, { viewer_id: "12" })).token)
  for (const reader of [channel, bo]) {
    const seen = [
      (await useTool(reader, "recall", { query: "Who plays the cello and collects stamps?" })).text,
      (await useTool(reader, "profile", { user_id: "11" })).text,
    ].join()
    expect(seen).not.toMatch(/cello|stamps/)
  }
  // The place is nobody's channel, and no source names it.
  const [cello] = await memories(guild, "?q=cello")
  expect(cello?.sources).toMatchObject([{ channel_id: null, message_id: null, url: null }])
})

test("with a channel, those who read it may know, and without anybody named the whole server may", async () => {
  const guild = "62102"
  await club(guild)
  const mine = await connect((await newKey(guild, { scope: "write", viewer_id: "11" })).token)
  await useTool(mine, "remember", { text: "I play the cello", channel_id: "100" })
  expect((await recall(guild, { query: "cello" })).text).toContain("cello")
  await ok("POST", `/v1/guilds/${guild}/members/12/remember`, { text: "I collect stamps" })
  expect((await recall(guild, { query: "stamps" })).text).toContain("stamps")
})

test("a bot that names a person alone saves for them alone, and nothing in private about others", async () => {
  const guild = "62103"
  await club(guild)
  const bot = await connect((await newKey(guild, { scope: "write" })).token)
  const told = await useTool<Remembered>(bot, "remember", { text: "I play the cello", viewer_id: "11" })
  expect(told.data.remembered).toMatchObject([{ verdict: "accepted" }])
  expect((await useTool(bot, "recall", { query: "cello", channel_id: "100" })).text).not.toContain("cello")
  expect((await useTool(bot, "recall", { query: "cello", viewer_id: "11" })).text).toContain("cello")
  const about = { text: "Bo plays the flute", user_id: "12" }
  const refused = await useTool(bot, "remember", { ...about, viewer_id: "11" })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("channel_id") })
  expect((await useTool(bot, "remember", { ...about, channel_id: "100" })).isError).toBe(false)
})

test("erasing me erases what only I was shown", async () => {
  const guild = "62104"
  await club(guild)
  const { token } = await newKey(guild, { scope: "write", viewer_id: "11" })
  await as(token, "POST", `/v1/guilds/${guild}/members/11/remember`, { text: "I play the cello" })
  const { id } = await ok<ErasureBody>("POST", `/v1/guilds/${guild}/members/11/erase`, {})
  await eraseThrough(guild)
  await expect.poll(() => erasure(guild, id), { timeout: 20_000 }).toMatchObject({ state: "done" })
  expect(JSON.stringify(await memories(guild))).not.toContain("cello")
})

test("a fact that waits for approval says so, so that nobody is told that it is remembered", async () => {
  const guild = "62105"
  await club(guild)
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
  const { body } = await call<Remembered>("POST", `/v1/guilds/${guild}/members/11/remember`, {
    text: "I play the cello",
  })
  expect(body.remembered).toMatchObject([
    { verdict: "queued", reason: "manual_mode", hint: expect.stringContaining("Waits for a manager") },
  ])
})

test("a password that somebody wrote is in no context for a model", async () => {
  const guild = "62106"
  const lines: [string, string, string][] = [
    ["12", "Bo", "the wifi at the club is called Heron"],
    ["12", "Bo", "my wifi password is hunter2-Zx9!k"],
  ]
  await hear(guild, "100", talk(900, NOON, lines), OPEN)
  const recalled = await recall(guild, { query: "what is the wifi password?", min_score: 0 })
  expect(JSON.stringify(recalled)).toContain("Heron")
  expect(JSON.stringify(recalled)).not.toContain("hunter2")
  const agent = await connect((await newKey(guild, { channel_id: "100" })).token)
  for (const tool of ["recall", "search"])
    expect((await useTool(agent, tool, { query: "wifi password" })).text).not.toContain("hunter2")
})

test("of a message with a telephone number the number is masked, and the rest is told", async () => {
  const guild = "62107"
  const lines: [string, string, string][] = [
    ["12", "Bo", "the backup for the regatta is Petrel, reach her at 212-555-0134"],
    ["11", "Ada", "or write to petrel@example.com"],
  ]
  await hear(guild, "100", talk(900, NOON, lines), OPEN)
  const recalled = JSON.stringify(await recall(guild, { query: "who is the backup for the regatta?" }))
  expect(recalled).toContain("the backup for the regatta is Petrel, reach her at [contact details]")
  expect(recalled).not.toMatch(/0134|petrel@/)
})
