/** Notice that takes effect later: "gave notice for the end of october". Until then the fact holds. Pure. */
import { addDays, type LocalDate, localDate } from "../../../domain/calendar.ts"
import type { Time } from "../../../domain/types.ts"
import { languageOf } from "../../../text/language.ts"
import { timeIn } from "../phrases/when.ts"

/** Words of giving notice or of what is to come. */
const NOTICE =
  /(?<![\p{L}])(?:notice|leaving|leave|quitting|moving (?:out|away|on)|stepping (?:down|back)|last (?:day|shift|week)|resign(?:ed|ing)?|retir(?:e|ing)|will|gonna|going to|cancell?ed|(?:ge)?kündig\p{L}*|ziehe?|höre?|verlasse|letzter tag|dejo|me voy|renunci\p{L}+|último día|quitte|arrête|pars|démission\p{L}*|dernier jour|largo|saio|vou|pedi demissão|último dia|until|effective|bis|zum|hasta|jusqu['’]\p{L}+|até)(?![\p{L}])/iu
const VAGUE =
  /(?<![\p{L}])(?:next (?:week|month|year|season|term)|in (?:a|an|one|two|three|four|six|\d+|a few|a couple of) (?:days?|weeks?|months?)|soon|bald|nächste[nrms]? (?:woche|monat|jahr)|pronto|(?:la|el) (?:semana|mes|año) que viene|bientôt|(?:la semaine|le mois|l['’]année) prochaine?|em breve|(?:semana|mês|ano) que vem)(?![\p{L}])/iu
const MONTHS_END =
  /(?<![\p{L}])(?:end of (?:the |this )?month|month['’]?s end|monatsende|ende des monats|fin(?:al(?:es)?)? de(?:l)? mes|fin du mois|(?:fim|final) do mês)(?![\p{L}])/iu
const YEARS_END =
  /(?<![\p{L}])(?:end of (?:the |this )?year|year['’]?s end|jahresende|ende des jahres|fin(?:al(?:es)?)? de(?:l)? año|fin de l['’]année|(?:fim|final) do ano)(?![\p{L}])/iu
const NAMED_END =
  /(?<![\p{L}])(?:end of|ende|fin(?:al(?:es)?)? de|fin|(?:fim|final) de) (?<month>jan|feb|f[ée]v|m[aä]r|a[pbv]r|ma[iy]|jun|juin|jul|juil|aug|ago|ao[uû]|sep|set|o[ck]t|out|nov|de[czn]|déc)\p{L}*/iu
const MONTHS = [
  "jan|ene",
  "feb|fev|fév",
  "mar|mär",
  "apr|abr|avr",
  "may|mai",
  "jun|juin",
  "jul|juil",
  "aug|ago|aou|aoû",
  "sep|set",
  "oct|okt|out",
  "nov",
  "dec|dez|dic|déc",
].map((names) => new RegExp(`^(?:${names})`, "iu"))

/**
 * Returns the last day on which what somebody ends still holds, `null` if it is over now, and "unknown" if it ends on a
 * day to come that the words do not tell.
 */
export function lastDay(
  said: string,
  { at, timezone }: { at: Time; timezone: string },
): LocalDate | "unknown" | null {
  if (!NOTICE.test(said)) return null
  const today = localDate(at, timezone)
  const [year = 0, month = 1] = today.split("-").map(Number)
  if (MONTHS_END.test(said)) return endOf(year, month)
  if (YEARS_END.test(said)) return endOf(year, 12)
  const named = NAMED_END.exec(said)?.groups?.month ?? ""
  const index = named === "" ? -1 : MONTHS.findIndex((pattern) => pattern.test(named))
  if (index >= 0) return endOf(index + 1 >= month ? year : year + 1, index + 1)
  const time = timeIn(said.replace(/last (?=day|shift)/giu, "final "), {
    at,
    timezone,
    language: languageOf(said),
  })
  const day = time?.to ?? time?.from ?? null
  if (day !== null) return day > today ? day : null
  return VAGUE.test(said) ? "unknown" : null
}

function endOf(year: number, month: number): LocalDate {
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01`
  return addDays(next, -1)
}
