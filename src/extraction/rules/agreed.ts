/** Facts of those who answer yes, no, or "me". Pure. */
import { NO, YES } from "../support/words.ts"
import { ONLY_NO, pastime } from "./fragments.ts"
import type { Asked } from "./open-questions.ts"
import { PHRASE_TABLES, readSaid } from "./phrases/read.ts"
import type { SaidFact, Speech } from "./phrases/told.ts"
import { ASKS_WHO, VOLUNTEERS } from "./yes-questions.ts"

/** Returns what a yes or a no to the question says of the one who answers. */
export function agreedFacts(
  { words, yes, no, doing }: Pick<Asked, "words" | "yes" | "no" | "doing">,
  text: string,
  speech: Speech,
): SaidFact[] {
  const isYes = (ASKS_WHO.test(words) ? VOLUNTEERS : YES).test(text) && !NO.test(text)
  const said = isYes ? yes : ONLY_NO.test(text) ? no : null
  const found = said === null ? [] : readSaid(said, speech, PHRASE_TABLES)
  return found.length > 0 || doing === null || !isYes ? found : [pastime(doing, speech.speaker)]
}
