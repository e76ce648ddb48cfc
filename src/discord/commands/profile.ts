/** /profile: what is known about oneself, or about somebody as far as one may read it. */
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10"
import type { Command } from "../command.ts"
import { profilePage } from "../memories/profile.ts"
import { ONLY_PEOPLE } from "../pages/empty.ts"
import { startOf } from "../pages/place.ts"
import { said } from "../reply.ts"
import { IN_SERVERS } from "./places.ts"

export const profile: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "profile",
    description: "See what I know about you, or about somebody else",
    options: [
      {
        type: ApplicationCommandOptionType.User,
        name: "user",
        description: "Whose profile; yours if you leave it out",
      },
    ],
  },
  isPrivate: () => true,
  async run(asked, { people }) {
    const { user } = people
    if (user?.bot) return said(ONLY_PEOPLE)
    return profilePage(asked, startOf(user?.id ?? asked.asker.id))
  },
}
