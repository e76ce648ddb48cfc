/** Finds claims that state what their lines deny, and wishes, guesses and conditions told as facts. Pure. */
import { stems } from "../../text/stems.ts"
import type { Matter, SupportFault } from "./matter.ts"
import { clausesOf } from "./sentences.ts"
import { HEDGED, NEGATIVE, NEGATOR, NO_DENIAL, STILL, UNREAL } from "./words.ts"

/** How a fact denies something, or says it without a "not". */
function polarityOf(claim: Matter["claim"]): { factDenies: boolean; factIsNegative: boolean } {
  const fact = claim.fact.replace(NO_DENIAL, " ")
  const factDenies = NEGATOR.test(fact)
  return { factDenies, factIsNegative: factDenies || NEGATIVE.test(fact) }
}

/** A question was answered, and the fact says the opposite of the answer. */
export function deniedByAnswer({ claim, sentences, telling }: Matter): SupportFault | null {
  const { factDenies, factIsNegative } = polarityOf(claim)
  const isAnswerer = (author: string) => claim.subject.scope !== "user" || author === claim.subject.id
  const answers = sentences.filter(({ answer, author }) => answer !== null && isAnswerer(author))
  const asked = sentences.some(({ isQuestion }) => isQuestion)
  if (!asked || answers.length === 0) return null
  const isNo = answers.at(-1)?.answer === "no"
  // "No images, agreed?" asks with its first words.
  const question = sentences.findLast(({ isQuestion }) => isQuestion)?.message.content ?? ""
  const questionDenies = NEGATOR.test(question) || NEGATIVE.test(question)
  // "You sold it?" "nope": the fact that one still has it is what the answer says.
  if (isNo && questionDenies && STILL.test(claim.fact)) return null
  // The fact restates what the answer denies.
  const repeats = factDenies === NEGATOR.test(question)
  const answered = new Set(answers.map(({ message }) => message.id))
  const adds = sentences.some(
    ({ message, isQuestion, stems: words }) =>
      answered.has(message.id) && !isQuestion && [...words].some((stem) => telling.has(stem)),
  )
  if (isNo && repeats && !adds) return "denied"
  if (isNo && !factIsNegative && !adds && answers.every(({ stems: words }) => words.size <= 2))
    return "denied"
  const statesDenial = sentences.some(({ isQuestion, text }) => !isQuestion && NEGATOR.test(text))
  return !isNo && factDenies && !questionDenies && !statesDenial ? "denied" : null
}

/** The lines seem to say the opposite, in the words of the fact. */
export function denied(matter: Matter): SupportFault | null {
  const said = new Set(matter.matching.flatMap(({ stems: words }) => [...words]))
  const shared = [...matter.telling].filter((stem) => said.has(stem)).length
  // Without spaces, a "not" cannot be set beside the words it denies.
  if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(matter.claim.fact)) return null
  return shared >= matter.telling.size * SAME_WORDS && seemsDenied(matter) ? "denied" : null
}
/** With fewer of the fact's words in the lines, a "not" there usually belongs to something else. */
const SAME_WORDS = 0.5

/**
 * Returns true if the lines seem to say the opposite: one denies and the other does not. Words alone often err here
 * ("i have a deck i never touch"), so this is a doubt and no refutation.
 */
export function seemsDenied({ claim, matching, sentences, telling, shares }: Matter): boolean {
  const isAnswered =
    sentences.some(({ isQuestion }) => isQuestion) && sentences.some(({ answer }) => answer !== null)
  if (!shares || isAnswered) return false
  const { factDenies, factIsNegative } = polarityOf(claim)
  const clauses = matching
    .filter(({ isQuestion }) => !isQuestion)
    .flatMap(({ text }) => clausesOf(text.replace(NO_DENIAL, " ")))
    .filter((clause) => stems(clause).some((stem) => telling.has(stem)))
  if (clauses.length === 0) return false
  const denies = (clause: string) => deniesWord(clause, telling)
  if (!factIsNegative && clauses.every(denies)) return true
  const told = matching.map(({ text }) => text).join(" ")
  return factDenies && !NEGATOR.test(told) && !NEGATIVE.test(told)
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

/** A "not" denies the words beside it: in English those after it, in other languages also those before. */
const REACH = 4
const ENGLISH_NEGATOR =
  /^\P{L}*(?:no|não|nao|nunca|sin|sem|sans|jamás|not|never|nothing|nobody|without|cannot|\p{L}+n['’]t|dont|doesnt|didnt|cant|wont|isnt|arent|wasnt|havent|hasnt|aint)\P{L}*$/iu

/** In Portuguese, "no" means "in the". */
const PORTUGUESE =
  /[ãõç]|(?<![\p{L}])(?:vou|tô|tá|pra|você|vc|uma|com|meu|minha|dele|dela|às|hoje|agora)(?![\p{L}])/iu
/** In German, "ne" is short for an article. */
const GERMAN = /[äöüß]|(?<![\p{L}])(?:ich|hab|habe|haben|bin|ist|und|in|mit|auf|seit|wir|noch)(?![\p{L}])/iu
/** "Olives? never." */
const AT_END = /^\W*(?:not|never)\W*$/iu

/** Returns true if a "not" stands close to one of these words. */
function deniesWord(clause: string, telling: ReadonlySet<string>): boolean {
  const words = clause.split(/\s+/).filter(Boolean)
  const isNegator = (word: string) =>
    NEGATOR.test(word) &&
    !(/^no$/iu.test(word) && PORTUGUESE.test(clause)) &&
    !(/^ne$/iu.test(word) && GERMAN.test(clause))
  const negators = words.flatMap((word, at) => (isNegator(word) ? [at] : []))
  // Scripts without spaces have one long word.
  if (words.length < 3) return NEGATOR.test(clause)
  const reaches = (negator: number, at: number) => {
    const word = words[negator] ?? ""
    const isEnglish = ENGLISH_NEGATOR.test(word) && !(negator === words.length - 1 && AT_END.test(word))
    return isEnglish ? at > negator && at - negator <= REACH : Math.abs(negator - at) <= REACH
  }
  return words.some(
    (word, at) =>
      stems(word).some((stem) => telling.has(stem)) && negators.some((negator) => reaches(negator, at)),
  )
}
