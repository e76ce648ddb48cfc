/** The bot introduces itself only where it was just invited, in a channel that it may write to and that managers see. */
import { expect, test } from "vitest"
import { InvitedGuildShape, introductionOf } from "../../src/discord/gateway/events/introduction.ts"

const NOW = Date.UTC(2026, 10, 3, 12)
const [GUILD, BOT, OWNER, MODS, SYSTEM, GENERAL, RULES] = [
  "100",
  "7",
  "8",
  "50",
  "201",
  "202",
  "203",
] as const
const [MANAGE, VIEW, SEND] = [1n << 5n, 1n << 10n, 1n << 11n]

const deny = (id: string, bits: bigint, type = 0) => ({ id, type, allow: "0", deny: String(bits) })
const channel = (id: string, position: number, overwrites: object[] = [], type = 0) => ({
  id,
  type,
  position,
  permission_overwrites: overwrites,
})

function guild(change: object = {}) {
  return {
    id: GUILD,
    owner_id: OWNER,
    joined_at: new Date(NOW - 60_000).toISOString(),
    preferred_locale: "de",
    system_channel_id: SYSTEM,
    roles: [
      { id: GUILD, permissions: String(VIEW | SEND) },
      { id: MODS, permissions: String(MANAGE) },
    ],
    channels: [channel(RULES, 2), channel(GENERAL, 1), channel(SYSTEM, 3)],
    members: [{ user: { id: BOT }, roles: [] }],
    ...change,
  }
}

function placeIn(change: object) {
  const parsed = InvitedGuildShape.safeParse(guild(change))
  return parsed.success
    ? (introductionOf(parsed.data, { botId: BOT, now: NOW })?.channelId ?? null)
    : "unreadable"
}

test("the system channel comes first, with the guild's language", () => {
  const invited = InvitedGuildShape.parse(guild())
  expect(introductionOf(invited, { botId: BOT, now: NOW })).toEqual({
    guildId: GUILD,
    channelId: SYSTEM,
    locale: "de",
  })
})

test.each([
  ["no system channel: the first text channel", { system_channel_id: null }, GENERAL],
  [
    "a system channel that the bot may not write to",
    { channels: [channel(SYSTEM, 0, [deny(GUILD, SEND)]), channel(GENERAL, 1)] },
    GENERAL,
  ],
  [
    "a system channel denied to the bot alone",
    { channels: [channel(SYSTEM, 0, [deny(BOT, VIEW, 1)]), channel(GENERAL, 1)] },
    GENERAL,
  ],
  ["a system channel that is gone", { channels: [channel(RULES, 5), channel(GENERAL, 6)] }, RULES],
  [
    "a channel hidden from managers is passed over",
    { system_channel_id: null, channels: [channel(RULES, 0, [deny(MODS, VIEW)]), channel(GENERAL, 1)] },
    GENERAL,
  ],
  [
    "channels of other types do not count",
    {
      system_channel_id: null,
      channels: [channel(RULES, 0, [], 5), channel("9", 0, [], 2), channel(GENERAL, 1)],
    },
    GENERAL,
  ],
  ["nowhere to write", { channels: [channel(GENERAL, 1, [deny(GUILD, SEND)])] }, null],
  ["no channel at all", { channels: [] }, null],
  ["an old invitation", { joined_at: new Date(NOW - 25 * 3_600_000).toISOString() }, null],
  ["a guild that does not name the bot", { members: [] }, null],
  ["no time of the invitation", { joined_at: undefined }, "unreadable"],
  ["odd side fields", { preferred_locale: 5, system_channel_id: "x" }, GENERAL],
])("%s", (_, change, place) => {
  expect(placeIn(change)).toBe(place)
})
