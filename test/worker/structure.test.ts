/** In a guild with a known structure, current roles, overwrites and threads decide who reads what. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import * as structure from "../../src/access/structure.ts"
import { MemberShape, RoleShape, StructureShape, ThreadShape } from "../../src/access/structure-shapes.ts"
import { upsertMembers } from "../../src/access/structure-statements.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import {
  GENERAL,
  guildStructure,
  MOD_ROOM,
  MODS,
  member,
  OFFTOPIC,
  OWNER,
  only,
  overwrite,
  tell,
  textChannel,
} from "./guild-structure.ts"
import { ANY, adaSays, call, channelPath, hear, memories, ok, recall, talk } from "./http.ts"

const SEE = 1n << 10n

/** Returns the hobbies that a recall mentions. */
async function told(guild: string, ask: Record<string, unknown> = {}): Promise<string[]> {
  const answer = JSON.stringify(await recall(guild, { ...ANY, ...ask }))
  return ["hiking", "chess", "sailing", "tea"].filter((word) => answer.includes(` ${word}`))
}

test("an audience sent with messages applies only until the structure is sent", async () => {
  const guild = "97001"
  await adaSays(guild, MOD_ROOM, "I love hiking", { audience: "everyone" })
  await adaSays(guild, GENERAL, "I love chess", { audience: "restricted" })
  expect(await told(guild)).toEqual(["hiking"])
  await tell(guild, guildStructure(guild))
  expect(await told(guild)).toEqual(["chess"])
  const channel = { audience: "everyone", parent_id: GENERAL }
  await ok("POST", `${channelPath(guild, MOD_ROOM)}/messages`, { channel, messages: [] })
  expect(await told(guild)).toEqual(["chess"])
  expect(await told(guild, { channel_id: MOD_ROOM })).toEqual(["hiking", "chess"])
})

test("a channel shows what everyone who sees it can read, no more and no less", async () => {
  const guild = "97002"
  const second = textChannel("120", only(guild, MODS))
  const third = textChannel("130", [...only(guild, MODS), overwrite("12", 1, { allow: SEE })])
  await tell(guild, guildStructure(guild, [second, third]))
  await adaSays(guild, MOD_ROOM, "I love hiking", {})
  await adaSays(guild, GENERAL, "I love chess", {})
  await adaSays(guild, "130", "I love sailing", {})
  expect(await told(guild, { channel_id: OFFTOPIC })).toEqual(["chess"])
  expect(await told(guild, { channel_id: "120" })).toEqual(["hiking", "chess", "sailing"])
  // Bo sees the third channel, and it is unknown whether Bo is a mod.
  expect(await told(guild, { channel_id: "130" })).toEqual(["chess", "sailing"])
  await tell(guild, { members: [member("12", [MODS])] })
  expect(await told(guild, { channel_id: "130" })).toEqual(["hiking", "chess", "sailing"])
})

test("a person is shown what their current roles let them read, wherever they ask", async () => {
  const guild = "97003"
  await tell(guild, guildStructure(guild, [], { members: [member("11", [MODS], "Ada"), member("12", [])] }))
  await adaSays(guild, MOD_ROOM, "I love hiking", {})
  await adaSays(guild, GENERAL, "I love chess", {})
  expect(await told(guild, { viewer_id: "11" })).toEqual(["hiking", "chess"])
  expect(await told(guild, { viewer_id: "11", channel_id: GENERAL })).toEqual(["hiking", "chess"])
  expect(await told(guild, { viewer_id: "12" })).toEqual(["chess"])
  expect(await told(guild, { viewer_id: "12", channel_id: MOD_ROOM })).toEqual(["chess"])
  expect(await told(guild, { viewer_id: OWNER })).toEqual(["hiking", "chess"])
  await tell(guild, { members: [member("11", [], "Ada"), member("12", [MODS])] })
  expect(await told(guild, { viewer_id: "11" })).toEqual(["chess"])
  expect(await told(guild, { viewer_id: "12" })).toEqual(["hiking", "chess"])
})

