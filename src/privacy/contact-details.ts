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
    .replace(new RegExp(STREET, "gu"), MASK)
    .replace(new RegExp(SAID, "giu"), (_, word: string) => word + MASK)
    .replace(new RegExp(NORTH_AMERICAN, "gu"), signFor)
    .replace(TRUNK, (number) => (isNational(number) ? signFor(number) : number))
}

/** A number in parentheses leaves the first of them where it stood. */
function signFor(number: string): string {
  return number.startsWith("(") && !number.includes(")") ? `(${MASK}` : MASK
}

const STREET =
  /(?<![\p{L}\d])\d{1,5}[A-Za-z]? (?:\p{Lu}[\p{L}'’.]* ){1,3}(?:[Ss]treet|St|[Aa]venue|Ave|[Rr]oad|Rd|[Ll]ane|Ln|[Dd]rive|[Bb]oulevard|Blvd|[Tt]errace|[Cc]rescent)\b/u

/** Possible e-mail addresses. `git@` addresses of repositories are public. */
const EMAIL_LIKE = /(?<![\p{L}\p{N}_.+-])(?!git@)[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}.-]{1,200}\.\p{L}{2,}/giu

function holdsEmail(text: string): boolean {
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

/** Any number that the text calls a telephone number. */
const SAID = /(\b(?:phone|telephone|mobile|cell|whats ?app)\b(?: number)?[^\d\n]{0,12})\d(?:[ .-]?\d){5,}/iu

/**
 * Returns true if a text holds a telephone number, international or national. Dates, ids, prices and versions
 * do not count.
 */
function holdsPhone(text: string): boolean {
  if (SAID.test(text)) return true
  if (!DIGITS.test(text)) return false
  return NORTH_AMERICAN.test(text) || isInternational(text) || (text.match(TRUNK) ?? []).some(isNational)
}

function isInternational(text: string): boolean {
  return /[+\uff0b]/.test(text) && international(text).length > 0
}

/** `extended` also accepts numbers of valid length: numbers reserved for fiction belong to no country. */
function international(text: string): { startsAt: number; endsAt: number }[] {
  return secretLibraries().findPhoneNumbersInText(text, { extended: true })
}

function isNational(written: string): boolean {
  if (DATE.test(written)) return false
  const { parsePhoneNumberFromString } = secretLibraries()
  return WITH_TRUNK.some((country) => parsePhoneNumberFromString(written, country)?.isValid() ?? false)
}
