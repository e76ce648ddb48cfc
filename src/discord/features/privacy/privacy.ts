/** `/privacy`: what is remembered of the one who asks, and their say in it. Each part is a file of its own in privacy/. */
import { Refused } from "../../../domain/errors.ts"
import type { Action, Command, CommandOptions, InteractionContext, Reply } from "../../bot/ui/command.ts"
import { optIn, optOut } from "./consent.ts"
import { eraseCommand, erasureProgress, requestErasure } from "./erase.ts"
import { exportCommand } from "./export.ts"
import { PRIVACY_DEFINITION } from "./own-privacy.ts"
import { seeCommand } from "./see.ts"

const PARTS: Record<string, (asked: InteractionContext, options: CommandOptions) => Promise<Reply>> = {
  see: seeCommand,
  export: exportCommand,
  "opt-out": (asked, { values }) => optOut(asked, values.where),
  "opt-in": (asked, { values }) => optIn(asked, values.where),
  erase: async () => eraseCommand(),
}

export const privacyCommand: Command = {
  definition: PRIVACY_DEFINITION,
  isPrivate: () => true,
  async run(asked, options) {
    const part = PARTS[options.path]
    if (part === undefined) throw new Refused({ reason: "unknown_command" })
    return part(asked, options)
  },
}

// Buttons of `/privacy`'s pages: each acts on the one who presses it, whoever the page was made for.

export const PRIVACY_ACTIONS: readonly Action[] = [
  {
    name: "privacy-consent",
    answers: "update",
    run: (asked, { args: [said, where] }) => (said === "in" ? optIn(asked, where) : optOut(asked, where)),
  },
  {
    name: "privacy-erase",
    answers: "update",
    run: (asked, { args: [then] }) => requestErasure(asked, { optOut: then !== "stay" }),
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
