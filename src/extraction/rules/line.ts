/** Prepares messages for notes: their authors' own words, without quotes, code, secrets and markup. Pure. */
import { MENTIONS } from "../../domain/ids.ts"
import type { Message, Person, Time, Window } from "../../domain/types.ts"
import { isNotMeant } from "../support/sentences.ts"
import { isUnusableLine } from "./source-filter.ts"

export interface TranscriptLine {
  /** Starts at 1, as claims cite it. */
  number: number
  author: Person
  at: Time
  /** Keepsake's own message: context, never a source. */
  isBot: boolean
  /** Said to Keepsake: facts may come of it, but no note. */
  isToBot: boolean
  /** True if it asks something. */
  asks: boolean
  /** Told in jest, sung, played or quoted. */
  isUnmeant: boolean
  text: string
}

const LONGEST = 1200

export function readLines({ messages }: Pick<Window, "messages">): TranscriptLine[] {
  return messages.map((message, index) => {
    const text = withoutAddressee(stripMarkup(message), messages)
    const isFit = text !== "" && !isUnusableLine(message.content.slice(0, LONGEST), text)
    return {
      number: index + 1,
      author: message.author,
      at: message.at,
      isUnmeant: isNotMeant(message.content),
      isBot: message.role === "keepsake",
      isToBot: message.source === "chat",
      asks: /[?？](?:\s|$)/u.test(text),
      text: isFit ? text : "",
    }
  })
}

/** "Ana: the printer is back" without the name of whom it speaks to. */
function withoutAddressee(text: string, messages: readonly Message[]): string {
  const [whole = "", name = ""] = /^(?:hey |hi |yo |ok )?@?([^\s:,]{1,32})[:,]\s+/iu.exec(text) ?? []
  const isNamed = messages.some(({ author }) => author.name.toLowerCase() === name.toLowerCase())
  return (isNamed ? text.slice(whole.length) : text).replace(/@(?=\S)/g, "")
}

const UNDERSCORES =
  /__(?:init|all|name|main|str|repr|dict|call|enter|exit|file|doc|new|del|len|iter|next|(?:get|set|del)(?:attr|item)|eq|hash|class|module|version|slots|post_init|pycache|dirname|filename|proto)__|(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu
/** The underscores of markup; more are a name. */
const LONGEST_MARK = 3

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
      // An underscore inside a name is part of it: sam_kettle, foo_bar, __init__.
      .replace(UNDERSCORES, (found) => (found.length > LONGEST_MARK ? found : ""))
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, (sign) => (sign === "\n" ? "\n" : " "))
      .replace(/[\p{Extended_Pictographic}\u{1F1E6}-\u{1F1FF}\uFE0F]+/gu, " . ")
      .replace(/(?<=^|\s)(?:[:;=8][-']?[)(DPpOo3|/\\]+|<3|\^\^|[xX]D+)(?=\s|[.!?,]|$)/g, " . ")
      .replace(/[^\S\n]+/g, " ")
      .trim()
  )
}
