/**
 * Checks a model's answer before it is sent: removes links, mentions and small print, and keeps only citation
 * numbers that were offered. Pure.
 */
import { holdsSecret } from "../../privacy/secrets.ts"
import { truncate } from "../../text/truncate.ts"
import { safeLine } from "../render/sanitize.ts"
import type { AnswerReply, Basis } from "./prompt.ts"

export interface CheckedAnswer {
  /** At most `most` characters. In it, [n] refers to the nth entry of `cited`. */
  text: string
  basis: Basis
  /** Numbers of the cited items as they were offered, without duplicates. */
  cited: number[]
}

const MOST_CITED = 5
/** Answers up to this length may count as small talk. */
const SMALL_TALK = 240
const CLAIMS_MEMORY = /\b(?:remember|recall|memor|noted|told me|mention|said|according)/i

/** Links of any kind, including those that Discord turns into links by itself. */
const MASKED_LINKS = /\[([^\]\n]*)\]\s*\(\s*<?\s*[a-z][a-z\d+.-]*:[^)\n]*\)/gi
const LINKS = /<?\b[a-z][a-z\d+.-]*:\/\/[^\s>]*>?|(?:\bwww\.|discord\.gg\/|discord(?:app)?\.com\/)\S*/gi
/** Mentions, channels, roles, commands, timestamps and custom emoji in Discord's markup. */
const TAGS = /<(?:@[!&]?|#|t:|id:|\/)[^>\n]{0,120}>/g
const EMOJI = /<a?(:\w{1,40}:)\d+>/g
const EVERYONE = /@(?=everyone\b|here\b)/gi
/** Discord markup for small print, a heading or a block quote at the start of a line. */
const LINE_START = /^[\s>]*(?:-#|#{1,6}(?=\s)|>{1,3})+\s*/

export interface Offered {
  /** The number of items offered. They are numbered from 1. */
  count: number
  /** Words that may stand in the answer as they are, although they look like a citation: "list[0]". */
  literals?: readonly string[]
  /** Returns true if an item can be the source of a sentence. */
  bears?: (number: number, sentence: string) => boolean
}

/** Returns `null` if nothing sendable is left or the text holds a secret. */
export function checkAnswer(reply: AnswerReply, offered: Offered, most: number): CheckedAnswer | null {
  const code = new CodeMask(offered.literals ?? [])
  const words = code.hide(cutAtSentence(stripMarkup(reply.answer), most))
  const { text, cited } = renumberCitations(words, reply.used, offered)
  // Removing numbers can join the text around them into new markup, so the text is cleaned again.
  const said = cutAtSentence(stripMarkup(code.show(fixSpacing(text))), most)
  const withoutCitations = code.hide(said).replace(NUMBERS, "")
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(withoutCitations) || holdsSecret(withoutCitations))
    return null
  return { text: said, basis: basisOf(reply.basis, said, cited.length), cited }
}

function fixSpacing(text: string): string {
  return text.replace(/[^\S\n]+([.,;!?]|:(?=\s|$))/g, "$1").replace(/[^\S\n]{2,}/g, " ")
}

const NOT_KNOWN =
  /\b(?:(?:do(?:n['’]?t| not)|can(?:['’]t|not)) (?:know|tell|say)|no idea|not known|(?:weiß|weiss) (?:ich|es) nicht|ich (?:weiß|weiss)(?: \p{L}+)? nicht|no (?:lo )?s[eé]\b|(?:je )?ne sais pas|n[aã]o sei)|知りません|わかりません|分かりません/iu

/** Longer texts tell something beside what they do not know. */
function isNotKnown(text: string): boolean {
  return text.length <= SMALL_TALK && NOT_KNOWN.test(text)
}

/**
 * Corrects the basis that the model claimed: an answer counts as based on memory only if it cites an item.
 */
function basisOf(claimed: Basis, text: string, cited: number): Basis {
  if (cited > 0) return "memory"
  if (claimed === "memory") return "general"
  const small = text.length <= SMALL_TALK && !/\p{N}/u.test(text)
  if (claimed === "chat") return small && !CLAIMS_MEMORY.test(text) ? "chat" : "general"
  // "I don't know about 2019" names a year and still tells nothing.
  return claimed === "nothing" && !small && !isNotKnown(text) ? "general" : claimed
}

/**
 * Removes links, pings and line markup. A removal can join the text around it into new markup, so this
 * repeats until nothing changes.
 */
function stripMarkup(answer: string): string {
  let text = truncate(answer.toWellFormed(), 8_000, { ellipsis: false })
  for (let before = ""; before !== text; ) {
    before = text
    text = text
      .replace(MASKED_LINKS, "$1")
      .replace(LINKS, "")
      .replace(EMOJI, "$1")
      .replace(TAGS, "")
      .replace(EVERYONE, "")
  }
  const lines = text
    .replaceAll("://", ": ")
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => safeLine(line.replace(LINE_START, "")))
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}

/** Hides code from the search for citations: an index in code is none. */
class CodeMask {
  readonly #pattern: RegExp
  readonly #hidden: string[] = []

  constructor(literals: readonly string[]) {
    const escaped = literals.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    this.#pattern = new RegExp(["`[^`\n]+`", ...escaped].join("|"), "gu")
  }

  hide(text: string): string {
    return text
      .replace(MASK, "")
      .replace(this.#pattern, (code) => `\ue000${this.#hidden.push(code) - 1}\ue001`)
  }

  show(text: string): string {
    return text.replace(MASK, (_, place: string) => this.#hidden[Number(place)] ?? "")
  }
}
/** Private-use characters, which no answer needs. */
const MASK = /\ue000(\d*)\ue001?|\ue001/gu

/** Returns words such as "argv[2]", in which a number in brackets belongs to the word. */
export function indexedWords(text: string): string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_.]*(?:\[\d+\])+/gu) ?? []
}

const NUMBERS = /[[【](\d{1,3}(?:\s*[,;]\s*\d{1,3})*)[\]】]/g

/**
 * Renumbers citations from 1 in order of appearance, then adds the numbers from `used` that the text does not
 * cite.
 */
function renumberCitations(
  text: string,
  used: readonly number[],
  { count, bears = () => true }: Offered,
): { text: string; cited: number[] } {
  const cited: number[] = []
  const placeOf = (number: number, sentence: string): number | null => {
    if (!Number.isInteger(number) || number < 1 || number > count || !bears(number, sentence)) return null
    if (!cited.includes(number) && cited.length < MOST_CITED) cited.push(number)
    const place = cited.indexOf(number)
    return place === -1 ? null : place + 1
  }
  const words = [...sentences.segment(text)].map(({ segment }) =>
    segment.replace(NUMBERS, (_, list: string) => {
      const places = list.split(/[,;]/).flatMap((part) => placeOf(Number(part), segment) ?? [])
      return [...new Set(places)].map((place) => `[${place}]`).join("")
    }),
  )
  for (const number of used) placeOf(number, text)
  return { text: words.join(""), cited }
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/**
 * Returns the first sentences that fit in `most` characters. If the first sentence does not fit, truncates it
 * with an ellipsis.
 */
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
