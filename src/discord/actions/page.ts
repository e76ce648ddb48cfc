/** Another page of a profile; also the way back to one. */
import { Refused } from "../../errors.ts"
import type { Action } from "../command.ts"
import { profilePage } from "../memories/profile.ts"
import { readPlace } from "../pages/place.ts"

export const page: Action = {
  name: "page",
  answers: "update",
  async run(asked, { args: [written] }) {
    const place = readPlace(written)
    if (place === null) throw new Refused({ reason: "nothing_known" })
    return profilePage(asked, place)
  },
}
