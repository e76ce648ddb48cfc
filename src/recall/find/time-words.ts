/**
 * Puts the time words of a German or Spanish question into English, so that one parser reads the times of all three:
 * "seit letztem Freitag" is read like "since last Friday". Only words that no English question holds are replaced. Pure.
 */

export type TimeLanguage = "en" | "de" | "es"

/** The words for weekdays from Monday on, months, numbers from one on, and units of time, as patterns. */
interface Vocabulary {
  weekday: readonly string[]
  month: readonly string[]
  number: readonly string[]
  unit: readonly string[]
  /** Patterns with the English words for them. `W`, `M`, `N` and `U` stand for the words above, `Y` for a year. */
  rows: readonly [pattern: string, english: string][]
}

const WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ")
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
)
const UNITS = "weekend day week month year".split(" ")

const DE: Vocabulary = {
  weekday: "montags? dienstags? mittwochs? donnerstags? freitags? (?:samstag|sonnabend)s? sonntags?".split(
    " ",
  ),
  month:
    "(?:januar|jänner) februar märz april mai juni juli august september oktober november dezember".split(
      " ",
    ),
  number: "ein(?:e[mnr])? zwei drei vier fünf sechs sieben acht neun zehn".split(" "),
  unit: "wochenendes? tag(?:e[ns]?)? wochen? monat(?:e[ns]?|s)? jahr(?:e[ns]?|s)?".split(" "),
  rows: [
    ["vorgestern", "2 days ago"],
    ["gestern(?: (?:früh|morgen|mittag|abend))?", "yesterday"],
    ["(?:letzte|heute) nacht", "last night"],
    ["heute(?: (?:früh|morgen|mittag|nachmittag|abend))?", "today"],
    ["vor N U", "{n} {u}s ago"],
    ["(?:in |während )?(?:den|der|die) (?:letzten|vergangenen) N U", "in the last {n} {u}s"],
    ["(?:letzte|vergangene|vorige)[mnrs]? U", "last {u}"],
    ["diese[mnrs]? U", "this {u}"],
    ["(?:nächste|kommende)[mnrs]? U", "next {u}"],
    ["am wochenende", "last weekend"],
    ["seit (?:dem )?(?:(?:letzte[mn]|vergangene[mn]) )?W", "since {w}"],
    ["(?:am )?(?:letzte[mn]|vergangene[mn]) W", "last {w}"],
    ["(?:am )?(?:nächste|kommende)[mn] W", "next {w}"],
    ["am W(?: (?:früh|morgen|mittag|nachmittag|abend))?", "on {w}"],
    ["zwischen M und M2(?: Y)?", "between {m} and {m2} {y}"],
    ["(?:am )?D\\. M(?: Y)?", "on {d} {m} {y}"],
    ["(?:im|vom) M(?: Y)?", "in {m} {y}"],
    ["seit (?:dem )?M(?: Y)?", "since {m} {y}"],
    ["im jahre? Y", "in {y}"],
    ["seit Y", "since {y}"],
    ["seit(?= (?:yesterday|today|last|this|\\d))", "since"],
  ],
}

const ES: Vocabulary = {
  weekday: "lunes martes mi[eé]rcoles jueves viernes s[aá]bado domingo".split(" "),
  month: "enero febrero marzo abril mayo junio julio agosto sep?tiembre octubre noviembre diciembre".split(
    " ",
  ),
  number: "una? dos tres cuatro cinco seis siete ocho nueve diez".split(" "),
  unit: ["(?:fin de semana|finde)", "d[ií]as?", "semanas?", "mes(?:es)?", "años?"],
  rows: [
    ["(?:anteayer|antes de ayer)", "2 days ago"],
    ["ayer(?: por la (?:mañana|tarde|noche))?", "yesterday"],
    ["anoche", "last night"],
    ["hoy", "today"],
    ["esta noche", "tonight"],
    ["hace (?:unos |unas )?N U", "{n} {u}s ago"],
    ["(?:en |durante )?l[oa]s (?:últim[oa]s|pasad[oa]s) N U", "in the last {n} {u}s"],
    ["(?:(?:el|la) )?U pasad[oa]", "last {u}"],
    ["(?:(?:el|la) )?(?:últim[oa]|pasad[oa]) U", "last {u}"],
    ["est[ea] U", "this {u}"],
    ["(?:(?:el|la) )?próxim[oa] U", "next {u}"],
    ["(?:el|la) U que viene", "next {u}"],
    ["desde (?:el )?W(?: pasado)?", "since {w}"],
    ["el W pasado", "last {w}"],
    ["el pasado W", "last {w}"],
    ["el W(?: por la (?:mañana|tarde|noche))?", "on {w}"],
    ["entre M y M2(?: del? Y)?", "between {m} and {m2} {y}"],
    ["(?:el )?D de M(?: del? Y)?", "on {d} {m} {y}"],
    ["en (?:el mes de )?M(?: del? Y)?", "in {m} {y}"],
    ["desde M(?: del? Y)?", "since {m} {y}"],
    ["en (?:el año )?Y", "in {y}"],
    ["desde Y", "since {y}"],
    ["desde(?= (?:yesterday|today|last|this|\\d))", "since"],
  ],
}

interface Row {
  pattern: RegExp
  english: (groups: Record<string, string | undefined>) => string
}

const TABLES: readonly [TimeLanguage, readonly Row[]][] = [
  ["de", rowsOf(DE)],
  ["es", rowsOf(ES)],
]

function rowsOf(words: Vocabulary): Row[] {
  const { weekday, month, number, unit } = words
  const any = (all: readonly string[]) => all.join("|")
  const sources: Record<string, string> = {
    W: `(?<w>${any(weekday)})`,
    M: `(?<m>${any(month)})`,
    M2: `(?<m2>${any(month)})`,
    N: `(?<n>\\d{1,2}|${any(number)})`,
    U: `(?<u>${any(unit)})`,
    D: "(?<d>\\d{1,2})",
    Y: "(?<y>(?:19|20)\\d\\d)",
  }
  const names: Record<string, (said: string) => string> = {
    w: (said) => named(said, weekday, WEEKDAYS),
    m: (said) => named(said, month, MONTHS),
    m2: (said) => named(said, month, MONTHS),
    n: (said) => String(number.findIndex((one) => isSaid(one, said)) + 1 || said),
    u: (said) => named(said, unit, UNITS),
  }
  return words.rows.map(([pattern, english]) => ({
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])${pattern.replace(/M2|[WMNUDY]/g, (name) => sources[name] ?? name)}(?![\\p{L}\\p{N}])`,
      "giu",
    ),
    english: (groups) =>
      english
        .replace(/\{(\w+)\}/g, (_, name: string) => {
          const said = groups[name] ?? ""
          return names[name]?.(said) ?? said
        })
        .trimEnd(),
  }))
}

function isSaid(pattern: string, said: string): boolean {
  return new RegExp(`^(?:${pattern})$`, "iu").test(said)
}

function named(said: string, patterns: readonly string[], names: readonly string[]): string {
  return names[patterns.findIndex((one) => isSaid(one, said))] ?? said
}

/** Returns the question with English time words, and the language that they were in. */
export function timeWordsInEnglish(question: string): { words: string; language: TimeLanguage } {
  for (const [language, rows] of TABLES) {
    const words = rows.reduce(
      (text, { pattern, english }) =>
        text.replace(pattern, (...match: unknown[]) =>
          // The last argument of a replacer is the named groups.
          english((match.at(-1) ?? {}) as Record<string, string | undefined>),
        ),
      question,
    )
    if (words !== question) return { words, language }
  }
  return { words: question, language: "en" }
}
