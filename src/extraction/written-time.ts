/**
 * The time that a fact writes out, for replies that leave `when` and `until` empty: "on Saturday 16 May 2026 at 21:00",
 * "until 2 February 2026", "from 10 to 20 June 2026", "since May 2026". Pure.
 */
import type { LocalDate } from "../domain/calendar.ts"
import { monthsIn } from "../text/moments.ts"
import { datesIn } from "./support/numbers.ts"

const UNTIL =
  /(?<![\p{L}])(?:until|till?|through|by|bis(?: zum)?|hasta(?: el)?|jusqu['’]au|até(?: o dia)?|do)(?: (?:the|le|el|o|\p{L}+(?:day|tag),?))? ?$/iu
const CLOCK =
  /(?<![\d.,:])([01]?\d|2[0-3])(?::| ?[hH])([0-5]\d)(?!\d)|(?<![\d.,:])([01]?\d|2[0-3]) (?:Uhr|h)(?![\p{L}])/u
/** A range in one month, before the month and the year: "10 to 20 June 2026". */
const RANGE =
  /(?<!\d)(\d{1,2})\.? ?(?:to|until|[–-]|bis|al?|au|e) ?(\d{1,2})\.? (?:de |do )?(\p{L}{3,})\.? (?:de |do )?(\d{4})/iu
const MONTH =
  /(?<![\p{L}\d])(?:in|since|from|until|seit|im|ab|bis|en|desde|hasta|depuis|em|até) (?:de )?(\p{L}{3,}) (?:de |do )?(\d{4})(?!\d)/iu

/** Returns moments as in `FactTime`, or `null` for a part that the fact does not write out in full. */
export function writtenTime(fact: string): { when: string | null; until: string | null } {
  const range = RANGE.exec(fact)
  if (range) {
    const [, first = "", last = "", name = "", year = ""] = range
    const [month] = monthsIn(name)
    const day = (number: string) => `${year}-${pad(month ?? 0)}-${pad(Number(number))}`
    return month ? { when: day(first), until: day(last) } : NO_TIME
  }
  const dates = datesIn(fact, []).filter(({ isYearSaid }) => isYearSaid)
  const [one] = dates
  if (one) return dates.length > 1 ? NO_TIME : timeOn(one.date, fact)
  const [, name = "", year = ""] = MONTH.exec(fact) ?? []
  const [month] = monthsIn(name)
  return month ? { when: `${year}-${pad(month)}`, until: null } : NO_TIME
}

const NO_TIME = { when: null, until: null }

function timeOn(date: LocalDate, fact: string): { when: string | null; until: string | null } {
  const day = Number(date.slice(8))
  const at = fact.search(new RegExp(`(?<!\\d)0?${day}(?!\\d)`, "u"))
  const isEnd = UNTIL.test(fact.slice(0, Math.max(0, at)))
  const [, hour, minute, whole] = CLOCK.exec(fact) ?? []
  const clock = hour ?? whole
  const moment = clock === undefined ? date : `${date}T${pad(Number(clock))}:${minute ?? "00"}`
  return isEnd ? { when: null, until: moment } : { when: moment, until: null }
}

function pad(number: number): string {
  return String(number).padStart(2, "0")
}
