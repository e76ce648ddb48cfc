/**
 * Gateway events decide who is heard, what is forgotten, which guilds count as left, and which members are
 * stored.
 */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import type { Message } from "../../src/domain/types.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import type { Dispatch } from "../discord/dispatch.ts"
import type { Change } from "../discord/guilds.ts"
import { PERMISSIONS } from "../discord/permissions.ts"
import type { NewMessage, World } from "../discord/world.ts"
import { asShard, type Shard } from "./gateway-told.ts"
import { ANY, call, ok, recall } from "./http.ts"

const EPHEMERAL = 1 << 6
const MOD = 1n << 10n

/** Builds a guild with a channel and Ada in it, and a helper to post messages. */
function setUp(world: World) {
  const guild = world.addGuild({ everyone: (1n << 10n) | (1n << 16n) }).made.id
  const channel = world.addChannel(guild, { name: "general" }).made.id
  const ada = world.addUser("Ada")
  world.addMember(guild, ada)
  const say = (content: string, more: Partial<NewMessage> = {}) =>
    world.say(guild, channel, { author: ada, content, ...more }).made
  return { guild, channel, ada, say }
}

function keptOf(guild: string, channel: string, user: string): Promise<Message[]> {
  return env.CHANNELS.getByName(`${guild}:${channel}`).messagesOf(user, { after: null, limit: 100 })
}

async function wordsOf(guild: string, channel: string, user: string): Promise<string[]> {
  return (await keptOf(guild, channel, user)).map(({ content }) => content)
}

function rowsOf<Row>(query: string, ...values: string[]): Promise<Row[]> {
  return env.DB.prepare(query)
    .bind(...values)
    .all<Row>()
    .then(({ results }) => results)
}

const memberRow = (guild: string, id: string) =>
  rowsOf<{ name: string; roles: string | null; left_at: number | null }>(
    "SELECT name, roles, left_at FROM members WHERE guild_id = ? AND id = ?",
    guild,
    id,
  ).then((rows) => rows[0])

const guildRow = (guild: string) =>
  rowsOf<{ structure: number; told_at: number | null; leaving_at: number | null }>(
    "SELECT structure, told_at, leaving_at FROM guilds WHERE id = ?",
    guild,
  ).then((rows) => rows[0])

const raw = (t: string, d: unknown) => ({ t, d }) as unknown as Dispatch

test("a message is stored with its author, mentions, reply target and files", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, ada, say } = setUp(shard.world)
    shard.world.changeMember(guild, ada.id, { nick: "Captain Ada" })
    const bo = shard.world.addUser("Bo")
    shard.world.addMember(guild, bo)
    const first = say("I grow tomatoes")
    say(`so does <@${bo.id}>`, { replyTo: first.id, attachments: [{ filename: "bed.png" }] })
    await shard.hear()
    const [one, two] = await keptOf(guild, channel, ada.id)
    expect(one).toMatchObject({
      id: first.id,
      author: { id: ada.id, name: "Captain Ada" },
      content: "I grow tomatoes",
      at: Date.parse(first.timestamp),
      source: "passive",
    })
    expect(two).toMatchObject({ replyTo: first.id, attachments: ["bed.png"] })
    expect(two?.mentions).toContainEqual({ id: bo.id, name: "Bo" })
  })
})

test("private, hidden and system messages, and those of bots and webhooks, are not remembered", async () => {
  await asShard(
    { world: { applicationId: env.DISCORD_APPLICATION_ID ?? "700000000000000001" } },
    async (shard) => {
      const { guild, channel, ada, say } = setUp(shard.world)
      const bot = shard.world.addUser("Other", { bot: true })
      const said = say("heard")
      say("hidden", { flags: EPHEMERAL })
      say("Ada joined", { type: 7 })
      say("a copy of what began the thread", { type: 21 })
      say("hooked", { webhookId: "77" })
      say("beep", { author: bot })
      await shard.hear()
      await shard.tell(
        raw("MESSAGE_CREATE", { ...said, id: shard.world.clock.next(), content: "in private" }),
      )
      expect(await wordsOf(guild, channel, ada.id)).toEqual(["heard"])
      expect(await wordsOf(guild, channel, bot.id)).toEqual([])
    },
  )
})

