/**
 * Rebuilds our payloads with @discordjs/builders. Each of its setters checks its input and throws if Discord
 * would refuse it.
 */
import {
  ActionRowBuilder,
  ButtonBuilder,
  ChannelSelectMenuBuilder,
  ContainerBuilder,
  ContextMenuCommandBuilder,
  FileBuilder,
  LabelBuilder,
  MentionableSelectMenuBuilder,
  ModalBuilder,
  RoleSelectMenuBuilder,
  SectionBuilder,
  SeparatorBuilder,
  SlashCommandAttachmentOption,
  SlashCommandBooleanOption,
  SlashCommandBuilder,
  SlashCommandChannelOption,
  SlashCommandIntegerOption,
  SlashCommandMentionableOption,
  SlashCommandNumberOption,
  SlashCommandRoleOption,
  SlashCommandStringOption,
  SlashCommandSubcommandBuilder,
  SlashCommandSubcommandGroupBuilder,
  SlashCommandUserOption,
  StringSelectMenuBuilder,
  StringSelectMenuOptionBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  ThumbnailBuilder,
  UserSelectMenuBuilder,
} from "@discordjs/builders"
import {
  type APIComponentInActionRow,
  type APIComponentInContainer,
  type APILabelComponent,
  type APIMessageTopLevelComponent,
  type APIModalInteractionResponseCallbackComponent,
  type APISectionAccessoryComponent,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ComponentType,
  type RESTPostAPIApplicationCommandsJSONBody,
} from "discord-api-types/v10"
import type { Form } from "../../src/discord/bot/ui/command.ts"

/** Any component that can be sent, at any depth. */
export type Part =
  | APIMessageTopLevelComponent
  | APIComponentInContainer
  | APIComponentInActionRow
  | APISectionAccessoryComponent
  | APIModalInteractionResponseCallbackComponent
  | APILabelComponent["component"]

interface Builder {
  toJSON(): unknown
}

/** Containers are filled separately from the setters, and a type follows from the builder. */
const HELD = ["type", "components", "component", "options", "accessory", "choices", "channel_types", "id"]
/** Setters whose names differ from their fields. */
const NAMED: Record<string, string> = { url: "setURL", nsfw: "setNSFW", file: "setURL", media: "setURL" }

/** Sets every field with the setter of its name. The builders do not know a field without one. */
function filled<B extends Builder>(builder: B, json: object): B {
  for (const [key, value] of Object.entries(json)) {
    if (HELD.includes(key) || value === undefined || value === null) continue
    const camel = key.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
    const name = NAMED[key] ?? `set${camel}`
    // The builders have no common type with all setters, so they are looked up by name.
    const setter = (builder as unknown as Record<string, ((value: unknown) => unknown) | undefined>)[name]
    if (setter === undefined) throw new Error(`the builders know no ${key}`)
    setter.call(builder, key === "file" || key === "media" ? (value as { url: string }).url : value)
  }
  return builder
}

/** Rebuilds a component. Throws the builders' errors. */
function builtPart(part: Part): Builder & { toJSON(): unknown } {
  switch (part.type) {
    case ComponentType.Container: {
      const container = filled(new ContainerBuilder(), part)
      container.spliceComponents(0, 0, part.components.map((one) => builtPart(one)) as never)
      return container
    }
    case ComponentType.ActionRow:
      return new ActionRowBuilder().addComponents(part.components.map((one) => builtPart(one)) as never)
    case ComponentType.Section: {
      const section = filled(new SectionBuilder(), part)
      section.addTextDisplayComponents(part.components.map((one) => builtPart(one)) as never)
      if (part.accessory.type === ComponentType.Button)
        section.setButtonAccessory(builtPart(part.accessory) as ButtonBuilder)
      else section.setThumbnailAccessory(filled(new ThumbnailBuilder(), part.accessory))
      return section
    }
    case ComponentType.Label:
      return builtLabel(part)
    case ComponentType.StringSelect:
      return filled(new StringSelectMenuBuilder(), part).addOptions(
        part.options.map((option) => filled(new StringSelectMenuOptionBuilder(), option)),
      )
    case ComponentType.ChannelSelect:
      return filled(new ChannelSelectMenuBuilder(), part).addChannelTypes(part.channel_types ?? [])
    default:
      return filled(emptyOf(part.type), part)
  }
}

