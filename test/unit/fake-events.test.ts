/** The fake Discord sends only events whose documentation it names. */
import { expect, test } from "vitest"
import { assertDocumented, EVENT_SOURCES } from "../discord/event-sources.ts"
import { tell } from "../discord/guilds.ts"
import { World } from "../discord/world.ts"

function guildWithRole(followsRoleDeletion: boolean) {
  const world = new World({ followsRoleDeletion })
  const guild = world.addGuild().made
  const role = world.addRole(guild.id).made
  const ada = world.addUser("Ada")
  world.addMember(guild.id, ada, { roles: [role.id] })
  world.addChannel(guild.id, { overwrites: [{ id: role.id, type: "role", allow: 1n << 10n, deny: 0n }] })
  return { world, guild, role, ada }
}

test("an event without a documented section cannot be sent", () => {
  expect(() => tell("1", "TYPING_START", {} as never)).toThrow("TYPING_START")
  expect(() => assertDocumented("toString")).toThrow("toString")
  for (const [event, { section }] of Object.entries(EVENT_SOURCES)) expect(section, event).toContain(" › ")
})

test("a role's deletion is its only event, and holders and overwrites follow only with the switch", () => {
  const plain = guildWithRole(false)
  const kinds = (dispatches: readonly { t: string }[]) => dispatches.map(({ t }) => t)
  expect(kinds(plain.world.deleteRole(plain.guild.id, plain.role.id).dispatches)).toEqual([
    "GUILD_ROLE_DELETE",
  ])
  expect(plain.guild.members.get(plain.ada.id)?.roles).toEqual([])
  const chatty = guildWithRole(true)
  expect(kinds(chatty.world.deleteRole(chatty.guild.id, chatty.role.id).dispatches)).toEqual([
    "GUILD_ROLE_DELETE",
    "CHANNEL_UPDATE",
    "GUILD_MEMBER_UPDATE",
  ])
})
