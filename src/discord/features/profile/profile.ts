/** /profile: what is known about oneself, or about somebody as far as one may read it. */
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10"
import type { Command } from "../../bot/ui/command.ts"
import { ONLY_PEOPLE } from "../../bot/ui/empty.ts"
import { startOf } from "../../bot/ui/place.ts"
import { IN_SERVERS } from "../../bot/ui/places.ts"
import { said } from "../../bot/ui/reply.ts"
import { profilePage } from "./profile-list.ts"

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
