/** Finds streets with a number in Spanish, Portuguese and French. Pure. */

import { type ContactSpan, spansOf } from "./contact-mask.ts"
import { isAddressNext } from "./contact-street-ends.ts"
import {
  ARTICLE,
  ENDS_FRENCH,
  FREE,
  FRENCH_ADJECTIVE,
  isCounting,
  isYear,
  NAME_WORD,
  NO_FRENCH_PLACE,
  NO_SQUARE,
  NOT_ROMANCE_NAME,
  readStreet,
  TITLE,
} from "./contact-street-words.ts"

const ROMANCE = new RegExp(
  `(?<![\\p{L}\\d])(?<word>calle|carrer|callej[óo]n|c/|avenida|avda\\.?|av\\.?|paseo|plaza|pl?za\\.?|rua|r\\.|travessa|tv\\.|alameda|largo|pra[çc]a|estrada|rambla|ronda|glorieta)(?:(?<=[./]) ?| )(?<name>(?:\\d{1,2} de )?${NAME_WORD}(?: ${NAME_WORD}){0,5}?)(?<sign>,? (?:#|n[º°.o]{0,2} ?|n[úu]mero |n[úu]m\\.? ?)?)(?<number>\\d{1,5})(?:[a-d](?![\\p{L}\\d]))?(?![\\p{L}\\d:ºª°%€$]|[.,]\\d)`,
  "giu",
)
const FRENCH = new RegExp(
  `${FREE}(?<number>\\d{1,4})(?: ?(?:bis|ter|quater)|[a-d])?,? (?<word>rue|avenue|av\\.?|bd\\.?|bld|blvd|boulevard|impasse|all[ée]e|chemin|quai|place|passage|route|cours|square) (?<name>${NAME_WORD}(?:[ ]${NAME_WORD}){0,7})`,
  "giu",
)

export function romanceStreets(text: string): ContactSpan[] {
  return [...spansOf(text, ROMANCE, endOfRomance), ...spansOf(text, FRENCH, endOfFrench)]
}

function endOfRomance(match: RegExpExecArray): number | null {
  const { word, names, number, after, before } = readStreet(match)
  const content = names.filter((name) => !ARTICLE.has(name))
  const { sign = "" } = match.groups ?? {}
  if (content.length < 1 || content.length > 4) return null
  if (names.some((name) => NOT_ROMANCE_NAME.has(name)) || isCounting(after, !isAddressNext(after)))
    return null
  if (isYear(number) && !/[\p{L}#,]/u.test(sign)) return null
  if (/^pl?a?za/.test(word) && NO_SQUARE.has(content[0] ?? "")) return null
  if (word === "largo" && (!/^d[ao]s?$/.test(names[0] ?? "") || /(?:lo|ao|a) $/i.test(before))) return null
  return isRomanceName(match, sign) ? match.index + match[0].length : null
}

/** Small letters need a preposition, a title or words around them that belong to an address. */
function isRomanceName(match: RegExpExecArray, sign: string): boolean {
  const { word, written, names, after, before } = readStreet(match)
  const first = names[0] ?? ""
  if (/^\d/.test(first)) return MONTH.test(names[2] ?? "")
  if (/[\p{L}#]/u.test(sign) || TITLE.test(first) || /^(?:de|del|da|do|das|dos|du|des)$/.test(first))
    return true
  if (word === "r.") return false
  const isCapital = written.split(" ").every((name) => ARTICLE.has(name) || /^\p{Lu}/u.test(name))
  return isCapital || sign.includes(",") || isAddressNext(after) || LIVES.test(before)
}

/** "avenida 9 de julio 1200". */
const MONTH =
  /^(?:ener|febrer|marz|abril|may|juni|juli|agost|se?ptiembre|octubre|noviembre|diciembre|janeir|fevereir|març|mai|junh|julh|setembr|outubr|novembr|dezembr)o?$/
const LIVES =
  /(?:viv[oe]|vivimos|estoy|estamos|estou|quedamos|casa|direcci[óo]n|domicilio|mor[oa]|moramos|endere[çc]o|env[íi]alo|manda)(?: (?:es|é|en|na|no|a|en la|en el|à))?:? $/iu

function endOfFrench(match: RegExpExecArray): number | null {
  const { word, written, number, end } = readStreet(match)
  const kept = nameOfFrench(written.split(" "))
  if (isYear(number) || !isFrenchName(word, kept)) return null
  return end - written.length + kept.join(" ").length
}

/** Words for a street that have other meanings need more of a name: "1 place de parking", "12 bd marvel". */
function isFrenchName(word: string, kept: readonly string[]): boolean {
  const content = kept.filter((name) => !ARTICLE.has(name.toLowerCase()))
  const first = content[0]?.replace(/^[ld]['’]/i, "") ?? ""
  if (first.length < 2 || NO_FRENCH_PLACE.has(first.toLowerCase())) return false
  if (/^\p{Lu}/u.test(first) || TITLE.test(first)) return true
  const name = kept.join(" ")
  if (/^(?:du |des |de la |de l['’])/i.test(name)) return true
  if (/^(?:bd|av)$/.test(word)) return content.length > 1 && !/^de /i.test(name)
  return (
    /^(?:rue|avenue|av|bd|bld|blvd|boulevard)/.test(word) || (word === "route" && /^d(?:e |['’])/i.test(name))
  )
}

/** Words with which a sentence goes on: "j'habite". */
const SENTENCE = /^(?:j|t|c|qu|n|s|m)['’]/i

/** Returns the words of a name, which ends at a word of the sentence: "marcel rouvière | tu peux". */
function nameOfFrench(words: readonly string[]): string[] {
  const kept: string[] = []
  let left = /^(?:de|du|des|la|le|les|[dl]['’])/i.test(words[0] ?? "") ? 1 : 2
  for (const word of words) {
    const isArticle = ARTICLE.has(word.toLowerCase())
    if (!isArticle && (ENDS_FRENCH.has(word.toLowerCase()) || SENTENCE.test(word))) break
    // "pont de l'arche": another part of the name follows.
    if (isArticle && left < 1 && /^(?:de|du|des)$/i.test(word)) left = 1
    if (left < 1 && !/^\p{Lu}/u.test(word)) break
    kept.push(word)
    if (!isArticle && !FRENCH_ADJECTIVE.test(word)) left -= 1
    if (word.endsWith(".") && word.length > 4) break
  }
  return trimmed(kept)
}

/** An article at the end, and the full stop of a sentence, belong to no name. */
function trimmed(words: readonly string[]): string[] {
  const last = words.findLastIndex((word) => !ARTICLE.has(word.toLowerCase()))
  return words
    .slice(0, last + 1)
    .map((word, at) => (at === last && word.length > 4 ? word.replace(/\.$/, "") : word))
}
