/** Where a memory was learned: what was said, by whom, with links. */
import type { Action } from "../command.ts"
import { inHand } from "../memories/hand.ts"
import { sourcesPage } from "../pages/detail.ts"
import { readPlace } from "../pages/place.ts"
import { laidOut } from "../reply.ts"

export const sources: Action = {
  name: "sources",
  answers: "update",
  async run(asked, { args: [id, place] }) {
    const { found } = await inHand(asked, id)
    return laidOut(sourcesPage({ found, place: readPlace(place) }))
  },
}
