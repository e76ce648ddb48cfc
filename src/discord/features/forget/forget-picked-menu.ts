/** Forgets the memories picked from a list of those that were meant. */
import { Refused } from "../../../domain/errors.ts"
import type { Action } from "../../bot/ui/command.ts"
import { deskOf } from "../../bot/ui/reading.ts"
import { allInHand } from "../hand.ts"
import { forget, forgottenBefore } from "./forgetting.ts"

/** Discord offers at most so many to pick from. */
const MOST = 25

export const forgetPicked: Action = {
  name: "forget-picked",
  answers: "update",
  async run(asked, { values }) {
    const before = await forgottenBefore(asked, await deskOf(asked))
    if (before !== null) return before
    const picked = await allInHand(asked, values.slice(0, MOST))
    const [first] = picked
    if (first === undefined) throw new Refused({ reason: "nothing_known" })
    return forget(
      asked,
      first.desk,
      picked.map(({ found }) => found),
    )
  },
}
