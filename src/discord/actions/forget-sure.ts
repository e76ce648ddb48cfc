/** Forgets all memories that were meant, once that was confirmed: those that were shown, and no others. */
import type { Action } from "../command.ts"
import { forget, forgottenBefore, meantBy } from "../memories/forgetting.ts"
import { nothingToForget } from "../pages/empty.ts"
import { confirmPage, printOf } from "../pages/forgetting.ts"
import { deskOf } from "../reading.ts"
import { laidOut, said } from "../reply.ts"

export const forgetSure: Action = {
  name: "forget-sure",
  answers: "update",
  async run(asked, { args: [words = "", print] }) {
    const desk = await deskOf(asked)
    const before = await forgottenBefore(asked, desk)
    if (before !== null) return before
    const matches = await meantBy(asked, desk, words)
    if (matches.length === 0) return said(nothingToForget(words))
    // Something was learned or forgotten since: it is asked again.
    if (printOf(matches) !== print) return laidOut(confirmPage(matches, words))
    return forget(asked, desk, matches)
  },
}
