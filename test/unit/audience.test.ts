/** Words from a channel that is not known to be open appear only in that channel. */
import { expect, test } from "vitest"
import {
  channelsWithSameReaders,
  operatorViewer,
  viewerForChannel,
  viewerForPerson,
} from "../../src/access/audience.ts"
import { hasUnknownReaders } from "../../src/access/known-readers.ts"
import type { Channel, Structure } from "../../src/access/permissions.ts"
import { GUILD } from "./builders.ts"
import { channel, HISTORY, JOIN, overwrite, READ, role, SEE, structure } from "./guild-structures.ts"

// --- Guilds with unknown structure: the audience sent with messages decides.

const heard = (id: string, audience: Channel["audience"], parentId: string | null = null): Channel =>
  channel(id, { type: null, audience, parentId })
const guildOfMessages = (...channels: Channel[]): Structure =>
  structure({ toldAt: null, roles: [], channels })

test.each<[string, Channel, boolean]>([
  ["marked as open is open", heard("9", "everyone"), true],
  ["marked as restricted is not open", heard("9", "restricted"), false],
  ["of unknown audience is not open", heard("9", null), false],
  ["under an open one is open", heard("9", null, "1"), true],
  ["under a restricted one is not open", heard("9", null, "2"), false],
  ["under an unknown one is not open", heard("9", null, "404"), false],
  ["under one of unknown audience is not open", heard("9", null, "3"), false],
  ["marked as restricted under an open one is not open", heard("9", "restricted", "1"), false],
  ["marked as open under a restricted one is open", heard("9", "everyone", "2"), true],
])("a channel %s", (_, given, open) => {
  const known = guildOfMessages(heard("1", "everyone"), heard("2", "restricted"), heard("3", null), given)
  expect(viewerForChannel(known, null).readable.includes("9")).toBe(open)
})

const known = guildOfMessages(heard("1", "everyone"), heard("2", "restricted"), heard("3", null))

test.each<[string | null, string[]]>([
  [null, ["1"]],
  ["1", ["1"]],
  ["2", ["1", "2"]],
  ["3", ["1", "3"]],
  ["404", ["1", "404"]],
])("an answer read in %j may draw on %j", (channelId, readable) => {
  expect(viewerForChannel(known, channelId)).toEqual({
    ...{
      guildId: GUILD,
      channelId,
      readable,
      userId: null,
      hidesObjectors: false,
      linked: [],
      seesWithheld: false,
    },
  })
})

test.each<[string, Structure, boolean]>([
  ["marked as open", guildOfMessages(heard("9", "everyone")), false],
  ["marked as restricted, to nobody knows whom,", guildOfMessages(heard("9", "restricted")), true],
  ["open to everyone", structure({ channels: [channel("9")] }), false],
  [
    "closed to @everyone",
    structure({ channels: [channel("9", { overwrites: [overwrite(GUILD, { deny: SEE })] })] }),
    false,
  ],
  ["that only messages named", structure({ channels: [heard("9", "everyone")] }), true],
  ["of a new type", structure({ channels: [channel("9", { type: 99 })] }), true],
  ["that is gone", structure({ channels: [channel("9", { gone: true })] }), true],
  [
    "below a channel that is not listed",
    structure({ channels: [channel("9", { type: 11, parentId: "404" })] }),
    true,
  ],
  [
    "below an open one",
    structure({ channels: [channel("8"), channel("9", { type: 11, parentId: "8" })] }),
    false,
  ],
  ["that nobody mentioned", structure({ channels: [channel("8")] }), true],
])("of a channel %s it is known whether its readers are unknown", (_, given, unknown) => {
  expect(hasUnknownReaders(given, "9")).toBe(unknown)
})

test("nothing is open if no channel is known", () => {
  expect(viewerForChannel(guildOfMessages(), null).readable).toEqual([])
})

test("the operator reads all of one guild", () => {
  expect(operatorViewer(GUILD)).toEqual({
    guildId: GUILD,
    channelId: null,
    readable: "all",
    userId: null,
    hidesObjectors: false,
    linked: [],
    seesWithheld: true,
  })
})

test("a person with unknown roles sees only what everyone reads, wherever they ask", () => {
  const member = { id: "5", roles: null, left: false }
  for (const channelId of [null, "1", "2"])
    expect(viewerForPerson(known, "5", { member, channelId })?.readable).toEqual(["1"])
})

test("open channels and direct statements share readers, and any other channel stands alone", () => {
  expect(channelsWithSameReaders(known, null)).toEqual([null, "1"])
  expect(channelsWithSameReaders(known, "1")).toEqual([null, "1"])
  expect(channelsWithSameReaders(known, "2")).toEqual(["2"])
  expect(channelsWithSameReaders(known, "404")).toEqual(["404"])
})

// --- Guilds with known structure.

