/** Opens a memory in the place of the list it stands in. */
import type { Action } from "../command.ts"
import { inHand } from "../memories/hand.ts"
import { detailPage } from "../pages/detail.ts"
import { readPlace } from "../pages/place.ts"
import { laidOut } from "../reply.ts"

export const open: Action = {
  name: "open",
  answers: "update",
  async run(asked, { args: [id, place] }) {
    const { found, mayChange } = await inHand(asked, id)
    return laidOut(detailPage({ found, mayChange, place: readPlace(place), now: Date.now() }))
  },
}
