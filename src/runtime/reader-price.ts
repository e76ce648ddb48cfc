/** Which model would read a guild's messages, and what a million of its tokens cost. */
import { costUsd } from "../ai/cost.ts"
import { readSettings } from "../settings.ts"
import type { Entered } from "./enter.ts"
import { guildChat, type Runtime } from "./models.ts"

export interface Reader {
  /** False if rules read: no model is bound, or the guild's policy has switched learning off. */
  reads: boolean
  /** Dollars per million tokens; `null` if the price is unknown. */
  price: { input: number; output: number } | null
}

const MILLION = 1_000_000

export function readerOf({ env }: Pick<Runtime, "env">, { guild }: Pick<Entered, "guild">): Reader {
  const chat = guildChat(env, guild)
  if (chat === null || !guild.policy.gate.enabled) return { reads: false, price: null }
  const model = chat.model("fast")
  const own = readSettings(env).AI_PRICES?.[model]
  if (own !== undefined) return { reads: true, price: own }
  const dollars = (inputTokens: number, outputTokens: number) =>
    costUsd({ purpose: "extraction", model, inputTokens, outputTokens })
  const [input, output] = [dollars(MILLION, 0), dollars(0, MILLION)]
  return { reads: true, price: input === null || output === null ? null : { input, output } }
}
