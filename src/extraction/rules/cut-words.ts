/** Finds words that an abbreviation's dot may have cut from what follows: "i live in stud. house". Pure. */
import type { Message } from "../../domain/types.ts"
import { displayText } from "../../text/display.ts"
import { FIRST_PERSON } from "../support/words.ts"
import { ADVERBS, STOPWORDS } from "./lexicon.ts"
import { normalizeWord } from "./words.ts"

/**
 * Returns the short word before a dot, in lower case, if the text goes on with a word in lower case that begins no new
 * sentence; else `null`.
 */
export function cutWord(before: string, after: string): string | null {
  const [, word] = ENDS_SHORT.exec(before) ?? []
  const [, next] = GOES_ON.exec(after) ?? []
  return word === undefined || next === undefined || beginsSentence(next) ? null : word.toLowerCase()
}
const ENDS_SHORT = /(?<![\p{L}'’.-])(\p{L}{1,5})\.$/u
const GOES_ON = /^[^\S\n]+(\p{Ll}[\p{L}'’-]*)/u

function beginsSentence(word: string): boolean {
  const plain = normalizeWord(word)
  return STOPWORDS.has(plain) || ADVERBS.has(plain) || FIRST_PERSON.test(plain) || BEGINS.test(plain)
}
/** Verbs of the first person, and words with which chat goes on in five languages. */
const BEGINS =
  /^(?:\p{L}+ei|main|live|play|own|speak|study|born|moved|bought|started|living|working|playing|studying|moving|looking|learning|trying|doing|having|coming|going|dont|didnt|wont|und|aber|seit|jetzt|y|pero|desde|ahora|et|mais|depuis|maintenant|e|mas|agora|muito|aunque|weil|denn|porque|car)$/u

/** The word that an abbreviation's dot may cut at the end of a sentence. */
export function cutIn(message: Message, sentence: string): string | null {
  const whole = displayText(message)
  const start = whole.indexOf(sentence)
  return start < 0 ? null : cutWord(sentence, whole.slice(start + sentence.length))
}
