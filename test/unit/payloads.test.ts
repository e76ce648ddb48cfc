/**
 * Everything sent to Discord is valid: all registered commands, and everything the code accepts as a message
 * or a form.
 */

import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ButtonStyle,
  ComponentType,
  InteractionContextType,
  MessageFlags,
  TextInputStyle,
} from "discord-api-types/v10"
import { describe, expect, test } from "vitest"
import { failureReply, refusalOutcome } from "../../src/discord/bot/dispatch.ts"
import {
  componentsReply,
  type Form,
  plainReply,
  replyBody,
  textReply,
} from "../../src/discord/bot/ui/command.ts"
import * as limits from "../../src/discord/bot/ui/limits.ts"
import { fitSuggestions, type MessageBody } from "../../src/discord/bot/ui/limits.ts"
import { ACTIONS } from "../../src/discord/features/actions.ts"
import { COMMANDS } from "../../src/discord/features/commands.ts"
import { EN } from "../../src/discord/texts/en.ts"
import {
  commandProblems,
  formProblems,
  messageProblems,
  suggestionProblems,
} from "../discord/payload-problems.ts"
import { builtCommand, builtForm, builtMessage } from "./payload-builders.ts"

const DEFINITIONS = COMMANDS.map(({ definition }) => definition)
const MANAGE_GUILD = "32"

test("all commands together are valid for Discord", () => {
  expect(commandProblems(DEFINITIONS)).toEqual([])
})

test("every command that calls a model has a rate limit", () => {
  const paced = COMMANDS.filter((command) => command.paced).map(({ definition }) => definition.name)
  expect(paced.sort()).toEqual(["Remember this", "ask", "remember"])
})

// An empty table would be an error, so there is always one row.
test.each([...DEFINITIONS, { name: "none", description: "None." }].map((one) => [one.name, one] as const))(
  "Discord's own builders accept command %s unchanged",
  (_, definition) => {
    expect(builtCommand(definition)).toMatchObject(JSON.parse(JSON.stringify(definition)))
  },
)

test("commands work only in servers, and manager commands declare their permission", () => {
  for (const { name, contexts, integration_types, default_member_permissions } of DEFINITIONS) {
    expect([name, contexts]).toEqual([name, [InteractionContextType.Guild]])
    expect([name, integration_types]).toEqual([name, [ApplicationIntegrationType.GuildInstall]])
    if (name.startsWith("keepsake")) expect(default_member_permissions).toBe(MANAGE_GUILD)
  }
})

test("every action has a unique name that leaves room for arguments, and a handler", () => {
  const names = ACTIONS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, answers, run, form } of ACTIONS) {
    expect(name).toMatch(/^[a-z][a-z-]{0,30}$/)
    expect([name, answers === "form" ? form : run]).toEqual([name, expect.any(Function)])
  }
})

