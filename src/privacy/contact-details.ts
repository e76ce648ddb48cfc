/**
 * Finds contact details in a text, or masks them: e-mail addresses, telephone numbers, streets with a number. The rest of
 * such a text is fit to be told. Pure.
 */

import type { CountryCode } from "libphonenumber-js/min"
import { secretLibraries } from "./secret-libraries.ts"

/** Stands in the place of contact details. @internal */
export const MASK = "[contact details]"

/** Mentions, custom emoji and links hold long ids that are not secret. */
export const MARKUP = /<(?:[@#][!&]?|a?:\w+:|t:)\d+(?::\w)?>|https?:\/\/\S+/gu

/** Returns true if a text without markup holds contact details. */
export function holdsContact(text: string): boolean {
  return (/\d/.test(text) && (STREET.test(text) || holdsPhone(text))) || holdsEmail(text)
}

/** Returns a message's text with a sign in the place of each contact detail. Markup stays as it is. */
export function maskContacts(written: string): string {
  const kept = [...written.matchAll(MARKUP)].map(([markup]) => markup)
  return written
    .split(MARKUP)
    .map((text, at) => (holdsContact(text) ? masked(text) : text) + (kept[at] ?? ""))
    .join("")
}

function masked(text: string): string {
  const phones = isInternational(text) ? international(text) : []
  const withoutForeign = phones.reduceRight(
    (left, { startsAt, endsAt }) =>
      left.slice(0, startsAt) + signFor(left.slice(startsAt, endsAt)) + left.slice(endsAt),
    text,
  )
  return withoutForeign
    .replace(EMAIL_LIKE, (address) => (secretLibraries().isEmail(address) ? MASK : address))
    .replace(new RegExp(DISGUISED, "giu"), MASK)
    .replace(new RegExp(STREET, "gu"), MASK)
    .replace(new RegExp(SAID_SHORTLY, "giu"), (_, word: string) => word + MASK)
    .replace(new RegExp(SAID, "giu"), (_, word: string) => word + MASK)
    .replace(new RegExp(NORTH_AMERICAN, "gu"), signFor)
    .replace(new RegExp(SPANISH, "gu"), MASK)
    .replace(TRUNK, (number) => (isNational(number) ? signFor(number) : number))
}

/** A number in parentheses leaves the first of them where it stood. */
function signFor(number: string): string {
  return number.startsWith("(") && !number.includes(")") ? `(${MASK}` : MASK
}

/** One word of a street's name in Romance languages: it begins with a capital, after "de la" and the like. */
const NAMED =
  "(?:(?:de|del|la|las|los|el|du|des|le|les|da|do|dos|das|[ld]['’]) ?){0,3}\\p{Lu}[\\p{L}'’-]*(?:\\.(?= \\p{Lu}))?"
/** The words for a street in Spanish and Portuguese. */
const ROMANCE_STREET = "[Cc]alle|[Cc]/|[Aa]venida|[Aa]vda\\.?|[Aa]v\\.|[Pp]aseo|[Rr]ua|[Tt]ravessa"
/** A house number, with its letter. */
const NUMBER = "\\d{1,5}(?:[a-z]| [a-z](?=$|[,.;)\\n]))?(?![\\p{L}\\d:]|[.,]\\d)"
/** Rules out what is no address in German: "diese Straße 5 mal", and roads that have numbers as names. */
const NO_NAME =
  "(?!(?:Die|Diese|Dieser|Eine|Einer|Der|In|Auf|Meine|Meiner|Unsere|Unserer|Keine|Jede|Jeder|Welche|Ganze)(?!\\p{L})|[Bb]undes|[Ll]andes|[Kk]reis)"
const STREETS = [
  // "22 Heron Lane", "350 W 42nd St".
  "\\d{1,5}[A-Za-z]? (?:[NSEW]{1,2}\\.? )?(?:(?:\\p{Lu}[\\p{L}'’.]*|\\d{1,3}(?:st|nd|rd|th)) ){1,3}(?:[Ss]treet|St|[Aa]venue|Ave|[Rr]oad|Rd|[Ll]ane|Ln|[Dd]rive|[Bb]oulevard|Blvd|[Tt]errace|[Cc]rescent)\\b",
  // "Hauptstraße 12", "Berliner Allee 4a", "Am Alten Markt 7".
  `${NO_NAME}\\p{L}{3}[\\p{L}-]*(?:stra(?:ß|ss)e|str\\.|gasse|allee(?<=\\p{Lu}\\p{L}{1,40}allee)) ${NUMBER}(?! mal)`,
  `${NO_NAME}\\p{Lu}[\\p{L}-]*[ -](?:Stra(?:ß|ss)e|Str\\.|Gasse|Allee) ${NUMBER}(?! mal)`,
  `(?:Am|An der|Im|Zum|Zur|Auf dem) (?:\\p{Lu}\\p{L}+ ){0,2}\\p{Lu}?\\p{L}*(?:[Mm]arkt|[Rr]ing|[Dd]amm|[Uu]fer|[Tt]or|[Bb]erg|[Gg]raben|[Hh]ang|[Ww]eg|[Hh]of) ${NUMBER}`,
  // "calle de Atocha 27", "Rua Augusta, 1500", "calle del olmo nº 8".
  `(?:${ROMANCE_STREET}) ?(?:${NAMED}(?: ${NAMED}){0,3},? (?:n[º°.]+ ?)?|(?:\\p{L}+ ){1,4}n[º°] ?)${NUMBER}`,
  // "14 bis, rue de la Paix".
  `\\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|boulevard|bd|chemin|impasse|quai|place|cours) ${NAMED}(?: \\p{Lu}\\p{L}+)?`,
  // "3 impasse du moulin", "calle de los almendros 8,".
  "(?<!:)\\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|impasse|chemin) (?:du|des|de la) \\p{L}{3,}",
  "[Cc]alle (?:del|de la|de los|de las) \\p{L}{3,} \\d{1,4}(?=[,;)\\n]|$)",
  // "Calle 72 # 10-34", as in Colombia.
  "(?:[Cc]alle|[Cc]arrera|[Cc]ra|[Cc]ll)\\.? \\d{1,3}[A-Za-z]? ?# ?\\d{1,3}[A-Za-z]? ?- ?\\d{1,3}(?!\\d)",
  // "2148 Maplewood Dr,", but not "20 Million Dr Pepper".
  "\\d{3,5} \\p{Lu}\\p{Ll}{2,}(?: \\p{Lu}\\p{Ll}{2,})? Dr(?=[,;)\\n]|$)",
]
const STREET = new RegExp(`(?<![\\p{L}\\d])(?:${STREETS.join("|")})`, "u")

/** Possible e-mail addresses. `git@` addresses of repositories are public. */
const EMAIL_LIKE = /(?<![\p{L}\p{N}_.+-])(?!git@)[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}.-]{1,200}\.\p{L}{2,}/giu

/** Addresses disguised from robots: "name[at]host.de"; in words only of hosts of mail, "name99 at gmail dot com". */
const DISGUISED =
  /(?<![\p{L}\p{N}_.+-])(?:[\p{L}\p{N}_.+-]{2,64} ?(?:\[at\]|\(at\)) ?|(?=\p{L}{2,63}[\d._])[\p{L}\p{N}_.+-]{3,64} at (?=(?:gmail|googlemail|gmx|web|yahoo|outlook|hotmail|live|icloud|aol|proton|protonmail|posteo|mailbox|orange|laposte|uol|bol|sapo|t-online)[ .]))[\p{L}\d-]{2,40}(?:\.| ?[[(]dot[\])] ?| dot )(?:com|net|org|de|es|fr|br|pt|at|ch|uk|mx|io)(?![\p{L}\d])(?<! at [^ ]{1,99})/iu

function holdsEmail(text: string): boolean {
  if (/[[(]at[\])]| dot /i.test(text) && DISGUISED.test(text)) return true
  return (
    text.includes("@") && (text.match(EMAIL_LIKE) ?? []).some((address) => secretLibraries().isEmail(address))
  )
}

// Telephone numbers: libphonenumber validates them; the shapes without a country code are defined here.

/** Seven digits close together, the least any telephone number has. */
const DIGITS = /\d(?:[ ()./-]{0,3}\d){6}/

/**
 * A number as dialed within its country: a trunk zero, then groups. Not a time or version that continues
 * after a dot or colon.
 */
const TRUNK = /(?<![\d.,:/+-]|\d )\(?0[1-9](?:[ ()./-]{0,2}\d){7,10}(?![\d:]|[./-]\d)/gu

/** Dates are also written as groups: 01.02.2026, 01-02-26 10:30. */
const DATE = /^\d\d([./-])\d\d\1(?:\d{4}|\d\d\b)/

/**
 * Countries with a trunk zero and different numbering. A guild has no country, so a number that is valid in
 * any of them counts.
 */
const WITH_TRUNK: CountryCode[] = ["GB", "FR", "DE", "IN", "AU", "NL", "SE", "JP"]

/**
 * North American groups with any exchange. Numbers reserved for fiction count too, because libphonenumber
 * rejects them.
 */
const NORTH_AMERICAN = /(?<![\d.])\(?[2-9]\d{2}(?:\) ?|[ .-])\d{3}[ .-]\d{4}(?!\d)/u

/** Words for a telephone number, in five languages. */
const CALLED =
  "phone|telephone|mobile|cell|whats ?app|telefon(?:nummer)?|handynummer|(?:mein|sein|ihr) handy|(?:meine|seine|ihre) nummer|tel|tlf|tel[ée]fono|m[óo]vil|celular|(?:mi|su) (?:n[úu]mero|cel)|fijo|ll[áa]m[ae]me al|t[ée]l[ée]phone|(?:mon|son) portable|(?:mon|son) num[ée]ro|telem[óo]vel|telefone|(?:meu|seu) (?:n[úu]mero|zap)|fixo"
/** Any number that the text calls a telephone number. */
const SAID = new RegExp(
  `((?<![\\p{L}\\d])(?:${CALLED})(?![\\p{L}\\d])(?: number)?[^\\d\\n]{0,16}?)\\(?\\d(?:[ ().-]{0,2}\\d){5,}`,
  "iu",
)

/** A national number of 9 to 11 digits after a short word for a telephone. Not a date. */
const SAID_SHORTLY =
  /((?<![\p{L}\d])(?:cel|zap|zapzap|wpp|(?:no|meu|mi|mein) whats|liga-me|me liga|festnetz)(?![\p{L}\d])[^\d\n]{0,8}?)(?!\d{4}-\d\d-|\d\d-\d\d-)\(?\d(?:(?: - |[ ()-]{0,2})\d){8,10}(?![\d:]|[.,-]\d)/iu

/** A number of another country as dialed: "0049 30 1234567". */
const DIALED_ABROAD = /(?<![\d.,:/+-]|\d )00(?=[1-9](?:[ ()./-]{0,2}\d){7,13}(?!\d))/gu

/** Nine digits in the groups of Spanish telephones. In threes alone they may be any large number. */
const SPANISH = /(?<![\d.,:/+-]|\d )[6-9]\d{2}(?: \d{2}){3}(?![\d:]|[ ./-]\d)/u

/**
 * Returns true if a text holds a telephone number, international or national. Dates, ids, prices and versions
 * do not count.
 */
function holdsPhone(text: string): boolean {
  if (SAID.test(text)) return true
  if (!DIGITS.test(text)) return false
  if (NORTH_AMERICAN.test(text) || SAID_SHORTLY.test(text) || SPANISH.test(text) || isInternational(text))
    return true
  return (text.match(TRUNK) ?? []).some(isNational)
}

function isInternational(text: string): boolean {
  return (/[+\uff0b]/.test(text) || text.includes("00")) && international(text).length > 0
}

/** `extended` also accepts numbers of valid length: numbers reserved for fiction belong to no country. */
function international(text: string): { startsAt: number; endsAt: number }[] {
  // Two signs as well, so that all else stands where it stood.
  const written = text.replace(DIALED_ABROAD, " +")
  const found = secretLibraries().findPhoneNumbersInText(written, { extended: true })
  return found.map(({ startsAt, endsAt }) => ({
    startsAt: text.startsWith("00", startsAt - 1) ? startsAt - 1 : startsAt,
    endsAt,
  }))
}

function isNational(written: string): boolean {
  if (DATE.test(written)) return false
  const { parsePhoneNumberFromString } = secretLibraries()
  return WITH_TRUNK.some((country) => parsePhoneNumberFromString(written, country)?.isValid() ?? false)
}
