/** Clauses whose speaker left themselves out: "Just adopted a cat". */
import type { Clause } from "./clause.ts"
import { bare } from "./grammar.ts"
import { isPastForm } from "./verbs.ts"
import { wordsOf } from "./words.ts"

const OPENING = /^(?:just |finally |recently |currently |still |also |already |gonna |going to |been )*/i

/** Puts the speaker back, with the helping verb that the first word wants; null where it opens with no such verb. */
export function elided(text: string): Clause | null {
  const opening = OPENING.exec(text)?.[0].toLowerCase() ?? ""
  const words = wordsOf(text)
  const core = bare(wordsOf(text.slice(opening.length))[0] ?? "")
  const clause = (helper: string | null): Clause => ({
    subject: { kind: "self", company: null, elided: true },
    words: helper === null ? words : [helper, ...words],
  })
  if (core === "be")
    return /^(?:gonna|going to) be (?:away|gone|off|out|on (?:vacation|holiday|leave))\b/i.test(text)
      ? clause("am")
      : null
  if (/^(?:gonna|going to)/.test(opening)) return clause("am")
  if (opening.startsWith("been")) return clause("have")
  if (/^\w+ing,$/.test(words[0] ?? "")) return null
  if (/^\w+ing$/.test(core) || core === "allergic") return clause("am")
  return isPastForm(core) ? clause(null) : null
}
