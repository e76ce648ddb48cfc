/** `/privacy`: what is remembered of the one who asks, and their say in it. Each part is a file of its own in privacy/. */
import { Refused } from "../../../domain/errors.ts"
import type { Asked, Command, Options } from "../../bot/ui/command.ts"
import type { Reply } from "../../bot/ui/reply.ts"
import { optIn, optOut } from "./consent.ts"
import { PRIVACY } from "./definition.ts"
import { eraseCommand } from "./erase.ts"
import { exportCommand } from "./export.ts"
import { seeCommand } from "./see.ts"

const PARTS: Record<string, (asked: Asked, options: Options) => Promise<Reply>> = {
  see: seeCommand,
  export: exportCommand,
  "opt-out": (asked, { values }) => optOut(asked, values.where),
  "opt-in": (asked, { values }) => optIn(asked, values.where),
  erase: async () => eraseCommand(),
}

export const privacy: Command = {
  definition: PRIVACY,
  isPrivate: () => true,
  async run(asked, options) {
    const part = PARTS[options.path]
    if (part === undefined) throw new Refused({ reason: "unknown_command" })
    return part(asked, options)
  },
}
