/**
 * Prepares a message for the rules: its own words in sentences, the addressee, and no quotes, code or
 * secrets.
 */
import { MENTIONS } from "../../domain/ids.ts"
import type { Message, Person, Window } from "../../domain/types.ts"
import { lowercaseShouting } from "./capitals.ts"
import { isForeign, isLaughing, isUnusableLine } from "./source-filter.ts"

export interface Sentence {
  text: string
  question: boolean
  /** The numbers of its lines; several if it was sent in pieces. */
  lines: number[]
  /** True if it ends with punctuation. */
  ended: boolean
  /** Said while laughing: its facts are logged but not stored. */
  laughing: boolean
}

export interface TranscriptLine {
  /** Starts at 1, as claims cite it. */
  number: number
  author: Person
  /** Keepsake's own message: context, never a source. */
  isBot: boolean
  /** Said to Keepsake: facts may come of it, but no note. */
  isToBot: boolean
  at: number
  addressee: Person | null
  /** The number of the line it replies to. */
  repliesTo: number | null
  text: string
  sentences: Sentence[]
}

const LONGEST = 1200

export function readLines(window: Window, members: Person[]): TranscriptLine[] {
  const names = namesOf(window, members)
  const numbers = new Map(window.messages.map((message, index) => [message.id, index + 1]))
  return window.messages.map((message, index) => {
    const { text, addressee } = address(lowercaseShouting(stripMarkup(message)), names)
    const repliesTo = message.replyTo === null ? null : (numbers.get(message.replyTo) ?? null)
    const repliedTo = repliesTo === null ? null : (window.messages[repliesTo - 1]?.author ?? null)
    const fit = text !== "" && !isUnusableLine(message.content.slice(0, LONGEST), text)
    // The grammar reads English; notes quote every language.
    const isRead = fit && !isForeign(text)
    return {
      number: index + 1,
      author: message.author,
      isBot: message.role === "keepsake",
      isToBot: message.source === "chat",
      at: message.at,
      addressee: addressee ?? repliedTo,
      repliesTo,
      text: fit ? text : "",
      sentences: isRead ? sentencesOf(text, index + 1, isLaughing(message.content.slice(0, LONGEST))) : [],
    }
  })
}

function namesOf(window: Window, members: Person[]): Map<string, Person> {
  const names = new Map<string, Person>()
  const people = [...members, ...window.messages.flatMap((message) => [...message.mentions, message.author])]
  for (const person of people) names.set(person.name.toLowerCase(), person)
  return names
}

/** Removes everything that is not the author's own speech: quotes, code, links, markup, emoji. */
export function stripMarkup(message: Message): string {
  const names = new Map(message.mentions.map((person) => [person.id, person.name]))
  return (
    message.content
      .slice(0, LONGEST)
      .replace(/```[\s\S]*?(?:```|$)/g, " ")
      .replace(/^\s*>.*$/gm, " ")
      .replace(/\|\|[^|]*\|\|/g, " ")
      .replace(MENTIONS, (_, id: string) => `@${names.get(id) ?? ""} `)
      .replace(/<(?:a?:\w+:|#|@&|t:)[\w:]*>/g, " ")
      .replace(/`([^`\n]*)`/g, (_, code: string) => (/^[\w .+#-]{1,24}$/.test(code) ? code : " "))
      .replace(/\b(?:https?|ftp):\/\/\S+|\bwww\.\S+/gi, " ")
      .replace(/[\u2018\u2019\u02bc]/g, "'")
      .replace(/[\u201c\u201d]/g, '"')
      .replace(/[*~]{1,3}(?=\S)|(?<=\S)[*~]{1,3}/g, "")
      // An underscore inside a name is part of it: sam_kettle, foo_bar.
      .replace(/(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu, "")
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, (sign) => (sign === "\n" ? "\n" : " "))
      .replace(/[\p{Extended_Pictographic}\u{1F1E6}-\u{1F1FF}\uFE0F]+/gu, " . ")
      .replace(/(?<=^|\s)(?:[:;=8][-']?[)(DPpOo3|/\\]+|<3|\^\^|[xX]D+)(?=\s|[.!?,]|$)/g, " . ")
      .replace(/[^\S\n]+/g, " ")
      .trim()
  )
}

/**
 * Words after "@Name" that show the name is an addressee. Otherwise it may be the subject: "@Frank got
 * engaged".
 */
const SPOKEN_TO =
  /^(?:i|i'm|im|i've|ive|i'll|my|we|we're|our|you|your|u|ur|what|what's|whats|where|where's|when|when's|who|who's|how|why|which|do|did|does|are|were|can|could|would|will|have|hey|hi|hello|yes|yeah|yep|no|nope|thanks|thank|thx|ok|it|it's|that|that's|this|the|a|an|not|any|favorite|named|her|his)\b/i

/** Splits a leading "Name:", "Name," or "@Name" off a line as its addressee. */
function address(text: string, names: Map<string, Person>): { text: string; addressee: Person | null } {
  const match = /^(?:hey |hi |yo |ok |@)*([^\s:,]{1,32})([:,]?)\s+/i.exec(text)
  if (match === null) return atAnywhere(text, names, null)
  const [whole, word = "", sign = ""] = match
  const person = names.get(word.replace(/^@/, "").toLowerCase()) ?? null
  const speaksTo = sign !== "" || (whole.includes("@") && SPOKEN_TO.test(text.slice(whole.length)))
  if (person !== null && speaksTo) return atAnywhere(text.slice(whole.length), names, person)
  if (sign === ":" && /^[\w[\]{}|^`\\-]+$/.test(word))
    return { text: text.slice(whole.length), addressee: null }
  return atAnywhere(text, names, null)
}

function atAnywhere(text: string, names: Map<string, Person>, known: Person | null) {
  let addressee = known
  const plain = text.replace(/@([^\s@,.!?:]{1,32})/g, (_, name: string) => {
    addressee ??= names.get(name.toLowerCase()) ?? null
    return name
  })
  const called = plain.replace(/,\s+(\p{L}[\w-]{0,31})(?=\s*(?:[.!?\n]|$))/gu, (sign, name: string) => {
    const person = names.get(name.toLowerCase())
    addressee ??= person ?? null
    return person === undefined ? sign : ""
  })
  return { text: called.replace(/@(?=\s|$)/g, ""), addressee }
}

const ENDS = /(?<!\b(?:mr|mrs|ms|dr|st|vs|etc|e\.g|i\.e|jr|sr|prof|no|approx))([.!?]+)["')]*(?=\s|$)|\n+/gi

function sentencesOf(text: string, number: number, laughing: boolean): Sentence[] {
  const sentences: Sentence[] = []
  let from = 0
  const add = (until: number, end: string) => {
    const words = text.slice(from, until).trim()
    if (/[\p{L}\p{N}]/u.test(words))
      sentences.push({
        text: words,
        question: end.includes("?"),
        lines: [number],
        ended: end !== "" && !end.startsWith("\n"),
        laughing,
      })
  }
  for (const match of text.matchAll(ENDS)) {
    add(match.index, match[1] ?? "")
    from = match.index + match[0].length
  }
  add(text.length, "")
  return sentences.slice(0, 20)
}
