/** `/keepsake`: looking after a server's memory, for those who manage it. Each part is a file of its own in keepsake/. */
import { Refused } from "../../../domain/errors.ts"
import type { Asked, Command, Options } from "../../bot/ui/command.ts"
import type { Reply } from "../../bot/ui/reply.ts"
import { channelCommand } from "./channel.ts"
import { KEEPSAKE } from "./definition.ts"
import { historyCommand } from "./history.ts"
import { refuseOthers } from "./managing.ts"
import { setPaused } from "./pause.ts"
import { personaForm } from "./persona.ts"
import { policyCommand } from "./policy.ts"
import { reviewCommand } from "./review.ts"
import { statusCommand } from "./status.ts"

export const PARTS: Record<string, (asked: Asked, options: Options) => Promise<Reply>> = {
  status: statusCommand,
  channel: channelCommand,
  policy: policyCommand,
  history: (asked) => historyCommand(asked),
  review: reviewCommand,
  pause: (asked) => setPaused(asked, true),
  resume: (asked) => setPaused(asked, false),
}

export const keepsake: Command = {
  definition: KEEPSAKE,
  isPrivate: () => true,
  async form(asked, { path }) {
    if (path !== "persona") return null
    refuseOthers(asked)
    return personaForm(asked)
  },
  async run(asked, options) {
    refuseOthers(asked)
    const part = PARTS[options.path]
    if (part === undefined) throw new Refused({ reason: "unknown_command" })
    return part(asked, options)
  },
}
