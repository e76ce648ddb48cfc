/** /recap: what was talked about lately, the latest day first, by topics and by talks that came to none. */
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10"
import type { Command } from "../../bot/ui/command.ts"
import { IN_SERVERS } from "../../bot/ui/places.ts"
import { MOST_DAYS } from "./recap-place.ts"
import { recapOf } from "./recap-read.ts"

export const recap: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "recap",
    description: "See what was talked about lately, where you can read it",
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        name: "days",
        description: "How many days back, besides today; 1 if you leave it out",
        min_value: 1,
        max_value: MOST_DAYS,
      },
    ],
  },
  isPrivate: () => true,
  run(asked, { values }) {
    const days = Math.min(Math.max(Math.trunc(Number(values.days ?? 1)) || 1, 1), MOST_DAYS)
    return recapOf(asked, { days, from: "start", key: null })
  },
}
