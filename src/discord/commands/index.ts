/** All commands and menus, as they are registered. */
import type { Command } from "../command.ts"
import { forget } from "./forget.ts"
import { profile } from "./profile.ts"
import { recall } from "./recall.ts"
import { remember } from "./remember.ts"
import { rememberThis } from "./remember-this.ts"
import { whatDoYouKnow } from "./what-do-you-know.ts"

export const COMMANDS: readonly Command[] = [forget, profile, recall, remember, rememberThis, whatDoYouKnow]
