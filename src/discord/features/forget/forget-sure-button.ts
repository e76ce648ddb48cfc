/** Forgets all memories that were meant, once that was confirmed: those that were shown, and no others. */
import type { Action } from "../../bot/ui/command.ts"
import { nothingToForget } from "../../bot/ui/empty.ts"
import { deskOf } from "../../bot/ui/reading.ts"
import { laidOut, said } from "../../bot/ui/reply.ts"
import { forget, forgottenBefore, meantBy } from "./forgetting.ts"
import { confirmPage, printOf } from "./pages.ts"

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
