/**
 * `/privacy`: what is remembered about the asker, and their choices. Each subcommand has a file of its own.
 */
import { Refused } from "../../../domain/errors.ts"
import type { Action, Command, CommandOptions, InteractionContext, Reply } from "../../bot/ui/command.ts"
import { optIn, optOut } from "./consent.ts"
import { eraseCommand, erasureProgress, requestErasure } from "./erase.ts"
import { exportCommand } from "./export.ts"
import { linkAction, linkCommand } from "./link.ts"
import { PRIVACY_DEFINITION } from "./own-privacy.ts"
import { seeCommand } from "./see.ts"

const PARTS: Record<string, (context: InteractionContext, options: CommandOptions) => Promise<Reply>> = {
  see: seeCommand,
  export: exportCommand,
  "opt-out": (context, { values }) => optOut(context, values.where),
  "opt-in": (context, { values }) => optIn(context, values.where),
  link: (context, { values }) => linkCommand(context, values.code),
  erase: eraseCommand,
}

export const privacyCommand: Command = {
  definition: PRIVACY_DEFINITION,
  isPrivate: () => true,
  async run(context, options) {
    const part = PARTS[options.path]
    if (part === undefined) throw new Refused({ reason: "unknown_command" })
    return part(context, options)
  },
}

// Buttons of the `/privacy` pages. Each acts on the person who presses it, not on the person the page was
// made for.

export const PRIVACY_ACTIONS: readonly Action[] = [
  {
    name: "privacy-consent",
    answers: "update",
    run: (context, { args: [said, where] }) =>
      said === "in" ? optIn(context, where) : optOut(context, where),
  },
  {
    name: "privacy-erase",
    answers: "update",
    run: (context, { args: [then] }) => requestErasure(context, { optOut: then !== "stay" }),
  },
  linkAction,
  {
    name: "privacy-erasure",
    answers: "update",
    run: (context, { args: [id = ""] }) => erasureProgress(context, id),
  },
  {
    // The buttons stand in public: the page opens for whoever presses, about themselves.
    name: "privacy-show",
    answers: "reply",
    run: (context, { args: [page] }) => (page === "erase" ? eraseCommand(context) : seeCommand(context)),
  },
  {
    name: "privacy-open",
    answers: "update",
    run: async (context, { args: [page] }) => {
      if (page === "export") return exportCommand(context)
      return page === "erase" ? eraseCommand(context) : seeCommand(context)
    },
  },
]
