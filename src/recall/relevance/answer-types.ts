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
}

const WEEKDAYS =
  "mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:rs?(?:days?)?)?|fri(?:days?)?|satur?(?:days?)?|sundays?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|segundas?|ter[cç]as?|quartas?|quintas?|sextas?"
const MONTHS =
  "jan(?:uary|uar)?|feb(?:ruary|ruar)?|march|m[aä]rz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|oktober|nov(?:ember)?|dec(?:ember)?|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|f[eé]vrier|mars|avril|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[eé]cembre|janeiro|fevereiro|mar[cç]o|maio|junho|julho|setembro|outubro|novembro|dezembro"
const RELATIVE =
  "today|tonight|tomorrow|tmrw|yesterday|week(?:end)?s?|months?|years?|daily|morning|afternoon|evening|noon|midnight|spring|summer|autumn|winter|ago|until|till|since|heute|morgen|gestern|woche(?:nende)?n?|monate?n?|jahre?n?|abends?|mittags?|nachts|seit|bis|fr[uü]hling|sommer|herbst|hoy|ma[nñ]ana|ayer|semanas?|mes(?:es)?|a[nñ]os?|noche|tarde|mediod[ií]a|desde|hasta|aujourd['’]hui|demain|hier|semaines?|mois|ans?|soir|matin|midi|minuit|depuis|jusqu\\p{L}*|hoje|amanh[aã]|ontem|m[eê]s|anos?|noite|manh[aã]|meio-dia|at[eé]"
const CLOCK =
  "\\d{1,2}[:.h]\\d{2}|\\d{1,2} ?(?:am|pm|uhr|h|ish)|(?:at|um|gegen|a las?|[àa]s?|till|until|bis|from|by|half) \\d{1,2}|noon|midnight|mittags?|mitternacht|mediod[ií]a|midi|minuit|meio-dia|meia-noite"
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

/** The first that fits a question counts. */
export const ANSWER_TYPES: readonly AnswerType[] = [
  {
    asks: words(
      "what time|which hour|at what time|how late|wie ?viel uhr|wann genau|um wie ?viel|(?:a|hasta) qu?[eé]? ?hora|[àa] quelle heure|quelle heure|(?:a )?q(?:ue)? horas?|que horas",
    ),
    answers: words(CLOCK),
    isTold: true,
  },
  {
    asks: words(
      "when(?:'s|s)?|(?:what|which) (?:dates?|days?|months?|years?|weekdays?)(?: of the (?:week|month|year))?|(?:till|until|since) when|how long(?: ago)?|wann|seit wann|bis wann|(?:an )?welche[rnms]? (?:wochentag|tag|datum|monat|jahr)\\p{L}*(?: der woche| des monats)?|wie lange|cu[aá]ndo|qu[eé] d[ií]as?(?: de la semana| del mes)?|desde cu[aá]ndo|cu[aá]nto tiempo|quand|quel jours?|quelle date|depuis quand|combien de temps|quando|q(?:ue)? dias?|desde quando|quanto tempo",
    ),
    answers: new RegExp(
      `${words(`${WEEKDAYS}|${MONTHS}|${RELATIVE}|${CLOCK}|(?:19|20)\\d\\d|\\d{1,2}(?:st|nd|rd|th|er)|\\d{1,2}[./-]\\d{1,2}\\.?`).source}`,
      "iu",
    ),
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
      "how (?:many|old|tall|big|far|often|heavy)|what (?:number|age|size|rank|version|score)|wie (?:viele?|alt|gro(?:ß|ss)|oft|weit)|cu[aá]nt[oa]s|qu[eé] edad|combien|quel [aâ]ge|quant[oa]s|q(?:ue)? idade",
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
