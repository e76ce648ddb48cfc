/** All commands and context menus to register. */
import type { Command } from "../bot/ui/command.ts"
import { localizedDefinition } from "../texts/commands.ts"
import { keepsake } from "./admin/keepsake.ts"
import { askCommand } from "./ask/ask.ts"
import { forgetCommand } from "./forget/forget.ts"
import { helpCommand } from "./help/help.ts"
import { privacyCommand } from "./privacy/privacy.ts"
import { profileCommand, whatDoYouKnow } from "./profile/profile.ts"
import { recallCommand } from "./profile/recall.ts"
import { recapCommand } from "./recap/recap.ts"
import { rememberCommand, rememberThis } from "./remember/remember.ts"
import { serverCommand } from "./server/server.ts"

const DEFINED: readonly Command[] = [
  askCommand,
  forgetCommand,
  helpCommand,
  keepsake,
  privacyCommand,
  profileCommand,
  recallCommand,
  recapCommand,
  rememberCommand,
  rememberThis,
  serverCommand,
  whatDoYouKnow,
]

/** With names and descriptions in every language that there is. */
export const COMMANDS: readonly Command[] = DEFINED.map((command) => ({
  ...command,
  definition: localizedDefinition(command.definition),
}))
