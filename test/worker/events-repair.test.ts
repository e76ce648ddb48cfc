/**
 * After missed events, a repair hears new messages, forgets deleted ones, and never treats what is merely
 * hidden as deleted.
 */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { RestLimited } from "../../src/discord/bot/rest-gate.ts"
import { deep } from "../dice.ts"
import { refused } from "./discord-port.ts"
import { asShard, type Shard } from "./gateway-told.ts"
import { hear, memories, ok } from "./http.ts"

const READ = (1n << 10n) | (1n << 16n)
const MINUTE = 60_000

/** Builds a guild with a channel in which Ada has talked. */
async function setUp(shard: Shard, everyone = READ) {
  const { world } = shard
  const guild = world.addGuild({ everyone }).made.id
  const channel = world.addChannel(guild, { name: "general" }).made.id
  const ada = world.addUser("Ada")
  world.addMember(guild, ada)
  const say = (content: string) => world.say(guild, channel, { author: ada, content }).made
  const said = ["I love kayaking", "I love fishing", "I love knitting"].map(say)
  await shard.hear()
  const words = async () => {
    const kept = await env.CHANNELS.getByName(`${guild}:${channel}`).messagesOf(ada.id, {
      after: null,
      limit: 500,
    })
    return kept.map(({ content }) => content)
  }
  const [first = say(""), second = say(""), third = say("")] = said
  return { guild, channel, ada, say, words, first, second, third }
}

function question(id: string, userId: string, content: string) {
  return {
    ...{ id, author: { id: userId, name: "Ada" }, bot: false, content },
    ...{ replyTo: null, mentions: [], attachments: [], source: "chat" as const },
  }
}

/** Runs `happens` while the shard is offline, so its events are missed. */
function meanwhile(shard: Shard, happens: () => void): void {
  shard.lose()
  happens()
}

async function again(shard: Shard): Promise<void> {
  await shard.reconnect()
  await shard.repair()
}

test("messages sent, edited and deleted while offline are applied by a repair, and by a second one without effect", async () => {
  await asShard({}, async (shard) => {
    const { world } = shard
    const { guild, channel, say, words, first, second } = await setUp(shard)
    await ok("POST", `/v1/guilds/${guild}/channels/${channel}/flush`)
    expect((await memories(guild)).map(({ fact }) => fact).sort()).toEqual([
      "Ada loves fishing",
      "Ada loves kayaking",
      "Ada loves knitting",
    ])
    meanwhile(shard, () => {
      world.deleteMessage(guild, channel, first.id)
      world.edit(guild, second, { content: "I love sailing" })
      say("I love rowing")
    })
    await again(shard)
    expect(await words()).toEqual(["I love sailing", "I love knitting", "I love rowing"])
    await ok("POST", `/v1/guilds/${guild}/channels/${channel}/flush`)
    const facts = async () => (await memories(guild)).map(({ fact }) => fact).sort()
    await expect
      .poll(facts, { timeout: 10_000 })
      .toEqual(["Ada loves knitting", "Ada loves rowing", "Ada loves sailing"])
    await again(shard)
    expect(await words()).toEqual(["I love sailing", "I love knitting", "I love rowing"])
    expect(await facts()).toEqual(["Ada loves knitting", "Ada loves rowing", "Ada loves sailing"])
  })
})

test("an event that a channel was told of is not taken for a deleted message, before or after its text expired", async () => {
  await asShard({}, async (shard) => {
    const { world } = shard
    const { guild, channel } = await setUp(shard)
    const told = (id: string, content: string) =>
      ok("POST", `/v1/guilds/${guild}/events`, {
        events: [
          {
            ...{ id, scope: "channel", scope_id: channel, source: "system", role: "system", content },
            at: new Date(world.clock.now()).toISOString(),
          },
        ],
      })
    const facts = async () =>
      (await memories(guild)).map(({ fact }) => fact).filter((fact) => fact.startsWith("The"))
    await ok("PUT", `/v1/guilds/${guild}/settings`, { retention_days: 0 })
    await told("blank", "The mail server has a new address.")
    await ok("POST", `/v1/guilds/${guild}/channels/${channel}/flush`)
    await ok("PUT", `/v1/guilds/${guild}/settings`, {})
    await told("kept", "The backup takes twelve minutes.")
    await ok("POST", `/v1/guilds/${guild}/channels/${channel}/flush`)
    const known = ["The backup takes twelve minutes.", "The mail server has a new address."]
    expect((await facts()).sort()).toEqual(known)
    meanwhile(shard, () => {})
    await again(shard)
    expect((await facts()).sort()).toEqual(known)
  })
})

