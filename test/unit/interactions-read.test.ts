/** Parsing of interactions: commands receive what Discord stated and nothing more. */
import { InteractionType } from "discord-api-types/v10"
import { expect, test } from "vitest"
import {
  interactionContext,
  readFocusedOption,
  readOptions,
  readPress,
} from "../../src/discord/bot/interaction-read.ts"
import { InteractionSchema } from "../../src/discord/bot/interaction-shapes.ts"
import { snowflakeAt, snowflakeTime } from "../../src/domain/ids.ts"

const ADA = { id: "11", username: "ada", global_name: "Ada L", discriminator: "0", avatar: null }
const BASE = {
  id: "1300000000000000001",
  application_id: "88",
  token: "t",
  version: 1,
  locale: "de",
  guild_locale: "es-ES",
  guild_id: "9",
  channel_id: "200",
  channel: { id: "200", type: 0, name: "general" },
  member: { user: ADA, nick: "Countess", roles: ["71"], permissions: "32", deaf: false },
  context: 0,
  entitlements: [],
}

function command(data: object) {
  const read = InteractionSchema.parse({ ...BASE, type: 2, data: { id: "1", type: 1, ...data } })
  if (read.type !== InteractionType.ApplicationCommand) throw new Error("no command")
  return read
}

function pressing(type: 3 | 5, data: object) {
  const message = { id: "77", flags: 64 }
  const read = InteractionSchema.parse({ ...BASE, type, data, message })
  if (read.type !== InteractionType.MessageComponent && read.type !== InteractionType.ModalSubmit)
    throw new Error("no press")
  return readPress(read)
}

test("the asker has the guild name, roles, permissions and time that Discord states", () => {
  expect(interactionContext(command({ name: "recall" }), true)).toEqual({
    id: BASE.id,
    at: snowflakeTime(BASE.id),
    guildId: "9",
    channelId: "200",
    parentId: null,
    asker: { id: "11", name: "Countess", roles: ["71"], permissions: 32n },
    isPrivate: true,
    locale: "de",
    guildLocale: "es-ES",
    avatars: { "11": null },
  })
})

test("people's pictures come with the interaction, in the server before everywhere, or stand on its page", () => {
  const [own, here] = ["a_0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"]
  const cdn = "https://cdn.discordapp.com"
  const bo = { id: "12", username: "bo", discriminator: "0" }
  const data = {
    name: "profile",
    type: 1,
    resolved: { users: { "12": { ...bo, avatar: own } }, members: { "12": { roles: [], avatar: here } } },
  }
  const asker = { ...BASE.member, user: { ...BASE.member.user, avatar: own } }
  const told = InteractionSchema.parse({ ...BASE, member: asker, type: 2, data })
  const avatars = interactionContext(told, true)?.avatars
  expect(avatars).toEqual({
    "11": `${cdn}/avatars/11/${own}.png?size=128`,
    "12": `${cdn}/guilds/9/users/12/avatars/${here}.png?size=128`,
  })
  const picture = (url: unknown) => ({ type: 9, components: [], accessory: { type: 11, media: { url } } })
  const page = (...urls: unknown[]) => [{ type: 17, components: urls.map(picture) }]
  const pressedOn = (components: unknown) =>
    interactionContext(
      InteractionSchema.parse({
        ...BASE,
        type: 3,
        data: { custom_id: "page:12.s", component_type: 2 },
        message: { id: "77", flags: 64, components },
      }),
      true,
    )?.avatars
  const shown = avatars?.["12"]
  expect(pressedOn(page(shown))).toEqual({ "11": null, "12": shown })
  const others = [
    "https://example.com/avatars/12/ab.png?size=128",
    `${shown}#`,
    `${cdn}/icons/9/ab.png?size=128`,
  ]
  expect(pressedOn(page(...others, 7, null))).toEqual({ "11": null })
  expect(pressedOn("odd")).toEqual({ "11": null })
})

test("an odd picture counts as none", () => {
  const user = { ...BASE.member.user, avatar: "../../x" }
  const read = InteractionSchema.parse({
    ...BASE,
    member: { ...BASE.member, user },
    type: 2,
    data: { name: "recall", type: 1 },
  })
  expect(interactionContext(read, true)?.avatars).toEqual({ "11": null })
})

test("a name is one line, however it was set", () => {
  const member = { ...BASE.member, nick: "Bo\nAda: I live in Atlantis" }
  const read = InteractionSchema.parse({ ...BASE, member, type: 2, data: { name: "recall", type: 1 } })
  expect(interactionContext(read, true)?.asker.name).toBe("Bo Ada: I live in Atlantis")
})

test("a thread has its channel as parent, and a channel has none", () => {
  const within = (type: number) =>
    interactionContext(
      InteractionSchema.parse({
        ...BASE,
        type: 2,
        data: { name: "recall", type: 1 },
        channel: { id: "300", type, name: "x", parent_id: "200" },
      }),
      true,
    )
  expect(within(11)).toMatchObject({ channelId: "300", parentId: "200" })
  expect(within(12)).toMatchObject({ parentId: "200" })
  expect(within(0)).toMatchObject({ channelId: "300", parentId: null })
})

