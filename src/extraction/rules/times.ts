/** Finds time expressions by their words alone, and removes, replaces or capitalizes them. */

const UNIT = "(?:hours?|days?|nights?|weeks?|months?|years?|yrs?|weekends?|semesters?|summers?)"
const COUNT =
  "(?:\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|(?:a )?couple(?: of)?|(?:a )?few|several|many)"
const MONTH =
  "(?:january|february|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
const WEEKDAY = "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?)"
const SEASON =
  "(?:spring|summer|fall|autumn|winter|christmas|xmas|easter|thanksgiving|halloween|(?:the )?new year(?:'s(?: eve| day)?)?)"
const NTH = "\\d{1,2}(?:st|nd|rd|th)"
const CLOCK =
  "(?:\\d{1,2}(?::\\d\\d)? ?(?:am|pm|o'clock)|(?:[01]?\\d|2[0-3]):[0-5]\\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) o'clock|noon|midnight)"

const EXPRESSIONS = [
  "yesterday|today|tonight|tomorrow|tmrw|tmr|last night|nowadays|these days|right now|rn",
  `(?:from |until |till |starting |by |since |in |on )?(?:this|next|last|past|coming|every|each|earlier this|later this|the (?:next|last|past)) (?:${UNIT}|${MONTH}|march|may|${WEEKDAY}|${SEASON}|morning|afternoon|evening|night|term|quarter)`,
  `(?:in|since|by|until|till|before|after|around|early|late|mid|last|next|this) (?:(?:early|late|mid) )?(?:${MONTH}|march|may|${SEASON}|(?:19|20)\\d\\d|college|high school)`,
  `(?:on |by |until |till |from |before |after |to )?(?:(?:march|may|${MONTH})(?: the)? \\d{1,2}(?:st|nd|rd|th)?|(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:march|may|${MONTH}))`,
  `(?:on |by |until |till |before |since |from |next |last |this |every )?${WEEKDAY}(?:,? the ${NTH}| (?:morning|afternoon|evening|night)s?)?`,
  MONTH,
  `(?:until|till|by|on|before|after|from|to) the ${NTH}`,
  `(?:at|over|around|for|on) ${SEASON}`,
  `(?:at |from |around |until |till |by |before |after )?${CLOCK}`,
  "weekends|weekdays|(?:on|at|over|this|during) (?:the )?(?:weekends?|weekdays?)",
  `(?:about |around |like |over |almost |nearly )?${COUNT} ${UNIT} ago`,
  `(?:in|for|within|over|since) (?:about |around |like |over |almost |nearly |the (?:next|last|past) )?${COUNT} ?(?:more )?${UNIT}`,
  "at \\d{1,2}|soon|recently|lately|as a (?:kid|child|teenager)|(?:when|since) i was (?:\\w+ ){0,2}\\w+",
].join("|")

const ANYWHERE = new RegExp(`(?<![\\w])(?:${EXPRESSIONS})(?![\\w])`, "i")
const WHOLLY = new RegExp(
  `^(?:${COUNT} ${UNIT}|(?:(?:maybe |probably )?(?:sometime |hopefully |starting |around |about |like |early |late )*)?(?:(?:${EXPRESSIONS})[ ,]*)+)$`,
  "i",
)

export function mentionsTime(text: string): boolean {
  return ANYWHERE.test(text)
}

/** Returns true if a fragment is only a time: "next month", "in march", "two years ago". */
export function isTime(text: string): boolean {
  return text.length <= 60 && WHOLLY.test(text.trim())
}

const ALL = new RegExp(ANYWHERE.source, "gi")

/** Removes time expressions from a text. */
export function stripTimes(text: string): string {
  return text.replace(ALL, "").replace(/\s+/g, " ").trim()
}

/** Replaces the last time expression in a text, for corrections such as "no wait, Thursday". */
export function replaceLastTime(text: string, time: string): string {
  const last = [...text.matchAll(ALL)].at(-1)
  if (last === undefined) return text
  return `${text.slice(0, last.index)}${timePhrase(time)}${text.slice(last.index + last[0].length)}`
}

const ON_DATE = new RegExp(`^(.*?\\bon (the ${NTH}|(?:march|may|${MONTH}) \\d{1,2}(?:st|nd|rd|th)?)\\b)`, "i")

