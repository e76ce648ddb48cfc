/** What of a model's prose may be kept: sentences that rest on what was shown. Pure. */

import { strangersIn } from "../../memory/read/strangers.ts"
import { readsAsInstruction } from "../../privacy/instructions.ts"
import { holdsSecret } from "../../privacy/secrets.ts"
import { hushing } from "../../text/names.ts"
import { numbersIn, withNumerals } from "../../text/numerals.ts"
import { stems } from "../../text/stems.ts"

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/** At least this share of a sentence's words must have been shown: a paraphrase keeps more, an invention less. */
const SHOWN = 0.5

/** Links, mentions and tags: never part of plain prose. */
const MARKUP = /https?:|www\.|<[@#:!/a-z]|@(?:everyone|here)\b|@\d|```/i

/**
 * The sentences of a reply that may be kept, up to `most` characters, as one line. A sentence goes where it holds a
 * secret, a link or a mention, where it instructs its reader, and where it has a number that was not shown, or words of
 * which fewer than half were shown.
 */
export function kept(reply: string, shown: string, most: number): string {
  return keptOf(reply, { shown, strangers: [] }, most)
}

/** The same, and no sentence that names one of these: members of whom nothing was shown. */
export function keptOf(
  reply: string,
  { shown, strangers }: { shown: string; strangers: readonly string[] },
  most: number,
): string {
  const named = strangersIn(strangers, { said: reply, shown })
  const hush = hushing(named)
  const line = reply
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cf}--[\u200c\u200d]]/gv, "")
    .trim()
    .toWellFormed()
  const words = new Set(stems(shown))
  const numbers = new Set(numbersIn(withNumerals(shown)))
  let text = ""
  for (const { segment } of sentences.segment(line)) {
    const sentence = segment.trim()
    const next = text === "" ? sentence : `${text} ${sentence}`
    if (next.length > most) break
    if (holds(sentence, words, numbers) && !hush.names(sentence)) text = next
  }
  // A secret may be cut in two by a full stop in it.
  return holdsSecret(text) ? "" : text
}

function holds(sentence: string, words: ReadonlySet<string>, numbers: ReadonlySet<string>): boolean {
  if (MARKUP.test(sentence) || holdsSecret(sentence) || readsAsInstruction(sentence)) return false
  if (numbersIn(sentence).some((number) => !numbers.has(number))) return false
  const said = stems(sentence)
  return said.length > 0 && said.filter((stem) => words.has(stem)).length >= SHOWN * said.length
}
