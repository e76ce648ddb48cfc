/**
 * Reads what people reply to an answer: that it is right, wrong or outdated, and what is so instead ("no, it's
 * Sunday"). English, German and Spanish. Pure; works without a model, and prefers to find nothing.
 */
import type { AnswerLabel } from "../../../domain/answer-labels.ts"

/** `instead`: what is so according to them; `null` if they do not say. */
export interface Reaction {
  label: AnswerLabel
  instead: string | null
}

const IT = "(?:(?:that|this|it|which)(?:'s| is| was)|you(?:'re| are)|das (?:ist|war)|du liegst|eso|esto)?\\s*"
const RIGHT =
  "(?:yes|yep|yeah|yup|right|correct|true|exactly|spot on|ja|genau|stimmt|das stimmt|richtig|korrekt|s[ií]|exacto|correcto|cierto|as[ií] es)"
const WRONG =
  "(?:no|nope|nah|wrong|false|incorrect|not (?:right|true|correct|quite(?: right)?)|untrue|nein|nee|falsch|(?:das )?stimmt nicht|nicht (?:richtig|wahr)|falso|incorrecto|(?:est[aá] )?mal|no es (?:cierto|verdad|correcto|as[ií]))"
const OUTDATED =
  "(?:outdated|out of date|old news|no longer(?: (?:true|so|the case))?|not (?:true |so |the case )?any ?more|not any longer|veraltet|nicht mehr(?: aktuell| so)?|(?:das )?stimmt nicht mehr|ya no(?: es as[ií])?|(?:est[aá] )?(?:desactualizado|anticuado))"
const MILD = "(?:actually|well|eigentlich|en realidad)"
const END = "[\\s.!…,]*(?:(?:thanks|thank you|danke|gracias)[\\s.!]*)?"

