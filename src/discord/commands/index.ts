/** All commands and menus, as they are registered. */
import type { Command } from "../command.ts"

export const COMMANDS: readonly Command[] = []