test("a person who is unknown in the guild or has left it gets no answer", async () => {
  const guild = "97004"
  await tell(guild, guildStructure(guild, [], { members: [member("12", [])] }))
  await adaSays(guild, GENERAL, "I love chess", {})
  const ask = (viewer_id: string) => call("POST", `/v1/guilds/${guild}/recall`, { ...ANY, viewer_id })
  expect(await ask("13")).toMatchObject({ status: 404, body: { type: "urn:keepsake:unknown_member" } })
  // Ada has spoken, so she is known to be in the guild, but her roles are not.
  expect(await told(guild, { viewer_id: "11" })).toEqual(["chess"])
  expect(await told(guild, { viewer_id: "12" })).toEqual(["chess"])
  await tell(guild, { members: [member("11", [])], members_complete: true })
  expect((await ask("12")).status).toBe(404)
  expect(await told(guild, { viewer_id: "11" })).toEqual(["chess"])
  await tell(guild, { members: [member("12", [])] })
  expect(await told(guild, { viewer_id: "12" })).toEqual(["chess"])
})

test("a channel missing from the structure is read only by memory managers, and by its readers again once it returns", async () => {
  const guild = "97005"
  await tell(guild, guildStructure(guild, [textChannel("300")]))
  await adaSays(guild, "300", "I love sailing", {})
  await adaSays(guild, "400", "I love tea", { name: "of which nobody told" })
  expect(await told(guild)).toEqual(["sailing"])
  await tell(guild, guildStructure(guild))
  expect(await told(guild)).toEqual([])
  expect(await told(guild, { channel_id: "300" })).toEqual([])
  expect(await told(guild, { viewer_id: OWNER })).toEqual([])
  expect(await told(guild, { channel_id: "400" })).toEqual(["tea"])
  const { items } = await ok<{ items: { fact: string }[] }>("GET", `/v1/guilds/${guild}/memories`)
  expect(items.map(({ fact }) => fact).sort()).toEqual(["Ada loves sailing", "Ada loves tea"])
  await tell(guild, guildStructure(guild, [textChannel("300")]))
  expect(await told(guild)).toEqual(["sailing"])
})

test("a thread has its parent's readers; a private one is read in itself, by its members and by thread managers", async () => {
  const guild = "97006"
  const thread = (id: string, type: number, parent_id: string, more = {}) => ({
    ...{ id, type, parent_id, name: `thread-${id}`, thread_metadata: { archived: false } },
    ...more,
  })
  const threads = [
    thread("501", 11, GENERAL),
    thread("502", 11, MOD_ROOM),
    thread("503", 12, GENERAL, { members: [{ id: "503", user_id: "12", flags: 0 }] }),
  ]
  await tell(
    guild,
    guildStructure(guild, [], {
      threads,
      members: [member("12", []), member("13", []), member("14", [MODS])],
    }),
  )
  await adaSays(guild, "501", "I love chess", {})
  await adaSays(guild, "502", "I love hiking", {})
  await adaSays(guild, "503", "I love tea", {})
  expect(await told(guild, { channel_id: GENERAL })).toEqual(["chess"])
  expect(await told(guild, { channel_id: MOD_ROOM })).toEqual(["hiking", "chess"])
  expect(await told(guild, { channel_id: "502" })).toEqual(["hiking", "chess"])
  expect(await told(guild, { channel_id: "503" })).toEqual(["chess", "tea"])
  expect(await told(guild, { viewer_id: "12" })).toEqual(["chess", "tea"])
  expect(await told(guild, { viewer_id: "13" })).toEqual(["chess"])
  expect(await told(guild, { viewer_id: "14" })).toEqual(["hiking", "chess", "tea"])
  // Discord lists no archived threads.
  await tell(guild, guildStructure(guild))
  expect(await told(guild, { channel_id: GENERAL })).toEqual(["chess"])
  expect(await told(guild, { viewer_id: "12" })).toEqual(["chess", "tea"])
})

test("messages of an age-restricted channel and its threads are shown only in age-restricted channels", async () => {
  const guild = "97007"
  const adult = [textChannel("600", [], { nsfw: true }), textChannel("610", [], { nsfw: true })]
  const threads = [{ id: "601", type: 11, parent_id: "600" }]
  await tell(guild, guildStructure(guild, adult, { threads, members: [member("12", [])] }))
  await adaSays(guild, "600", "I love hiking", {})
  await adaSays(guild, "601", "I love sailing", {})
  await adaSays(guild, GENERAL, "I love chess", {})
  expect(await told(guild)).toEqual(["chess"])
  expect(await told(guild, { channel_id: GENERAL })).toEqual(["chess"])
  expect(await told(guild, { channel_id: "610" })).toEqual(["hiking", "chess", "sailing"])
  expect(await told(guild, { viewer_id: "12" })).toEqual(["chess"])
  expect(await told(guild, { viewer_id: "12", channel_id: "601" })).toEqual(["hiking", "chess", "sailing"])
})

