/** How a group announces rules, decisions, votes and events, in five languages. Data only; `group.ts` applies it. */
import { tableRows } from "./rows.ts"

const MEETS =
  "rehearsals?|practice|training|sessions?|raids?|meetings?|quiz|book club|(?:game|movie|film|quiz) night|band|choir|stand-?ups?|streams?|club|classes|chores|cleaning"

/**
 * Announcements, "rule: pattern => fact", and events of a language with their article, "de/der: nouns => fact". Examples are
 * said on Monday 11 May 2026 and are the rows' tests (test/unit/group.test.ts).
 */
export const GROUP_ROWS = tableRows(String.raw`
rule: (?:.{0,40}: )?(?:new |house |server |channel |club |neue |nueva |nouvelle |nova )*(?<opening>rule|regel|regla|norma|règle|regra)(?: change| (?:from|ab|desde|a partir|after)(?!\p{L})[^:]{3,40})? ?(?::|(?<=new rule),) (?<what>.+) => {opening}: {what}
  + nice. also new rule after yesterday's mess: nobody merges their own PR, me included -> Rule: nobody merges their own PR | neue Regel ab heute: wer ohne abmeldung fehlt, zahlt 5€ -> Regel: wer ohne abmeldung fehlt, zahlt 5€ | nueva regla: todo el mundo sale a las once -> Regla: todo el mundo sale a las once | nouvelle règle : pas de spoilers dans #général -> Règle: pas de spoilers dans #général | nova regra: o ensaio termina sempre às onze -> Regra: o ensaio termina sempre às onze
  - new rule: the cat picks the movie | house rule: in monopoly you go to jail | new rule: i always win | new rule: only that one | new rule: no memes?
decision: (?:it['’]?s |final |group |team |queda |c['’]est )?(?<opening>decision|decided|beschlossen|entschieden|decidido|acordado|décidé|acté) ?: (?<what>.+) => {opening}: {what}
  + ok decided: 3.10 is the minimum from 0.9 on -> Decided: 3.10 is the minimum from 0.9 on | beschlossen: wir fahren am samstag mit dem zug -> Beschlossen: wir fahren am samstag mit dem zug
  + decidido: jugamos siempre los martes por la noche -> Decidido: jugamos siempre los martes por la noche | c'est acté : on joue au tarot le jeudi -> Acté: on joue au tarot le jeudi
  - decided: we take it | decided: friday at 8 | soup and bread it is | decided: not on fridays either | beschlossen: wir machen es | decidido: lo prohibimos | c'est acté : on le fait demain
decision: (?<what>.{12,160})[.,;] ?(?:it['’]?s )?decided[.!]* => Decided: {what}
  + 3.10 is minimum from 0.9 on. decided. -> Decided: 3.10 is minimum from 0.9 on
decision: (?:(?:it['’]?s |all )?(?:decided|settled|agreed|sorted)[,.!:-]+ )?(?<what>(?=.*(?:\d|days?(?!\p{L})|week|month|morning|evening|night|every|each))(?:we|the \p{L}+|our \p{L}+|(?:${MEETS})) (?!(?:should|could|can|would|might|don['’]?t|need)(?!\p{L})).{3,80}) from now on => Decided: {what} from now on
  + ok decided, we rehearse on Wednesdays at 7 from now on -> Decided: we rehearse on Wednesdays at 7 from now on | practice is on fridays at 8 from now on -> Decided: practice is on fridays at 8 from now on
  - we play as elves in the campaign from now on | we should meet on fridays from now on | the cat sleeps outside from now on lol | we rehearse on fridays from now on? | if we lose we rehearse on fridays from now on
decision: we(?: have|['’]ve)?(?: all)?(?: just)? (?<opening>decided|agreed|voted) (?<what>(?:to|that|on) (?=.*(?:every|each|\p{L}+days(?!\p{L})|weekly|monthly|from now on|going forward)).{8,100}) => The group {opening} {what}
  + we decided to meet on Wednesdays at 7 -> The group decided to meet on Wednesdays at 7
  - we decided to get a dog | we decided to meet on fridays? | we almost decided to meet on fridays at 7
decision: (?<what>(?:the |our )?(?:(?!(?:my|your|his|her|their|if|no) )[\p{L}-]+ ){0,2}(?:${MEETS}) (?:is|are) (?:now )?(?:on )?(?<=now (?:on )?)(?:mon|tues|wednes|thurs|fri|satur|sun)days(?: at \d\S*)?)(?:,? (?:and )?not \p{L}+| instead(?: of \p{L}+)?)?(?:[,.;] .*)? => {what}
  + pub quiz is now on Tuesdays not Mondays, landlord changed it -> Pub quiz is now on Tuesdays | rehearsals are now on thursdays at 8 -> Rehearsals are now on thursdays at 8
  - is the quiz now on tuesdays? | my training is now on tuesdays | the quiz was on tuesdays
decision: we(?:['’]re| are) (?<what>(?:playing|running|reading|watching) (?!(?:it|that|this|them)(?!\p{L})).{3,40} next,? (?:starting|from|in (?!a )) ?.{3,30}) => The group is {what}
  + ok, we're playing Mothership next, starting in June -> The group is playing Mothership next, starting in June 2026
  - are we playing Mothership next, starting in June? | we're playing it next, starting in June
vote: (?:the )?(?:(?:vote|poll|results?)(?: results?)? (?:for|on|of)(?: the)?|ergebnis|abstimmung|resultados?|votación|résultats?|sondage|votação) (?<of>[^:]{2,30}?) ?: (?<what>[^:]*\d[^:]*[,;/–-] ?[^:]*\d.*) => Vote ({of}): {what}
  + results for the logo: 9 yes, 4 no -> Vote (logo): 9 yes, 4 no | résultat ia : 14 pour l'interdire, 3 contre -> Vote (ia): 14 pour l'interdire, 3 contre
en/the: session \d+|deadline(?: for \p{L}+)?|(?:(?!(?:no|an?|my|your|his|her|their|is|the|our|this|next|last|every|on|at|for|to|of|before|after|in) )[\p{L}-]+ ){0,2}?(?:raid|hike|loop|(?:photo)?walk|dinner|lunch|brunch|picnic|barbecue|bbq|party|meeting|meetup|swim meet|practice|rehearsal|gig|concert|match|(?:game|movie|film|quiz|karaoke|trivia) night|tournament|scrim|workshop|book club|race|launch|bake sale) => {event} is on {day}[ at {clock}]
  + reminder: book club is on thursday at 19:30 -> The book club is on Thursday 14 May 2026 at 19:30 | deadline for signups is the 17th -> The deadline for signups is on Sunday 17 May 2026 | @everyone raid moved to friday 21:00 -> The raid is on Friday 15 May 2026 at 21:00
  - raid friday 8pm? | the launch is on friday | maybe the raid is on friday 8pm | my gig is on friday 8pm | no raid friday 8pm | the raid was great on friday 8pm | raid signups close friday 8pm | let's raid friday 8pm
de/der: \p{L}*(?:abend|stammtisch|lauf|ausflug|raid|termin|brunch|flohmarkt) => {event} ist am {day}[ um {clock} Uhr]
  + Servus, Vereinsabend diesmal Donnerstag 14.5., 19 Uhr im Gasthaus -> Der Vereinsabend ist am Donnerstag, 14. Mai 2026 um 19:00 Uhr
de/die: \p{L}*(?:probe|party|feier|sitzung|wanderung|tour) => {event} ist am {day}[ um {clock} Uhr]
  + feier is jetzt fr 15. mai 18 uhr -> Die feier ist am Freitag, 15. Mai 2026 um 18:00 Uhr
de/das: \p{L}*(?:training|spiel|treffen|turnier|fest|konzert|rennen|meeting) => {event} ist am {day}[ um {clock} Uhr]
  + Halle unter wasser 🙄 spiel wird verlegt auf Sonntag 17.5., Anwurf 11 Uhr -> Das spiel ist am Sonntag, 17. Mai 2026 um 11:00 Uhr
es/la: partida|cena|quedada|fiesta|reunión|clase|carrera|ruta => {event} es el {day}[ a las {clock}]
es/el: ensayo|partido|torneo|concierto|entreno|entrenamiento => {event} es el {day}[ a las {clock}]
  + el ensayo es el jueves a las 20:00 -> El ensayo es el jueves, 14 de mayo de 2026 a las 20:00
fr/la: soirée(?: \p{L}+)?|répétition|réunion|rando|randonnée|fête|sortie => {event} a lieu le {day}[ à {clock}]
fr/le: pique-nique|tournoi|match|concert|repas|cours => {event} a lieu le {day}[ à {clock}]
  + le pique-nique est samedi 16 mai à 13h -> Le pique-nique a lieu le samedi 16 mai 2026 à 13:00
pt/o: ensaio|show|campeonato|churrasco|treino|encontro|torneio => {event} é em {day}[ às {clock}]
  + o ensaio é sexta 15 às 21h -> O ensaio é em sexta-feira, 15 de maio de 2026 às 21:00
pt/a: roda|reunião|festa|partida|aula|corrida => {event} é em {day}[ às {clock}]
`)
