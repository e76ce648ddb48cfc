/**
 * Splits a text that somebody told Keepsake into its statements, and finds those that no fact tells. A person who tells two
 * things at once expects both to be kept, and nobody expects "hmm ok" to be. Pure.
 */
import { languageOf, STOPWORDS_ELSEWHERE } from "../text/language.ts"
import { isStopWord, stemSet } from "../text/stems.ts"
import { isInterjection } from "./rules/interjections.ts"
import { hasTag, tagWords } from "./rules/words.ts"

/** "That I row and that I sing", "dass ich rudere". */
const THAT = /^(?:that|dass|daß|que)\s+/iu
const AND = "(?:,?\\s+(?:and|but|und|aber|sowie|y|e|pero|et|mais|mas)|,)\\s+"
const OWN =
  "(?:i(?:['’](?:m|ve|d|ll))?|my|we(?:['’](?:re|ve|ll))?|our|ich|meine?[rsnm]?|wir|unsere?[rsnm]?|yo|mis?|nosotr[oa]s|nuestr[oa]s?|je|mon|ma|mes|nous|notre|nos|eu|meus?|minhas?|nós|noss[oa]s?)"
/** Verbs in first person before which German and Spanish leave out the pronoun. */
const FIRST_PERSON_VERB =
  "(?:(?:no )?(?:me (?:gustan?|encantan?|mudo|llamo|caso)|prefiero|odio|detesto|adoro|tengo|vivo|soy|estoy|trabajo|juego|toco|hablo|estudio|colecciono|como|bebo|bailo|canto|nado|corro|conduzco|aprendo|nací|voy|quiero|necesito|busco|empiezo|uso|leo)|(?:mag|hasse|liebe|wohne|lebe|arbeite|spiele|habe|bin|trinke|esse|spreche|lerne|studiere|sammle|fahre|bevorzuge|komme|suche|gehe|schwimme|singe|tanze|nutze|lese|heiße)(?!,))"
/** A clause with a subject of its own: "and I sing", "and that Bo sings", "and the key is gone". */
const CLAUSE = new RegExp(
  `${AND}(?=(?:that|dass|daß|que)\\s|${OWN}\\s|${FIRST_PERSON_VERB}\\s|j['’]|(?:the|der|die|das|el|la)\\s(?:[\\p{L}'’-]+\\s){1,3}(?:is|are|was|were|has|have|ist|sind|hat|es|está|tiene)\\s)`,
  "giu",
)
const NAMED_CLAUSE = /(?:,?\s+(?:and|but)|,)\s+(?=\p{Lu}\p{Ll}+\s(?:is|was|has|\p{Ll}{2,}s)\s)/gu
/** Words shorter than this before a full stop are abbreviations: "St. Gallen". */
const SENTENCE = /(?<=[\p{L}\p{N}]{3}[.!?]|[;\n])\s+/gu
/** The thing it speaks of stands in the clause before. */
const LEANS = /^(?:he|she|it|they|this|there|er|sie|es|él|ella)(?!\p{L})|(?<!\p{L})(?:him|them|it)(?!\p{L})/iu
const LEAST_WORDS = 3

/** Returns the statements of a text, each of which stands by itself; the whole text if it has only one. */
export function toldParts(text: string): string[] {
  const isEnglish = languageOf(text) === "en"
  const parts: string[] = []
  for (const said of text.split(SENTENCE).flatMap(clausesOf)) {
    const part = said.trim()
    const [last] = parts.slice(-1)
    if (last === undefined || (isWhole(part, isEnglish) && isWhole(last, isEnglish))) parts.push(part)
    // Joined as it was written.
    else
      parts[parts.length - 1] = text.slice(
        text.indexOf(last),
        text.indexOf(part, text.indexOf(last)) + part.length,
      )
  }
  return parts.map((part) => part.replace(THAT, "").replace(/[\s;,]+$/u, ""))
}

function clausesOf(sentence: string): string[] {
  return sentence.split(CLAUSE).flatMap((clause) => clause.split(NAMED_CLAUSE))
}

function isWhole(part: string, isEnglish: boolean): boolean {
  const words = part.replace(THAT, "").split(/\s+/)
  if (words.length < LEAST_WORDS || LEANS.test(part)) return false
  if (!isEnglish) return true
  const tags = tagWords(part)
  return words.some((word) => hasTag(tags, word, "Verb", "Copula"))
}

