/** All commands and menus, as they are registered. */
import type { Command } from "../command.ts"
import { ask } from "./ask.ts"
import { forget } from "./forget.ts"
import { keepsake } from "./keepsake.ts"
import { privacy } from "./privacy.ts"
import { profile } from "./profile.ts"
import { recall } from "./recall.ts"
import { recap } from "./recap.ts"
import { remember } from "./remember.ts"
import { rememberThis } from "./remember-this.ts"
import { whatDoYouKnow } from "./what-do-you-know.ts"

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
