/**
 * The holidays that people make plans for, by their English, German and Spanish names, and the days on which they fall.
 * Thanksgiving is that of the United States. Reads no other dates: those are in `moments.ts`. Pure.
 */
import { addDays, type LocalDate } from "../domain/calendar.ts"

interface Days {
  from: LocalDate
  to: LocalDate
}

/** A holiday as a text names it. */
export interface NamedHoliday {
  /** The place of its words in the text, and the words with their preposition: "for next christmas". */
  index: number
  words: string
  /** "at", "until"; `null` if none stands before it. */
  preposition: string | null
  /** "This", "next" or the like stands before it. */
  isQualified: boolean
  /** "Last" stands before it. */
  isLast: boolean
  /** Its name with capital letters: "New Year's Eve". */
  name: string
  /** Its year stands after it. */
  hasYear: boolean
  /** The days of the one that comes, or is now. "Next" skips one that is hardly three weeks away. */
  coming: Days
  /** The days of the last one that is over. */
  past: Days
}

const NO_NAME = "(?!)"
/** Names as patterns. English names are often the first word of something else: "christmas party". */
const HOLIDAYS: readonly { english: string; others: string; daysIn: (year: number) => Days }[] = [
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

/** The names as alternatives of a pattern. */
export const HOLIDAY_NAMES = HOLIDAYS.map(({ english, others }) => `${english}|${others}`).join("|")
/** Spares most texts the slower pattern: a part of each name. */
const PART =
  /new ?year|nye|silvester|noche|neujahr|año n|christmas|xmas|heilig|weihnacht|navidad|halloween|valent|easter|oster|pascua|resurrecci|santa|good fri|karfr|viernes s|thanks|acci[oó]n/i
const ANY = new RegExp(`(?<![\\p{L}])(?:${HOLIDAY_NAMES})(?![\\p{L}])`, "iu")

/** An English name is one unless a noun follows: "easter eggs". */
const NO_NOUN =
  "(?=\\W*$|\\s*[.,;:!?()…–—-]|\\s+(?:and|or|with|at|in|on|from|to|for|by|of|i|we|he|she|they|you|it|i['’]m|my|our|his|her|their|the|a|this|that|because|but|so|if|when|until|is|are|was|were|will|again|too|as|instead|around|after|before|about|together|alone|here|there|(?:19|20)\\d\\d|\\d{1,2}(?:[:h]\\d\\d|[ap]m)" +
  "|und|oder|mit|bei|im|nach|zu|zum|zur|um|ab|von|bin|ist|sind|wird|werden|ich|wir|er|sie|geht|gibt|findet|y|o|con|en|a|de|por|para|vamos|estoy|voy|hay|es|será|tiene)(?!\\p{L}))"
const NAMED = HOLIDAYS.map(({ english, others, daysIn }) => ({
  daysIn,
  pattern: new RegExp(
    `(?<![\\p{L}])(?:(?:${english})(?![\\p{L}])${NO_NOUN}|(?:${others})(?![\\p{L}]))`,
    "iu",
  ),
}))

/** The words before a name that say which one is meant, and how. */
const LEAD =
  /(?<![\p{L}])(?:(?<preposition>at|on|for|over|during|in|by|until|till?|an|am|zu|über|für|bis(?: zu| zum)?|en|para|por|hasta)\s+)?(?:(?:the|el|la|las|das|den|dem)\s+)?(?:(?<which>this(?: coming)?|next|coming|last|diese[nrsm]?|nächste[nrsm]?|kommende[nrsm]?|letzte[nrsm]?|est[ae]s?|próxim[oa]s?)\s+)?$/iu
const LAST = /^(?:last|letzte)/iu
const NEXT = /^(?:next|nächste|próxim)/iu
const YEAR_AFTER = /^,?\s+(?:del?\s+)?((?:19|20)\d\d)(?![\p{L}\d])/u
const PAST_AFTER = /^\s+pasad[oa]s?(?!\p{L})/iu
/** Days. Nobody calls a holiday "next" that is so near. */
const NEAR = 21

/** Returns true if a text has the name of a holiday, if only in "the christmas party". */
export function namesHoliday(text: string): boolean {
  return PART.test(text) && ANY.test(text)
}

/** Returns the holidays that a text names as a time, in order. Empty for "the christmas party". */
export function holidaysIn(text: string, today: LocalDate): NamedHoliday[] {
  if (!namesHoliday(text)) return []
  return NAMED.flatMap(({ pattern, daysIn }): NamedHoliday[] => {
    const found = pattern.exec(text)
    if (found === null) return []
    const lead = LEAD.exec(text.slice(0, found.index))
    const { preposition = null, which = "" } = lead?.groups ?? {}
    const index = lead?.index ?? found.index
    const end = found.index + found[0].length
    const [, year] = YEAR_AFTER.exec(text.slice(end)) ?? []
    const days = year === undefined ? null : daysIn(Number(year))
    const after = NEXT.test(which) ? addDays(today, NEAR) : today
    return [
      {
        index,
        words: text.slice(index, end),
        preposition: preposition?.toLowerCase() ?? null,
        isQualified: which !== "",
        isLast: LAST.test(which) || PAST_AFTER.test(text.slice(end)),
        name: capitalizedName(found[0]),
        hasYear: days !== null,
        ...(days === null ? nearest(daysIn, today, after) : { coming: days, past: days }),
      },
    ]
  }).sort((a, b) => a.index - b.index)
}

/** Returns the days that a holiday may mean: without "last" or "next", those of the last one and of the one to come. */
export function daysOf({ coming, past, isLast, isQualified, hasYear }: NamedHoliday): Days[] {
  if (isLast) return [past]
  return isQualified || hasYear ? [coming] : [past, coming]
}

function nearest(
  daysIn: (year: number) => Days,
  today: LocalDate,
  after: LocalDate,
): Pick<NamedHoliday, "coming" | "past"> {
  const year = Number(today.slice(0, 4))
  const all = [year - 1, year, year + 1, year + 2].map(daysIn)
  const [first = daysIn(year)] = all
  return {
    coming: all.find(({ to, from }) => (after === today ? to >= today : from > after)) ?? first,
    past: all.findLast(({ to }) => to < today) ?? first,
  }
}

function capitalizedName(words: string): string {
  const name = words.replace(/^the /iu, "")
  if (/^nye$/iu.test(name)) return "NYE"
  return name.replace(/(?<![\p{L}'’])(?!de )\p{L}/gu, (letter) => letter.toUpperCase())
}

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
