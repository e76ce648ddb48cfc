/** Checks whether a text holds a required pattern. Pure. */

/** How patterns are matched, in words, to be printed with figures. */
export const HOW_MATCHED =
  'as a regular expression or else word for word, in one text at a time; case, white space, styles of quotes and dashes, and commas in numbers count for nothing; "9%" is not found in "19%"'

/** Tells whether a text holds `pattern`: a regular expression (as GateMem writes alternatives), or plain words. */
export function matcher(pattern: string): (text: string) => boolean {
  const plain = normalize(pattern)
  const words = new RegExp(whole(plain.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")), "i")
  const expression = expressionOf(plain)
  return (text) => {
    const normalized = normalize(text)
    return words.test(normalized) || (expression?.test(normalized) ?? false)
  }
}

/**
 * Returns null if the words are no valid expression; they are then matched as words only. The flag ignores
 * case: lowercasing would turn \D into \d.
 */
function expressionOf(pattern: string): RegExp | null {
  try {
    return new RegExp(whole(pattern), "i")
  } catch {
    return null
  }
}

/** Numbers are found whole: no digit stands right before or after. */
function whole(expression: string): string {
  return `(?<!\\d)(?:${expression})(?!\\d)`
}

/** One way of writing quotes, dashes, white space and thousands: "2,350\u202fUSD" is "2350 USD". */
export function normalize(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u201b\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201f\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    .replace(/\s+/g, " ")
    .trim()
}
