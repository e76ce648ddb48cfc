/** All buttons, selects and forms, by the first part of their custom ids. */
import type { Action } from "../command.ts"
import { ADMIN_CHANGES } from "./admin-changes.ts"
import { ADMIN_REVIEW } from "./admin-review.ts"
import { PRIVACY_OWN } from "./privacy-own.ts"

export const ACTIONS: readonly Action[] = [...ADMIN_CHANGES, ...ADMIN_REVIEW, ...PRIVACY_OWN]
