/** Opens a memory in the place of the list it stands in. */
import type { Action } from "../../bot/ui/command.ts"
import { readPlace } from "../../bot/ui/place.ts"
import { laidOut } from "../../bot/ui/reply.ts"
import { inHand } from "../hand.ts"
import { detailPage } from "./detail.ts"

export const open: Action = {
  name: "open",
  answers: "update",
  async run(asked, { args: [id, place] }) {
    const { found, mayChange } = await inHand(asked, id)
    return laidOut(detailPage({ found, mayChange, place: readPlace(place), now: Date.now() }))
  },
}
