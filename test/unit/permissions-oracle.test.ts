/** A member's permissions equal those that discord.js computes, in any guild. */
import {
  Client,
  type Guild,
  type GuildChannel,
  type GuildMember,
  PermissionsBitField,
  type ThreadChannel,
} from "discord.js"
import fc from "fast-check"
import { afterAll, expect, test } from "vitest"
import { permissionsIn, type Structure } from "../../src/access/permissions.ts"
import { membershipOf, structureOf } from "../../src/access/structure-rows.ts"
import { deep, propertyRuns } from "../dice.ts"
import { bits } from "./guild-structures.ts"

// Never logs in, so it opens no socket. Its sweepers keep no timer.
const client = new Client({ intents: [], sweepers: {} })
afterAll(() => client.destroy())

const GUILD = "1000"
const ROLES = ["1001", "1002", "1003", "1004", "1005"]
const MEMBERS = ["2001", "2002", "2003", "2004"]
const CHANNELS = ["3001", "3002", "3003", "3004", "3005"]
const THREADS = ["4001", "4002", "4003"]

interface RawOverwrite {
  id: string
  type: 0 | 1
  allow: string
  deny: string
}
interface RawGuild {
  owner: string
  roles: { id: string; permissions: string }[]
  members: { id: string; roles: string[] }[]
  channels: { id: string; type: number; parent: string | null; overwrites: RawOverwrite[] }[]
  threads: { id: string; type: number; parent: string }[]
}

const anyBits = bits({ admin: true }).map(String)
const overwrites: fc.Arbitrary<RawOverwrite[]> = fc
  .uniqueArray(
    fc.record({
      of: fc.oneof(
        fc.constantFrom(GUILD, ...ROLES).map((id) => ({ id, type: 0 as const })),
        fc.constantFrom(...MEMBERS).map((id) => ({ id, type: 1 as const })),
      ),
      allow: anyBits,
      deny: anyBits,
    }),
    { maxLength: 6, selector: ({ of }) => of.id },
  )
  .map((all) => all.map(({ of, ...rest }) => ({ ...of, ...rest })))

const rawGuild: fc.Arbitrary<RawGuild> = fc.record({
  owner: fc.constantFrom(...MEMBERS, "2999"),
  // Some roles are deleted: members and overwrites still name them.
  roles: fc
    .tuple(
      ...[GUILD, ...ROLES].map(() =>
        fc.tuple(fc.integer({ min: 0, max: 9 }), bits(), fc.integer({ min: 0, max: 4 })),
      ),
    )
    .map((all) =>
      [GUILD, ...ROLES].flatMap((id, at) => {
        const [odds, some, fate] = all[at] ?? [1, 0n, 1]
        const isDeleted = fate === 0 && id !== GUILD
        return isDeleted ? [] : [{ id, permissions: String(odds === 0 ? some | 8n : some) }]
      }),
    ),
  members: fc.tuple(...MEMBERS.map((id) => fc.subarray(ROLES).map((roles) => ({ id, roles })))),
  channels: fc.tuple(
    ...CHANNELS.map((id, index) =>
      fc.record({
        id: fc.constant(id),
        type:
          index === 0 ? fc.constant(4) : index === 4 ? fc.constantFrom(2, 13) : fc.constantFrom(0, 5, 15, 16),
        parent: index === 0 ? fc.constant(null) : fc.constantFrom(null, CHANNELS[0] ?? null),
        overwrites,
      }),
    ),
  ),
  threads: fc.tuple(
    ...THREADS.map((id) =>
      fc.record({
        id: fc.constant(id),
        type: fc.constantFrom(10, 11, 12),
        // Voice channels have no threads here.
        parent: fc.constantFrom(...CHANNELS.slice(1, 4)),
      }),
    ),
  ),
})

/** Builds the guild as discord.js does from gateway data. */
function asDiscordSees(raw: RawGuild): Guild {
  const data = {
    id: GUILD,
    name: "guild",
    owner_id: raw.owner,
    roles: raw.roles.map(({ id, permissions }) => ({ id, permissions, name: id, position: 0, color: 0 })),
    channels: raw.channels.map(({ id, type, parent, overwrites: permission_overwrites }) => ({
      id,
      type,
      name: id,
      parent_id: parent,
      permission_overwrites,
      position: 0,
    })),
    threads: raw.threads.map(({ id, type, parent }) => ({
      id,
      type,
      name: id,
      parent_id: parent,
      owner_id: "2001",
      thread_metadata: { archived: false, auto_archive_duration: 60, archive_timestamp: null, locked: false },
    })),
    members: raw.members.map(({ id, roles }) => ({
      user: { id, username: id, discriminator: "0", avatar: null },
      roles,
      joined_at: "2026-01-01T00:00:00Z",
    })),
  }
  client.guilds.cache.delete(GUILD)
  client.channels.cache.clear()
  // discord.js itself uses `_add` to take in gateway data, but its types omit it.
  const guilds = client.guilds as unknown as { _add(data: unknown): Guild }
  return guilds._add(data)
}

/** Builds the same guild from our rows. */
function asWeKeepIt(raw: RawGuild): Structure {
  const row = {
    parentId: null,
    name: null,
    audience: null,
    nsfw: null,
    threadMembers: null,
    goneAt: null,
    updatedAt: 0,
  }
  return structureOf(GUILD, [
    [
      {
        ownerId: raw.owner,
        toldAt: 1,
        membersFollowed: true,
        icon: null,
        name: null,
        projects: null,
        guildHasObjectors: 0,
      },
    ],
    raw.roles.map((role) => ({ guildId: GUILD, bot: false, botId: null, ...role })),
    [
      ...raw.channels.map(({ parent, ...rest }) => ({ ...row, ...rest, parentId: parent })),
      ...raw.threads.map(({ id, type, parent }) => ({ ...row, id, type, parentId: parent, overwrites: [] })),
    ],
    [],
  ])
}

deep(
  "in random guilds with deleted roles, every member's permissions in every channel and thread equal those of discord.js",
  () => {
    let compared = 0
    const seen = new Set<bigint>()
    fc.assert(
      fc.property(rawGuild, (raw) => {
        const theirs = asDiscordSees(raw)
        const ours = asWeKeepIt(raw)
        for (const { id, roles } of raw.members) {
          const member = theirs.members.cache.get(id) as GuildMember
          for (const channelId of [...CHANNELS, ...THREADS]) {
            const channel = client.channels.cache.get(channelId) as GuildChannel | ThreadChannel
            const expected = channel.permissionsFor(member)?.bitfield
            const mine = permissionsIn(ours, { id, roles }, channelId)
            expect((mine ?? -1n) & PermissionsBitField.All, `${id} in ${channelId}`).toBe(expected)
            seen.add(expected ?? -1n)
            compared += 1
          }
        }
      }),
      { numRuns: propertyRuns(2_000) },
    )
    expect(compared).toBe(propertyRuns(2_000) * MEMBERS.length * (CHANNELS.length + THREADS.length))
    // The comparison would prove nothing if all answers were equal.
    expect(seen.size).toBeGreaterThan(20)
  },
  60_000,
)

test("nobody has any permission in an unknown channel", () => {
  const structure = asWeKeepIt(fc.sample(rawGuild, { numRuns: 1, seed: 7 })[0] as RawGuild)
  expect(permissionsIn(structure, { id: "2001", roles: [] }, "404")).toBeNull()
  expect(membershipOf([])).toBeNull()
})
