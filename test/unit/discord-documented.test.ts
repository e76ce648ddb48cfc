/** The fake Discord sends only what Discord's documentation names, and each event says by which section. */
import { GatewayDispatchEvents } from "discord-api-types/v10"
import { expect, test } from "vitest"
import { changeAtRandom } from "../discord/changes.ts"
import { type Dispatch, INTENTS } from "../discord/dispatch.ts"
import { basisOf, CAUSES } from "../discord/documented.ts"
import { GatewaySession } from "../discord/gateway-session.ts"
import { type Change, tell } from "../discord/guilds.ts"
import { PERMISSIONS } from "../discord/permissions.ts"
import { World } from "../discord/world.ts"

const SECTION =
  /^(?:Gateway Events|Threads|Guild Resource|Channel Resource|Message Resource) › [A-Z][\w &/]+$/

function harbor(undocumented = false) {
  const world = new World({ undocumented })
  const guild = world.addGuild({
    botPermissions:
      PERMISSIONS.view | PERMISSIONS.history | PERMISSIONS.banMembers | PERMISSIONS.manageThreads,
  }).made.id
  const crew = world.addRole(guild).made.id
  const ada = world.addUser("Ada")
  world.addMember(guild, ada, { roles: [crew] })
  const category = world.addChannel(guild, { type: 4 }).made.id
  const overwrites = [{ id: crew, type: "role" as const, allow: PERMISSIONS.view }]
  const room = world.addChannel(guild, { parentId: category, overwrites }).made.id
  const thread = world.addThread(guild, room, { type: 12, members: [ada.id] }).made.id
  return { world, guild, crew, ada, category, room, thread }
}

const sent = ({ dispatches }: Pick<Change<unknown>, "dispatches">) => dispatches.map(({ t }) => t)

test("every event in the table is one of Discord's, and names a section", () => {
  const known: string[] = Object.values(GatewayDispatchEvents)
  for (const sends of Object.values(CAUSES))
    for (const [event, { section }] of Object.entries(sends)) {
      expect(known).toContain(event)
      expect(section).toMatch(SECTION)
    }
})

test("an event that no section names cannot be sent", () => {
  class Inventing extends World {
    invent(guildId: string) {
      const guild = this.guild(guildId)
      return this.change(guild, "role deleted", () => [
        null,
        tell(guildId, "GUILD_ROLE_UPDATE", {
          guild_id: guildId,
          role: [...guild.roles.values()][0] as never,
        }),
      ])
    }
  }
  const world = new Inventing()
  const guild = world.addGuild().made.id
  const heard: Dispatch[] = []
  world.listen((dispatch) => heard.push(dispatch))
  expect(() => world.invent(guild)).toThrow('names GUILD_ROLE_UPDATE after "role deleted"')
  expect(heard).toEqual([])
  const identity = { token: "", intents: 1, shard: [0, 1] as [number, number], largeThreshold: 50 }
  const session = new GatewaySession(identity, "1", 10)
  expect(() => session.announce("session resumed", { t: "READY", d: {} })).toThrow("names READY")
  expect(session.seq).toBe(0)
})

test("a deleted role is reported alone, and its overwrites stay", () => {
  const { world, guild, crew, ada, room } = harbor()
  expect(sent(world.deleteRole(guild, crew))).toEqual(["GUILD_ROLE_DELETE"])
  expect(world.guild(guild).members.get(ada.id)?.roles).toEqual([])
  expect(world.guild(guild).channels.get(room)?.permission_overwrites).toHaveLength(1)
})

test("a deleted channel takes its threads along in silence, and a deleted category releases its channels", () => {
  const { world, guild, category, room } = harbor()
  expect(sent(world.deleteChannel(guild, category))).toEqual(["CHANNEL_DELETE", "CHANNEL_UPDATE"])
  expect(sent(world.deleteChannel(guild, room))).toEqual(["CHANNEL_DELETE"])
  expect(world.guild(guild).threads.size).toBe(0)
})

test("a member who leaves or is banned is reported once, and a ban only to moderators", () => {
  const { world, guild, ada } = harbor()
  expect(sent(world.removeMember(guild, ada.id))).toEqual(["GUILD_MEMBER_REMOVE"])
  world.addMember(guild, ada)
  const ban = world.banMember(guild, ada.id)
  expect(ban.dispatches.map(({ t, intents }) => [t, intents])).toEqual([
    ["GUILD_MEMBER_REMOVE", INTENTS.members],
    ["GUILD_BAN_ADD", INTENTS.moderation],
  ])
  const other = new World()
  const plain = other.addGuild({ botPermissions: PERMISSIONS.view }).made.id
  const bo = other.addUser("Bo")
  other.addMember(plain, bo)
  expect(sent(other.banMember(plain, bo.id))).toEqual(["GUILD_MEMBER_REMOVE"])
})

test("a switch also sends what the documentation leaves open", () => {
  const { world, guild, crew, ada, room, thread } = harbor(true)
  expect(sent(world.deleteRole(guild, crew))).toEqual([
    "GUILD_ROLE_DELETE",
    "CHANNEL_UPDATE",
    "GUILD_MEMBER_UPDATE",
  ])
  world.changeThreadMembers(guild, thread, { add: [ada.id] })
  expect(sent(world.removeMember(guild, ada.id))).toEqual(["GUILD_MEMBER_REMOVE", "THREAD_MEMBERS_UPDATE"])
  expect(sent(world.deleteChannel(guild, room))).toEqual(["CHANNEL_DELETE", "THREAD_DELETE"])
})

test.each([false, true])("random changes send only events of the table (switch: %s)", (undocumented) => {
  const { world, guild } = harbor(undocumented)
  const standings = new Set<string>()
  world.listen(({ t, basis }) => {
    expect(basis.section, t).toMatch(SECTION)
    standings.add(basis.standing)
  })
  let seed = 7
  const roll = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let count = 0; count < 600; count++) changeAtRandom(world, guild, roll)
  expect([...standings].sort()).toEqual(undocumented ? ["documented", "undocumented"] : ["documented"])
})

test("only an unarchived thread comes with the bot's membership", () => {
  const { world, guild, thread } = harbor()
  world.changeThreadMembers(guild, thread, { add: [world.bot.id] })
  expect(sent(world.changeThread(guild, thread, { archived: true }))).toEqual(["THREAD_UPDATE"])
  expect(sent(world.changeThread(guild, thread, { archived: false }))).toEqual([
    "THREAD_UPDATE",
    "THREAD_MEMBER_UPDATE",
  ])
  expect(basisOf("thread changed", "THREAD_MEMBER_UPDATE").section).toBe("Threads › Unarchiving a Thread")
})