function emptyOf(type: ComponentType): Builder {
  switch (type) {
    case ComponentType.Button:
      return new ButtonBuilder()
    case ComponentType.TextDisplay:
      return new TextDisplayBuilder()
    case ComponentType.Separator:
      return new SeparatorBuilder()
    case ComponentType.File:
      return new FileBuilder()
    case ComponentType.TextInput:
      return new TextInputBuilder()
    case ComponentType.UserSelect:
      return new UserSelectMenuBuilder()
    case ComponentType.RoleSelect:
      return new RoleSelectMenuBuilder()
    case ComponentType.MentionableSelect:
      return new MentionableSelectMenuBuilder()
    default:
      throw new Error(`no builder is known here for type ${type}`)
  }
}

function builtLabel(part: Extract<Part, { type: ComponentType.Label }>): LabelBuilder {
  const label = filled(new LabelBuilder(), part)
  const field = builtPart(part.component)
  if (field instanceof TextInputBuilder) return label.setTextInputComponent(field)
  if (field instanceof StringSelectMenuBuilder) return label.setStringSelectMenuComponent(field)
  if (field instanceof ChannelSelectMenuBuilder) return label.setChannelSelectMenuComponent(field)
  if (field instanceof UserSelectMenuBuilder) return label.setUserSelectMenuComponent(field)
  throw new Error("no builder is known here for what stands in the label")
}

/** Rebuilds all components of a message and converts them back to JSON. */
export function builtMessage(components: readonly Part[]): unknown[] {
  return components.map((part) => builtPart(part).toJSON())
}

export function builtForm(form: Form): unknown {
  const modal = filled(new ModalBuilder(), form)
  modal.addComponents(form.components.map((part) => builtPart(part)) as never)
  return modal.toJSON()
}

type Definition = RESTPostAPIApplicationCommandsJSONBody
interface Option {
  type: ApplicationCommandOptionType
  options?: readonly Option[]
  choices?: readonly { name: string; value: string | number }[]
  channel_types?: readonly number[]
}

const OPTIONS: Partial<Record<ApplicationCommandOptionType, [new () => Builder, string]>> = {
  [ApplicationCommandOptionType.Subcommand]: [SlashCommandSubcommandBuilder, "addSubcommand"],
  [ApplicationCommandOptionType.SubcommandGroup]: [SlashCommandSubcommandGroupBuilder, "addSubcommandGroup"],
  [ApplicationCommandOptionType.String]: [SlashCommandStringOption, "addStringOption"],
  [ApplicationCommandOptionType.Integer]: [SlashCommandIntegerOption, "addIntegerOption"],
  [ApplicationCommandOptionType.Number]: [SlashCommandNumberOption, "addNumberOption"],
  [ApplicationCommandOptionType.Boolean]: [SlashCommandBooleanOption, "addBooleanOption"],
  [ApplicationCommandOptionType.User]: [SlashCommandUserOption, "addUserOption"],
  [ApplicationCommandOptionType.Channel]: [SlashCommandChannelOption, "addChannelOption"],
  [ApplicationCommandOptionType.Role]: [SlashCommandRoleOption, "addRoleOption"],
  [ApplicationCommandOptionType.Mentionable]: [SlashCommandMentionableOption, "addMentionableOption"],
  [ApplicationCommandOptionType.Attachment]: [SlashCommandAttachmentOption, "addAttachmentOption"],
}

/** Rebuilds a command's definition. Throws the builders' errors. */
export function builtCommand(definition: Definition): unknown {
  if (definition.type === ApplicationCommandType.User || definition.type === ApplicationCommandType.Message)
    return filled(new ContextMenuCommandBuilder().setType(definition.type), definition).toJSON()
  const command = filled(new SlashCommandBuilder(), definition)
  const options = "options" in definition ? (definition.options ?? []) : []
  addOptions(command, options as readonly Option[])
  return command.toJSON()
}

function addOptions(holder: Builder, options: readonly Option[]): void {
  // Methods are looked up by name, as above.
  const methods = holder as unknown as Record<string, (value: unknown) => unknown>
  for (const option of options) {
    const [Made, method] = OPTIONS[option.type] ?? []
    if (!Made || !method) throw new Error(`no builder is known here for options of type ${option.type}`)
    const made = filled(new Made(), option)
    const own = made as unknown as Record<string, (...values: unknown[]) => unknown>
    if (option.choices?.length) own.addChoices?.(...option.choices)
    if (option.channel_types?.length) own.addChannelTypes?.(...option.channel_types)
    addOptions(made, option.options ?? [])
    methods[method]?.call(holder, made)
  }
}
