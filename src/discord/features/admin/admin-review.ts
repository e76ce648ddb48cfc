/** Buttons of the review: decide, reword, go on. For managers alone. */

import type { Action } from "../../bot/ui/command.ts"
import { refuseOthers } from "./managing.ts"
import { DEEDS, type Deed, decide, reworded, rewording, type Shown } from "./review.ts"

const adminReview: Action = {
  name: "admin-review",
  answers: "update",
  async run(asked, { args: [deed, ...shown] }) {
    refuseOthers(asked)
    return decide(asked, deedNamed(deed), shownIn(shown))
  },
}

const adminReword: Action = {
  name: "admin-reword",
  answers: "form",
  async form(asked, { args }) {
    refuseOthers(asked)
    return rewording(asked, shownIn(args))
  },
}

const adminReworded: Action = {
  name: "admin-reworded",
  answers: "update",
  async run(asked, { args, fields }) {
    refuseOthers(asked)
    return reworded(asked, shownIn(args), fields.fact ?? "")
  },
}

export const ADMIN_REVIEW: readonly Action[] = [adminReview, adminReword, adminReworded]

/** What is no decision is none. */
function deedNamed(name: string | undefined): Deed {
  return DEEDS.find((one) => one === name) ?? "next"
}

function shownIn([id = "", version, place]: readonly string[]): Shown {
  return { id, version: Number(version), place: Number(place) }
}
