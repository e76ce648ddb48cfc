/** "I live in Berlin and work at Siemens": one clause that holds two facts, cut in two with the subject repeated. */
import { bare } from "./grammar.ts"
import { ADVERBS, FILLERS } from "./lexicon.ts"
import { formsOfWord, lemmaOfWord, type Predicate, readPredicate } from "./predicate.ts"
import { isPastForm } from "./verbs.ts"
import { wordsOf } from "./words.ts"

const MOST = 4
/** Verbs that go on from "I am": "I'm from Texas but live in Ohio". */
const STATES = /^(?:live|work|study|love|hate|have|speak|own|teach|use|play)$/

export function coordinated(clause: string): string[] {
  const words = wordsOf(clause)
  const length = subjectLength(words)
  if (length === 0) return [clause]
  const subject = words.slice(0, length).join(" ")
  const parts: string[] = []
  let from = length
  let lead = ""
  for (let at = length + 2; at < words.length - 1 && parts.length < MOST; at++) {
    if (!/^(?:and|but|then)$/.test(bare(words[at] ?? "")) && !/,$/.test(words[at - 1] ?? "")) continue
    const begins = /^(?:and|but|then)$/.test(bare(words[at] ?? "")) ? at + 1 : at
    const repeated = helperFor(words.slice(from, at), words, begins, lead)
    if (repeated === null) continue
    parts.push(`${subject} ${lead}${words.slice(from, at).join(" ")}`)
    from = begins
    lead = repeated
  }
  parts.push(`${subject} ${lead}${words.slice(from).join(" ")}`)
  return parts
}

function subjectLength(words: string[]): number {
  const first = bare(words[0] ?? "")
  if (first === "i" || first === "we") return 1
  return first === "my" || first === "our" ? 2 : 0
}

/** The helping verb to repeat before a second verb, or null where no second verb of the same form stands. */
function helperFor(left: string[], words: string[], begins: number, lead: string): string | null {
  const predicate = readPredicate(lead === "" ? left : [lead.trim(), ...left])
  const at = words.findIndex((word, index) => index >= begins && !isLight(bare(word)))
  if (predicate === null || predicate.intent !== "done" || at < 0 || at >= words.length - 1) return null
  const word = bare(words[at] ?? "")
  if (/^(?:am|was)$/.test(word)) return ""
  if (predicate.lemma === "be") return predicate.form === "base" && STATES.test(word) ? "" : null
  return continued(predicate, word, bare(words[begins - 1] ?? ""))
}

/** Whether a verb goes on from a predicate of the same form: null where it does not, else the helper it wants. */
function continued(
  { form, helpers, lemma, negated }: Predicate,
  word: string,
  before: string,
): string | null {
  const isJoined = /^(?:and|but|then)$/.test(before)
  if ((!isJoined && form !== "past") || lemmaOfWord(word) === lemma || !mayBe(word, form)) return null
  if (form === "participle" || (form === "base" && (helpers.has("can") || helpers.has("will")))) return null
  if (form === "gerund") return "am "
  return negated && before !== "but" ? null : ""
}

function mayBe(word: string, form: Predicate["form"]): boolean {
  const forms = formsOfWord(word)
  return forms.length > 0 ? forms.includes(form) : form === "past" && isPastForm(word)
}

function isLight(word: string): boolean {
  return ADVERBS.has(word) || FILLERS.has(word) || /^(?:don't|do|not|then)$/.test(word)
}
