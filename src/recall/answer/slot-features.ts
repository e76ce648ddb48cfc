/**
 * The slots of a question beside its words: the kind of answer, the time and the people. Each feature says whether a
 * statement fills one. Pure.
 */
import type { Id, Time } from "../../domain/types.ts"
import type { Language } from "../../text/language.ts"
import { stemSet, stems } from "../../text/stems.ts"
import type { Item } from "../context.ts"
import type { NamedPerson, ParsedAsk } from "../relevance/asked.ts"
import {
  ASKS_FOR_PERSON,
  ASKS_FOR_THING,
  ASKS_MONEY,
  ASKS_NAME,
  ASKS_WHERE,
  ASKS_YES_OR_NO,
  NAMES_MONEY,
  NAMES_NAME,
  NAMES_PLACE,
  PLAIN_KINDS,
  TELLS_OF_SELF,
} from "./answer-kinds.ts"
import { type AskedTimes, matchTimes } from "./asked-times.ts"

export interface AskingContext {
  question: string
  asker: Id | null
  now: Time
  timezone: string
}

interface Kinds {
  who: boolean
  where: boolean
  money: boolean
  name: boolean
  yesNo: boolean
  /** Patterns of texts that tell the plain things asked for. */
  plain: readonly RegExp[]
}

export function kindsAsked(question: string, language: Language): Kinds {
  return {
    who: ASKS_FOR_PERSON.test(question),
    where: ASKS_WHERE.test(question),
    money: ASKS_MONEY.test(question),
    name: ASKS_NAME.test(question),
    yesNo: ASKS_YES_OR_NO.test(language === "de" ? question.replace(/^\P{L}*was /iu, "") : question),
    plain: PLAIN_KINDS.flatMap(({ asks, tells }) => (asks.test(question) ? [tells] : [])),
  }
}

/** Returns true for "what" and "which": no kind of answer tells a text that may hold it. */
export function asksNoKind({ type }: ParsedAsk, { who, where, money, name, yesNo, plain }: Kinds): boolean {
  return type === null && plain.length === 0 && ![who, where, money, name, yesNo].includes(true)
}

/** Returns the stems of the noun in "which lens" or "what breed"; none if the kind of answer tells more. */
export function thingAsked(question: string, { type, words }: ParsedAsk, { who, where }: Kinds): string[] {
  if (type !== null || who || where) return []
  const noun = ASKS_FOR_THING.exec(question)?.groups?.noun ?? ""
  return stems(noun).filter((stem) => words.includes(stem))
}

export function kindFeatures(
  { said, before }: { said: string; before: string },
  item: Item,
  names: ReadonlySet<string>,
  { type }: ParsedAsk,
  kinds: Kinds,
) {
  const isTyped = type?.answers.test(said) ?? false
  const tellsWho =
    (item.kind === "memory" && item.subject !== null) ||
    TELLS_OF_SELF.test(said) ||
    [...stemSet(said)].some((stem) => names.has(stem))
  return {
    typed: Number(type !== null && isTyped),
    typeMissed: Number(type?.isTold === true && !isTyped),
    whoMissed: Number(kinds.who && !tellsWho),
    whereMissed: Number(kinds.where && !NAMES_PLACE.test(said)),
    moneyMissed: Number(kinds.money && !NAMES_MONEY.test(said)),
    nameMissed: Number(kinds.name && !NAMES_NAME.test(said)),
    yesNo: Number(kinds.yesNo),
    plainMissed: Number(kinds.plain.some((tells) => !tells.test(said) && !tells.test(before))),
  }
}

export function timeFeatures(
  times: AskedTimes,
  said: string,
  { at }: Item,
  context: string,
  { timezone, isTimeAlone }: AskingContext & { isTimeAlone: boolean },
) {
  const match = matchTimes(times, said, at, timezone)
  const isNear = match === "silent" && matchTimes(times, context, at, timezone) === "met"
  const isSilent = match === "silent" && !isNear
  return {
    timeSilent: Number(isSilent),
    // Nothing else tells what is asked for.
    timeOther: Number(match === "other" || (isSilent && isTimeAlone)),
  }
}

export function peopleFeatures(
  people: readonly NamedPerson[],
  {
    item,
    said,
    speaker,
    speakerId,
  }: { item: Item; said: string; speaker: string | null; speakerId: Id | null },
) {
  const named = people.filter((person) => person.stems.size > 0)
  const held = stemSet(said)
  const spoken = speaker === null ? null : stemSet(speaker)
  const by = (person: NamedPerson) =>
    item.kind === "note"
      ? spoken !== null && [...person.stems].some((stem) => spoken.has(stem))
      : (speakerId !== null && person.ids.has(speakerId)) ||
        (item.kind === "memory" &&
          item.sources.some(({ author_id }) => author_id !== null && person.ids.has(author_id)))
  const names = (person: NamedPerson) => [...person.stems].some((stem) => held.has(stem))
  const isBy = named.some(by)
  const isNamed = named.some(names)
  return {
    named: Number(named.length > 0),
    byPerson: Number(isBy),
    namesPerson: Number(isNamed && !isBy),
    personMissed: Number(named.length > 0 && !isBy && !isNamed),
    ofAnother: Number(
      named.length > 0 &&
        item.kind === "memory" &&
        item.subject !== null &&
        !named.some(({ ids }) => item.subject !== null && ids.has(item.subject.id)),
    ),
    self: Number(named.length === 0 && people.length > 0),
    bySelf: Number(named.length === 0 && people.some(by)),
  }
}
