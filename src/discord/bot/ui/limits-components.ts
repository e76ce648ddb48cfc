/** Discord's limits on single components: https://discord.com/developers/docs/components/reference. Pure. */
import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInActionRow,
  type APIComponentInContainer,
  type APILabelComponent,
  type APIMessageTopLevelComponent,
  type APIModalInteractionResponseCallbackComponent,
  type APISectionAccessoryComponent,
  type APISectionComponent,
  type APISelectMenuComponent,
  type APITextInputComponent,
  ButtonStyle,
  ComponentType,
} from "discord-api-types/v10"

export type Part =
  | APIMessageTopLevelComponent
  | APIComponentInContainer
  | APIComponentInActionRow
  | APISectionAccessoryComponent
  | APIModalInteractionResponseCallbackComponent
  | APILabelComponent["component"]

const CUSTOM_ID = 100
const OPTION = 100

/** Every limit that a component, or what stands in it, breaks. */
export function partProblems(part: Part): string[] {
  switch (part.type) {
    case ComponentType.Container:
      return [
        ...problems([[part.components.length > 0, "a container is empty"]]),
        ...part.components.flatMap((one) => partProblems(one)),
      ]
    case ComponentType.ActionRow:
      return rowProblems(part)
    case ComponentType.Section:
      return sectionProblems(part)
    case ComponentType.Button:
      return buttonProblems(part)
    case ComponentType.TextDisplay:
      return problems([[within(part.content, 1, 4_000), "a text is empty or longer than 4000"]])
    case ComponentType.Label:
      return labelProblems(part)
    case ComponentType.TextInput:
      return inputProblems(part)
    case ComponentType.StringSelect:
    case ComponentType.UserSelect:
    case ComponentType.RoleSelect:
    case ComponentType.MentionableSelect:
    case ComponentType.ChannelSelect:
      return selectProblems(part)
    case ComponentType.MediaGallery:
      return problems([
        [part.items.length >= 1 && part.items.length <= 10, "a gallery has not 1 to 10 items"],
      ])
    default:
      return "custom_id" in part ? idProblems(part) : []
  }
}

function rowProblems({ components }: APIActionRowComponent<APIComponentInActionRow>): string[] {
  const buttons = components.filter(({ type }) => type === ComponentType.Button).length
  return [
    ...problems([
      [components.length > 0, "a row is empty"],
      [
        buttons === components.length ? buttons <= 5 : components.length === 1,
        "a row has neither up to 5 buttons nor one other component",
      ],
    ]),
    ...components.flatMap((one) => partProblems(one)),
  ]
}

function sectionProblems({ components, accessory }: APISectionComponent): string[] {
  const { Button, Thumbnail } = ComponentType
  return [
    ...problems([
      [components.length >= 1 && components.length <= 3, "a section has not 1 to 3 texts"],
      [[Button, Thumbnail].includes(accessory?.type), "a section has no button or thumbnail beside it"],
    ]),
    ...components.flatMap((one) => partProblems(one)),
    ...(accessory ? partProblems(accessory) : []),
  ]
}

function buttonProblems(button: APIButtonComponent): string[] {
  if (button.style === ButtonStyle.Premium) return []
  const { label, emoji } = button
  const reach = button.style === ButtonStyle.Link ? within(button.url, 1, 512) : true
  return [
    ...problems([
      [(label?.length ?? 0) <= 80, "a button's label is longer than 80"],
      [Boolean(label) || emoji !== undefined, "a button has neither label nor emoji"],
      [reach, "a button's address is empty or longer than 512"],
    ]),
    ...("custom_id" in button ? idProblems(button) : []),
  ]
}

function selectProblems(select: APISelectMenuComponent): string[] {
  const { min_values = 1, max_values = 1, placeholder = "" } = select
  const options = select.type === ComponentType.StringSelect ? select.options : null
  return [
    ...idProblems(select),
    ...problems([
      [placeholder.length <= 150, "a select's placeholder is longer than 150"],
      [min_values >= 0 && min_values <= 25, "a select's least is not 0 to 25"],
      [max_values >= Math.max(1, min_values) && max_values <= 25, "a select's most is not its least to 25"],
      [options === null || (options.length >= 1 && options.length <= 25), "a select has not 1 to 25 options"],
      [options === null || max_values <= options.length, "a select takes more than it offers"],
      [
        new Set(options?.map(({ value }) => value)).size === (options?.length ?? 0),
        "two options of a select are one value",
      ],
    ]),
    ...(options ?? []).flatMap(({ label, value, description }) =>
      problems([
        [within(label, 1, OPTION), "an option's label is not of 1 to 100"],
        [within(value, 1, OPTION), "an option's value is not of 1 to 100"],
        [
          description === undefined || within(description, 1, OPTION),
          "an option's description is not of 1 to 100",
        ],
      ]),
    ),
  ]
}

function labelProblems({ label, description, component }: APILabelComponent): string[] {
  return [
    ...problems([
      [within(label, 1, 45), "a label is not of 1 to 45"],
      [description === undefined || within(description, 1, 100), "a label's description is not of 1 to 100"],
      [!("label" in component) || component.label === undefined, "a field in a label has a label of its own"],
    ]),
    ...partProblems(component),
  ]
}

function inputProblems(input: APITextInputComponent): string[] {
  const { label, value = "", placeholder = "", min_length = 0, max_length = 4_000 } = input
  return [
    ...idProblems(input),
    ...problems([
      [!label || within(label, 1, 45), "a field's label is not of 1 to 45"],
      [value.length <= Math.min(max_length, 4_000), "a field's value is longer than it or Discord takes"],
      [placeholder.length <= 100, "a field's placeholder is longer than 100"],
      [min_length >= 0 && min_length <= max_length, "a field's least length is not 0 to its most"],
      [max_length >= 1 && max_length <= 4_000, "a field's most length is not 1 to 4000"],
    ]),
  ]
}

function idProblems({ custom_id }: { custom_id: string }): string[] {
  return problems([
    [
      within(custom_id, 1, CUSTOM_ID),
      `a custom id of ${custom_id.split(":", 1)} is not of 1 to ${CUSTOM_ID}`,
    ],
  ])
}

/** The words of the conditions that do not hold. */
export function problems(conditions: readonly [holds: boolean, otherwise: string][]): string[] {
  return conditions.filter(([holds]) => !holds).map(([, otherwise]) => otherwise)
}

export function within(words: string, least: number, most: number): boolean {
  return words.length >= least && words.length <= most
}
