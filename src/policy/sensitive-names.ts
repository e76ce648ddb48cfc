/** Names of the sensitive classes, as Discord, the pages and the privacy page show them. */
import type { Sensitive } from "../domain/types.ts"

export const SENSITIVE_NAMES: Record<Sensitive, string> = {
  health: "Health",
  sexuality: "Sexuality",
  religion: "Religion",
  politics: "Politics",
  ethnicity: "Ethnicity",
  minors: "Children",
  finances: "Money",
  slurs: "Slurs",
}
