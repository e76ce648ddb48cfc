/** All buttons, selects and forms, by the first part of their custom ids. */
import type { Action } from "../bot/ui/command.ts"
import { ADMIN_CHANGES, ADMIN_REVIEW } from "./admin/admin-changes.ts"
import { answerLabelButton } from "./ask/answer-label.ts"
import {
  forgetAllButton,
  forgetAllConfirmed,
  forgetAskSelect,
  forgetButton,
  forgetPickedSelect,
  undoButton,
} from "./forget/forget-button.ts"
import { PRIVACY_ACTIONS } from "./privacy/privacy.ts"
import { openButton, pageButton, showButton, sourcesButton } from "./profile/memory-buttons.ts"
import { recapPageAction } from "./recap/recap.ts"
import { correctButton, correctionSubmit, keepButton } from "./remember/correct-form.ts"
import { stillSoButton } from "./remember/still-so.ts"
import { serverFactButton, serverPageButton, serverPinButton } from "./server/server.ts"

export const ACTIONS: readonly Action[] = [
  ...ADMIN_CHANGES,
  ...ADMIN_REVIEW,
  answerLabelButton,
  correctButton,
  correctionSubmit,
  forgetButton,
  forgetAllButton,
  forgetPickedSelect,
  forgetAllConfirmed,
  forgetAskSelect,
  keepButton,
  openButton,
  pageButton,
  ...PRIVACY_ACTIONS,
  recapPageAction,
  serverFactButton,
  serverPageButton,
  serverPinButton,
  showButton,
  sourcesButton,
  stillSoButton,
  undoButton,
]
