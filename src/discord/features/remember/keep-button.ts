/** Closes a question whether to forget: nothing was. */
import type { Action } from "../../bot/ui/command.ts"
import { NOTHING_FORGOTTEN } from "../../bot/ui/empty.ts"
import { said } from "../../bot/ui/reply.ts"

export const keep: Action = {
  name: "keep",
  answers: "update",
  run: async () => said(NOTHING_FORGOTTEN),
}
