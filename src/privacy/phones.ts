/** Finds telephone numbers: libphonenumber says what is one; where to look without a country code is told here. Pure. */
import { type CountryCode, findPhoneNumbersInText, parsePhoneNumberFromString } from "libphonenumber-js/min"

/** Seven digits, close together, that begin no later number: what any telephone number needs. */
const DIGITS = /\d(?:[ ()./-]{0,3}\d){6}/

/** A number as dialed within its country: a trunk zero, then groups. Not the time or version that a dot or colon goes on. */
const TRUNK = /(?<![\d.,:/+-]|\d )\(?0[1-9](?:[ ()./-]{0,2}\d){7,10}(?![\d:]|[./-]\d)/gu

/** Days are written as groups too: 01.02.2026, 01-02-26 10:30. */
const DATE = /^\d\d([./-])\d\d\1(?:\d{4}|\d\d\b)/

/**
 * Where a trunk zero is dialed, in several ways of numbering. A guild has no country, so all are asked: what is a number
 * in one of them is taken for one.
 */
const WITH_TRUNK: CountryCode[] = ["GB", "FR", "DE", "IN", "AU", "NL", "SE", "JP"]

/** North American groups, whatever the exchange: numbers for use in fiction are given too, and none is theirs to check. */
const NORTH_AMERICAN = /(?<![\d.])\(?[2-9]\d{2}(?:\) ?|[ .-])\d{3}[ .-]\d{4}(?!\d)/u

/** Any number that is said to be one to call. */
const SAID = /\b(?:phone|telephone|mobile|cell|whats ?app)\b(?: number)?[^\d\n]{0,12}\d(?:[ .-]?\d){5,}/iu

/** Whether a text holds a telephone number, international or national. Dates, ids, prices and versions are none. */
export function holdsPhone(text: string): boolean {
  if (SAID.test(text)) return true
  if (!DIGITS.test(text)) return false
  return NORTH_AMERICAN.test(text) || isInternational(text) || (text.match(TRUNK) ?? []).some(isNational)
}

/** `extended` takes numbers of a right length too: of numbers set apart for fiction, no country vouches for any. */
function isInternational(text: string): boolean {
  return /[+\uff0b]/.test(text) && findPhoneNumbersInText(text, { extended: true }).length > 0
}

function isNational(written: string): boolean {
  if (DATE.test(written)) return false
  return WITH_TRUNK.some((country) => parsePhoneNumberFromString(written, country)?.isValid() ?? false)
}
