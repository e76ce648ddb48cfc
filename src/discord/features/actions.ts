/** All buttons, selects and forms, by the first part of their custom ids. */
import type { Action } from "../bot/ui/command.ts"
import { ADMIN_CHANGES, ADMIN_REVIEW } from "./admin/admin-changes.ts"
import { forget, forgetAll, forgetPicked, forgetSure, undo } from "./forget/forget-button.ts"
import { PRIVACY_OWN } from "./privacy/privacy.ts"
import { open, page, show, sources } from "./profile/open-menu.ts"
import { recapButtons } from "./recap/recap.ts"
import { correctButton, corrected, keep } from "./remember/correct-form.ts"

export const ACTIONS: readonly Action[] = [
  ...ADMIN_CHANGES,
  ...ADMIN_REVIEW,
  correctButton,
  corrected,
  forget,
  forgetAll,
  forgetPicked,
  forgetSure,
  keep,
  open,
  page,
  ...PRIVACY_OWN,
  recapButtons,
  show,
  sources,
  undo,
]
