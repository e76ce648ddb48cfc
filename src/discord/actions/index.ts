/** All buttons, selects and forms, by the first part of their custom ids. */
import type { Action } from "../command.ts"

export const ACTIONS: readonly Action[] = []
