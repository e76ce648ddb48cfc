/** The parts of a Discord payload that become a message. */
import { expect, test } from "vitest"
import { MessageShape } from "../../src/discord/gateway/events/lenient-shapes.ts"
import {
  editedAt,
  isAddressedToBot,
  isSpoken,
  toDeliveredMessage,
} from "../../src/discord/gateway/events/messages.ts"

const OWN = { userId: "701", applicationId: "700" }
const ADA = { id: "11", username: "ada", global_name: "Ada", discriminator: "0", avatar: null }

function message(given: Record<string, unknown> = {}) {
  return MessageShape.parse({
    id: "1300000000000000000",
    channel_id: "100",
    guild_id: "1",
    author: ADA,
    content: "hello",
    type: 0,
    embeds: [],
    ...given,
  })
}

test("a person has their name in the guild, on one line", () => {
  const called = (given: Record<string, unknown>) => toDeliveredMessage(message(given), OWN).author.name
  expect(called({ member: { nick: "Captain", roles: [] } })).toBe("Captain")
  expect(called({ member: { nick: null, roles: [] } })).toBe("Ada")
  expect(called({ author: { ...ADA, global_name: null } })).toBe("ada")
  expect(called({ author: { ...ADA, global_name: "A\nda" } })).toBe("A da")
})

test("our own messages carry the application's id, whatever our user id or the webhook", () => {
  const ours = message({ author: { id: "701", username: "us", bot: true }, webhook_id: "700", type: 20 })
  expect(isSpoken(ours)).toBe(true)
  expect(toDeliveredMessage(ours, OWN)).toMatchObject({ author: { id: "700" }, bot: true })
  expect(toDeliveredMessage(message({ webhook_id: "55" }), OWN).bot).toBe(true)
  expect(toDeliveredMessage(message(), OWN).bot).toBe(false)
})

test("a mention or a reply addresses the bot, and @everyone or a forward does not", () => {
  const us = { id: "701", username: "us", bot: true }
  const reply = (more: object) =>
    message({ type: 19, message_reference: { message_id: "5" }, referenced_message: { author: us }, ...more })
  expect(isAddressedToBot(message({ mentions: [us] }), OWN)).toBe(true)
  expect(toDeliveredMessage(message({ mentions: [us] }), OWN).mentions).toEqual([{ id: "700", name: "us" }])
  expect(isAddressedToBot(reply({}), OWN)).toBe(true)
  expect(isAddressedToBot(reply({ referenced_message: null }), OWN)).toBe(false)
  expect(isAddressedToBot(message({ mention_everyone: true, content: "@everyone" }), OWN)).toBe(false)
  expect(isAddressedToBot(reply({ type: 0 }), OWN)).toBe(false)
})

test("a forwarded message is no reply, and its words are not the forwarder's", () => {
  const forward = message({
    content: "",
    message_reference: { type: 1, message_id: "5", channel_id: "9" },
    message_snapshots: [{ message: { content: "somebody else's" } }],
  })
  expect(toDeliveredMessage(forward, OWN)).toMatchObject({
    content: "",
    replyTo: null,
    attachments: ["forwarded: “somebody else's”"],
  })
})

test("polls, stickers, titles of links and what a forward holds are attached with a label, odd ones left out", () => {
  const attached = (given: Record<string, unknown>) => toDeliveredMessage(message(given), OWN).attachments
  expect(attached({ sticker_items: [{ id: "1", name: "Wave" }, { id: "2" }] })).toEqual(["sticker: Wave"])
  const answers = [
    { poll_media: { text: "Friday" } },
    { poll_media: { emoji: {} } },
    { poll_media: { text: "Sunday" } },
  ]
  expect(attached({ poll: { question: { text: "When\ndo we raid?" }, answers } })).toEqual([
    "poll: When do we raid? (Friday / Sunday)",
  ])
  expect(attached({ poll: { question: {}, answers } })).toEqual([])
  expect(attached({ embeds: [{ title: "How to knit" }, { title: "" }, { type: "image" }] })).toEqual([
    "link: How to knit",
  ])
  const forwarded = {
    content: "see this",
    attachments: [{ filename: "map.png" }],
    embeds: [{ title: "A map" }],
  }
  expect(attached({ message_snapshots: [{ message: forwarded }, { message: {} }, 7] })).toEqual([
    "forwarded: “see this · map.png · link: A map”",
  ])
  const long = attached({ message_snapshots: [{ message: { content: "long ".repeat(900) } }] })
  expect(long[0]?.length).toBeLessThanOrEqual(1_020)
})

test("joins, pins, thread starters and hidden answers are not talk", () => {
  for (const type of [1, 6, 7, 8, 18, 21, 22, 24, 46])
    expect(isSpoken(message({ type })), `${type}`).toBe(false)
  for (const type of [0, 19, 20, 23]) expect(isSpoken(message({ type })), `${type}`).toBe(true)
  expect(isSpoken(message({ flags: 64 }))).toBe(false)
  expect(isSpoken(message({ flags: 4 }))).toBe(true)
})

test("an edit's date comes from Discord's timestamp", () => {
  expect(editedAt(message())).toBeNull()
  expect(editedAt(message({ edited_timestamp: null }))).toBeNull()
  const at = message({ edited_timestamp: "2026-11-20T12:00:00.123000+00:00" })
  expect(editedAt(at)).toBe(Date.parse("2026-11-20T12:00:00.123Z"))
})