test("an edit replaces the text, a preview or replay does not; a delete removes a message whether it comes before or after it", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, ada, say } = setUp(shard.world)
    const [first, second, third, fourth] = ["one", "two", "three", "four"].map((word) => say(word))
    await shard.hear()
    if (!first || !second || !third || !fourth) throw new Error("nothing was said")
    shard.world.edit(guild, first, { content: "one again" })
    await shard.hear()
    const preview = { ...second, guild_id: guild, content: "two previewed", edited_timestamp: null }
    await shard.tell(raw("MESSAGE_UPDATE", preview))
    const old = { ...first, guild_id: guild, edited_timestamp: "2020-01-01T00:00:00.000000+00:00" }
    await shard.tell(raw("MESSAGE_UPDATE", old))
    expect(await wordsOf(guild, channel, ada.id)).toEqual(["one again", "two", "three", "four"])
    shard.times = 2
    shard.world.deleteMessages(guild, channel, [first.id, second.id])
    shard.world.deleteMessage(guild, channel, third.id)
    await shard.hear()
    const late = { ...fourth, id: shard.world.clock.next(), guild_id: guild, content: "never" }
    await shard.tell(raw("MESSAGE_DELETE", { id: late.id, channel_id: channel, guild_id: guild }))
    await shard.tell(raw("MESSAGE_CREATE", late))
    expect(await wordsOf(guild, channel, ada.id)).toEqual(["four"])
  })
})

test("a forward, a poll, a sticker and a link's title are read beside a person's words, never as their words", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, ada, say } = setUp(shard.world)
    const snapshot = { message: { content: "I moved to Oslo", type: 0 } }
    const reference = { type: 1, message_id: "5", channel_id: "6" }
    say("", { more: { message_reference: reference, message_snapshots: [snapshot] } as never })
    const answers = [{ poll_media: { text: "Friday" } }, { poll_media: { text: "Sunday" } }]
    say("", { more: { poll: { question: { text: "When do we raid?" }, answers } } as never })
    say("", { more: { sticker_items: [{ id: "1", name: "Wave", format_type: 1 }] } as never })
    const linked = say("look https://example.com/knitting")
    await shard.hear()
    shard.world.edit(guild, linked, {
      edited_timestamp: null,
      embeds: [{ title: "How to knit" }],
    })
    await shard.hear()
    const kept = await keptOf(guild, channel, ada.id)
    expect(kept.map(({ content, attachments }) => [content, attachments])).toEqual([
      ["", ["forwarded: “I moved to Oslo”"]],
      ["", ["poll: When do we raid? (Friday / Sunday)"]],
      ["", ["sticker: Wave"]],
      ["look https://example.com/knitting", ["link: How to knit"]],
    ])
    await ok("POST", `/v1/guilds/${guild}/channels/${channel}/flush`)
    const { items } = await ok<{ items: { fact: string }[] }>("GET", `/v1/guilds/${guild}/memories`)
    expect(items).toEqual([])
    const found = JSON.stringify(
      await recall(guild, { query: "who knits? how to knit", channel_id: channel }),
    )
    expect(found).toContain("[link: How to knit]")
    expect(JSON.stringify(await recall(guild, { query: "moved to Oslo", channel_id: channel }))).toContain(
      "[forwarded, somebody else's words: “I moved to Oslo”]",
    )
  })
})

test("a mention of the bot's own role is answered, that of another role is not, and a mention added by an edit once", async () => {
  const taken: { mention: { messageId: string; content: string } }[] = []
  const responder = { take: async (job: (typeof taken)[number]) => void taken.push(job) }
  const RESPONDERS = { getByName: () => responder } as unknown as Env["RESPONDERS"]
  await asShard({ variables: { RESPONDERS }, world: { now: () => Date.now() } }, async (shard) => {
    const { guild, channel, ada, say } = setUp(shard.world)
    const own = [...shard.world.guild(guild).roles.values()].find(({ tags }) => tags?.bot_id)?.id
    const other = shard.world.addRole(guild, { name: "bakers" }).made.id
    say(`<@&${own}> what do you know?`)
    say(`<@&${other}> bread is ready`)
    const plain = say("where does Bo live?")
    await shard.hear()
    const self = shard.own.userId
    expect(taken.map(({ mention }) => mention.content)).toEqual([`<@${self}> what do you know?`])
    shard.world.edit(guild, plain, { content: `<@${self}> where does Bo live?` })
    await shard.hear()
    expect(taken.map(({ mention }) => mention.messageId)).toEqual([expect.any(String), plain.id])
    const kept = await keptOf(guild, channel, ada.id)
    expect(kept[0]?.mentions).toEqual([{ id: shard.own.applicationId, name: "Keepsake" }])
    expect(kept[2]?.mentions).toEqual([{ id: shard.own.applicationId, name: expect.any(String) }])
  })
})

