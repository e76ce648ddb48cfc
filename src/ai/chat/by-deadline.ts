/** A chat model with an end to all its calls together: for work that has to be over by a moment, whatever it asks. */
import type { Time } from "../../domain/types.ts"
import type { ChatModel } from "../chat.ts"

/** With less left than this, no model answers: it is not asked. */
const LEAST_MS = 1_000

/** The same model, whose calls all end by `deadline`; past it they fail at once, and cost nothing. */
export function byDeadline(deadline: Time, chat: ChatModel): ChatModel {
  return {
    model: (tier) => chat.model(tier),
    async complete(request) {
      const left = deadline - Date.now()
      if (left < LEAST_MS)
        return { kind: "failed", failure: "retry_later", detail: "out of time", usage: null }
      return chat.complete({ ...request, timeoutMs: Math.min(request.timeoutMs, left) })
    },
  }
}
