/**
 * Composes a window's title: what the group settled, else a fact that the talk is about, else the sentence or the question
 * that says most of it. Works in every language, for it weighs words only by how many people use them.
 */
import type { Claim } from "../../domain/types.ts"
import { capitalize } from "../../text/display.ts"
import { STOPWORDS_ELSEWHERE } from "../../text/language.ts"
import { stems } from "../../text/stems.ts"
import { truncate } from "../../text/truncate.ts"
import { sentencesIn } from "../support/sentences.ts"
import { FIRST_PERSON, UNREAL, YES } from "../support/words.ts"
import { isFanciful } from "./fanciful.ts"
import type { Keywords } from "./keywords.ts"
import type { TranscriptLine } from "./line.ts"
import { WEEKDAY_NAMES } from "./phrases/days.ts"
import { retoldStatement } from "./phrases/retell.ts"
import { isPrivateMatter, tellsOfMoney } from "./private-matters.ts"
import { mentionsMoney } from "./source-filter.ts"

const LONGEST = 60
/** Words, of which some tell something. */
const FEWEST = 3
const FEWEST_TELLING = 2
/** Paths and the like. */
const LONGEST_WORD = 24

/** `claims`: what was found, most important first. */
export function composeTitle(
  lines: readonly TranscriptLine[],
  claims: readonly Claim[],
  keywords: Keywords,
): string {
  const [settled] = claims
    .filter(({ subject }) => subject.scope !== "user")
    .flatMap(({ fact }) => runsOf(fact).findLast((run) => fact.startsWith(run) && isFit(run)) ?? [])
  const [main] = claims.filter(({ fact }) => isFit(fact)).filter((claim) => isMainMatter(claim, lines))
  const title = settled ?? main?.fact ?? bestOf(lines, keywords) ?? namesOf(lines)
  const isName = lines.some(({ author }) => title.startsWith(author.name))
  return (isName ? title : capitalize(title)).replace(/[\s.]+$/u, "")
}

function isFit(title: string): boolean {
  const words = title.split(" ")
  const isPlain = words.length >= FEWEST && words.every((word) => word.length <= LONGEST_WORD)
  return (
    isPlain &&
    title.length <= LONGEST &&
    !isPrivateMatter(title) &&
    !tellsOfMoney(title) &&
    !mentionsMoney(title)
  )
}

/** A fact about a person is what a talk is about if most of its words, or several people, are about it. */
function isMainMatter({ subject, fact, lines: cited, importance }: Claim, lines: readonly TranscriptLine[]) {
  if (subject.scope !== "user") return false
  const names = new Set(lines.flatMap(({ author }) => stems(author.name)))
  const words = tellingWords(fact).filter(
    (word) => !names.has(word) && !/^\d/.test(word) && !DAY_OR_HOUR.test(word),
  )
  const about = lines.filter(
    ({ number, text }) => cited.includes(number) || stems(text).some((word) => words.includes(word)),
  )
  const share = lengthOf(about) / lengthOf(lines)
  const others = new Set(about.map(({ author }) => author.id)).size - 1
  const isOpening = lines.slice(0, 2).some(({ number }) => cited.includes(number))
  return share > 0.5 || others > 1 || (isOpening && (importance === "high" || others > 0))
}

function tellingWords(text: string): string[] {
  return stems(text).filter((word) => !STOPWORDS_ELSEWHERE.has(word))
}

function lengthOf(lines: readonly TranscriptLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0)
}

interface Scored {
  title: () => string
  score: number
}

function bestOf(lines: readonly TranscriptLine[], keywords: Keywords): string | undefined {
  const ranked = lines
    .flatMap((_, at) => (isBesidePrivate(at, lines) ? [] : titlesIn(at, lines, keywords)))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  // Words of the best are retold first, and mostly only they.
  for (const { title } of ranked) {
    const worded = title()
    if (isFit(worded)) return worded
  }
  return undefined
}

/** Next to a line that is private or may not be quoted, people go on about what it says. */
function isBesidePrivate(at: number, lines: readonly TranscriptLine[]): boolean {
  const number = lines[at]?.number ?? 0
  if (at === 0 && number > 1) return true
  return [-1, 0, 1].some((step) => {
    const near = lines[at + step]
    return near !== undefined && (near.number !== number + step || isPrivateMatter(near.text))
  })
}

function titlesIn(at: number, lines: readonly TranscriptLine[], keywords: Keywords): Scored[] {
  const line = lines[at]
  if (line === undefined || line.isUnmeant) return []
  const { id, name } = line.author
  const next = lines.slice(at + 1, at + 1 + REPLIES).filter(({ author }) => author.id !== id)
  const isSettled = SETTLES.test(line.text) || next.some(({ text }) => AGREES.test(text))
  const place = product([at === 0, 1.6], [at < lines.length / 3, 1.1], [isSettled, 1.3])
  return line.text.split(SENTENCE_END).flatMap((said) => {
    const parts = sentencesIn(said)
    const asks = parts.some(({ isQuestion }) => isQuestion)
    if (parts.length === 0 || parts.some(({ isUnmeant }) => isUnmeant) || isFanciful(said)) return []
    const asked = product([asks && next.length > 0, 1.5], [asks && next.length > 0 && at === 0, 1.3])
    return runsOf(bare(said)).map((run) => ({
      title: () => (asks ? run : told(run, name)),
      score: keywords.score({ ...line, text: run }) * place * asked * clarityOf(run, asks),
    }))
  })
}

/** Names the speaker of a statement about themself. */
function told(run: string, name: string): string {
  const retold = retoldStatement(run, name)
  return FIRST_PERSON.test(retold) ? `${name}: ${retold}` : retold
}

