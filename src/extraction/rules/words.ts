/** Tokenizes clauses with contractions expanded, trims complements and tags parts of speech. */
import { grammar } from "../../text/grammar.ts"

/** Contractions and chat spellings with their expansions. */
const EXPANSIONS = new Map(
  `i'm=I am, im=I am, i've=I have, ive=I have, i'll=I will, i'd=I would, i'ma=I am going to,
  imma=I am going to, we're=we are, we've=we have, we'll=we will, we'd=we would, don't=do not,
  dont=do not, doesn't=does not, doesnt=does not, didn't=did not, didnt=did not, can't=can not,
  cant=can not, cannot=can not, won't=will not, wont=will not, isn't=is not, isnt=is not,
  aren't=are not, wasn't=was not, wasnt=was not, weren't=were not, haven't=have not, havent=have not,
  hasn't=has not, hasnt=has not, hadn't=had not, wouldn't=would not, shouldn't=should not,
  couldn't=could not, ain't=am not, gonna=going to, wanna=want to, gotta=have to, they're=they are,
  they've=they have, they'll=they will, you're=you are, you've=you have, ur=your, u=you, w=with,
  w/=with, bday=birthday, fav=favorite, fave=favorite, favourite=favorite`
    .split(",")
    .map((entry) => entry.trim().split("=") as [string, string]),
)

/** Splits a clause into words and expands contractions. Commas stay on their words. */
export function tokenize(clause: string): string[] {
  const words: string[] = []
  for (const word of clause.split(/\s+/)) {
    if (word === "" || !/[\p{L}\p{N}]/u.test(word)) continue
    const [, core = word, tail = ""] = /^(.*?)([,;:]*)$/.exec(word) ?? []
    const opened = EXPANSIONS.get(core.toLowerCase())
    if (opened === undefined) words.push(word)
    else words.push(...`${opened}${tail}`.split(" "))
  }
  return words
}

const CUTS = new Set(
  `because cuz cause coz cos although though tho whereas but which unless until except so since lol
  lmao haha imo imho tbh btw fwiw hence however anyway anyways etc right ok okay eh huh hehe ty thanks
  thx sorry`.split(/\s+/),
)
const TRAILING = new Set(
  `and or actually too correct though tho lol haha now well either man dude already again still
  yet basically honestly personally really also the a an of to with at in for from my as is are guys
  folks everyone all obviously btw rn atm currently`.split(/\s+/),
)
const FINITE =
  /^(?:is|are|was|were|has|have|had|will|can|looks?|makes?|feels?|keeps?|brings?|tastes?|smells?|sounds?|seems?|gives?|lets?)$/