test("a gateway event takes effect at once, and repeating it changes nothing", async () => {
  const guild = "97008"
  const db = guildDatabase(env, guild)
  const now = Date.now()
  await tell(guild, guildStructure(guild))
  await adaSays(guild, GENERAL, "I love chess", {})
  await adaSays(guild, MOD_ROOM, "I love hiking", {})
  const twice = async (change: () => Promise<void>) => {
    await change()
    const after = await told(guild, { viewer_id: "11" })
    await change()
    expect(await told(guild, { viewer_id: "11" })).toEqual(after)
    return after
  }
  const ada = (roles: string[]) => MemberShape.parse(member("11", roles, "Ada"))
  expect(await twice(() => structure.storeMember(db, guild, { member: ada(["73"]), now }))).toEqual(["chess"])
  const admins = RoleShape.parse({ id: "73", permissions: "8" })
  expect(await twice(() => structure.storeRole(db, guild, admins))).toEqual(["hiking", "chess"])
  expect(await twice(() => structure.storeRoleRemoval(db, guild, "73"))).toEqual(["chess"])
  const roles = (guildStructure(guild).guild as { roles: unknown[] }).roles.map((role) =>
    RoleShape.parse(role),
  )
  const owned = (owner_id: string) => structure.storeGuild(db, guild, { owner_id, roles })
  expect(await twice(() => owned("11"))).toEqual(["hiking", "chess"])
  expect(await twice(() => owned(OWNER))).toEqual(["chess"])
  const closed = {
    ...textChannel(GENERAL),
    permission_overwrites: [{ id: guild, type: 0 as const, allow: "0", deny: "1024" }],
  }
  const channel = { id: GENERAL, type: 0, permission_overwrites: closed.permission_overwrites }
  expect(await twice(() => structure.storeChannel(db, guild, channel))).toEqual([])
  const open = { ...channel, permission_overwrites: [] }
  expect(await twice(() => structure.storeChannel(db, guild, open))).toEqual(["chess"])
  const thread = ThreadShape.parse({ id: "700", type: 12, parent_id: GENERAL })
  await adaSays(guild, "700", "I love tea", {})
  expect(await twice(() => structure.storeThreads(db, guild, [thread]))).toEqual(["chess"])
  const joins = { threadId: "700", added: ["11"], removed: [] }
  expect(await twice(() => structure.storeThreadMemberChanges(db, guild, joins))).toEqual(["chess", "tea"])
  const leaves = { threadId: "700", added: [], removed: ["11"] }
  expect(await twice(() => structure.storeThreadMemberChanges(db, guild, leaves))).toEqual(["chess"])
  expect(await twice(() => structure.storeChannelRemoval(db, guild, { channelId: GENERAL, now }))).toEqual([])
  await structure.storeMemberLeft(db, guild, { userId: "11", now })
  const ask = { ...ANY, viewer_id: "11" }
  expect((await call("POST", `/v1/guilds/${guild}/recall`, ask)).status).toBe(404)
})

test("someone missing from a complete member list is in no private thread when they return", async () => {
  const guild = "97021"
  const threads = [{ id: "501", type: 12, parent_id: GENERAL, member_ids: ["11", "12"] }]
  const [ada, bo] = [member("11", [], "Ada"), member("12", [], "Bo")]
  await tell(guild, guildStructure(guild, [], { threads, members: [ada, bo] }))
  const membersOf = async () =>
    (
      await env.DB.prepare("SELECT thread_members AS ids FROM channels WHERE guild_id = ? AND id = '501'")
        .bind(guild)
        .first<{ ids: string }>()
    )?.ids
  expect(await membersOf()).toBe('["11","12"]')
  await tell(guild, { members: [bo], members_complete: true })
  await tell(guild, { members: [ada] })
  expect(await membersOf()).toBe('["12"]')
})

