/**
 * Recognizes questions that make no sense without what was said before ("and where?", "since when?", "does she still?"),
 * by what they lack. Every other question is searched by its own words only, so it gets the same answer everywhere. Pure.
 */
import { truncate } from "../../text/truncate.ts"
import { parseAsked } from "../relevance/asked.ts"
import type { Turn } from "./prompt.ts"

/** Words that continue what was said. */
const CONTINUES =
  /^(?:and|but|or|also|what about|how about|since when|und|aber|oder|und was|was ist mit|seit wann|y|pero|o|desde cu[aá]ndo|et|mais|ou|depuis quand|e|mas|desde quando)\b(?! (?:what|who) (?:is|are) (?:the|a)\b)/iu
/** Words that stand for somebody or something named before. */
const STANDS_FOR =
  /(?<![\p{L}'’])(?:he|she|they|him|her|them|his|hers|their|theirs|it|its|that|this|those|these|there|then|er|sie|ihn|ihm|ihr|ihre[mnrs]?|sein(?:e[mnrs]?)?|das|dort|da(?:bei|von|mit|für|zu)?|[eé]l|ella|ellos|ellas|eso|esa|ese|esto|ah[ií]|all[ií]|su|sus|il|elle|ils|elles|lui|leur|[cç]a|cela|l[aà]|y|en|son|sa|ses|ele|ela|eles|elas|dele|dela|isso|isto|l[aá]|a[ií])(?![\p{L}])/iu
/** Dummy subjects and relative words, which stand for nothing said before. */
const DUMMIES =
  /(?<![\p{L}])(?:is|was|are|were|isn't) there|there(?:'s| is| are| was| were)|(?:what|how) time is it|is it (?:true|ok(?:ay)?|possible|allowed)|what is it (?:called|that)|it (?:takes?|costs?)|(?:the|a|an|one|thing|person|people|someone|anyone|everyone|who|so|said|says|say|told|know|thinks?|heard|sure) that|by then|es gibt|gibt es|il y a|est-ce que|qu'est-ce qu[ei]|c'est|das (?!ist|war|geht|heißt)\p{L}+/giu
const MOST_TURNS = 2
const CHARACTERS = 200

/** Returns the words to search: the question, and the last two messages if it is a follow-up. `turns` are oldest first. */
export function searchWords(question: string, turns: readonly Turn[]): string {
  if (turns.length === 0 || !isFollowUp(question)) return question
  const before = turns
    .slice(-MOST_TURNS)
    .map(({ text }) => truncate(text.toWellFormed(), CHARACTERS, { ellipsis: false }))
  return [question, ...before].join(" ")
}

/** @internal */
export function isFollowUp(question: string): boolean {
  const words = question.replace(/[’`´]/gu, "'").trim()
  const { words: telling } = parseAsked({
    ...{ words, asker: null, mentions: [], known: [], now: 0, timezone: "UTC" },
  })
  // A question with three telling words or more stands on its own.
  if (telling.length >= ENOUGH) return false
  if (telling.length === 0) return true
  return CONTINUES.test(words) || STANDS_FOR.test(words.replace(DUMMIES, " "))
}
const ENOUGH = 3
