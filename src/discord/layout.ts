/** The pieces that laid-out answers are put together from: Discord's Components V2, spelled shorter. Pure; it knows nothing of memory. */
import {
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APIContainerComponent,
  type APIMessageTopLevelComponent,
  type APISelectMenuOption,
  type APIStringSelectComponent,
  type APITextDisplayComponent,
  ButtonStyle,
  ComponentType,
} from "discord-api-types/v10"

/** Discord's own limit on all text of one message is 4,000 characters: whoever lays out keeps below. */
export function words(content: string): APITextDisplayComponent {
  return { type: ComponentType.TextDisplay, content }
}

export function framed(...components: APIComponentInContainer[]): APIContainerComponent {
  return { type: ComponentType.Container, components }
}

export function line(): APIComponentInContainer {
  return { type: ComponentType.Separator, divider: true }
}

type Look = "plain" | "main" | "safe" | "danger"
const STYLE = {
  plain: ButtonStyle.Secondary,
  main: ButtonStyle.Primary,
  safe: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const satisfies Record<Look, ButtonStyle>

export function button(
  custom_id: string,
  label: string,
  { look = "plain", disabled = false }: { look?: Look; disabled?: boolean } = {},
): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, style: STYLE[look], custom_id, label, disabled }
}

/** At most five buttons, or one select. */
export function row(...components: (APIButtonComponentWithCustomId | APIStringSelectComponent)[]) {
  return { type: ComponentType.ActionRow, components } as const satisfies APIMessageTopLevelComponent
}

/** One of a list, or with `several` any number of it. */
export function select(
  custom_id: string,
  placeholder: string,
  { options, several = false }: { options: APISelectMenuOption[]; several?: boolean },
): APIStringSelectComponent {
  const amount = several ? { min_values: 0, max_values: options.length } : {}
  return { type: ComponentType.StringSelect, custom_id, placeholder, options, ...amount }
}

/** A moment as each reader's own clock tells it: `f` in full, `R` as how long ago. */
export function moment(at: number, style: "f" | "R" = "f"): string {
  return `<t:${Math.floor(at / 1_000)}:${style}>`
}
