/** Forgets one memory, at once: for ten minutes it can be taken back. */

import { Refused } from "../../../domain/errors.ts"
import { undoChange as putBack } from "../../../memory/removal/undo.ts"
import { followWrites } from "../../../runtime/channels.ts"
import { type Action, componentsReply, textReply } from "../../bot/ui/command.ts"
import { guildReader, isManager } from "../../bot/ui/guild-reader.ts"
import { nothingToForgetText } from "../../bot/ui/memory-texts.ts"
import { loadMemories, loadMemory } from "../fact.ts"
import {
  confirmPage,
  findMeantMemories,
  forgetAndReply,
  priorForgetReply,
  restoredPage,
  selectionFingerprint,
} from "./forget.ts"

export const forgetButton: Action = {
  name: "forget",
  answers: "update",
  async run(asked, { args: [id] }) {
    const before = await priorForgetReply(asked, await guildReader(asked))
    if (before !== null) return before
    const { desk, found } = await loadMemory(asked, id)
    return forgetAndReply(asked, desk, [found])
  },
}

// Puts back what was forgotten or corrected.

export const undoButton: Action = {
  name: "undo",
  answers: "update",
  async run(asked, { args: [id = ""] }) {
    const { ground, guildId, asker } = asked
    const { entered } = await guildReader(asked)
    const undoing = { id, userId: asker.id, manages: isManager(asker), press: asked.id, now: Date.now() }
    const done = await putBack(entered.db, guildId, undoing)
    if ("reason" in done) throw new Refused(done)
    followWrites(ground, guildId)
    return componentsReply(restoredPage(done.ids))
  },
}

// Asks whether all memories that were meant are to go.

export const forgetAllButton: Action = {
  name: "forget-all",
  answers: "update",
  async run(asked, { args: [words = ""] }) {
    const matches = await findMeantMemories(asked, await guildReader(asked), words)
    return matches.length === 0
      ? textReply(nothingToForgetText(words))
      : componentsReply(confirmPage(matches, words))
  },
}

// Forgets the memories picked from a list of those that were meant.

/** Discord offers at most so many to pick from. */
const MOST = 25

export const forgetPickedSelect: Action = {
  name: "forget-picked",
  answers: "update",
  async run(asked, { values }) {
    const before = await priorForgetReply(asked, await guildReader(asked))
    if (before !== null) return before
    const picked = await loadMemories(asked, values.slice(0, MOST))
    const [first] = picked
    if (first === undefined) throw new Refused({ reason: "nothing_known" })
    return forgetAndReply(
      asked,
      first.desk,
      picked.map(({ found }) => found),
    )
  },
}

// Forgets all memories that were meant, once that was confirmed: those that were shown, and no others.

export const forgetAllConfirmed: Action = {
  name: "forget-sure",
  answers: "update",
  async run(asked, { args: [words = "", print] }) {
    const desk = await guildReader(asked)
    const before = await priorForgetReply(asked, desk)
    if (before !== null) return before
    const matches = await findMeantMemories(asked, desk, words)
    if (matches.length === 0) return textReply(nothingToForgetText(words))
    // Something was learned or forgotten since: it is asked again.
    if (selectionFingerprint(matches) !== print) return componentsReply(confirmPage(matches, words))
    return forgetAndReply(asked, desk, matches)
  },
}
