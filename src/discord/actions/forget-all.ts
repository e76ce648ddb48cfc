/** Asks whether all memories that were meant are to go. */
import type { Action } from "../command.ts"
import { meantBy } from "../memories/forgetting.ts"
import { nothingToForget } from "../pages/empty.ts"
import { confirmPage } from "../pages/forgetting.ts"
import { deskOf } from "../reading.ts"
import { laidOut, said } from "../reply.ts"

export const forgetAll: Action = {
  name: "forget-all",
  answers: "update",
  async run(asked, { args: [words = ""] }) {
    const matches = await meantBy(asked, await deskOf(asked), words)
    return matches.length === 0 ? said(nothingToForget(words)) : laidOut(confirmPage(matches, words))
  },
}
