/** All buttons, selects and forms, by the first part of their custom ids. */
import type { Action } from "../bot/ui/command.ts"
import { ADMIN_CHANGES } from "./admin/admin-changes.ts"
import { ADMIN_REVIEW } from "./admin/admin-review.ts"
import { forgetAll } from "./forget/forget-all-button.ts"
import { forget } from "./forget/forget-button.ts"
import { forgetPicked } from "./forget/forget-picked-menu.ts"
import { forgetSure } from "./forget/forget-sure-button.ts"
import { undo } from "./forget/undo-button.ts"
import { PRIVACY_OWN } from "./privacy/privacy-buttons.ts"
import { open } from "./profile/open-menu.ts"
import { page } from "./profile/page-buttons.ts"
import { show } from "./profile/show-button.ts"
import { sources } from "./profile/sources-button.ts"
import { recap } from "./recap/recap-buttons.ts"
import { correct } from "./remember/correct-button.ts"
import { corrected } from "./remember/correct-form.ts"
import { keep } from "./remember/keep-button.ts"

export const ACTIONS: readonly Action[] = [
  ...ADMIN_CHANGES,
  ...ADMIN_REVIEW,
  correct,
  corrected,
  forget,
  forgetAll,
  forgetPicked,
  forgetSure,
  keep,
  open,
  page,
  ...PRIVACY_OWN,
  recap,
  show,
  sources,
  undo,
]
