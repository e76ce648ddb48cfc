/** An odd field of an event costs at most itself. What cannot be read is counted and read over REST. */
import { env } from "cloudflare:workers"
import type { APIMessage } from "discord-api-types/v10"
import fc from "fast-check"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { propertyRuns, seed } from "../dice.ts"
import type { Dispatch } from "../discord/dispatch.ts"
import { asShard, type Shard } from "./gateway-told.ts"

const READ = (1n << 10n) | (1n << 16n)
const MINUTE = 60_000

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue())
afterEach(() => void vi.useRealTimers())

function setUp(shard: Shard) {
  const { world } = shard
  const guild = world.addGuild({ everyone: READ }).made.id
  const channel = world.addChannel(guild, { name: "general" }).made.id
  const [ada, bo] = [world.addUser("Ada"), world.addUser("Bo")]
  for (const user of [ada, bo]) world.addMember(guild, user, { nick: `Captain ${user.username}` })
  const words = async () =>
    (await env.CHANNELS.getByName(`${guild}:${channel}`).messagesOf(ada.id, { after: null, limit: 500 })).map(
      ({ content }) => content,
    )
  return { guild, channel, ada, bo, words }
}

type Json = Record<string, unknown>

/** Returns the paths of all fields, nested ones included. */
function pathsOf(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return at.length > 0 ? [at] : []
  const inside = Object.entries(value).flatMap(([name, field]) => pathsOf(field, [...at, name]))
  return at.length > 0 ? [at, ...inside] : inside
}

/** Returns a copy in which the field at `path` has this value. */
function replaced(body: unknown, path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(body) as Json
  const last = path.at(-1) ?? ""
  const holder = path.slice(0, -1).reduce((inner, name) => inner[name] as Json, copy)
  holder[last] = value
  return copy
}

/** Fields that a message cannot do without. */
const CORE = ["id", "channel_id", "guild_id", "author", "author.id", "content", "type", "flags"]

test("any one odd side field of a message does not lose it", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  await asShard({}, async (shard) => {
    const { world } = shard
    const { guild, channel, ada, bo, words } = setUp(shard)
    const first = world.say(guild, channel, { author: bo, content: "Who sails?" }).made
    await shard.hear()
    const say = (content: string) => {
      const [event] = world
        .say(guild, channel, {
          ...{ author: ada, content, replyTo: first.id, embeds: [{ title: "a page" }] },
          attachments: [{ filename: "map.png", description: "a map" }],
          more: {
            poll: { question: { text: "Sail?" } },
            sticker_items: [],
          } as unknown as Partial<APIMessage>,
        })
        .dispatches.filter(({ t }) => t === "MESSAGE_CREATE")
      return event as Dispatch
    }
    const side = pathsOf(say("a sample").d)
      .filter((path) => !CORE.includes(path.join(".")))
      .map((path) => path.join("."))
    expect(side).toEqual(
      expect.arrayContaining(["author.username", "member.roles", "mentions.0.id", "embeds.0"]),
    )
    await shard.hear()
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...side), fc.jsonValue({ maxDepth: 2 }), async (path, value) => {
        const content = `Line ${++count}`
        const event = say(content)
        await shard.tell({ ...event, d: replaced(event.d, path.split("."), value) } as Dispatch)
        expect((await words()).at(-1)).toBe(content)
      }),
      { seed, numRuns: propertyRuns(60), endOnFailure: true },
    )
  })
})

test.each<[string, unknown]>([
  ["content", 5],
  ["author", null],
  ["author.id", 11],
  ["type", "reply"],
  ["flags", "none"],
  ["guild_id", 77],
])("a message with an unreadable %s is read over REST and kept", async (path, value) => {
  const logged = vi.spyOn(console, "error").mockReturnValue()
  await asShard({}, async (shard) => {
    const { guild, channel, ada, words } = setUp(shard)
    await shard.hear()
    const { dispatches } = shard.world.say(guild, channel, { author: ada, content: "I love kayaking" })
    for (const { t, d } of dispatches)
      await shard.tell({ t, d: replaced(d, path.split("."), value) } as Dispatch)
    expect(await words()).toEqual([])
    await shard.repair()
    expect(await words()).toEqual(["I love kayaking"])
    expect(shard.repairs.dueAt()).toBeNull()
    expect(JSON.stringify(logged.mock.calls)).not.toContain("kayaking")
  })
})

