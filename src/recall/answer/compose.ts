/**
 * Answers without a model: the one to three statements that most likely answer the question, best first. Facts stand as they are, and messages are quoted with their author. If no statement is likely enough, the answer is unknown. Pure.
 */
import { dayNumber, localDate, utcFormat } from "../../domain/calendar.ts"
import { fullDate } from "../../domain/date-names.ts"
import { endSentence } from "../../text/display.ts"
import { type Language, questionLanguage } from "../../text/language.ts"
import { relate } from "../../text/similarity.ts"
import { truncate } from "../../text/truncate.ts"
import type { Item } from "../context.ts"
import { parseQuestion } from "../find/question.ts"
import { asksNow } from "../find/times.ts"
import { plainLine } from "../render/sanitize.ts"
import { saidIn } from "./answer-features.ts"
import { ASKS_HERE, ASKS_OUTCOME, SETTLES, TELLS_CHANGE } from "./answer-kinds.ts"
import { withContinuation } from "./exchange.ts"
import { PHRASES } from "./phrases.ts"
import type { Answer, AnswerInput } from "./prompt.ts"
import { distinct, firstOfEach } from "./repeats.ts"
import { withOutcome } from "./settled.ts"
import { smallTalkOf } from "./small-talk.ts"
import { likeliestStatements, parsedOf, type Stated } from "./stated.ts"

const MOST = 3
/** For questions about a time or a person alone, everything found is the answer. */
const MOST_LISTED = 5
const MOST_QUOTED = 240
/**
 * The best statement must be at least this likely to answer, or the answer is that nothing is known. Decision 059 has the
 * curve: refused answerable questions against answered unanswerable ones.
 */
const KNOWN = 0.15
/** The closest line is shown beside "I don't know" if its item bears on the question with at least this score. */
const CLOSE = 0.12
/** Further statements must reach this share of the best one's likelihood. */
const SHARE = 0.3

export function composeByRules(input: AnswerInput): Answer {
  const talk = smallTalkOf(input.question)
  if (talk !== null) {
    const date = fullDate(input.now, input.timezone, talk.language)
    const text = PHRASES[talk.language].smallTalk[talk.kind].replace("{date}", date)
    return { method: "rules", text, basis: "chat", items: [] }
  }
  const language = answerLanguage(input)
  const { unknown, closest } = PHRASES[language]
  const found = likeliestStatements(input)
  const wanted = listed(found, input)
  if (wanted !== null) return answerFrom(firstOfEach(wanted).slice(0, MOST_LISTED), input, language)
  const [first] = found
  if (first === undefined || first.score < KNOWN) {
    const near = found.find(({ item }) => item.score >= CLOSE)
    if (near === undefined) return { method: "rules", text: unknown, basis: "nothing", items: [] }
    const shown = answerFrom(withOutcome(near, input) ?? [near], input, language)
    return { ...shown, text: `${closest} ${shown.text}`, basis: "nothing" }
  }
  const further = found.filter(
    (one) =>
      one.score >= (changes(one, first) ? CHANGE_SHARE : SHARE) * first.score &&
      (first.isWordless || !one.isWordless),
  )
  const [one, ...others] = untold(currentFirst(distinct(further).slice(0, MOST), input.question))
  if (one === undefined) return answerFrom([], input, language)
  return answerFrom(withOutcome(one, input, others) ?? withContinuation(one, others, input), input, language)
}

/** Statements about as likely as each other: the later one may have changed the other. */
const CLOSE_SHARE = 0.9
/** A later one that speaks of a change need not be as likely, neither to go first nor to be told. */
const CHANGE_SHARE = 0.2
/** For a question about the outcome, a later one goes before one that settles nothing. */
const OUTCOME_SHARE = 0.6

function changes(one: Stated, other: Stated): boolean {
  return one.item.at > other.item.at && one.isContradicted !== true && TELLS_CHANGE.test(one.text)
}

function settles({ text, speaker }: Stated): boolean {
  return SETTLES.test(saidIn(text, speaker))
}

/**
 * Orders statements by their likelihood, except that a newer one goes before an older one that it replaces, denies or is
 * about as likely as. If the question asks for the present, all go newest first.
 */
function currentFirst(best: readonly Stated[], question: string): Stated[] {
  if (asksNow(question)) return best.toSorted((a, b) => b.item.at - a.item.at)
  const asksOutcome = ASKS_OUTCOME.test(question)
  const ordered: Stated[] = []
  for (const one of best) {
    const place = ordered.findIndex((other) => isNewerState(one, other, asksOutcome))
    ordered.splice(place < 0 ? ordered.length : place, 0, one)
  }
  return ordered
}

function isNewerState(one: Stated, other: Stated, asksOutcome: boolean): boolean {
  if (one.item.at <= other.item.at) return false
  const isOutcome = asksOutcome && !TELLS_CHANGE.test(other.text) && !settles(other)
  const share = changes(one, other) ? CHANGE_SHARE : isOutcome ? OUTCOME_SHARE : CLOSE_SHARE
  const relation = relate(other.text, one.text)
  const isClose = one.score >= share * other.score
  return relation === "replaces" || relation === "opposed" || isClose
}

