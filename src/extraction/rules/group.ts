/**
 * Reads what binds a group if one person states it plainly: a rule announced as one, a decision with its object, a vote's
 * counts, an event with its day and an hour or a date. Proposals, jokes and what others contradict give nothing. Pure.
 */
import type { Claim, Id, Memory, Message, Time } from "../../domain/types.ts"
import { capitalize } from "../../text/display.ts"
import { type Language, languageOf } from "../../text/language.ts"
import { mayMatch, PatternTable, QuickPattern } from "../../text/quick-pattern.ts"
import { stems } from "../../text/stems.ts"
import { type ChatSentence, sentencesOf } from "../support/sentences.ts"
import { FIRST_PERSON, INSULT, MOVED, NEGATOR, NO, PRIVILEGE, UNREAL } from "../support/words.ts"
import { GROUP_ROWS } from "./group-rows.ts"
import { confidenceOf, KIND_FILINGS } from "./kinds.ts"
import { lacksMonth, monthsNamed } from "./phrases/clause-times.ts"
import { NEAR_DAYS, takeClock, WEEKDAY_NAMES } from "./phrases/days.ts"
import { filled } from "./phrases/retell.ts"
import { isUnclearDay } from "./phrases/unclear-days.ts"
import { dayWords, type SaidTime, timeIn, timeOf, withTimeWords } from "./phrases/when.ts"
import { withRealDates } from "./real-dates.ts"
import { isUnusableLine } from "./source-filter.ts"

const LEAD = String.raw`(?:[^\p{L}\d]|(?:ok|so|also|alright|and|nice|heads up|psa|reminder|update|btw|hey|hi|all|everyone|here|leute|servus|moin|und|hola|salut|oi|pessoal|galera)(?!\p{L}))*`

const ANNOUNCED = new PatternTable(
  GROUP_ROWS.filter(({ sign }) => sign === null).map(({ said, ...row }) => ({
    ...row,
    said: new QuickPattern(`^${LEAD}(?:${said})$`, "iu"),
  })),
  ({ said }) => said,
)
const BRIDGE =
  "(?:[^\\p{L}\\d]|(?:is|will be|starts?|begins|closes|now|this|next|on|at|(?:got |was )?(?:moved|pushed|postponed) to|ist|jetzt|wird|wurde|verlegt|verschoben|auf|am|den|diesmal|findet|es|será|el|ahora|est|aura lieu|a lieu|le|sera|é|vai ser|dia|na|no|em|the)(?!\\p{L}))*"
const EVENTS = GROUP_ROWS.flatMap(({ key, sign: article, said, fact }) => {
  const language = key as Language
  const opening = `^(?:.*\\p{Emoji_Presentation})?${LEAD}(?:(?:the|our|${article}|unser\\p{L}*|nuestr[oa]|notre|noss[oa]) )?`
  const day = `${BRIDGE}(?=\\d|(?:${WEEKDAY_NAMES[language]}|${NEAR_DAYS})(?!\\p{L}))`
  const announced = new RegExp(`${opening}(?<event>${said})(?!\\p{L})${day}(?<rest>.+)$`, "iu")
  const named = new RegExp(`(?<!\\p{L})(?:${said})(?!\\p{L})`, "iu")
  return article === null ? [] : [{ language, article, fact, announced, named }]
})

export interface GroupContext {
  messages: readonly Message[]
  channelId: Id
  timezone: string
  /** Memories that are known to the channel's readers: an event may move or be called off. */
  known: readonly Memory[]
}
type Reading = GroupContext & { language: Language; isMonthNamed(at: Time): boolean }

/** Returns what the window settles for its channel. */
export function groupClaims(context: GroupContext): Claim[] {
  const { messages, channelId } = context
  const language = languageOf(messages.map(({ content }) => content).join(" "))
  const said = messages.map((message) =>
    isUnusable(message) ? [] : sentencesOf([message]).filter(({ isUnmeant }) => !isUnmeant),
  )
  const all = said.flat()
  const known = context.known.filter(
    ({ subject, status, time }) =>
      subject.id === channelId && status === "active" && (time?.endsAt ?? 0) >= (messages[0]?.at ?? 0),
  )
  const reading = { ...context, known, language, isMonthNamed: monthsNamed(messages) }
  return messages.flatMap(({ author }, index) => {
    const next = messages.slice(index + 1, index + 1 + OBJECTION_RANGE)
    if (next.some((one) => one.author.id !== author.id && NO.test(one.content))) return []
    return settledIn(said[index] ?? [], reading, all).map(({ kind, claim }) => {
      const { type, section, importance, lifetime } = KIND_FILINGS[kind]
      const subject = { scope: "channel" as const, id: channelId }
      const filing = { subject, type, section, importance, lifetime, reportedBy: null }
      return { ...filing, ...claim, confidence: confidenceOf(kind), lines: [index + 1] }
    })
  })
}
const OBJECTION_RANGE = 3
const LONGEST = 600
const isUnusable = ({ content }: Message) => content.length > LONGEST || isUnusableLine(content, content)

