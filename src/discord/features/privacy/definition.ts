/** What `/privacy` looks like in Discord. It is everyone's. */
import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from "discord-api-types/v10"
import { IN_SERVERS } from "../../bot/ui/places.ts"

const { Subcommand, String: Text } = ApplicationCommandOptionType

export const EVERYWHERE = "everywhere"

const WHERE: APIApplicationCommandBasicOption = {
  type: Text,
  name: "where",
  description: "In this server alone, unless you say otherwise",
  choices: [
    { name: "In this server", value: "here" },
    { name: "In every server that this bot is in", value: EVERYWHERE },
  ],
}

export const PRIVACY: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  name: "privacy",
  description: "What is remembered of you, and your say in it. Only you see the answers",
  ...IN_SERVERS,
  options: [
    { type: Subcommand, name: "see", description: "What is held about you here, and for how long" },
    { type: Subcommand, name: "export", description: "All of it as one file" },
    {
      type: Subcommand,
      name: "opt-out",
      description: "From now on, not to be heard or remembered",
      options: [WHERE],
    },
    { type: Subcommand, name: "opt-in", description: "To be remembered again", options: [WHERE] },
    { type: Subcommand, name: "erase", description: "Erase everything held about you here" },
  ],
}
