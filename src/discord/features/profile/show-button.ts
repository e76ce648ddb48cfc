/** Opens a memory beside the list it stands in, for whoever asks alone: the list stays. */
import type { Action } from "../../bot/ui/command.ts"
import { laidOut } from "../../bot/ui/reply.ts"
import { inHand } from "../hand.ts"
import { detailPage } from "./detail.ts"

export const show: Action = {
  name: "show",
  answers: "reply",
  async run(asked, { args: [id] }) {
    const { found, mayChange } = await inHand({ ...asked, isPrivate: true }, id)
    return laidOut(detailPage({ found, mayChange, place: null, now: Date.now() }))
  },
}
