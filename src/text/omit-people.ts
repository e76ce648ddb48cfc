/**
 * Removes from a note's text what it tells of people who must not be shown: the sentences that name them, and their
 * quoted words. Pure. It knows names, never whose they are.
 */
import type { NameRedactor } from "./names.ts"

export interface OmitPeople {
  /** Finds the names of the people to leave out. */
  redactor: NameRedactor
  /** The names of those whose quoted words go. */
  silent: readonly string[]
  /** The names of everybody else who may be quoted: their words end what somebody silent said. */
  heard: readonly string[]
}

export interface Omission {
  text: string
  /** The words that were left out; empty if none were. */
  removed: string
}

/** Words for the person of the sentence before. */
const AGAIN =
  /^["'“(]*(?:he|she|they|his|her|hers|him|their|theirs|er|sie|ihr|seine?|él|ella|su)(?![\p{L}\p{N}])/iu
const MARK = "\uE000"

/** Leaves out what a text tells of people. "Ada: it rains. so what" is quoted up to the next speaker. */
export function omitPeople(text: string, people: OmitPeople): Omission {
  const silent = new Set(people.silent)
  const [kept, removed]: [string[], string[]] = [[], []]
  for (const { speaker, words } of passagesIn(text, [...people.silent, ...people.heard])) {
    if (speaker !== null && silent.has(speaker)) {
      removed.push(words)
      continue
    }
    const passage = withoutSentences(words, people)
    if (passage.removed !== "") removed.push(passage.removed)
    if (passage.text !== "") kept.push(speaker === null ? passage.text : `${speaker}: ${passage.text}`)
  }
  const isWhole = removed.length === 0 && !people.redactor.mentions(text)
  return isWhole ? { text, removed: "" } : { text: kept.join(" "), removed: removed.join(" ") }
}

interface Passage {
  /** `null` before the first who is quoted. */
  speaker: string | null
  words: string
}

function passagesIn(text: string, speakers: readonly string[]): Passage[] {
  const named = [...new Set(speakers)].filter((name) => name !== "").sort((a, b) => b.length - a.length)
  if (named.length === 0) return [{ speaker: null, words: text }]
  const names = named.map(escaped).join("|")
  const labels = [...text.matchAll(new RegExp(`(?<=^|\\s)(${names}): `, "gu"))]
  const wordsFrom = (start: number, next: number) =>
    text.slice(start, labels[next]?.index ?? text.length).trim()
  return [
    { speaker: null, words: wordsFrom(0, 0) },
    ...labels.map((label, n) => ({
      speaker: label[1] ?? "",
      words: wordsFrom(label.index + label[0].length, n + 1),
    })),
  ]
}

/**
 * "Ada and Ben talked" and "Ada, Ben and Cleo talked" tell of the others too, so only the marked name goes. A single comma
 * is no list: "thanks Ada, Ben is ill".
 */
function unlisted(marked: string, heard: readonly string[]): string {
  const names = heard.filter((name) => name !== "").map(escaped)
  if (names.length === 0) return marked
  const name = `(?<![\\p{L}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{N}'’])`
  const and = "(?:,? (?:and|und|y|et|e) )"
  const more = `(?:${and}|, )`
  const lists = [
    `(?<=${name})${and}${MARK}(?!['’])`,
    `${MARK}${and}(?=${name})`,
    `(?<=${name}), ${MARK}(?=${more}${name})`,
    `${MARK}, (?=${name}${more}${name})`,
    `(?<=${name}, ${name}), ${MARK}(?!['’])`,
  ]
  return lists.reduce((text, list) => text.replace(new RegExp(list, "gu"), ""), marked)
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}

/** A name may hold a full stop, so names are marked before the text is cut into sentences. */
function withoutSentences(words: string, { redactor, heard }: OmitPeople): Omission {
  const named = redactor.mark(words, MARK)
  if (named === words) return { text: words, removed: "" }
  const marked = unlisted(
    named,
    heard.filter((name) => !redactor.mentions(name)),
  )
  const [kept, removed]: [string[], string[]] = [[], []]
  let isTold = false
  for (const sentence of marked.split(/(?<=[.!?…]["'”’)]?)\s+/u)) {
    isTold = sentence.includes(MARK) || (isTold && AGAIN.test(sentence))
    const list = isTold ? removed : kept
    list.push(sentence)
  }
  return { text: kept.join(" "), removed: removed.join(" ").replaceAll(MARK, "") }
}
