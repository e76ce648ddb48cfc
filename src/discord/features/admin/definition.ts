/** What `/keepsake` looks like in Discord. Those who manage the server see it; who is let in is decided where it runs. */
import {
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ChannelType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from "discord-api-types/v10"
import { CHANNEL_MODES } from "../../../policy/settings.ts"
import { IN_SERVERS } from "../../bot/ui/places.ts"
import { AS_PARENT, MODE_NAMES } from "./channel-page.ts"

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
        { name: "As what it stands in", value: AS_PARENT },
      ],
    },
    { type: Flag, name: "quiet", description: "Whether mentions are left unanswered there" },
  ],
}

/** Bit 5 of Discord's permissions is Manage Server. */
export const KEEPSAKE: RESTPostAPIChatInputApplicationCommandsJSONBody = {
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