describe("message limits", () => {
  const text = (content: string) => ({ type: ComponentType.TextDisplay as const, content })
  const button = (custom_id: string, label = "Go") => ({
    type: ComponentType.Button as const,
    style: ButtonStyle.Primary as const,
    custom_id,
    label,
  })
  const row = (...components: ReturnType<typeof button>[]) => ({
    type: ComponentType.ActionRow as const,
    components,
  })
  const select = (count: number, label = "A") => ({
    type: ComponentType.ActionRow as const,
    components: [
      {
        type: ComponentType.StringSelect as const,
        custom_id: "pick",
        options: Array.from({ length: count }, (_, at) => ({ label, value: `${at}` })),
      },
    ],
  })
  const section = (count: number) => ({
    type: ComponentType.Section as const,
    components: Array.from({ length: count }, () => text("a")),
    accessory: button(`s${count}`),
  })
  const container = (...components: ReturnType<typeof row | typeof text | typeof section>[]) => ({
    type: ComponentType.Container as const,
    components,
  })
  const laid = (...components: NonNullable<MessageBody["components"]>): MessageBody => ({
    components,
    flags: MessageFlags.IsComponentsV2,
  })
  const words = (length: number) => "x".repeat(length)
  const many = <T>(count: number, make: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => make(at))

  test.each<[string, MessageBody]>([
    ["2,000 characters", { content: words(2_000) }],
    ["4,000 characters laid out", laid(text(words(2_000)), container(text(words(2_000))))],
    ["40 components", laid(...many(40, () => text("a")))],
    [
      "a section's parts counted each",
      laid(...many(10, () => section(2)).map((one, at) => ({ ...one, accessory: button(`${at}`) }))),
    ],
    ["five buttons, and a select alone", laid(row(...many(5, (at) => button(`${at}`))), select(25))],
    ["ids and labels of maximum length", laid(row(button(words(100), words(80))), select(1, words(100)))],
    ["a container of all components", laid(container(text("a"), section(3), row(button("b"))))],
  ])("accept %s, and so do the builders", (_, body) => {
    expect(messageProblems(body)).toEqual([])
    expect(limits.messageProblems(body)).toEqual([])
    expect(builtMessage(body.components ?? [])).toMatchObject(
      JSON.parse(JSON.stringify(body.components ?? [])),
    )
  })

  test.each<[string, object]>([
    ["more than 2,000 characters", { content: words(2_001) }],
    ["an empty message", { content: "" }],
    ["an empty laid-out message", laid()],
    ["4,001 characters in texts of one message", laid(text(words(4_000)), container(text("x")))],
    ["41 components", laid(container(...many(40, () => text("a"))))],
    ["content in a laid-out message", { ...laid(text("a")), content: "b" }],
    ["embeds in a laid-out message", { ...laid(text("a")), embeds: [{ title: "b" }] }],
    ["texts in a message that is not laid out", { content: "a", components: [text("b")] }],
    ["six rows", { content: "a", components: many(6, (at) => row(button(`${at}`))) }],
    ["six buttons in a row", laid(row(...many(6, (at) => button(`${at}`))))],
    ["an empty row", laid(row())],
    ["a repeated custom id", laid(row(button("a:1"), button("a:1")))],
    ["a custom id that is too long", laid(row(button(words(101))))],
    ["a button without a label", laid(row(button("a", "")))],
    ["a button with too long a label", laid(row(button("a", words(81))))],
    ["26 options", laid(select(26))],
    ["a select without options", laid(select(0))],
    ["an option with too long a label", laid(select(1, words(101)))],
    ["a section of four texts", laid(section(4))],
    ["an empty text", laid(text(""))],
    ["an empty container", laid(container())],
    ["an embed's title that is too long", { embeds: [{ title: words(257) }] }],
    ["6,001 characters in embeds", { embeds: many(2, () => ({ description: words(3_001) })) }],
  ])("refuse %s", (_, body) => {
    expect(messageProblems(body)).not.toEqual([])
  })

  test.each<[string, MessageBody]>([
    ["more than 2,000 characters", { content: words(2_001) }],
    ["an empty message", { content: "" }],
    ["an empty laid-out message", laid()],
    ["4,001 characters in texts of one message", laid(text(words(4_000)), container(text("x")))],
    ["41 components", laid(container(...many(40, () => text("a"))))],
    ["41 components with those in sections", laid(...many(10, () => section(2)), text("a"))],
  ])("that length can break are checked before sending: %s", (_, body) => {
    expect(limits.messageProblems(body)).toHaveLength(1)
  })

  test("refuse a file of more than 10 MB and an eleventh file", () => {
    const file = (data: string) => ({ name: "a.json", contentType: "application/json", data })
    expect(limits.messageProblems(laid(text("a")), [file(words(10 * 1_024 * 1_024))])).toEqual([])
    expect(limits.messageProblems(laid(text("a")), [file(words(10 * 1_024 * 1_024 + 1))])).toHaveLength(1)
    expect(
      messageProblems(
        laid(text("a")),
        many(11, () => file("a")),
      ),
    ).toHaveLength(1)
  })

  test("hold for replies about failures and refusals", () => {
    const replies = [
      failureReply("1300000000000000001", EN),
      refusalOutcome({ reason: "unknown_command" }, EN).reply,
      plainReply("a"),
      textReply("b"),
    ]
    for (const reply of [...replies, componentsReply(text("c"))])
      expect(messageProblems(replyBody(reply))).toEqual([])
  })
})

describe("form limits", () => {
  const form = (more: Partial<Form> = {}, field: object = {}): Form => ({
    title: "Correct it",
    custom_id: "correct:m_1",
    components: [
      {
        type: ComponentType.Label,
        label: "What is true",
        component: {
          type: ComponentType.TextInput,
          custom_id: "fact",
          style: TextInputStyle.Paragraph,
          ...field,
        },
      },
    ],
    ...more,
  })
  const [part] = form().components
  if (!part) throw new Error("a form has a part")

  test("accept what Discord and its builders accept", () => {
    const longest = form(
      { title: "x".repeat(45), custom_id: "y".repeat(100) },
      { value: "z".repeat(4_000), max_length: 4_000, placeholder: "p".repeat(100) },
    )
    for (const one of [form(), longest]) {
      expect(formProblems(one)).toEqual([])
      expect(builtForm(one)).toMatchObject(JSON.parse(JSON.stringify(one)))
    }
  })

  test.each<[string, Form]>([
    ["a title that is too long", form({ title: "x".repeat(46) })],
    ["a form without parts", form({ components: [] })],
    ["six parts", form({ components: Array.from({ length: 6 }, () => part) })],
    ["two fields with one name", form({ components: [part, part] })],
    ["a value that is too long", form({}, { value: "x".repeat(4_001) })],
    ["a value longer than its field", form({}, { value: "xxx", max_length: 2 })],
    ["a placeholder that is too long", form({}, { placeholder: "x".repeat(101) })],
    ["a label on a field inside a label", form({}, { label: "Twice" })],
    ["a label that is too long", form({ components: [{ ...part, label: "x".repeat(46) } as typeof part] })],
  ])("refuse %s", (_, wrong) => {
    expect(formProblems(wrong)).not.toEqual([])
  })

  test("that length can break are checked before sending", () => {
    expect(limits.formProblems(form())).toEqual([])
    expect(limits.formProblems(form({ title: "x".repeat(46) }))).toHaveLength(1)
    expect(limits.formProblems(form({}, { value: "x".repeat(4_001) }))).toHaveLength(1)
  })
})