test("a mention of or reply to the bot is answered; one of everyone, another bot, or an hour-old message is not", async () => {
  const taken: { mention: { content: string; author: { roles: string[] }; parentId: string | null } }[] = []
  const responder = { take: async (job: (typeof taken)[number]) => void taken.push(job) }
  const RESPONDERS = { getByName: () => responder } as unknown as Env["RESPONDERS"]
  await asShard({ variables: { RESPONDERS }, world: { now: () => Date.now() } }, async (shard) => {
    const { guild, channel, ada, say } = setUp(shard.world)
    const us = `<@${shard.world.bot.id}>`
    const ours = say("ask me", { author: shard.world.bot })
    const thread = shard.world.addThread(guild, channel).made.id
    await shard.hear()
    const asked = say(`${us} who gardens?`)
    say("and what?", { replyTo: ours.id, pingsReplied: false })
    say("@everyone look", { more: { mention_everyone: true } })
    say(`${us} beep`, { author: shard.world.addUser("Other", { bot: true }) })
    shard.world.say(guild, thread, { author: ada, content: `${us} in here` })
    await shard.hear()
    const old = String(BigInt(asked.id) - (3_600_000n << 22n))
    await shard.tell(raw("MESSAGE_CREATE", { ...asked, id: old, guild_id: guild }))
    expect(taken.map(({ mention }) => mention.content)).toEqual([
      `${us} who gardens?`,
      "and what?",
      `${us} in here`,
    ])
    expect(taken.map(({ mention }) => mention.parentId)).toEqual([null, null, channel])
    const sources = (await keptOf(guild, channel, ada.id)).map(({ content, source }) => [content, source])
    expect(sources).toContainEqual([`${us} who gardens?`, "chat"])
    expect(sources).toContainEqual(["@everyone look", "passive"])
  })
})

test("an outage is no removal; removing the bot erases the guild after a delay unless it returns; an admin's decision stands", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, ada, say } = setUp(shard.world)
    await shard.hear()
    shard.world.loseGuild(guild)
    await shard.hear()
    expect((await guildRow(guild))?.leaving_at).toBeNull()
    shard.world.bringGuild(guild)
    shard.world.leaveGuild(guild)
    shard.times = 2
    await shard.hear()
    const leavingAt = (await guildRow(guild))?.leaving_at ?? 0
    expect(leavingAt).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    expect(
      await rowsOf("SELECT 1 FROM audit WHERE guild_id = ? AND action = 'guild.leave'", guild),
    ).toHaveLength(1)
    shard.world.bringGuild(guild)
    await shard.hear()
    expect((await guildRow(guild))?.leaving_at).toBeNull()
    say("heard again")
    await shard.hear()
    expect(await wordsOf(guild, channel, ada.id)).toEqual(["heard again"])
    await ok("DELETE", `/v1/guilds/${guild}`)
    shard.world.bringGuild(guild)
    await shard.hear()
    expect((await guildRow(guild))?.leaving_at).not.toBeNull()
  })
})

test("a message that arrives before its guild is hidden from everyone until the guild arrives", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, ada, say } = setUp(shard.world)
    shard.lose()
    shard.listens = true
    say("I love kayaking")
    await shard.hear()
    await ok("POST", `/v1/guilds/${guild}/channels/${channel}/flush`)
    const asked = { query: "kayaking" }
    const recalled = async () =>
      JSON.stringify(await ok("POST", `/v1/guilds/${guild}/recall`, asked)).includes("kayaking")
    expect(await recalled()).toBe(false)
    await shard.reconnect()
    expect(await recalled()).toBe(true)
    expect((await memberRow(guild, ada.id))?.roles).toBe("[]")
  })
})

test("an unknown guild is registered only by its arrival or a message", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, ada } = setUp(shard.world)
    shard.lose()
    shard.listens = true
    shard.world.changeChannel(guild, channel, { name: "renamed" })
    shard.world.addRole(guild)
    shard.world.changeMember(guild, ada.id, { nick: "A" })
    shard.world.addThread(guild, channel)
    shard.world.leaveGuild(guild)
    await shard.hear()
    expect((await call("GET", `/v1/guilds/${guild}/structure`)).status).toBe(404)
    for (const table of ["channels", "roles", "members", "audit"])
      expect(await rowsOf(`SELECT 1 FROM ${table} WHERE guild_id = ?`, guild)).toEqual([])
  })
})

