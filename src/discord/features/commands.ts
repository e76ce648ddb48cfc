/** All commands and context menus to register. */
import type { Command } from "../bot/ui/command.ts"
import { keepsake } from "./admin/keepsake.ts"
import { askCommand } from "./ask/ask.ts"
import { forgetCommand } from "./forget/forget.ts"
import { privacyCommand } from "./privacy/privacy.ts"
import { profileCommand, whatDoYouKnow } from "./profile/profile.ts"
import { recallCommand } from "./profile/recall.ts"
import { recapCommand } from "./recap/recap.ts"
import { rememberCommand, rememberThis } from "./remember/remember.ts"
export const COMMANDS: readonly Command[] = [
  askCommand,
  forgetCommand,
  keepsake,
  privacyCommand,
  profileCommand,
  recallCommand,
  recapCommand,
  rememberCommand,
  rememberThis,
  whatDoYouKnow,
]