test("a question asked by a command is kept as long as its answer exists, though no message has its id", async () => {
  await asShard({}, async (shard) => {
    const { world } = shard
    const { guild, channel, ada, words } = await setUp(shard)
    const asks = async (content: string) => {
      const id = world.clock.next()
      const message = { ...question(id, ada.id, content), at: world.clock.now() }
      await env.CHANNELS.getByName(`${guild}:${channel}`).append({
        ...{ guildId: guild, channelId: channel, info: null },
        messages: [message],
      })
      const metadata = { id, type: 2, user: ada, authorizing_integration_owners: {} }
      const more = { interaction_metadata: metadata } as never
      return world.say(guild, channel, { author: world.bot, content: "Yes", type: 20, more }).made
    }
    await asks("is my harpsichord tuned?")
    const gone = await asks("is my lute tuned?")
    await shard.hear()
    expect(await words()).toEqual(expect.arrayContaining(["is my harpsichord tuned?", "is my lute tuned?"]))
    meanwhile(shard, () => world.deleteMessage(guild, channel, gone.id))
    await again(shard)
    expect(await words()).toContain("is my harpsichord tuned?")
    expect(await words()).not.toContain("is my lute tuned?")
    const late = await asks("is my viol tuned?")
    await shard.hear()
    expect(await words()).toContain("is my viol tuned?")
    world.deleteMessage(guild, channel, late.id)
    await shard.hear()
    expect(await words()).not.toContain("is my viol tuned?")
  })
})

test("a forum is read post by post and never itself", async () => {
  await asShard({}, async (shard) => {
    const { world, rest, repairs } = shard
    const { guild, say, words } = await setUp(shard)
    const forum = world.addChannel(guild, { name: "help", type: 15 }).made.id
    await shard.hear()
    meanwhile(shard, () => {
      say("I love rowing")
      const channels = world.guild(guild).channels
      channels.set(forum, { ...channels.get(forum), last_message_id: world.clock.next() } as never)
    })
    await again(shard)
    expect(await words()).toContain("I love rowing")
    expect(rest.asked.filter((path) => path.startsWith(`/channels/${forum}/messages`))).toEqual([])
    expect(repairs.dueAt()).toBeNull()
  })
})

test("all missed messages are heard, however many, in their order, and none is answered late", async () => {
  const take = vi.fn(async () => "taken")
  const RESPONDERS = { getByName: () => ({ take }) } as never
  await asShard({ variables: { RESPONDERS } }, async (shard) => {
    const { say, words } = await setUp(shard)
    const missed = Array.from({ length: 230 }, (_, index) => `number ${index} <@${shard.world.bot.id}>`)
    meanwhile(shard, () => missed.forEach(say))
    await again(shard)
    expect((await words()).slice(3)).toEqual(missed)
    expect(take).not.toHaveBeenCalled()
  })
})

test("a channel whose history or self the bot cannot see is not requested, and nothing in it counts as deleted", async () => {
  await asShard({}, async (shard) => {
    const { world, rest } = shard
    const { guild, channel, words } = await setUp(shard)
    const before = await words()
    meanwhile(shard, () => {
      const deny = { id: guild, type: "role" as const, deny: 1n << 16n }
      const own = { id: world.bot.id, type: "member" as const, deny: 1n << 16n }
      world.changeChannel(guild, channel, { overwrites: [deny, own] })
    })
    await again(shard)
    expect(rest.asked.filter((path) => path.includes("/messages"))).toEqual([])
    expect(await words()).toEqual(before)
  })
})

test("a channel whose messages were all deleted is forgotten if its history is readable", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, words, first, second, third } = await setUp(shard)
    meanwhile(shard, () => {
      shard.world.deleteMessages(guild, channel, [first.id, second.id, third.id])
    })
    await again(shard)
    expect(await words()).toEqual([])
  })
})

deep("a repair ends the same whichever single call fails", async () => {
  let failed = 0
  for (let at = 0; ; at++) {
    const isOver = await withFault(at)
    if (isOver) break
    failed++
  }
  // Calls for members, private threads, a deleted channel, the bot itself and two pages of messages.
  expect(failed).toBeGreaterThanOrEqual(5)
})

