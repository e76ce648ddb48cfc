/** Takes a correction that was sent: judged as all words are that may be kept, and for ten minutes to be taken back. */
import { Refused } from "../../../domain/errors.ts"
import { findUndoable } from "../../../memory/removal/undo.ts"
import { type Correction, correct } from "../../../memory/write/correct.ts"
import { checkMemoryContent } from "../../../privacy/content-check"
import { followWrites } from "../../../runtime/channels.ts"
import { type Action, type Asked, laidOut, said } from "../../bot/ui/command.ts"
import { readPlace } from "../../bot/ui/place.ts"
import { KNOWN_ALREADY, NO_WORDS, NOTHING_FORGOTTEN } from "../../bot/ui/words.ts"
import { doing, type InHand, inHand, refusePaused, refuseStrangers } from "../fact.ts"
import { detailPage } from "../profile/detail.ts"
import { correctionForm, correctionOf } from "./correction.ts"

export const corrected: Action = {
  name: "corrected",
  answers: "update",
  async run(asked, { args: [id, place], fields }) {
    const hand = await inHand(asked, id)
    const { db } = hand.desk.entered
    const before = await findUndoable(db, asked.guildId, asked.id)
    const change = before === null ? correctionOf(fields, hand.found.memory) : {}
    if (change === null) return said(NO_WORDS)
    const isNew = Object.keys(change).length > 0
    if (isNew && (await apply(asked, hand, change)) === "known_already") return said(KNOWN_ALREADY)
    const undoId =
      before !== null || (isNew && (await findUndoable(db, asked.guildId, asked.id)) !== null)
        ? asked.id
        : null
    const news = before !== null || isNew ? "Corrected" : "Nothing was changed"
    const now = await inHand(asked, id)
    return laidOut(detailPage({ ...now, place: readPlace(place), now: Date.now(), news, undoId }))
  },
}

async function apply(
  asked: Asked,
  { desk: { entered, viewer }, found, mayChange }: InHand,
  change: Correction,
): Promise<"done" | "known_already"> {
  if (!mayChange) throw new Refused({ reason: "not_yours" })
  refusePaused(asked, entered)
  const unfit = checkMemoryContent(found, [change.fact ?? ""], entered.guild.policy.sensitive)
  if (unfit) throw new Refused(unfit)
  const refused = await correct(entered.db, viewer, { id: found.memory.id, change, by: doing(asked) })
  if (refused?.reason === "duplicate_fact") return "known_already"
  if (refused) throw new Refused(refused)
  followWrites(asked.ground, asked.guildId)
  return "done"
}

// Closes a question whether to forget: nothing was.

export const keep: Action = {
  name: "keep",
  answers: "update",
  run: async () => said(NOTHING_FORGOTTEN),
}

// Opens the form in which a memory is corrected.

export const correctButton: Action = {
  name: "correct",
  answers: "form",
  async form(asked, { args: [id, place] }) {
    const hand = await inHand(asked, id)
    await refuseStrangers(asked, hand)
    return correctionForm(hand.found.memory, readPlace(place))
  },
}