/**
 * Returns the statements with a clause that shares no word with any fact. `isRead`: a model read them, in words of its own,
 * so that as many facts as statements tell all of them.
 */
export function untoldParts(
  parts: readonly string[],
  facts: readonly string[],
  { name, isRead }: { name: string; isRead: boolean },
): string[] {
  if (isRead && facts.length >= parts.length) return []
  const told = new Set([...facts, name].flatMap((fact) => [...stemSet(fact)]))
  const clauses = parts.flatMap((part) => part.split(JOINED).map(contentStems))
  const isTold = (clause: string) => {
    const stems = contentStems(clause)
    // "I play chess, my brother plays go": the word that both clauses have tells neither.
    const own = stems.filter((stem) => clauses.filter((one) => one.includes(stem)).length < 2)
    const telling = own.length > 0 ? own : stems
    return (
      stems.length === 0 ||
      telling.some((stem) => told.has(stem) || [...told].some((one) => isAkin(one, stem)))
    )
  }
  const facted = facts.join(" ")
  return parts.filter((part) => !part.split(JOINED).every(isTold) || (!isRead && losesWords(part, facted)))
}

/** Beginnings and ends, which a fact without a date leaves out. */
const TIMES_TOLD = /(?<!\p{L})(?:seit|since|desde|depuis|until|bis|hasta)(?!\p{L})/iu
const LOST_WORDS = 2

/** Returns true if a fact is much shorter than what was told: "lives in Teruel" for "vivo en Teruel desde enero". */
function losesWords(part: string, facted: string): boolean {
  const told = stemSet(facted)
  const lost = contentStems(part).filter(
    (stem) => !told.has(stem) && ![...told].some((one) => isAkin(one, stem)),
  )
  const isTimeLost = TIMES_TOLD.test(part) && !TIMES_TOLD.test(facted) && !/\d/u.test(facted)
  return lost.length > 0 && (isTimeLost || (lost.length >= LOST_WORDS && !/\d{4}/u.test(facted)))
}
const JOINED = new RegExp(AND, "iu")

function contentStems(text: string): string[] {
  return [...stemSet(text)].filter((stem) => !STOPWORDS_ELSEWHERE.has(stem))
}

/** "Vegetarier" and "vegetarisch". */
const AKIN = 5

function isAkin(one: string, other: string): boolean {
  return one.length >= AKIN && one.slice(0, AKIN) === other.slice(0, AKIN)
}

/** Returns true if a text has a word that tells something: not "hmm ok", "ja genau" or "it is so". */
export function hasContentWord(text: string): boolean {
  if (isInterjection(text)) return false
  const isStop =
    languageOf(text) === "en"
      ? isStopWord
      : (word: string) => STOPWORDS_ELSEWHERE.has(word) || isStopWord(word)
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !FILLER.test(word) && !isStop(word))
  return telling.length > 0 && !telling.every((word) => EMPTY.test(word))
}

/** Words that tell something only beside others: "you know how it is", "what can I say", "it is what it is". */
const EMPTY =
  /^(?:know(?:s|n)?|things?|stuff|like|say(?:s|ing)?|said|mean(?:s|t)?|guess|think|thought|really|just|way|gonna|goes|go|going|lot|kind|sort|bit|right|wei(?:ß|ss)t?|sag\p{L}*|mein\p{L}*|ding(?:e|s)?|sache\p{L}*|eben|halt|einfach|wirklich|sabes?|digo|cosas?|creo|supongo|real(?:mente)?)$/u

/** Sounds, yes and no, greetings and thanks in five languages, and the ends of "I'm" and "we'll". */
const FILLER =
  /^(?:h+m+|u+[hm]+|m+h*m+|a+h+a*|o+h+|e+h+|h+u+h+|(?:ha|he|hi|ja|je|ji)+h?|l+o+l+|x+d+|o*k+|ok(?:ay|i)|y+e+(?:s+|a+h*|p+)|yup|n+o+(?:pe)?|n+a+h+|so|sure|alright|well|anyway|whatever|please|pls|thanks|thx|ty|hello|hey|hi|bye|btw|tbh|idk|dunno|nein|nee|genau|klar|danke|bitte|hallo|moin|tja|naja|stimmt|achso|aha|s[ií]|vale|claro|bueno|pues|gracias|hola|ya|ajá|oui|ouais|non|bah|merci|salut|sim|não|tá|obrigad[oa]|valeu|oi|m|s|t|d|re|ve|ll)$/u
