/**
 * The kinds of answer that questions ask for ("when", "how much", "what color"), and how each looks in a text. English,
 * German, Spanish, French and Portuguese. Data only.
 */

export interface AnswerType {
  /** Matches a question of this kind. */
  asks: RegExp
  /** Matches a text that may answer it. */
  answers: RegExp
  /** False if an answer often shows none of it: people give reasons without "because". */
  isTold: boolean
  /** True for a time of the day or a date. */
  isMoment?: true
}

const WEEKDAYS =
  "mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:rs?(?:days?)?)?|fri(?:days?)?|satur?(?:days?)?|sundays?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|segundas?|ter[cç]as?|quartas?|quintas?|sextas?"
const MONTHS =
  "jan(?:uary|uar)?|feb(?:ruary|ruar)?|march|m[aä]rz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|oktober|nov(?:ember)?|dec(?:ember)?|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|f[eé]vrier|mars|avril|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[eé]cembre|janeiro|fevereiro|mar[cç]o|maio|junho|julho|setembro|outubro|novembro|dezembro"
const RELATIVE =
  "today|tonight|tomorrow|tmrw|yesterday|week(?:end)?s?|months?|years?|daily|morning|afternoon|evening|noon|midnight|spring|summer|autumn|winter|ago|until|till|since|heute|morgen|gestern|woche(?:nende)?n?|monate?n?|jahre?n?|abends?|mittags?|nachts|seit|bis|fr[uü]hling|sommer|herbst|hoy|ma[nñ]ana|ayer|semanas?|mes(?:es)?|a[nñ]os?|noche|tarde|mediod[ií]a|desde|hasta|aujourd['’]hui|demain|hier|semaines?|mois|ans?|soir|matin|midi|minuit|depuis|jusqu\\p{L}*|hoje|amanh[aã]|ontem|m[eê]s|anos?|noite|manh[aã]|meio-dia|at[eé]"
const CLOCK =
  "(?:[01]?\\d|2[0-3])[:.h][0-5]\\d|\\d{1,2} ?(?:am|pm|uhr|h|ish|sharp|o['’]?clock|en punto)|(?:at|um|gegen|a las?|[àa]s|à|till|until|bis|from|by|half|punkt|around|before|after) \\d{1,2}|(?:at|um|by|half|halb|punkt) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eins|zwei|drei|vier|f[uü]nf|sechs|sieben|acht|neun|zehn|elf|zw[oö]lf)|a las? (?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)|noon|midnight|mittags?|mitternacht|mediod[ií]a|midi|minuit|meio-dia|meia-noite"
const NUMBER_WORDS =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|dozen|couple|half|both|none|eine?[nr]?|zwei|drei|vier|f[uü]nf|sechs|sieben|acht|neun|zehn|una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|um|uma|dois|duas|tr[eê]s|sete|oito|nove|dez"
const COLORS =
  "red|blue|green|yellow|orange|purple|pink|black|white|gr[ae]y|brown|teal|navy|gold(?:en)?|silver|beige|turquoise|rot\\p{L}*|blau\\p{L}*|gr[uü]n\\p{L}*|gelb\\p{L}*|lila|schwarz\\p{L}*|wei(?:ß|ss)\\p{L}*|grau\\p{L}*|braun\\p{L}*|roj[oa]s?|azul(?:es)?|verdes?|amarill[oa]s?|negr[oa]s?|blanc[oa]s?|gris(?:es)?|rouges?|bleue?s?|verte?s?|jaunes?|noire?s?|blanche?s?|vermelh[oa]s?|amarel[oa]s?|pret[oa]s?|branc[oa]s?|cinza|rox[oa]s?"

