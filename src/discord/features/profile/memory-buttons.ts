/** Opens a memory in the place of the list it stands in. */

import { Refused } from "../../../domain/errors.ts"
import { type Action, componentsReply } from "../../bot/ui/command.ts"
import { parseProfileCursor } from "../../bot/ui/page-cursor.ts"
import { loadMemory } from "../fact.ts"
import { detailPage, sourcesPage } from "./detail.ts"
import { profilePage } from "./profile.ts"

export const openButton: Action = {
  name: "open",
  answers: "update",
  async run(asked, { args: [id, place] }) {
    const { found, mayChange } = await loadMemory(asked, id)
    return componentsReply(
      detailPage({ found, mayChange, place: parseProfileCursor(place), now: Date.now() }),
    )
  },
}

// Another page of a profile; also the way back to one.

export const pageButton: Action = {
  name: "page",
  answers: "update",
  async run(asked, { args: [written] }) {
    const place = parseProfileCursor(written)
    if (place === null) throw new Refused({ reason: "nothing_known" })
    return profilePage(asked, place)
  },
}

// Opens a memory beside the list it stands in, for whoever asks alone: the list stays.

export const showButton: Action = {
  name: "show",
  answers: "reply",
  async run(asked, { args: [id] }) {
    const { found, mayChange } = await loadMemory({ ...asked, isPrivate: true }, id)
    return componentsReply(detailPage({ found, mayChange, place: null, now: Date.now() }))
  },
}

// Where a memory was learned: what was said, by whom, with links.

export const sourcesButton: Action = {
  name: "sources",
  answers: "update",
  async run(asked, { args: [id, place] }) {
    const { found } = await loadMemory(asked, id)
    return componentsReply(sourcesPage({ found, place: parseProfileCursor(place) }))
  },
}
