/** Makes foreign text safe to stand in a prompt: the one place for all prompts. Pure. */
import { truncate } from "../text/truncate.ts"

/** Scripts that are written without joiners: between their letters one can only hide something. */
const UNJOINED = "\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}"
const LETTER = `[[\\p{L}\\p{M}]--[${UNJOINED}]]`
const PICTURE = "\\p{Extended_Pictographic}"

/** Unseen marks that spelling and emoji need, where they do. */
const NEEDED = [
  `(?<=[${PICTURE}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=${PICTURE})`,
  `(?<=${LETTER})[\\u200c\\u200d](?=${LETTER})`,
  `(?<=[${PICTURE}\\d#*])\\ufe0f`,
].join("|")

/** All others hide words, part them, or turn them about; what no standard gives a meaning to may mean anything to a model. */
const UNSEEN = new RegExp(`(${NEEDED})|[\\p{Cf}\\p{Co}\\p{Cn}\\p{Default_Ignorable_Code_Point}]`, "gv")

/**
 * Foreign text as part of one line of a prompt: it can neither end the element it stands in, nor open one, nor look like
 * a line of its own, nor hold what one cannot see. `most` is in characters; what is longer is cut, never within one.
 */
export function fenced(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(UNSEEN, "$1")
    .trim()
  return escaped(truncate(line, most, { ellipsis: false, unit: "codePoint" }))
}

/** Wide angle brackets pass for plain ones with some readers. */
function escaped(line: string): string {
  return line
    .replace(/&/g, "&amp;")
    .replace(/[<\uff1c\ufe64]/g, "&lt;")
    .replace(/[>\uff1e\ufe65]/g, "&gt;")
}
