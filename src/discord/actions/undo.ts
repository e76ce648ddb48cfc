/** Puts back what was forgotten or corrected. */
import { Refused } from "../../errors.ts"
import { followWrites } from "../../guild/channels.ts"
import { undo as putBack } from "../../memory/undo.ts"
import type { Action } from "../command.ts"
import { restoredPage } from "../pages/forgetting.ts"
import { deskOf } from "../reading.ts"
import { laidOut } from "../reply.ts"
import { manages } from "../rights.ts"

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
