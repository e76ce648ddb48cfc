/**
 * Estimates which of several finds most likely answers a question, from what the judgment of each text tells and from
 * what such answers look like: a conditional logit (`npm run eval -- relevance`; decision 060). Pure.
 */
import type { Span } from "../../domain/types.ts"
import { stemSet, stems } from "../../text/stems.ts"
import type { Item } from "../context.ts"
import type { ParsedAsk } from "./asked.ts"
import type { Features } from "./bearing.ts"
import { logOdds } from "./log-odds.ts"

/** In log-odds against the other finds. */
const WEIGHTS = {
  place: 4.52,
  missed: -2.14,
  around: -0.45,
  personMissed: -0.58,
  typed: 0.71,
  typeMissed: -0.48,
  note: 2.05,
  memory: 0.8,
  /** 1 if the question asks who, where or which and the text holds a name that the question lacks, or holds none. */
  named: 0.53,
  unnamed: -0.32,
  /** 1 if the question asks how many and the text holds a number. */
  counted: 1.05,
  /** 1 if it was said in the time asked about. */
  within: 1.37,
  /** 1 for a message that follows a question. */
  replies: 0.83,
  /** 1 for a text that ends as a question. */
  asks: -0.63,
}
/** Log-odds that the place in the ranking adds, from last to first. */
export const PLACE_WORTH = WEIGHTS.place
type Trait = keyof typeof WEIGHTS
export type Traits = Record<Trait, number>

export function worth(traits: Traits): number {
  return logOdds(traits, WEIGHTS)
}

const ASKS_NAME =
  /(?<![\p{L}])(?:who|whose|whom|where|which|what (?:city|country|state|town|place|book|movie|film|show|song|band|artist|game|brand|company|name)s?|wer|wo|wohin|welche[rnms]?|qui[eé]n(?:es)?|d[oó]nde|cu[aá]l(?:es)?|qui|où|quel(?:le)?s?|quem|onde|qual|quais)(?![\p{L}])/iu
const ASKS_NUMBER =
  /(?<![\p{L}])(?:how (?:many|much|old|long|often)|wie ?viele?|wie (?:alt|lange|oft)|cu[aá]nt[oa]s?|combien|quel [aâ]ge|quant[oa]s?)(?![\p{L}])/iu
const NUMBER =
  /\p{N}|(?<![\p{L}])(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|dozen|couple)(?![\p{L}])/iu
/** Capitalized words inside a sentence. */
const NAME = /(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{M}'’-]+/gu

export interface Find {
  item: Pick<Item, "kind" | "at" | "before">
  /** Its best statement, and the judgment of that. */
  text: string
  features: Features
}

/** `words` is the question, `during` the time it names. */
export function traitsOf(
  { item, text, features }: Find,
  { words, asked, during }: { words: string; asked: ParsedAsk; during: Span | null },
): Traits {
  // German writes every noun with a capital.
  const asksName = asked.language !== "de" && ASKS_NAME.test(words)
  const isNamed = asksName && holdsName(text, words)
  const { place, missed, around, personMissed, typed, typeMissed, note, memory } = features
  return {
    ...{ place, missed, around, personMissed, typed, typeMissed, note, memory },
    named: Number(isNamed),
    unnamed: Number(asksName && !isNamed),
    counted: Number(ASKS_NUMBER.test(words) && NUMBER.test(text)),
    within: Number(during !== null && item.at >= during.from && item.at <= during.to),
    replies: Number(isQuestion(item.before ?? "")),
    asks: Number(isQuestion(text)),
  }
}

function holdsName(text: string, words: string): boolean {
  const asked = stemSet(words)
  return (text.match(NAME) ?? []).some(
    (name) => !/^I\b/.test(name) && stems(name).some((stem) => !asked.has(stem)),
  )
}

function isQuestion(text: string): boolean {
  return /\?[^\p{L}\p{N}]*$/u.test(text.replace(/\s*\[image: [^\]]*\]/gu, ""))
}
