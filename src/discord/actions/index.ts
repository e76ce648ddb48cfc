/** All buttons, selects and forms, by the first part of their custom ids. */
import type { Action } from "../command.ts"
import { ADMIN_CHANGES } from "./admin-changes.ts"
import { ADMIN_REVIEW } from "./admin-review.ts"
import { correct } from "./correct.ts"
import { corrected } from "./corrected.ts"
import { forget } from "./forget.ts"
import { forgetAll } from "./forget-all.ts"
import { forgetPicked } from "./forget-picked.ts"
import { forgetSure } from "./forget-sure.ts"
import { keep } from "./keep.ts"
import { open } from "./open.ts"
import { page } from "./page.ts"
import { PRIVACY_OWN } from "./privacy-own.ts"
import { recap } from "./recap.ts"
import { show } from "./show.ts"
import { sources } from "./sources.ts"
import { undo } from "./undo.ts"

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