test.each([
  ["lists no members", /\/members\?/],
  ["does not describe the bot itself", /\/members\/\d+/],
  ["lists no members of private threads", /thread-members/],
  ["does not describe single channels", /channels\/\d+\?/],
  ["lists no messages", /messages/],
])("a repair gets to its end although Discord %s, and nobody reads more because of it", async (_, path) => {
  await asShard({}, async (shard) => {
    const { world, rest } = shard
    const { guild, channel, ada, words } = await setUp(shard)
    const gone = world.addChannel(guild).made.id
    const hidden = world.addThread(guild, channel, { type: 12, members: [ada.id] }).made.id
    world.say(guild, gone, { author: ada, content: "soon gone" })
    await shard.hear()
    await shard.repair()
    const before = await words()
    meanwhile(shard, () => {
      world.deleteChannel(guild, gone)
    })
    const get = rest.get.bind(rest)
    rest.get = (asked, options) =>
      path.test(`${asked}?${options?.query ?? ""}`) ? Promise.reject(refused(405, 0)) : get(asked, options)
    await again(shard)
    expect(shard.repairs.dueAt()).toBeNull()
    expect(await words()).toEqual(before)
    const known = await env.DB.prepare(
      "SELECT (SELECT roles FROM members WHERE guild_id = ?1 AND id = ?2) AS roles, thread_members AS inside FROM channels WHERE guild_id = ?1 AND id = ?3",
    )
      .bind(guild, ada.id, hidden)
      .first()
    if (path.source.includes("thread-members")) expect(known).toMatchObject({ inside: null })
    if (path.test("/members?")) expect(known).toMatchObject({ roles: null })
  })
})

test("a guild whose structure cannot be read because the bot is no longer in it counts as left", async () => {
  await asShard({}, async (shard) => {
    const { guild } = await setUp(shard)
    shard.listens = false
    shard.world.leaveGuild(guild)
    shard.repairs.missed(guild, Date.now())
    await shard.repair()
    expect(shard.repairs.dueAt()).toBeNull()
    const leaving = await env.DB.prepare("SELECT leaving_at FROM guilds WHERE id = ?").bind(guild).first()
    expect(leaving).toEqual({ leaving_at: expect.any(Number) })
  })
})

test("while the bot's limits allow no request, a repair pauses as a whole and counts nothing as failed", async () => {
  const errors = vi.spyOn(console, "error")
  await asShard({}, async (shard) => {
    const { rest } = shard
    await setUp(shard)
    const { say, words } = await setUp(shard)
    meanwhile(shard, () => {
      say("I love rowing")
    })
    await shard.reconnect()
    const get = rest.get.bind(rest)
    const until = Date.now() + 30_000
    const asked = vi.fn(() => Promise.reject(new RestLimited(until, true)))
    rest.get = asked
    await shard.repair()
    await shard.repair()
    expect(asked).toHaveBeenCalledTimes(1)
    expect(shard.repairs.dueAt()).toBe(until)
    rest.get = get
    await later(() => shard.repair())
    expect(await words()).toContain("I love rowing")
    expect(errors).not.toHaveBeenCalled()
  })
  errors.mockRestore()
})

/** Returns true if the repair made at most `at` calls. */
async function withFault(at: number): Promise<boolean> {
  let isOver = false
  await asShard({}, async (shard) => {
    const { world, rest } = shard
    const { guild, channel, ada, say, words, first } = await setUp(shard)
    const gone = world.addChannel(guild).made.id
    const role = world.addRole(guild).made.id
    world.addThread(guild, channel, { type: 12, members: [ada.id] })
    world.say(guild, gone, { author: ada, content: "soon gone" })
    await shard.hear()
    await shard.repair()
    meanwhile(shard, () => {
      world.deleteMessage(guild, channel, first.id)
      world.deleteChannel(guild, gone)
      world.changeMember(guild, ada.id, { roles: [role] })
      say("I love rowing")
    })
    await shard.reconnect()
    let count = 0
    const get = rest.get.bind(rest)
    rest.get = (...asked) => (count++ === at ? Promise.reject(refused(500, 0)) : get(...asked))
    await shard.repair()
    isOver = count <= at
    if (!isOver) expect(shard.repairs.dueAt()).toBeGreaterThan(Date.now())
    await later(() => shard.repair())
    expect(shard.repairs.dueAt()).toBeNull()
    expect(await words()).toEqual(["I love fishing", "I love knitting", "I love rowing"])
    const row = await env.DB.prepare("SELECT roles FROM members WHERE guild_id = ? AND id = ?")
      .bind(guild, ada.id)
      .first()
    expect(row).toEqual({ roles: JSON.stringify([role]) })
    const erased = await env.DB.prepare("SELECT target FROM erasures WHERE guild_id = ?").bind(guild).all()
    expect(erased.results).toEqual([{ target: gone }])
  })
  return isOver
}

