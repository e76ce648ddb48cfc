/** Phrases in which people speak of themselves in German chat. */
import { GERMAN_PLANS } from "./de-plans.ts"
import { subjectFirst, thirdPerson } from "./de-words.ts"
import { type PhraseTable, phraseRows } from "./phrase.ts"

const ICH = "(?:ich )?"
const FOOD =
  "(?<food>fleisch|fisch|schwein|rind|milch|käse|gluten|laktose|nüsse|erdnüsse|eier|zucker|alkohol|koriander|pilze|zwiebeln|weizen|soja)"
const SEIT = "(?:seit .{3,25} |jetzt |mittlerweile |aktuell )?"

export const GERMAN: PhraseTable = {
  language: "de",
  order: subjectFirst,
  third: thirdPerson,
  fillers:
    /^(?:(?:ja|nein|ne|nee|nö|also|ach|äh|ok|okay|hm+|naja|und|aber|übrigens|btw|haha+|lol|sorry|leute|moin|hey|hi|huhu|doch|dann|so|jo|jup|eh)(?![\p{L}])[\s,:]*)+|[\s,]*(?<![\p{L}])(?:btw|übrigens|haha+|lol|halt|eh|ja|jetzt|auch|leider|endlich|wieder|sorry|leute|xd|nun|mittlerweile)$/iu,
  empty:
    /^(?:es|das|dies\p{L}*|dir|dich|du|er|sie|wir|ihr|ihm|ihn|man|ich|mir|mich|mein\p{L}*|was|wer|wo|wie|da|dort|hier|so|etwas|nichts|alles|jemand|jeder|keiner|einer|nicht|noch|schon|hause|angst|ruhe|frieden|bett)(?:$|\s)/iu,
  usual: {
    meinen: "den",
    meine: "die",
    mein: "das",
    nen: "einen",
    ne: "eine",
    n: "ein",
    nüsse: "Nüsse",
    erdnüsse: "Erdnüsse",
    eier: "Eier",
    zucker: "Zucker",
    käse: "Käse",
    rind: "Rindfleisch",
    koriander: "Koriander",
    pilze: "Pilze",
    zwiebeln: "Zwiebeln",
    weizen: "Weizen",
    soja: "Soja",
    fleisch: "Fleisch",
    fisch: "Fisch",
    schwein: "Schweinefleisch",
    alkohol: "Alkohol",
    gluten: "Gluten",
    laktose: "Laktose",
    milch: "Milch",
    vegetarier: "vegetarisch",
    vegetarierin: "vegetarisch",
    veganer: "vegan",
    veganerin: "vegan",
    vegi: "vegetarisch",
    veggie: "vegetarisch",
  },
  phrases: [
    ...GERMAN_PLANS,
    ...phraseRows(String.raw`
home: ${ICH}bin (?:.{3,25} )?nach <place> gezogen => ist nach {place} gezogen
  + bin nach leipzig gezogen -> Ana ist nach Leipzig gezogen
work: ${ICH}arbeit(?:e)? ${SEIT}(?<prep>bei|beim|im|in|als|für) <thing> => arbeitet {prep} {thing}
  + arbeite jetzt als mechaniker -> Ana arbeitet als mechaniker
  - ich arbeite daran
study: ${ICH}studier(?:e)? (?:jetzt )?<thing> => studiert {thing}
  + ich studiere jura in wien -> Ana studiert jura in wien
origin: (?:ich )?(?:komm|komme|bin) (?:ursprünglich |eigentlich |gebürtig |ja )*aus <place> => kommt aus {place}
  + ich komm eigentlich aus kiel -> Ana kommt aus Kiel | komm aus peine -> Ana kommt aus Peine
skill: (?:ich )?(?:spiel|spiele) (?:seit (?:\p{L}+|\d+)(?: jahren| monaten)? |jetzt |auch )*(?<what>(?:e-?)?gitarre|theorbe|laute|geige|bratsche|klavier|schlagzeug|cello|flöte|querflöte|trompete|posaune|klarinette|saxo(?:phon|fon)|akkordeon|bass|kontrabass|harfe|ukulele|orgel|tuba|horn)(?: .{3,30})? => spielt {what}
  + spiel seit 10 jahren posaune -> Ana spielt posaune
family: (?:ich )?(?:hab|habe) (?<what>(?:einen?|eine|nen|ne|zwei|drei|vier|keine) (?:ältere[nrs]? |jüngere[nrs]? |kleine[nrs]? |große[nrs]? )?(?:bruder|brüder|schwestern?|geschwister|kinder|kind|söhne|sohn|töchter|tochter)) => hat {what}
  + ich hab zwei kleine schwestern -> Ana hat zwei kleine schwestern
identity: (?:ich )?bin (?<age>1[89]|[2-9]\d)(?: jahre alt)?(?: geworden)? => ist {age} Jahre alt
  + bin 34 -> Ana ist 34 Jahre alt (Mai 2026)
birthday: (?:ich )?(?:hab|habe) am (?<day>\d{1,2}\. ?(?:\p{L}+|\d{1,2}\.?)) geburtstag|mein geburtstag ist (?:am |der )?(?<date>\d{1,2}\. ?(?:\p{L}+|\d{1,2}\.?)) => hat am {day}{date} Geburtstag
  + ich hab am 4. juli geburtstag -> Ana hat am 4. juli Geburtstag
work: (?:ich )?bin (?:jetzt |seit .{3,15} )?(?<job>(?!(?:nicht|kein|keine|auch|nur|so|sehr|gerade|eh|ja|halt)(?![\p{L}]))[\p{L}]*(?:lehrer|lehrerin|pfleger|pflegerin|ingenieur|ingenieurin|entwickler|entwicklerin|informatiker|informatikerin|schreiner|tischler|elektriker|bäcker|koch|köchin|ärztin|arzt|erzieher|erzieherin|student|studentin|azubi|verkäufer|verkäuferin|optiker|optikerin|friseur|friseurin|hebamme|sanitäter|sanitäterin|mechaniker|mechanikerin|gärtner|gärtnerin|rentner|rentnerin|maurer|dachdecker|anwalt|anwältin|apotheker|apothekerin|krankenschwester|physiotherapeut|physiotherapeutin))(?: (?<prep>bei|in|im|an der|am) <org:words>)? => ist {job}[ {prep} {org}]
  + ich bin krankenpfleger in bonn -> Ana ist krankenpfleger in Bonn
name: (?:bitte )?(?:nennt|ruft|nenn) mich (?:bitte |einfach |ruhig )?<name> => wird {name} genannt
  + nennt mich einfach tilly -> Ana wird Tilly genannt
home: (?:ich )?(?:wohn|wohne|leb|lebe) (?:jetzt |seit .{3,15} |noch |immer noch |allein |zusammen )*(?:in (?:einer|ner|der|einem|nem) (?:\p{L}+ )?(?:wg|wohnung|dorf|haus|altbau) )?(?:in|bei) <place> => wohnt in {place}
  + wohne jetzt seit august in leipzig -> Ana wohnt in Leipzig
constraint: ${ICH}(?:bin|lebe?|esse?|ernähre mich) (?:seit .{3,20} )?(?:jetzt |ab jetzt |ab sofort |neuerdings |mittlerweile |inzwischen )?(?:wieder )?(?:eine? )?(?<diet>vegan|vegetarisch|vegetarier(?:in)?|veganer(?:in)?)(?: unterwegs| geworden)? => lebt {diet}
  + ab nächster woche bin ich vegetarisch unterwegs -> Ana lebt vegetarisch ab dem 18. Mai 2026 | bin jetzt vegetarierin geworden -> Ana lebt vegetarisch
  - ich bin heute vegan
  + bin seit mai vegan -> Ana lebt vegan | ich ess vegan -> Ana lebt vegan
constraint: ${ICH}(?:ess|esse|trink|trinke|vertrag|vertrage) (?:ich )?(?:seit .{3,20} |jetzt |ab jetzt |ab sofort |mittlerweile )?(?<no>kein(?:e|en)?) ${FOOD}(?: mehr)? => isst oder trinkt {no} {food}
  + ich vertrage keine nüsse -> Ana isst oder trinkt keine Nüsse | seit neuestem esse ich keinen fisch mehr -> Ana isst oder trinkt keinen Fisch
  + ich ess kein fleisch -> Ana isst oder trinkt kein Fleisch
taste: ${ICH}(?:mag|liebe|feier) <thing> => mag {thing}
  + ich mag lakritz -> Ana mag lakritz
  - ich mag nicht | ich liebe es
taste: ${ICH}hasse <thing>|${ICH}mag kein(?:e|en)? <what:thing> => mag nicht: {thing}{what}
  + ich hasse koriander -> Ana mag nicht: Koriander
absence/needed: ${ICH}(?:kann (?:da )?(?:leider )?nicht(?: kommen)?|bin (?:da )?(?:nicht da|weg|nicht dabei)) => ist nicht dabei
  + ich kann am freitag leider nicht -> Ana ist nicht dabei am 15. Mai 2026
  - ich kann nicht
constraint: (?:ich )?(?:bin )?(?<how>laktoseintolerant|glutenunverträglich|allergisch gegen (?!penicillin|antibiotik|medikament)(?:\p{L}+(?: und \p{L}+)?)|nussallergiker(?:in)?) => ist {how}
  + laktoseintolerant, also bitte hafermilch -> Ana ist laktoseintolerant
constraint: (?:bitte )?(?<when>nach \d{1,2}(?::\d\d)?(?: uhr)?|vor \d{1,2}(?: uhr)?|am wochenende|nachts) (?:bitte )?(?:nicht|nimmer|nicht mehr) (?:an)?(?:pingen|schreiben|anrufen|stören|dmen) => möchte {when} nicht angeschrieben werden
  + bitte nach 22 uhr nicht mehr anpingen -> Ana möchte nach 22 uhr nicht angeschrieben werden
absence/needed: (?:ich )?(?:bin|fahr|fahre) in <place> => ist in {place}
  + bin vom 4. bis 18. in kroatien -> Ana ist in Kroatien vom 4. Juni 2026 bis 18. Juni 2026
identity: (?:meine )?pronomen(?: sind|:)? (?<pronouns>\p{L}+/\p{L}+) => benutzt die Pronomen {pronouns}
  + meine pronomen sind sie/ihr -> Ana benutzt die Pronomen sie/ihr
`),
  ],
}
