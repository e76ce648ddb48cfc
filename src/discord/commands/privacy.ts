/** `/privacy`: what is remembered of the one who asks, and their say in it. Each part is a file of its own in privacy/. */
import { Refused } from "../../errors.ts"
import type { Asked, Command, Options } from "../command.ts"
import type { Reply } from "../reply.ts"
import { optIn, optOut } from "./privacy/consent.ts"
import { PRIVACY } from "./privacy/definition.ts"
import { eraseCommand } from "./privacy/erase.ts"
import { exportCommand } from "./privacy/export.ts"
import { seeCommand } from "./privacy/see.ts"

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
