/** Buttons and selects of the `/keepsake` pages. Each checks that the person who uses it is a manager. */

import { INHERIT_MODE } from "../../../policy/channel-modes.ts"
import {
  type Action,
  type CommandOptions,
  type InteractionContext,
  type Press,
  type Reply,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { channelCommand, setChannel } from "./channel.ts"
import { historyCommand, rollBack } from "./history.ts"
import { IMPORT_ACTIONS, runImportAction } from "./import.ts"
import { changeGuildSetting, requireManager } from "./manager-access.ts"
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
import { runTrialAction, TRIAL_ACTIONS, trialCommand, tryChange } from "./trial.ts"

const NO_OPTIONS: CommandOptions = { path: "channel", values: {}, people: {}, channels: {}, target: null }

function managerAction(
  name: string,
  answers: "update" | "reply",
  run: (context: InteractionContext, press: Press) => Promise<Reply>,
): Action {
  return {
    name,
    answers,
    async run(context, press) {
      requireManager(context)
      return run(context, press)
    },
  }
}

/** Opens another page from the status page. */
const adminOpen = managerAction("admin-open", "update", async (context, { args: [page] }) => {
  switch (page) {
    case "channel":
      return channelCommand(context, NO_OPTIONS)
    case "policy":
      return policyCommand(context)
    case "history":
      return historyCommand(context)
    case "review":
      return reviewCommand(context)
    case "trial":
      return trialCommand(context)
    default:
      return statusCommand(context)
  }
})

// Buttons of the introduction. Everybody sees that message, so each answers in private.

const introChannels = managerAction("intro-channels", "reply", (context) =>
  channelCommand(context, NO_OPTIONS),
)

const introConsent = managerAction("intro-consent", "reply", async (context, { args: [wanted] }) => {
  const consent = wanted === "opt_in" ? "opt_in" : "opt_out"
  await changeGuildSetting(context, (settings) => ({ ...settings, consent }), { consent })
  const { introduction } = textsFor(context)
  return textReply(consent === "opt_in" ? introduction.nowOptIn : introduction.nowOptOut)
})

const adminChannel = managerAction(
  "admin-channel",
  "update",
  (context, { args: [id = ""], values: [mode] }) => setChannel(context, id, { mode: mode ?? INHERIT_MODE }),
)

const adminQuiet = managerAction("admin-quiet", "update", (context, { args: [id = "", quiet] }) =>
  setChannel(context, id, { quiet: quiet === "true" }),
)

const adminPolicy = managerAction(
  "admin-policy",
  "update",
  (context, { args: [field = "", version], values }) =>
    setPolicyField(context, { field, version: Number(version), values }),
)

const adminRollback = managerAction("admin-rollback", "update", (context, { args: [to, current] }) =>
  rollBack(context, { to: Number(to), current: Number(current) }),
)

const adminTry = managerAction("admin-try", "update", (context, { args: [field = "", version], values }) =>
  tryChange(context, { field, version: Number(version), values }),
)

/** An unknown action shows the page again. */
const adminTrial = managerAction("admin-trial", "update", (context, { args: [action, id = "", share] }) =>
  runTrialAction(context, TRIAL_ACTIONS.find((one) => one === action) ?? "refresh", {
    id,
    share: Number(share),
  }),
)

/** An unknown action shows the page again. */
const adminImport = managerAction("admin-import", "update", (context, { args: [action, id = ""] }) =>
  runImportAction(context, IMPORT_ACTIONS.find((one) => one === action) ?? "refresh", id),
)

const adminPause = managerAction("admin-pause", "update", (context, { args: [paused] }) =>
  setPaused(context, paused === "true"),
)

const adminPersona = managerAction(
  "admin-persona",
  "reply",
  (context, { args: [fingerprint = ""], fields }) => setPersona(context, { print: fingerprint, fields }),
)

export const ADMIN_CHANGES: readonly Action[] = [
  adminChannel,
  adminImport,
  adminOpen,
  adminPause,
  adminPersona,
  adminPolicy,
  adminQuiet,
  adminRollback,
  adminTrial,
  adminTry,
  introChannels,
  introConsent,
]

// Buttons of the review page: decide, edit, next.

const adminReview: Action = {
  name: "admin-review",
  answers: "update",
  async run(context, { args: [action, ...shown] }) {
    requireManager(context)
    return runReviewAction(context, parseDecision(action), parseReviewPosition(shown))
  },
}

const adminReword: Action = {
  name: "admin-reword",
  answers: "form",
  async form(context, { args }) {
    requireManager(context)
    return openRewordForm(context, parseReviewPosition(args))
  },
}

const adminReworded: Action = {
  name: "admin-reworded",
  answers: "update",
  async run(context, { args, fields }) {
    requireManager(context)
    return saveRewording(context, parseReviewPosition(args), fields.fact ?? "")
  },
}

export const ADMIN_REVIEW: readonly Action[] = [adminReview, adminReword, adminReworded]

/** An unknown action means "next". */
function parseDecision(name: string | undefined): ReviewAction {
  return REVIEW_ACTIONS.find((one) => one === name) ?? "next"
}

function parseReviewPosition([id = "", version, place]: readonly string[]): ReviewPosition {
  return { id, version: Number(version), index: Number(place) }
}
