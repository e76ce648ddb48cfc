/** A pinned message weighs more: what it says is remembered as long as it is pinned, for the channel's readers. */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { deep } from "../dice.ts"
import { type ErasureBody, erasure } from "./erasing-world.ts"
import { asShard, type Shard } from "./gateway-told.ts"
import { memories, ok, recall } from "./http.ts"
import { type Fault, faultsOf, faulty } from "./stand-ins.ts"

const READ = (1n << 10n) | (1n << 16n)
const WORDS = "the raid begins on Fridays at nine"
const PINNED = `Pinned message by Ada in raids: ${WORDS}`

async function setUp(shard: Shard) {
  const { world } = shard
  const guild = world.addGuild({ everyone: READ }).made.id
  const staff = world.addRole(guild, { name: "staff", permissions: 0n }).made.id
  const general = world.addChannel(guild, { name: "general" }).made.id
  const raids = world.addChannel(guild, {
    name: "raids",
    overwrites: [
      { id: guild, type: "role", deny: 1n << 10n },
      { id: staff, type: "role", allow: 1n << 10n },
      { id: world.bot.id, type: "member", allow: 1n << 10n },
    ],
  }).made.id
  const [ada, bo] = [world.addUser("Ada"), world.addUser("Bo")]
  for (const one of [ada, bo]) world.addMember(guild, one)
  const say = (content: string, author = ada) => world.say(guild, raids, { author, content }).made
  await shard.hear()
  const settle = async () => {
    await shard.repair()
    await env.CHANNELS.getByName(`${guild}:${raids}`).flush()
  }
  const heard = async () => {
    await shard.hear()
    await settle()
  }
  const facts = async () =>
    (await memories(guild)).map(({ fact }) => fact).filter((fact) => fact.startsWith("Pinned"))
  const events = () =>
    env.DB.prepare("SELECT id FROM events WHERE guild_id = ? AND deleted_at IS NULL")
      .bind(guild)
      .all()
      .then(({ results }) => results.length)
  return { world, guild, general, raids, ada, bo, say, settle, heard, facts, events }
}

test("what a pinned message says is known to the channel's readers, matters more, and goes with the pin", async () => {
  await asShard({}, async (shard) => {
    const { world, guild, general, raids, ada, bo, say, heard, facts, events } = await setUp(shard)
    const said = say(WORDS)
    say("see you there")
    await heard()
    expect(await facts()).toEqual([])
    world.pin(guild, said, bo.id)
    shard.times = 2
    await heard()
    expect(await facts()).toEqual([PINNED])
    const [known] = (await memories(guild)).filter(({ fact }) => fact === PINNED)
    expect(known).toMatchObject({
      subject: { scope: "channel", id: raids },
      importance: "high",
      sources: [{ event_id: expect.stringMatching(`^discord:pin:${raids}:${said.id}:`) }],
    })
    const evidence = "SELECT author_id FROM evidence WHERE guild_id = ? AND event_id IS NOT NULL"
    expect((await env.DB.prepare(evidence).bind(guild).all()).results).toEqual([{ author_id: ada.id }])
    const found = async (channel_id: string) =>
      JSON.stringify(await recall(guild, { query: "when does the raid begin?", channel_id })).includes(
        "Pinned",
      )
    expect([await found(raids), await found(general)]).toEqual([true, false])
    world.unpin(guild, said)
    await heard()
    await vi.waitFor(async () => expect(await facts()).toEqual([]))
    expect(await events()).toBe(0)
    world.pin(guild, said, bo.id)
    await heard()
    expect(await facts()).toEqual([PINNED])
  })
})

test("an edit of a pinned message replaces what it said, and its deletion takes it back", async () => {
  await asShard({}, async (shard) => {
    const { world, guild, raids, bo, say, heard, facts, events } = await setUp(shard)
    const [one, two] = [say(WORDS), say("loot is shared by lot")]
    for (const said of [one, two]) world.pin(guild, said, bo.id)
    await heard()
    expect((await facts()).sort()).toEqual(["Pinned message by Ada in raids: loot is shared by lot", PINNED])
    world.edit(guild, one, { content: "the raid begins on Sundays at ten" })
    await heard()
    const edited = "Pinned message by Ada in raids: the raid begins on Sundays at ten"
    await vi.waitFor(async () =>
      expect((await facts()).sort()).toEqual([
        "Pinned message by Ada in raids: loot is shared by lot",
        edited,
      ]),
    )
    world.deleteMessages(guild, raids, [two.id])
    await heard()
    await vi.waitFor(async () => expect(await facts()).toEqual([edited]))
    world.deleteMessage(guild, raids, one.id)
    await heard()
    await vi.waitFor(async () => expect(await facts()).toEqual([]))
    expect(await events()).toBe(0)
  })
})

