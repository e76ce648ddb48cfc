/** Buttons of `/privacy`'s pages: each acts on the one who presses it, whoever the page was made for. */

import type { Action } from "../../bot/ui/command.ts"
import { optIn, optOut } from "./consent.ts"
import { erase, eraseCommand, erasureProgress } from "./erase.ts"
import { exportCommand } from "./export.ts"
import { seeCommand } from "./see.ts"

export const PRIVACY_OWN: readonly Action[] = [
  {
    name: "privacy-consent",
    answers: "update",
    run: (asked, { args: [said, where] }) => (said === "in" ? optIn(asked, where) : optOut(asked, where)),
  },
  {
    name: "privacy-erase",
    answers: "update",
    run: (asked, { args: [then] }) => erase(asked, { optOut: then !== "stay" }),
  },
  {
    name: "privacy-erasure",
    answers: "update",
    run: (asked, { args: [id = ""] }) => erasureProgress(asked, id),
  },
  {
    name: "privacy-open",
    answers: "update",
    run: async (asked, { args: [page] }) => {
      if (page === "export") return exportCommand(asked)
      return page === "erase" ? eraseCommand() : seeCommand(asked)
    },
  },
]