/** Runs `work` some minutes later. */
async function later(work: () => Promise<void>, minutes = 1): Promise<void> {
  const now = Date.now() + minutes * MINUTE
  vi.useFakeTimers({ toFake: ["Date"], now })
  try {
    await work()
  } finally {
    vi.useRealTimers()
  }
}

test("an unreadable channel delays no other, and reading a page at a time gets to the end through crashes", async () => {
  await asShard({}, async (shard) => {
    const { world, rest } = shard
    const { guild, ada, say, words } = await setUp(shard)
    const broken = world.addChannel(guild).made.id
    await shard.hear()
    meanwhile(shard, () => {
      for (let count = 0; count < 150; count++) say(`number ${count}`)
      world.say(guild, broken, { author: ada, content: "out of reach" })
    })
    await shard.reconnect()
    const get = rest.get.bind(rest)
    rest.get = (path, ...more) =>
      path.includes(broken) ? Promise.reject(refused(503, 0)) : get(path, ...more)
    // One step, then the object is evicted.
    for (let life = 0; life < 20; life++)
      await later(() => shard.anew().work(shard.ground, shard.own, Date.now() + 1), life + 1)
    expect(await words()).toHaveLength(153)
    rest.get = get
    await later(() => shard.repair(), 300)
    const kept = await env.CHANNELS.getByName(`${guild}:${broken}`).messagesOf(ada.id, {
      after: null,
      limit: 9,
    })
    expect(kept.map(({ content }) => content)).toEqual(["out of reach"])
  })
})

test("a guild missing from READY counts as left only if Discord confirms it, and a guild known only over HTTP is untouched", async () => {
  await asShard({}, async (shard) => {
    const { guild } = await setUp(shard)
    const moved = (await setUp(shard)).guild
    const overHttp = shard.world.clock.next()
    await hear(overHttp, "100", [])
    await shard.repair()
    meanwhile(shard, () => {
      shard.world.leaveGuild(guild)
    })
    // This guild now belongs to another shard.
    shard.repairs.lost({ guildIds: [], since: Date.now() - MINUTE })
    await shard.repair()
    const leaving = await env.DB.prepare(
      "SELECT id FROM guilds WHERE leaving_at IS NOT NULL AND id IN (?, ?, ?)",
    )
      .bind(guild, moved, overHttp)
      .all()
    expect(leaving.results).toEqual([{ id: guild }])
    expect(shard.repairs.dueAt()).toBeNull()
  })
})

test("a member who left while the bot was offline is marked as gone, and one who returned is not", async () => {
  await asShard({}, async (shard) => {
    const { guild, ada } = await setUp(shard)
    const leftAt = () =>
      env.DB.prepare("SELECT left_at FROM members WHERE guild_id = ? AND id = ?")
        .bind(guild, ada.id)
        .first("left_at")
    meanwhile(shard, () => {
      shard.world.removeMember(guild, ada.id)
    })
    await again(shard)
    expect(await leftAt()).not.toBeNull()
    meanwhile(shard, () => {
      shard.world.addMember(guild, ada)
    })
    await again(shard)
    expect(await leftAt()).toBeNull()
  })
})

test("a change whose event could not be handled is read again", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, say, words } = await setUp(shard)
    shard.listens = false
    shard.world.changeChannel(guild, channel, { nsfw: true })
    say("not handled")
    shard.repairs.missed(guild, shard.world.clock.now() - 1)
    await shard.repair()
    const row = await env.DB.prepare("SELECT nsfw FROM channels WHERE guild_id = ? AND id = ?")
      .bind(guild, channel)
      .first()
    expect(row).toEqual({ nsfw: 1 })
    expect((await words()).at(-1)).toBe("not handled")
  })
})

test("an outage of one guild loses none of its messages", async () => {
  await asShard({ world: { now: () => Date.now() } }, async (shard) => {
    const { guild, say, words } = await setUp(shard)
    shard.world.loseGuild(guild)
    await shard.hear()
    say("said in the dark")
    shard.world.bringGuild(guild)
    await shard.hear()
    await shard.repair()
    expect((await words()).at(-1)).toBe("said in the dark")
  })
})