function clarityOf(run: string, asks: boolean): number {
  return product(
    [run.endsWith("…"), 0.8],
    [!asks && FIRST_PERSON.test(run), 0.75],
    [UNREAL.test(run), 0.8],
    [UNCLEAR.test(run), asks ? 0.8 : 0.6],
    [DAY_OR_HOUR.test(run), 1.25],
  )
}

function product(...factors: (readonly [holds: boolean, factor: number])[]): number {
  return factors.reduce((all, [holds, factor]) => (holds ? all * factor : all), 1)
}
const REPLIES = 3
const SENTENCE_END =
  /\n+|(?<=[.!?…？！。])(?<!(?<!\p{L})(?:e\.g|i\.e|etc|vs|approx|ca|bzw|dr|st|nr|\d)\.)\s+/iu

const AGREES = new RegExp(
  `${YES.source}|^\\W*(?:works|grand|same|ok(?:ay)?|done|deal|fine|free|in|good|\\+1|perfect|passt|gern|abgemacht|vale|hecho|vamos|noté|d['’]accord|parfait|fechou|bora|justo|concordo|apuntado)(?!\\p{L})|\\p{L}+ works$`,
  "iu",
)
/** A day or an hour, as plans have. */
const DAY_OR_HOUR = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:${Object.values(WEEKDAY_NAMES).join("|")})s?|\\d{1,2}(?:st|nd|rd|th|[:.h]\\d\\d| ?[ap]m)|\\d{1,2} ?(?:uhr|h))(?![\\p{L}\\d])`,
  "iu",
)
/** Somebody sums up what holds from now on. */
const SETTLES =
  /(?<!\p{L})(?:it is|settled|decided|agreed|final|done|let['’]?s|we go|then|so|dann|los gehts|abgemacht|entonces|pues|apuntado|hecho|du coup|donc|rdv|ce sera|então|fechou|fechado)(?!\p{L})/iu

/** Nobody can tell from the title alone who or what is meant. */
const UNCLEAR =
  /^(?:he|she|they|it|its|that|thats|this|those|there|then|not|did|same|er|sie|es|das|eso|él|ella|il|elle|ça|c['’]est|ele|ela|isso)(?!\p{L})|(?<!\p{L})(?:you|your|ur|u|du|dir|dich|dein\p{L}*|tú|te|tu|toi|ton|t['’]\p{L}+|vc|você|him|her|ihm|ihn)(?!\p{L})/iu

/** Words at the start that say nothing. Some do only before a comma or a full stop: "no, we met" but "no meat". */
const LEAD =
  /^(?:\P{L}*(?:(?:right so|also|oh|ok|okay|ah+|well|so|and|but|or|yeah|yep|yo|haha+|lol|wow|ugh|oof|hey|hi|hello|btw|actually|honestly|anyways?|lads|guys|folks|reminder|fyi|ty|then|und|aber|ach|na|moin|leute|übrigens|y|pero|bueno|venga|pues|vale|por cierto|chicos|oye|ojo que|et|mais|bon|alors|du coup|au fait|mas|então|galera|pessoal|gente|aí)(?=[\s,!.:;?])|(?:yes|no|nah|nope|all|everyone|right|nice|cool|damn|first|thanks|true|deal|ne|ja|nee|nächstes thema|mädels|jungs|oui|non|e|sí|sim|não)(?=[,!.:;]))[\s,!.:;?]+)+(?=\S)/iu
/** Words at the end that say nothing: "lol", ", right?". */
const TAIL =
  /(?:[,\s]+(?:lol|lmao|tbh|btw|rn|tho|a?haha+|(?:ja){2,}\p{L}*|kk+|mdr+|eh|né))+\W*$|, ?(?:right|ok|oder|no|verdad)(?: ?\?)?$|[\s.,;:!–—-]+$/iu

function bare(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/(?: \.)+/g, "")
    .replace(/\s*\([^()]*\)/g, "")
    .replace(LEAD, "")
    .replace(TAIL, "")
    .trim()
}

/** Returns the runs of whole clauses of a sentence that are short enough, and its beginning if it is too long. */
function runsOf(sentence: string): string[] {
  const breaks = [...sentence.matchAll(CLAUSE)].map(({ index, 0: { length } }) => ({ index, length }))
  const starts = [0, ...breaks.map(({ index, length }) => index + length)]
  const ends = [...breaks.map(({ index }) => index), sentence.length]
  const runs = starts.flatMap((start) =>
    ends.filter((end) => end > start).map((end) => shortened(sentence.slice(start, end))),
  )
  const fit = runs.filter((run) => run.length <= LONGEST)
  const beginning = truncate(shortened(sentence), LONGEST, { at: "word" })
  return [...new Set([...fit, beginning])].filter((run) => {
    const words = tellingWords(run).length
    return words >= FEWEST_TELLING || (words > 0 && run.endsWith("?"))
  })
}

function shortened(text: string): string {
  const plain = bare(text).replace(/\s*[?？]+$/u, "?")
  return plain.length <= LONGEST ? plain : plain.replace(FILLED, "")
}
const CLAUSE =
  /[,;:]\s+|\s*[–—]\s*|\s-+\s|[.!?…]\s+|\s+(?=(?:but|because|cause|so|aber|weil|denn|pero|porque|mais|parce que|car|mas)\s)/giu
const FILLED = / (?:just|actually|literally|basically|honestly|really)(?= )/giu

function namesOf(lines: readonly TranscriptLine[]): string {
  const names = [...new Set(lines.filter((line) => line.text !== "").map(({ author }) => author.name))]
  const named = names.length < 2 ? names : [names.slice(0, -1).join(", "), names.at(-1)]
  return capitalize(names.length > 3 ? `talk among ${names.length} people` : `${named.join(" and ")} talking`)
}
