/**
 * The interactions endpoint admits only Discord, answers each call in time and once, and reveals no
 * internals.
 */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, OFFTOPIC, tell } from "./guild-structure.ts"
import { adaSays, ok } from "./http.ts"
import {
  APPLICATION,
  MANAGE_GUILD,
  nextId,
  onMessage,
  opened,
  pressed,
  replied,
  sent,
  slash,
  suggested,
  typing,
} from "./interacting.ts"
import { gates, register, runs, unregister } from "./interactions-probes.ts"
import { discord, sendSigned } from "./knocking.ts"

const GUILD = "418273650918273001"
const EPHEMERAL = 64
const MINUTE = 60_000
const INSIDES = /D1_ERROR|secret_insides|insides\.ts|\bat \/|stack|Error:/

beforeAll(register)
afterAll(unregister)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function responderOf(guild: string) {
  return env.RESPONDERS.getByName(guild)
}

/** Aborts the object as a machine crash does: its memory and running work are lost. */
async function kill(responder: ReturnType<typeof responderOf>): Promise<void> {
  await runInDurableObject(responder, (_, state) => state.abort("killed")).catch(() => undefined)
}

/** Waits until no answer is pending. */
function allAnswered(guild: string) {
  return vi.waitFor(async () => expect((await responderOf(guild).status()).waiting).toBe(0), 5_000)
}

test("Discord's ping is answered when only the public key is set", async () => {
  const ping = { type: 1, id: nextId(), application_id: APPLICATION, token: "t", version: 1 }
  const settings = { DISCORD_APPLICATION_ID: "" }
  expect(await sendSigned(ping, { settings })).toMatchObject({ status: 200, body: { type: 1 } })
})

test("the endpoint is closed to everyone without a public key", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined)
  const answer = await sendSigned({ type: 1 }, { settings: { DISCORD_PUBLIC_KEY: "" } })
  expect(answer).toMatchObject({ status: 503 })
})

test("a request with a bad or old signature is refused with 401 and does nothing", async () => {
  const heard = discord()
  const other = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair
  const call = slash("probe-echo", { guild: GUILD, id: "1300000000000000777" })
  const tampered = JSON.stringify({ ...call, member: { ...call.member, permissions: "8" } })
  const refused = [
    await sendSigned(call, { signature: null }),
    await sendSigned(call, { signature: "" }),
    await sendSigned(call, { signature: "zz" }),
    await sendSigned(call, { signature: "00".repeat(64) }),
    await sendSigned(call, { key: other.privateKey }),
    await sendSigned(call, { body: tampered }),
    await sendSigned(call, { at: Date.now() - 5 * MINUTE - 2_000 }),
    await sendSigned(call, { at: Date.now() + 5 * MINUTE + 2_000 }),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401))
  expect(refused.map(({ body }) => body)).toEqual(refused.map(() => ({})))
  expect(runs.get("1300000000000000777")).toBeUndefined()
  expect(heard.told).toEqual([])
})

test("a body that is too large is not read", async () => {
  expect((await sendSigned({ type: 1, much: "x".repeat(1_100_000) })).status).toBe(413)
})

test("an interaction for another application is refused", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined)
  const call = { ...slash("probe-echo", { guild: GUILD }), application_id: "5" }
  expect((await sendSigned(call)).status).toBe(401)
  expect((await sendSigned({ type: 1, application_id: "5" })).status).toBe(401)
})

test("a signed body of unknown shape is refused, and logged without its contents", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined)
  const strange = { ...slash("probe-echo", { guild: GUILD }), data: { name: 5, words: "my secret words" } }
  expect((await sendSigned(strange)).status).toBe(400)
  expect(JSON.stringify(log.mock.calls)).toContain("interaction.unknown")
  expect(JSON.stringify(log.mock.calls)).not.toContain("secret")
})

