/**
 * Builds Discord components for messages and forms, and timestamps. Pure; it knows nothing of memory. Every
 * builder takes the id or URL first, then the visible text, then options.
 */
import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIButtonComponentWithCustomId,
  type APIButtonComponentWithURL,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIContainerComponent,
  type APILabelComponent,
  type APISectionComponent,
  type APISelectMenuOption,
  type APISeparatorComponent,
  type APIStringSelectComponent,
  type APITextDisplayComponent,
  ButtonStyle,
  ComponentType,
  TextInputStyle,
} from "discord-api-types/v10"
import type { Time } from "../../../domain/types.ts"

/** Markdown. Discord allows 4,000 characters of text in one message; the caller stays below that. */
export function text(content: string): APITextDisplayComponent {
  return { type: ComponentType.TextDisplay, content }
}

/** A horizontal line with space around it. */
export function divider(): APISeparatorComponent {
  return { type: ComponentType.Separator }
}

/** The bar at the left of every page: Keepsake's own color, so that its pages are told apart at a glance. */
const ACCENT = 0x4752c4

/** A frame around the parts of a page. A null part is left out. */
export function container(...parts: (APIComponentInContainer | null)[]): APIContainerComponent {
  const components = parts.filter((part) => part !== null)
  return { type: ComponentType.Container, accent_color: ACCENT, components }
}

/** Up to five buttons, or one select. */
export function row(
  ...components: APIComponentInMessageActionRow[]
): APIActionRowComponent<APIComponentInMessageActionRow> {
  return { type: ComponentType.ActionRow, components }
}

/** Text with one button beside it. */
export function section(content: string, accessory: APIButtonComponent): APISectionComponent {
  return { type: ComponentType.Section, components: [text(content)], accessory }
}

/** The head of a page, with a picture of whom or what it is about beside it; `null` for none. */
export function head(
  content: string,
  pictureUrl: string | null,
): APISectionComponent | APITextDisplayComponent {
  if (pictureUrl === null) return text(content)
  const accessory = { type: ComponentType.Thumbnail as const, media: { url: pictureUrl } }
  return { type: ComponentType.Section, components: [text(content)], accessory }
}

/** Discord's own names for the styles of a button. */
const STYLES = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const

/** A label holds at most 80 characters, a custom id 100. */
export function button(
  custom_id: string,
  label: string,
  { style = "secondary", disabled = false }: { style?: keyof typeof STYLES; disabled?: boolean } = {},
): APIButtonComponentWithCustomId {
  const base = { type: ComponentType.Button as const, style: STYLES[style], custom_id, label }
  return disabled ? { ...base, disabled } : base
}

/** A button that opens a web address. */
export function linkButton(url: string, label: string): APIButtonComponentWithURL {
  return { type: ComponentType.Button, style: ButtonStyle.Link, url, label }
}

/**
 * A menu of at most 25 options, with labels of at most 100 characters. People choose exactly one; with
 * `atLeast`, any number from `atLeast` up to all options.
 */
export function select(
  custom_id: string,
  placeholder: string,
  { options, atLeast }: { options: APISelectMenuOption[]; atLeast?: number },
): APIStringSelectComponent {
  const amount = atLeast === undefined ? {} : { min_values: atLeast, max_values: options.length }
  return { type: ComponentType.StringSelect, custom_id, placeholder, options, ...amount }
}

interface FieldOptions {
  description?: string
  /** The field's value when the form opens. Discord refuses an empty value, so `null` leaves it out. */
  value: string | null
  min?: number
  max: number
  required: boolean
}

/** A multi-line field of a form. */
export function paragraphField(
  custom_id: string,
  label: string,
  { description, value, min, max, required }: FieldOptions,
): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    ...(description === undefined ? {} : { description }),
    component: {
      type: ComponentType.TextInput,
      custom_id,
      style: TextInputStyle.Paragraph,
      ...(value === null ? {} : { value }),
      ...(min === undefined ? {} : { min_length: min }),
      max_length: max,
      required,
    },
  }
}

/** An optional select field of a form. */
export function selectField(
  custom_id: string,
  label: string,
  options: APISelectMenuOption[],
): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    component: { type: ComponentType.StringSelect, custom_id, required: false, options },
  }
}

/** Timestamp formats: date and time, day, distance from now. */
const FORMATS = { full: "f", day: "D", relative: "R" } as const

/** Markdown that Discord renders in each reader's own language and time zone. */
export function timestamp(at: Time, format: keyof typeof FORMATS = "full"): string {
  return `<t:${Math.floor(at / 1_000)}:${FORMATS[format]}>`
}
