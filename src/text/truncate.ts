/**
 * Cuts text to a length. The only place that truncates text for people or models. Never cuts inside a
 * character.
 */

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })
/**
 * Family and flag emoji have up to 35 UTF-16 units. A longer character is a pile of combining marks and may
 * be cut.
 */
const LONGEST_CHARACTER = 64

export interface Truncation {
  /** Appends "…" to cut text. The mark counts toward the length. */
  ellipsis?: boolean
  /** The unit of `most`. Discord and the API count UTF-16 units. */
  unit?: "utf16" | "codePoint"
  /** "word" cuts at a space if at least half of the text remains, and drops trailing punctuation. */
  at?: "character" | "word"
}

/**
 * Returns the text if it has at most `most` units, else its beginning. A lone surrogate stays; callers clean
 * text themselves.
 */
export function truncate(
  text: string,
  most: number,
  { ellipsis = true, unit = "utf16", at = "character" }: Truncation = {},
): string {
  if (text.length <= most || text.length <= offsetOf(text, most, unit)) return text
  const kept = text.slice(0, boundaryBefore(text, offsetOf(text, ellipsis ? most - 1 : most, unit)))
  const whole = at === "word" ? endingWithWord(kept, most) : kept
  return ellipsis ? `${whole.trimEnd()}…` : whole
}

/** Converts a count of units to an offset in UTF-16 units. */
function offsetOf(text: string, count: number, unit: Truncation["unit"]): number {
  if (unit === "utf16") return count
  let offset = 0
  for (let left = count; left > 0 && offset < text.length; left -= 1)
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  return offset
}

/** Returns the last place at or before `offset` that lies between two characters as people see them. */
function boundaryBefore(text: string, offset: number): number {
  const isInPair = offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xffff
  const between = isInPair ? offset - 1 : offset
  const start =
    graphemes.segment(text.slice(0, between + LONGEST_CHARACTER)).containing(between)?.index ?? between
  // Part of a first character is better than nothing.
  return start === 0 || between - start > LONGEST_CHARACTER ? between : start
}

function endingWithWord(kept: string, most: number): string {
  const space = kept.lastIndexOf(" ")
  return (space > most / 2 ? kept.slice(0, space) : kept).replace(/[\s,;:]+$/, "")
}