const hidden = overwrite(GUILD, { deny: SEE })
const toMods = [hidden, overwrite("21", { allow: SEE })]
const MODS = role("21")
const guildWith = (channels: Channel[], given: Partial<Structure> = {}) =>
  structure({ roles: [role(GUILD, READ | JOIN), MODS], channels, ...given })
const at = (guild: Structure, place: string | null) => [...viewerForChannel(guild, place).readable].sort()

test("a known structure overrides the audience sent with messages", () => {
  const guild = guildWith([
    channel("1", { audience: "restricted" }),
    channel("2", { audience: "everyone", overwrites: toMods }),
  ])
  expect(at(guild, null)).toEqual(["1"])
  expect(at(guild, "2")).toEqual(["1", "2"])
})

test.each<[string, Channel]>([
  ["missing from the structure", channel("2", { type: null, audience: "everyone" })],
  ["that is a thread of an unknown one", channel("2", { type: 11, parentId: "404" })],
  ["with hidden history", channel("2", { overwrites: [overwrite(GUILD, { deny: HISTORY })] })],
  [
    "for voice that not everyone may join",
    channel("2", { type: 2, overwrites: [overwrite(GUILD, { deny: JOIN })] }),
  ],
  ["that one role may not see", channel("2", { overwrites: [overwrite("21", { deny: SEE })] })],
  ["that one member may not see", channel("2", { overwrites: [overwrite("@77", { deny: SEE })] })],
])("a channel %s is shown only in itself", (_, given) => {
  const guild = guildWith([channel("1"), given])
  expect(at(guild, null)).toEqual(["1"])
  expect(at(guild, "1")).toEqual(["1"])
  expect(at(guild, "2")).toEqual(["1", "2"])
})

test("a deleted channel is shown to nobody, not even in itself", () => {
  const guild = guildWith([
    channel("1"),
    channel("2", { gone: true }),
    channel("3", { type: 11, parentId: "2" }),
  ])
  expect(at(guild, "2")).toEqual(["1"])
  expect(at(guild, "3")).toEqual(["1", "3"])
  expect(viewerForPerson(guild, "999", { member: null, channelId: null })?.readable).toEqual(["1"])
})

test("a place seen by a few shows what all of them can read", () => {
  const guild = guildWith([
    channel("1"),
    channel("2", { overwrites: toMods }),
    channel("3", { overwrites: toMods }),
  ])
  expect(at(guild, "2")).toEqual(["1", "2", "3"])
  expect(at(guild, "1")).toEqual(["1"])
})

test("a role held only by a bot counts for nobody", () => {
  const overwrites = [hidden, overwrite("22", { allow: SEE }), overwrite("21", { allow: SEE })]
  const channels = [channel("2", { overwrites: toMods }), channel("3", { overwrites })]
  const roles = (bot: boolean) => [role(GUILD, READ), MODS, role("22", READ, bot)]
  expect(at(guildWith(channels, { roles: roles(true) }), "3")).toEqual(["2", "3"])
  expect(at(guildWith(channels, { roles: roles(false) }), "3")).toEqual(["3"])
})

test("a member named in a channel counts with their roles, with any roles if unknown, and not after leaving", () => {
  const channels = [
    channel("2", { overwrites: toMods }),
    channel("3", { overwrites: [...toMods, overwrite("@77", { allow: SEE })] }),
  ]
  const named = (given: Partial<Structure["named"][number]>) => [
    { id: "77", roles: null, left: false, ...given },
  ]
  expect(at(guildWith(channels), "3")).toEqual(["3"])
  expect(at(guildWith(channels, { named: named({}) }), "3")).toEqual(["3"])
  expect(at(guildWith(channels, { named: named({ roles: [] }) }), "3")).toEqual(["3"])
  expect(at(guildWith(channels, { named: named({ roles: ["21"] }) }), "3")).toEqual(["2", "3"])
  expect(at(guildWith(channels, { named: named({ left: true }) }), "3")).toEqual(["2", "3"])
})

test("readers of a channel read its threads, and a private thread is shown only in itself", () => {
  const channels = [
    channel("1"),
    channel("2", { overwrites: toMods }),
    channel("11", { type: 11, parentId: "1" }),
    channel("21", { type: 11, parentId: "2" }),
    channel("22", { type: 12, parentId: "2" }),
  ]
  const guild = guildWith(channels)
  expect(at(guild, "1")).toEqual(["1", "11"])
  expect(at(guild, "2")).toEqual(["1", "11", "2", "21"])
  expect(at(guild, "22")).toEqual(["1", "11", "2", "21", "22"])
})

test("words from an age-restricted channel appear only in age-restricted channels", () => {
  const guild = guildWith([
    channel("1"),
    channel("2", { nsfw: true }),
    channel("3", { nsfw: true }),
    channel("31", { type: 11, parentId: "3" }),
  ])
  expect(at(guild, null)).toEqual(["1"])
  expect(at(guild, "1")).toEqual(["1"])
  expect(at(guild, "2")).toEqual(["1", "2", "3", "31"])
  expect(at(guild, "31")).toEqual(["1", "2", "3", "31"])
})

