/** Where a memory was learned: what was said, by whom, with links. */
import type { Action } from "../../bot/ui/command.ts"
import { readPlace } from "../../bot/ui/place.ts"
import { laidOut } from "../../bot/ui/reply.ts"
import { inHand } from "../hand.ts"
import { sourcesPage } from "./detail.ts"

export const sources: Action = {
  name: "sources",
  answers: "update",
  async run(asked, { args: [id, place] }) {
    const { found } = await inHand(asked, id)
    return laidOut(sourcesPage({ found, place: readPlace(place) }))
  },
}
