/** Words by which people say, in five languages, that a plan of theirs has another date or is off. Data only. */

const any = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}])(?:${words.replace(/\s*\n\s*/g, "")})(?![\\p{L}])`, "iu")

const MONTH =
  "(?:jan|feb|fév|mar|mär|apr|abr|avr|ma[iy]|jun|jui|jul|aug|ago|aoû|sep|set|o[ck]t|out|nov|de[cz]|dic|déc|ene)\\p{L}*"
const WEEKDAY =
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|segunda|terça|quarta|quinta|sexta)"
const DATE = `(?:(?:the |el |le |o |dia |den |am )*(?:\\d{1,2}(?:st|nd|rd|th|\\.|º)?(?:,? (?:of |de |do )?${MONTH})?|${WEEKDAY}(?:,? (?:the )?\\d{1,2}(?:st|nd|rd|th|\\.)?)?|${MONTH}(?: \\d{1,2}(?:st|nd|rd|th)?)?|tomorrow|next (?:week|month)|morgen|mañana|demain|amanhã))(?![\\p{L}\\d])`

/** "Instead of the 28th", "statt am Montag", and "from Monday" before "to Thursday": the time before. */
const FORMER = new RegExp(
  `(?:[,;(]\\s*)?(?<![\\p{L}])(?:(?<=\\S )(?:and )?not (?:on |in )?${DATE}(?=\\s*(?:$|[,.;:!)]))\\)?|(?:instead of|rather than|(?:an)?statt|und nicht|nicht mehr|en (?:vez|lugar) de|y no|au lieu d[eu]|et (?:non|pas)|em vez d[eo]|e não) (?:on |in )?${DATE}\\)?|(?<=(?:moved|pushed|shifted|changed|rescheduled|postponed|switched)(?: \\p{L}+)? )from (?:on )?${DATE} (?=to ))`,
  "giu",
)

/** Returns a sentence without the time that held before. */
export function withoutFormerTime(sentence: string): string {
  return sentence.replace(FORMER, " ").replace(/ {2,}/gu, " ").trim()
}

/** The date of a plan is another one. */
const CHANGED =
  any(`instead|rather than|delay(?:ed|s)?|(?:got|was|were|been|is|are) (?:pushed|moved|bumped|shifted)|push(?:ed|ing)? (?:it |the \\p{L}+ |my \\p{L}+ )?(?:back|to)|postpon\\p{L}+|reschedul\\p{L}+
  |brought forward|moved (?:up|back|forward)|(?:change|changes) of (?:plans?|date)|plans? (?:have |has |had |just )*changed|(?:small|slight|quick|tiny|little) change|new (?:start )?date|after all
  |verschoben|verschiebt|verlegt|(?:an)?statt|stattdessen|planänderung|kleine änderung|neuer termin|verzögert|doch (?:erst|schon)|erst (?:am|im|ab)|vorverlegt|vorgezogen
  |cambio de planes?|cambian? (?:los|de) planes|retras\\p{L}+|aplaz\\p{L}+|pospu\\p{L}+|pospon\\p{L}+|adelant\\p{L}+|en (?:vez|lugar) de|al final|nueva fecha|hasta el .* no
  |changement de (?:plans?|programme|date)|repouss\\p{L}+|décal\\p{L}+|reporté\\p{L}*|au lieu d[eu]|finalement|avancée?
  |mudança de planos|adi(?:ei|ou|ad\\p{L}+|aram)|remarc\\p{L}+|em vez d[eo]|nova data|no fim das contas`)
/** "On the 14th now", "now in January". */
const NOW = new RegExp(
  `(?<![\\p{L}])(?:now|jetzt|ahora|maintenant|agora),? (?:(?:only|erst) )?(?:(?:on|in|for|am|im|el|en|le|em) )?${DATE}|${DATE},? (?:now|jetzt|ahora|maintenant|agora)(?![\\p{L}])`,
  "iu",
)

/** Late by some minutes: the day stays. */
const LATE =
  /(?<![\p{L}])(?:delay|late|verspät|retras|retard|atras)\p{L}*(?: \p{L}+)? (?:by )?(?:\d+|an?|half|one|two|three|ein\p{L}*|un\p{L}*|une|um\p{L}*) ?(?:h|hrs?|hours?|min\p{L}*|stunden?|horas?|heures?)(?![\p{L}])/iu

export function saysChanged(text: string): boolean {
  return (CHANGED.test(text) || NOW.test(text)) && !LATE.test(text)
}

/** It will not take place as planned, and nothing says when. */
const OFF =
  any(`(?:is|are|was|were|got|been|gets|['’]s|['’]re)? ?(?:now |all |just |officially |been )*(?:called off|cancell?ed|postponed|delayed|pushed back|on hold|on ice|up in the air|scrapped|not happening|not going ahead|off(?= *(?:$|[,.;!:)]|for now|again|then|guys|sorry|lol|after all|because|since|cause|unfortunately|sadly)))|fell through|falling through|won['’]?t happen|will not happen|not happening
  |not (?:moving|going|flying|leaving|starting|coming|traveling|travelling) (?:anymore|any more|after all|there anymore)
  |abgesagt|fällt (?:leider )?(?:aus|flach|ins wasser)|geplatzt|gecancelt|verschoben|verschiebt sich|verzögert sich|auf eis
  |cancelad[oa]s?|se (?:ha )?cancel(?:a|ó|ado)|aplazad[oa]s?|se (?:ha )?(?:aplaza(?:do)?|retrasa(?:do)?|retrasó|aplazó)|se cayó|suspendid[oa]
  |annulée?s?|reportée?s?|repoussée?s?|tombe? à l['’]eau|cancelad[oa]|adiad[oa]s?|foi adiad[oa]`)
/** "The exam is not postponed". */
const STAYS =
  /(?<![\p{L}])(?:not|\p{L}+n['’]t|isnt|wasnt|never|nicht|no|pas|não)(?: (?:yet|been|be|being|officially|getting|se|ha|está|est|foi))* (?:called off|cancel|postpon|delay|pushed|off(?!\p{L})|scrapped|abgesagt|verschoben|aplaz|retras|suspend|annul|report|adiad)/iu

export function saysOff(text: string): boolean {
  return OFF.test(text) && !LATE.test(text) && !STAYS.test(text)
}

/** Nouns that mean a plan told in other words: "the keys are delayed" of a move. */
const NOUNS: readonly (readonly [plan: RegExp, nouns: string])[] = [
  [
    any("mov(?:e|es|ing)|relocat\\p{L}+|(?:um)?zieh\\p{L}*|umzug|muda\\p{L}*|mudanza|(?:dé|em)ménage\\p{L}*"),
    "move moving keys lease landlord relocation umzug wohnung schlüssel mietvertrag mudanza traslado piso llaves déménagement appart clés mudança chaves",
  ],
  [
    any(
      "fl(?:y|ies|ying)|go(?:es|ing)|travel\\p{L}*|trip|visit\\p{L}*|fliegt|reist|fährt|vuela|viaj\\p{L}+|vole|voyage|voa|viaja",
    ),
    "flight flights trip visa airline flug reise vuelo viaje vol voyage voo viagem",
  ],
  [any("start\\p{L}*|begin\\p{L}*|job|fängt|empieza|commence|começa"), "start job contract onboarding"],
]

/** Returns the nouns that mean a plan, separated by spaces. */
export function nounsOfPlan(fact: string): string {
  return NOUNS.flatMap(([plan, nouns]) => (plan.test(fact) ? nouns : [])).join(" ")
}
