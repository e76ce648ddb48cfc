/** Asks whether all memories that were meant are to go. */
import type { Action } from "../../bot/ui/command.ts"
import { nothingToForget } from "../../bot/ui/empty.ts"
import { deskOf } from "../../bot/ui/reading.ts"
import { laidOut, said } from "../../bot/ui/reply.ts"
import { meantBy } from "./forgetting.ts"
import { confirmPage } from "./pages.ts"

export const forgetAll: Action = {
  name: "forget-all",
  answers: "update",
  async run(asked, { args: [words = ""] }) {
    const matches = await meantBy(asked, await deskOf(asked), words)
    return matches.length === 0 ? said(nothingToForget(words)) : laidOut(confirmPage(matches, words))
  },
}