test("an unreadable edit is applied from REST, and a message that is gone or odd there too is given up", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  await asShard({}, async (shard) => {
    const { world, rest } = shard
    const { guild, channel, ada, words } = setUp(shard)
    const message = world.say(guild, channel, { author: ada, content: "I love tea" }).made
    await shard.hear()
    const edit = world.edit(guild, message, { content: "I love coffee" })
    for (const { t, d } of edit.dispatches)
      await shard.tell({ t, d: { ...d, edited_timestamp: 7 } } as unknown as Dispatch)
    await shard.repair()
    expect(await words()).toEqual(["I love coffee"])
    const odd = world.say(guild, channel, { author: ada, content: "odd everywhere" })
    for (const { t, d } of odd.dispatches)
      await shard.tell({ t, d: { ...d, content: 5 } } as unknown as Dispatch)
    rest.fault = () => ({ ...odd.made, content: 5 })
    await shard.repair()
    const gone = world.say(guild, channel, { author: ada, content: "soon deleted" })
    for (const { t, d } of gone.dispatches)
      await shard.tell({ t, d: { ...d, content: 5 } } as unknown as Dispatch)
    world.deleteMessage(guild, channel, gone.made.id)
    await shard.repair()
    expect(await words()).toEqual(["I love coffee"])
    expect(shard.repairs.dueAt()).toBeNull()
  })
})

test("other unreadable events have their guild read again, at most once a minute", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  await asShard({}, async (shard) => {
    const { world, rest } = shard
    const { guild, channel } = setUp(shard)
    await shard.hear()
    await shard.repair()
    vi.useFakeTimers({ toFake: ["Date"] })
    const events = [{ nsfw: true }, { name: "harbor" }].flatMap(
      (change) => world.changeChannel(guild, channel, change).dispatches,
    )
    for (const { t, d } of events)
      await shard.tell({ t, d: { ...d, permission_overwrites: "all" } } as unknown as Dispatch)
    const asked = () => rest.asked.filter((path) => path.startsWith(`/guilds/${guild}/channels`)).length
    const before = asked()
    await shard.repair()
    expect(asked()).toBe(before)
    vi.setSystemTime(Date.now() + MINUTE)
    await shard.repair()
    expect(asked()).toBe(before + 1)
    const row = await env.DB.prepare("SELECT nsfw, name FROM channels WHERE guild_id = ? AND id = ?")
      .bind(guild, channel)
      .first()
    expect(row).toEqual({ nsfw: 1, name: "harbor" })
  })
})

test("a guild whose roles are not all readable is not applied: a missing role would open what it denies", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  await asShard({}, async (shard) => {
    const { world } = shard
    const { guild } = setUp(shard)
    const role = world.addRole(guild, { permissions: READ }).made
    await shard.hear()
    const whole = world.guildCreate(guild)
    const withRole = (more: object) => ({
      ...{ ...whole, roles: whole.roles.map((one) => (one.id === role.id ? { ...one, ...more } : one)) },
    })
    const roleIds = async () =>
      (await env.DB.prepare("SELECT id FROM roles WHERE guild_id = ?").bind(guild).all()).results.length
    const before = await roleIds()
    await shard.tell({ t: "GUILD_CREATE", d: withRole({ permissions: 8 }) } as unknown as Dispatch)
    expect(await roleIds()).toBe(before)
    expect(shard.repairs.dueAt()).not.toBeNull()
    // A side field does not matter.
    await shard.tell({ t: "GUILD_CREATE", d: withRole({ tags: "bot", name: 5 }) } as unknown as Dispatch)
    expect(await roleIds()).toBe(before)
  })
})

test("a session that begins with an unreadable guild still finds what was missed", async () => {
  await asShard({}, async (shard) => {
    const { world, repairs } = shard
    const { guild, channel, ada, words } = setUp(shard)
    world.say(guild, channel, { author: ada, content: "I love kayaking" })
    await shard.hear()
    shard.lose()
    const since = world.clock.now()
    world.say(guild, channel, { author: ada, content: "I love fishing" })
    shard.listens = true
    repairs.lost({ guildIds: [guild], since })
    const odd = { ...world.guildCreate(guild), owner_id: null }
    await shard.tell({ t: "GUILD_CREATE", d: odd } as unknown as Dispatch)
    await shard.repair()
    expect(await words()).toEqual(["I love kayaking", "I love fishing"])
    expect(repairs.dueAt()).toBeNull()
  })
})
