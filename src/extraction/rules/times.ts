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
