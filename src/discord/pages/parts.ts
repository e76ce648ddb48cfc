/** The parts that pages are laid out of: Discord's components, with as little said as they need. Pure. */
import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIContainerComponent,
  type APISectionComponent,
  type APISeparatorComponent,
  type APIStringSelectComponent,
  type APITextDisplayComponent,
  ButtonStyle,
  ComponentType,
} from "discord-api-types/v10"

export type Part = APIComponentInContainer

export function text(content: string): APITextDisplayComponent {
  return { type: ComponentType.TextDisplay, content }
}

export function rule(): APISeparatorComponent {
  return { type: ComponentType.Separator }
}

/** Something to press: `id` is its custom id. */
export function button(label: string, id: string, style: "plain" | "chief" | "grave" = "plain") {
  const styles = {
    plain: ButtonStyle.Secondary,
    chief: ButtonStyle.Primary,
    grave: ButtonStyle.Danger,
  } as const
  return {
    type: ComponentType.Button,
    label,
    custom_id: id,
    style: styles[style],
  } satisfies APIButtonComponent
}

export function linkButton(label: string, url: string): APIButtonComponent {
  return { type: ComponentType.Button, label, url, style: ButtonStyle.Link }
}

/** Words with one button beside them. */
export function section(content: string, accessory: APIButtonComponent): APISectionComponent {
  return { type: ComponentType.Section, components: [text(content)], accessory }
}

export function row(
  ...components: APIComponentInMessageActionRow[]
): APIActionRowComponent<APIComponentInMessageActionRow> {
  return { type: ComponentType.ActionRow, components }
}

/** A choice of several; Discord takes at most 25 options, with labels of at most 100 characters. */
export function choice(
  id: string,
  placeholder: string,
  options: readonly { label: string; value: string }[],
): APIStringSelectComponent {
  return {
    type: ComponentType.StringSelect,
    custom_id: id,
    placeholder,
    min_values: 1,
    max_values: options.length,
    options: [...options],
  }
}

/** All of a page in one frame. */
export function framed(...parts: (Part | null)[]): APIContainerComponent {
  return { type: ComponentType.Container, components: parts.filter((part) => part !== null) }
}
