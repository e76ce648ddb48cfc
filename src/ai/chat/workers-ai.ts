/** Chat models of Workers AI through the `AI` binding. It words the call and reads the answer; what failures mean is in failures.ts. */

import { unwrapped } from "../binding-answer.ts"
import type { ChatModel, Tier } from "../chat.ts"
import { readCompletion } from "./completion.ts"
import { type Dialect, worded } from "./dialect.ts"
import { Negotiation } from "./negotiate.ts"

export const DEFAULT_FAST_MODEL = "@cf/zai-org/glm-4.7-flash"
export const DEFAULT_STRONG_MODEL = "@cf/openai/gpt-oss-120b"

const MAX_REPLY_BYTES = 1_000_000

/** Thinking costs output tokens before the first letter of the reply, and extraction gains little by it. */
const MODEL_OPTIONS: { model: RegExp; options: Record<string, unknown> }[] = [
  { model: /\/glm-/, options: { chat_template_kwargs: { enable_thinking: false } } },
  { model: /\/gpt-oss-/, options: { reasoning_effort: "low" } }, // cannot be switched off
]

/**
 * The catalog's input schemas ask the schema of a name for models served in OpenAI's shape (glm, gpt-oss), while
 * the JSON Mode page shows it bare, for older ones. A model that refuses one is asked in the other.
 */
const NAMED: Dialect = { formats: ["named", "bare", "none"], temperature: true, limit: "max_tokens" }
const BARE: Dialect = { ...NAMED, formats: ["bare", "named", "none"] }

/** A ChatModel over `env.AI`. No abort signal is passed on: a call that overruns is left behind, and may still be billed. */
export function workersAi(ai: Ai, models: Record<Tier, string>): ChatModel {
  const negotiation = new Negotiation()
  return {
    model: (tier) => models[tier],
    complete(request) {
      const model = models[request.tier]
      const special = MODEL_OPTIONS.find((known) => known.model.test(model))
      const opening = { model, dialect: special ? NAMED : BARE }
      return negotiation.complete(request, opening, async (dialect) => {
        const answer: unknown = await ai.run(model, { ...worded(request, dialect), ...special?.options })
        return {
          kind: "replied",
          reply: readCompletion(await unwrapped(answer, MAX_REPLY_BYTES), request, model),
        }
      })
    },
  }
}
