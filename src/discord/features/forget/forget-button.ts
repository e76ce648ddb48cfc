/** Forgets one memory, at once: for ten minutes it can be taken back. */
import type { Action } from "../../bot/ui/command.ts"
import { deskOf } from "../../bot/ui/reading.ts"
import { inHand } from "../hand.ts"
import { forget as forgetAll, forgottenBefore } from "./forgetting.ts"

export const forget: Action = {
  name: "forget",
  answers: "update",
  async run(asked, { args: [id] }) {
    const before = await forgottenBefore(asked, await deskOf(asked))
    if (before !== null) return before
    const { desk, found } = await inHand(asked, id)
    return forgetAll(asked, desk, [found])
  },
}
