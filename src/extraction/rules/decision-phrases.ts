/**
 * Announcements by which a group decides something: a rule, a vote's result, a decision. A row is a topic, a pattern for a
 * whole message, the fact's opening, and examples, which are its tests (test/unit/decisions.test.ts). Data only.
 */
import { QuickPattern } from "../../text/quick-pattern.ts"
import { type Example, tableRows } from "./rows.ts"

interface Decision {
  /** Matches a whole message in any letter case. Group `what` says what was decided. */
  said: QuickPattern
  /** The fact's opening, before what was decided. */
  opening: string
  topic: string
  /** A further condition on the words after the opening, or on the talk before them. */
  needs: Need
  examples: readonly Example[]
}

/**
 * "Agreed" and "official" stand in front of opinions too, so that what follows must be `binding` for somebody. "Result" and
 * "won" tell of games too: such words need a count of votes, or people who spoke of a `vote` before. What "we" do needs the
 * `assent` of somebody else, and "X it is" also that X was `named` before.
 */
type Need = "binding" | "vote" | "assent" | "named" | null

/** Words before an announcement that say nothing. */
const LEAD = String.raw`(?:[\s>*#_📢🚨⚠️📌🗳️❗‼️:-]|@everyone|@here|ok(?:ay)?|so|also|alright|right|and|nice|oh|ach|und|heads up|psa|reminder|quick|update|btw|also)*(?<![\p{L}](?=\p{L}))[\s,:.!-]*`

