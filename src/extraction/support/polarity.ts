/** Finds claims that state what their lines deny, and wishes, guesses and conditions told as facts. Pure. */
import { stems } from "../../text/stems.ts"
import type { Matter, SupportFault } from "./matter.ts"
import { clausesOf } from "./sentences.ts"
import { HEDGED, NEGATIVE, NEGATOR, NO_DENIAL, UNREAL } from "./words.ts"

/** The lines say the opposite: one denies and the other does not. */
export function denied({ claim, sentences, matching, telling, shares }: Matter): SupportFault | null {
  const factDenies = NEGATOR.test(claim.fact)
  const factIsNegative = factDenies || NEGATIVE.test(claim.fact)
  const answers = sentences.filter(({ answer, author }) => answer !== null && author === claim.subject.id)
  const asked = sentences.some(({ isQuestion }) => isQuestion)
  if (asked && answers.length > 0) {
    const isNo = answers.at(-1)?.answer === "no"
    const question = sentences.findLast(({ isQuestion }) => isQuestion)?.text ?? ""
    const questionDenies = NEGATOR.test(question) || NEGATIVE.test(question)
    // The fact restates what the answer denies.
    const repeats = factDenies === NEGATOR.test(question)
    const adds = answers.some(({ stems: words }) => [...words].some((stem) => telling.has(stem)))
    if (isNo && repeats && !adds) return "denied"
    if (isNo && !factIsNegative && answers.every(({ stems: words }) => words.size <= 2)) return "denied"
    if (!isNo && factDenies && !questionDenies) return "denied"
    return null
  }
  if (!shares) return null
  const clauses = matching
    .filter(({ isQuestion }) => !isQuestion)
    .flatMap(({ text }) => clausesOf(text.replace(NO_DENIAL, " ")))
    .filter((clause) => stems(clause).some((stem) => telling.has(stem)))
  if (clauses.length === 0) return null
  const denies = (clause: string) => deniesWord(clause, telling)
  if (!factIsNegative && clauses.every(denies)) return "denied"
  const told = matching.map(({ text }) => text).join(" ")
  return factDenies && !NEGATOR.test(told) && !NEGATIVE.test(told) ? "denied" : null
}

/** A wish, a guess or a condition told as a fact. */
export function imagined({ claim, matching, telling, shares }: Matter): SupportFault | null {
  if (HEDGED.test(claim.fact)) return null
  const clauses = matching
    .filter(({ isQuestion }) => !isQuestion)
    .flatMap(({ text }) => clausesOf(text))
    .filter((clause) => !shares || stems(clause).some((stem) => telling.has(stem)))
  return clauses.length > 0 && clauses.every((clause) => UNREAL.test(clause)) ? "imagined" : null
}

/** A "not" denies the words beside it: in German and French it also follows them. */
const REACH = 4

/** Returns true if a "not" stands close to one of these words. */
function deniesWord(clause: string, telling: ReadonlySet<string>): boolean {
  const words = clause.split(/\s+/).filter(Boolean)
  const negators = words.flatMap((word, at) => (NEGATOR.test(word) ? [at] : []))
  // Scripts without spaces have one long word.
  if (words.length < 3) return NEGATOR.test(clause)
  return words.some(
    (word, at) =>
      stems(word).some((stem) => telling.has(stem)) &&
      negators.some((negator) => Math.abs(negator - at) <= REACH),
  )
}
