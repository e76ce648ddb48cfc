/** The table of holidays: their English, German and Spanish names as patterns, and the days on which they fall. Pure. */
import { addDays, type LocalDate } from "../domain/calendar.ts"

export interface Days {
  from: LocalDate
  to: LocalDate
}

const NO_NAME = "(?!)"
/** Names as patterns. English names are often the first word of something else: "christmas party". */
export const HOLIDAYS: readonly { english: string; others: string; daysIn: (year: number) => Days }[] = [
  {
    english: "new ?year['’]?s eve|nye",
    others: "silvester(?:abend|nacht)?|nochevieja",
    daysIn: (year) => fixed(year, "12-31"),
  },
  {
    english: "new ?year['’]?s day",
    others: "neujahr(?:stag)?|(?:d[ií]a de )?año nuevo",
    daysIn: (year) => fixed(year, "01-01"),
  },
  {
    english: "(?:the )?(?<!(?:in the|in a|a|happy) )new ?year(?:['’]?s)?(?!['’]?s? (?:eve|day))",
    others: NO_NAME,
    daysIn: (year) => ({ from: `${year - 1}-12-31`, to: `${year}-01-01` }),
  },
  {
    english: "(?:christmas|xmas) eve",
    others: "heilig(?:er |en )?abend|nochebuena",
    daysIn: (year) => fixed(year, "12-24"),
  },
  {
    english: "(?:christmas|xmas) day",
    others: "(?:1\\.|erste[rnm]?) weihnachts(?:feier)?tag|d[ií]a de navidad",
    daysIn: (year) => fixed(year, "12-25"),
  },
  {
    english: "boxing day",
    others: "(?:2\\.|zweite[rnm]?) weihnachts(?:feier)?tag|stefanitag|stephanstag",
    daysIn: (year) => fixed(year, "12-26"),
  },
  {
    english:
      "(?<!(?:tickets|cast|lines|auditions?|rehears\\p{L}+) (?:for|in|of|from) )twelfth night|(?<!an )epiphany|three kings['’]? day",
    others:
      "heilige[nr]? drei ?könige?(?:stag)?|dreikönigs?(?:tag)?|epiphanias|d[ií]a de (?:los )?reyes(?: magos)?|(?<=(?<!\\p{L})(?:en|por|para|hasta) )reyes(?: magos)?(?! d)|epifan[ií]a",
    daysIn: (year) => fixed(year, "01-06"),
  },
  { english: NO_NAME, others: "noche de reyes", daysIn: (year) => fixed(year, "01-05") },
  {
    english: "(?:saint|st\\.?) nicholas['’]?s? day",
    others: "nikolaustag|d[ií]a de san nicol[aá]s",
    daysIn: (year) => fixed(year, "12-06"),
  },
  {
    english: "(?:(?:saint|st\\.?) (?:patrick|paddy)['’]?s|paddy['’]?s) day",
    others: "d[ií]a de san patricio",
    daysIn: (year) => fixed(year, "03-17"),
  },
  { english: NO_NAME, others: "johannistag|d[ií]a de san juan", daysIn: (year) => fixed(year, "06-24") },
  {
    english: NO_NAME,
    others: "noche de san juan",
    daysIn: (year) => ({ from: `${year}-06-23`, to: `${year}-06-24` }),
  },
  {
    english: "all saints['’]? day",
    others: "allerheiligen(?:tag)?|(?:d[ií]a de )?todos los santos",
    daysIn: (year) => fixed(year, "11-01"),
  },
  {
    english: "pentecost|whitsun(?:day)?|whit sunday",
    others: "pfingsten|pfingstsonntag|(?:domingo de )?pentecost[eé]s",
    daysIn: (year) => aroundEaster(year, 49, 50),
  },
  { english: "whit monday", others: "pfingstmontag", daysIn: (year) => aroundEaster(year, 50, 50) },
  // From the Thursday before Lent to Shrove Tuesday.
  {
    english: NO_NAME,
    others: "karneval|fasching|fastnacht|(?<!martes de )carnaval(?:es)?",
    daysIn: (year) => aroundEaster(year, -52, -47),
  },
  {
    english: "mardi gras|shrove tuesday|pancake day",
    others: "(?:fastnachts|faschings|veilchen)dienstag|martes de carnaval",
    daysIn: (year) => aroundEaster(year, -47, -47),
  },
  { english: NO_NAME, others: "rosenmontag", daysIn: (year) => aroundEaster(year, -48, -48) },
  {
    english: "(?:christmas|xmas)(?! (?:eve|day)(?!\\p{L}))",
    others: "weihnachten|(?<!d[ií]a de )navidad(?:es)?",
    daysIn: (year) => ({ from: `${year}-12-24`, to: `${year}-12-26` }),
  },
  { english: "halloween", others: NO_NAME, daysIn: (year) => fixed(year, "10-31") },
  {
    english: "valentine['’]?s(?: day)?",
    others: "valentinstag|(?:d[ií]a de )?san valent[ií]n",
    daysIn: (year) => fixed(year, "02-14"),
  },
  {
    english: "easter sunday",
    others: "ostersonntag|domingo de (?:pascua|resurrecci[oó]n)",
    daysIn: (year) => aroundEaster(year, 0, 0),
  },
  {
    english: "easter(?! (?:sunday|monday)(?!\\p{L}))",
    others: "ostern|(?<!(?:domingo|lunes) de )pascua",
    daysIn: (year) => aroundEaster(year, -2, 1),
  },
  { english: NO_NAME, others: "semana santa", daysIn: (year) => aroundEaster(year, -7, 0) },
  {
    english: "good friday",
    others: "karfreitag|viernes santo",
    daysIn: (year) => aroundEaster(year, -2, -2),
  },
  {
    english: "easter monday",
    others: "ostermontag|lunes de pascua",
    daysIn: (year) => aroundEaster(year, 1, 1),
  },
  {
    english: "thanksgiving(?: day)?",
    others: "(?:d[ií]a de )?acci[oó]n de gracias",
    daysIn: thanksgiving,
  },
]

function fixed(year: number, day: string): Days {
  return { from: `${year}-${day}`, to: `${year}-${day}` }
}

/** The fourth Thursday of November (5 U.S.C. § 6103). */
function thanksgiving(year: number): Days {
  const first = new Date(`${year}-11-01T00:00:00Z`).getUTCDay()
  const day = 22 + ((4 - first + 7) % 7)
  return fixed(year, `11-${day}`)
}

function aroundEaster(year: number, first: number, last: number): Days {
  const sunday = easterSunday(year)
  return { from: addDays(sunday, first), to: addDays(sunday, last) }
}

/** The Gregorian Easter Sunday, by the formula of New Scientist, 30 March 1961, page 828. */
function easterSunday(year: number): LocalDate {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  return `${year}-0${month}-${String(day).padStart(2, "0")}`
}