test("a put accepts Discord's own objects, returns what is known, and leaves counts in the audit log", async () => {
  const guild = "97009"
  const path = `/v1/guilds/${guild}/structure`
  expect((await call("GET", path)).status).toBe(404)
  const threads = [{ id: "501", type: 11, parent_id: GENERAL, thread_metadata: { locked: false } }]
  const known = await tell(guild, guildStructure(guild, [], { threads, members: [member("12", [MODS])] }))
  expect(known).toMatchObject({
    owner_id: OWNER,
    roles: 3,
    channels: 3,
    threads: 1,
    channels_gone: 0,
    members: 1,
  })
  expect(await ok("GET", path)).toEqual(known)
  const again = await tell(guild, guildStructure(guild, [], { channels: [textChannel(GENERAL)] }))
  expect(again).toMatchObject({
    told_at: known.told_at,
    channels: 1,
    threads: 1,
    channels_gone: 2,
    members: 1,
  })
  const rows = await env.DB.prepare("SELECT action, detail FROM audit WHERE guild_id = ? ORDER BY seq")
    .bind(guild)
    .all()
  expect(rows.results).toEqual([
    {
      action: "structure.put",
      detail: '{"roles":3,"channels":3,"threads":1,"members":1,"members_complete":false}',
    },
    {
      action: "structure.put",
      detail: '{"roles":3,"channels":1,"threads":0,"members":0,"members_complete":false}',
    },
  ])
})

test("a guild of 10,000 members, 500 channels, 1,000 threads and 250 roles fits a few puts", async () => {
  const guild = "97010"
  const roles = Array.from({ length: 250 }, (_, index) => ({
    id: String(1_000 + index),
    permissions: "1024",
  }))
  const channels = Array.from({ length: 500 }, (_, index) =>
    textChannel(String(20_000 + index), only(guild, String(1_000 + (index % 250)))),
  )
  const threads = Array.from({ length: 1_000 }, (_, index) => ({
    ...{ id: String(40_000 + index), type: 11, parent_id: String(20_000 + (index % 500)) },
  }))
  await tell(guild, {
    guild: { id: guild, owner_id: OWNER, roles: [{ id: guild, permissions: "66560" }, ...roles] },
    channels,
    threads,
  })
  const people = Array.from({ length: 10_000 }, (_, index) => {
    const { user, roles: held } = member(String(100_000 + index), [String(1_000 + (index % 250))]) as {
      user: unknown
      roles: string[]
    }
    return { user, roles: held }
  })
  for (let start = 0; start < people.length; start += 5_000)
    await tell(guild, { members: people.slice(start, start + 5_000) })
  expect(await ok("GET", `/v1/guilds/${guild}/structure`)).toMatchObject({
    ...{ roles: 251, channels: 500, threads: 1_000, members: 10_000, members_without_roles: 0 },
  })
  await adaSays(guild, "20000", "I love hiking", {})
  expect(await told(guild, { viewer_id: "100000" })).toEqual(["hiking"])
  expect(await told(guild, { viewer_id: "100001" })).toEqual([])
  expect(await told(guild, { channel_id: "20250" })).toEqual(["hiking"])
})

test("two wordings become one memory only if exactly the same people read both", async () => {
  const guild = "97011"
  await tell(guild, guildStructure(guild, [textChannel("120", only(guild, MODS))]))
  await adaSays(guild, MOD_ROOM, "I like tea", {})
  await adaSays(guild, "120", "I love tea", {})
  expect(await memories(guild)).toHaveLength(1)
  await adaSays(guild, GENERAL, "I love tea", {})
  const places = (await memories(guild)).map(({ sources }) => sources.map((one) => one.channel_id).sort())
  expect(places.sort()).toEqual([[MOD_ROOM, "120"], [GENERAL]])
})

test("a fact repeated only in an unreadable channel expires for a reader with the statements they can read", async () => {
  const guild = "97012"
  await tell(guild, guildStructure(guild, [], { members: [member("12", []), member("13", [MODS])] }))
  const DAY = 86_400_000
  const ago = (days: number) => Date.now() - days * DAY
  await hear(guild, GENERAL, talk(901, ago(120), [["11", "Ada", "I love chess"]]), {})
  await hear(guild, MOD_ROOM, talk(950, ago(1), [["11", "Ada", "I love chess!"]]), {})
  const known = async (viewer_id: string) => {
    const { items } = await recall(guild, { query: "chess", viewer_id })
    const profile = await ok<{ expiring: unknown[] }>(
      "GET",
      `/v1/guilds/${guild}/members/11/profile?viewer_id=${viewer_id}`,
    )
    return [items.filter(({ kind }) => kind === "memory").length, profile.expiring.length]
  }
  expect(await known("13")).toEqual([1, 1])
  expect(await known("12")).toEqual([0, 0])
})

