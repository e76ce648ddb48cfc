/**
 * Refusals as texts for people on Discord. Refusals that only managers and API callers meet have the texts of
 * errors.ts. Pure.
 */
import { explain, type Refusal } from "../../../domain/errors.ts"
import type { Texts } from "../../texts/en.ts"
import { counted, fill } from "../../texts/texts.ts"
import { sensitiveKindLabel } from "./memory-texts.ts"
import { timestamp } from "./ui-kit.ts"

/** The only place that turns a refusal into text on Discord. */
export function formatRefusal(refusal: Refusal, texts: Texts): string {
  const { refusals, language } = texts
  switch (refusal.reason) {
    case "sensitive":
      return fill(refusals.sensitive, { kind: sensitiveKindLabel(refusal.kind, texts) })
    case "leaving":
      return fill(refusals.leaving, { when: timestamp(Date.parse(refusal.until), "relative") })
    case "memory_full":
      return fill(refusals.memory_full, { limit: refusal.limit })
    case "cooling_down":
      return counted(refusals.cooling_down, refusal.seconds, language)
    case "invalid":
      return `That did not work: ${refusal.issues.map(({ field, problem }) => `${field} ${problem}`).join("; ")}.`
    default: {
      const text = Object.entries(refusals).find(([reason]) => reason === refusal.reason)?.[1]
      return typeof text === "string" ? text : explain(refusal)
    }
  }
}