test("an unchanged guild delivered again writes nothing", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, say } = setUp(shard.world)
    shard.world.addThread(guild, channel)
    say("hello there")
    await shard.hear()
    const before = await guildRow(guild)
    await shard.tell(raw("GUILD_CREATE", shard.world.guildCreate(guild)))
    expect(await guildRow(guild)).toEqual(before)
    const [written] = await guildDatabase(env, guild).$client.batch([
      env.DB.prepare("SELECT count(*) AS rows FROM audit WHERE guild_id = ? AND actor = 'discord'").bind(
        guild,
      ),
    ])
    expect(written?.results).toEqual([{ rows: 0 }])
    shard.world.changeChannel(guild, channel, { nsfw: true })
    await shard.hear()
    expect((await guildRow(guild))?.structure).toBe((before?.structure ?? 0) + 1)
  })
})

test("a deleted channel is hidden and erased with its threads; a channel without messages is only removed", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, ada, say } = setUp(shard.world)
    const quiet = shard.world.addChannel(guild).made.id
    const thread = shard.world.addThread(guild, channel).made.id
    say("I love sailing")
    shard.world.say(guild, thread, { author: ada, content: "and rowing" })
    shard.world.deleteChannel(guild, quiet)
    await shard.hear()
    shard.times = 2
    shard.world.deleteChannel(guild, channel)
    await shard.hear()
    const jobs = await rowsOf<{ target: string }>(
      "SELECT target FROM erasures WHERE guild_id = ? AND kind = 'channel' AND id NOT LIKE '%.%'",
      guild,
    )
    expect(jobs).toEqual([{ target: channel }])
    await expect
      .poll(() => wordsOf(guild, channel, ada.id).catch(() => null), { timeout: 10_000 })
      .toEqual([])
    await expect.poll(() => wordsOf(guild, thread, ada.id).catch(() => null), { timeout: 10_000 }).toEqual([])
  })
})

test("only members who spoke or are named in a channel's permissions are stored, and their names and roles stay current", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, ada, say } = setUp(shard.world)
    const [bo, cy] = [shard.world.addUser("Bo"), shard.world.addUser("Cy")]
    const role = shard.world.addRole(guild).made.id
    shard.world.addMember(guild, bo, { roles: [role] })
    shard.world.addMember(guild, cy)
    say("hello")
    await shard.hear()
    expect(await memberRow(guild, ada.id)).toMatchObject({ name: "Ada", roles: "[]" })
    expect(await memberRow(guild, bo.id)).toBeUndefined()
    shard.world.changeChannel(guild, channel, { overwrites: [{ id: bo.id, type: "member", allow: MOD }] })
    await shard.hear()
    await shard.repair()
    expect(await memberRow(guild, bo.id)).toMatchObject({ name: "Bo", roles: JSON.stringify([role]) })
    shard.world.changeMember(guild, ada.id, { roles: [role], nick: "Ada L" })
    shard.world.changeMember(guild, cy.id, { nick: "Cy Twombly" })
    await shard.hear()
    expect(await memberRow(guild, ada.id)).toMatchObject({ name: "Ada L", roles: JSON.stringify([role]) })
    expect(await memberRow(guild, cy.id)).toBeUndefined()
    shard.world.removeMember(guild, ada.id)
    await shard.hear()
    expect((await memberRow(guild, ada.id))?.left_at).not.toBeNull()
  })
})