interface Settled {
  kind: "decision" | "gathering"
  claim: Pick<Claim, "op" | "fact" | "time" | "topics" | "target">
}

/** Returns what a message settles, if no sentence of the window contradicts it. */
function settledIn(own: readonly ChatSentence[], reading: Reading, all: readonly ChatSentence[]): Settled[] {
  const decided = announcementIn(own, reading)
  if (decided !== null) return [decided]
  return own.flatMap((sentence): Settled[] => {
    const found = eventIn(sentence, reading)
    const meant = found === null ? eventsIn(sentence.text, reading) : [found.event]
    const known = reading.known.filter(({ fact }) => meant.some((event) => isSame(event, fact, reading)))
    const old = known.length === 1 ? known[0] : undefined
    const [kind, target] = ["gathering" as const, old?.id ?? null]
    if (found === null) {
      const claim = { op: "forget" as const, time: null, topics: old?.topics ?? [], target }
      return old && isCalledOff(sentence)
        ? [{ kind, claim: { ...claim, fact: `Called off: ${old.fact}` } }]
        : []
    }
    if (all.some((one) => one !== sentence && contradicts(one, found, reading))) return []
    const { fact, event, time } = found
    const said = { fact, time: timeOf(time, reading.timezone), topics: [event, "plans"] }
    return [{ kind, claim: { op: old ? "update" : "save", ...said, target } }]
  })
}

/** Reads the sentence that announces, and those after it that are no question and tell of nobody's own. */
function announcementIn(sentences: readonly ChatSentence[], reading: Reading): Settled | null {
  for (const [from, { text, isQuestion, message }] of sentences.entries()) {
    if (isQuestion) continue
    const next = sentences.slice(from + 1)
    const end = next.findIndex((one) => one.isQuestion || FIRST_PERSON.test(one.text))
    const whole = [text, ...next.slice(0, end < 0 ? undefined : end).map((one) => one.text)].join(" ")
    for (const { said, fact, key } of ANNOUNCED.among(mayMatch(whole.toLowerCase()))) {
      const slots = said.regExp.exec(whole)?.groups ?? {}
      const what = (slots.what ?? "").replace(/[\s.!]+$|,? (?:me|myself) included[\s.!]*$/giu, "")
      const when = { at: message.at, timezone: reading.timezone, isPast: false }
      if (!standsAlone(what) || isUnclearDay(what, { ...reading, ...when })) continue
      const told = withRealDates(capitalize(filled(fact, { ...slots, what })), when)
      return { kind: "decision", claim: { op: "save", ...told, topics: [key], target: null } }
    }
  }
  return null
}

/** Words that point at what was said elsewhere: "we take it", "not on fridays either". */
const POINTS =
  /(?<!\p{L})(?:it|them|(?:this|that|these|those)(?! (?:channel|server|club|repo|year|month|week))|(?:the|other) ones?|same|either|too|es|das|ihn|auch|eso|también|tampoco|ça|cela|non plus|isso|também)(?!\p{L})|(?<!\p{L})(?:lo|on (?:le|la|les)) \p{L}+/iu
const NOT_BINDING = [POINTS, FIRST_PERSON, UNREAL, PRIVILEGE, INSULT, /\?|monopoly|(?<!\p{L})(?:lol|haha)/iu]
const DAY_OR_HOUR = new RegExp(`\\d\\S*|(?:${Object.values(WEEKDAY_NAMES).join("|")})s?`, "giu")

function standsAlone(decided: string): boolean {
  const names = stems(decided.replace(DAY_OR_HOUR, " ")).filter((word) => word.length > 2)
  const isCounted = /\d.*\d/u.test(decided)
  return (
    (isCounted || names.length > 0) &&
    !isQuip(decided) &&
    !NOT_BINDING.some((pattern) => pattern.test(decided))
  )
}

