/** Another page of a profile; also the way back to one. */
import { Refused } from "../../../domain/errors.ts"
import type { Action } from "../../bot/ui/command.ts"
import { readPlace } from "../../bot/ui/place.ts"
import { profilePage } from "./profile-list.ts"

export const page: Action = {
  name: "page",
  answers: "update",
  async run(asked, { args: [written] }) {
    const place = readPlace(written)
    if (place === null) throw new Refused({ reason: "nothing_known" })
    return profilePage(asked, place)
  },
}
