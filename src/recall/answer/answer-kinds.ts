/**
 * Kinds of answer beside those of recall/relevance/answer-types.ts: a person, a place, a sum of money, a name. Each says
 * which questions ask for it and which texts may hold it, in English, German, Spanish, French and Portuguese. Data only.
 */

function words(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "iu")
}

const FAVORITE =
  "favou?rites?|fav(?:e|s)?|lieblings\\p{L}*|favorit[oa]s?|preferid[oa]s?|pr[eé]f[eé]r[eé]e?s?|favorie?s?|favorites?"

export const ASKS_FOR_PERSON = words(
  "who|whos|who['’]s|whose|whom|(?:which|what) (?:person|guy|one of (?:us|you))|wer|wem|wen|wessen|bei wem|qui[eé]n(?:es)?|qui|quem",
)
/** Words by which a speaker tells of themselves. A fact about a person and a text that names one tell of a person too. */
export const TELLS_OF_SELF =
  /(?<![\p{L}'’])(?:i|im|i['’]m|ill|i['’]ll|ive|i['’]ve|me|my|mine|we|ich|mir|mich|mein\p{L}*|wir|yo|mi|me|nosotros|je|j['’]\p{L}+|moi|mon|ma|nous|eu|meu|minha|a gente)(?![\p{L}])/iu

export const ASKS_WHERE = words(
  "where|wheres|where['’]s|(?:which|what) (?:city|town|place|country|street|channel|room)|wo|wohin|woher|welche[rnms]? (?:stadt|ort|land|stra(?:ß|ss)e)|(?:a)?d[oó]nde|(?:en )?q(?:u[eé])? (?:sitio|ciudad|calle|lugar|pa[ií]s)|o[uù]|quelle (?:ville|rue)|a?onde|(?:em )?q(?:ue)? (?:cidade|lugar|rua)",
)
export const NAMES_PLACE =
  /(?<![\p{L}])(?:in|at|near|to|into|from|behind|under|next to|inside|im|am|beim?|nach|aus|zum|zur|hinter|unter|neben|en|al|del?|cerca de|desde|sur|aux?|chez|à|dans|devant|no|na|nos|nas|em|ao|perto)\s+(?:the |der |dem |den |die |das |el |la |los |las |les? |l['’]|o |a |my |our |meine[rm]? |mi )?\p{L}{3,}/iu

export const ASKS_MONEY = words(
  "how much (?:does|did|do|was|is|were|are|for|will|would|money|cash)?|what(?:['’]s| is| does| did| was)? (?:the |it )?(?:price|cost|fee)|(?:cost|costs|paid|pays?|earns?|price|salary|wage|rent)|wie ?viel (?:kostet|zahlt|verdient|geld)|was (?:kostets?|kostet|zahlt|verdient)|preis|cu[aá]nto (?:cuesta|cost[oó]|vale|pag\\p{L}+|gana|cobra)|por cu[aá]nto|precio|sueldo|(?:combien (?:[cç]a )?co[uû]te|co[uû]te combien)|prix|quanto (?:custa|custou|ganha)|quanto (?:\\p{L}+ ){0,2}pag\\p{L}+|por quanto|pre[cç]o",
)
/** A sum: a number that is no clock, date, version or part of a name. */
export const NAMES_MONEY =
  /\p{Sc}|(?<![\p{L}\p{N}])(?:free|gratis|cheap|expensive|kostenlos|umsonst|gratuit|gr[aá]tis|bucks|quid|euros?|dollars?|pounds?|grand|reais|kr|chf)(?![\p{L}])|(?<![\p{L}\p{N}.:,/#-])(?!(?:19|20)\d\d(?!\d)|\d{1,2}\.\d{1,2}\.|\d{1,2}\.? ?[-–] ?\d)\d{1,6}(?:[.,]\d{1,3})?k?(?![\p{L}\p{N}:/-]|[.,]\d| ?(?:uhr|h|am|pm|o['’]clock|times?|years?|days?|weeks?|months?|hours?|min\p{L}*|jahre?n?|tage?n?|wochen?|stunden?|a[nñ]os?|d[ií]as?|horas?|semanas?|ans|jours?|heures?|semaines?|anos?)(?![\p{L}])|\.? (?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}*)/iu

export const ASKS_NAME = words(
  "name of|names? (?:is|was|again)|\\p{L}+ name|what(?:['’]s| is| are| was| were| do| did)? .{0,30}(?:called|named|call)|wie hei(?:ß|ss)\\p{L}*|name[ns]? v\\p{L}+|c[oó]mo se llama\\p{L}*|nombre de|comment (?:s['’]appelle|il s['’]appelle)|nom d\\p{L}+|(?:como (?:se )?chama|qual (?:[eé] )?o nome)|nome d\\p{L}+",
)
export const NAMES_NAME =
  /(?<![\p{L}])(?:called|named|name['’]?s?|nickname|call(?:s|ed)?|mine['’]?s?|hei(?:ß|ss)\p{L}*|genannt|llama\p{L}*|nombre|appelle\p{L}*|nom|chama\p{L}*|nome)(?![\p{L}])|(?<=[\p{L}\p{N},;:'’)] )(?!I['’ ])\p{Lu}[\p{L}\p{M}\p{N}'’-]+/u

/** Things that a text either tells in these words or not at all: a favorite, a birthday, a family name, a telephone number. */
export const PLAIN_KINDS: readonly { asks: RegExp; tells: RegExp }[] = [
  {
    asks: words(FAVORITE),
    tells: words(
      `${FAVORITE}|lov(?:e[sd]?|ing)|lik(?:e[sd]?|ing)|best|prefers?|enjoys?|adores?|fans? of|obsessed|into|mag|mögen|liebt?|beste[nrs]?|am liebsten|fan v\\p{L}+|gustan?|encantan?|ador[oa]|mejor(?:es)?|prefier[eo]|aimes?|adores?|meilleure?s?|préfères?|gost[oa]|curt[eo]|am[ao]|melhor(?:es)?|prefere|prefiro`,
    ),
  },
  {
    asks: words(
      "(?:birth|b-?)days?|birthdates?|date of birth|(?:was|is|were) .{1,30} born|geburtstag\\p{L}*|geboren|cumplea[nñ]os|cumples?|anniversaires?|anivers[aá]rios?|niver",
    ),
    tells: words(
      "(?:birth|b-?)days?|birthdates?|born|turn(?:s|ed|ing)? \\d+|geburtstag\\p{L}*|geboren|werd(?:e|en) \\d+|wird \\d+|cumplea[nñ]os|cumpl\\p{L}+|naci\\p{L}+|anniversaires?|née?s?|anivers[aá]rios?|niver|nasc\\p{L}+",
    ),
  },
  {
    asks: words(
      "(?:last|family|sur|middle) ?names?|nachnamen?|familiennamen?|apellidos?|nom de famille|sobrenomes?",
    ),
    // The word itself, or two names in a row.
    tells:
      /(?<![\p{L}])(?:(?:[Ll]ast|[Ff]amily|[Ss]ur|[Mm]iddle) ?[Nn]ames?|[Nn]achnamen?|[Ff]amiliennamen?|[Aa]pellidos?|[Nn]om de famille|[Ss]obrenomes?)(?![\p{L}])|(?<![\p{L}])\p{Lu}\p{Ll}+ (?:(?:van|von|de|da|dos|del|le) )?\p{Lu}\p{Ll}+/u,
  },
  {
    asks: words(
      "(?:phone|mobile|cell|whatsapp|telephone) ?(?:numbers?|nr\\.?)|(?:telefon|handy)(?:nummer|nr\\.?)|(?:n[uú]mero|tel[eé]fono) de (?:tel[eé]fono|m[oó]vil|whatsapp)|num[eé]ro de t[eé]l(?:[eé]phone)?|n[uú]mero d[eo] (?:telefone|celular|telem[oó]vel|zap|whats(?:app)?)",
    ),
    tells:
      /(?:\d[ ().-]*){5}|\[[^\]]+\]|(?<![\p{L}])(?:phone|mobile|cell|handy|telefon\p{L}*|tel[eé]fono|m[oó]vil|t[eé]l[eé]phone|telefone|celular|telem[oó]vel)(?![\p{L}])/iu,
  },
]

/** Asks for what was said in the channel alone. */
export const ASKS_HERE = words(
  "(?:this|the) (?:channel|chat|thread)|in here|diese[mnr]? (?:kanal|channel|chat|thread)|este (?:canal|chat|hilo)|ce (?:salon|canal|fil)|(?:n?este|n?esse) (?:canal|chat)",
)

/** Asks where or as what somebody lives or works. */
export const ASKS_LIFE = words(
  "live[sd]?|living|works?|working|worked|employ\\p{L}*|jobs?|profession|career|wohn\\p{L}+|leb(?:t|en)|arbeite\\p{L}*|beruf|jobbt|vive[ns]?|viviendo|trabaja\\p{L}*|curra\\p{L}*|habite\\p{L}*|vit|travaille\\p{L}*|bosse|mora[m]?|trabalha\\p{L}*",
)

/** "Which lens", "what's the breed": the noun that the answer is one of. */
export const ASKS_FOR_THING =
  /(?<![\p{L}])(?:(?:what|which|whats)(?:['’]s| is| are| was| were)?|welche[rsnm]?|qué|^que|cuál(?:es)?(?: es| son| era)?|quell?e?s?(?: est| sont)?|qual|quais)(?: (?:the|der|die|das|el|la|los|las|le|les|o|a|os|as))? (?!(?:\p{L}+(?:ed|ing)|happens?|makes?|made|went|came|broke|fell|got|did|does|has|had|can|could|should|would|will|about|else|the|your|our|you|they|she|was|were|are|ist|war|hat)(?![\p{L}]))(?<noun>\p{L}{3,})(?![\p{L}])/iu

/** Asks for a yes or a no. */
export const ASKS_YES_OR_NO =
  /^(?:(?:so|and|wait|hey|ok(?:ay)?|btw|und|y|et|e),? )*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|am|ist|sind|bin|hat|habt|haben|kann|darf|muss|est-ce|tem|vai)(?:n['’]?t)?(?![\p{L}])/iu

/** A line that asks, also without a question mark: "@bot does Ada stream or not". */
export const ASKS =
  /\?\W*$|^(?:(?:@\S+|<[^>]+>),? )*(?:(?:so|and|but|ok(?:ay)?|hey|wait|also|then|now|und|aber|dann|jetzt|y|pero|entonces|ahora|et|mais|alors|e|mas|agora),? )*(?:who|whos|what|whats|when|where|wheres|which|why|how|(?:does|did|do|is|are|was|were|has|have|can|could|should|will|would) (?:i|you|u|he|she|it|they|we|that|this|there|any\p{L}*|some\p{L}*|the|\p{Lu}\p{L}+|\p{L}+ (?:ever|still|really|already))|(?:\p{L}+ )?did (?:you|u)|(?:bin|bist|hast|kannst|willst|magst|musst|darfst|sollst|brauchst|gehst|kommst|machst|weißt|wirst|warst|\p{L}{3,}st) du|(?:hat|kann|will|mag|braucht|kommt|kennt|weiß) (?:jemand|wer|einer|ihr|er|sie)|wer|was|wann|wo|wie|warum|wieso|qui[eé]n|qu[eé]|cu[aá]ndo|d[oó]nde|c[oó]mo|qui|quand|o[uù]|comment|pourquoi|quem|quando|onde|qual)(?![\p{L}])/u

/** A correction of an earlier line. */
export const CORRECTS =
  /^\W*(?:(?:no+(?:pe)?(?! (?:bother|worries|problem|rush|stress|way|idea))|nah|wait|actually|wrong|correction|nein|nee|doch|quatsch|falsch|stimmt nicht|qu[eé] va|mentira|non|n[ãa]o)(?!\p{L})|(?:he|she|it|that|they|you|there|i|we)(?:['’]s| is| was| are| were| do| does| did)?(?: not|n['’]?t)(?!\p{L})|das (?:ist|war) (?:nicht|falsch)(?!\p{L}))/iu

/** A proposal, which settles nothing yet: "are we still doing june", "ok vote: A or B", "wär der 11." */
export const PROPOSES =
  /\?|(?<!\p{L})(?:are we (?:still )?\p{L}+ing|shall we|should we|do we|what about|how about|let['’]?s vote|vote|poll|any objections|w[aä]r(?:e)? (?:der|die|das)|sollen wir|wollen wir|passt|vorschlag|propongo|votamos|qué os parece|on vote|je propose|proponho)(?!\p{L})/iu

/** A line whose author does not know the answer. */
export const KNOWS_NOTHING =
  /^\W*(?:(?:uh|um|hm+|sorry|oh|nope?|ich|yo|jo) )*(?:(?:i )?(?:don['’]?t know|dunno)|idk|no (?:idea|clue)|not (?:me|mine|sure)|beats me|keine ahnung|kein plan|wei(?:ß|ss) (?:ich )?nicht|ich nicht|ni idea|no (?:lo )?s[eé]|yo no|ni yo|aucune id[ée]e|je sais pas|chais pas|pas moi|n[ãa]o sei|sei l[áa]|eu n[ãa]o)(?:[,. ](?:\P{L}|sorry|lo juro|lol|tbh|i swear|ehrlich|promis|juro){0,12})?[.!…]*$/iu

/** A statement that asks for assent: "saturday at nine, ok?" */
export const ASKS_ASSENT =
  /(?<![\p{L}])(?:ok(?:ay)?|right|yeah|yes|no|deal|alright|oder|ne|gell|okay|ja|vale|s[ií]|verdad|non|hein|d['’]accord|n[ée]|certo|eh|huh)\?+$/iu

/** A later sentence of a text may ask. */
export const ASKS_LATER =
  /[.!…] (?:\p{L}+ ){0,2}(?:who|what|when|where|which|why|how|wer|was|wann|wo|wie|warum|qui[eé]n|qu[eé]|cu[aá]ndo|d[oó]nde|c[oó]mo|qui|quand|o[uù]|comment|quem|quando|onde|qual)(?![\p{L}])/iu

/** A line that says that something is no longer as it was. */
export const TELLS_CHANGE = words(
  "now|instead|moved|moves|(?:moving|pulling|pushing)(?: \\S+){0,3} (?:to|from)|correction|shift(?:s|ed)|update|changed|changes|change of plans?|pushed|not \\S+ any ?more|postponed|rescheduled|delayed|pushed back|no longer|not any ?more|anymore|actually|jetzt|nun|erst|doch|sondern|stattdessen|(?:ver)?schiebe?n?|verschoben|verlegt|nicht mehr|ge[aä]ndert|berichtigung|korrektur|correcci[oó]n|ahora|al final|finalmente|cambi\\p{L}+|retras\\p{L}+|aplaz\\p{L}+|ya no|maintenant|finalement|report[eé]\\p{L}*|d[eé]cal[eé]\\p{L}*|plus|agora|mudou|adi(?:ou|ado|ada)|passou",
)

/** Asks how something came out. */
export const ASKS_OUTCOME = words(
  "ends? up|ended up|land(?:ed)? on|settled?|decid\\p{L}+|agreed?|final(?:ly)?|in the end|now|after all|going with|picked?|chose|chosen|entschieden|beschlossen|geeinigt|am ende|schlie(?:ß|ss)lich|letzten endes|jetzt|nun|al final|finalmente|decid\\p{L}+|qued(?:amos|aron|ó|o)|ahora|finalement|d[eé]cid\\p{L}+|retenu|maintenant|no fim|no final|ficou|ficamos|combin\\p{L}+|agora",
)
/** A line that settles a matter, by how it begins. Such lines are short and hold few other words. */
export const SETTLES =
  /(?:^|[,.!] )\W*(?:(?:ok(?:ay)?|very well|sorry|right|alright|great|perfect|cool|so|then|fine|gut|na gut|also|dann|vale|venga|pues|bueno|perfecto|bon|alors|du coup|parfait|t[áa]|beleza|ent[ãa]o),? )*(?:[\p{L}\p{N}][\p{L}\p{N}:'’ -]{0,30}(?<!(?<!\p{L})(?:that|what|who|how|way|where|when|make|whatever|like)) it is(?!\p{L}| (?:a|an|the|not|so|too|very))|settled(?!\p{L})|(?:it['’]?s |that['’]?s )?(?:done|decided|agreed|sorted|final answer)[,:] +(?=\P{L}*[\p{L}\p{N}])|fine,? (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|one|two|three|four|five|six|\p{N})|(?!what|who|which|that|it)\p{L}+ stands(?!\p{L}| (?:for|out|up|on|in|at|by))|so it['’]?s |(?:we['’]re |let['’]s )?go(?:ing)? with |moved (?:it|to) |erledigt,|abgemacht|beschlossen|entschieden|dann (?:machen|nehmen|treffen) wir|machen wir (?:so|das)|es bleibt bei|wir nehmen |hecho, |decidido|quedamos |queda (?:en|el|a|para|para el) |entonces (?:el|la|los|las|a|en) |nos quedamos con |adjudicad[oa]|c['’]est (?:d[ée]cid[ée]|r[ée]gl[ée])|on part sur |on fait |va pour |(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mo|diens|donners|frei|sams|sonn)tag|mittwoch|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|segunda|ter[çc]a|quarta|quinta|sexta)(?!\p{L})[^.!?,]{0,25} (?:then|dann|entonces|alors|ent[ãa]o)(?!\p{L})|fechad[oa]|combinado|ficou |vamos (?:de|com) )/iu
