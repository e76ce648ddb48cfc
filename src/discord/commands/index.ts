/** All commands and menus, as they are registered. */
import type { Command } from "../command.ts"
import { keepsake } from "./keepsake.ts"
import { privacy } from "./privacy.ts"

export const COMMANDS: readonly Command[] = [keepsake, privacy]
