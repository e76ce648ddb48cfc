/** Opens a memory in place of the list. */
import { Refused } from "../../../domain/errors.ts"
import { findCorrection } from "../../../memory/read/corrections.ts"
import { type Action, componentsReply, textsFor } from "../../bot/ui/command.ts"
import { parseProfileCursor } from "../../bot/ui/page-cursor.ts"
import { loadDetail, loadMemory } from "../fact.ts"
import { detailPage, sourcesPage } from "./detail.ts"
import { profilePage } from "./profile.ts"

export const openButton: Action = {
  name: "open",
  answers: "update",
  async run(context, { args: [id, cursor] }) {
    const loaded = await loadDetail(context, id)
    return componentsReply(
      detailPage({
        ...loaded,
        cursor: parseProfileCursor(cursor),
        now: Date.now(),
        texts: textsFor(context),
      }),
    )
  },
}

// Opens another page of a profile; also the way back to the list.

export const pageButton: Action = {
  name: "page",
  answers: "update",
  async run(context, { args: [written] }) {
    const cursor = parseProfileCursor(written)
    if (cursor === null) throw new Refused({ reason: "nothing_known" })
    return profilePage(context, cursor)
  },
}

// Opens a memory in a new private message, so that the list stays.

export const showButton: Action = {
  name: "show",
  answers: "reply",
  async run(context, { args: [id] }) {
    const here = { ...context, isPrivate: true }
    const loaded = await loadDetail(here, id)
    return componentsReply(detailPage({ ...loaded, cursor: null, now: Date.now(), texts: textsFor(here) }))
  },
}

// Shows a memory's sources: what was said, by whom, with links.

export const sourcesButton: Action = {
  name: "sources",
  answers: "update",
  async run(context, { args: [id, cursor] }) {
    const { reader, found, picture } = await loadMemory(context, id)
    const corrected = await findCorrection(reader.entered.db, reader.viewer, found)
    return componentsReply(
      sourcesPage({
        found,
        corrected,
        picture,
        cursor: parseProfileCursor(cursor),
        texts: textsFor(context),
      }),
    )
  },
}