/** The question's language, or that of the talk or the asker if the question is too short to tell. */
function answerLanguage({ question, turns, language = "en" }: AnswerInput): Language {
  const talk = turns.filter(({ own }) => !own).map(({ text }) => text)
  return questionLanguage(question, { talk: talk.join(" "), fallback: language })
}

/** Returns what answers a question for everything of a time or about a person; `null` for other questions. */
function listed(found: readonly Stated[], input: AnswerInput): Stated[] | null {
  const { searched: words, mentions, timezone, now } = input
  const question = {
    words,
    asker: input.asker?.id ?? null,
    mentions: mentions.map(({ id }) => id),
    now,
    timezone,
  }
  // In recall's order, which puts a time's topics first.
  if (parseQuestion({ ...question, asOf: now }).onlyTime)
    return heardHere(found, input).toSorted((a, b) => (b.item.place ?? 0) - (a.item.place ?? 0))
  const asked = parsedOf(input)
  if (asked.words.length > 0 || asked.people.length === 0 || asked.type !== null) return null
  const people = new Set(asked.people.flatMap(({ ids }) => [...ids]))
  return found.filter(
    ({ item, isContradicted }) => item.subject !== null && people.has(item.subject.id) && !isContradicted,
  )
}

/** Leaves out other channels if the question asks for what was said in this one. */
function heardHere(found: readonly Stated[], { question, channelId }: AnswerInput): readonly Stated[] {
  if (!ASKS_HERE.test(question)) return found
  return found.filter(({ item }) => item.sources.some(({ channel_id }) => channel_id === channelId))
}

/** Removes the line that an earlier statement answers: it is told with it. */
function untold(ordered: readonly Stated[]): Stated[] {
  return ordered.filter(({ text, speaker }, place) => {
    const line = `${speaker}: ${saidIn(text, speaker)} / `
    return !ordered.slice(0, place).some((earlier) => earlier.text.includes(line))
  })
}

/** Best first. [n] cites the nth item. */
function answerFrom(statements: readonly Stated[], input: AnswerInput, language: Language): Answer {
  if (statements.length === 0)
    return { method: "rules", text: PHRASES[language].unknown, basis: "nothing", items: [] }
  const items = [...new Set(statements.map(({ item }) => item))]
  const lines = statements.map(
    (one) => `${sentenceOf(one, input, language)} [${items.indexOf(one.item) + 1}]`,
  )
  return { method: "rules", text: lines.join("\n"), basis: "memory", items }
}

function sentenceOf({ item, text, speaker }: Stated, input: AnswerInput, language: Language): string {
  const { wrote, told, quotes } = PHRASES[language]
  if (speaker === null) return endSentence(truncate(plainLine(text), MOST_QUOTED))
  const before = ` / ${speaker}: `
  const place = text.lastIndexOf(before)
  if (place >= 0) {
    // A short line makes no sense without the one before it.
    const [asked, said] = [text.slice(0, place), text.slice(place + before.length)].map(plainLine)
    return `${asked} – ${plainLine(speaker)}: ${quotes[0]}${truncate(said ?? "", MOST_QUOTED)}${quotes[1]}`
  }
  const said = plainLine(text.startsWith(`${speaker}: `) ? text.slice(speaker.length + 2) : text)
  const intro = (item.kind === "note" ? told : wrote)
    .replace("{name}", () => plainLine(speaker))
    .replace("{day}", () => dayIn(language, item, input))
  // A note shortens and dates what was said, so its words stand without quotation marks.
  if (item.kind === "note") return `${intro} ${endSentence(truncate(said, MOST_QUOTED))}`
  return `${intro} ${quotes[0]}${truncate(said, MOST_QUOTED)}${quotes[1]}`
}

const DAY_FORMATS = new Map<Language, (at: number) => string>()
const RELATIVE_FORMATS = new Map<Language, Intl.RelativeTimeFormat>()

/** "today", "yesterday", "3 days ago", or "on March 3". */
function dayIn(language: Language, { at }: Item, { now, timezone }: AnswerInput): string {
  const days = dayNumber(localDate(now, timezone)) - dayNumber(localDate(at, timezone))
  if (days < 0 || days > 6)
    return `${ON_DAY[language]}${dateFormat(language)(Date.parse(localDate(at, timezone)))}`
  const known = RELATIVE_FORMATS.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: "auto" })
  RELATIVE_FORMATS.set(language, known)
  return known.format(-days, "day")
}
const ON_DAY: Record<Language, string> = { en: "on ", de: "am ", es: "el ", fr: "le ", pt: "em " }

function dateFormat(language: Language): (at: number) => string {
  const known =
    DAY_FORMATS.get(language) ??
    utcFormat(language === "en" ? "en-US" : language, { month: "long", day: "numeric" })
  DAY_FORMATS.set(language, known)
  return known
}
