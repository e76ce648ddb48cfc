/** Makes random changes to a guild of the world, for tests that compare a copy with the original. */
import type { NewOverwrite } from "./guild.ts"
import type { World } from "./world.ts"

/** Returns numbers in [0, 1). The same seed gives the same sequence. */
export type Roll = () => number

const VIEW = 1n << 10n
const BITS = [VIEW, 1n << 11n, 1n << 16n, 1n << 20n, 1n << 34n, 1n << 3n, 1n << 5n]

/** Makes one change and returns its description for debugging. */
export function changeAtRandom(world: World, guildId: string, roll: Roll): string {
  const all = changesOf(world, guildId, roll)
  const names = Object.keys(all)
  const name = names[Math.floor(roll() * names.length)] ?? ""
  const done = all[name]?.()
  return done === undefined ? `${name}: nothing to change` : name
}

function changesOf(world: World, guildId: string, roll: Roll): Record<string, () => unknown> {
  const guild = world.guild(guildId)
  const some = <One>(list: Iterable<One>): One | undefined => {
    const array = [...list]
    return array[Math.floor(roll() * array.length)]
  }
  const name = () => `n${Math.floor(roll() * 1e6)}`
  const roleId = () =>
    some([...guild.roles.keys()].filter((id) => id !== guildId && !guild.roles.get(id)?.managed))
  const userId = () => some([...guild.members.keys()].filter((id) => id !== world.bot.id))
  const channel = () => some(guild.channels.values())
  const parent = () => some([...guild.channels.values()].filter((one) => [0, 5, 15].includes(one.type)))
  const thread = () => some(guild.threads.keys())
  const bits = () => BITS.reduce((sum, bit) => (roll() < 0.25 ? sum | bit : sum), 0n)
  const overwrites = (): NewOverwrite[] =>
    [...new Set([guildId, roleId(), userId(), world.bot.id])]
      .filter((id) => id !== undefined && roll() < 0.5)
      .map((id = "") => ({
        id,
        type: guild.roles.has(id) ? "role" : "member",
        allow: bits(),
        deny: bits() & ~(1n << 3n),
      }))
  const given = <One>(one: One | undefined, then: (one: One) => unknown) =>
    one === undefined ? undefined : then(one)
  return {
    addRole: () => world.addRole(guildId, { name: name(), permissions: bits() }),
    changeRole: () => given(roleId(), (id) => world.changeRole(guildId, id, { permissions: bits() })),
    changeEveryone: () =>
      world.changeRole(guildId, guildId, { permissions: bits() | (roll() < 0.7 ? VIEW : 0n) }),
    deleteRole: () => given(roleId(), (id) => world.deleteRole(guildId, id)),
    addChannel: () =>
      world.addChannel(guildId, {
        name: name(),
        type: some([0, 2, 4, 5, 15]) ?? 0,
        overwrites: overwrites(),
      }),
    addChannelAgain: () => world.addChannel(guildId, { name: name() }),
    renameChannel: () => given(channel(), ({ id }) => world.changeChannel(guildId, id, { name: name() })),
    overwriteChannel: () =>
      given(channel(), ({ id }) => world.changeChannel(guildId, id, { overwrites: overwrites() })),
    deleteChannel: () =>
      given(roll() < 0.3 ? channel() : undefined, ({ id }) => world.deleteChannel(guildId, id)),
    addThread: () =>
      given(parent(), ({ id, type }) => {
        const kind = type === 5 ? 10 : type === 15 ? 11 : roll() < 0.5 ? 11 : 12
        return world.addThread(guildId, id, { name: name(), type: kind, ownerId: userId() ?? guild.ownerId })
      }),
    renameThread: () => given(thread(), (id) => world.changeThread(guildId, id, { name: name() })),
    archiveThread: () => given(thread(), (id) => world.changeThread(guildId, id, { archived: roll() < 0.5 })),
    joinThread: () =>
      given(thread(), (id) =>
        world.changeThreadMembers(guildId, id, {
          add: [userId() ?? "", world.bot.id].filter((one) => one !== "" && roll() < 0.6),
        }),
      ),
    leaveThread: () =>
      given(thread(), (id) =>
        given(some(guild.threadMembers.get(id)?.keys() ?? []), (one) =>
          world.changeThreadMembers(guildId, id, { remove: [one] }),
        ),
      ),
    deleteThread: () => given(roll() < 0.5 ? thread() : undefined, (id) => world.deleteThread(guildId, id)),
    addMember: () =>
      world.addMember(guildId, world.addUser(name()), { roles: [roleId()].filter((id) => id !== undefined) }),
    changeMember: () =>
      given(userId(), (id) =>
        world.changeMember(guildId, id, {
          roles: [...guild.roles.keys()].filter((one) => one !== guildId && roll() < 0.4),
          nick: roll() < 0.5 ? name() : null,
        }),
      ),
    changeBot: () =>
      world.changeMember(guildId, world.bot.id, {
        roles: [...guild.roles.keys()].filter((one) => one !== guildId && roll() < 0.6),
      }),
    removeMember: () =>
      given(roll() < 0.4 ? userId() : undefined, (id) =>
        id === guild.ownerId ? undefined : world.removeMember(guildId, id),
      ),
    banMember: () =>
      given(roll() < 0.2 ? userId() : undefined, (id) =>
        id === guild.ownerId ? undefined : world.banMember(guildId, id),
      ),
    changeOwner: () =>
      given(roll() < 0.2 ? userId() : undefined, (id) => world.changeGuild(guildId, { ownerId: id })),
  }
}
