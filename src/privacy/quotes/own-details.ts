/**
 * Finds telephone numbers, other long numbers and e-mail addresses in a text: each identifies whose it is without a word
 * beside it. Pure.
 */

interface OwnDetail {
  from: number
  to: number
  /** One for all ways of writing it. */
  key: string
}

/** Seven digits close together, the least any telephone number has; not in an id, a link, a mention or a version. */
const NUMBER = /(?<![\p{L}\p{N}_@#:/&=.-])\+?\(?\d(?:[ ()./-]{0,3}\d){6,}(?![\p{L}\p{N}_])/gu
const SHORTEST = 7
/** Dates and round numbers are said by many. */
const DATE = /^(?:(?:19|20)\d\d[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ](?:19|20)?\d\d)(?!\d)/
const ROUND = /^\d{1,2}0+$/
const EMAIL = /(?<![\p{L}\p{N}_.+-])[\p{L}\p{N}_.+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** Returns the details of a text. A number counts by its last digits, with or without the code of a country. */
export function ownDetailsIn(text: string): OwnDetail[] {
  const numbers = [...text.matchAll(NUMBER)].flatMap(({ 0: written, index }) => {
    const digits = written.replace(/\D/g, "")
    if (DATE.test(written) || ROUND.test(digits)) return []
    return { from: index, to: index + written.length, key: digits.slice(-SHORTEST) }
  })
  const addresses = [...text.matchAll(EMAIL)].map(({ 0: written, index }) => ({
    from: index,
    to: index + written.length,
    key: written.toLowerCase(),
  }))
  return [...numbers, ...addresses]
}
