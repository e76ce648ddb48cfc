/** `/keepsake`: server settings for managers. Each subcommand has a file of its own. */

import {
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ChannelType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from "discord-api-types/v10"
import { Refused } from "../../../domain/errors.ts"
import { CHANNEL_MODES } from "../../../policy/settings.ts"
import {
  type Command,
  type CommandOptions,
  IN_SERVERS,
  type InteractionContext,
  type Reply,
} from "../../bot/ui/command.ts"
import { channelCommand, INHERIT_MODE, MODE_NAMES } from "./channel.ts"
import { historyCommand } from "./history.ts"
import { requireManager } from "./manager-access.ts"
import { personaForm } from "./persona.ts"
import { policyCommand } from "./policy.ts"
import { reviewCommand } from "./review.ts"
import { setPaused, statusCommand } from "./status.ts"

// The command definition. Discord shows it to managers; `run` checks permissions again.

const { Subcommand, String: Text, Boolean: Flag, Channel } = ApplicationCommandOptionType

const CHANNEL: APIApplicationCommandSubcommandOption = {
  type: Subcommand,
  name: "channel",
  description: "Which channels are heard, and where the bot keeps quiet",
  options: [
    {
      type: Channel,
      name: "channel",
      description: "A channel, thread or category; without it, all that are named",
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
      description: "What is done with what is said there",
      choices: [
        ...CHANNEL_MODES.map((mode) => ({ name: MODE_NAMES[mode], value: mode })),
        { name: "As what it stands in", value: INHERIT_MODE },
      ],
    },
    { type: Flag, name: "quiet", description: "Whether mentions are left unanswered there" },
  ],
}

/** Bit 5 of Discord's permissions is Manage Server. */
const KEEPSAKE: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  name: "keepsake",
  description: "Look after this server's memory",
  default_member_permissions: "32",
  ...IN_SERVERS,
  options: [
    { type: Subcommand, name: "status", description: "What is heard, what is known, and what it costs" },
    CHANNEL,
    { type: Subcommand, name: "policy", description: "What may become memory, and how long things are kept" },
    { type: Subcommand, name: "history", description: "Earlier policies, and back to one of them" },
    {
      type: Subcommand,
      name: "review",
      description: "Decide on what waits for approval or contradicts itself",
    },
    {
      type: Subcommand,
      name: "persona",
      description: "How the bot talks here, and the house rules it minds",
    },
    { type: Subcommand, name: "pause", description: "Stop remembering; what is known stays" },
    { type: Subcommand, name: "resume", description: "Go on remembering" },
  ],
}

const PARTS: Record<string, (context: InteractionContext, options: CommandOptions) => Promise<Reply>> = {
  status: statusCommand,
  channel: channelCommand,
  policy: policyCommand,
  history: (context) => historyCommand(context),
  review: reviewCommand,
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
