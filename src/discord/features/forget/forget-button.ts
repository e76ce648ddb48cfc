/** Forgets one memory, at once: for ten minutes it can be taken back. */

import { Refused } from "../../../domain/errors.ts"
import { undoChange as putBack } from "../../../memory/removal/undo.ts"
import { followWrites } from "../../../runtime/channels.ts"
import { type Action, laidOut, said } from "../../bot/ui/command.ts"
import { deskOf, manages } from "../../bot/ui/reading.ts"
import { nothingToForget } from "../../bot/ui/words.ts"
import { allInHand, inHand } from "../fact.ts"
import { confirmPage, forgetShown, forgottenBefore, meantBy, printOf, restoredPage } from "./forget.ts"

export const forget: Action = {
  name: "forget",
  answers: "update",
  async run(asked, { args: [id] }) {
    const before = await forgottenBefore(asked, await deskOf(asked))
    if (before !== null) return before
    const { desk, found } = await inHand(asked, id)
    return forgetShown(asked, desk, [found])
  },
}

// Puts back what was forgotten or corrected.

export const undo: Action = {
  name: "undo",
  answers: "update",
  async run(asked, { args: [id = ""] }) {
    const { ground, guildId, asker } = asked
    const { entered } = await deskOf(asked)
    const undoing = { id, userId: asker.id, manages: manages(asker), press: asked.id, now: Date.now() }
    const done = await putBack(entered.db, guildId, undoing)
    if ("reason" in done) throw new Refused(done)
    followWrites(ground, guildId)
    return laidOut(restoredPage(done.ids))
  },
}

// Asks whether all memories that were meant are to go.

export const forgetAll: Action = {
  name: "forget-all",
  answers: "update",
  async run(asked, { args: [words = ""] }) {
    const matches = await meantBy(asked, await deskOf(asked), words)
    return matches.length === 0 ? said(nothingToForget(words)) : laidOut(confirmPage(matches, words))
  },
}

// Forgets the memories picked from a list of those that were meant.

/** Discord offers at most so many to pick from. */
const MOST = 25

export const forgetPicked: Action = {
  name: "forget-picked",
  answers: "update",
  async run(asked, { values }) {
    const before = await forgottenBefore(asked, await deskOf(asked))
    if (before !== null) return before
    const picked = await allInHand(asked, values.slice(0, MOST))
    const [first] = picked
    if (first === undefined) throw new Refused({ reason: "nothing_known" })
    return forgetShown(
      asked,
      first.desk,
      picked.map(({ found }) => found),
    )
  },
}

// Forgets all memories that were meant, once that was confirmed: those that were shown, and no others.

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
    return forgetShown(asked, desk, matches)
  },
}
