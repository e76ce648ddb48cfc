/** Another page of a recap. */
import { Refused } from "../../../domain/errors.ts"
import type { Action } from "../../bot/ui/command.ts"
import { readRecap } from "./recap-place.ts"
import { recapOf } from "./recap-read.ts"

export const recap: Action = {
  name: "recap",
  answers: "update",
  async run(asked, { args: [written] }) {
    const place = readRecap(written)
    if (place === null) throw new Refused({ reason: "nothing_known" })
    return recapOf(asked, place)
  },
}
