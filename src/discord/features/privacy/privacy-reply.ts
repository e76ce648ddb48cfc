/** Replies in public to somebody who wants to be forgotten. Everything else happens in private, for whoever presses. */

import type { PrivacyWish } from "../../../privacy/privacy-wish.ts"
import { customId, type Reply } from "../../bot/ui/command.ts"
import { button, row } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"

export function privacyHint(wish: PrivacyWish, { privacy }: Texts): string {
  return wish === "erase" ? privacy.hintErase : privacy.hintOptOut
}

export function privacyReply(wish: PrivacyWish, texts: Texts): Reply {
  const { privacy, help } = texts
  const buttons = [
    button(customId("privacy-show", "erase"), privacy.erase, { style: "danger" }),
    button(customId("privacy-show", "see"), wish === "opt_out" ? privacy.openOptOut : help.seePrivacy),
  ]
  return { kind: "plain", content: privacyHint(wish, texts), components: [row(...buttons)] }
}
