/** Puts back what was forgotten or corrected. */
import { Refused } from "../../../domain/errors.ts"
import { undo as putBack } from "../../../memory/removal/undo.ts"
import { followWrites } from "../../../runtime/channels.ts"
import type { Action } from "../../bot/ui/command.ts"
import { deskOf } from "../../bot/ui/reading.ts"
import { laidOut } from "../../bot/ui/reply.ts"
import { manages } from "../../bot/ui/rights.ts"
import { restoredPage } from "./pages.ts"

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
