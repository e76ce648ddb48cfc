/** Puts a sign in the place of contact details. The files for each kind say where they stand. Pure. */

/** Stands in the place of contact details. @internal */
export const MASK = "[contact details]"

/** Part of a text, in UTF-16 units; `endsAt` is exclusive. */
export interface ContactSpan {
  startsAt: number
  endsAt: number
}

/** Returns the end of what a match found, or null if it is no contact detail. */
type Judge = (match: RegExpExecArray) => number | null

export const wholeMatch: Judge = ({ index, 0: { length } }) => index + length

/**
 * Returns what a global shape finds in a text and `judge` accepts. After a refused match the search goes on at its second
 * character: time is linear if the shape's length is bounded.
 */
export function spansOf(text: string, shape: RegExp, judge: Judge = wholeMatch): ContactSpan[] {
  const spans: ContactSpan[] = []
  shape.lastIndex = 0
  for (let match = shape.exec(text); match !== null; match = shape.exec(text)) {
    const endsAt = judge(match)
    if (endsAt !== null) spans.push({ startsAt: match.index, endsAt })
    // A pair of surrogates is one character: from its second half, the search would find it again.
    shape.lastIndex = endsAt ?? match.index + ((text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1)
  }
  return spans
}

/** Joins spans that overlap, in the order of the text. */
export function joined(spans: readonly ContactSpan[]): ContactSpan[] {
  const apart: ContactSpan[] = []
  for (const span of spans.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = apart.at(-1)
    if (last !== undefined && span.startsAt < last.endsAt) last.endsAt = Math.max(last.endsAt, span.endsAt)
    else apart.push({ ...span })
  }
  return apart
}

/** Returns a text with the sign in the place of each span. */
export function withMasks(text: string, spans: readonly ContactSpan[]): string {
  return joined(spans).reduceRight(
    (left, { startsAt, endsAt }) =>
      left.slice(0, startsAt) + signFor(left.slice(startsAt, endsAt)) + left.slice(endsAt),
    text,
  )
}

/** A number in parentheses leaves the first of them where it stood. */
function signFor(detail: string): string {
  return detail.startsWith("(") && !detail.includes(")") ? `(${MASK}` : MASK
}
