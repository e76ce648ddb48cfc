/** A channel's topic is remembered when it changes, for the channel's readers, as long as it says so. */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { deep } from "../dice.ts"
import { asShard, type Shard } from "./gateway-told.ts"
import { memories, ok, recall } from "./http.ts"
import { type Fault, faultsOf, faulty } from "./stand-ins.ts"

const READ = (1n << 10n) | (1n << 16n)
const RAIDS = "The topic of the channel “raids” is: raids begin on Fridays at nine"

async function setUp(shard: Shard) {
  const { world } = shard
  const guild = world.addGuild({ everyone: READ }).made.id
  const general = world.addChannel(guild, { name: "general", topic: "anything goes here" }).made.id
  const staff = world.addRole(guild, { name: "staff", permissions: 0n }).made.id
  const raids = world.addChannel(guild, {
    name: "raids",
    overwrites: [
      { id: guild, type: "role", deny: 1n << 10n },
      { id: staff, type: "role", allow: 1n << 10n },
      { id: world.bot.id, type: "member", allow: 1n << 10n },
    ],
  }).made.id
  // The bot arrives when all this is there.
  shard.lose()
  await shard.reconnect()
  const settle = async () => {
    for (const id of [general, raids]) await env.CHANNELS.getByName(`${guild}:${id}`).flush()
  }
  const change = async (topic: string | null, channel = raids) => {
    world.changeChannel(guild, channel, { topic: topic as string })
    await shard.hear()
    await settle()
  }
  const facts = async () => (await memories(guild)).map(({ fact }) => fact)
  const events = () =>
    env.DB.prepare("SELECT id FROM events WHERE guild_id = ? AND deleted_at IS NULL")
      .bind(guild)
      .all()
      .then(({ results }) => results.length)
  return { world, guild, general, raids, settle, change, facts, events }
}

test("a changed topic is known to the channel's readers alone, replaces the former, and goes when it is emptied", async () => {
  await asShard({}, async (shard) => {
    const { guild, general, raids, change, facts, events } = await setUp(shard)
    shard.times = 2
    await change("raids begin on Fridays at nine")
    expect(await facts()).toEqual([RAIDS])
    const [known] = await memories(guild)
    expect(known).toMatchObject({
      subject: { scope: "channel", id: raids },
      sources: [{ event_id: expect.stringMatching(`^discord:topic:${raids}:`) }],
    })
    const found = async (channel_id: string) =>
      JSON.stringify(await recall(guild, { query: "when do raids begin?", channel_id })).includes("Fridays")
    expect([await found(raids), await found(general)]).toEqual([true, false])
    await change("raids begin on Sundays at ten")
    await vi.waitFor(async () =>
      expect(await facts()).toEqual([RAIDS.replace("Fridays at nine", "Sundays at ten")]),
    )
    await change(null)
    await vi.waitFor(async () => expect(await facts()).toEqual([]))
    expect(await events()).toBe(0)
    const row = env.DB.prepare("SELECT topic FROM channels WHERE guild_id = ? AND id = ?").bind(guild, raids)
    expect(await row.first("topic")).toBe("")
  })
})

test("other changes of a channel say nothing of its topic, and a server's topics are no news when the bot arrives", async () => {
  await asShard({}, async (shard) => {
    const { world, guild, general, settle, facts, events } = await setUp(shard)
    world.changeChannel(guild, general, { name: "lounge", nsfw: true })
    await shard.hear()
    await settle()
    expect([await facts(), await events()]).toEqual([[], 0])
  })
})

test("a new channel's topic is remembered, unless topics are switched off", async () => {
  await asShard({}, async (shard) => {
    const { world, guild, facts, change } = await setUp(shard)
    const made = async (name: string, topic: string) => {
      const { id } = world.addChannel(guild, { name, topic }).made
      await shard.hear()
      await env.CHANNELS.getByName(`${guild}:${id}`).flush()
    }
    await made("quiz", "the quiz is on Mondays")
    const quiz = "The topic of the channel “quiz” is: the quiz is on Mondays"
    expect(await facts()).toEqual([quiz])
    await ok("PUT", `/v1/guilds/${guild}/settings`, { discord_events: { topics: false } })
    await made("chess", "we play on Tuesdays")
    await change("raids begin on Fridays at nine")
    expect(await facts()).toEqual([quiz])
  })
})

test("a topic that changed while offline is caught up with", async () => {
  await asShard({}, async (shard) => {
    const { world, guild, raids, settle, change, facts } = await setUp(shard)
    await change("raids begin on Fridays at nine")
    shard.lose()
    world.changeChannel(guild, raids, { topic: "raids are over for good" })
    await shard.reconnect()
    await settle()
    const now = "The topic of the channel “raids” is: raids are over for good"
    await vi.waitFor(async () => expect(await facts()).toEqual([now]))
  })
})

deep(
  "whichever database call fails once, a topic told again is remembered once",
  {
    timeout: 60_000,
  },
  async () => {
    let failing: { at: number; fault: Fault } = { at: 0, fault: null }
    let failed = 0
    const count = { calls: 0 }
    const fails = (call: number) => {
      if (call !== failing.at) return null
      failed += 1
      return failing.fault
    }
    await asShard({ variables: { DB: faulty(env.DB, fails, count) } }, async (shard) => {
      const { world, guild, raids, settle, change, facts, events } = await setUp(shard)
      await change("raids begin on Fridays at nine")
      for (const [nth, one] of faultsOf(8).entries()) {
        const { dispatches } = world.changeChannel(guild, raids, { topic: `raid number ${nth} is next` })
        failing = one
        count.calls = 0
        await shard.tell(...dispatches).catch(() => shard.tell(...dispatches))
        failing = { at: 0, fault: null }
        await settle()
        const now = `The topic of the channel “raids” is: raid number ${nth} is next`
        const about = `call ${one.at} ${one.fault}`
        await vi.waitFor(async () => expect(await facts(), about).toEqual([now]))
        expect(await events(), about).toBe(1)
      }
      expect(failed).toBe(16)
    })
  },
)