/** Words that name a time. */
export const TIME_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${WEEKDAYS}|${MONTHS}|${RELATIVE}|next|last|this|(?:19|20)\\d\\d|\\d{1,2}(?:st|nd|rd|th|\\.)?)(?![\\p{L}\\p{N}])`,
  "giu",
)

function words(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "iu")
}

const NUMBER = new RegExp(`\\p{N}|${words(NUMBER_WORDS).source}`, "iu")
/** A number, and not by an article. */
const MEASURE =
  /\p{N}|(?<![\p{L}])(?:t(?:wo|hree|en|welve|wenty|hirty)|f(?:our|ive|orty|ifty)|s(?:ix|even)|eight|nine|eleven|hundred|thousand|half|size|small|medium|large|x{0,2}l|zwei|drei|vier|f[uü]nf|sechs|sieben|acht|neun|zehn|hundert|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien|deux|trois|quatre|cinq|sept|huit|neuf|dix|dois|duas|oito|nove|dez|cem)(?![\p{L}])/iu
/** A number beside words of age, or alone. */
const AGE = new RegExp(
  `^(?:[^:\\n]{1,40}: )?\\W*(?:1[0-2]\\d|\\d{1,2})\\W*$|${
    words(
      "(?:i['’]?m|am|is|are|was|be|he['’]?s|she['’]?s|they['’]?re|turn(?:s|ed|ing)?|ag(?:e|ed)|bin|ist|bist|werde|wird|wurde|war|alter|tengo|tiene|tienes|ten[ií]a|cumpl\\p{L}+|edad|j['’]ai|il a|elle a|tenho|tem|fa[cz]\\p{L}+|fiz) (?:(?:like|about|almost|nearly|only|just|already|now|a|the big|over|fast|schon|erst|fast|gerade|ya|casi|solo|d[eé]j[aà]|presque|quase|j[aá]) )*(?:1[0-2]\\d|\\d{1,2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ]\\p{L}+)?|(?:thir|four|fif|six|seven|eigh|nine)teen)(?! ?(?:[.,:/%\\p{Sc}]\\d?|\\d|min|h|uhr|am|pm|km|kg|people|ppl|of|minutes?|hours?|days?|weeks?|months?|minuten|stunden|tage|wochen|monate|minutos|horas|d[ií]as|semanas|meses|heures|jours|semaines|mois|st|nd|rd|th)(?!\\p{L}))|(?:1[0-2]\\d|\\d{1,2})(?:st|nd|rd|th)? ?-?(?:years?|yrs?|yo|y\\/?o|year-olds?|birthday|bday|jahre|j[aä]hrig\\p{L}*|geburtstag|a[nñ]os|a[nñ]itos|ans|anos)|years? old|born|geboren|nac[ií]\\p{L}*|née?",
    ).source
  }`,
  "iu",
)

/** The first that fits a question counts. */
export const ANSWER_TYPES: readonly AnswerType[] = [
  {
    asks: words(
      "what time|which hour|at what time|how late|wie ?viel uhr|wann genau|um wie ?viel|(?:a|hasta) qu?[eé]? ?hora|[àa] quelle heure|quelle heure|(?:a )?q(?:ue)? horas?|que horas",
    ),
    answers: words(CLOCK),
    isTold: true,
    isMoment: true,
  },
  {
    asks: words(
      "when(?:'s|s)?|(?:what|which) (?:dates?|days?|months?|years?|weekdays?)(?: of the (?:week|month|year))?|(?:till|until|since) when|how long ago|wann|seit wann|bis wann|(?:an )?welche[rnms]? (?:wochentag|tag|datum|monat|jahr)\\p{L}*(?: der woche| des monats)?|cu[aá]ndo|qu[eé] d[ií]as?(?: de la semana| del mes)?|desde cu[aá]ndo|quand|quel jours?|quelle date|depuis quand|quando|q(?:ue)? dias?|desde quando",
    ),
    answers: new RegExp(
      `${words(`${WEEKDAYS}|${MONTHS}|${RELATIVE}|${CLOCK}|(?:19|20)\\d\\d|\\d{1,2}(?:st|nd|rd|th|er)|\\d{1,2}[./-]\\d{1,2}\\.?`).source}`,
      "iu",
    ),
    isTold: true,
    isMoment: true,
  },
  {
    asks: words(
      "how long|for how long|wie lange|cu[aá]nto (?:tiempo|dura\\p{L}*|tarda\\p{L}*)|(?:pendant )?combien de temps|quanto (?:tempo|dura\\p{L}*|demora\\p{L}*)",
    ),
    answers: new RegExp(
      `${words(`(?:\\d+(?:[.,:]\\d+)?|a|an|few|several|some|${NUMBER_WORDS}|ein\\p{L}*|paar|un[oa]?s?|quelques)(?:[ -]?(?:to|-|bis|a|à) ?\\d+)?[ -]?(?:more |full |whole |good |ganze |weitere )?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?|nights?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|n[aä]chte?|wochen?|monate?n?|jahre?n?|segundos?|minutos?|horas?|d[ií]as?|noches?|semanas?|mes(?:es)?|a[nñ]os?|jours?|nuits?|mois|ans?|heures?|semaines?|dias?|noites?|m[eê]s|anos?)|until|till?|since|from|through|all (?:day|night|week|summer)|forever|seit|bis|von|desde|hasta|jusqu\\p{L}*|depuis|at[eé]|weekend|overnight|wochenende`).source}|\\d ?(?:-|–|to|til|bis|a) ?(?:the )?\\d`,
      "iu",
    ),
    isTold: true,
  },
  {
    asks: words(
      "how often|how frequently|wie (?:oft|h[aä]ufig)|cada cu[aá]nto|con qu[eé] frecuencia|cu[aá]ntas veces|[àa] quelle fr[eé]quence|combien de fois|com que frequ[eê]ncia|quantas vezes",
    ),
    answers: words(
      "every|each|once|twice|thrice|times?|x|daily|weekly|monthly|yearly|annually|nightly|biweekly|fortnight\\p{L}*|always|never|rarely|constantly|(?:mon|tues|wednes|thurs|fri|satur|sun)days|week(?:day|end)s|mornings|evenings|nights|jede[nrsm]?|alle|\\p{L}*mal|t[aä]glich|w[oö]chentlich|monatlich|j[aä]hrlich|immer|nie|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|abends|morgens|cada|todos|todas|vez|veces|diario|diariamente|semanal\\p{L}*|mensual\\p{L}*|siempre|nunca|los (?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados|domingos)|tous|toutes|chaque|fois|toujours|jamais|tod[oa]s?|vezes|sempre|semanalmente",
    ),
    isTold: true,
  },
  {
    asks: words(
      "how old|what age|wie alt|qu[eé] edad|cu[aá]ntos a[nñ]os|quel [aâ]ge|q(?:ue)? idade|quantos anos",
    ),
    answers: AGE,
    isTold: true,
  },
  {
    asks: words(
      "how much|what(?:'s| is| does| did)? (?:the )?(?:price|cost)|(?:cost|costs|paid|pay|earn|price|salary)|wie ?viel kostet|was kostet|preis|verdient|cu[aá]nto (?:cuesta|cost[oó]|vale|pag\\p{L}+|gana)|por cu[aá]nto|precio|combien (?:[cç]a )?co[uû]te|prix|quanto (?:custa|custou|pag\\p{L}+|ganha)|por quanto|pre[cç]o",
    ),
    answers: new RegExp(
      `\\p{Sc}|\\p{N}|${words("free|gratis|cheap|expensive|kostenlos|gratuit|gr[aá]tis|bucks|quid|euros?|dollars?|grand").source}`,
      "iu",
    ),
    isTold: true,
  },
  {
    asks: words(
      "how (?:tall|big|far|heavy|high|deep|wide|fast)|wie (?:gro(?:ß|ss)|weit|schwer|hoch|tief|breit|schnell)",
    ),
    answers: MEASURE,
    isTold: true,
  },
  {
    asks: words(
      "how many|what (?:number|size|rank|version|score)|wie viele?|cu[aá]nt[oa]s|combien|quant[oa]s",
    ),
    answers: NUMBER,
    isTold: true,
  },
  {
    asks: words(
      "(?:what|which)(?: is|['’]s| are| was| were)?(?: [\\p{L}\\p{N}'’._-]+){0,4} colou?rs?|welche farbe|lieblingsfarbe|(?:de )?qu[eé] color|color (?:favorito|preferido)|(?:de )?quelle couleur|couleur pr[eé]f[eé]r[eé]e|(?:de )?q(?:ue)? cor|cor (?:favorita|preferida)",
    ),
    answers: words(COLORS),
    isTold: true,
  },
  {
    asks: words("why|how come|what for|warum|wieso|weshalb|weswegen|por qu[eé]|pourquoi|por ?qu[eê]"),
    answers: words(
      "because|cause|cuz|bc|since|so|due|weil|denn|wegen|da|porque|pq|por|ya que|parce que|car|comme|pois|para|to|for|too",
    ),
    isTold: false,
  },
]