test("a command is deferred, privately if its answer is private, and completed with its own token", async () => {
  const heard = discord()
  const call = slash("probe-echo", { guild: GUILD, name: "Ada" })
  expect((await sendSigned(call)).body).toEqual({ type: 5, data: { flags: EPHEMERAL } })
  await allAnswered(GUILD)
  expect(heard.told).toEqual([
    {
      method: "PATCH",
      path: `/webhooks/${APPLICATION}/${call.token}/messages/@original`,
      body: { content: "Hello, Ada.", components: [], flags: 4, allowed_mentions: { parse: [] } },
      files: [],
    },
  ])
  expect((await sendSigned(slash("probe-public", { guild: GUILD }))).body).toEqual({ type: 5, data: {} })
  await allAnswered(GUILD)
})

test("an interaction delivered twice runs once", async () => {
  const heard = discord()
  const call = slash("probe-echo", { guild: GUILD })
  const [first, second] = await Promise.all([sendSigned(call), sendSigned(call)])
  expect([first.status, second.status].sort()).toEqual([200, 409])
  await allAnswered(GUILD)
  expect((await sendSigned(call)).status).toBe(409)
  await evictDurableObject(responderOf(GUILD))
  expect((await sendSigned(call)).status).toBe(409)
  expect(runs.get(call.id)).toBe(1)
  expect(heard.told).toHaveLength(1)
})

test.each([
  ["a direct message", { guild_id: undefined, member: undefined, user: { id: "11", username: "ada" } }],
  ["a context outside servers", { context: 1 }],
])("a command in %s answers that it works only in servers, and does nothing", async (_, change) => {
  const call = { ...slash("probe-echo", { guild: GUILD }), ...change }
  const { body } = await sendSigned(call)
  expect(body).toMatchObject({ type: 4, data: { flags: expect.toSatisfy((flags) => (flags & 64) !== 0) } })
  expect(JSON.stringify(body)).toContain("only work in servers")
  expect(runs.get(call.id)).toBeUndefined()
})

test("a removed command or button answers that it has changed", async () => {
  for (const call of [
    slash("probe-of-last-year", { guild: GUILD }),
    pressed("probe-of-last-year:1", { guild: GUILD }),
    onMessage("probe-echo", { guild: GUILD }, { id: "5", author: "12", content: "hi" }),
  ])
    expect(JSON.stringify(await sendSigned(call))).toContain("is outdated")
})

test("a command for managers is refused to others, whatever Discord shows them", async () => {
  discord()
  const from = { guild: GUILD }
  const others = await sendSigned(
    slash("probe-admin", { ...from, permissions: ~(MANAGE_GUILD | 8n) & 0xffffn }),
  )
  expect(others.body).toMatchObject({ type: 4 })
  expect(JSON.stringify(others)).toContain("Manage Server")
  expect((await sendSigned(slash("probe-admin", { ...from, permissions: MANAGE_GUILD }))).body.type).toBe(5)
  expect((await sendSigned(slash("probe-admin", { ...from, permissions: 8n }))).body.type).toBe(5)
  await allAnswered(GUILD)
})

test("a private answer holds what its asker's roles may read; a public one what everyone there may", async () => {
  const guild = "418273650918273002"
  await tell(
    guild,
    guildStructure(guild, [], { members: [member("12", [], "Bo"), member("13", [MODS], "Cy")] }),
  )
  for (const channel of [GENERAL, OFFTOPIC, MOD_ROOM]) await adaSays(guild, channel, "I love chess", {})
  const heard = discord()
  const reads = async (name: string, roles: string[]) => {
    await sendSigned(slash(name, { guild, user: "12", channel: MOD_ROOM, roles }))
    await allAnswered(guild)
    return heard.told.at(-1)?.body.content?.split(" ") ?? []
  }
  expect(await reads("probe-reads", [])).not.toContain(MOD_ROOM)
  expect(await reads("probe-reads", [])).toContain(GENERAL)
  // Discord's roles are fresher than the stored ones: Bo became a mod a moment ago.
  expect(await reads("probe-reads", [MODS])).toContain(MOD_ROOM)
  const call = slash("probe-reads-public", { guild, channel: GENERAL, roles: [MODS] })
  await sendSigned(call)
  await allAnswered(guild)
  expect(heard.told.at(-1)?.body.content?.split(" ")).not.toContain(MOD_ROOM)
})

