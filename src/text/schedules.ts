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
  /^(?:the|this|our|der|die|das|el|la|le|l'|o|a) |^[\p{L}\p{N}._-]+(?: [\p{L}\p{N}._-]+)?['’]s (?!favorite\b)|\b(?:goes|going|flying|flies|travel\p{L}*|driving|moving|visiting|heading|coming|leaving|leaves) (?:to|for|back|home|from)\b|^(?:[\p{L}\p{N}._&-]+ ){1,4}(?:night|meetup|session|party|raid|scrim|tournament|match|stream|release|meeting|call|event|game|wedding|exam|test|trip|concert|gig|show) |^(?:version|release|v)\b|^.{1,60}? is (?:now |still )?(?:to be|being|due to be|going to be) (?:released|held|opened|launched|shipped|published) /u

const EVENTS =
  "night|meetup|session|party|raid|scrim|tournament|match|stream|release|meeting|call|event|game|wedding|exam|test|trip|concert|gig|show|supper|dinner|picnic|race|marathon|festival|fair|screening|quiz|workshop|tour|hike|move" +
  "|\\p{L}*(?:turnier|spiel|feier|fest|treffen|probe|konzert|ausflug|hochzeit|rennen|lauf|umzug|prüfung)" +
  "|torneo|partido|fiesta|boda|concierto|carrera|(?:medio )?maratón|reunión|cena|mudanza|función|examen" +
  "|tournoi|fête|mariage|course|réunion|dîner|torneio|jogo|festa|casamento|corrida|reunião|jantar"
/** Somebody's part in one event: "brings a cake to the tournament", "backt für das Turnier". */
const FOR_EVENT = new RegExp(
  `(?<!\\p{L})(?:the|our|das|den|die|dem|zum|zur|beim|el|al|la|le|au|du|o|ao|à) (?:${EVENTS})(?!\\p{L})`,
  "u",
)
const IS_PAST =
  /(?<!\p{L})(?:was|were|had|did|won|went|came|brought|made|\p{L}{3,}ed|war|waren|hat|haben|hatte|fue|fueron|hizo|ha|était|avait|foi|fez)(?!\p{L})/u
