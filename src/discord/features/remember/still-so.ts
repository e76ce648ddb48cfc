/** Undoes what `/remember` put an end to: the fact is so again. */
import { readerKeys } from "../../../access/audience.ts"
import { Refused } from "../../../domain/errors.ts"
import { correct } from "../../../memory/write/correct.ts"
import { followWrites } from "../../../runtime/channels.ts"
import { type Action, componentsReply, textsFor } from "../../bot/ui/command.ts"
import { askerEdit, loadDetail, loadMemory, requireMayChange, requireNotPaused } from "../fact.ts"
import { detailPage } from "../profile/detail.ts"

export const stillSoButton: Action = {
  name: "still-so",
  answers: "update",
  async run(context, { args: [id] }) {
    const loaded = await loadMemory(context, id)
    const { entered, viewer } = loaded.reader
    await requireMayChange(context, loaded)
    requireNotPaused(context, entered)
    // A press that is delivered twice finds the fact in force.
    if (loaded.found.memory.status === "superseded") {
      const refused = await correct(entered.db, viewer, {
        id: loaded.found.memory.id,
        change: { status: "active" },
        by: askerEdit(context),
        readersOf: readerKeys(entered.structure),
      })
      if (refused) throw new Refused(refused)
      followWrites(context.runtime, context.guildId)
    }
    const now = await loadDetail(context, id)
    const texts = textsFor(context)
    const notice = texts.remember.soAgain
    return componentsReply(detailPage({ ...now, cursor: null, now: Date.now(), notice, undoId: null, texts }))
  },
}
