/**
 * The Responder sends one answer to every deferred interaction, through outages and beside slow ones, and
 * keeps none of it.
 */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from "vitest"
import type { Responder } from "../../src/discord/bot/responder.ts"
import type { AnswerMention } from "../../src/discord/bot/responder-plan.ts"
import { plainReply } from "../../src/discord/bot/ui/command.ts"
import type { BotMention } from "../../src/discord/bot/ui/text.ts"
import { Refused } from "../../src/domain/errors.ts"
import { callWipe } from "../../src/runtime/object/state-rows.ts"
import { ok } from "./http.ts"
import { nextId, parsed, pressed, slash } from "./interacting.ts"
import { gates, register, runs, unregister } from "./interactions-probes.ts"
import { type Discord, discord, refusal, sendSigned } from "./knocking.ts"
import { alarmOf } from "./live.ts"
import { equip } from "./stand-ins.ts"

const MINUTE = 60_000
const EPHEMERAL = 64

let heard: Discord
let warned: MockInstance

beforeAll(register)
afterAll(unregister)
beforeEach(() => {
  heard = discord()
  warned = vi.spyOn(console, "warn").mockImplementation(() => undefined)
  vi.spyOn(console, "error").mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let guilds = 0
/** Returns a guild id that no other test uses. */
function newGuild(): string {
  guilds += 1
  return `73920184651029384${guilds}`
}

function responderOf(guild: string): DurableObjectStub<Responder> {
  return env.RESPONDERS.getByName(guild)
}

function allAnswered(guild: string) {
  return vi.waitFor(async () => expect((await responderOf(guild).status()).waiting).toBe(0), 8_000)
}

/** Advances `Date`; timers keep running. */
function later(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms })
}

/** Returns the stored jobs as text. */
function kept(guild: string): Promise<string> {
  return runInDurableObject(responderOf(guild), (_, { storage }) =>
    JSON.stringify(storage.sql.exec("SELECT * FROM jobs").toArray()),
  )
}

/** Sets how mentions are answered, and a bot token. */
async function answering(guild: string, answer: AnswerMention): Promise<void> {
  await equip(responderOf(guild), { DISCORD_TOKEN: "a-token" })
  await runInDurableObject(responderOf(guild), (responder) => {
    responder.answerMention = answer
  })
}

function mention(guild: string, more: Partial<BotMention> = {}): BotMention {
  return {
    guildId: guild,
    channelId: "200",
    parentId: null,
    messageId: nextId(),
    at: Date.now(),
    content: "<@88> what do you know?",
    author: { id: "11", name: "Ada", roles: [], permissions: 0n },
    mentions: [],
    replyTo: null,
    restsOn: null,
    ...more,
  }
}

test("an answer waits while Discord is down, is computed once, and is sent when Discord is back", async () => {
  const guild = newGuild()
  heard.answers = () => new Response("down", { status: 503 })
  const call = slash("probe-echo", { guild })
  await sendSigned(call)
  await vi.waitFor(() => expect(heard.told.length).toBeGreaterThan(3))
  expect(await responderOf(guild).status()).toMatchObject({ waiting: 1, oldestAt: expect.any(Number) })
  heard.answers = () => undefined
  const before = heard.told.length
  await vi.waitFor(async () => {
    await runDurableObjectAlarm(responderOf(guild))
    expect((await responderOf(guild).status()).waiting).toBe(0)
  }, 8_000)
  expect(heard.told.length).toBe(before + 1)
  expect(heard.told.at(-1)?.body.content).toBe("Hello, Ada.")
  expect(runs.get(call.id)).toBe(1)
})

test("an answer sent before Discord has registered the deferral is sent again a moment later", async () => {
  const guild = newGuild()
  heard.answers = (_, count) => (count === 1 ? refusal(404, 10_015) : undefined)
  await sendSigned(slash("probe-echo", { guild }))
  await vi.waitFor(async () => {
    await runDurableObjectAlarm(responderOf(guild))
    expect((await responderOf(guild).status()).waiting).toBe(0)
  }, 8_000)
  expect(heard.told.map(({ body }) => body.content)).toEqual(["Hello, Ada.", "Hello, Ada."])
})

