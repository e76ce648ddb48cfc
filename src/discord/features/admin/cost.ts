/** What a server's models cost, in a few lines: so far, what is to be expected, and whether a cap holds them. Decides nothing. */

import type { Cap, SpendState } from "../../../policy/spend.ts"
import type { Standing } from "../../../runtime/standing.ts"
import { timestamp } from "../../bot/ui/ui-kit.ts"

const CAP_NAMES: Record<Cap, string> = {
  daily_tokens: "tokens a day",
  daily_neurons: "neurons a day",
  monthly_usd: "dollars a month",
}

export function costShown({ spend, reader }: Pick<Standing, "spend" | "reader">): string {
  const mind = reader === "model" ? "A model reads." : "Rules read: there is no model."
  const cap = spend.caps.daily_tokens
  const limit = cap === undefined ? "" : ` of ${cap.limit.toLocaleString("en-US")} a day`
  const { forecast } = spend
  return [
    "**Cost**",
    `${mind} Today: ${spent(spend.today)}${limit} · this month: ${spent(spend.month)}`,
    ...(forecast === null
      ? []
      : [
          `Expected: ${spent({ ...forecast.today, unpriced: spend.today.unpriced })} today, ${spent({ ...forecast.month, unpriced: spend.month.unpriced })} this month, from ${forecast.days} days`,
        ]),
    ...held(spend.state),
  ].join("\n")
}

function held(state: SpendState): string[] {
  if (state.state === "within") return []
  const cap = `the cap of ${CAP_NAMES[state.cap]}`
  const until = timestamp(state.until, "relative")
  return [
    state.state === "past"
      ? `🛑 Past ${cap}: rules read and answers are quoted. It counts anew ${until}.`
      : `⚠️ Near ${cap}: what is left is for listening; answers are quoted. It counts anew ${until}.`,
  ]
}

function spent({ tokens, usd, unpriced }: { tokens: number; usd: number; unpriced: number }): string {
  return `${tokens.toLocaleString("en-US")} tokens (${unpriced > 0 ? "price not known" : priced(usd)})`
}

/** In cents, as prices are read; what is less than one is not nothing. */
function priced(usd: number): string {
  return usd > 0 && usd < 0.01 ? "less than $0.01" : `$${usd.toFixed(2)}`
}
