/** `/keepsake`: looking after a server's memory, for those who manage it. Each part is a file of its own in keepsake/. */
import { Refused } from "../../errors.ts"
import type { Asked, Command, Options } from "../command.ts"
import type { Reply } from "../reply.ts"
import { channelCommand } from "./keepsake/channel.ts"
import { KEEPSAKE } from "./keepsake/definition.ts"
import { historyCommand } from "./keepsake/history.ts"
import { refuseOthers } from "./keepsake/managing.ts"
import { setPaused } from "./keepsake/pause.ts"
import { personaForm } from "./keepsake/persona.ts"
import { policyCommand } from "./keepsake/policy.ts"
import { reviewCommand } from "./keepsake/review.ts"
import { statusCommand } from "./keepsake/status.ts"

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
