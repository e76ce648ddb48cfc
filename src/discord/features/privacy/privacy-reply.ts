/** Replies in public to somebody who wants to be forgotten. Everything else happens in private, for whoever presses. */
import { customId, type Reply } from "../../bot/ui/command.ts"
import { button, row } from "../../bot/ui/ui-kit.ts"
import type { PrivacyWish } from "../ask/privacy-wish.ts"

export const PRIVACY_HINTS: Record<PrivacyWish, string> = {
  erase:
    "`/privacy erase` deletes everything I store about you in this server. `/privacy see` shows it first. Only you see both.",
  opt_out:
    "`/privacy opt-out` makes me stop remembering you. `/privacy erase` also deletes what I already store. Only you see both.",
}

export function privacyReply(wish: PrivacyWish): Reply {
  const buttons = [
    button(customId("privacy-show", "erase"), "Erase…", { style: "danger" }),
    button(customId("privacy-show", "see"), wish === "opt_out" ? "Opt out…" : "See what is stored"),
  ]
  return { kind: "plain", content: PRIVACY_HINTS[wish], components: [row(...buttons)] }
}