describe("command limits", () => {
  const option = (name: string, more: object = {}) => ({
    type: ApplicationCommandOptionType.String as const,
    name,
    description: "An option.",
    ...more,
  })
  const command = (more: object = {}) => ({ name: "recall", description: "Recalls.", ...more })

  test.each<[string, object[]]>([
    ["capitals", [command({ name: "Recall" })]],
    ["spaces in a name", [command({ name: "re call" })]],
    ["33 characters in a name", [command({ name: "r".repeat(33) })]],
    ["no description", [command({ description: "" })]],
    ["a description of 101 characters", [command({ description: "x".repeat(101) })]],
    ["26 options", [command({ options: Array.from({ length: 26 }, (_, at) => option(`o${at}`)) })]],
    ["a repeated option", [command({ options: [option("a"), option("a")] })]],
    [
      "a required option after an optional one",
      [command({ options: [option("a"), option("b", { required: true })] })],
    ],
    [
      "26 choices",
      [
        command({
          options: [
            option("a", {
              choices: Array.from({ length: 26 }, (_, at) => ({ name: `${at}`, value: `${at}` })),
            }),
          ],
        }),
      ],
    ],
    [
      "choices beside autocomplete",
      [command({ options: [option("a", { autocomplete: true, choices: [{ name: "a", value: "a" }] })] })],
    ],
    [
      "subcommands beside options",
      [command({ options: [{ type: 1, name: "s", description: "S." }, option("a")] })],
    ],
    [
      "a group in a group",
      [
        command({
          options: [
            {
              type: 2,
              name: "g",
              description: "G.",
              options: [{ type: 2, name: "h", description: "H.", options: [] }],
            },
          ],
        }),
      ],
    ],
    [
      "8,001 characters",
      [
        command({
          options: Array.from({ length: 25 }, (_, at) =>
            option(`o${at}`, {
              description: "d".repeat(100),
              choices: Array.from({ length: 10 }, (_unused, no) => ({
                name: `${no} ${"n".repeat(20)}`,
                value: `${no}`,
              })),
            }),
          ),
        }),
      ],
    ],
    ["a repeated name", [command(), command()]],
    ["a menu with a description", [{ type: ApplicationCommandType.User, name: "Look", description: "No." }]],
    ["a translated name in capitals", [command({ name_localizations: { de: "Erinnern" } })]],
    ["101 commands", Array.from({ length: 101 }, (_, at) => command({ name: `c${at}` }))],
    ["16 menus", Array.from({ length: 16 }, (_, at) => ({ type: 3, name: `Menu ${at}` }))],
  ])("refuse %s", (_, wrong) => {
    expect(commandProblems(wrong)).not.toEqual([])
  })

  test("accept a menu with the name of a command, in any letter case", () => {
    const menu = { type: ApplicationCommandType.Message as const, name: "Remember this" }
    expect(commandProblems([command(), { ...menu, name: "recall" }, menu])).toEqual([])
    expect(builtCommand(menu)).toMatchObject(menu)
  })
})

test("suggestions are cut to Discord's limits and dropped if a cut would change their value", () => {
  const long = "n".repeat(101)
  const offered = [
    { name: long, value: "a" },
    { name: "b", value: long },
    { name: " ", value: "c" },
    { name: `${"n".repeat(99)}😀`, value: "d" },
    ...Array.from({ length: 30 }, (_, at) => ({ name: `${at}`, value: `${at}` })),
  ]
  expect(suggestionProblems(offered)).toHaveLength(4)
  const fit = fitSuggestions(offered)
  expect(suggestionProblems(fit)).toEqual([])
  expect(fit).toHaveLength(25)
  expect(fit.map(({ value }) => value).slice(0, 3)).toEqual(["a", "d", "0"])
  expect(fit[1]?.name.isWellFormed()).toBe(true)
})