test("a guild with an unknown @everyone role shows each channel only in itself", () => {
  const guild = guildWith([channel("1"), channel("2")], { roles: [MODS] })
  expect(at(guild, "1")).toEqual(["1"])
  expect(at(guild, null)).toEqual([])
  expect(
    viewerForPerson(guild, "5", { member: { id: "5", roles: ["21"], left: false }, channelId: null })
      ?.readable,
  ).toEqual([])
})

const shown = (guild: Structure, roles: string[] | null, channelId: string | null = null) =>
  viewerForPerson(guild, "5", { member: { id: "5", roles, left: false }, channelId })?.readable

test("a person sees what their roles let them read, wherever they ask", () => {
  const guild = guildWith([channel("1"), channel("2", { overwrites: toMods })])
  expect(shown(guild, [])).toEqual(["1"])
  expect(shown(guild, [], "2")).toEqual(["1"])
  expect(shown(guild, ["21"])).toEqual(["1", "2"])
  expect(shown(guild, ["21"], "1")).toEqual(["1", "2"])
  expect(shown(guild, null, "2")).toEqual(["1"])
})

test("a person sees nothing of a channel with hidden history", () => {
  const unread = overwrite(GUILD, { deny: HISTORY })
  const guild = guildWith([channel("1"), channel("2", { overwrites: [unread] })])
  expect(shown(guild, [])).toEqual(["1"])
})

test("a person who left or never joined is refused, and the owner never is", () => {
  const guild = guildWith([channel("1"), channel("2", { overwrites: toMods })])
  expect(viewerForPerson(guild, "5", { member: null, channelId: "1" })).toBeNull()
  expect(
    viewerForPerson(guild, "5", { member: { id: "5", roles: [], left: true }, channelId: "1" }),
  ).toBeNull()
  expect(viewerForPerson(guild, "999", { member: null, channelId: null })?.readable).toEqual(["1", "2"])
})

test("a private thread is shown to its members and to people who manage threads", () => {
  const threads = [
    channel("1"),
    channel("11", { type: 12, parentId: "1", threadMembers: ["5"] }),
    channel("12", { type: 12, parentId: "1" }),
  ]
  const guild = guildWith(threads, { roles: [role(GUILD, READ), role("21", 1n << 34n)] })
  expect(shown(guild, [])).toEqual(["1", "11"])
  expect(shown(guild, ["21"])).toEqual(["1", "11", "12"])
})

test("a person sees words from age-restricted channels only in such channels", () => {
  const guild = guildWith([channel("1"), channel("2", { nsfw: true })])
  expect(shown(guild, [])).toEqual(["1"])
  expect(shown(guild, [], "2")).toEqual(["1", "2"])
  expect(shown(guild, null, "2")).toEqual(["1", "2"])
})

test("an audience in a guild of 500 channels and 250 roles is decided quickly", () => {
  const roles = Array.from({ length: 250 }, (_, index) =>
    role(String(1_000 + index), index % 3 === 0 ? READ : 0n),
  )
  const channels = Array.from({ length: 500 }, (_, index) =>
    channel(String(5_000 + index), {
      overwrites: [
        hidden,
        ...Array.from({ length: 20 }, (_, nth) =>
          overwrite(
            String(1_000 + ((index * 7 + nth * 13) % 250)),
            nth % 2 ? { allow: SEE } : { deny: HISTORY },
          ),
        ),
        overwrite(`@${900_000 + index}`, { allow: SEE }),
      ],
    }),
  )
  const guild = () => guildWith(channels, { roles: [role(GUILD, READ), ...roles] })
  const times = [guild(), guild(), guild(), guild(), guild()].map((one) => {
    const start = performance.now()
    expect(viewerForChannel(one, "5001").readable).toContain("5001")
    return performance.now() - start
  })
  // About 20 ms on a busy machine. The bound only catches a loop over all pairs of roles, which takes
  // seconds.
  expect(Math.min(...times)).toBeLessThan(200)
})

test("a deleted role opens no channel to a member whose stored roles still name it", () => {
  const staff = channel("2", {
    overwrites: [overwrite(GUILD, { deny: SEE }), overwrite("88", { allow: READ })],
  })
  const thread = channel("3", { type: 12, parentId: "1", threadMembers: [] })
  const moderators = channel("1", { overwrites: [overwrite("88", { allow: 1n << 34n })] })
  const member = { id: "5", roles: ["88"], left: false }
  const readable = (...roles: ReturnType<typeof role>[]) =>
    viewerForPerson(
      structure({ roles: [role(GUILD, READ), ...roles], channels: [moderators, staff, thread] }),
      "5",
      { member, channelId: "1" },
    )?.readable
  expect(readable(role("88"))).toEqual(["1", "2", "3"])
  expect(readable()).toEqual(["1"])
  expect(readable(role("89"))).toEqual(["1"])
})