export const GROUP_DECISIONS: readonly Decision[] = tableRows(String.raw`
decision: ${LEAD}(?<what>we (?:meet|play|raid|rehearse|train|practi[cs]e|stream|record|run|read) (?:every|each|on) (?:other )?(?:week ?days?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)(?:[, ].{1,40})?)[.!]* => Regular
  + we meet every tuesday at 8 -> Regular: we meet every tuesday at 8
decision/assent: ${LEAD}(?:so )?we(?:['’]ve| have)? (?:decided|agreed|voted) (?:to|on) (?<what>(?:use|go with|play|read|watch|ban|allow|keep|drop|host|switch to|meet|start|stop|require|skip|merge|ship)\b.{3,120}) => Decided
  + we decided to use postgres -> Decided: use postgres
decision/assent: ${LEAD}(?:so )?we(?:['’]?re| are) (?<what>going with (?!(?:it|that|this|you|him|her|them|my|our) )[^,]{2,60}?)(?: then)?[.!]* => Decided
  + ok we're going with Dune -> Decided: going with Dune
decision: ${LEAD}(?<what>(?:our |the )?(?:book|film|movie|album|anime|theme) of the (?:month|week) (?:is|will be) .{2,60}) => Decided
  + book of the month is Dune -> Decided: book of the month is Dune
rule: ${LEAD}(?:from (?:today|now)(?: on)?,? )?(?<what>[\p{L}#' -]{3,40} (?:is|are) (?:now )?(?:banned|forbidden|not allowed|off[- ]limits)\b.{0,80}?),? (?:from (?:today|now)(?: on)?|as of (?:today|now)|effective immediately) => Rule
  + 📢 spoilers are banned outside #spoilers from today -> Rule: spoilers are banned outside #spoilers
  - phones are banned in schools here
vote: ${LEAD}we voted ?[:,–—-]+ *(?=\S)(?<what>.{3,160}) => Vote
  + we voted: pizza 5, sushi 3 -> Vote: pizza 5, sushi 3
rule: ${LEAD}(?:new |house |server |channel |guild |club |mod |small |one )*rules?(?: (?:change|update|reminder|here|now|from now on|as of (?:today|now)|after [^:]{3,40}))*(?: is)? ?[:–—-] *(?<what>.{12,220}) => Rule
  + new rule: nobody merges their own PR, one other approval needed -> Rule: nobody merges their own PR, one other approval needed
  - house rule: in monopoly you go to jail if you laugh lol | new rule: i always win
rule: ${LEAD}(?:from now on|effective immediately|starting (?:today|now|tomorrow|monday|next week)|as of (?:today|now|monday|next week))[,:]? (?:please |we )?(?<what>(?:all |every |no |only |everyone|everybody|nobody|posts?|spoilers?|links?|memes?|screenshots?|promo|self[- ]promo|bots?|the (?=(?:rules?|limit|channel|server|deadline|bot|queue|default|minimum)\b|.* (?:must|no longer|only|has to|have to)\b)|please |keep |use |tag |put |post ).{10,200}) => Rule
  + from now on the bot posts in #logs -> Rule: the bot posts in #logs
  + from now on no spoilers outside #spoilers, please -> Rule: no spoilers outside #spoilers, please
  - from now on the sun sets at four | starting tomorrow the shops close early | from now on i only drink tea
decision/binding: ${LEAD}(?:it'?s |thats |that'?s |this is )?(?:(?:settled|agreed|official)(?: then| so)?[:,.!–—-]+|decided(?: then| so)?[,.!]+) *(?:so |it'?s )?(?<what>.{12,200}) => Decided
  + agreed, we use tabs in this repo -> Decided: we use tabs in this repo
  - agreed, i love that | agreed, that movie was really boring | official: winter is the worst season
decision: ${LEAD}(?:(?:final |group |team )?decision|decided)(?: then| so)? ?[:–—-]+ *(?:it'?s )?(?<what>.{4,200}) => Decided
  + ok decided: 3.10 is the minimum from 0.9 on -> Decided: 3.10 is the minimum from 0.9 on
  + final decision: postgres -> Decided: postgres
  - decided: we take it | decided: friday at 8 | decision: that one | decided: not on fridays either
decision/binding: ${LEAD}(?<what>.{12,160})[,.:;!–—-] *(?:it'?s |thats |that'?s |consider it )?(?:settled|decided|final|official|done deal)(?: then| now)?[.!]* => Decided
  + 3.10 is minimum from 0.9 on. decided. -> Decided: 3.10 is minimum from 0.9 on
  - liverpool are the best team, official
vote: ${LEAD}(?:the )?(?:vote|poll|votes|voting)(?:'?s)?(?: (?:is|are|has|have|(?:for|on) (?<of>[^:]{2,30})|results?|closed|over|in|done))* ?[:,.!–—-]+ *(?=\S)(?<what>.{4,200}) => Vote
  + poll result: pizza -> Vote: pizza | vote's in: Dune wins 9 to 4 -> Vote: Dune wins 9 to 4
  + poll is closed: 9 for Dune, 4 for Alien -> Vote: 9 for Dune, 4 for Alien
  + vote on the new logo: 9 yes, 4 no -> Vote (the new logo): 9 yes, 4 no
  - vote is still open: pick one | vote's in: 9 yes, 4 no | votes are in: 7 for, 2 against
vote/vote: ${LEAD}(?:the )?(?:results?|final (?:count|tally))(?: (?:is|are|(?:for|on) (?<of>[^:]{2,30})|in))* ?[:,.!–—-]+ *(?=\S)(?<what>.{4,200}) => Vote
  + results: 9 votes for Dune, 4 for Alien -> Vote: 9 votes for Dune, 4 for Alien
  - results: 45 fps on the new card | final tally: 11 votes for, 3 against
vote/vote: ${LEAD}(?<what>(?!(?:we|they|he|she|i|you|who|it|team)\b)[\p{L}\d' #"&-]{2,60} (?:won|wins|takes|took) (?:the (?:vote|poll)|it|with \d+)?,? ?\(?(?:with )?(?:\d+ ?(?:to|-|–|:|vs|votes?|against) ?\d*|by \d+|the (?:vote|poll)).{0,60}) => Vote
  + Dune wins the poll 9 to 4 -> Vote: Dune wins the poll 9 to 4
  - Liverpool won 3-1 | red team won 13-7 | the giants won by 3
rule: ${LEAD}(?:neue |unsere )?regel(?: ab (?:sofort|jetzt|heute))?[:–—-] *(?<what>.{12,200})|ab (?:sofort|jetzt|heute)(?: gilt)?:? *(?<also>(?:keine? |nur |alle |bitte |niemand ).{10,200}) => Regel
  + neue regel: spoiler nur noch in #spoiler -> Regel: spoiler nur noch in #spoiler
vote/vote: ${LEAD}(?:abstimmung|ergebnis|umfrage)(?: (?:der )?(?:abstimmung|umfrage))?(?: (?<of>(?!ist|da|beendet|der|vorbei)\p{L}+(?: \p{L}+){0,2})| \p{L}+){0,2}[:–—-] *(?<what>.{8,200}) => Abstimmung
  + ergebnis der abstimmung: 9 für Dune, 4 für Alien -> Abstimmung: 9 für Dune, 4 für Alien
  + ergebnis zum logo: 9 stimmen dafür, 4 dagegen, abstimmung vorbei -> Abstimmung (zum logo): 9 stimmen dafür, 4 dagegen, abstimmung vorbei
  - ergebnis: 45 fps mit der neuen karte | abstimmung: 9 dafür, 4 dagegen
rule: ${LEAD}(?:nueva )?(?:regla|norma)(?: nueva)?[:–—-] *(?<what>.{12,200})|(?:a partir de|desde) (?:hoy|ahora|mañana|el lunes),? *(?<also>(?:no se |nada de |prohibid|todos |todas |solo |los |las ).{8,200}) => Regla
  + nueva regla: nada de spoilers fuera de #spoilers -> Regla: nada de spoilers fuera de #spoilers
vote/vote: ${LEAD}(?:la )?(?:votación|resultado|encuesta)(?: \p{L}+){0,3}[:–—-] *(?<what>.{8,200}) => Votación
  + resultado: 9 para Dune y 4 para Alien -> Votación: 9 para Dune y 4 para Alien
  - resultado: 45 fps con la nueva
rule: ${LEAD}(?:nouvelle )?règle(?: \p{L}+){0,2} ?[:–—-] *(?<what>.{12,200})|(?:à partir d[e'’] ?(?:aujourd'hui|maintenant|lundi|demain)|désormais),? *(?<also>(?:plus de |pas de |interdit|tout le monde |on ne ).{8,200}) => Règle
  + nouvelle règle : pas de spoil hors de #spoil -> Règle: pas de spoil hors de #spoil
vote/vote: ${LEAD}(?:résultats?|vote)(?: (?:du )?(?:vote|sondage))?(?: (?<of>(?!ouvert|clos|fini)\p{L}+(?: \p{L}+)?))? ?[:–—-] *(?<what>.{8,200}) => Vote
  + résultat ia : 14 pour l'interdire, 3 contre -> Vote (ia): 14 pour l'interdire, 3 contre
  + résultat du vote : 9 pour Dune, 4 pour Alien -> Vote: 9 pour Dune, 4 pour Alien
  - résultat : 45 fps avec la nouvelle | résultat : 14 pour l'interdire, 3 contre
rule: ${LEAD}(?:nova )?regra(?: nova)?[:–—-] *(?<what>.{12,200})|a partir de (?:hoje|agora|amanhã|segunda),? *(?<also>(?:nada de |não pode|proibid|só |todo mundo ).{8,200}) => Regra
  + nova regra: nada de spoiler fora do #spoiler -> Regra: nada de spoiler fora do #spoiler
vote/vote: ${LEAD}(?:resultado|votação|enquete)(?: \p{L}+){0,3}[:–—-] *(?<what>.{8,200}) => Votação
  + votação encerrada: 9 pra Dune, 4 pra Alien -> Votação: 9 pra Dune, 4 pra Alien
  - resultado: 45 fps com a nova
rule: ${LEAD}(?:.{2,30}talked(?: about it)?[:,] *)?(?:also )?new rule(?: (?!for)[^:,]{3,40})?, *(?<what>(?:no|nobody|everyone|everybody|only|please|always|never|all|keep|use|post|tag|put|don['’]?t)\b.{8,200}) => Rule
  + also lieke and i talked: new rule, no more posting strangers in #gallery -> Rule: no more posting strangers in #gallery
  - new rule, you have to laugh
rule: ${LEAD}(?<what>.{12,160}?)[.,;]+ *(?:and )?(?:that['’]?s|its|it['’]?s|this is) (?:the|a|our) (?:new )?rule(?: now| here| from now on)?[.!]* => Rule
  + posts need a price, that's the rule now -> Rule: posts need a price
rule: ${LEAD}(?<what>.{12,160}?)[.,;]+ *(?:das )?(?:haben wir (?:\p{L}+ ){0,3}(?:so )?(?:beschlossen|vereinbart|ausgemacht)|ist (?:jetzt |ab jetzt |ab sofort )?(?:die )?regel)\b.* => Regel
  + wer ohne abmeldung fehlt, zahlt in die kasse. haben wir im juni beschlossen -> Regel: wer ohne abmeldung fehlt, zahlt in die kasse
rule: ${LEAD}(?<what>.{10,160}?)[.,;]+ *(?:isso )?(?:agora )?é (?:a )?regra(?: agora)?[.!]* => Regra
  + a gente tem que parar às 23h em ponto. é regra agora -> Regra: a gente tem que parar às 23h em ponto
rule: ${LEAD}(?<what>.{10,160}?)[.,;]+ *(?:eso )?(?:ahora )?es (?:la |una )?(?:regla|norma)(?: ahora)?[.!]* => Regla
  + todo el mundo sale a las once. es norma ahora -> Regla: todo el mundo sale a las once
rule: ${LEAD}(?<what>.{10,160}?)[.,;]+ *c['’ ]?est la règle(?: maintenant)?[.!]* => Règle
  + on arrête à 23h pile. c'est la règle maintenant -> Règle: on arrête à 23h pile
decision: ${LEAD}(?:final decision|(?:it['’]?s )?decided|(?:it['’]?s )?settled|agreed|deal)(?: then)?[:,.!]+ *(?<what>(?:we|the|our) .{8,160}) => Decided
  + its settled. we meet at the library -> Decided: we meet at the library
rule: ${LEAD}(?:beschlossen|entschieden)(?: ist)?[:,.!–—-]+ *(?<what>.{8,160}) => Beschlossen
  + beschlossen: wir fahren am samstag mit dem zug -> Beschlossen: wir fahren am samstag mit dem zug
  - beschlossen: wir machen es | beschlossen: auch nicht am freitag
decision: ${LEAD}(?:decidido|queda decidido|acordado|aprobado)[:,.!–—-]+ *(?<what>.{8,160}) => Decidido
  + decidido: jugamos los martes -> Decidido: jugamos los martes
  - decidido: lo prohibimos | acordado: tampoco los lunes | aprobado, desde mañana ni los domingos
decision: ${LEAD}(?:c['’ ]?est )?(?:décidé|acté|validé) ?[:,.!–—-]+ *(?<what>.{8,160}) => Décidé
  + c'est acté : on joue au tarot le jeudi -> Décidé: on joue au tarot le jeudi
  - c'est acté : on le fait demain | acté : même pas le vendredi
decision/assent: ${LEAD}(?:so )?we(?:['’]?re| are|['’]ll| will)? (?<what>(?:moving|switching|move|switch|meet|meeting|use|using|play|playing|read|reading|watch|watching|stick|sticking|stay|staying|keep|keeping|drop|dropping|skip|skipping|start|starting) (?!(?:it|that|this|you|him|her|them|up|on)\b)[^,?]{3,80}?)(?: (?:then|from now on))?[.!]* => Decided
  + we're switching to matrix -> Decided: switching to matrix | we meet at the library then -> Decided: meet at the library
  - we use it | we'll keep cheering each other on | we'll stay in touch
decision/named: ${LEAD}(?<what>(?:(?!(?:so|how|which|yes|no|never|sure|maybe|that|this|what|when|where|who|why|i|is|there|here|whatever|ok)\b)[\p{L}\d:'’&-]+ ?){1,4}) it is(?: then)?[.!]* => Decided
  - so it is
decision/assent: ${LEAD}(?:also,? )?(?:dann )?(?:machen|nehmen|treffen|spielen|lesen|schauen|bleiben|fahren) wir (?<what>(?!(?:es|das|was|mal|ja|nicht)\b)[^,?]{4,80}?)[.!]* => Abgemacht
  + dann nehmen wir postgres -> Abgemacht: postgres
decision/assent: ${LEAD}(?:pues |entonces )?(?:quedamos en|nos quedamos con|vamos con|usamos|leemos|jugamos a) (?<what>[^,?]{4,80}?)[.!]* => Decidido
  + pues vamos con dune -> Decidido: dune
decision/assent: ${LEAD}(?:bon |donc |alors )?(?:on (?:part sur|prend|garde|utilise|reste sur|fait)) (?<what>(?!ça|quoi|comme)[^,?]{4,80}?)[.!]* => Décidé
  + bon on part sur dune -> Décidé: dune
decision/assent: ${LEAD}(?:então )?(?:vamos de|a gente (?:usa|lê|joga|fica com)|fica) (?<what>(?!isso|assim|à vontade)[^,?]{4,80}?)(?: então)?[.!]* => Decidido
  + então vamos de dune -> Decidido: dune
decision: ${LEAD}(?<what>(?!i |my )[\p{L}' &-]{3,40} (?:is|are) (?:now )?(?:on )?(?:every )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:and|&) (?:mon|tues|wednes|thurs|fri|satur|sun)days?)?(?:,? (?:at )?\d{1,2}(?::\d\d)? ?(?:am|pm)?)?),? (?:from now on|now|starting next week|as of next week)[.!]* => Decided
  + raid night is wednesdays at 8 from now on -> Decided: raid night is wednesdays at 8
decision: ${LEAD}(?:ab (?:jetzt|sofort|nächster woche)|von nun an),? (?<what>(?:treffen|spielen|proben|trainieren|lesen|machen) wir (?:uns )?.{4,80}?)[.!]* => Abgemacht
  + ab jetzt treffen wir uns mittwochs um 19 uhr -> Abgemacht: treffen wir uns mittwochs um 19 uhr
decision: ${LEAD}(?:a partir de (?:ahora|la semana que viene)),? (?<what>(?:jugamos|quedamos|ensayamos|entrenamos|leemos) .{4,80}?)[.!]* => Decidido
  + a partir de ahora jugamos los martes -> Decidido: jugamos los martes
decision: ${LEAD}(?:à partir de (?:maintenant|la semaine prochaine)),? (?<what>on (?:joue|se voit|se retrouve|répète|lit|s'entraîne) .{4,80}?)[.!]* => Décidé
  + à partir de maintenant on joue le mardi -> Décidé: on joue le mardi
decision: ${LEAD}(?:a partir de (?:agora|semana que vem)),? (?<what>a gente (?:joga|ensaia|treina|lê|se encontra) .{4,80}?)[.!]* => Decidido
  + a partir de agora a gente joga na terça -> Decidido: a gente joga na terça
rule: ${LEAD}(?<what>(?:please |pls )?(?:(?:no(?: more)? (?!idea|one|problem|clue|worries|need|way)|only |keep (?:all |any |the )?)[\p{L}' -]{3,40} (?:in|outside|outside of|from|to|out of|inside)|[\p{L}' -]{3,40} (?:belongs?|go|goes|stays?) (?:in|into|to)) #[\w-]+(?:[, ][^?]{0,60})?)[.!]* => Rule
  + please keep politics out of #general -> Rule: please keep politics out of #general
  + no spoilers outside #spoilers until sunday -> Rule: no spoilers outside #spoilers until sunday
  + memes go in #memes -> Rule: memes go in #memes
  - no idea, ask in #help | i only saw it in #general
rule: ${LEAD}(?<what>(?:max(?:imum)?\.?|up to|only|höchstens|maximal|máximo|máx\.?) \d+ [\p{L} ]{3,30} (?:per|pro|por|par) \p{L}+)[.!]* => Rule
  + max 3 entries per person -> Rule: max 3 entries per person
decision: ${LEAD}(?:the )?(?<what>new (?:meeting point|venue|meeting time|start time|meeting place|dm|host|theme|treasurer|captain|mascot|home) ?(?:is|will be|:) ?.{3,60}?)[.!]* => Decided
  + the new meeting point is the old boathouse -> Decided: new meeting point is the old boathouse
decision: ${LEAD}(?<what>(?:the )?(?:theme|pick|film|movie|book|album|prompt|challenge|map|song|anime)(?: pick)? (?:for|of) (?!me\b|you\b|him\b|her\b|my\b)[\p{L} ]{3,25} (?:is|will be) .{2,60}?)[.!]* => Decided
  + the theme for june is salt -> Decided: the theme for june is salt
decision: ${LEAD}(?<what>(?:neue[rs]?|der neue|die neue) (?:treffpunkt|termin|ort|raum|uhrzeit|treffzeit|adresse|startzeit) ?(?:ist|:) ?.{3,60}?)[.!]* => Abgemacht
  + neuer treffpunkt ist der parkplatz am see -> Abgemacht: neuer treffpunkt ist der parkplatz am see
`).map(({ key, sign, said, fact, examples }) => ({
  said: new QuickPattern(`^(?:${said})$`, "iu"),
  opening: fact,
  topic: key,
  needs: sign as Need,
  examples,
}))
