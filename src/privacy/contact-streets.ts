/**
 * Masks streets with a number, in capitals and in small letters, with the flat, floor and postcode after them. A shape
 * finds what may be one; the words in it and after it decide. Pure.
 */

import { type ContactSpan, joined, spansOf, withMasks } from "./contact-mask.ts"
import { endOfAddress } from "./contact-street-ends.ts"
import {
  COMPOUND,
  FREE,
  isYear,
  NAME_WORD,
  NOT_ENGLISH_NAME,
  NUMBER,
  readStreet,
} from "./contact-street-words.ts"
import { germanStreets } from "./contact-streets-german.ts"
import { romanceStreets } from "./contact-streets-romance.ts"

/** One word of a street's name in Romance languages: it begins with a capital, after "de la" and the like. */
const NAMED =
  "(?:(?:de|del|la|las|los|el|du|des|le|les|da|do|dos|das|[ld]['’]) ?){0,3}\\p{Lu}[\\p{L}'’-]*(?:\\.(?= \\p{Lu}))?"
/** The words for a street in Spanish and Portuguese. */
const ROMANCE_STREET = "[Cc]alle|[Cc]/|[Aa]venida|[Aa]vda\\.?|[Aa]v\\.|[Pp]aseo|[Rr]ua|[Tt]ravessa"
/** Rules out what is no address in German: "diese Straße 5 mal", and roads that have numbers as names. */
const NO_NAME =
  "(?!(?:Die|Diese|Dieser|Eine|Einer|Der|In|Auf|Meine|Meiner|Unsere|Unserer|Keine|Jede|Jeder|Welche|Ganze)(?!\\p{L})|[Bb]undes|[Ll]andes|[Kk]reis)"
/** Streets that capitals show. */
const CAPITALS = [
  // "22 Heron Lane", "350 W 42nd St".
  "\\d{1,5}[A-Za-z]? (?:[NSEW]{1,2}\\.? )?(?:(?:\\p{Lu}[\\p{L}'’.]*|\\d{1,3}(?:st|nd|rd|th)) ){1,3}(?:[Ss]treet|St|[Aa]venue|Ave|[Rr]oad|Rd|[Ll]ane|Ln|[Dd]rive|[Bb]oulevard|Blvd|[Tt]errace|[Cc]rescent)\\b",
  // "12 Fern Close", but not "10 Best Way To Win".
  "\\d{1,5}[A-Za-z]? (?!Best|Easy|Only|Top|New|More|Free|The|Different)(?:\\p{Lu}\\p{Ll}[\\p{L}'’.]* ){1,2}(?:Close|Way|Court|Place|Grove|Gardens|Mews|Square|Circle|Parkway)(?![\\p{L}\\d]| \\p{Lu}| to(?!\\p{L})| of(?!\\p{L}))",
  // "Hauptstraße 12", "Berliner Allee 4a", "Am Alten Markt 7".
  `${NO_NAME}\\p{Lu}[\\p{L}-]*[ -](?:Stra(?:ß|ss)e|Str\\.|Gasse|Allee) ${NUMBER}(?! mal)`,
  `(?:Am|An der|Im|Zum|Zur|Auf dem) (?:\\p{Lu}\\p{L}+ ){0,2}\\p{Lu}?\\p{L}*(?:[Mm]arkt|[Rr]ing|[Dd]amm|[Uu]fer|[Tt]or|[Bb]erg|[Gg]raben|[Hh]ang|[Ww]eg|[Hh]of) ${NUMBER}`,
  // "calle de Atocha 27", "Rua Augusta, 1500", "calle Olmo nº 8".
  `(?:${ROMANCE_STREET}) ?${NAMED}(?: ${NAMED}){0,3},? (?:n[º°.]+ ?)?${NUMBER}`,
  // "14 bis, rue de la Paix".
  `\\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|boulevard|bd|chemin|impasse|quai|place|cours) ${NAMED}(?: \\p{Lu}\\p{L}+)?`,
  // "Calle 72 # 10-34", as in Colombia.
  "(?:[Cc]alle|[Cc]arrera|[Cc]ra|[Cc]ll)\\.? \\d{1,3}[A-Za-z]? ?# ?\\d{1,3}[A-Za-z]? ?- ?\\d{1,3}(?!\\d)",
  // "2148 Maplewood Dr,", but not "20 Million Dr Pepper".
  "\\d{3,5} \\p{Lu}\\p{Ll}{2,}(?: \\p{Lu}\\p{Ll}{2,})? Dr(?=[,;)\\n]|$)",
]
const CAPITAL = new RegExp(`(?<![\\p{L}\\d])(?:${CAPITALS.join("|")})`, "gu")

const ENGLISH = new RegExp(
  `${FREE}(?<number>\\d{1,5})[a-z]?,? (?:[nsew]{1,2}\\.? )?(?<name>(?:(?:${NAME_WORD}|\\d{1,3}(?:st|nd|rd|th)) ){1,3}?)(?:street|st|avenue|ave|road|rd|blvd|boulevard|lane|ln|crescent|cres|terrace)(?![\\p{L}\\d'’])`,
  "giu",
)
/** Each line with a street has one of these words near a digit. */
const HINT =
  /stra(?:ß|ss)e|str|gasse|allee|weg|platz|ring|damm|ufer|hausn|calle|carrer|c\/|carrera|cra|cll|aven|avd|\bav|paseo|plaza|p[l]?za|rua|\br\.|trav|tv\.|alameda|largo|pra[çc]a|estrada|rambla|ronda|glorieta|rue|\bb[l]?v?d|boule|impasse|all[ée]e|chemin|quai|place|passage|route|cours|square|stre|\bst\b|road|\brd\b|lane|\bln\b|cresc|\bcres\b|terrace|drive|\bdr\b|close|way|court|grove|gardens|mews|circle|\b(?:am|an|im|in|zum|zur|auf|unter|hinter|bei|beim|vor) /i

export function maskStreets(text: string): string {
  if (!HINT.test(text)) return text
  const streets = [
    ...spansOf(text, CAPITAL),
    ...spansOf(text, ENGLISH, endOfEnglish),
    ...germanStreets(text),
    ...romanceStreets(text),
  ]
  const whole = joined(streets).map(
    ({ startsAt, endsAt }): ContactSpan => ({ startsAt, endsAt: endOfAddress(text, endsAt) }),
  )
  return withMasks(text, whole)
}

function endOfEnglish(match: RegExpExecArray): number | null {
  const { names, number, end, after, before } = readStreet(match)
  if (names.some((name) => NOT_ENGLISH_NAME.has(name)) || COMPOUND.test(after)) return null
  if (
    /(?:top|lvl|level|season|part|chapter|version|act|episode|ep|gta|sims|kart|wave|round|stage|map|mission|quest|fallout|vol|day|week|game) $/i.test(
      before,
    )
  )
    return null
  if (isYear(number) && !/(?:^|[ ,:])(?:at|address|is|liv(?:es?|ing) on|ship to|send to) $/i.test(before))
    return null
  return end
}
