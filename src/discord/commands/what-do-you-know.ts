/** The menu on a person: their profile, as far as whoever asks may read it. */
import { ApplicationCommandType } from "discord-api-types/v10"
import type { Command } from "../command.ts"
import { profilePage } from "../memories/profile.ts"
import { ONLY_PEOPLE } from "../pages/empty.ts"
import { startOf } from "../pages/place.ts"
import { said } from "../reply.ts"
import { IN_SERVERS } from "./places.ts"

export const whatDoYouKnow: Command = {
  definition: { ...IN_SERVERS, type: ApplicationCommandType.User, name: "What do you know?" },
  isPrivate: () => true,
  async run(asked, { target }) {
    if (target?.kind !== "person" || target.person.bot) return said(ONLY_PEOPLE)
    return profilePage(asked, startOf(target.person.id))
  },
}
