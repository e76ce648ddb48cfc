/** Closes a question whether to forget: nothing was. */
import type { Action } from "../command.ts"
import { NOTHING_FORGOTTEN } from "../pages/empty.ts"
import { said } from "../reply.ts"

export const keep: Action = {
  name: "keep",
  answers: "update",
  run: async () => said(NOTHING_FORGOTTEN),
}
