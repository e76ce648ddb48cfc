/**
 * When a plan, an event or a trip takes place. Two facts that differ only in the day or the hour of one event are two
 * states of one plan: the later replaces the earlier. Pure.
 */
import { stems } from "./stems.ts"

const MONTHS =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?" +
  "|januar|februar|märz|mai|juni|juli|oktober|dezember" +
  "|enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre" +
  "|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre" +
  "|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro"
const DAYS =
  "(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thurs?|fri|sat|sun|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag" +
  "|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|segunda|terça|quarta|quinta|sexta"
const NEAR =
  "today|tomorrow|tonight|noon|midnight|heute|morgen|übermorgen|hoy|mañana|demain|ce soir|amanhã|hoje|next week|next month|nächste woche"
const CLOCK =
  "\\d{1,2}(?:[:.]\\d{2})? ?(?:am|pm|a\\.m\\.|p\\.m\\.|uhr|o'clock)|\\d{1,2}:\\d{2}|\\d{1,2} ?h(?: ?\\d{2})?|(?<=\\bat )\\d{1,2}"
const DATE = `\\d{4}-\\d{2}(?:-\\d{2})?|\\d{1,2}\\.\\d{1,2}\\.(?:\\d{2,4})?|(?:the )?\\d{1,2}(?:st|nd|rd|th)?\\.? (?:of |de )?(?:${MONTHS})|(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?|(?:the )?\\d{1,2}(?:st|nd|rd|th)|(?:${MONTHS})|(?:19|20)\\d{2}`
const NEXT = "(?:(?:next|this|coming|nächsten?|kommenden?|el próximo|próxim[oa]|le) )?"
const MOMENT = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:on|at|in|by|for|until|from|around|am|um|im|ab|el|en|a las?|le|à|dès|em|às?|no|na) )?${NEXT}(?:${CLOCK}|${DATE}|${DAYS}|${NEAR})(?![\\p{L}\\p{N}])`,
  "giu",
)

const MOMENT_ONCE = new RegExp(MOMENT.source, "iu")

const IS_CLOCK = new RegExp(`(?:${CLOCK})\\s*$|noon|midnight|\\bat \\d{1,2}$`, "iu")

/** How a plan says that it takes place at a time. */
const TAKES_PLACE =
  /\b(?:is|are|was|will be|goes live|ships?|starts?|begins?|opens?|kicks off|launches|takes place|happens|is held|planned|scheduled|set|due|moved|postponed|pushed(?: back)?|rescheduled|brought forward|now|released|to be|to)\b/gu
/** Happens again and again: a second time is no change of the first. */
const RECURS =
  /\b(?:every|each|weekly|daily|monthly|usually|always|often|class(?:es)?|lessons?|lectures?|shifts?|practice|training|courses?|jeden|immer|cada|todos|todas|chaque|toujours|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/u
/** A deed that one person does once: told again, it may leave out where to. */
const ONE_DEED =
  /\b(?:is|are) (?:moving|hosting|leaving|flying|marrying|getting married|travell?ing|going)\b/u
/** A fact about something with one time: a named event, somebody's event, a journey. */
const ONE_EVENT =
  /^(?:the|this|our|der|die|das|el|la|le|l'|o|a) |^[\p{L}\p{N}._-]+(?: [\p{L}\p{N}._-]+)?['’]s (?!favorite\b)|\b(?:goes|going|flying|flies|travel\p{L}*|driving|moving|visiting|heading|coming|leaving|leaves) (?:to|for|back|home|from)\b|^(?:[\p{L}\p{N}._&-]+ ){1,4}(?:night|meetup|session|party|raid|scrim|tournament|match|stream|release|meeting|call|event|game|wedding|exam|test|trip|concert|gig|show) |^(?:version|release|v)\b/u

/** The one event a fact gives a time, and that time. */
export interface Schedule {
  /** Stems of what takes place, without the time. */
  event: ReadonlySet<string>
  /** Stems of the day, and of the time of day; empty if not given. */
  day: string[]
  clock: string[]
  isDeed: boolean
}

/** Returns a text without days and times of day. */
export function withoutMoments(text: string): string {
  return text.replace(MOMENT, " ").trim()
}

/** Returns `null` if a normalized fact (`normalizeFact`) gives no single event a time. */
export function scheduleOf(plain: string): Schedule | null {
  const isDeed = ONE_DEED.test(plain)
  if (RECURS.test(plain) || (!isDeed && !ONE_EVENT.test(plain))) return null
  const moments = plain.match(MOMENT)
  if (moments === null) return null
  const event = new Set(stems(plain.replace(MOMENT, " ").replace(TAKES_PLACE, " ")))
  if (event.size === 0) return null
  const times = moments.map((moment) => ({ moment, isClock: IS_CLOCK.test(moment) }))
  const stemsOf = (isClock: boolean) => [
    ...new Set(
      times
        .filter((time) => time.isClock === isClock)
        .flatMap(({ moment }) => stems(moment.replace(/[ap]m\b/gu, " $&"))),
    ),
  ]
  return { event, day: stemsOf(false), clock: stemsOf(true), isDeed }
}

/** Returns true if both give one event a time, and not the same. A time that is only more exact is the same. */
export function schedulesConflict(a: Schedule | null, b: Schedule | null): boolean {
  if (a === null || b === null || !isSameEvent(a, b)) return false
  return differs(a.day, b.day) || differs(a.clock, b.clock)
}

function isSameEvent(a: Schedule, b: Schedule): boolean {
  const [less, more] = a.event.size <= b.event.size ? [a, b] : [b, a]
  const isWithin = [...less.event].every((stem) => more.event.has(stem))
  return isWithin && (less.event.size === more.event.size || (less.event.size > 1 && a.isDeed && b.isDeed))
}

/**
 * Returns the earlier fact at the later one's time if that says less of the same plan: "Kai is moving to Rotterdam on
 * December 1st", told to be "on January 10th". Returns `null` otherwise.
 */
export function rescheduled(
  earlier: { fact: string; schedule: Schedule | null },
  later: { fact: string; schedule: Schedule | null },
): string | null {
  const [before, after] = [earlier.schedule, later.schedule]
  if (before === null && after !== null) return withFirstTime(earlier.fact, later.fact, after)
  if (before === null || after === null || after.event.size >= before.event.size) return null
  if (!schedulesConflict(before, after)) return null
  const moments = (later.fact.match(MOMENT) ?? []).join(" ")
  let isPlaced = false
  const fact = earlier.fact.replace(MOMENT, () => {
    const moment = isPlaced ? "" : moments
    isPlaced = true
    return moment
  })
  return fact.replace(/ {2,}/g, " ").replace(/ (?=[.,;]|$)/g, "")
}

/** A deed that was told without a time, at the one that is told with less: "Kai is moving to Rotterdam", then "on May 1st". */
function withFirstTime(fact: string, later: string, { event, isDeed }: Schedule): string | null {
  const plain = fact.toLowerCase()
  if (!isDeed || !ONE_DEED.test(plain) || RECURS.test(plain) || MOMENT_ONCE.test(plain)) return null
  const words = new Set(stems(plain.replace(TAKES_PLACE, " ")))
  if (words.size <= event.size || ![...event].every((stem) => words.has(stem))) return null
  return `${fact.replace(/\.$/, "")} ${(later.match(MOMENT) ?? []).join(" ")}`
}

function differs(a: readonly string[], b: readonly string[]): boolean {
  const within = (one: readonly string[], other: readonly string[]) =>
    one.every((stem) => other.includes(stem))
  return !within(a, b) && !within(b, a)
}
