/** `/keepsake`: server settings for managers. Each subcommand has a file of its own. */

import {
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ChannelType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from "discord-api-types/v10"
import { Refused } from "../../../domain/errors.ts"
import { INHERIT_MODE, INHERIT_NAME, MODE_NAMES } from "../../../policy/channel-modes.ts"
import { CHANNEL_MODES } from "../../../policy/settings.ts"
import {
  type Command,
  type CommandOptions,
  IN_SERVERS,
  type InteractionContext,
  type Reply,
} from "../../bot/ui/command.ts"
import { blockCommand, unblockCommand } from "./block.ts"
import { channelCommand } from "./channel.ts"
import { historyCommand } from "./history.ts"
import { importCommand } from "./import.ts"
import { requireManager } from "./manager-access.ts"
import { personaForm } from "./persona.ts"
import { policyCommand } from "./policy.ts"
import { reviewCommand } from "./review.ts"
import { setPaused, statusCommand } from "./status.ts"

// The command definition. Discord shows it to managers; `run` checks permissions again.

const { Subcommand, String: Text, Boolean: Flag, Channel, User } = ApplicationCommandOptionType

const CHANNEL: APIApplicationCommandSubcommandOption = {
  type: Subcommand,
  name: "channel",
  description: "Choose what is recorded per channel, and where the bot stays quiet",
  options: [
    {
      type: Channel,
      name: "channel",
      description: "A channel, thread or category. Leave empty to list all configured channels",
      channel_types: [
        ChannelType.GuildText,
        ChannelType.GuildVoice,
        ChannelType.GuildCategory,
        ChannelType.GuildAnnouncement,
        ChannelType.AnnouncementThread,
        ChannelType.PublicThread,
        ChannelType.PrivateThread,
        ChannelType.GuildStageVoice,
        ChannelType.GuildForum,
        ChannelType.GuildMedia,
      ],
    },
    {
      type: Text,
      name: "mode",
      description: "What Keepsake does with messages in this channel",
      choices: [
        ...CHANNEL_MODES.map((mode) => ({ name: MODE_NAMES[mode], value: mode })),
        { name: INHERIT_NAME, value: INHERIT_MODE },
      ],
    },
    { type: Flag, name: "quiet", description: "Do not answer mentions in this channel" },
  ],
}

/** Bit 5 of Discord's permissions is Manage Server. */
const KEEPSAKE: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  name: "keepsake",
  description: "Manage this server's memory",
  default_member_permissions: "32",
  ...IN_SERVERS,
  options: [
    { type: Subcommand, name: "status", description: "Channels, memory, cost and connection at a glance" },
    CHANNEL,
    { type: Subcommand, name: "policy", description: "Choose what becomes memory and how long data is kept" },
    { type: Subcommand, name: "history", description: "View earlier policy versions and restore one" },
    {
      type: Subcommand,
      name: "import",
      description: "Read messages from before: preview, start and progress",
    },
    {
      type: Subcommand,
      name: "review",
      description: "Review facts that need approval or contradict each other",
    },
    {
      type: Subcommand,
      name: "persona",
      description: "Set the bot's persona and house rules for this server",
    },
    {
      type: Subcommand,
      name: "block",
      description: "Stop recording and answering a member, or list who is blocked",
      options: [{ type: User, name: "member", description: "The member to block. Leave empty for the list" }],
    },
    {
      type: Subcommand,
      name: "unblock",
      description: "Record and answer a member again",
      options: [{ type: User, name: "member", description: "The member to unblock", required: true }],
    },
    { type: Subcommand, name: "pause", description: "Stop saving new memories. Existing memories stay" },
    { type: Subcommand, name: "resume", description: "Start saving new memories again" },
  ],
}

const PARTS: Record<string, (context: InteractionContext, options: CommandOptions) => Promise<Reply>> = {
  status: statusCommand,
  channel: channelCommand,
  policy: policyCommand,
  history: (context) => historyCommand(context),
  import: importCommand,
  review: reviewCommand,
  block: blockCommand,
  unblock: unblockCommand,
  pause: (context) => setPaused(context, true),
  resume: (context) => setPaused(context, false),
}

export const keepsake: Command = {
  definition: KEEPSAKE,
  isPrivate: () => true,
  async form(context, { path }) {
    if (path !== "persona") return null
    requireManager(context)
    return personaForm(context)
  },
  async run(context, options) {
    requireManager(context)
    const part = PARTS[options.path]
    if (part === undefined) throw new Refused({ reason: "unknown_command" })
    return part(context, options)
  },
}
