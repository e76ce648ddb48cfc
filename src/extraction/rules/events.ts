/**
 * Events without a model: a short statement is kept word for word, about the event's own subject, with the day that it
 * names. Anything else, and JSON, yields nothing. Pure.
 */
import { type LocalDate, localDate } from "../../domain/calendar.ts"
import { isServerEvent, setByEvent } from "../../domain/event-mark.ts"
import { factTime } from "../../domain/fact-time.ts"
import {
  type Claim,
  DEFAULT_LIFETIME,
  type FactTime,
  type MemoryType,
  type Message,
  type Person,
  type Time,
  type Window,
} from "../../domain/types.ts"
import { languageOf } from "../../text/language.ts"
import { weekdayOf } from "../../text/moments.ts"
import { datesIn } from "../support/numbers.ts"
import { type EventNames, isShortSentence, isStatement } from "./event-statements.ts"
import { timeIn, timeOf } from "./phrases/when.ts"

/** The window as the phrases read it: nobody speaks in an event. Line numbers stay. */
export function withoutEvents(window: Window): Window {
  const messages = window.messages.map(
    (message): Message =>
      message.role === "event" ? { ...message, role: "keepsake", content: "" } : message,
  )
  return { ...window, messages }
}

interface EventTerms {
  /** The type of memory that a statement becomes. */
  type: MemoryType
  timezone: string
  /** People whom a statement may name. */
  people: readonly Person[]
}

/** Returns a claim for each event that is one statement. */
export function eventClaims({ messages }: Window, { type, timezone, people }: EventTerms): Claim[] {
  return messages.flatMap(({ event, content, at }, index): Claim[] => {
    const fact = (event?.statement ?? content).replace(/\s+/gu, " ").trim()
    // Keepsake itself words the events of a Discord server.
    const fits = (names: EventNames) =>
      event !== undefined && isServerEvent(event.id) ? isShortSentence(fact) : isStatement(fact, names)
    if (!event?.isText || !fits({ scopeId: event.scopeId, people })) return []
    const filing = { type, section: event.scope === "user" ? ("other" as const) : null, topics: [] }
    return [
      {
        ...filing,
        op: "save",
        subject: { scope: event.scope, id: event.scopeId },
        fact,
        lifetime: STARTS.test(fact) ? "permanent" : DEFAULT_LIFETIME[type],
        importance: "medium",
        time: eventTime(fact, { at, timezone }),
        confidence: 1,
        lines: [index + 1],
        target: null,
        reportedBy: null,
        ...setByEvent(event),
      },
    ]
  })
}

/** "Moved from 5 to 12 December": only the second day is one of the thing. */
const MOVED =
  /(?<![\p{L}])(?:mov|chang|reschedul|postpon|shift|push|delay|verschob|verleg|aplaz|repouss|adi)\p{L}* .*(?<![\p{L}])(?:from|von|vom|del?|du|de) /iu
/** "As of 1 February": it begins then, and no end is told. */
const STARTS =
  /(?<![\p{L}])(?:as of|as from|effective|starting|from|since|ab|seit|desde|a partir d\p{L}+|à partir d\p{L}+|dès) (?:(?:dem|den|the|el|le|on) )?(?:\d{1,2}\b|\p{Lu}\p{L}+ \d)(?!.*(?<![\p{L}])(?:to|until|till|through|bis|hasta|al|au|jusqu\p{L}+|até)(?![\p{L}]))/u
/** The guild's clock need not be that of the event. */
const OTHER_CLOCK = /\d ?(?:UTC|GMT|BST|CES?T|[CEMP][SD]T)(?![\p{L}])/u

/** Returns the day or span to come that a statement writes out. Relative days are left to `real-times.ts`. */
function eventTime(fact: string, said: { at: Time; timezone: string }): FactTime | null {
  const today = localDate(said.at, said.timezone)
  const dates = datesIn(fact, [today])
  if (STARTS.test(fact)) return null
  if (dates.length === 0) return lastYear(fact, today, said.timezone)
  const found = timeIn(fact, { ...said, language: languageOf(fact) })
  if (found === null) return onlyDay(dates, today, said.timezone)
  const { from, to } = MOVED.test(fact) && found.to !== null ? { from: found.to, to: null } : found
  return timeOf({ from, to, clock: OTHER_CLOCK.test(fact) ? null : found.clock }, said.timezone)
}

/** "The budget for the first quarter of 2027": a year that is named and not over. */
function lastYear(fact: string, today: LocalDate, timezone: string): FactTime | null {
  const years = (fact.match(/(?<![\p{L}\p{N}.,-])20\d\d(?![\p{L}\p{N}-]|[.,]\d)/gu) ?? []).sort()
  const last = years.at(-1)
  return last === undefined || last < today.slice(0, 4)
    ? null
    : factTime({ when: last, until: null }, timezone)
}

function onlyDay(dates: ReturnType<typeof datesIn>, today: LocalDate, timezone: string): FactTime | null {
  const [one, ...more] = dates
  if (one === undefined || more.length > 0 || one.date < today) return null
  const isOnOtherDay = one.weekday !== null && one.weekday !== weekdayOf(one.date)
  return isOnOtherDay ? null : factTime({ when: one.date, until: null }, timezone)
}