/** "On 22 May instead of the 15th": the time before is told too, and is none of the plan's. */
const FORMER =
  /[,;(]? ?(?:instead of|rather than|and not|not|no longer|moved from|statt|anstatt|nicht mehr|en (?:vez|lugar) de|y no|au lieu d[eu']|et non|em vez d[eoa]|e não) (?:(?:on|at|the|am|um|den|el|le|du|o|a) )*$/u

/** The end of a fact that tells on what its plan depends: "…, if the landlord signs". "Even if" is no such condition. */
const CONDITION =
  /(?<!(?<!\p{L})(?:even|as|see|know|asks?|asked|wonders?|incluso|même)),?\s+(?:(?:but )?only )?(?:if|unless|provided(?: that)?|assuming|as (?:long|soon) as|depending on|(?<=,\s+)(?:wenn|falls|sofern|sobald)|si|siempre que|a menos que|en cuanto|à condition que|dès que|assim que)(?!\p{L})[^.;]*$/iu

/** Splits a fact into what is planned and on what that depends; the latter is empty if on nothing. */
export function splitCondition(fact: string): { plan: string; condition: string } {
  const condition = CONDITION.exec(fact)?.[0] ?? ""
  return { plan: fact.slice(0, fact.length - condition.length), condition }
}

/** The one event a fact gives a time, and that time. */
export interface Schedule {
  /** Stems of what takes place, without the time. */
  event: ReadonlySet<string>
  /** Stems of what is said before its first time: "The gig at the Anchor is on 10 April, doors at 8". */
  head: ReadonlySet<string>
  /** Somebody's part in an event, and no event of its own. */
  isDuty: boolean
  /** Stems of the day, and of the time of day; empty if not given. */
  day: string[]
  clock: string[]
  isDeed: boolean
}

/** Returns a text without days and times of day. */
export function withoutMoments(text: string): string {
  return text.replace(MOMENT, " ").trim()
}

/** Returns `null` if a normalized fact (`normalizeFact`) gives no single event or plan a time. */
export function scheduleOf(told: string): Schedule | null {
  const plain = withoutFormer(splitCondition(told).plan)
  const isDeed = ONE_DEED.test(plain)
  const isEvent = ONE_EVENT.test(plain)
  const isDuty = !isDeed && !isEvent
  if (RECURS.test(plain) || (isDuty && (!FOR_EVENT.test(plain) || IS_PAST.test(plain)))) return null
  const moments = plain.match(MOMENT)
  if (moments === null) return null
  const words = (text: string) => new Set(stems(text.replace(MOMENT, " ").replace(TAKES_PLACE, " ")))
  const event = words(plain)
  if (event.size === 0) return null
  const times = moments.map((moment) => ({ moment, isClock: IS_CLOCK.test(moment) }))
  const stemsOf = (isClock: boolean) => [
    ...new Set(
      times
        .filter((time) => time.isClock === isClock)
        .flatMap(({ moment }) => stems(moment.replace(/[ap]m\b/gu, " $&"))),
    ),
  ]
  const head = isEvent ? words(plain.slice(0, plain.search(MOMENT_ONCE))) : event
  return { event, head, day: stemsOf(false), clock: stemsOf(true), isDeed, isDuty }
}

/** Leaves out a time that the fact tells as the one before. */
function withoutFormer(plain: string): string {
  return plain.replace(MOMENT, (moment, ...rest) => {
    const [at, whole] = rest.slice(-2) as [number, string]
    return FORMER.test(whole.slice(0, at)) ? "" : moment
  })
}

/**
 * Returns true if both give one event a time, and not the same. A time that is only more exact is the same. Duties for an
 * event must have the same words.
 */
export function schedulesConflict(a: Schedule | null, b: Schedule | null): boolean {
  if (a === null || b === null) return false
  if (a.isDuty || b.isDuty) return isSame(a.event, b.event) && differs(a.day, b.day)
  return isSameEvent(a, b) && (differs(a.day, b.day) || differs(a.clock, b.clock))
}

function isSameEvent(a: Schedule, b: Schedule): boolean {
  const [less, more] = a.event.size <= b.event.size ? [a, b] : [b, a]
  const isWithin = [...less.event].every((stem) => more.event.has(stem))
  if (isWithin && (less.event.size === more.event.size || (less.event.size > 1 && a.isDeed && b.isDeed)))
    return true
  // Words after the time tell more of the same event.
  return a.head.size > 1 && isSame(a.head, b.head)
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((stem) => b.has(stem))
}

/**
 * Returns the earlier fact at the later one's time if that says less of the same plan: "Kai is moving to Rotterdam on
 * December 1st", told to be "on January 10th". It depends on what the later one says, and no longer on what the earlier one
 * did. Returns `null` if it says something else.
 */
export function rescheduled(
  earlier: { fact: string; schedule: Schedule | null },
  later: { fact: string; schedule: Schedule | null },
): string | null {
  const [before, after] = [earlier.schedule, later.schedule]
  const { plan } = splitCondition(earlier.fact)
  const told = splitCondition(later.fact)
  if (before === null && after !== null) return withFirstTime(plan, told, after)
  if (before === null || after === null || after.event.size >= before.event.size) return null
  if (!schedulesConflict(before, after)) return null
  const moments = (told.plan.match(MOMENT) ?? []).join(" ")
  let isPlaced = false
  const fact = plan.replace(MOMENT, () => {
    const moment = isPlaced ? "" : moments
    isPlaced = true
    return moment
  })
  return fact.replace(/ {2,}/g, " ").replace(/ (?=[.,;]|$)/g, "") + told.condition
}

/** A deed that was told without a time, at the one that is told with less: "Kai is moving to Rotterdam", then "on May 1st". */
function withFirstTime(
  fact: string,
  later: ReturnType<typeof splitCondition>,
  { event, isDeed }: Schedule,
): string | null {
  const plain = fact.toLowerCase()
  if (!isDeed || !ONE_DEED.test(plain) || RECURS.test(plain) || MOMENT_ONCE.test(plain)) return null
  const words = new Set(stems(plain.replace(TAKES_PLACE, " ")))
  if (words.size <= event.size || ![...event].every((stem) => words.has(stem))) return null
  return `${fact.replace(/\.$/, "")} ${(later.plan.match(MOMENT) ?? []).join(" ")}${later.condition}`
}

function differs(a: readonly string[], b: readonly string[]): boolean {
  const within = (one: readonly string[], other: readonly string[]) =>
    one.every((stem) => other.includes(stem))
  return !within(a, b) && !within(b, a)
}
