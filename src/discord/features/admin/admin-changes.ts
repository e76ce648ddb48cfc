/** Buttons and selects of `/keepsake`'s pages: each is for managers alone, whoever sees them. */

import type { Action, Asked, Options, Press, Reply } from "../../bot/ui/command.ts"
import { AS_PARENT, channelCommand, setChannel } from "./channel.ts"
import { historyCommand, rollBack } from "./history.ts"
import { refuseOthers } from "./managing.ts"
import { setPersona } from "./persona.ts"
import { choose, policyCommand } from "./policy.ts"
import { DEEDS, type Deed, decide, reviewCommand, reworded, rewording, type Shown } from "./review.ts"
import { setPaused, statusCommand } from "./status.ts"

const NO_OPTIONS: Options = { path: "channel", values: {}, people: {}, channels: {}, target: null }

function managers(
  name: string,
  answers: "update" | "reply",
  run: (asked: Asked, press: Press) => Promise<Reply>,
): Action {
  return {
    name,
    answers,
    async run(asked, press) {
      refuseOthers(asked)
      return run(asked, press)
    },
  }
}

/** From the status to another page. */
const adminOpen = managers("admin-open", "update", async (asked, { args: [page] }) => {
  switch (page) {
    case "channel":
      return channelCommand(asked, NO_OPTIONS)
    case "policy":
      return policyCommand(asked)
    case "history":
      return historyCommand(asked)
    case "review":
      return reviewCommand(asked)
    default:
      return statusCommand(asked)
  }
})

const adminChannel = managers("admin-channel", "update", (asked, { args: [id = ""], values: [mode] }) =>
  setChannel(asked, id, { mode: mode ?? AS_PARENT }),
)

const adminQuiet = managers("admin-quiet", "update", (asked, { args: [id = "", quiet] }) =>
  setChannel(asked, id, { quiet: quiet === "true" }),
)

const adminPolicy = managers("admin-policy", "update", (asked, { args: [field = "", version], values }) =>
  choose(asked, { field, version: Number(version), values }),
)

const adminRollback = managers("admin-rollback", "update", (asked, { args: [to, current] }) =>
  rollBack(asked, { to: Number(to), current: Number(current) }),
)

const adminPause = managers("admin-pause", "update", (asked, { args: [paused] }) =>
  setPaused(asked, paused === "true"),
)

const adminPersona = managers("admin-persona", "reply", (asked, { args: [print = ""], fields }) =>
  setPersona(asked, { print, fields }),
)

export const ADMIN_CHANGES: readonly Action[] = [
  adminChannel,
  adminOpen,
  adminPause,
  adminPersona,
  adminPolicy,
  adminQuiet,
  adminRollback,
]

// Buttons of the review: decide, reword, go on. For managers alone.

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