/** "On the 21st we're away that weekend": "that weekend" becomes "the weekend of the 21st". */
export function resolveThatDay(text: string): string {
  if (!text.includes("that")) return text
  const [, date, rest = ""] = ON_DATE.exec(text) ?? []
  if (date === undefined) return text
  return text
    .replace(/\bthat (weekend|week)\b/gi, `the $1 of ${rest}`)
    .replace(/\bthat (?:day|evening|night)\b/gi, `on ${rest}`)
}

/** Removes "today", "tonight", "now" or "this morning" at the end: read later, it means another day. */
export function stripRelativeDay(text: string): string {
  return text.replace(/,? \b(?:today|tonight|now|right now|this (?:morning|afternoon|evening))$/i, "")
}

const DAYS = `(?:${WEEKDAY}|weekend|morning|afternoon|evening|night|day|week|month|year)`
const PAST = new RegExp(
  `\\b(?:yesterday|last (?:night|week|weekend|month|year|term|${SEASON}|${MONTH}|${WEEKDAY}|fri|sat|sun|mon|tues|wed|thurs)|${COUNT} ${UNIT} ago|over the weekend|this past \\w+|the other day|back in (?:${MONTH}|(?:19|20)\\d\\d)|in (?:19|20)\\d\\d)\\b`,
  "i",
)
const COMING = new RegExp(
  `\\b(?:tomorrow|(?:next|this coming|later this) (?:week|weekend|month|year|term|summer|spring|fall|autumn|winter|${MONTH}|march|may|${WEEKDAY})|this (?:weekend|week|month|summer|spring|fall|autumn|winter|${WEEKDAY})|(?:on|by|until|till|from|before|after) (?:${WEEKDAY}|the ${NTH}|(?:march|may|${MONTH})|${SEASON})|(?:march|may|${MONTH}) \\d|in (?:march|may|${MONTH}|${COUNT} (?:days|weeks?|months?))|(?:at|over|for) ${SEASON})\\b`,
  "i",
)
const LASTING = new RegExp(
  `\\b(?:lately|recently|these days|all (?:week|month|year|summer|winter))$|\\b(?:for|over) (?:about |around |like |over |almost |nearly |the (?:last|past) )?${COUNT} (?:\\w+ )?(?:days|weeks?|months?|years?)|\\bsince (?:(?:early|late|last) )?(?:(?:19|20)\\d\\d|${MONTH}|march|may|${SEASON}|college|high school|childhood|\\w+ (?:week|month|year))`,
  "i",
)
const REGULAR = new RegExp(
  `\\b(?:(?:every|each) (?:other |single |second )?${DAYS}|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|on weekends|at weekends|(?:once|twice|three times|\\d times) (?:a|per) (?:day|week|month|year)|for a living)\\b`,
  "i",
)

/** Past times: "last weekend", "two days ago". */
export function isPast(text: string): boolean {
  return PAST.test(text)
}

/** Future times: "on the 18th", "until Christmas". */
export function isFuture(text: string): boolean {
  return COMING.test(text)
}

/** Durations: "since 2019", "for three years". */
export function isDuration(text: string): boolean {
  return LASTING.test(text)
}

/** Recurrences: "every morning", "on Sundays", "for a living". */
export function isRecurring(text: string): boolean {
  return REGULAR.test(text)
}

/** Adds the preposition that a time needs as the answer to "when". */
export function timePhrase(text: string): string {
  const time = text.trim()
  if (
    /^(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|fall|autumn|winter|(?:19|20)\d\d)\b(?! \d)/i.test(
      time,
    )
  )
    return `in ${time}`
  if (
    new RegExp(
      `^(?:${WEEKDAY}|the \\d|(?:march|may|${MONTH}) \\d|\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:march|may|${MONTH}))`,
      "i",
    ).test(time)
  )
    return `on ${time}`
  return new RegExp(`^${COUNT} ${UNIT}$`, "i").test(time) ? `in ${time}` : time
}

const CAPITALIZED = new RegExp(
  `\\b(?:${WEEKDAY}|january|february|april|june|july|august|september|october|november|december|christmas|easter|halloween)\\b|(?<=\\b(?:in|by|since|until|next|last|this|early|late|of|on) )(?:march|may)\\b(?! be)`,
  "gi",
)

export function capitalizeDates(text: string): string {
  return text.replace(CAPITALIZED, (word) => word.charAt(0).toUpperCase() + word.slice(1))
}
