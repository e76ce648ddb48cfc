/** Parses a question by rules: its content words, whose words it asks for, and the time span. Pure. */
import { HOUR, weekOf } from "../../domain/calendar.ts"
import type { Id, Span, Time } from "../../domain/types.ts"
import { dayAhead } from "./day-ahead.ts"
import { otherSpellings } from "./spellings.ts"
import { type TimeLanguage, timeWordsInEnglish } from "./time-words.ts"
import { asksNow, asksWhen, type TimeAsked, timeAsked } from "./times.ts"

/** A question as it is searched. */
export interface Question {
  /** Content words, without phrases that only ask. Empty if the question asks only for a time. */
  words: string
  /** Text for search by meaning: the words, and a possible answer. */
  meaning: string
  /** Additional search words, each with a weight below that of an asked word. */
  hints: { word: string; weight: number }[]
  /** Names, numbers and quotations in the question. A text that contains them ranks higher. */
  exact: string[]
  /** The asker, the people mentioned and the others in the conversation, in that order. */
  people: Id[]
  /** People whose own words are asked for, in addition to those named in words. */
  speakers: Id[]
  asksWhen: boolean
  asksNow: boolean
  /** True if the question asks for several things: "what books", "where has", "both". */
  asksSeveral: boolean
  /** The time in which what is asked about was said, or `null`: `named` with some time on both sides. */
  during: Span | null
  /** The time that the question names, or `null`. */
  named: Span | null
  /** True if the question asks only what happened in that span. */
  onlyTime: boolean
  /** The time the question is asked from. Facts expired by then are excluded. */
  now: Time
  /** Facts said after this time are excluded. */
  until: Time
}

export interface QuestionInput {
  words: string
  asker: Id | null
  mentions: readonly Id[]
  /** Everyone in the conversation. */
  talking?: readonly Id[]
  /** `null` means now, with everything known. */
  asOf: Time | null
  timezone: string
}

