/** After an invitation the bot introduces itself once, and managers alone can use what it offers. */
import { runDurableObjectAlarm } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { beforeEach, expect, test, vi } from "vitest"
import { PERMISSIONS } from "../discord/permissions.ts"
import type { World } from "../discord/world.ts"
import { asShard } from "./gateway-told.ts"
import { ok } from "./http.ts"
import { pressed } from "./interacting.ts"
import { type Discord, discord, refusal, sendSigned } from "./knocking.ts"
import { quietly } from "./live.ts"
import { equip } from "./stand-ins.ts"

quietly({ silent: ["error", "warn"] })

let heard: Discord
beforeEach(() => {
  heard = discord()
  heard.answers = ({ path }) =>
    path === "/applications/@me"
      ? Response.json({ id: "77", interactions_endpoint_url: "https://keepsake.test/interactions" })
      : undefined
})

const posts = () =>
  heard.told.filter(({ method, path }) => method === "POST" && path.startsWith("/channels/"))

/** Makes a guild whose first event holds its channels, as for a real invitation. */
async function invited(world: World, change: object = {}) {
  const everyone = PERMISSIONS.view | PERMISSIONS.send | PERMISSIONS.history
  const guild = world.addGuild({ everyone }).made.id
  const channel = world.addChannel(guild, { name: "general" }).made.id
  await equip(env.RESPONDERS.getByName(guild), { DISCORD_TOKEN: "a-token" })
  const event = () => ({ t: "GUILD_CREATE", d: { ...world.guildCreate(guild), ...change } }) as never
  return { guild, channel, event }
}

async function settled(guild: string): Promise<void> {
  const responder = env.RESPONDERS.getByName(guild)
  await vi.waitFor(async () => {
    await runDurableObjectAlarm(responder)
    expect((await responder.status()).waiting).toBe(0)
  }, 8_000)
}

test("an invitation is answered once, in the guild's language, and pings nobody", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, event } = await invited(shard.world, { preferred_locale: "de" })
    await shard.tell(event())
    await settled(guild)
    // Replayed, resumed, and with a new session after a deployment.
    await shard.tell(event(), event())
    await settled(guild)
    expect(posts()).toHaveLength(1)
    const [post] = posts()
    expect(post?.path).toBe(`/channels/${channel}/messages`)
    expect(post?.body).toMatchObject({ nonce: guild, enforce_nonce: true, allowed_mentions: { parse: [] } })
    const said = JSON.stringify(post?.body)
    expect(said).toContain("Hallo, ich bin Keepsake")
    expect(said).toContain(`https://keepsake.test/privacy/${guild}`)
  })
})

test("a guild that is known already, as after an update, is not addressed again", async () => {
  await asShard({}, async (shard) => {
    const { guild, event } = await invited(shard.world)
    await ok("PUT", `/v1/guilds/${guild}/structure`, {
      guild: { id: guild, owner_id: "8", roles: [{ id: guild, permissions: "3072" }] },
      channels: [],
    })
    await shard.tell(event())
    await settled(guild)
    expect(posts()).toEqual([])
  })
})

test("after an outage of Discord the introduction follows, once", async () => {
  await asShard({}, async (shard) => {
    const { guild, event } = await invited(shard.world)
    const answers = heard.answers
    heard.answers = () => new Response("down", { status: 503 })
    await shard.tell(event())
    await vi.waitFor(() => expect(heard.told.length).toBeGreaterThan(2))
    heard.answers = answers
    const before = heard.told.length
    await settled(guild)
    expect(heard.told.slice(before).filter(({ method }) => method === "POST")).toHaveLength(1)
  })
})

test("where the bot may write nowhere, or may not after all, it says nothing and tries nothing again", async () => {
  await asShard({}, async (shard) => {
    const silent = await invited(shard.world, { channels: [] })
    await shard.tell(silent.event())
    await settled(silent.guild)
    expect(posts()).toEqual([])
    const { guild, event } = await invited(shard.world)
    const answers = heard.answers
    heard.answers = (told, count) => (told.method === "POST" ? refusal(403, 50_013) : answers(told, count))
    await shard.tell(event())
    await settled(guild)
    expect(posts()).toHaveLength(1)
  })
})

test("without an interactions endpoint the introduction has no link", async () => {
  await asShard({}, async (shard) => {
    heard.answers = ({ path }) => (path === "/applications/@me" ? Response.json({ id: "77" }) : undefined)
    const { guild, event } = await invited(shard.world)
    await shard.tell(event())
    await settled(guild)
    expect(JSON.stringify(posts()[0]?.body)).toContain("Hello, I'm Keepsake")
    expect(JSON.stringify(posts()[0]?.body)).not.toContain("/privacy/")
  })
})

test("its buttons answer managers in private and change nothing for others", async () => {
  const guild = "880000000000004711"
  const press = (id: string, permissions: bigint) =>
    sendSigned(pressed(id, { guild, permissions }, { isPublic: true }))
  const said = () => JSON.stringify(heard.told.at(-1)?.body)
  const consent = async () => (await ok<{ consent: string }>("GET", `/v1/guilds/${guild}/settings`)).consent
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  await press("intro-consent:opt_in", 0n)
  await vi.waitFor(() => expect(said()).toContain("Manage Server"))
  expect(await consent()).toBe("opt_out")
  const answer = await press("intro-consent:opt_in", 32n)
  // 5: a new message instead of a change to the public one; 64: for the asker alone.
  expect(answer.body).toMatchObject({ type: 5, data: { flags: 64 } })
  await vi.waitFor(() => expect(said()).toContain("only people who opt in"))
  expect(await consent()).toBe("opt_in")
  await press("intro-channels", 32n)
  await vi.waitFor(() => expect(said()).toContain("## Channels"))
})
