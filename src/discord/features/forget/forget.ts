/** /forget: takes back what is known about oneself, by what it says or by picking it. One match goes at once; of several it is asked which. */
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10"
import type { Command } from "../../bot/ui/command.ts"
import { nothingToForget } from "../../bot/ui/empty.ts"
import { IN_SERVERS } from "../../bot/ui/places.ts"
import { deskOf } from "../../bot/ui/reading.ts"
import { laidOut, said } from "../../bot/ui/reply.ts"
import { inHand, isMemoryId } from "../hand.ts"
import { ownFacts } from "../profile/suggesting.ts"
import { forget as forgetAll, forgottenBefore, meantBy } from "./forgetting.ts"
import { choicesPage } from "./pages.ts"

/** What was asked with goes along in a custom id. */
const LONGEST = 70

export const forget: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "forget",
    description: "Have me forget something about you; you can undo it for ten minutes",
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "what",
        description: "What it is about, or pick it while you type; “everything” is everything",
        required: true,
        max_length: LONGEST,
        autocomplete: true,
      },
    ],
  },
  isPrivate: () => true,
  async run(asked, { values }) {
    const what = String(values.what ?? "").trim()
    const desk = await deskOf(asked)
    const before = await forgottenBefore(asked, desk)
    if (before !== null) return before
    const matches = isMemoryId(what) ? [(await inHand(asked, what)).found] : await meantBy(asked, desk, what)
    if (matches.length === 0) return said(nothingToForget(what))
    return matches.length === 1 ? forgetAll(asked, desk, matches) : laidOut(choicesPage(matches, what))
  },
  suggest: (asked, _, { value }) => ownFacts(asked, value, ({ memory }) => memory.id),
}
