/** Cuts text to a length: the only place that does for text that people or models read. Never cuts inside a character. */

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })
/** Emoji of families and flags have up to 35 UTF-16 units. What is longer is a heap of combining marks and may be cut. */
const LONGEST_CHARACTER = 64

export interface Truncation {
  /** Whether "…" says that something is missing. It counts. */
  ellipsis?: boolean
  /** What `most` counts. Discord and the API count UTF-16 units. */
  unit?: "utf16" | "codePoint"
  /** "word" cuts at a space if that keeps half of the text, and drops punctuation that leads on. */
  at?: "character" | "word"
}

/** The text if it has at most `most` units, else its beginning. A lone surrogate stays; callers clean text themselves. */
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

/** Where so many units of the text end, in UTF-16 units. */
function offsetOf(text: string, count: number, unit: Truncation["unit"]): number {
  if (unit === "utf16") return count
  let offset = 0
  for (let left = count; left > 0 && offset < text.length; left -= 1)
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  return offset
}

/** The last place at or before `offset` that is between two characters as people see them. */
function boundaryBefore(text: string, offset: number): number {
  const isInPair = offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xffff
  const between = isInPair ? offset - 1 : offset
  const start =
    graphemes.segment(text.slice(0, between + LONGEST_CHARACTER)).containing(between)?.index ?? between
  // Some of a first character is better than nothing.
  return start === 0 || between - start > LONGEST_CHARACTER ? between : start
}

function endingWithWord(kept: string, most: number): string {
  const space = kept.lastIndexOf(" ")
  return (space > most / 2 ? kept.slice(0, space) : kept).replace(/[\s,;:]+$/, "")
}