test("an answer is given up when its interaction token expires, and logged by its id alone", async () => {
  const guild = newGuild()
  heard.answers = () => new Response("down", { status: 500 })
  const call = slash("probe-echo", { guild, name: "Ada" })
  await sendSigned(call)
  await vi.waitFor(() => expect(heard.told.length).toBeGreaterThan(3))
  later(14 * MINUTE)
  await vi.waitFor(async () => {
    await runDurableObjectAlarm(responderOf(guild))
    expect((await responderOf(guild).status()).waiting).toBe(0)
  })
  const told = heard.told.length
  await runDurableObjectAlarm(responderOf(guild))
  expect(heard.told.length).toBe(told)
  const logged = JSON.stringify(warned.mock.calls)
  expect(logged).toContain(call.id)
  expect(logged).not.toContain("Ada")
  expect(logged).not.toContain(call.token)
})

test.each([
  [401, 50_027],
  [403, 50_013],
  [404, 10_008],
])("a mention that the bot may not answer (%i, %i) is given up at once", async (status, code) => {
  const guild = newGuild()
  await answering(guild, async () => plainReply("Hello."))
  heard.answers = () => refusal(status, code)
  await responderOf(guild).take({ kind: "mention", mention: mention(guild) })
  await allAnswered(guild)
  expect(heard.told).toHaveLength(1)
  expect(JSON.stringify(warned.mock.calls)).toContain(String(code))
})

test("mentions that Discord limits for an hour delay no command, and are not sent again before", async () => {
  const guild = newGuild()
  await answering(guild, async () => plainReply("Hello."))
  const limited = { headers: { "retry-after": "3600" }, status: 429 }
  heard.answers = ({ path }) =>
    path.startsWith("/channels/") ? Response.json({ retry_after: 3_600 }, limited) : undefined
  for (const index of Array.from({ length: 15 }).keys())
    await responderOf(guild).take({
      kind: "mention",
      mention: mention(guild, { author: { id: `5${index}`, name: "Bo", roles: [], permissions: 0n } }),
    })
  await sendSigned(slash("probe-echo", { guild, user: "51" }))
  await vi.waitFor(() => expect(heard.told.at(-1)?.body.content).toBe("Hello, Ada."), 5_000)
  await allAnswered(guild)
  expect(heard.told.filter(({ path }) => path.endsWith("/messages")).length).toBeLessThanOrEqual(4)
})

test("an answer is not posted after its time, however long it took to compose", async () => {
  const guild = newGuild()
  let open = () => {}
  const thought = new Promise<void>((resolve) => {
    open = resolve
  })
  await answering(guild, async () => {
    await thought
    return plainReply("Too late.")
  })
  await responderOf(guild).take({ kind: "mention", mention: mention(guild) })
  await vi.waitFor(() => expect(heard.told.at(-1)?.path).toBe("/channels/200/typing"))
  later(6 * MINUTE)
  open()
  await allAnswered(guild)
  expect(heard.told.map(({ path }) => path)).not.toContain("/channels/200/messages")
})

test("where the bot may not read the history, a mention is answered by a message that is no reply", async () => {
  const guild = newGuild()
  await answering(guild, async () => plainReply("Hello."))
  heard.answers = ({ body }) => ("message_reference" in body ? refusal(403, 160_002) : undefined)
  const said = mention(guild)
  await responderOf(guild).take({ kind: "mention", mention: said })
  await allAnswered(guild)
  expect(heard.told).toHaveLength(2)
  expect(heard.told[1]?.body).toMatchObject({ content: "Hello.", nonce: said.messageId, enforce_nonce: true })
})

test("a reply that Discord rejects is replaced by an apology", async () => {
  const guild = newGuild()
  heard.answers = (_, count) => (count === 1 ? refusal(400, 50_035) : undefined)
  const call = slash("probe-echo", { guild })
  await sendSigned(call)
  await allAnswered(guild)
  expect(heard.told).toHaveLength(2)
  expect(JSON.stringify(heard.told[1]?.body)).toContain(call.id)
})