const SUBJECT = /^(?:i|we|you|he|she|it|they|this|that|there)$/
const TIMELY = /^(?:when|while|after|before|since|until)$/
const DATED =
  /^(?:(?:19|20)\d\d|last|next|i|i'm|\w+day|january|february|march|april|may|june|july|august|september|october|november|december|childhood|college|birth|then|high|christmas|xmas|easter|halloween|thanksgiving|spring|summer|fall|autumn|winter|new|noon|midnight|the|mid|late|early|around|about|a|\d.*)$/

/** Cuts a complement where another clause begins, and drops trailing filler words. */
export function trimComplement(words: string[]): string[] {
  const end = words.findIndex((_, index) => startsNewClause(words, index))
  const kept = words.slice(0, end < 0 ? words.length : end)
  for (const length of [3, 2])
    if (kept.length > length && DISPENSABLE.test(kept.slice(-length).map(normalizeWord).join(" ")))
      kept.splice(-length)
  while (kept.length > 0 && (TRAILING.has(normalizeWord(kept.at(-1) ?? "")) || isEmphasis(kept))) kept.pop()
  const last = kept.pop()
  if (last !== undefined) kept.push(last.replace(/[^\p{L}\p{N}+#%)"]+$/u, ""))
  return kept
}

/** "I play support in that one": a phrase the fact does not need. */
const DISPENSABLE =
  /^(?:in|on|for|at|with) (?:(?:that|this) (?:one|game|case|too|though|thing)|everything|anything)$/

/** "I use it myself", not "I doubt myself". */
function isEmphasis(words: string[]): boolean {
  return (
    normalizeWord(words.at(-1) ?? "") === "myself" && words.length > 1 && !/ing$/.test(words.at(-2) ?? "")
  )
}

function startsNewClause(words: string[], index: number): boolean {
  const now = normalizeWord(words[index] ?? "")
  const next = normalizeWord(words[index + 1] ?? "")
  if (TIMELY.test(now))
    return !DATED.test(next) && (CUTS.has(now) || SUBJECT.test(next) || /^(?:when|while)$/.test(now))
  if (CUTS.has(now) || (now === "and" && startsClauseAfterAnd(words, index + 1))) return true
  return /[,;:]$/.test(words[index - 1] ?? "") && startsClauseAfterComma(words, index)
}

/** Returns true if a new clause begins after a comma. */
function startsClauseAfterComma(words: string[], index: number): boolean {
  const now = normalizeWord(words[index] ?? "")
  const next = normalizeWord(words[index + 1] ?? "")
  if (
    /^(?:then|speaking|especially|plus|not)$/.test(now) ||
    /^(?:do not|(?:sort|kind) of)$/.test(`${now} ${next}`)
  )
    return true
  if (/s$/.test(now) && FINITE.test(now)) return true
  if (/^(?:the|my|his|her|their|these|those)$/.test(now))
    return words.slice(index + 1, index + 5).some((word) => FINITE.test(normalizeWord(word)))
  return SUBJECT.test(now) || (/^(?:and|or)$/.test(now) && (SUBJECT.test(next) || next === "my"))
}

/** Trims a state: "left-handed" of "left-handed and the scissors here hate me". */
export function trimState(words: string[]): string[] {
  const at = words.findIndex(
    (word, index) =>
      normalizeWord(word) === "and" &&
      /^(?:the|my|this|these|those|everything|nobody)$/.test(normalizeWord(words[index + 1] ?? "")),
  )
  const isPlain = !/^(?:an?|the|my|our|one|two|at|in|on|from|into|with|of|for|between)$/.test(
    normalizeWord(words[0] ?? ""),
  )
  return trimComplement(at > 0 && at <= 2 && isPlain ? words.slice(0, at) : words)
}

/** "left-handed and the default is torture", "in a cave and never come out". */
function startsClauseAfterAnd(words: string[], at: number): boolean {
  const next = normalizeWord(words[at] ?? "")
  if (/^(?:never|always|don't|do|still|rarely|often|sometimes|then)$/.test(next)) return true
  if (!/^(?:the|my|his|her|their|these|those|that|this|everything|everyone|nobody)$/.test(next)) return false
  return words.slice(at + 1, at + 5).some((word) => FINITE.test(normalizeWord(word)))
}

/** "… I told you about": a reference to earlier talk is not part of the fact. */
export const ALREADY_TOLD =
  /,? (?:that )?(?:i|we) (?:told|mentioned|was telling|talked|spoke|showed|was talking|sent) (?:you|y'all|them|about|to)\b.*$/i

// Tags of words, from the English parser.

/** Tags of each word, keyed by its lowercase form. */
export type Tags = Map<string, Set<string>>

const LONGEST = 300

/**
 * Tags a short text. Each call takes about half a millisecond, so call it for candidates only, never for
 * every line.
 */
export function tagWords(text: string): Tags {
  const tags: Tags = new Map()
  for (const term of grammar()(text.slice(0, LONGEST)).termList()) {
    const word = normalizeWord(term.text)
    if (word === "") continue
    const known = tags.get(word)
    const own = term.tags ?? new Set<string>()
    tags.set(word, known === undefined ? new Set(own) : new Set([...known, ...own]))
  }
  return tags
}

export function hasTag(tags: Tags, word: string, ...wanted: string[]): boolean {
  const own = tags.get(normalizeWord(word))
  return own !== undefined && wanted.some((tag) => own.has(tag))
}

/** Lowercases a word and strips surrounding punctuation. */
export function normalizeWord(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\p{N}#@$]+|[^\p{L}\p{N}+#%]+$/gu, "")
}
