/** What follows a verb, read for judging: its head, whether it names a place, a time, a machine, or nothing in particular. */
import { ADVERBS, MACHINE } from "./lexicon.ts"
import { mentionsTime } from "./times.ts"
import { hasTag, normalizeWord, type Tags, tagWords } from "./words.ts"

export interface Complement {
  words: string[]
  lower: string[]
  text: string
  /** Tagged when first asked for: tagging is what costs. */
  tags: Tags
  first: string
  /** How its first noun phrase is determined: "a", "the", "my", or not. */
  determiner: "a" | "the" | "my" | null
  /** The last word of the first noun phrase. */
  head: string
  /** All words of the first noun phrase. */
  phrase: string[]
  preposition: string | null
  timed: boolean
  /** Leans on something unsaid: it, that, them, you. */
  deictic: boolean
  /** Speaks of a machine at work or under repair. */
  technical: boolean
}

export const PREPOSITIONS = new Set(
  "to from in at on with for by about into of off near under over around between as like through during without against onto outside inside behind since until toward towards".split(
    " ",
  ),
)
const DETERMINERS: Record<string, Complement["determiner"]> = {
  a: "a",
  an: "a",
  another: "a",
  some: "a",
  two: "a",
  three: "a",
  four: "a",
  five: "a",
  the: "the",
  my: "my",
  our: "my",
  one: "a",
  several: "a",
  "1": "a",
  "2": "a",
  "3": "a",
  "4": "a",
  six: "a",
  many: "a",
}
const LOOSE =
  /^(?:it|its|it's|this|that|that's|these|those|they|them|their|he|him|his|she|her|hers|you|your|yours|you're|there|here|something|anything|everything|nothing|someone|anyone|somebody|anybody|everybody|everyone|stuff|thing|things|same|such|so|ones|whatever|whichever|what|how|why|whether|if|where|who|would|could|should|might|maybe|perhaps|probably|somewhere|yourself|elsewhere|n't|alot|mine|me|myself|else)$/

export function readComplement(words: string[]): Complement {
  const lower = words.map(normalizeWord)
  const lead = ADVERBS.has(lower[0] ?? "") && lower[0] !== "ever" ? 1 : 0
  const first = lower[lead] ?? ""
  const preposition = PREPOSITIONS.has(first) ? first : null
  const from = preposition === null ? lead : lead + 1
  const at = /^(?:all|both|half)$/.test(lower[from] ?? "") ? from + 1 : from
  const determiner = DETERMINERS[lower[at] ?? ""] ?? null
  const start = determiner === null ? from : at + 1
  const phrase = phraseAt(words, lower, start)
  const text = words.join(" ")
  let tags: Tags | undefined
  return {
    words,
    lower,
    text,
    first,
    determiner,
    phrase,
    preposition,
    get tags() {
      tags ??= tagWords(text)
      return tags
    },
    head: phrase.at(-1) ?? "",
    timed: mentionsTime(text),
    deictic: isLoose(lower, phrase),
    technical: ofMachine(lower, phrase, preposition),
  }
}

/** Words of machines that lead other words too: "a video game tournament", "the port authority". */
const LEADING =
  /^(?:video|port|web|site|line|table|key|screen|point|card|text|case|branch|class|object|session|page|string|monitor|feature|channel|wireless|message|button|desktop|patch|edit|network|library|program|method|function|type|light|point|plan|ticket|tool|memory|box|bit)$/

/** At a workplace only its last word counts: "at the port authority". */
function ofMachine(lower: string[], phrase: string[], preposition: string | null): boolean {
  const seen =
    preposition === "at" || preposition === "for"
      ? lower.filter((word) => !phrase.slice(0, -1).includes(word))
      : lower
  const leading = phrase.slice(0, -1)
  return seen.some((word) => MACHINE.has(word) && !(LEADING.test(word) && leading.includes(word)))
}

const AFTER_PHRASE = new Set(
  "and or that which who whose where when while than then because if but so not is are was were has have had will can until after before again too".split(
    " ",
  ),
)

function phraseAt(words: string[], lower: string[], start: number): string[] {
  const phrase: string[] = []
  for (let at = start; at < words.length && phrase.length < 6; at++) {
    const word = lower[at] ?? ""
    if (PREPOSITIONS.has(word) || AFTER_PHRASE.has(word) || DETERMINERS[word] === "my") break
    if (
      phrase.length > 0 &&
      /^(?:last|next|this|yesterday|today|tomorrow|tonight|every|right|called|named|recently|years|a|the|an)$/.test(
        word,
      )
    )
      break
    phrase.push(word)
    if (/[,;:]$/.test(words[at] ?? "")) break
  }
  return phrase
}

function isLoose(lower: string[], phrase: string[]): boolean {
  if (phrase.length === 0) return true
  return lower.some((word, index) => {
    if (!LOOSE.test(word)) return false
    const earlier = lower.slice(0, index)
    if (word === "that" || word === "where" || word === "who")
      return index === 0 || PREPOSITIONS.has(earlier.at(-1) ?? "") || index < 2
    if (/^(?:his|her|him|their|them|its|they|she|he)$/.test(word))
      return (
        !earlier.some(
          (before) =>
            before === "my" || before === "our" || before === "with" || before === "a" || before === "and",
        ) || index < 2
      )
    if (word === "me" || word === "myself" || word === "mine") return index === 0
    if (word === "this")
      return !/^(?:week|month|year|summer|spring|fall|autumn|winter|weekend|morning|afternoon|evening|coming|past|\w+day)$/.test(
        lower[index + 1] ?? "",
      )
    return true
  })
}

/** Whether another sentence runs on in it: a finite verb that no relative word leads. */
export function hasSecondClause(c: Complement): boolean {
  const at = c.lower.findIndex(
    (word, index) =>
      index > 0 &&
      hasTag(c.tags, word, "PastTense", "Copula", "Modal", "Auxiliary", "PresentTense") &&
      !hasTag(c.tags, word, "Gerund", "Infinitive", "Participle") &&
      !/^(?:named|called|based|united)$/.test(word) &&
      !word.endsWith("ed"),
  )
  if (at < 0) return false
  return !c.lower
    .slice(0, at)
    .some((word) => /^(?:that|who|which|where|when|i|we|they|how|what|if|while|after|before|as)$/.test(word))
}

/** Whether the first noun phrase is a place: tagged so, or named with a capital and no word of machines. */
export function isPlace(c: Complement): boolean {
  if (c.technical || c.phrase.length === 0) return false
  return (
    c.phrase.some((word) => hasTag(c.tags, word, "Place", "City", "Country", "Region", "Demonym")) ||
    isProper(c)
  )
}

/** Whether the first noun phrase carries a name: a capital in mid-sentence. */
export function isProper(c: Complement): boolean {
  return c.phrase.some((word) =>
    c.words.some((own) => normalizeWord(own) === word && /^\p{Lu}[\p{L}'-]/u.test(own) && own !== "I"),
  )
}

export function isTagged(c: Complement, ...tags: string[]): boolean {
  return c.phrase.some((word) => hasTag(c.tags, word, ...tags))
}
