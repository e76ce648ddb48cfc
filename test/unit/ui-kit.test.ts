/** Each component of the UI kit is valid for Discord and omits defaults. */
import { ContainerBuilder, ModalBuilder } from "@discordjs/builders"
import { type APIMessageTopLevelComponent, ButtonStyle, ComponentType } from "discord-api-types/v10"
import { expect, test } from "vitest"
import { componentsReply, replyBody } from "../../src/discord/bot/ui/command.ts"
import {
  button,
  container,
  divider,
  linkButton,
  paragraphField,
  row,
  section,
  select,
  selectField,
  text,
  timestamp,
} from "../../src/discord/bot/ui/ui-kit.ts"
import { rewordForm } from "../../src/discord/features/admin/review.ts"
import { formProblems, messageProblems } from "../discord/payload-problems.ts"

const TWO = [
  { label: "One", value: "1" },
  { label: "Two", value: "2" },
]

test("a page with every component is valid for Discord", () => {
  const page = container(
    text("## Title"),
    null,
    divider(),
    section("words", linkButton("https://example.org", "Go to message")),
    row(button("a", "A", { style: "danger" }), button("b", "B", { disabled: true })),
    row(select("c", "Choose", { options: TWO })),
  )
  expect(() => new ContainerBuilder(page).toJSON()).not.toThrow()
  expect(problemsOf(page)).toEqual([])
})

test("a button is secondary and enabled by default", () => {
  expect(button("a", "A")).toEqual({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    custom_id: "a",
    label: "A",
  })
  expect(button("a", "A", { style: "success", disabled: true })).toMatchObject({
    style: ButtonStyle.Success,
    disabled: true,
  })
})

test("a container leaves out parts that are null", () => {
  expect(container(null, text("a"), null).components).toEqual([text("a")])
})

test("a select takes one option, or any number from the minimum to all", () => {
  expect(select("c", "Choose", { options: TWO })).not.toHaveProperty("max_values")
  expect(select("c", "Choose", { options: TWO, atLeast: 0 })).toMatchObject({ min_values: 0, max_values: 2 })
  expect(select("c", "Choose", { options: TWO, atLeast: 1 })).toMatchObject({ min_values: 1, max_values: 2 })
})

test("a form with fields is valid for Discord, with or without a value", () => {
  const form = {
    custom_id: "f",
    title: "Form",
    components: [
      paragraphField("a", "A", { value: null, max: 10, required: false }),
      paragraphField("b", "B", { description: "What B is.", value: "b", min: 1, max: 10, required: true }),
      selectField("c", "C", TWO),
    ],
  }
  expect(() => new ModalBuilder(form).toJSON()).not.toThrow()
  expect(formProblems(form)).toEqual([])
  expect(form.components[0]?.component).not.toHaveProperty("value")
})

test("a timestamp has whole seconds, in the past too", () => {
  expect(timestamp(1_999)).toBe("<t:1:f>")
  expect(timestamp(1_999, "day")).toBe("<t:1:D>")
  expect(timestamp(-1, "relative")).toBe("<t:-1:R>")
})

test("a fact too long for the rewording form still opens it", () => {
  const memory = { id: "m_1", fact: "🦔".repeat(300) }
  // The form reads only the id and the fact of a memory.
  const form = rewordForm(
    { memory: memory as Parameters<typeof rewordForm>[0]["memory"] },
    { version: 1, index: 0 },
  )
  expect(formProblems(form)).toEqual([])
})

function problemsOf(page: APIMessageTopLevelComponent): string[] {
  return messageProblems(replyBody(componentsReply(page)), [])
}
