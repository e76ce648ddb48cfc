/** Takes a correction that was sent: judged as all words are that may be kept, and for ten minutes to be taken back. */
import { Refused } from "../../../domain/errors.ts"
import { findUndoable } from "../../../memory/removal/undo.ts"
import { type Correction, correct } from "../../../memory/write/correct.ts"
import { checkMemoryContent } from "../../../privacy/content-check.ts"
import { followWrites } from "../../../runtime/channels.ts"
import { type Action, componentsReply, type InteractionContext, textReply } from "../../bot/ui/command.ts"
import { KNOWN_ALREADY, NO_WORDS, NOTHING_FORGOTTEN } from "../../bot/ui/memory-texts.ts"
import { parseProfileCursor } from "../../bot/ui/page-cursor.ts"
import { askerEdit, type LoadedMemory, loadMemory, requireMayChange, requireNotPaused } from "../fact.ts"
import { detailPage } from "../profile/detail.ts"
import { correctionForm, parseCorrection } from "./correction.ts"

export const correctionSubmit: Action = {
  name: "corrected",
  answers: "update",
  async run(asked, { args: [id, place], fields }) {
    const hand = await loadMemory(asked, id)
    const { db } = hand.desk.entered
    const before = await findUndoable(db, asked.guildId, asked.id)
    const change = before === null ? parseCorrection(fields, hand.found.memory) : {}
    if (change === null) return textReply(NO_WORDS)
    const isNew = Object.keys(change).length > 0
    if (isNew && (await saveCorrection(asked, hand, change)) === "known_already")
      return textReply(KNOWN_ALREADY)
    const undoId =
      before !== null || (isNew && (await findUndoable(db, asked.guildId, asked.id)) !== null)
        ? asked.id
        : null
    const news = before !== null || isNew ? "Corrected" : "Nothing was changed"
    const now = await loadMemory(asked, id)
    return componentsReply(
      detailPage({ ...now, place: parseProfileCursor(place), now: Date.now(), news, undoId }),
    )
  },
}

async function saveCorrection(
  asked: InteractionContext,
  { desk: { entered, viewer }, found, mayChange }: LoadedMemory,
  change: Correction,
): Promise<"done" | "known_already"> {
  if (!mayChange) throw new Refused({ reason: "not_yours" })
  requireNotPaused(asked, entered)
  const unfit = checkMemoryContent(found, [change.fact ?? ""], entered.guild.policy.sensitive)
  if (unfit) throw new Refused(unfit)
  const refused = await correct(entered.db, viewer, { id: found.memory.id, change, by: askerEdit(asked) })
  if (refused?.reason === "duplicate_fact") return "known_already"
  if (refused) throw new Refused(refused)
  followWrites(asked.ground, asked.guildId)
  return "done"
}

// Closes a question whether to forget: nothing was.

export const keepButton: Action = {
  name: "keep",
  answers: "update",
  run: async () => textReply(NOTHING_FORGOTTEN),
}

// Opens the form in which a memory is corrected.

export const correctButton: Action = {
  name: "correct",
  answers: "form",
  async form(asked, { args: [id, place] }) {
    const hand = await loadMemory(asked, id)
    await requireMayChange(asked, hand)
    return correctionForm(hand.found.memory, parseProfileCursor(place))
  },
}
