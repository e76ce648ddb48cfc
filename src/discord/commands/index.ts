/** All commands and menus, as they are registered. */
import type { Command } from "../command.ts"
import { ask } from "./ask.ts"

export const COMMANDS: readonly Command[] = [ask]
