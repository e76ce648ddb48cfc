/** The menu on a person: their profile, as far as whoever asks may read it. */
import { ApplicationCommandType } from "discord-api-types/v10"
import type { Command } from "../../bot/ui/command.ts"
import { ONLY_PEOPLE } from "../../bot/ui/empty.ts"
import { startOf } from "../../bot/ui/place.ts"
import { IN_SERVERS } from "../../bot/ui/places.ts"
import { said } from "../../bot/ui/reply.ts"
import { profilePage } from "./profile-list.ts"

export const whatDoYouKnow: Command = {
  definition: { ...IN_SERVERS, type: ApplicationCommandType.User, name: "What do you know?" },
  isPrivate: () => true,
  async run(asked, { target }) {
    if (target?.kind !== "person" || target.person.bot) return said(ONLY_PEOPLE)
    return profilePage(asked, startOf(target.person.id))
  },
}