test("each event about roles, channels, members or threads alone changes at once what a person is shown", async () => {
  await asShard({}, async (shard) => {
    const { world } = shard
    const { guild, channel, ada, say } = setUp(world)
    const [crew, mods] = [world.addRole(guild).made.id, world.addRole(guild).made.id]
    const closed = { id: guild, type: "role", deny: PERMISSIONS.view } as const
    const overwrites = [
      closed,
      { id: mods, type: "role", allow: PERMISSIONS.view } as const,
      { id: world.bot.id, type: "member", allow: PERMISSIONS.view } as const,
    ]
    const room = world.addChannel(guild, { overwrites }).made.id
    const thread = world.addThread(guild, channel, { type: 12 }).made.id
    world.changeMember(guild, ada.id, { roles: [crew] })
    say("I love chess")
    for (const [place, content] of [
      [room, "I love hiking"],
      [thread, "I love tea"],
    ] as const)
      world.say(guild, place, { author: ada, content })
    await shard.hear()
    const ask = { ...ANY, viewer_id: ada.id }
    const shown = async () => {
      const answer = JSON.stringify(await recall(guild, ask))
      return ["chess", "hiking", "tea"].filter((word) => answer.includes(` ${word}`)).join(" ")
    }
    // Discord sends several events for some changes, so each is handled alone before the others.
    const after = async (kind: string, { dispatches }: Pick<Change<unknown>, "dispatches">) => {
      const ofKind = dispatches.filter(({ t }) => t === kind)
      expect(ofKind, kind).not.toEqual([])
      await shard.tell(...ofKind)
      const words = await shown()
      await shard.hear([...ofKind])
      return `${kind}: ${words}`
    }
    const { ownerId } = world.guild(guild)
    const roles = (...held: string[]) => world.changeMember(guild, ada.id, { roles: held })
    const inThread = (change: object) => world.changeThreadMembers(guild, thread, change)
    const roleGets = (permissions: bigint) => world.changeRole(guild, crew, { permissions })
    const general = (...overwrites: (typeof closed)[]) => world.changeChannel(guild, channel, { overwrites })
    expect(await shown()).toBe("chess")
    expect([
      await after("GUILD_ROLE_UPDATE", roleGets(PERMISSIONS.administrator)),
      await after("GUILD_ROLE_DELETE", world.deleteRole(guild, crew)),
      await after("GUILD_MEMBER_UPDATE", roles(mods)),
      await after("GUILD_MEMBER_UPDATE", roles()),
      await after("GUILD_UPDATE", world.changeGuild(guild, { ownerId: ada.id })),
      await after("GUILD_UPDATE", world.changeGuild(guild, { ownerId })),
      await after("THREAD_MEMBERS_UPDATE", inThread({ add: [ada.id] })),
      await after("THREAD_MEMBERS_UPDATE", inThread({ remove: [ada.id] })),
      await after("CHANNEL_UPDATE", general(closed)),
      await after("CHANNEL_UPDATE", general()),
      await after("CHANNEL_DELETE", world.deleteChannel(guild, channel)),
    ]).toEqual([
      "GUILD_ROLE_UPDATE: chess hiking tea",
      "GUILD_ROLE_DELETE: chess",
      "GUILD_MEMBER_UPDATE: chess hiking",
      "GUILD_MEMBER_UPDATE: chess",
      "GUILD_UPDATE: chess hiking tea",
      "GUILD_UPDATE: chess",
      "THREAD_MEMBERS_UPDATE: chess tea",
      "THREAD_MEMBERS_UPDATE: chess",
      "CHANNEL_UPDATE: ",
      "CHANNEL_UPDATE: chess",
      "CHANNEL_DELETE: ",
    ])
    world.removeMember(guild, ada.id)
    await shard.hear()
    expect((await call("POST", `/v1/guilds/${guild}/recall`, ask)).status).toBe(404)
  })
})

test("a deleted role closes its channels at once, although members and overwrites still name it", async () => {
  await asShard({}, async (shard) => {
    const { world } = shard
    const { guild, ada, say } = setUp(world)
    const mods = world.addRole(guild, { name: "mods" }).made.id
    const closed = { id: guild, type: "role", deny: PERMISSIONS.view } as const
    const bot = { id: world.bot.id, type: "member", allow: PERMISSIONS.view } as const
    const toRole = (id: string) => ({ id, type: "role", allow: PERMISSIONS.view }) as const
    const toBo = (id: string) => ({ id, type: "member", allow: PERMISSIONS.view }) as const
    const bo = world.addUser("Bo")
    world.addMember(guild, bo, { roles: [mods] })
    world.changeMember(guild, ada.id, { roles: [mods] })
    const opened = { overwrites: [closed, toRole(mods), bot] }
    const room = world.addChannel(guild, opened).made.id
    // Shows the words of the room if everyone who sees it may read there: Bo and the role's holders.
    const aside = world.addChannel(guild, { overwrites: [closed, toBo(bo.id), bot] }).made.id
    say("I love chess")
    world.say(guild, room, { author: ada, content: "I love hiking" })
    world.say(guild, aside, { author: bo, content: "I am here" })
    await shard.hear()
    const shown = async (ask: object) => {
      const answer = JSON.stringify(await recall(guild, { ...ANY, user_id: ada.id, ...ask }))
      return ["chess", "hiking"].filter((word) => answer.includes(word)).join(" ")
    }
    const views = async () => [await shown({ viewer_id: ada.id }), await shown({ channel_id: aside })]
    expect(await views()).toEqual(["chess hiking", "chess hiking"])
    world.deleteRole(guild, mods)
    await shard.hear()
    expect(await views()).toEqual(["chess", "chess"])
    world.addRole(guild, { name: "mods" })
    await shard.hear()
    expect(await views()).toEqual(["chess", "chess"])
  })
})

