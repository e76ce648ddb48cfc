/** Buttons and selects of `/keepsake`'s pages: each is for managers alone, whoever sees them. */

import type { Action, CommandOptions, InteractionContext, Press, Reply } from "../../bot/ui/command.ts"
import { channelCommand, INHERIT_MODE, setChannel } from "./channel.ts"
import { historyCommand, rollBack } from "./history.ts"
import { requireManager } from "./manager-access.ts"
import { setPersona } from "./persona.ts"
import { policyCommand, setPolicyField } from "./policy.ts"
import {
  openRewordForm,
  REVIEW_ACTIONS,
  type ReviewAction,
  type ReviewPosition,
  reviewCommand,
  runReviewAction,
  saveRewording,
} from "./review.ts"
import { setPaused, statusCommand } from "./status.ts"

const NO_OPTIONS: CommandOptions = { path: "channel", values: {}, people: {}, channels: {}, target: null }

function managerAction(
  name: string,
  answers: "update" | "reply",
  run: (asked: InteractionContext, press: Press) => Promise<Reply>,
): Action {
  return {
    name,
    answers,
    async run(asked, press) {
      requireManager(asked)
      return run(asked, press)
    },
  }
}

/** From the status to another page. */
const adminOpen = managerAction("admin-open", "update", async (asked, { args: [page] }) => {
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

const adminChannel = managerAction("admin-channel", "update", (asked, { args: [id = ""], values: [mode] }) =>
  setChannel(asked, id, { mode: mode ?? INHERIT_MODE }),
)

const adminQuiet = managerAction("admin-quiet", "update", (asked, { args: [id = "", quiet] }) =>
  setChannel(asked, id, { quiet: quiet === "true" }),
)

const adminPolicy = managerAction(
  "admin-policy",
  "update",
  (asked, { args: [field = "", version], values }) =>
    setPolicyField(asked, { field, version: Number(version), values }),
)

const adminRollback = managerAction("admin-rollback", "update", (asked, { args: [to, current] }) =>
  rollBack(asked, { to: Number(to), current: Number(current) }),
)

const adminPause = managerAction("admin-pause", "update", (asked, { args: [paused] }) =>
  setPaused(asked, paused === "true"),
)

const adminPersona = managerAction("admin-persona", "reply", (asked, { args: [print = ""], fields }) =>
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
    requireManager(asked)
    return runReviewAction(asked, parseDecision(deed), parseReviewPosition(shown))
  },
}

const adminReword: Action = {
  name: "admin-reword",
  answers: "form",
  async form(asked, { args }) {
    requireManager(asked)
    return openRewordForm(asked, parseReviewPosition(args))
  },
}

const adminReworded: Action = {
  name: "admin-reworded",
  answers: "update",
  async run(asked, { args, fields }) {
    requireManager(asked)
    return saveRewording(asked, parseReviewPosition(args), fields.fact ?? "")
  },
}

export const ADMIN_REVIEW: readonly Action[] = [adminReview, adminReword, adminReworded]

/** What is no decision is none. */
function parseDecision(name: string | undefined): ReviewAction {
  return REVIEW_ACTIONS.find((one) => one === name) ?? "next"
}

function parseReviewPosition([id = "", version, place]: readonly string[]): ReviewPosition {
  return { id, version: Number(version), place: Number(place) }
}