test("a server that is unknown or about to be erased gets an answer that says so and reads nothing", async () => {
  const [unknown, leaving] = ["418273650918273003", "418273650918273005"]
  const heard = discord()
  await sendSigned(slash("probe-reads", { guild: unknown }))
  await allAnswered(unknown)
  expect(JSON.stringify(heard.told)).toContain("I don't know this server yet")
  await ok("PUT", `/v1/guilds/${leaving}/settings`, {})
  await ok("DELETE", `/v1/guilds/${leaving}`)
  await sendSigned(slash("probe-reads", { guild: leaving }))
  await allAnswered(leaving)
  expect(JSON.stringify(heard.told.at(-1))).toContain("will be erased")
})

test("a refusal is answered with its reason; a bug with an apology, a log reference and no internals", async () => {
  const heard = discord()
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined)
  await sendSigned(slash("probe-refuses", { guild: GUILD }))
  await allAnswered(GUILD)
  expect(JSON.stringify(heard.told.at(-1))).toContain("I don't remember anything about that.")
  const call = slash("probe-bug", { guild: GUILD })
  await sendSigned(call)
  await allAnswered(GUILD)
  const told = JSON.stringify(heard.told.at(-1))
  expect(told).toContain(call.id)
  expect(told).not.toMatch(INSIDES)
  expect(log.mock.calls.flat()).toContainEqual(
    expect.objectContaining({ event: "interaction.failed", reference: call.id, called: "probe-bug" }),
  )
})

test("a reply that Discord would reject is logged and replaced by an apology", async () => {
  const heard = discord()
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined)
  const call = slash("probe-too-long", { guild: GUILD })
  await sendSigned(call)
  await allAnswered(GUILD)
  expect(heard.told).toHaveLength(1)
  expect(JSON.stringify(heard.told)).toContain(call.id)
  expect(log.mock.calls.flat()).toContainEqual(expect.objectContaining({ event: "reply.unfit" }))
})

test("a reply's files are sent with it", async () => {
  const heard = discord()
  await sendSigned(slash("probe-file", { guild: GUILD }))
  await allAnswered(GUILD)
  expect(heard.told).toMatchObject([{ files: [{ name: "export.json", text: '{"words":"mine"}' }] }])
})

test("a form opens at once; a command that opens none is answered later", async () => {
  const heard = discord()
  const opened = await sendSigned(slash("probe-form", { guild: GUILD }))
  expect(opened.body).toMatchObject({ type: 9, data: { title: "A form", custom_id: "probe-sent:m_1" } })
  expect((await sendSigned(pressed("probe-opens", { guild: GUILD }))).body.type).toBe(9)
  const none = slash("probe-form", { guild: GUILD }, { values: { open: false } })
  expect((await sendSigned(none)).body.type).toBe(5)
  await allAnswered(GUILD)
  expect(heard.told.map(({ body }) => body.content)).toEqual(["No form this time."])
})

test("a form that fails or that Discord would reject becomes an apology without internals", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  for (const name of ["probe-form-bug", "probe-form-unfit"]) {
    const call = slash(name, { guild: GUILD })
    const { body } = await sendSigned(call)
    expect(body.type).toBe(4)
    expect(JSON.stringify(body)).toContain(call.id)
    expect(JSON.stringify(body)).not.toMatch(INSIDES)
  }
})

test("suggestions fit Discord's limits; failing or slow ones are empty", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined)
  const from = { guild: GUILD }
  const typed = (name: string) => sendSigned(typing(name, { name: "topic", value: "ki" }, { from }))
  const { body } = await typed("probe-suggests")
  const choices = body.data?.choices as { name: string; value: string }[]
  expect(body.type).toBe(8)
  expect(choices).toHaveLength(25)
  expect(choices.every(({ name }) => name.startsWith("ki ") && name.length === 100)).toBe(true)
  for (const name of ["probe-suggests-bug", "probe-suggests-slowly", "probe-of-last-year"])
    expect((await typed(name)).body).toEqual({ type: 8, data: { choices: [] } })
})

