/**
 * The holidays that people make plans for, by their English, German and Spanish names, and the days on which they fall.
 * Thanksgiving is that of the United States. Reads no other dates: those are in `moments.ts`. Pure.
 */
import { addDays, type LocalDate } from "../domain/calendar.ts"
import { type Days, HOLIDAYS } from "./holiday-table.ts"

/** A holiday as a text names it. */
export interface NamedHoliday {
  /** The place of its words in the text, and the words with their preposition: "for next christmas". */
  index: number
  words: string
  /** "at", "until", "el" before a Spanish day; `null` if none stands before it. */
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

/** The names as alternatives of a pattern. */
export const HOLIDAY_NAMES = HOLIDAYS.map(({ english, others }) => `${english}|${others}`).join("|")
/** Spares most texts the slower pattern: a part of each name. */
const PART =
  /new ?year|nye|silvester|noche|neujahr|año n|christmas|xmas|heilig|weihnacht|navidad|halloween|valent|easter|oster|pascua|resurrecci|santa|good fri|karfr|viernes s|thanks|acci[oó]n|boxing|ste(?:fani|phans)t|twelfth|epi(?:ph|f)an|king|könig|reyes|nicholas|nikolaus|patri[ck]|paddy|johannis|san juan|san nicol|saints|los santos|pente|whit|pfingst|karneval|fas(?:ch|tn)|veilchen|carnaval|mardi|shrove|pancake|rosenm/i
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
  /(?<![\p{L}])(?:(?<preposition>at|on|for|over|during|in|by|until|till?|an|am|zum?|im|über|für|bis(?: zu| zum)?|en|para|por|hasta)\s+)?(?:(?<article>the|el|la|las|das|den|dem)\s+)?(?:(?<which>this(?: coming)?|next|coming|last|diese[nrsm]?|nächste[nrsm]?|kommende[nrsm]?|letzte[nrsm]?|est[ae]s?|próxim[oa]s?)\s+)?$/iu
/** "El día de Reyes" needs no other word before it. */
const ARTICLE_ES = /^(?:el|la)$/iu
const DAY_ES = /^(?:d[ií]a|noche|viernes|lunes|martes|domingo) /iu
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
    const { article = "", which = "" } = lead?.groups ?? {}
    const isSpanishDay = ARTICLE_ES.test(article) && DAY_ES.test(found[0])
    const preposition = lead?.groups?.preposition ?? (isSpanishDay ? article : null)
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
