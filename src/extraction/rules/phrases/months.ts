/** Months that a clause ends with outside English: "je pars au vietnam en novembre". Pure. */
import { localDate } from "../../../domain/calendar.ts"
import { factTime } from "../../../domain/fact-time.ts"
import type { FactTime, Time } from "../../../domain/types.ts"
import type { Language } from "../../../text/language.ts"

export interface SaidMonth {
  /** 1 to 12. */
  month: number
  name: string
  /** The clause without it. */
  rest: string
}

type Romance = Exclude<Language, "en">

const NAMES: Record<Romance, string> = {
  de: "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember",
  es: "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
  fr: "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
  pt: "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro",
}
const WORDS: Record<Romance, (name: string, year: number) => string> = {
  de: (name, year) => `im ${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`,
  es: (name, year) => `en ${name} de ${year}`,
  fr: (name, year) => `en ${name} ${year}`,
  pt: (name, year) => `em ${name} de ${year}`,
}
const PATTERNS = Object.fromEntries(
  Object.entries(NAMES).map(([language, names]) => [
    language,
    new RegExp(`^(?<rest>.+?) (?:im|en|em|au mois de?|no mês de) (?<name>${names})$`, "iu"),
  ]),
) as Record<Romance, RegExp>

export function monthIn(clause: string, language: Language): SaidMonth | null {
  if (language === "en") return null
  const { rest, name } = PATTERNS[language].exec(clause)?.groups ?? {}
  if (rest === undefined || name === undefined) return null
  return { month: NAMES[language].split("|").indexOf(name.toLowerCase()) + 1, name: name.toLowerCase(), rest }
}

export function isMonth(when: unknown): when is SaidMonth {
  return typeof when === "object" && when !== null && "month" in when
}

/** The next such month, this one included. */
export function comingMonth(
  { month, name }: SaidMonth,
  { language, at, timezone }: { language: Language; at: Time; timezone: string },
): { when: string; time: FactTime | null } {
  const [year = 0, now = 1] = localDate(at, timezone).split("-").map(Number)
  const coming = month >= now ? year : year + 1
  const moment = `${coming}-${String(month).padStart(2, "0")}`
  return {
    when: language === "en" ? "" : WORDS[language](name, coming),
    time: factTime({ when: moment, until: null }, timezone),
  }
}
