/** The audience rules decide as a naive check of every possible person would. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { channelsWithSameReaders, viewerForChannel, viewerForPerson } from "../../src/access/audience.ts"
import { type Channel, permissionsIn, type Role, type Structure } from "../../src/access/permissions.ts"
import { propertyRuns } from "../dice.ts"
import { GUILD } from "./builders.ts"
import { bits, channel, HISTORY, JOIN, role, SEE, structure } from "./guild-structures.ts"

const ADMIN = 8n
const ROLES = ["21", "22", "23", "24", "25"]
const MEMBERS = ["31", "32", "33"]
const OWNER = "33"

const someOverwrites = fc.uniqueArray(
  fc.record({
    of: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(GUILD, ...ROLES).map((id) => ({ id, kind: "role" as const })) },
      { weight: 1, arbitrary: fc.constantFrom(...MEMBERS).map((id) => ({ id, kind: "member" as const })) },
    ),
    allow: bits(),
    deny: bits(),
  }),
  { maxLength: 4, selector: ({ of }) => of.id },
)

const someChannel = (id: string): fc.Arbitrary<Channel> =>
  fc
    .record({
      type: fc.constantFrom(0, 0, 0, 2, null),
      nsfw: fc.integer({ min: 0, max: 5 }).map((odds) => odds === 0),
      gone: fc.integer({ min: 0, max: 9 }).map((odds) => odds === 0),
      overwrites: someOverwrites,
    })
    .map(({ overwrites, ...rest }) =>
      channel(id, { ...rest, overwrites: overwrites.map(({ of, ...what }) => ({ ...of, ...what })) }),
    )

const someThread = (id: string): fc.Arbitrary<Channel> =>
  fc
    .record({
      type: fc.constantFrom(11, 12),
      parentId: fc.constantFrom("41", "42", "404", null),
      threadMembers: fc.option(fc.subarray([...MEMBERS, "34"])),
    })
    .map((given) => channel(id, given))

const someGuild: fc.Arbitrary<Structure> = fc
  .record({
    everyone: bits(),
    roles: fc.tuple(
      ...ROLES.map((id) =>
        fc
          .tuple(bits(), fc.integer({ min: 0, max: 9 }))
          .map(([some, odds]) => role(id, odds === 0 ? some | ADMIN : some, odds === 1)),
      ),
    ),
    channels: fc.tuple(...["41", "42", "43", "44"].map(someChannel), ...["51", "52"].map(someThread)),
    named: fc.tuple(
      ...MEMBERS.map((id) =>
        fc.record({
          id: fc.constant(id),
          roles: fc.option(fc.subarray(ROLES), { freq: 2 }),
          left: fc.integer({ min: 0, max: 4 }).map((odds) => odds === 0),
        }),
      ),
    ),
    known: fc.subarray(MEMBERS),
  })
  .map(({ everyone, roles, channels, named, known }) =>
    structure({
      ownerId: OWNER,
      roles: [role(GUILD, everyone), ...roles],
      channels,
      // A bot's own role belongs to no person.
      named: named
        .filter(({ id }) => known.includes(id))
        .map((member) => ({ ...member, roles: member.roles?.filter((id) => isPeoples(roles, id)) ?? null })),
    }),
  )

const isPeoples = (roles: readonly Role[], id: string) => !roles.find((one) => one.id === id)?.bot

interface Person {
  id: string
  roles: string[]
}

function subsets(ids: readonly string[]): string[][] {
  return Array.from({ length: 2 ** ids.length }, (_, set) => ids.filter((_, at) => set & (2 ** at)))
}

/**
 * Returns every possible person in the guild: unnamed people with any set of roles, and people named in these
 * channels with their own roles.
 */
function everybody({ roles, named }: Structure, channels: readonly (Channel | null)[]): Person[] {
  const sets = subsets(roles.filter(({ id, bot }) => id !== GUILD && !bot).map(({ id }) => id))
  const overwrites = channels.flatMap((one) => one?.overwrites ?? [])
  const mentioned = overwrites.filter(({ kind }) => kind === "member").map(({ id }) => id)
  const people = [...new Set([...mentioned, OWNER])].flatMap((id) => {
    const known = named.find((member) => member.id === id)
    if (known?.left && id !== OWNER) return []
    return known?.roles ? [{ id, roles: [...known.roles] }] : sets.map((set) => ({ id, roles: set }))
  })
  return [...people, ...sets.map((set) => ({ id: "7777", roles: set }))]
}

