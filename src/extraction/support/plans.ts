/** Finds claims that state a plan as it was before it moved. Pure. */
import type { Message } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import { displayText } from "../prompt.ts"
import { weekdaysIn } from "./moments.ts"
import type { SupportClaim } from "./sentences.ts"
import { MOVED, NEGATOR } from "./words.ts"

/** A later line as far as this from the last cited one still speaks of the same plan. */
const REACH = 12

/**
 * Returns true if a line after the last one that names the fact's hour or weekday moves it: it names another one
 * of the same kind and says that something changes, and the fact has nothing of it.
 */
export function isOutdatedPlan({ fact, lines }: SupportClaim, messages: readonly Message[]): boolean {
  const last = Math.max(...lines)
  const stated = valuesIn(fact)
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
      (at < NEXT_LINES && text.length < 60)
    return isSame && (otherHour || otherDay) && !(NEGATOR.test(text) && !MOVED.test(text))
  })
}

/** A short line without a word of the plan speaks of it only right after it. */
const NEXT_LINES = 3
/** One exception moves no habit. */
const RECURS =
  /(?<![\p{L}])(?:every|each|usually|always|weekly|times a week|immer|jeden|normalerweise|todos|todas|cada|normalmente|siempre|toujours|chaque|tous|sempre|zawsze)(?![\p{L}])|毎/iu

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
