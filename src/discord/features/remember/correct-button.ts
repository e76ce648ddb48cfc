/** Opens the form in which a memory is corrected. */
import type { Action } from "../../bot/ui/command.ts"
import { readPlace } from "../../bot/ui/place.ts"
import { inHand, refuseStrangers } from "../hand.ts"
import { correctionForm } from "./correction.ts"

export const correct: Action = {
  name: "correct",
  answers: "form",
  async form(asked, { args: [id, place] }) {
    const hand = await inHand(asked, id)
    await refuseStrangers(asked, hand)
    return correctionForm(hand.found.memory, readPlace(place))
  },
}
