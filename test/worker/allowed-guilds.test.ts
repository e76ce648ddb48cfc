/** A deployment that lists its guilds hears, answers and opens no other. */
import { createExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import { checkDeployment } from "../../src/health/deployment.ts"
import { app } from "../../src/http/app.ts"
import { readSettings } from "../../src/settings.ts"
import type { World } from "../discord/world.ts"
import { NOON } from "./builders.ts"
import { asShard } from "./gateway-told.ts"
import { hear, talk } from "./http.ts"
import { ground, performed, slash } from "./interacting.ts"
import { newKey } from "./key-holder.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

const LISTED = "79330"
const OTHER = "79331"

/** Sends a request to a deployment that serves these guilds only. */
async function ask(
  method: string,
  path: string,
  { token = "dev", body }: { token?: string; body?: unknown } = {},
) {
  const request = new Request(`https://keepsake.test${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const bindings = { ...env, ALLOWED_GUILDS: ` ${LISTED}, 79332` }
  const response = await app.fetch(request, bindings, createExecutionContext())
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test("an unlisted guild is refused over HTTP with the reason, to its own keys and to the operator", async () => {
  for (const guild of [LISTED, OTHER])
    await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Oslo since spring"]]))
  const { token } = await newKey(OTHER, { scope: "admin" })
  for (const one of [token, "dev"]) {
    const refused = await ask("POST", `/v1/guilds/${OTHER}/recall`, { token: one, body: { query: "Oslo" } })
    expect(refused.body).toMatchObject({ status: 403, type: "urn:keepsake:guild_not_served" })
    expect(refused.body.detail).toContain("ALLOWED_GUILDS")
  }
  const body = { messages: talk(9, NOON, [["11", "Ada", "I sail"]]) }
  expect((await ask("POST", `/v1/guilds/${OTHER}/channels/100/messages`, { body })).status).toBe(403)
  expect((await ask("POST", `/v1/guilds/${LISTED}/recall`, { body: { query: "Oslo" } })).status).toBe(200)
  const foreign = await newKey(LISTED)
  const elsewhere = await ask("POST", `/v1/guilds/${OTHER}/recall`, {
    token: foreign.token,
    body: { query: "x" },
  })
  expect(elsewhere.body).toMatchObject({ type: "urn:keepsake:forbidden" })
})

test("the operator still exports and erases what is stored of a guild that is no longer listed; its keys do not", async () => {
  await hear("79333", "100", talk(1, NOON, [["11", "Ada", "I live in Oslo since spring"]]))
  const { token } = await newKey("79333", { scope: "admin" })
  const path = "/v1/guilds/79333/members/11/erase"
  expect((await ask("POST", path, { token, body: {} })).body).toMatchObject({
    type: "urn:keepsake:guild_not_served",
  })
  const erasing = await ask("POST", path, { body: {} })
  expect(erasing.status).toBeLessThan(300)
})

test("interactions in an unlisted guild get one sentence and leave nothing behind", async () => {
  const limited = ground({ ALLOWED_GUILDS: LISTED })
  const outcome = await performed(slash("ask", { guild: OTHER }, { values: { question: "Who sails?" } }), {
    on: limited,
  })
  expect(JSON.stringify(outcome)).toContain("does not serve this server")
})

test("an unlisted guild is not heard, and what Discord deletes of a formerly listed one is still deleted", async () => {
  const variables = { ALLOWED_GUILDS: "1" }
  await asShard({}, async (listed) => {
    const { guild, channel, ada, say } = setUp(listed.world)
    const first = say("I grow tomatoes")
    await listed.hear()
    const kept = () =>
      env.CHANNELS.getByName(`${guild}:${channel}`).messagesOf(ada.id, { after: null, limit: 9 })
    expect(await kept()).toHaveLength(1)
    await asShard({ variables }, async (limited) => {
      const raw = (t: string, d: unknown) => ({ t, d }) as never
      await limited.tell(
        raw("MESSAGE_CREATE", {
          ...first,
          guild_id: guild,
          id: listed.world.clock.next(),
          content: "I sail",
        }),
      )
      expect(await kept()).toHaveLength(1)
      await limited.tell(raw("MESSAGE_DELETE", { id: first.id, guild_id: guild, channel_id: channel }))
      expect(await kept()).toEqual([])
    })
  })
  await asShard({ variables }, async (limited) => {
    const { guild, say } = setUp(limited.world)
    say("I grow tomatoes")
    await limited.hear()
    limited.lose()
    say("I sail")
    await limited.reconnect()
    await limited.repair()
    expect(limited.repairs.dueAt()).toBeNull()
    expect(await env.DB.prepare("SELECT id FROM guilds WHERE id = ?").bind(guild).all()).toMatchObject({
      results: [],
    })
  })
})

/** A guild with a channel and Ada in it. */
function setUp(world: World) {
  const guild = world.addGuild({ everyone: (1n << 10n) | (1n << 16n) }).made.id
  const channel = world.addChannel(guild, { name: "general" }).made.id
  const ada = world.addUser("Ada")
  world.addMember(guild, ada)
  const say = (content: string) => world.say(guild, channel, { author: ada, content }).made
  return { guild, channel, ada, say }
}

test("an id that is none is an unusable variable, and health tells how many guilds are served", async () => {
  expect(() => readSettings({ ...env, ALLOWED_GUILDS: "Oslo" } as never)).toThrow(/ALLOWED_GUILDS/)
  const { checks } = await checkDeployment({ ...env, ALLOWED_GUILDS: "79330,79332" } as never, {
    probe: false,
  })
  expect(checks.find(({ name }) => name === "settings")?.detail).toContain("2 guilds in ALLOWED_GUILDS")
})