test("pins that changed while offline are caught up with; a closed history is no proof that nothing is pinned", async () => {
  await asShard({}, async (shard) => {
    const { world, guild, raids, bo, say, settle, heard, facts } = await setUp(shard)
    const [kept, gone, late] = [say(WORDS), say("loot is shared by lot"), say("bring your own snacks")]
    world.pin(guild, gone, bo.id)
    await heard()
    expect(await facts()).toHaveLength(1)
    shard.lose()
    world.unpin(guild, gone)
    world.pin(guild, kept, bo.id)
    await shard.reconnect()
    await settle()
    await vi.waitFor(async () => expect(await facts()).toEqual([PINNED]))
    world.changeChannel(guild, raids, {
      overwrites: [{ id: world.bot.id, type: "member", allow: 1n << 10n, deny: 1n << 16n }],
    })
    world.pin(guild, late, bo.id)
    await heard()
    expect(await facts()).toEqual([PINNED])
  })
})

deep(
  "nothing is read of an author who objects or was erased, of bots, of what was deleted here, and where pins are not wanted",
  {
    timeout: 60_000,
  },
  async () => {
    await asShard({}, async (shard) => {
      const { world, guild, raids, ada, bo, say, heard, facts, events } = await setUp(shard)
      await ok("PUT", `/v1/guilds/${guild}/members/${bo.id}/consent`, { consent: "out" })
      const bot = world.addUser("Planner", { bot: true })
      const gone = say("forget that I said this")
      for (const said of [say("raids are mine alone", bo), say("beep boop is on", bot), gone])
        world.pin(guild, said, ada.id)
      await ok("DELETE", `/v1/guilds/${guild}/channels/${raids}/messages/${gone.id}`)
      await heard()
      expect([await facts(), await events()]).toEqual([[], 0])
      await ok("PUT", `/v1/guilds/${guild}/settings`, { discord_events: { pins: false } })
      const said = say(WORDS)
      world.pin(guild, said, bo.id)
      await heard()
      await ok("PUT", `/v1/guilds/${guild}/settings`, { channels: { modes: { [raids]: "roleplay" } } })
      world.pin(guild, said, bo.id)
      await heard()
      expect([await facts(), await events()]).toEqual([[], 0])
      await ok("PUT", `/v1/guilds/${guild}/settings`, {})
      world.pin(guild, said, bo.id)
      await heard()
      expect(await facts()).toEqual([PINNED])
      const { id } = await ok<ErasureBody>("POST", `/v1/guilds/${guild}/members/${ada.id}/erase`, {})
      const isDone = async () =>
        expect(await erasure(guild, id)).toMatchObject({ state: "done", report: { left: 0 } })
      await vi.waitFor(isDone, { timeout: 40_000, interval: 500 })
      world.pin(guild, said, bo.id)
      await heard()
      expect(await facts()).toEqual([])
    })
  },
)

test("a message pinned before the channel's retention began is not read, and stays known if it was", async () => {
  await asShard({}, async (shard) => {
    const { world, guild, raids, bo, say, heard, facts } = await setUp(shard)
    const [old, fresh] = [say("loot is shared by lot"), say(WORDS)]
    for (const said of [old, fresh]) world.pin(guild, said, bo.id)
    const pins = world.guild(guild).pins.get(raids)
    pins?.set(old.id, new Date(Date.now() - 8 * 86_400_000).toISOString())
    await heard()
    expect(await facts()).toEqual([PINNED])
    pins?.set(fresh.id, new Date(Date.now() - 8 * 86_400_000).toISOString())
    const next = say("bring your own snacks")
    world.pin(guild, next, bo.id)
    await heard()
    expect((await facts()).sort()).toEqual(["Pinned message by Ada in raids: bring your own snacks", PINNED])
  })
})

deep(
  "whichever database call fails once, a pin is remembered once and taken back whole",
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
      const { world, guild, bo, say, settle, facts, events } = await setUp(shard)
      const said = say(WORDS)
      await shard.hear()
      const changed = async (one: { at: number; fault: Fault }) => {
        await shard.hear()
        failing = one
        count.calls = 0
        await settle()
        failing = { at: 0, fault: null }
        vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 })
        await settle().finally(() => vi.useRealTimers())
      }
      for (const one of faultsOf(6)) {
        const about = `call ${one.at} ${one.fault}`
        world.pin(guild, said, bo.id)
        await changed(one)
        expect(await facts(), about).toEqual([PINNED])
        world.unpin(guild, said)
        await changed(one)
        await vi.waitFor(async () => expect(await facts(), about).toEqual([]))
        expect(await events(), about).toBe(0)
      }
      expect(failed).toBeGreaterThan(12)
    })
  },
)
