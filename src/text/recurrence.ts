/** Tells a habit or a weekly event, which lasts, from what happens once. Pure. */

const DAYS: readonly string[] = [
  "(?:mon|tues|wednes|thurs|fri|satur|sun)days?",
  "(?:mon|diens|mittwoch|donners|frei|sams|sonn)(?:tage?[sn]?|s)?|sonnabende?",
  "lunes|martes|miércoles|jueves|viernes|sábados?|domingos?",
  "lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?",
  "segundas?|terças?|quartas?|quintas?|sextas?",
]
const SPANS =
  "days?|nights?|mornings?|afternoons?|evenings?|weeks?|weekends?|weekdays?|fortnights?|months?|quarters?|years?|summers?|winters?|springs?|autumns?|falls?" +
  "|tage?|abende?|morgen|nachts?|wochen?|wochenenden?|monate?|jahre?|sommer|winter" +
  "|días?|noches?|mañanas?|tardes?|semanas?|meses|mes|años?|jours?|soirs?|matins?|nuits?|semaines?|mois|ans|années?" +
  "|dias?|noites?|manhãs?|mês|anos?"
const UNIT = `(?:${[...DAYS, SPANS].join("|")})`
/** "Every second Tuesday", "jeden zweiten Freitag", "cada dos semanas", "tous les premiers lundis". */
const EVERY = "every|each|jede[nrsm]?|alle|cada|tod[oa]s? (?:l[oa]s|[oa]s)|tod[oa]|chaque|tous les|toutes les"
const WORDS = `(?:${EVERY})(?: [\\p{L}\\d.]+)?(?: \\p{L}+)? ${UNIT}|(?:${EVERY}) ${UNIT}`
const ADVERBS =
  "weekly|fortnightly|biweekly|monthly|yearly|annually|annual|nightly|once a (?:week|month|year)|(?:twice|\\d|two|three|four) (?:times )?a (?:week|month|year)" +
  "|wöchentlich\\p{L}*|monatlich\\p{L}*|jährlich\\p{L}*|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags" +
  "|semanal(?:mente)?|mensual(?:mente)?|mensal(?:mente)?|hebdomadaire|mensuel(?:le)?"
/** "On Tuesdays", "los martes", "às terças", "le mardi": a plural or an article makes it every one of them. */
const PLURAL =
  "(?:(?:on|am|most|late) )?(?:mon|tues|wednes|thurs|fri|satur|sun)days|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)|les (?:lun|mar|mercre|jeu|vendre|same)dis|les dimanches|[àa]s (?:segundas|terças|quartas|quintas|sextas)|aos (?:sábados|domingos)"
const RECURRING = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${WORDS}|${ADVERBS}|${PLURAL})(?![\\p{L}\\p{N}])|毎(?:週|日|月|年|朝|晩|夜)|隔週`,
  "iu",
)
/** "Every day this week": it recurs, and is over soon. */
const BOUNDED =
  /(?<![\p{L}])(?:this|next|last|the) (?:week|weekend|month)(?![\p{L}])|(?<![\p{L}])in the week of|(?<![\p{L}])(?:for|during) (?:the (?:next|last) )?(?:\d+|a|one|two|three|four|a few|some) (?:day|week|month)s?|(?<![\p{L}])(?:diese|nächste|letzte) woche|esta semana|cette semaine|今週/iu

/** Returns true if a fact tells of what happens again and again: "plays D&D every Thursday". */
export function recurs(fact: string): boolean {
  return RECURRING.test(fact) && !BOUNDED.test(fact)
}