/** "New rule: the cat picks the movie". */
function isQuip(decided: string): boolean {
  return decided.split(/\s+/u).length < FEWEST && !/[\d#]|\p{Lu}{2}/u.test(decided)
}
const FEWEST = 6

type SaidEvent = NonNullable<ReturnType<typeof eventIn>>

/** Returns the event that a sentence announces. */
function eventIn(sentence: ChatSentence, reading: Reading) {
  const { text, isQuestion, message } = sentence
  const { timezone, language } = reading
  const plain = /de|pt/.test(language) ? text.replace(LOOKALIKES, " ") : text
  if (isQuestion || UNSETTLED.some((one) => one.test(plain))) return null
  for (const { announced, article, fact, ...row } of EVENTS) {
    const { event = "", rest = "" } = (row.language === language && announced.exec(text)?.groups) || {}
    if (event === "") continue
    const said = timeIn(rest, { at: message.at, timezone, language })
    // "Raid pushed to 21:00" keeps the day that is known of it.
    const [known, ...more] = reading.known.filter((one) => isSame(event.toLowerCase(), one.fact, reading))
    const day = more.length === 0 && MOVED.test(text) ? (known?.time?.when?.slice(0, 10) ?? null) : null
    const time = said && { ...said, from: said.from ?? day }
    if (time?.from == null || !isExact(rest, time, { message, ...reading })) continue
    const named = /^session/iu.test(event) ? event : `${article} ${event}`
    const slots = { event: named, day: dayWords(time.from, language), clock: time.clock ?? "" }
    return { event: event.toLowerCase(), fact: capitalize(filled(withTimeWords(fact, time), slots)), time }
  }
  return null
}
/** Names an hour, a date or a holiday, and no bare day where other months are spoken of: "flights are 4 dec, race is the 6th". */
function isExact(rest: string, { clock, words }: SaidTime, at: Reading & { message: Message }): boolean {
  const isOpen = lacksMonth(`the ${rest}`) && at.isMonthNamed(at.message.at)
  return !isOpen && (clock !== null || words !== undefined || /\d/u.test(takeClock(rest, at.language).text))
}
/** Proposals, what is over, and what is of somebody else. */
const PROPOSED =
  /\?|(?<!\p{L})(?:let['’]?s|proposal|suggest\p{L}*|was|went|had|vorschlag|war|lieber|propongo|era|était|proposta|your|his|her|their|they|dein\p{L}*|sein\p{L}*|tu|su|ton|son|seu|sua)(?!\p{L})/iu
const UNSETTLED = [UNREAL, NEGATOR, FIRST_PERSON, PROPOSED]
/** German for "in the", Portuguese for "on the": no "I'm" and no "no". */
const LOOKALIKES = /(?<!\p{L})(?:im|no)(?!\p{L})/giu

/** A sentence names another day or hour for the event, or its end. */
function contradicts(sentence: ChatSentence, { event, time }: SaidEvent, reading: Reading): boolean {
  const { text, isQuestion, message } = sentence
  const isNamed = isSame(event, text, reading)
  if (!isNamed && (eventsIn(text, reading).length > 0 || (!isQuestion && FIRST_PERSON.test(text))))
    return false
  const other = timeIn(text, { ...reading, at: message.at })
  const isOtherDay = (other?.from ?? other?.to ?? time.from) !== time.from
  const mayMove = isNamed || isQuestion || MOVED.test(text)
  const isOtherHour = mayMove && time.clock !== null && (other?.clock ?? time.clock) !== time.clock
  return isOtherDay || isOtherHour || CANCELS.test(text)
}
const CANCELS =
  /(?<!\p{L})(?:cancel\p{L}*|called off|is off|fällt aus|abgesagt|cancelad[oa]|se cancela|annulée?)(?!\p{L})/iu
const NONE =
  /^\W*(?:no|kein\p{L}*|pas de|sem) \p{L}+ (?:this week|today|tonight|diese woche|heute|ce soir|hoje)/iu

function isCalledOff({ text, isQuestion }: ChatSentence): boolean {
  const isOff = NONE.test(text) || (CANCELS.test(text) && !NEGATOR.test(text))
  return !isQuestion && isOff && !UNREAL.test(text) && !FIRST_PERSON.test(text)
}

/** "The match" may be "the away match". */
function isSame(event: string, text: string, reading: Reading): boolean {
  return eventsIn(text, reading).some((one) => one.endsWith(event) || event.endsWith(one))
}

function eventsIn(text: string, { language }: Reading): string[] {
  return EVENTS.flatMap((row) => (row.language === language && row.named.exec(text)?.[0].toLowerCase()) || [])
}
