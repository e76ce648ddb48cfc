/** Requests to remember messages, in people's words. */
import { expect, test } from "vitest"
import { parseStretch } from "../../src/discord/features/remember/stretch.ts"

const GUILD = "100000000000000001"
const here = { guildId: GUILD, channelId: "100000000000000002", replyTo: null }
const LINK = `https://discord.com/channels/${GUILD}/100000000000000003/100000000000000004`
const linked = { channelId: "100000000000000003", messageId: "100000000000000004" }

test.each([
  ["the last 20 messages", { upTo: null, count: 20 }],
  ["last 5", { upTo: null, count: 5 }],
  ["our last 900 messages", { upTo: null, count: 50 }],
  ["die letzten 12 Nachrichten", { upTo: null, count: 12 }],
  ["los últimos 8 mensajes", { upTo: null, count: 8 }],
  ["les 15 derniers messages", { upTo: null, count: 15 }],
  ["this conversation", { upTo: null, count: 10 }],
  ["diese Unterhaltung", { upTo: null, count: 10 }],
  [LINK, { upTo: linked, count: 10 }],
  [`this: <${LINK}>`, { upTo: linked, count: 10 }],
  [`${LINK} and the last 3 messages`, { upTo: linked, count: 3 }],
  [LINK.replace("discord.com", "ptb.discord.com"), { upTo: linked, count: 10 }],
])("“%s” means messages", (text, expected) => {
  expect(parseStretch(text, here)).toEqual(expected)
})

test.each([
  "I love the last 20 messages of Ana",
  "my last 3 cars were red",
  "the last train is at 20 past",
  `the rules are in ${LINK}`,
  LINK.replace(GUILD, "100000000000000009"),
  "this",
  "",
])("“%s” is a sentence to remember", (text) => {
  expect(parseStretch(text, here)).toBeNull()
})

test.each(["this", "that!", "", "what she said", "das", "esto"])(
  "“%s”, in a reply, means the message replied to",
  (text) => {
    expect(parseStretch(text, { ...here, replyTo: "100000000000000005" })).toEqual({
      upTo: { channelId: here.channelId, messageId: "100000000000000005" },
      count: 10,
    })
  },
)