test("without member events, members who left may be back and roles may be lost: what an overwrite denies them is shown nowhere else", async () => {
  const guild = "97013"
  const hideout = textChannel("300", [overwrite("12", 1, { deny: SEE })])
  const whole = guildStructure(guild, [hideout], { members: [member("12", []), member("13", [])] })
  await tell(guild, whole)
  await tell(guild, { members: [member("13", [])], members_complete: true })
  await adaSays(guild, "300", "I love sailing", {})
  await adaSays(guild, GENERAL, "I love chess", {})
  expect(await told(guild)).toEqual(["chess", "sailing"])
  const follow = (membersFollowed: boolean) =>
    structure.applyGuildCreate(guildDatabase(env, guild), guild, StructureShape.parse(whole), {
      ...{ now: Date.now(), membersFollowed },
    })
  await follow(false)
  expect(await told(guild)).toEqual(["chess"])
  expect(await told(guild, { channel_id: "300" })).toEqual(["chess", "sailing"])
  expect(await told(guild, { viewer_id: "13" })).toEqual(["chess", "sailing"])
  await structure.storeMemberLeft(guildDatabase(env, guild), guild, { userId: "12", now: Date.now() })
  expect(await told(guild)).toEqual(["chess"])
  await follow(true)
  expect(await told(guild)).toEqual(["chess"])
  await structure.storeMemberLeft(guildDatabase(env, guild), guild, { userId: "12", now: Date.now() })
  expect(await told(guild)).toEqual(["chess", "sailing"])
})

test("a guild of 500 channels with an overwrite for each of 250 roles, and a page of members with many roles, is stored whole", async () => {
  const guild = "970990000000000001"
  await ok("PUT", `/v1/guilds/${guild}/structure`, guildStructure(guild))
  const ids = (count: number) =>
    Array.from({ length: count }, (_, index) => `${971_000_000_000_000_000n + BigInt(index)}`)
  const bits = String((1n << 50n) - 1n)
  const roles = [guild, ...ids(250)].map((id) => ({ id, permissions: bits }))
  const permission_overwrites = ids(250).map((id) => ({ id, type: 0 as const, allow: bits, deny: "0" }))
  const channels = ids(500).map((id) => ({
    id,
    type: 0,
    name: "é".repeat(100),
    topic: "é".repeat(1_024),
    permission_overwrites,
  }))
  const threads = ids(100).map((id) => ({
    ...{ id: `1${id}`, type: 12 as const, parent_id: ids(1)[0] ?? "" },
    member_ids: ids(1_000),
  }))
  const members = ids(1_000).map((id) => ({ user: { id, username: "Ada" }, roles: ids(250) }))
  const db = guildDatabase(env, guild)
  const received = {
    guild: { id: guild, owner_id: OWNER, roles },
    channels,
    threads,
    members: [],
    members_complete: false,
  }
  await structure.applyGuildCreate(db, guild, received, { now: Date.now(), membersFollowed: true })
  await structure.writeStructure(db, guild, upsertMembers(guild, members, { now: Date.now() }))
  const counts = await structure.countStructure(db, guild)
  expect(counts).toMatchObject({ roles: 251, channels: 500, threads: 100, members: 1_000 })
  const stored = await env.DB.prepare(
    "SELECT sum(json_array_length(overwrites)) AS overwrites, sum(json_array_length(thread_members)) AS inside FROM channels WHERE guild_id = ? AND gone_at IS NULL",
  )
    .bind(guild)
    .first()
  expect(stored).toEqual({ overwrites: 500 * 250, inside: 100 * 1_000 })
})

test("an empty list of threads changes nothing", async () => {
  const guild = "97098"
  await tell(guild, guildStructure(guild))
  await expect(structure.storeThreads(guildDatabase(env, guild), guild, [])).resolves.toBeUndefined()
})

test("a channel of a type that Discord may add one day is read by nobody, until its type is known", async () => {
  const guild = "97097"
  await tell(guild, guildStructure(guild, [textChannel("130", [], { type: 99 })]))
  await adaSays(guild, "130", "I love hiking", {})
  await adaSays(guild, GENERAL, "I love chess", {})
  expect(await told(guild)).toEqual(["chess"])
  expect(await told(guild, { user_id: "11", channel_id: GENERAL })).not.toContain("hiking")
  await tell(guild, guildStructure(guild, [textChannel("130")]))
  expect(await told(guild)).toEqual(["hiking", "chess"])
})
