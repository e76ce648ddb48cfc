/** Opens the form in which a memory is corrected. */
import { Refused } from "../../errors.ts"
import type { Action } from "../command.ts"
import { inHand } from "../memories/hand.ts"
import { correctionForm } from "../pages/correction.ts"
import { readPlace } from "../pages/place.ts"

export const correct: Action = {
  name: "correct",
  answers: "form",
  async form(asked, { args: [id, place] }) {
    const { found, mayChange } = await inHand(asked, id)
    if (!mayChange) throw new Refused({ reason: "not_yours" })
    return correctionForm(found.memory, readPlace(place))
  },
}
