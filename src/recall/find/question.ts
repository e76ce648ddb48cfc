/** What a question asks: its telling words, whose words are wanted, and which time. Deterministic and pure. */
import { HOUR, weekOf } from "../../domain/calendar.ts"
import type { Id, Span, Time } from "../../domain/types.ts"
import { asksNow, asksWhen, type TimeAsked, timeAsked } from "./times.ts"

/** A question as it is searched for. */
export interface Question {
  /** The telling words, without those that only ask. */
  words: string
  /** For the search by meaning: the words, and what an answer may look like. */
  meaning: string
  /** Further words worth looking for, each worth less than a word of the question. */
  hints: { word: string; weight: number }[]
  /** Names, numbers and quotations that stand in the question: a text that holds them fits better than one that does not. */
  exact: string[]
  /** The person asking and those spoken of, in that order. */
  people: Id[]
  /** Whose own words are asked for, besides those named in words. */
  speakers: Id[]
  asksWhen: boolean
  asksNow: boolean
  /** The time asked about, null where none is. */
  during: Span | null
  /** Nothing is asked but what there was at that time. */
  onlyTime: boolean
  /** The moment asked from: what has expired by then is gone. */
  now: Time
  /** What was said later does not exist for this question. */
  until: Time
}

export interface QuestionInput {
  words: string
  asker: Id | null
  mentions: readonly Id[]
  /** null: now, with everything known. */
  asOf: Time | null
  timezone: string
}

/** Ways of asking a memory, said to it and not about anything: "what do you remember about", "can you tell me". */
const ASKING: RegExp[] = [
  /\b(?:(?:what|who|when|where|which|how much|how) )?(?:do|did|can|could|would|will) (?:you|we|u)(?: all| guys)? (?:still |ever )?(?:know|remember|recall|tell|say|find)\b(?: me| us)?(?: anything| something| everything)?(?: (?:about|of|on))?/giu,
  /\b(?:please )?(?:tell|remind|show) (?:me|us)\b(?: again)?(?: (?:about|of))?/giu,
  /\b(?:is|was) there (?:anything|something) (?:known )?(?:about|on)\b/giu,
  /\bwhat(?:'s| is| was) (?:known|remembered|said) (?:about|of)\b/giu,
  /\bwhere did you (?:learn|hear|get) (?:that|this|it)\b/giu,
]
/** Words that ask what there was, and nothing of what it was. */
const WHATEVER =
  /\b(?:what|who|anything|something|everything|did|do|we|you|they|people|was|were|is|has|have|been|the|on|in|at|about|going|happen\w*|talk\w*|discuss\w*|said|say|new|news|miss(?:ed)?|up|here|there|i|me|my|happening|topics?|summar\w*|s|since|between|and|from|to|during|over|before|after|until|till|of|so|far|as|all|any(?:one|body)|some(?:one|body)|else)\b|[^\p{L}\p{N}]+/giu
const OWN = /\b(?:i|me|my|mine|myself|i'm|i've)\b/i

/** Reads a question. */
export function parseQuestion(asked: QuestionInput): Question {
  const now = asked.asOf ?? Date.now()
  const words = contentWords(asked.words)
  const time = timeAsked(asked.words, now, asked.timezone) ?? missed(asked.words, now, asked.timezone)
  const own = asked.asker !== null && OWN.test(words)
  const onlyTime = time !== null && time.span.from <= now && time.rest.replace(WHATEVER, "") === ""
  return {
    words,
    meaning: words,
    hints: [],
    exact: exactParts(asked.words),
    people: [...new Set([...(asked.asker === null ? [] : [asked.asker]), ...asked.mentions])],
    speakers: [...(own && asked.asker !== null ? [asked.asker] : []), ...asked.mentions],
    asksWhen: asksWhen(asked.words),
    asksNow: asksNow(asked.words),
    during: time === null ? null : onlyTime ? time.span : toldOf(time.span),
    onlyTime,
    now,
    until: asked.asOf ?? Number.MAX_SAFE_INTEGER,
  }
}

/** Ways of asking for what one was not there for. */
const MISSED =
  /\b(?:while|when|since) (?:i|we) (?:was|were|have been|am|are) (?:away|gone|out|off(?:line)?|asleep|sleeping|on (?:holiday|vacation|leave))\b|\b(?:did|have) (?:i|we) miss(?:ed)?\b|\b(?:i|we)(?: have|['’]ve) missed\b|\b(?:(?:can|could|would|will) (?:you|u) )?(?:please )?(?:catch|fill) (?:me|us) (?:up|in)\b(?: please)?/giu

/** How long somebody was away nobody says: the week up to now. null where anything else is asked, or nothing of the kind. */
function missed(words: string, now: Time, timezone: string): TimeAsked | null {
  const rest = words.replace(MISSED, " ")
  if (rest === words || rest.replace(WHATEVER, "") !== "") return null
  return { span: { from: weekOf(now, timezone).at(-1)?.from ?? now, to: now }, rest }
}

/** What happened is told a little later, and what is to come a little before; a time zone may be wrong by half a day. */
function toldOf({ from, to }: Span): Span {
  return { from: from - 12 * HOUR, to: to + 60 * HOUR }
}

/** The telling part of a question; the whole where nothing would be left. */
export function contentWords(question: string): string {
  const rest = ASKING.reduce((text, phrase) => text.replace(phrase, " "), question)
  return /[\p{L}\p{N}]/u.test(rest) ? rest.replace(/\s+/g, " ").trim() : question
}

/** Quotations, numbers, and names: capitalized words that do not only begin the sentence. */
export function exactParts(question: string): string[] {
  const quoted = [...question.matchAll(/["“«„]([^"“”«»„]{2,80})["”»“]/gu)].map((match) => match[1] ?? "")
  const numbers = question.match(/\p{N}+(?:[.,:/-]\p{N}+)*/gu) ?? []
  const names = question.match(/(?<=[\p{L}\p{N},;:'’)] )\p{Lu}[\p{L}\p{M}\p{N}'’-]+/gu) ?? []
  const plain = (text: string) => text.replace(/['’]s$/u, "").toLowerCase()
  return [...new Set([...quoted, ...numbers, ...names].map(plain))].filter(
    (part) => !/^i(?:['’]\p{L}+)?$/u.test(part),
  )
}