function rules(guild: Structure, id: string): Channel | null {
  const known = guild.channels.find((one) => one.id === id && one.type !== null && !one.gone)
  if (!known) return null
  if (known.type !== 11 && known.type !== 12) return known
  return guild.channels.find((one) => one.id === known.parentId && one.type !== null && !one.gone) ?? null
}

const has = (guild: Structure, person: Person, id: string, needed: bigint) =>
  ((permissionsIn(guild, person, id) ?? 0n) & needed) === needed

function reads(guild: Structure, person: Person, id: string): boolean {
  const needed = SEE | HISTORY | (rules(guild, id)?.type === 2 ? JOIN : 0n)
  return has(guild, person, id, needed)
}

/** Returns true if words from `from` may be shown in `place` (`null`: anywhere), checked person by person. */
function naively(guild: Structure, place: string | null, from: Channel): boolean {
  if (from.id === place) return !from.gone
  const source = rules(guild, from.id)
  const here = place === null ? null : rules(guild, place)
  if (!source || from.type === 12 || (source.nsfw && !here?.nsfw)) return false
  const present = everybody(guild, [here, source]).filter(
    (person) => !here || has(guild, person, place ?? "", SEE),
  )
  return present.every((person) => reads(guild, person, from.id))
}

test("in random guilds, a place shows exactly what everyone who sees it may read", () => {
  const decided = { yes: 0, no: 0 }
  fc.assert(
    fc.property(someGuild, (guild) => {
      for (const place of [null, ...guild.channels.map(({ id }) => id), "404"]) {
        const { readable } = viewerForChannel(guild, place)
        for (const from of guild.channels) {
          const expected = naively(guild, place, from)
          expect(readable.includes(from.id), `${from.id} in ${place}`).toBe(expected)
          if (from.id !== place) decided[expected ? "yes" : "no"] += 1
        }
      }
    }),
    { numRuns: propertyRuns(1_500) },
  )
  expect(decided.yes).toBeGreaterThan(propertyRuns(5_000))
  expect(decided.no).toBeGreaterThan(propertyRuns(5_000))
}, 60_000)

test("in random guilds, a person sees exactly what their roles let them read", () => {
  const decided = { yes: 0, no: 0 }
  const asked = fc.tuple(someGuild, fc.subarray(ROLES), fc.constantFrom(...MEMBERS, "34"))
  fc.assert(
    fc.property(asked, ([guild, roles, id]) => {
      for (const place of [null, ...guild.channels.map((one) => one.id)]) {
        const viewer = viewerForPerson(guild, id, { member: { id, roles, left: false }, channelId: place })
        for (const from of guild.channels) {
          const source = rules(guild, from.id)
          const expected =
            source !== null &&
            reads(guild, { id, roles }, from.id) &&
            (from.type !== 12 ||
              from.threadMembers?.includes(id) ||
              has(guild, { id, roles }, from.id, 1n << 34n)) &&
            (!source.nsfw || (place !== null && rules(guild, place)?.nsfw === true))
          expect(viewer?.readable.includes(from.id), `${from.id} in ${place}`).toBe(expected)
          decided[expected ? "yes" : "no"] += 1
        }
      }
    }),
    { numRuns: propertyRuns(1_000) },
  )
  expect(Math.min(decided.yes, decided.no)).toBeGreaterThan(propertyRuns(5_000))
}, 60_000)

test("in random guilds, channels share readers exactly if no place and no person sees one without the other", () => {
  let met = 0
  fc.assert(
    fc.property(someGuild, (guild) => {
      const places = [null, ...guild.channels.map(({ id }) => id)]
      for (const { id, gone } of guild.channels) {
        const peers = channelsWithSameReaders(guild, id)
        expect(peers).toContain(id)
        for (const peer of peers.filter((one) => one !== id)) {
          expect(gone).toBe(false)
          const shown = (place: string | null, one: string | null) =>
            one === null || viewerForChannel(guild, place).readable.includes(one)
          for (const place of places) expect(shown(place, peer)).toBe(shown(place, id))
          const named = [rules(guild, id), peer === null ? null : rules(guild, peer)]
          for (const person of everybody(guild, named))
            expect(peer === null || reads(guild, person, peer)).toBe(reads(guild, person, id))
          met += 1
        }
      }
    }),
    { numRuns: propertyRuns(1_000) },
  )
  expect(met).toBeGreaterThan(propertyRuns(500))
}, 60_000)