test("someone who leaves and returns holds none of their former roles", async () => {
  await asShard({}, async (shard) => {
    const { world } = shard
    const { guild, ada, say } = setUp(world)
    const crew = world.addRole(guild, { permissions: PERMISSIONS.administrator }).made.id
    world.changeMember(guild, ada.id, { roles: [crew] })
    const closed = { id: guild, type: "role", deny: PERMISSIONS.view } as const
    const room = world.addChannel(guild, {
      overwrites: [closed, { id: world.bot.id, type: "member", allow: PERMISSIONS.view }],
    }).made.id
    say("I love chess")
    world.say(guild, room, { author: ada, content: "I love hiking" })
    await shard.hear()
    const reads = async () =>
      JSON.stringify(await recall(guild, { ...ANY, viewer_id: ada.id })).includes("hiking")
    expect(await reads()).toBe(true)
    world.removeMember(guild, ada.id)
    world.addMember(guild, ada)
    await shard.hear()
    expect(await reads()).toBe(false)
  })
})

test("a delayed message restores no removed role and no member who left", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, ada } = setUp(shard.world)
    const role = shard.world.addRole(guild).made.id
    shard.world.changeMember(guild, ada.id, { roles: [role] })
    const { dispatches } = shard.world.say(guild, channel, { author: ada, content: "as a mod" })
    shard.world.changeMember(guild, ada.id, { roles: [] })
    await lateBy(shard, dispatches)
    expect((await memberRow(guild, ada.id))?.roles).toBe("[]")
    shard.world.removeMember(guild, ada.id)
    await shard.hear()
    const again = shard.world.clock.next()
    await shard.tell(...dispatches.map(({ t, d }) => raw(t, { ...d, id: again })))
    expect((await memberRow(guild, ada.id))?.left_at).not.toBeNull()
  })
})

/** Delivers all other events first. */
async function lateBy(shard: Shard, late: Dispatch[]): Promise<void> {
  shard.listens = true
  await shard.hear(late)
  await shard.tell(...late)
}

test("without the members intent, roles come from messages, and the newest message counts", async () => {
  await asShard({ variables: { DISCORD_MEMBERS: "false" }, intents: ~2 }, async (shard) => {
    const { guild, channel, ada, say } = setUp(shard.world)
    const role = shard.world.addRole(guild).made.id
    const { dispatches: first } = shard.world.say(guild, channel, { author: ada, content: "before" })
    shard.world.changeMember(guild, ada.id, { roles: [role] })
    say("since")
    await shard.hear(first)
    await shard.tell(...first)
    expect((await memberRow(guild, ada.id))?.roles).toBe(JSON.stringify([role]))
    shard.lose()
    await shard.reconnect()
    await shard.repair()
    expect((await memberRow(guild, ada.id))?.roles).toBeNull()
    say("still here")
    await shard.hear()
    expect((await memberRow(guild, ada.id))?.roles).toBe(JSON.stringify([role]))
  })
})

test("a known channel keeps listening while the database is down", async () => {
  let isDown = false
  const DB = new Proxy(env.DB, {
    get: (db, name) => {
      if (isDown) throw new Error("the database is down")
      const value: unknown = Reflect.get(db, name)
      return typeof value === "function" ? value.bind(db) : value
    },
  })
  await asShard({ variables: { DB } }, async (shard) => {
    const { guild, channel, ada, say } = setUp(shard.world)
    const bo = shard.world.addUser("Bo")
    shard.world.addMember(guild, bo)
    say("before")
    await shard.hear()
    isDown = true
    say("meanwhile", { author: bo })
    await shard.hear()
    expect(await wordsOf(guild, channel, bo.id)).toEqual(["meanwhile"])
    expect(await wordsOf(guild, channel, ada.id)).toEqual(["before"])
    shard.world.changeMember(guild, ada.id, { nick: "A" })
    await expect(shard.hear()).rejects.toThrow("down")
    isDown = false
    say("after", { author: bo })
    await shard.hear()
    expect((await memberRow(guild, bo.id))?.roles).toBe("[]")
  })
})
