/**
 * Estimates how likely a text bears on a question, 0 to 1: a logistic regression over what the question asks for and the
 * text holds. docs/EVALUATIONS.md says on which data the weights were fitted. Pure.
 */
import { localDate } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type Moment, momentsIn, weekdayOf } from "../../text/moments.ts"
import { stemSet } from "../../text/stems.ts"
import type { NamedPerson, ParsedAsk } from "./asked.ts"
import { chanceOf, logOdds } from "./log-odds.ts"

/** A text that may answer. */
export interface Statement {
  kind: "memory" | "note" | "message"
  text: string
  /** The lines around a message; the topics and title of a fact or note. */
  around: string
  /** The people it is about or by. */
  people: readonly Id[]
  at: Time
  /** Its score in the ranking, as a share of the best one's. 0 to 1. */
  place: number
}

/** The features of a text, each 0 to 1, with their weights in log-odds. */
const WEIGHTS = {
  /** Always 1. */
  one: -5.1,
  place: 4.91,
  /** The share of the question's words, weighted by rarity, that only the lines around hold. */
  around: -0.55,
  /** The share of them that neither the text nor the lines around hold, and that of the rarest of these. */
  missed: -1.07,
  rarestMissed: 0.36,
  /** The share of the people named in the question whom it is neither about nor by. */
  personMissed: -0.05,
  /** 1 if the question asks for a kind of answer, such as a time or a price, that the text holds or lacks. */
  typed: 0.27,
  typeMissed: -1.06,
  /** 1 if both name the same days, or the text was said on the days asked about. */
  timed: 0.39,
  /** The share of the question's numbers and capitalized names that it lacks. */
  exactMissed: -0.88,
  question: -0.83,
  note: 1.67,
  memory: 0.42,
}
/** Log-odds that the place in the ranking adds, from last to first. */
export const PLACE_WEIGHT = WEIGHTS.place
type Feature = keyof typeof WEIGHTS
export type Features = Record<Feature, number>

/** Returns the probability that a text with these features bears on the question. */
export function bearing(features: Features): number {
  return chanceOf(logOdds(features, WEIGHTS))
}

/** Returns how rare each word of the question is among the texts: log(1 + n / (1 + those that hold it)). */
export function rarityAmong(asked: Pick<ParsedAsk, "words">, texts: readonly string[]): Map<string, number> {
  const sets = texts.map(stemSet)
  return new Map(
    asked.words.map((stem) => {
      const having = sets.filter((set) => set.has(stem)).length
      return [stem, Math.log(1 + sets.length / (1 + having))]
    }),
  )
}

export function featuresOf(
  asked: ParsedAsk,
  statement: Statement,
  { rarity, timezone }: { rarity: ReadonlyMap<string, number>; timezone: string },
): Features {
  const { kind, text, place } = statement
  const isTyped = asked.type?.answers.test(withoutSpeaker(text)) ?? false
  return {
    one: 1,
    place,
    ...wordShares(asked, statement, rarity),
    personMissed: shareOf(asked.people, (person) => !isAbout(statement, person)),
    typed: Number(asked.type !== null && isTyped),
    typeMissed: Number(asked.type !== null && !isTyped),
    timed: Number(namesSameDay(asked, statement, timezone)),
    exactMissed: shareOf(asked.exact, (part) => !`${text} ${statement.around}`.toLowerCase().includes(part)),
    question: Number(kind === "message" && /\?\W*$/.test(text)),
    note: Number(kind === "note"),
    memory: Number(kind === "memory"),
  }
}

function wordShares({ words }: ParsedAsk, { text, around }: Statement, rarity: ReadonlyMap<string, number>) {
  const own = stemSet(text)
  const beside = stemSet(around)
  const sums = { total: 0, around: 0, missed: 0, rarestMissed: 0 }
  for (const stem of words) {
    const weight = rarity.get(stem) ?? 0
    sums.total += weight
    if (own.has(stem)) continue
    if (beside.has(stem)) sums.around += weight
    else {
      sums.missed += weight
      sums.rarestMissed = Math.max(sums.rarestMissed, weight)
    }
  }
  const share = (part: number) => (sums.total === 0 ? 0 : part / sums.total)
  return { around: share(sums.around), missed: share(sums.missed), rarestMissed: share(sums.rarestMissed) }
}

/** 0 for an empty list. */
function shareOf<T>(all: readonly T[], test: (one: T) => boolean): number {
  return all.length === 0 ? 0 : all.filter(test).length / all.length
}

function isAbout({ people, text }: Statement, person: NamedPerson): boolean {
  const own = stemSet(text)
  return people.some((id) => person.ids.has(id)) || [...person.stems].some((stem) => own.has(stem))
}

function withoutSpeaker(text: string): string {
  return text.replace(/^[^:\n]{1,40}: /, "")
}

function namesSameDay({ moments }: ParsedAsk, { text, at }: Statement, timezone: string): boolean {
  if (moments.length === 0) return false
  const told = momentsIn(text, at, timezone)
  if (told.some((one) => moments.some((asked) => overlaps(one, asked)))) return true
  const day = localDate(at, timezone)
  return (
    told.length === 0 && moments.some(({ from, to, isWeekday }) => !isWeekday && from <= day && day <= to)
  )
}

function overlaps(one: Moment, other: Moment): boolean {
  if (one.isWeekday || other.isWeekday)
    return one.from === one.to && other.from === other.to && weekdayOf(one.from) === weekdayOf(other.from)
  return one.from <= other.to && other.from <= one.to
}