test("an answered job leaves only its id, for an hour", async () => {
  const guild = newGuild()
  const call = slash("probe-echo", { guild, name: "Ada" }, { values: { topic: "my secret garden" } })
  await sendSigned(call)
  await allAnswered(guild)
  const left = await kept(guild)
  expect(left).toContain(call.id)
  for (const gone of [call.token, "Ada", "garden", "Hello"]) expect(left).not.toContain(gone)
  later(66 * MINUTE)
  await runDurableObjectAlarm(responderOf(guild))
  expect(await kept(guild)).toBe("[]")
  expect(await alarmOf(responderOf(guild))).toBeNull()
})

test("a slow answer delays no other", async () => {
  const guild = newGuild()
  const slow = slash("probe-slow", { guild, user: "11" })
  let open = () => {}
  gates.set(
    slow.id,
    new Promise((resolve) => {
      open = resolve
    }),
  )
  await sendSigned(slow)
  for (const user of ["12", "13", "14"]) await sendSigned(slash("probe-echo", { guild, user }))
  await vi.waitFor(() => expect(heard.told).toHaveLength(3))
  expect(await responderOf(guild).status()).toMatchObject({ waiting: 1 })
  open()
  await allAnswered(guild)
  expect(heard.told.at(-1)?.body.content).toBe("At last.")
})

test("a member in cooldown is told so privately, and others are not delayed", async () => {
  const guild = newGuild()
  await ok("PUT", `/v1/guilds/${guild}/settings`, { cooldown_seconds: 60 })
  expect((await sendSigned(slash("probe-paced", { guild, user: "11" }))).body.type).toBe(5)
  const early = await sendSigned(slash("probe-paced", { guild, user: "11" }))
  expect(early.body).toMatchObject({ type: 4 })
  expect((early.body.data?.flags ?? 0) & EPHEMERAL).toBe(EPHEMERAL)
  expect(JSON.stringify(early.body)).toMatch(/Try again in (60|59) s/)
  expect((await sendSigned(slash("probe-paced", { guild, user: "12" }))).body.type).toBe(5)
  expect((await sendSigned(slash("probe-echo", { guild, user: "11" }))).body.type).toBe(5)
  later(61_000)
  expect((await sendSigned(slash("probe-paced", { guild, user: "11" }))).body.type).toBe(5)
  await allAnswered(guild)
})

test("a mention is answered in its channel by a reply that pings nobody and cannot be sent twice", async () => {
  const guild = newGuild()
  await answering(guild, async (_, { content }) => plainReply(`You said: ${content.length}`))
  const said = mention(guild)
  expect(await responderOf(guild).take({ kind: "mention", mention: said })).toBe("taken")
  expect(await responderOf(guild).take({ kind: "mention", mention: said })).toBe("duplicate")
  await allAnswered(guild)
  expect(heard.told).toMatchObject([
    {
      method: "POST",
      path: "/channels/200/messages",
      body: {
        content: "You said: 23",
        allowed_mentions: { parse: [], replied_user: false },
        message_reference: {
          message_id: said.messageId,
          channel_id: "200",
          guild_id: guild,
          fail_if_not_exists: false,
        },
        nonce: said.messageId,
        enforce_nonce: true,
      },
    },
  ])
})

test("the bot shows that it is typing while it thinks, and not if it answers at once or not at all", async () => {
  const guild = newGuild()
  let open = () => {}
  const thought = new Promise<void>((resolve) => {
    open = resolve
  })
  await answering(guild, async (_, { content }) => {
    if (content === "think") await thought
    return content === "quiet" ? null : plainReply("Hello.")
  })
  const asks = (content: string, id: string) =>
    responderOf(guild).take({
      kind: "mention",
      mention: mention(guild, { content, author: { id, name: "Ada", roles: [], permissions: 0n } }),
    })
  await asks("quiet", "11")
  await asks("at once", "12")
  await allAnswered(guild)
  expect(heard.told.map(({ path }) => path)).toEqual(["/channels/200/messages"])
  await asks("think", "13")
  await vi.waitFor(() => expect(heard.told.at(-1)?.path).toBe("/channels/200/typing"))
  open()
  await allAnswered(guild)
  expect(heard.told.at(-1)?.path).toBe("/channels/200/messages")
})

