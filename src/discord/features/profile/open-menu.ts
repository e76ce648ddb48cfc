/** Opens a memory in the place of the list it stands in. */

import { Refused } from "../../../domain/errors.ts"
import { type Action, laidOut } from "../../bot/ui/command.ts"
import { readPlace } from "../../bot/ui/place.ts"
import { inHand } from "../fact.ts"
import { detailPage, sourcesPage } from "./detail.ts"
import { profilePage } from "./profile.ts"

export const open: Action = {
  name: "open",
  answers: "update",
  async run(asked, { args: [id, place] }) {
    const { found, mayChange } = await inHand(asked, id)
    return laidOut(detailPage({ found, mayChange, place: readPlace(place), now: Date.now() }))
  },
}

// Another page of a profile; also the way back to one.

export const page: Action = {
  name: "page",
  answers: "update",
  async run(asked, { args: [written] }) {
    const place = readPlace(written)
    if (place === null) throw new Refused({ reason: "nothing_known" })
    return profilePage(asked, place)
  },
}

// Opens a memory beside the list it stands in, for whoever asks alone: the list stays.

export const show: Action = {
  name: "show",
  answers: "reply",
  async run(asked, { args: [id] }) {
    const { found, mayChange } = await inHand({ ...asked, isPrivate: true }, id)
    return laidOut(detailPage({ found, mayChange, place: null, now: Date.now() }))
  },
}

// Where a memory was learned: what was said, by whom, with links.

export const sources: Action = {
  name: "sources",
  answers: "update",
  async run(asked, { args: [id, place] }) {
    const { found } = await inHand(asked, id)
    return laidOut(sourcesPage({ found, place: readPlace(place) }))
  },
}
