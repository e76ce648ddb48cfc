/** Makes foreign text safe to stand in a prompt: the one place for all prompts. Pure. */
import { truncate } from "../text/truncate.ts"

/** Scripts that are written without joiners: between their letters one can only hide something. */
const UNJOINED = "\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}"
const ACCENT = "[\\p{M}--[\\ufe0f]]"
const LETTER = `[\\p{L}--[${UNJOINED}]]`
const PICTURE = "\\p{Extended_Pictographic}"

/** Unseen characters that no spelling needs hide words, part them, or turn them about; a model may read anything into unassigned ones. */
const NEVER_NEEDED = /[[\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\ufe0f]]/gv

/** Joiners and the emoji selector stay only where emoji and spelling need them. Tested after NEVER_NEEDED is removed, so the neighbors are final. */
const NEEDED = [
  `(?<=${PICTURE}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=${PICTURE})`,
  `(?<=${LETTER}${ACCENT}*)[\\u200c\\u200d](?=[${LETTER}${ACCENT}])`,
  `(?<=[${PICTURE}\\d#*])\\ufe0f`,
].join("|")
const JOINERS = new RegExp(`(${NEEDED})|[\\u200c\\u200d\\ufe0f]`, "gv")

/**
 * Foreign text as part of one line of a prompt: it can neither end the element it stands in, nor open one, nor look like
 * a line of its own, nor hold what one cannot see. `most` is in characters; what is longer is cut, never within one.
 */
export function fenced(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(NEVER_NEEDED, "")
    .replace(JOINERS, "$1")
    .trim()
  const kept = truncate(line, most, { ellipsis: false, unit: "codePoint" })
  // A joiner at the cut would reach for whatever the prompt says next.
  return escaped(kept.length < line.length ? kept.replace(/[\u200c\u200d]$/, "") : kept)
}

/** Wide angle brackets pass for plain ones with some readers. */
function escaped(line: string): string {
  return line
    .replace(/&/g, "&amp;")
    .replace(/[<\uff1c\ufe64]/g, "&lt;")
    .replace(/[>\uff1e\ufe65]/g, "&gt;")
}