test("a refused mention is answered with the reason; a bug with an apology that reveals no internals", async () => {
  const guild = newGuild()
  await answering(guild, async (_, { content }) => {
    if (content === "refuse") throw new Refused({ reason: "read_only" })
    throw new Error("D1_ERROR: no such table: secret_insides")
  })
  const said = mention(guild, { author: { id: "12", name: "Bo", roles: [], permissions: 0n } })
  await responderOf(guild).take({ kind: "mention", mention: mention(guild, { content: "refuse" }) })
  await responderOf(guild).take({ kind: "mention", mention: said })
  await allAnswered(guild)
  const told = JSON.stringify(heard.told)
  expect(told).toContain("Saving is paused")
  expect(told).toContain(said.messageId)
  expect(told).not.toContain("secret_insides")
})

test("a mention slightly too early is answered when the cooldown ends; one much too early is not", async () => {
  const guild = newGuild()
  await ok("PUT", `/v1/guilds/${guild}/settings`, { cooldown_seconds: 20 })
  await answering(guild, async (_, { content }) => plainReply(content))
  const asks = (content: string) =>
    responderOf(guild).take({ kind: "mention", mention: mention(guild, { content }) })
  expect(await asks("first")).toBe("taken")
  expect(await asks("second")).toBe("taken")
  expect(await asks("third")).toEqual({ cooling: expect.any(Number) })
  await vi.waitFor(() => expect(heard.told.map(({ body }) => body.content)).toEqual(["first"]))
  later(21_000)
  await runDurableObjectAlarm(responderOf(guild))
  await allAnswered(guild)
  expect(heard.told.map(({ body }) => body.content)).toEqual(["first", "second"])
})

test("without a bot token mentions are dropped and commands still answered", async () => {
  const guild = newGuild()
  await responderOf(guild).take({ kind: "mention", mention: mention(guild) })
  await sendSigned(slash("probe-echo", { guild }))
  await allAnswered(guild)
  expect(heard.told.map(({ method }) => method)).toEqual(["PATCH"])
})

test("an erased person's question is never answered, and others still get their answers", async () => {
  const guild = newGuild()
  heard.answers = () => new Response("down", { status: 503 })
  const hers = slash("probe-echo", { guild, user: "11" })
  const his = slash("probe-echo", { guild, user: "12", name: "Bo" })
  await sendSigned(hers)
  await sendSigned(his)
  await vi.waitFor(() => expect(heard.told.length).toBeGreaterThan(7))
  await vi.waitFor(async () => expect(await kept(guild)).toContain('"tries":1'))
  await responderOf(guild).erasePerson("11")
  const left = await kept(guild)
  expect(left).not.toContain(hers.token)
  expect(left).not.toContain('"person":"11"')
  heard.answers = () => undefined
  heard.told.length = 0
  await vi.waitFor(async () => {
    await runDurableObjectAlarm(responderOf(guild))
    expect((await responderOf(guild).status()).waiting).toBe(0)
  }, 8_000)
  expect(heard.told.map(({ body }) => body.content)).toEqual(["Hello, Bo."])
  expect(runs.get(his.id)).toBe(2)
})

test("a wiped Responder holds no jobs and has no alarm", async () => {
  const guild = newGuild()
  await sendSigned(slash("probe-echo", { guild }))
  await allAnswered(guild)
  await callWipe(() => responderOf(guild).wipe())
  expect(await kept(guild)).toBe("[]")
  expect(await alarmOf(responderOf(guild))).toBeNull()
})

test("a plain message that gets a component layout loses its earlier text", async () => {
  const guild = newGuild()
  const press = { ...pressed("probe-update-lays-out", { guild }), message: { id: nextId(), flags: 4 } }
  expect(parsed(press)).toMatchObject({ message: { flags: 4 } })
  expect((await sendSigned(press)).body).toEqual({ type: 6 })
  await allAnswered(guild)
  expect(heard.told).toMatchObject([
    { body: { content: null, embeds: null, flags: 1 << 15, components: [{ content: "Laid out." }] } },
  ])
})