/** Phrases addressed to the memory itself: "what do you remember about", "can you tell me". */
const ASKING_PHRASES: RegExp[] = [
  /\b(?:(?:what|who|when|where|which|how much|how) )?(?:do|did|can|could|would|will) (?:you|we|u)(?: all| guys)? (?:still |ever )?(?:know|remember|recall|tell|say|find)\b(?: me| us)?(?: anything| something| everything)?(?: (?:about|of|on))?/giu,
  /\b(?:please )?(?:tell|remind|show) (?:me|us)\b(?: again)?(?: (?:about|of))?/giu,
  /\b(?:is|was) there (?:anything|something) (?:known )?(?:about|on)\b/giu,
  /\bwhat(?:'s| is| was) (?:known|remembered|said) (?:about|of)\b/giu,
  /\bwhere did you (?:learn|hear|get) (?:that|this|it)\b/giu,
]
/** Words that ask what happened without naming a subject, by language: "die" and "los" are English words, too. */
const GENERIC_WORDS: Record<TimeLanguage, RegExp> = {
  en: /\b(?:what|who|anything|something|everything|did|do|we|you|they|people|was|were|is|has|have|been|the|on|in|at|about|going|happen\w*|talk\w*|discuss\w*|said|say|new|news|miss(?:ed)?|up|here|there|i|me|my|happening|topics?|summar\w*|this|channels?|chat|server|s|since|between|and|from|to|during|over|before|after|until|till|of|so|far|as|all|any(?:one|body)|some(?:one|body)|else)\b|[^\p{L}\p{N}]+/giu,
  de: /(?<![\p{L}])(?:was|wer|alles?|etwas|irgendwas|jemand|hat|haben|habt|habe|hab|wir|ihr|ich|uns|mir|man|es|war|waren|ist|sind|wurden?|worden|gab|gibts?|ging|lief|geschah|geschehen|passiert\p{L}*|los|gewesen|gesprochen|geredet|geschrieben|besprochen|diskutiert|gesagt|neu\p{L}*|hier|diese[mnr]?|kanal|channel|chat|server|so|denn|eigentlich|verpasst|themen|thema|fasse?|zusammen\p{L}*|bitte|in|im|an|am|auf|vom|von|bis|und|um|über|worüber|wovon|der|die|das|den|dem|since|between|and|from|on|to|until|of|the)(?![\p{L}])|[^\p{L}\p{N}]+/giu,
  es: /(?<![\p{L}])(?:qué|que|quién|quien|cuáles|algo|alguien|todo|lo|ha|han|hemos|he|hay|hubo|había|fue|fueron|pasó|paso|pasado|pasaba|ocurrió|sucedió|hablamos|habló|hablaron|hablado|habla|dijo|dijeron|dicho|se|nos|me|de|del|sobre|en|el|la|los|las|a|y|por|aquí|este|canal|chat|servidor|nuevo|nuevas|nueva|novedades|noticias|temas|tema|resumen|resume|resúmeme|perdí|perdimos|perdido|hasta|since|between|and|from|on|in|to|until|of|the)(?![\p{L}])|[^\p{L}\p{N}]+/giu,
}
/** Words of questions that the index has no stop words for: "when" would find "when I moved", and "us" "uses". */
const FUNCTION_WORDS =
  /(?<![\p{L}\p{N}'’-])(?:when|whens|does|did|why|will|would|could|should|whom|whose|which|how|us|hows|whats|wheres|whos|whats|im|ive|dont|doesnt|didnt|isnt)(?![\p{L}\p{N}'’-])/giu
/** English only: other languages are asked as before. */
const ASKS_SEVERAL =
  /\b(?:what|which) (?:\w+ ){0,2}\w+[^s\W]s\b|\bwhat (?:all|else|has|have|kinds?|types?)\b|\b(?:where|who) (?:has|have|all)\b|\bhow many\b|\bwhich of\b|\bboth\b/i
const SELF_WORDS = /\b(?:i|me|my|mine|myself|i'm|i've)\b/i

/** The weight of another spelling, which may be another word. */
const OTHER_SPELLING = 0.8
/** The weight of words for a coming day: what is planned then was said before. */
const OF_THE_DAY = 0.5

export function parseQuestion(asked: QuestionInput): Question {
  const now = asked.asOf ?? Date.now()
  const { words: inEnglish, language } = timeWordsInEnglish(asked.words)
  const missed = () => missedTime(asked.words, now, asked.timezone)
  const named = timeAsked(inEnglish, now, asked.timezone)
  const ahead = dayAhead(asked.words, now, asked.timezone)
  const time = named === null ? missed() : { ...named, language }
  const onlyTime =
    ahead === null && time !== null && time.span.from <= now && isGeneric(time.rest, time.language)
  // Messages that say "last week" tell of another one.
  const words = onlyTime ? "" : contentWords(asked.words)
  const own = asked.asker !== null && SELF_WORDS.test(words)
  return {
    words,
    meaning: words,
    hints: [
      ...otherSpellings(words).map((word) => ({ word, weight: OTHER_SPELLING })),
      ...(ahead?.words ?? []).map((word) => ({ word, weight: OF_THE_DAY })),
    ],
    exact: exactParts(asked.words),
    people: [
      ...new Set([
        ...(asked.asker === null ? [] : [asked.asker]),
        ...asked.mentions,
        ...(asked.talking ?? []),
      ]),
    ],
    speakers: [...(own && asked.asker !== null ? [asked.asker] : []), ...asked.mentions],
    asksWhen: asksWhen(asked.words),
    asksNow: asksNow(asked.words),
    asksSeveral: ASKS_SEVERAL.test(asked.words),
    during: time === null || ahead !== null ? null : onlyTime ? time.span : tellingSpan(time.span),
    named: ahead?.span ?? time?.span ?? null,
    onlyTime,
    now,
    until: asked.asOf ?? Number.MAX_SAFE_INTEGER,
  }
}

/** Returns true if nothing is left of a question but words that ask what happened. */
function isGeneric(rest: string, language: TimeLanguage): boolean {
  return rest.replace(GENERIC_WORDS[language], "") === ""
}

/** Phrases that ask what the asker missed. */
const MISSED: Record<TimeLanguage, RegExp> = {
  en: /\b(?:while|when|since) (?:i|we) (?:was|were|have been|am|are) (?:away|gone|out|off(?:line)?|asleep|sleeping|on (?:holiday|vacation|leave))\b|\b(?:did|have) (?:i|we) miss(?:ed)?\b|\b(?:i|we)(?: have|['’]ve) missed\b|\b(?:(?:can|could|would|will) (?:you|u) )?(?:please )?(?:catch|fill) (?:me|us) (?:up|in)\b(?: please)?/giu,
  de: /(?<![\p{L}])(?:was|(?:et)?was neues|irgendwas) (?:hab(?:en?)?|hatte) (?:ich|wir) (?:alles )?verpasst(?![\p{L}])|während (?:ich|wir) (?:weg|fort|im urlaub|offline) (?:war|waren)(?![\p{L}])/giu,
  es: /(?<![\p{L}])qu[eé] me (?:he perdido|perdí)(?![\p{L}])|mientras (?:yo )?(?:no estaba|estaba fuera|estuve fuera)(?![\p{L}])/giu,
}

/**
 * Nobody says how long they were away, so this covers the past week. Returns `null` unless the question asks
 * only for that.
 */
function missedTime(
  words: string,
  now: Time,
  timezone: string,
): (TimeAsked & { language: TimeLanguage }) | null {
  for (const language of ["en", "de", "es"] as const) {
    const rest = words.replace(MISSED[language], " ")
    if (rest !== words && isGeneric(rest, language))
      return { span: { from: weekOf(now, timezone).at(-1)?.from ?? now, to: now }, rest, language }
  }
  return null
}

/** Events are told a little later and plans a little earlier, and the time zone can be off by half a day. */
function tellingSpan({ from, to }: Span): Span {
  return { from: from - 12 * HOUR, to: to + 60 * HOUR }
}

/** Returns the question without asking phrases, or the whole question if nothing else is left. */
export function contentWords(question: string): string {
  const rest = ASKING_PHRASES.reduce((text, phrase) => text.replace(phrase, " "), question)
  const telling = rest.replace(FUNCTION_WORDS, " ")
  const kept = [telling, rest].find((text) => /[\p{L}\p{N}]/u.test(text)) ?? question
  return kept.replace(/\s+/g, " ").trim()
}

/** Returns quotations, numbers and names: capitalized words other than the first of the sentence. @internal */
export function exactParts(question: string): string[] {
  const quoted = [...question.matchAll(/["“«„]([^"“”«»„]{2,80})["”»“]/gu)].map((match) => match[1] ?? "")
  const numbers = question.match(/\p{N}+(?:[.,:/-]\p{N}+)*/gu) ?? []
  const names = question.match(/(?<=[\p{L}\p{N},;:'’)] )\p{Lu}[\p{L}\p{M}\p{N}'’-]+/gu) ?? []
  const plain = (text: string) => text.replace(/['’]s$/u, "").toLowerCase()
  return [...new Set([...quoted, ...numbers, ...names].map(plain))].filter(
    (part) => !/^i(?:['’]\p{L}+)?$/u.test(part),
  )
}
