/** Another page of a recap. */
import { Refused } from "../../errors.ts"
import type { Action } from "../command.ts"
import { recapOf } from "../memories/recap.ts"
import { readRecap } from "../pages/recap-place.ts"

export const recap: Action = {
  name: "recap",
  answers: "update",
  async run(asked, { args: [written] }) {
    const place = readRecap(written)
    if (place === null) throw new Refused({ reason: "nothing_known" })
    return recapOf(asked, place)
  },
}
