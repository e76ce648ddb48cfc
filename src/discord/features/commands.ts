/** All commands and menus, as they are registered. */
import type { Command } from "../bot/ui/command.ts"
import { keepsake } from "./admin/keepsake.ts"
import { ask } from "./ask/ask.ts"
import { forget } from "./forget/forget.ts"
import { privacy } from "./privacy/privacy.ts"
import { profile, whatDoYouKnow } from "./profile/profile.ts"
import { recall } from "./profile/recall.ts"
import { recap } from "./recap/recap.ts"
import { remember, rememberThis } from "./remember/remember.ts"
export const COMMANDS: readonly Command[] = [
  ask,
  forget,
  keepsake,
  privacy,
  profile,
  recall,
  recap,
  remember,
  rememberThis,
  whatDoYouKnow,
]