test("a button turns its message into the reply with its component layout", async () => {
  const heard = discord()
  expect((await sendSigned(pressed("probe-updates:up", { guild: GUILD }))).body).toEqual({ type: 6 })
  await allAnswered(GUILD)
  expect(heard.told).toMatchObject([
    {
      method: "PATCH",
      body: { flags: 1 << 15, components: [{ type: 10, content: "Now up." }, { type: 1 }] },
    },
  ])
  expect(heard.told[0]?.body).not.toHaveProperty("content")
  const selected = pressed("probe-updates", { guild: GUILD }, { values: ["a", "b"] })
  expect((await sendSigned(selected)).body.type).toBe(6)
  await allAnswered(GUILD)
  expect(JSON.stringify(heard.told.at(-1))).toContain("Now a b.")
})

test("a refused button leaves its message unchanged and tells only the presser why", async () => {
  const heard = discord()
  const press = pressed("probe-update-refuses", { guild: GUILD }, { isPublic: true })
  await sendSigned(press)
  await allAnswered(GUILD)
  expect(heard.told).toMatchObject([{ method: "POST", path: `/webhooks/${APPLICATION}/${press.token}` }])
  expect((heard.told[0]?.body.flags ?? 0) & EPHEMERAL).toBe(EPHEMERAL)
  expect((await sendSigned(pressed("probe-replies", { guild: GUILD }))).body).toEqual({
    type: 5,
    data: { flags: EPHEMERAL },
  })
  await allAnswered(GUILD)
})

test("a submitted form changes the message it was opened from, or is answered on its own", async () => {
  const heard = discord()
  const fields = { fact: "Ada lives in Oslo" }
  expect((await sendSigned(sent("probe-sent:m_1", { guild: GUILD }, { fields }))).body).toEqual({ type: 6 })
  const alone = sent("probe-sent:m_1", { guild: GUILD }, { fields, fromMessage: false })
  expect((await sendSigned(alone)).body).toEqual({ type: 5, data: { flags: EPHEMERAL } })
  await allAnswered(GUILD)
  expect(heard.told).toHaveLength(2)
  expect(JSON.stringify(heard.told[0])).toContain("m_1 is Ada lives in Oslo")
})

test("the test helpers return the command replies, forms and suggestions that Discord receives", async () => {
  const from = { guild: GUILD, name: "Ada" }
  expect(await replied(slash("probe-echo", from))).toMatchObject({ content: "Hello, Ada." })
  expect(await replied(pressed("probe-updates:up", from))).toMatchObject({ content: "Now up." })
  expect(await opened(slash("probe-form", from))).toMatchObject({ title: "A form" })
  const typed = typing("probe-suggests", { name: "topic", value: "ki" }, { from })
  await expect(suggested(typed)).rejects.toThrow(/deeply equal/)
  await expect(replied(slash("probe-too-long", from))).rejects.toThrow(/deeply equal/)
})

test("a Responder killed in the middle of an answer resumes and answers once", async () => {
  const guild = "418273650918273004"
  const heard = discord()
  const call = slash("probe-slow", { guild, id: nextId() })
  gates.set(call.id, new Promise(() => undefined))
  expect((await sendSigned(call)).body.type).toBe(5)
  await vi.waitFor(() => expect(runs.get(call.id)).toBe(1))
  await kill(responderOf(guild))
  gates.delete(call.id)
  expect(await runDurableObjectAlarm(responderOf(guild))).toBe(true)
  await allAnswered(guild)
  expect(heard.told.map(({ body }) => body.content)).toEqual(["At last."])
  expect(runs.get(call.id)).toBe(2)
  await runDurableObjectAlarm(responderOf(guild))
  expect(heard.told).toHaveLength(1)
})
