/** Finds claims that state a plan as it was before it moved. Pure. */
import type { Message } from "../../domain/types.ts"
import { displayText } from "../../text/display.ts"
import { weekdaysIn } from "../../text/moments.ts"
import { stems } from "../../text/stems.ts"
import type { SupportClaim } from "./sentences.ts"
import { MOVED, NEGATOR } from "./words.ts"

/** A later line as far as this from the last cited one still speaks of the same plan. */
const REACH = 12

/**
 * Returns true if a line after the last one that names the fact's hour or weekday moves it: it names another one
 * of the same kind and says that something changes, and the fact has nothing of it.
 */
export function isOutdatedPlan(
  { fact, lines, subject }: SupportClaim,
  messages: readonly Message[],
): boolean {
  const last = Math.max(...lines)
  if (hasOtherDates(fact, messages.slice(0, last + REACH))) return true
  const stated = valuesIn(fact)
  const cited = lines.flatMap((line) => messages[line - 1] ?? [])
  if (stated.days.length > 0 && cited.some(({ content }) => deniesDay(content, stated.days))) return true
  if (stated.hours.length === 0 && stated.days.length === 0) return false
  if (stated.days.length > 2 || RECURS.test(fact)) return false
  const words = new Set(stems(fact))
  // A plan may move back: only what comes after its value was last named can move it.
  const named = messages.findLastIndex((message) => {
    const { hours, days } = valuesIn(displayText(message))
    return hours.some((hour) => has(stated.hours, hour)) || days.some((day) => stated.days.includes(day))
  })
  if (named < 0) return false
  return messages.slice(named + 1, last + REACH).some((message, at) => {
    const text = displayText(message)
    if (message.role !== "member" || !MOVED.test(text) || /[?？]\s*$/.test(text)) return false
    const { hours, days } = valuesIn(text)
    const otherHour =
      stated.hours.length > 0 && hours.length > 0 && !hours.some((hour) => has(stated.hours, hour))
    const otherDay =
      stated.days.length > 0 && days.length > 0 && !days.some((day) => stated.days.includes(day))
    const isSame =
      message.replyTo !== null ||
      stems(text).some((stem) => words.has(stem)) ||
      // Somebody's own hours ("gets off at 6") stay when others move a plan.
      (at < NEXT_LINES && text.length < 60 && (subject.scope !== "user" || message.author.id === subject.id))
    return isSame && (otherHour || otherDay) && !(NEGATOR.test(text) && !MOVED.test(text))
  })
}

/** A short line without a word of the plan speaks of it only right after it. */
const NEXT_LINES = 3
/** One exception moves no habit. */
const RECURS =
  /(?<![\p{L}])(?:every|each|usually|always|weekly|times a week|immer|jeden|normalerweise|todos|todas|cada|normalmente|siempre|toujours|chaque|tous|sempre|zawsze)(?![\p{L}])|毎/iu

/** "Not tuesday 6pm anymore". */
function deniesDay(text: string, days: readonly number[]): boolean {
  const denied = text.match(NOT_ANY_MORE)?.[0]
  return denied !== undefined && weekdaysIn(denied).some((day) => days.includes(day))
}
const NOT_ANY_MORE =
  /(?<![\p{L}])(?:not|nicht(?: mehr)?|no|ya no|pas|plus|não|nie) (?:on |am |el |le |na |no )?\p{L}+(?:\s[\d:]+\s?(?:am|pm|uhr|h)?)?(?: (?:any ?more|any longer|mehr|plus|mais|już))?/iu

/** A range of days that a later line replaces: "20-22", then "changed it, 27 to 29 now". */
function hasOtherDates(fact: string, messages: readonly Message[]): boolean {
  const [stated] = rangesIn(fact)
  if (!stated) return false
  const named = messages.findLastIndex(({ content }) => rangesIn(content).includes(stated))
  if (named < 0) return false
  return messages.slice(named + 1).some(({ role, content }) => {
    const others = rangesIn(content)
    return role === "member" && others.length > 0 && !others.includes(stated) && MOVED.test(content)
  })
}

function rangesIn(text: string): string[] {
  const ranges = text.matchAll(
    /(?<![\d:.])(\d{1,2})\.? ?(?:-|–|to|bis|al?|au|até|do) ?(\d{1,2})(?![\d:%]|\s?(?:am|pm|h\b|uhr))/giu,
  )
  return [...ranges].flatMap(([, from, to]) =>
    Number(from) <= 31 && Number(to) <= 31 && Number(from) < Number(to)
      ? [`${Number(from)}-${Number(to)}`]
      : [],
  )
}

interface Values {
  hours: number[]
  days: number[]
}

/** Returns the hours (0 to 23) and weekdays that a text names. An hour below 12 may mean either half of the day. */
function valuesIn(text: string): Values {
  const hours = [
    ...text.matchAll(
      /(?<![\d.,])(\d{1,2})(?::(\d\d)|h(\d\d)?|\s?(am|pm|a\.m\.|p\.m\.|uhr|時))(?!\d)|(?:\bat|\bto|\bum|\bauf|a las|à|às|\bo|@) (\d{1,2})(?![\d%])/giu,
    ),
  ]
    .map(
      ([, clock, , , half, bare]) =>
        Number(clock ?? bare) + (/^p/i.test(half ?? "") && Number(clock) < 12 ? 12 : 0),
    )
    .filter((hour) => hour < 25)
  return { hours, days: weekdaysIn(text) }
}

function has(hours: readonly number[], hour: number): boolean {
  return hours.some((one) => one === hour || Math.abs(one - hour) === 12)
}