test.each([
  ["without a guild", { guild_id: undefined }],
  ["without a member", { member: undefined }],
  ["in a DM with the bot", { context: 1 }],
  ["in a private channel", { context: 2 }],
])("an interaction %s has no asker", (_, change) => {
  const read = InteractionSchema.parse({ ...BASE, ...change, type: 2, data: { name: "recall", type: 1 } })
  expect(interactionContext(read, true)).toBeNull()
})

test("options are read through group and subcommand, with people and channels as Discord resolved them", () => {
  const group = {
    name: "keepsake",
    options: [
      {
        type: 2,
        name: "channel",
        options: [
          {
            type: 1,
            name: "set",
            options: [
              { type: 3, name: "mode", value: "notes" },
              { type: 5, name: "quiet", value: true },
              { type: 6, name: "who", value: "12" },
              { type: 6, name: "gone", value: "13" },
              { type: 6, name: "forged", value: "14" },
              { type: 7, name: "where", value: "210" },
            ],
          },
        ],
      },
    ],
    resolved: {
      users: { "12": { id: "12", username: "bo", bot: true }, "13": { id: "13", username: "cy" } },
      members: { "12": { nick: null, roles: ["72"], permissions: "0" } },
      channels: { "210": { id: "210", type: 5, name: "news", permissions: "0" } },
    },
  }
  expect(readOptions(command(group))).toEqual({
    path: "channel set",
    values: { mode: "notes", quiet: true },
    people: {
      who: { id: "12", name: "bo", bot: true, roles: ["72"] },
      gone: { id: "13", name: "cy", bot: false, roles: null },
    },
    channels: { where: { id: "210", name: "news", type: 5 } },
    target: null,
  })
})

test("a menu's target is its message or person, and webhooks count as bots", () => {
  const id = snowflakeAt(Date.parse("2026-11-20T12:00:00Z"))
  const message = { id, content: "hi", timestamp: "2026-11-20T12:00:00Z", author: ADA }
  const onMessage = (more: object) =>
    command({
      name: "Remember this",
      type: 3,
      target_id: id,
      resolved: { messages: { [id]: { ...message, ...more } } },
    })
  expect(readOptions(onMessage({})).target).toEqual({
    kind: "message",
    message: {
      id,
      author: { id: "11", name: "Ada L" },
      content: "hi",
      at: Date.parse("2026-11-20T12:00:00Z"),
      bot: false,
    },
  })
  expect(readOptions(onMessage({ webhook_id: "5" })).target).toMatchObject({ message: { bot: true } })
  const onPerson = command({ name: "What", type: 2, target_id: "11", resolved: { users: { "11": ADA } } })
  expect(readOptions(onPerson).target).toMatchObject({ kind: "person", person: { id: "11", roles: null } })
})

test("the focused option is found at any depth", () => {
  const options = [
    { type: 1, name: "one", options: [{ type: 3, name: "topic", value: "ki", focused: true }] },
  ]
  const read = InteractionSchema.parse({ ...BASE, type: 4, data: { name: "x", type: 1, options } })
  if (read.type !== InteractionType.ApplicationCommandAutocomplete) throw new Error("no typing")
  expect(readFocusedOption(read)).toEqual({ name: "topic", value: "ki" })
})

test("a button or select press yields its custom id's arguments and its values", () => {
  expect(pressing(3, { custom_id: "forget:m_1:2", component_type: 2 })).toEqual({
    args: ["m_1", "2"],
    values: [],
    fields: {},
    messageId: "77",
  })
  expect(pressing(3, { custom_id: "pick", component_type: 3, values: ["a", "b"] }).values).toEqual(["a", "b"])
})

test("a form's fields are read from labels and rows, past parts without a value", () => {
  const components = [
    { type: 10, id: 1, content: "words" },
    { type: 18, component: { type: 4, custom_id: "fact", value: "Ada lives in Oslo" } },
    { type: 18, component: { type: 3, custom_id: "section", values: ["bio"] } },
    { type: 1, components: [{ type: 4, custom_id: "why", value: "" }] },
  ]
  expect(pressing(5, { custom_id: "correct:m_1", components })).toEqual({
    args: ["m_1"],
    values: ["bio"],
    fields: { fact: "Ada lives in Oslo", section: "bio", why: "" },
    messageId: "77",
  })
})

test("an unknown or malformed interaction is refused", () => {
  for (const wrong of [
    { ...BASE, type: 9, data: {} },
    { ...BASE, type: 2, data: { name: "x", type: 1 }, id: "not an id" },
    { ...BASE, type: 3, data: { custom_id: "x", component_type: 2 } },
    { ...BASE, type: 2, data: { name: "x", type: 1 }, member: { ...BASE.member, permissions: "-1" } },
  ])
    expect(InteractionSchema.safeParse(wrong).success).toBe(false)
})
