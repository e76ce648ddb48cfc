/**
 * Saves a submitted correction. It passes the same content checks as every memory and can be undone for ten
 * minutes.
 */
import { readerKeys } from "../../../access/audience.ts"
import { Refused } from "../../../domain/errors.ts"
import { findUndoable } from "../../../memory/removal/undo.ts"
import { correct } from "../../../memory/write/correct.ts"
import type { Correction } from "../../../memory/write/correction.ts"
import { checkMemoryContent } from "../../../privacy/content-check.ts"
import { followWrites } from "../../../runtime/channels.ts"
import {
  type Action,
  componentsReply,
  type InteractionContext,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { parseProfileCursor } from "../../bot/ui/page-cursor.ts"
import {
  askerEdit,
  type LoadedMemory,
  loadDetail,
  loadMemory,
  requireMayChange,
  requireNotPaused,
} from "../fact.ts"
import { detailPage } from "../profile/detail.ts"
import { correctionForm, parseCorrection } from "./correction.ts"

export const correctionSubmit: Action = {
  name: "corrected",
  answers: "update",
  async run(context, { args: [id, cursor], fields }) {
    const texts = textsFor(context)
    const loaded = await loadMemory(context, id)
    const { db } = loaded.reader.entered
    const before = await findUndoable(db, context.guildId, context.id)
    const change = before === null ? parseCorrection(fields, loaded.found.memory) : {}
    if (change === null) return textReply(texts.remember.noWords)
    const isNew = Object.keys(change).length > 0
    if (isNew && (await saveCorrection(context, loaded, change)) === "known_already")
      return textReply(texts.correct.knownAlready)
    const undoId =
      before !== null || (isNew && (await findUndoable(db, context.guildId, context.id)) !== null)
        ? context.id
        : null
    const notice = before !== null || isNew ? texts.correct.corrected : texts.correct.unchanged
    const now = await loadDetail(context, id)
    return componentsReply(
      detailPage({ ...now, cursor: parseProfileCursor(cursor), now: Date.now(), notice, undoId, texts }),
    )
  },
}

async function saveCorrection(
  context: InteractionContext,
  { reader: { entered, viewer }, found, mayChange }: LoadedMemory,
  change: Correction,
): Promise<"done" | "known_already"> {
  if (!mayChange) throw new Refused({ reason: "not_yours" })
  requireNotPaused(context, entered)
  const unfit = checkMemoryContent(found, [change.fact ?? ""], entered.guild.policy.sensitive)
  if (unfit) throw new Refused(unfit)
  const refused = await correct(entered.db, viewer, {
    id: found.memory.id,
    change,
    by: askerEdit(context),
    readersOf: readerKeys(entered.structure),
  })
  if (refused?.reason === "duplicate_fact") return "known_already"
  if (refused) throw new Refused(refused)
  followWrites(context.runtime, context.guildId)
  return "done"
}

// Closes a confirmation to forget: nothing is forgotten.

export const keepButton: Action = {
  name: "keep",
  answers: "update",
  run: async (context) => textReply(textsFor(context).forget.nothing),
}

// Opens the correction form for a memory.

export const correctButton: Action = {
  name: "correct",
  answers: "form",
  async form(context, { args: [id, cursor] }) {
    const loaded = await loadMemory(context, id)
    await requireMayChange(context, loaded)
    return correctionForm(loaded.found.memory, parseProfileCursor(cursor), textsFor(context))
  },
}
