/** Opens the form in which a memory is corrected. */
import type { Action } from "../command.ts"
import { inHand, refuseStrangers } from "../memories/hand.ts"
import { correctionForm } from "../pages/correction.ts"
import { readPlace } from "../pages/place.ts"

export const correct: Action = {
  name: "correct",
  answers: "form",
  async form(asked, { args: [id, place] }) {
    const hand = await inHand(asked, id)
    await refuseStrangers(asked, hand)
    return correctionForm(hand.found.memory, readPlace(place))
  },
}
