/** A channel is heard in full, for notes only, out of character only, or not at all. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { channelPath, hear, memories, ok, type Page, recall, talk } from "./http.ts"
import { bindModel, channelOf, claim, equip } from "./stand-ins.ts"

const GUILD = (n: number) => `90417726355081${String(n).padStart(4, "0")}`
const CATEGORY = "5000"

interface Receipt {
  accepted: number
  rejected: { index: number; reason: string }[]
}

function setModes(guild: string, channels: Record<string, unknown>): Promise<unknown> {
  return ok("PUT", `/v1/guilds/${guild}/settings`, { channels })
}

function say(guild: string, channel: string, id: number, words: string, info?: Record<string, unknown>) {
  return ok<Receipt>("POST", `${channelPath(guild, channel)}/messages`, {
    channel: info ?? { name: "general", audience: "everyone" },
    messages: talk(id, NOON, [["11", "Ada", words]]),
  })
}

async function notes(guild: string): Promise<{ title: string; participants: string; channel_id: string }[]> {
  const rows = await env.DB.prepare("SELECT title, participants, channel_id FROM notes WHERE guild_id = ?")
    .bind(guild)
    .all<{ title: string; participants: string; channel_id: string }>()
  return rows.results
}

async function found(guild: string, channel: string, words: string): Promise<string> {
  const recalled = await recall(guild, { query: words, channel_id: channel })
  return recalled.items.map(({ text }) => text).join("\n")
}

test("a message in a channel that is off is not heard and does not register the channel", async () => {
  const guild = GUILD(1)
  await setModes(guild, { modes: { "100": "off" } })
  expect(await say(guild, "100", 1, "I keep bees in Lisbon")).toEqual({
    accepted: 0,
    duplicates: 0,
    rejected: [{ index: 0, reason: "off" }],
  })
  expect((await say(guild, "200", 2, "I keep bees in Lisbon")).accepted).toBe(1)
  const known = await env.DB.prepare("SELECT id FROM channels WHERE guild_id = ?").bind(guild).all()
  expect(known.results).toEqual([{ id: "200" }])
})

test("a thread inherits its channel's mode, and a channel its category's, unless it has its own", async () => {
  const guild = GUILD(2)
  await setModes(guild, { modes: { [CATEGORY]: "off", "130": "full" } })
  const inCategory = { name: "room", audience: "everyone", parent_id: CATEGORY }
  // The channel itself was never heard, so the thread's parent chain ends there until the channel is known.
  expect((await say(guild, "110", 1, "hello there", inCategory)).rejected).toMatchObject([{ reason: "off" }])
  await env.DB.prepare("INSERT INTO channels (guild_id, id, parent_id, updated_at) VALUES (?, '110', ?, 0)")
    .bind(guild, CATEGORY)
    .run()
  const inChannel = { name: "a thread", parent_id: "110" }
  expect((await say(guild, "120", 2, "hello there", inChannel)).rejected).toMatchObject([{ reason: "off" }])
  expect((await say(guild, "130", 3, "hello there", inChannel)).accepted).toBe(1)
})

test("a channel that moves into a category that is off is no longer heard", async () => {
  const guild = GUILD(3)
  await setModes(guild, { modes: { [CATEGORY]: "off" } })
  const told = (parent_id: string | null) =>
    ok("PUT", `/v1/guilds/${guild}/structure`, {
      guild: { id: guild, owner_id: "99", roles: [{ id: guild, name: "@everyone", permissions: "66560" }] },
      channels: [
        { id: "100", type: 0, name: "general", position: 1, permission_overwrites: [], parent_id },
        { id: CATEGORY, type: 4, name: "private", position: 2, permission_overwrites: [] },
      ],
    })
  await told(null)
  expect((await say(guild, "100", 1, "hello there")).accepted).toBe(1)
  await told(CATEGORY)
  await channelOf(guild, "100").refresh()
  expect((await say(guild, "100", 2, "hello again")).rejected).toMatchObject([{ reason: "off" }])
})

test("switching a channel off drops its unread messages and keeps what was learned before", async () => {
  const guild = GUILD(4)
  const model = await bindModel(channelOf(guild, "100"), (prompt) =>
    prompt.includes("zither") ? [claim("P1", "Ada plays the zither")] : [claim("P1", "Ada breeds axolotls")],
  )
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I play the zither on Sundays"]]))
  await say(guild, "100", 50, "I breed axolotls at home")
  await setModes(guild, { modes: { "100": "off" } })
  expect((await channelOf(guild, "100").status()).open).toBe(0)
  await ok("POST", `${channelPath(guild, "100")}/flush`)
  expect(model.prompts).toHaveLength(1)
  expect((await memories(guild)).map(({ fact }) => fact)).toEqual(["Ada plays the zither"])
  expect(await found(guild, "100", "zither on Sundays")).toContain("I play the zither on Sundays")
  expect(await found(guild, "100", "axolotls at home")).not.toContain("axolotls")
  // Switched on again, the channel hears new messages, and a second delivery of a dropped message is a
  // duplicate.
  await setModes(guild, {})
  expect(await say(guild, "100", 50, "I breed axolotls at home")).toMatchObject({
    accepted: 0,
    duplicates: 1,
  })
  expect((await say(guild, "100", 60, "I am back")).accepted).toBe(1)
})

test("messages sent while a channel was off are not heard later, whichever way they arrive", async () => {
  const guild = GUILD(12)
  await say(guild, "100", 1, "hello there")
  const message = (id: number, at: number) => ({
    messages: talk(id, at, [["11", "Ada", "I breed axolotls at home"]]),
  })
  const deliver = (body: object) => ok<Receipt>("POST", `${channelPath(guild, "100")}/messages`, body)
  await setModes(guild, { default: "off" })
  const meanwhile = message(2, Date.now())
  await new Promise((resolve) => setTimeout(resolve, 5))
  await setModes(guild, {})
  expect((await deliver(meanwhile)).rejected).toMatchObject([{ reason: "off" }])
  expect((await deliver(message(3, Date.now()))).accepted).toBe(1)
  expect((await deliver(message(4, NOON))).accepted).toBe(1)
})

test("windows waiting for a model when their channel is switched off are not read, and earlier calls are still charged", async () => {
  const guild = GUILD(5)
  const channel = channelOf(guild, "100")
  let asked = 0
  const run = async () => {
    asked += 1
    return { response: { unusable: true }, usage: { prompt_tokens: 70, completion_tokens: 7 } }
  }
  await bindModel(channel, () => {
    throw new Error("1031: internal error")
  })
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I breed axolotls at home"]]))
  expect((await channel.status()).waiting.windows).toBe(1)
  await equip(channel, { AI: { run } as unknown as Ai })
  await setModes(guild, { default: "off" })
  expect(await channel.flush()).toMatchObject({ waiting: 0, windows: [{ method: "none" }] })
  expect(asked).toBe(0)
  expect(await memories(guild)).toEqual([])
  expect(await found(guild, "100", "axolotls")).not.toContain("axolotls")
})

test("a window that a model is reading when its channel is switched off is charged and not remembered", async () => {
  const guild = GUILD(6)
  await bindModel(channelOf(guild, "100"), async () => {
    await setModes(guild, { modes: { "100": "off" } })
    return [claim("P1", "Ada breeds axolotls")]
  })
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I breed axolotls at home"]]))
  expect(await memories(guild)).toEqual([])
  expect(await notes(guild)).toEqual([])
  const usage = await env.DB.prepare("SELECT sum(input_tokens) AS tokens FROM usage WHERE guild_id = ?")
    .bind(guild)
    .first()
  expect(usage).toEqual({ tokens: 100 })
})

test("a notes-only channel leaves a note and no facts, and its model is asked for nothing more", async () => {
  const guild = GUILD(7)
  await setModes(guild, { modes: { "200": "notes" } })
  await bindModel(channelOf(guild, "100"), () => [claim("P1", "Ada breeds axolotls")])
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I breed axolotls at home"]]))
  // The model returns a claim although only a note was requested.
  const model = await bindModel(channelOf(guild, "200"), () => [claim("P1", "Ada collects stamps")])
  await hear(
    guild,
    "200",
    talk(
      50,
      NOON,
      ["I collect stamps", "from Peru", "they are rare"].map((words) => ["11", "Ada", words]),
    ),
  )
  expect((await memories(guild)).map(({ fact }) => fact)).toEqual(["Ada breeds axolotls"])
  expect(await notes(guild)).toContainEqual({
    title: "A talk",
    channel_id: "200",
    participants: JSON.stringify([{ id: "11", name: "Ada", line: null }]),
  })
  expect(model.prompts).toHaveLength(1)
  expect(model.prompts[0]).not.toContain("axolotls")
  expect(model.prompts[0]).not.toContain("<memories>")
  expect(model.prompts[0]).toContain("I collect stamps")
})

test("the rules also keep to notes in a notes-only channel", async () => {
  const guild = GUILD(8)
  const lines = talk(1, NOON, [
    ["11", "Ada", "I live in Lisbon and I work as a nurse"],
    ["12", "Bo", "nice, I live in Porto"],
    ["11", "Ada", "I love sailing there"],
  ])
  await hear(guild, "100", lines)
  expect((await memories(guild)).length).toBeGreaterThan(0)
  await setModes(guild, { modes: { "200": "notes" } })
  const before = await memories(guild)
  const { windows } = await hear(
    guild,
    "200",
    lines.map((line) => ({ ...line, id: String(Number(line.id) + 500) })),
  )
  expect(windows).toMatchObject([{ method: "rule", claims: { accepted: 0, rejected: 0 } }])
  expect((await memories(guild)).map(({ id, evidence_count }) => [id, evidence_count])).toEqual(
    before.map(({ id, evidence_count }) => [id, evidence_count]),
  )
  expect((await notes(guild)).map(({ channel_id }) => channel_id).sort()).toEqual(["100", "200"])
})

test("a delete or edit in a channel that is off removes what was learned from the message, and adds nothing", async () => {
  const guild = GUILD(9)
  const model = await bindModel(channelOf(guild, "100"), (prompt) =>
    prompt.includes("zither") ? [claim("P1", "Ada plays the zither")] : [claim("P1", "Ada plays the lute")],
  )
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I play the zither on Sundays"]]))
  await hear(guild, "100", talk(20, NOON + 3_600_000, [["11", "Ada", "my zither is from 1912"]]))
  await setModes(guild, { modes: { "100": "off" } })
  await ok("PATCH", `${channelPath(guild, "100")}/messages/1`, { content: "I play the lute on Sundays" })
  await ok("DELETE", `${channelPath(guild, "100")}/messages/20`)
  await ok("POST", `${channelPath(guild, "100")}/flush`)
  expect(model.prompts).toHaveLength(2)
  expect(await memories(guild)).toEqual([])
  const shown = await found(guild, "100", "zither lute Sundays 1912")
  expect(shown).toContain("I play the lute on Sundays")
  expect(shown).not.toContain("zither")
})

test("a remember request is stored whatever the channel's mode", async () => {
  const guild = GUILD(10)
  await setModes(guild, { default: "off" })
  const { remembered } = await ok<{ remembered: { verdict: string }[] }>(
    "POST",
    `/v1/guilds/${guild}/members/11/remember`,
    { text: "I play chess", name: "Ada" },
  )
  expect(remembered.map(({ verdict }) => verdict)).toEqual(["accepted"])
})

test("the window log lists a notes-only window without claims", async () => {
  const guild = GUILD(11)
  await setModes(guild, { default: "notes" })
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Lisbon"]]))
  const { items } = await ok<Page<{ verdicts: unknown[] }>>("GET", `/v1/guilds/${guild}/windows`)
  expect(items).toMatchObject([{ verdicts: [] }])
})

test("in a role-play channel only what is said out of character is kept, also after an edit", async () => {
  const guild = GUILD(90)
  await setModes(guild, { modes: { "100": "roleplay" } })
  expect(await say(guild, "100", 1, "*bares her fangs* I live in a crypt")).toEqual({
    accepted: 0,
    duplicates: 0,
    rejected: [{ index: 0, reason: "in_character" }],
  })
  expect((await say(guild, "100", 2, "*bows* ((I live in Lisbon))")).accepted).toBe(1)
  expect((await say(guild, "100", 3, "// I work at the harbor")).accepted).toBe(1)
  await channelOf(guild, "100").flush()
  const facts = async () => (await memories(guild)).map(({ fact }) => fact).sort()
  expect(await facts()).toEqual(["Ada lives in Lisbon", "Ada works at the harbor"])
  expect(await found(guild, "100", "crypt fangs")).not.toMatch(/crypt|fangs|bows/)
  await channelOf(guild, "100").edit("2", "*bows* I live in a castle")
  await channelOf(guild, "100").flush()
  expect(await facts()).toEqual(["Ada works at the harbor"])
})
