/** Makes foreign text safe to include in a prompt. All prompts use it. Pure. */
import { truncate } from "../text/truncate.ts"

/**
 * Scripts whose spelling needs no zero-width joiner. Between letters of these scripts, a joiner can only hide
 * something.
 */
const UNJOINED = "\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}"
const ACCENT = "[\\p{M}--[\\ufe0f]]"
const LETTER = `[\\p{L}--[${UNJOINED}]]`
const PICTURE = "\\p{Extended_Pictographic}"

/**
 * Invisible characters that no spelling needs can hide, split or reverse words. A model may read anything
 * into unassigned ones.
 */
const NEVER_NEEDED = /[[\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\ufe0f]]/gv

/**
 * Joiners and the emoji selector stay only if emoji or spelling need them. Applied after NEVER_NEEDED, so the
 * neighbors are final.
 */
const NEEDED = [
  `(?<=${PICTURE}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=${PICTURE})`,
  `(?<=${LETTER}${ACCENT}*)[\\u200c\\u200d](?=[${LETTER}${ACCENT}])`,
  `(?<=[${PICTURE}\\d#*])\\ufe0f`,
].join("|")
const JOINERS = new RegExp(`(${NEEDED})|[\\u200c\\u200d\\ufe0f]`, "gv")

/**
 * Returns foreign text as part of one line of a prompt. It cannot close the element around it, open one, look
 * like a separate line, or hold invisible characters. `most` is in characters; a longer text is cut, never
 * within a character.
 */
export function fenced(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(NEVER_NEEDED, "")
    .replace(JOINERS, "$1")
    .trim()
  const kept = truncate(line, most, { ellipsis: false, unit: "codePoint" })
  // A joiner at the cut would attach to the next text of the prompt.
  return escaped(kept.length < line.length ? kept.replace(/[\u200c\u200d]$/, "") : kept)
}

/** Some models read wide angle brackets as plain ones. */
function escaped(line: string): string {
  return line
    .replace(/&/g, "&amp;")
    .replace(/[<\uff1c\ufe64]/g, "&lt;")
    .replace(/[>\uff1e\ufe65]/g, "&gt;")
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

/** Decodes the entities that `fenced` writes, and others that models reply with. Each is decoded once. */
export function unfenced(text: string): string {
  return text.replace(
    /&(?:#(\d{1,6})|#[xX]([\da-fA-F]{1,5})|([a-zA-Z]{2,6}));/g,
    (entity, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0
      if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
      return ENTITIES[String(name ?? "").toLowerCase()] ?? entity
    },
  )
}
