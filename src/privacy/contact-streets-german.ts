/** Finds streets of German names with a number, in capitals and in small letters. Pure. */

import { type ContactSpan, spansOf } from "./contact-mask.ts"
import { endOfAddress, isAddressNext } from "./contact-street-ends.ts"
import {
  GERMAN_ADJECTIVE,
  isCounting,
  isYear,
  NOT_GERMAN,
  NOT_GERMAN_NAME,
  NUMBER,
  RING,
  readStreet,
} from "./contact-street-words.ts"

const GERMAN = new RegExp(
  `(?<![\\p{L}\\d-])(?<name>\\p{L}[\\p{L}-]{1,30}?)(?<kind>stra(?:ß|ss)e|str\\.?|gasse|allee|weg|platz|ring|damm|ufer) (?<number>${NUMBER})`,
  "giu",
)
/** "alte ziegelei gasse 5", "Rosenthaler Platz 29". */
const GERMAN_APART = new RegExp(
  `(?<![\\p{L}\\d-])(?:(?<adjective>\\p{L}{4,10}) )?(?<name>\\p{L}[\\p{L}-]{3,24}) (?<kind>stra(?:ß|ss)e|str\\.?|gasse|allee|weg|platz|ring|damm|ufer) (?<number>${NUMBER})`,
  "giu",
)
/** "Am Eulenkamp 7a, 22999 Hamburg". */
const GERMAN_TOWN = new RegExp(
  `(?<![\\p{L}\\d])(?:am|an (?:der|den)|im|in (?:der|den)|zum|zur|auf (?:dem|der)|unter den|hinter (?:der|dem)|bei der|beim|vor dem) \\p{L}[\\p{L}-]{2,24}(?: \\p{L}[\\p{L}-]{2,24})? ${NUMBER}`,
  "giu",
)
/** "hausnummer 29 im Rosenthaler Platz". */
const GERMAN_SAID =
  /(?<![\p{L}\d])(?<=haus(?:nummer|nr\.?) )\d{1,4}[a-z]? (?:im|in der|am|an der|auf der) (?:\p{L}[\p{L}-]{2,24} ){0,2}\p{L}{0,24}?(?:stra(?:ß|ss)e|str\.|gasse|allee|weg|platz|ring|damm|ufer)(?!\p{L})/giu

/** Each street has one of these before its number, and each other place a postcode or "hausnummer". */
const STREET_HINT = /(?:stra(?:ß|ss)e|str\.?|gasse|allee|weg|platz|ring|damm|ufer) \d/i
const PLACE_HINT = /\d{5} \p{L}|hausn/iu

export function germanStreets(text: string): ContactSpan[] {
  const streets = STREET_HINT.test(text)
    ? [...spansOf(text, GERMAN, endOfGerman), ...spansOf(text, GERMAN_APART, endOfGermanApart)]
    : []
  if (!PLACE_HINT.test(text)) return streets
  return [...streets, ...spansOf(text, GERMAN_TOWN, endOfGermanTown), ...spansOf(text, GERMAN_SAID)]
}

function endOfGerman(match: RegExpExecArray): number | null {
  const { word, written, number, end, after } = readStreet(match)
  const whole = written + word
  if (NOT_GERMAN.test(whole) || isCounting(after)) return null
  if (/^(?:bundes|landes|kreis)/i.test(whole) || (word === "str" && written.length < 4)) return null
  if (/^(?:stra|str\.|gasse)/.test(word)) return written.length < 3 ? null : end
  if (word === "ring" && !RING.test(whole)) return null
  return written.length < 3 || isYear(number) ? null : end
}

function endOfGermanApart(match: RegExpExecArray): number | null {
  const { word, written, number, end, after } = readStreet(match)
  const { adjective = "" } = match.groups ?? {}
  const start = GERMAN_ADJECTIVE.test(adjective)
  if (NOT_GERMAN_NAME.has(written.toLowerCase()) || isCounting(after) || isYear(number)) return null
  const isCapital = /^\p{Lu}/u.test(written)
  const isNamed = start || GERMAN_ADJECTIVE.test(written) || /\p{L}{3}er$/iu.test(written)
  // A refused match is tried again without its first word.
  if (adjective !== "" && !start) return null
  if (/^(?:weg|platz|ring|damm|ufer)$/.test(word))
    return isCapital && /[\p{L}]{3}er$/u.test(written) ? end : null
  return isNamed || isAddressNext(after) ? end : null
}

/** Only a postcode tells such a place from any other. */
function endOfGermanTown(match: RegExpExecArray): number | null {
  const { end } = readStreet(match)
  const whole = endOfAddress(match.input, end)
  return /(?<!\d)\d{5} \p{L}/u.test(match.input.slice(end, whole)) ? whole : null
}
