/** Expressions of time in a sentence, by their words alone: no clock, no calendar. */

const UNIT = "(?:hours?|days?|nights?|weeks?|months?|years?|yrs?|weekends?|semesters?|summers?)"
const COUNT =
  "(?:\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|(?:a )?couple(?: of)?|(?:a )?few|several|many)"
const MONTH =
  "(?:january|february|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
const WEEKDAY = "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?)"
const SEASON = "(?:spring|summer|fall|autumn|winter|christmas|easter|thanksgiving|halloween|new year)"

const EXPRESSIONS = [
  "yesterday|today|tonight|tomorrow|tmrw|tmr|last night|nowadays|these days|right now|rn",
  `(?:this|next|last|past|coming|every|each|earlier this|later this|the (?:next|last|past)) (?:${UNIT}|${MONTH}|march|may|${WEEKDAY}|${SEASON}|morning|afternoon|evening|night|term|quarter)`,
  `(?:in|since|by|until|till|before|after|around|early|late|mid|last|next|this) (?:(?:early|late|mid) )?(?:${MONTH}|march|may|${SEASON}|(?:19|20)\\d\\d|college|high school)`,
  `(?:march|may|${MONTH})(?: the)? \\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:march|may|${MONTH})`,
  `(?:on |by |until |till |before |since |from |next |last |this )?${WEEKDAY}`,
  MONTH,
  "(?:until|till|by|on|before|after|from) the \\d{1,2}(?:st|nd|rd|th)",
  `(?:about |around |like |over |almost |nearly )?${COUNT} ${UNIT} ago`,
  `(?:in|for|within|over|since) (?:about |around |like |over |almost |nearly |the (?:next|last|past) )?${COUNT} ?(?:more )?${UNIT}`,
  "at \\d{1,2}(?::\\d\\d)? ?(?:am|pm|o'clock)?|\\d{1,2}(?::\\d\\d)? ?(?:am|pm)|soon|recently|lately|as a (?:kid|child|teenager)|when i was (?:\\w+ ){0,2}\\w+",
].join("|")

const ANYWHERE = new RegExp(`(?<![\\w])(?:${EXPRESSIONS})(?![\\w])`, "i")
const WHOLLY = new RegExp(
  `^(?:${COUNT} ${UNIT}|(?:(?:maybe |probably )?(?:sometime |hopefully |starting |around |about |like |early |late )*)?(?:(?:${EXPRESSIONS})[ ,]*)+)$`,
  "i",
)

export function mentionsTime(text: string): boolean {
  return ANYWHERE.test(text)
}

/** Whether a fragment is nothing but a time: "next month", "in march", "two years ago". */
export function isTime(text: string): boolean {
  return text.length <= 60 && WHOLLY.test(text.trim())
}

/** A time as the answer to "when": with the preposition that its words want. */
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
      `^(?:${WEEKDAY}|(?:march|may|${MONTH}) \\d|\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:march|may|${MONTH}))`,
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

/** Gives the names of days and months their capital. */
export function capitalizeDates(text: string): string {
  return text.replace(CAPITALIZED, (word) => word.charAt(0).toUpperCase() + word.slice(1))
}
