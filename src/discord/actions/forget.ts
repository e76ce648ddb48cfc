/** Forgets one memory, at once: for ten minutes it can be taken back. */
import type { Action } from "../command.ts"
import { forget as forgetAll, forgottenBefore } from "../memories/forgetting.ts"
import { inHand } from "../memories/hand.ts"
import { deskOf } from "../reading.ts"

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
