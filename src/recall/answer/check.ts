/** What of a model's answer may be said: its words without links, mentions and small print, and only numbers that were offered. Pure. */
import { holdsSecret } from "../../privacy/secrets.ts"
import { truncate } from "../../text/truncate.ts"
import { sanitizeLine } from "../render/sanitize.ts"
import type { AnswerReply, Basis } from "./prompt.ts"

export interface CheckedAnswer {
  /** At most `most` characters; each [n] in it is the nth of `cited`. */
  text: string
  basis: Basis
  /** Numbers of the items it rests on, as they were offered, each once. */
  cited: number[]
}

const MOST_CITED = 5
/** Short enough to claim nothing. */
const SMALL_TALK = 240
const CLAIMS_MEMORY = /\b(?:remember|recall|memor|noted|told me|mention|said|according)/i

/** Links of any kind, and what Discord makes one of. */
const MASKED = /\[([^\]\n]*)\]\s*\(\s*<?\s*[a-z][a-z\d+.-]*:[^)\n]*\)/gi
const LINKS = /<?\b[a-z][a-z\d+.-]*:\/\/[^\s>]*>?|(?:\bwww\.|discord\.gg\/|discord(?:app)?\.com\/)\S*/gi
/** Mentions, channels, roles, commands, times and custom emoji as Discord writes them. */
const TAGS = /<(?:@[!&]?|#|t:|id:|\/)[^>\n]{0,120}>/g
const EMOJI = /<a?(:\w{1,40}:)\d+>/g
const EVERYONE = /@(?=everyone\b|here\b)/gi
/** What would make a line small print, a quotation or a heading. */
const LINE_START = /^[\s>]*(?:-#|#{1,6}(?=\s)|>{1,3})+\s*/

/** null where nothing is left that could be said, or it holds a secret. */
export function checkAnswer(reply: AnswerReply, offered: number, most: number): CheckedAnswer | null {
  const words = cutAtSentence(cleaned(reply.answer), most)
  const { text, cited } = numbered(words, reply.used, offered)
  // Numbers that are taken out may join what stood around them, too.
  const said = cutAtSentence(cleaned(tidied(text)), most)
  const bare = said.replace(NUMBERS, "")
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(bare) || holdsSecret(bare)) return null
  return { text: said, basis: basisOf(reply.basis, said, cited.length), cited }
}

function tidied(text: string): string {
  return text.replace(/[^\S\n]+([.,;!?]|:(?=\s|$))/g, "$1").replace(/[^\S\n]{2,}/g, " ")
}

/** Says what it rests on as far as that is shown: memory without a number is none. */
function basisOf(claimed: Basis, text: string, cited: number): Basis {
  if (cited > 0) return "memory"
  if (claimed === "memory") return "general"
  const small = text.length <= SMALL_TALK && !/\p{N}/u.test(text)
  if (claimed === "chat") return small && !CLAIMS_MEMORY.test(text) ? "chat" : "general"
  return claimed === "nothing" && !small ? "general" : claimed
}

/** Lines without what would link, ping or dress them. What is taken out may join what stood around it, so it is looked at again. */
function cleaned(answer: string): string {
  let text = truncate(answer.toWellFormed(), 8_000, { ellipsis: false })
  for (let before = ""; before !== text; ) {
    before = text
    text = text
      .replace(MASKED, "$1")
      .replace(LINKS, "")
      .replace(EMOJI, "$1")
      .replace(TAGS, "")
      .replace(EVERYONE, "")
  }
  const lines = text
    .replaceAll("://", ": ")
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => sanitizeLine(line.replace(LINE_START, "")))
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}

const NUMBERS = /[[【](\d{1,3}(?:\s*[,;]\s*\d{1,3})*)[\]】]/g

/** The numbers of the text counted anew from 1, in the order they stand there; then those it was said to rest on besides. */
function numbered(text: string, used: readonly number[], offered: number): { text: string; cited: number[] } {
  const cited: number[] = []
  const placeOf = (number: number): number | null => {
    if (!Number.isInteger(number) || number < 1 || number > offered) return null
    if (!cited.includes(number) && cited.length < MOST_CITED) cited.push(number)
    const place = cited.indexOf(number)
    return place === -1 ? null : place + 1
  }
  const words = text.replace(NUMBERS, (_, list: string) => {
    const places = list.split(/[,;]/).flatMap((part) => placeOf(Number(part)) ?? [])
    return [...new Set(places)].map((place) => `[${place}]`).join("")
  })
  for (const number of used) placeOf(number)
  return { text: words, cited }
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/** The first sentences that fit in `most` characters; where not even one does, what fits of it, with an ellipsis. */
export function cutAtSentence(text: string, most: number): string {
  if (text.length <= most) return text
  let kept = ""
  for (const { segment } of sentences.segment(text.slice(0, most * 2))) {
    if (kept.length + segment.trimEnd().length > most) break
    kept += segment
  }
  if (kept.trim() !== "") return kept.trim()
  return truncate(text, most)
}
