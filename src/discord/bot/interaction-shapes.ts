/** Schemas of Discord's interactions. Parsing drops every field that is not used. Shapes only. */
import { ApplicationCommandType, ComponentType, InteractionType } from "discord-api-types/v10"
import { z } from "zod"
import { PermissionBits, PictureHash } from "../../access/structure-shapes.ts"
import { Snowflake } from "../../domain/ids.ts"
import { avatarsOn } from "./ui/pictures.ts"

/** An odd picture counts as none. */
const Avatar = PictureHash.nullable().catch(null).default(null)

const UserSchema = z.object({
  id: Snowflake,
  username: z.string(),
  global_name: z.string().nullish(),
  avatar: Avatar,
  bot: z.boolean().default(false),
})

const MemberSchema = z.object({
  nick: z.string().nullish(),
  avatar: Avatar,
  roles: z.array(Snowflake),
})

/** The person who interacts, with their current roles and permissions as Discord reports them. */
const AskerSchema = MemberSchema.extend({ user: UserSchema, permissions: PermissionBits })

const ChannelSchema = z.object({
  id: Snowflake,
  type: z.number().int(),
  name: z.string().nullish(),
  parent_id: Snowflake.nullish(),
})

const MessageSchema = z.object({
  id: Snowflake,
  content: z.string().default(""),
  timestamp: z.string(),
  author: UserSchema,
  webhook_id: Snowflake.optional(),
})

const ResolvedSchema = z.object({
  users: z.record(Snowflake, UserSchema).default({}),
  members: z.record(Snowflake, MemberSchema).default({}),
  channels: z.record(Snowflake, ChannelSchema).default({}),
  messages: z.record(Snowflake, MessageSchema).default({}),
})

export interface OptionInput {
  name: string
  type: number
  value?: string | number | boolean | undefined
  focused?: boolean | undefined
  options?: OptionInput[] | undefined
}

const OptionSchema: z.ZodType<OptionInput> = z.object({
  name: z.string(),
  type: z.number().int(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  focused: z.boolean().optional(),
  get options() {
    return z.array(OptionSchema).optional()
  },
})

const Base = z.object({
  id: Snowflake,
  application_id: Snowflake,
  token: z.string().min(1),
  locale: z.string().default("en-US"),
  guild_locale: z.string().default("en-US"),
  guild_id: Snowflake.optional(),
  channel_id: Snowflake.optional(),
  channel: ChannelSchema.optional(),
  /** Absent outside a guild. */
  member: AskerSchema.optional(),
  /** The place of the interaction: 0 is a guild. */
  context: z.number().int().optional(),
})

const CommandData = z.object({
  id: Snowflake.optional(),
  name: z.string(),
  type: z.enum(ApplicationCommandType),
  target_id: Snowflake.optional(),
  options: z.array(OptionSchema).default([]),
  resolved: ResolvedSchema.prefault({}),
})

const PressData = z.object({
  custom_id: z.string(),
  component_type: z.enum(ComponentType),
  values: z.array(z.string()).default([]),
})

/** A field of a submitted form: its text or its selection. */
const FieldSchema = z.object({
  type: z.number().int(),
  custom_id: z.string(),
  value: z.union([z.string(), z.boolean()]).nullish(),
  values: z.array(z.string()).optional(),
})

/**
 * Fields are in labels (type 18), or in rows (type 1) in older forms. Other parts of a form have no value.
 */
const FormPartSchema = z.object({
  type: z.number().int(),
  component: FieldSchema.optional(),
  components: z.array(FieldSchema).optional(),
})

const FormData = z.object({ custom_id: z.string(), components: z.array(FormPartSchema) })

/** The message of a component, or the message that a form was opened from: of its content, the pictures of people. */
const ParentMessage = z
  .object({
    id: Snowflake,
    flags: z.number().int().default(0),
    components: z.array(z.unknown()).catch([]).default([]),
  })
  .transform(({ id, flags, components }) => ({ id, flags, avatars: avatarsOn(components) }))

const PingSchema = z.object({ type: z.literal(InteractionType.Ping), application_id: Snowflake })

export const InteractionSchema = z.discriminatedUnion("type", [
  Base.extend({ type: z.literal(InteractionType.ApplicationCommand), data: CommandData }),
  Base.extend({ type: z.literal(InteractionType.ApplicationCommandAutocomplete), data: CommandData }),
  Base.extend({
    type: z.literal(InteractionType.MessageComponent),
    data: PressData,
    message: ParentMessage,
  }),
  Base.extend({
    type: z.literal(InteractionType.ModalSubmit),
    data: FormData,
    message: ParentMessage.optional(),
  }),
])

/** Any body that Discord posts. */
export const BodySchema = z.discriminatedUnion("type", [PingSchema, InteractionSchema])

export type Interaction = z.output<typeof InteractionSchema>
type InteractionOf<T extends InteractionType> = Extract<Interaction, { type: T }>
export type CommandInteraction = InteractionOf<
  InteractionType.ApplicationCommand | InteractionType.ApplicationCommandAutocomplete
>
export type ComponentInteraction = InteractionOf<
  InteractionType.MessageComponent | InteractionType.ModalSubmit
>
export type InteractionUser = z.output<typeof UserSchema>
export type InteractionMember = z.output<typeof MemberSchema>
export type ResolvedData = z.output<typeof ResolvedSchema>