const PLAIN: readonly [AnswerLabel, RegExp][] = [
  ["outdated", whole(OUTDATED)],
  ["wrong", whole(`${WRONG}(?:[\\s,.!]+${IT}${WRONG})?`)],
  ["right", whole(`${RIGHT}(?:[\\s,.!]+${IT}${RIGHT})?`)],
]
const CORRECTING: readonly [AnswerLabel, RegExp][] = [
  ["outdated", before(OUTDATED)],
  ["wrong", before(`${WRONG}(?:[\\s,.!]+${IT}${WRONG})?`)],
  ["wrong", before(MILD)],
]
/** "no it's Sunday", without the comma. */
const RUN_ON = /^(?:no|nope|nah|nein|nee)\s+((?:it|he|she|they|we|i|es|er|sie|ich|wir|son|soy)\b.+)$/isu
const NO_CORRECTION =
  /^(?:thanks?|thank you|thx|never ?mind|nothing|worries|problem|need|danke|gracias|i (?:don't|do not) (?:know|think so)|wait|sorry|you)\b/iu
const DECLINED = /^(?:no|nope|nah|nein|nee)[\s,]+(?:thanks?|thank you|thx|danke|gracias)\b/iu
const MOST_CHARACTERS = 300

function whole(shape: string): RegExp {
  return new RegExp(`^${IT}${shape}${END}$`, "iu")
}

function before(shape: string): RegExp {
  return new RegExp(`^${IT}${shape}\\s*[,.:;!–—-]+\\s*(.+)$`, "isu")
}

/** `words` without the bot's mention. Returns `null` for anything else, such as another question. */
export function reactionOf(words: string): Reaction | null {
  const text = words.replace(/[’`´]/g, "'").replace(/\s+/g, " ").trim()
  if (text.length > MOST_CHARACTERS || /\?\s*$/u.test(text) || DECLINED.test(text)) return null
  for (const [label, shape] of PLAIN) if (shape.test(text)) return { label, instead: null }
  for (const [label, shape] of CORRECTING) {
    const instead = shape.exec(text)?.[1]
    if (instead !== undefined) return corrected(label, instead)
  }
  const instead = RUN_ON.exec(text)?.[1]
  return instead === undefined ? null : corrected("wrong", instead)
}

function corrected(label: AnswerLabel, words: string): Reaction | null {
  const instead = words.replace(/[\s.!]+$/u, "")
  if (!/[\p{L}\p{N}]/u.test(instead) || NO_CORRECTION.test(instead)) return null
  return { label, instead }
}

// Rewords a fact by what is so instead: only if exactly one place in exactly one fact can be meant.

const WEEKDAY =
  "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?"
const MONTH =
  "january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
const KINDS = [
  WEEKDAY,
  `(?:${MONTH}) \\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th|\\.)? (?:of |de )?(?:${MONTH})`,
  "\\d{1,2}(?::\\d{2})? ?(?:a\\.?m\\.?|p\\.?m\\.?|uhr|o'clock)|\\d{1,2}:\\d{2}",
  "\\d+(?:[.,]\\d+)*",
].map((shape) => `(?<![\\p{L}\\p{N}])(?:${shape})(?![\\p{L}\\p{N}])`)

/** Words that may stand beside a new value without telling more. */
const FILLER =
  /(?<![\p{L}\p{N}'])(?:it|its|it's|is|are|was|on|at|in|the|a|an|now|every|each|always|since|from|by|he's|she's|they're|we're|es|ist|sind|war|am|um|im|jetzt|immer|jeden|seit|el|la|los|las|son|ahora|cada|siempre|desde|en|todos|only|just|actually|already)(?![\p{L}\p{N}'])/giu

/** Returns the index of the fact and its new words; `null` if that is not certain. */
export function rewordedFact(
  facts: readonly string[],
  instead: string,
): { index: number; fact: string } | null {
  const found = facts.flatMap((fact, index) => {
    const reworded =
      contrasted(fact, instead) ?? valueReplaced(fact, instead) ?? predicateReplaced(fact, instead)
    return reworded === null || reworded === fact ? [] : [{ index, fact: reworded }]
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

const CONTRASTS = [
  /^(?:it'?s |it is |es ist |es )?(?<new>[^,]{1,60}?),? (?:and )?(?:not|nicht|no) (?<old>[^,]{1,60})$/iu,
  /^(?:it'?s |es ist |es )?(?:not|nicht|no) (?<old>[^,]{1,60}?),? (?:but|it'?s|sondern|sino) (?<new>[^,]{1,60})$/iu,
]

/** "Sunday, not Saturday". */
function contrasted(fact: string, instead: string): string | null {
  for (const shape of CONTRASTS) {
    const { old, new: value } = shape.exec(instead)?.groups ?? {}
    if (old === undefined || value === undefined) continue
    const place = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(old.trim())}(?![\\p{L}\\p{N}])`, "giu")
    if ((fact.match(place) ?? []).length === 1) return fact.replace(place, () => value.trim())
  }
  return null
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}

/** A day, a date, a time or a number, for the only one of its kind in the fact; or a name for the name at its end. */
function valueReplaced(fact: string, instead: string): string | null {
  for (const kind of KINDS) {
    const shape = new RegExp(kind, "giu")
    const values = instead.match(shape) ?? []
    if (values.length === 0) continue
    const places = fact.match(shape) ?? []
    const [value = "", place = ""] = [values[0], places[0]]
    const rest = instead.replace(shape, " ").replace(FILLER, " ")
    if (values.length !== 1 || places.length !== 1 || !isSaidIn(fact, rest)) return null
    return fact.replace(shape, () => (/days$/iu.test(place) && /day$/iu.test(value) ? `${value}s` : value))
  }
  const name = instead.replace(FILLER, " ").replace(/\s+/g, " ").trim()
  const isName = /^\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*){0,2}$/u.test(name)
  const atEnd =
    /^(.+ (?:in|at|from|to|is|named|called|heißt|aus|se llama|en|de) )\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*){0,2}$/u
  const head = isName ? atEnd.exec(fact)?.[1] : undefined
  return head === undefined ? null : `${head}${name}`
}

/** Returns true if the fact has every one of these words. */
function isSaidIn(fact: string, words: string): boolean {
  const said = new Set(fact.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  return (words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => said.has(word))
}

const PRONOUN = /^(?:he|she|they|it|er|sie|él|ella) (?=\p{L})/iu

/** "she lives in Bergen" for "Ada lives in Oslo": the rest of the sentence, if it begins with the same verb. */
function predicateReplaced(fact: string, instead: string): string | null {
  if (!PRONOUN.test(instead)) return null
  const predicate = instead.replace(PRONOUN, "")
  const [verb = ""] = predicate.split(" ")
  const place = new RegExp(`^(.+?) ${escaped(verb)} .+$`, "iu").exec(fact)
  const [, subject] = place ?? []
  if (subject === undefined || /^(?:is|are|was|has|had|does|did)$/iu.test(verb)) return null
  return subject.split(" ").length > 4 ? null : `${subject} ${predicate}`
}
