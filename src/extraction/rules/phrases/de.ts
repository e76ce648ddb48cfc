/** Phrases in which people speak of themselves in German chat. */
import { type PhraseTable, phraseRows } from "./phrase.ts"

const ICH = "(?:ich )?"
const FOOD =
  "(?<food>fleisch|fisch|schwein|rind|milch|käse|gluten|laktose|nüsse|erdnüsse|eier|zucker|alkohol|koriander|pilze|zwiebeln|weizen|soja)"
const SEIT = "(?:seit .{3,25} |jetzt |mittlerweile |aktuell )?"

const KIN =
  "(?<kin>mutter|mama|vater|papa|schwester|bruder|freundin|freund|frau|mann|tochter|sohn|oma|opa|tante|onkel|cousine|cousin|mitbewohnerin|mitbewohner|eltern)"
const DINGE =
  "(?:steam deck|switch|ps5|pc|laptop|rechner|thinkpad|macbook|auto|bulli|fahrrad|rad|roller|motorrad|gitarre|bass|klavier|kamera|monitor|drucker|3d-drucker|garten|schrebergarten|balkon|werkstatt|kajak|boot|zelt|nähmaschine|plattenspieler|synthesizer)"

export const GERMAN: PhraseTable = {
  language: "de",
  fillers:
    /^(?:(?:ja|nein|ne|nee|nö|also|ach|äh|ok|okay|hm+|naja|und|aber|übrigens|btw|haha+|lol|sorry|leute|moin|hey|hi|huhu|doch|dann|so|jo|jup|eh)(?![\p{L}])[\s,:]*)+|[\s,]*(?<![\p{L}])(?:heute|btw|übrigens|haha+|lol|halt|eh|ja|jetzt|auch|leider|endlich|wieder|gerade|grad|momentan|sorry|leute|xd|nun|mittlerweile)$/iu,
  empty:
    /^(?:es|das|dies\p{L}*|dir|dich|du|er|sie|wir|ihr|ihm|ihn|man|ich|mir|mich|mein\p{L}*|was|wer|wo|wie|da|dort|hier|so|etwas|nichts|alles|jemand|jeder|keiner|einer|nicht|noch|schon|hause|angst|ruhe|frieden|bett)(?:$|\s)/iu,
  usual: {
    meinen: "den",
    meine: "die",
    mein: "das",
    nen: "einen",
    ne: "eine",
    n: "ein",
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
  phrases: phraseRows(String.raw`
home: ${ICH}bin (?:.{3,25} )?nach <place> gezogen => ist nach {place} gezogen
  + bin nach leipzig gezogen -> Ana ist nach Leipzig gezogen
home: ${ICH}(?:zieh|ziehe) (?:.{3,25} )?nach <place>(?: um)? => zieht nach {place}
  + ich zieh nach leipzig um -> Ana zieht nach Leipzig
  - bin nach hause
work: ${ICH}arbeit(?:e)? ${SEIT}(?<prep>bei|beim|im|in|als|für) <thing> => arbeitet {prep} {thing}
  + arbeite jetzt als mechaniker -> Ana arbeitet als mechaniker
  - ich arbeite daran
work/needed: ${ICH}(?:fang|fange|starte) (?<prep>bei|beim|im|in der|als) <thing>(?: an)?(?: als <job:word>)? => fängt {prep} {thing} an[ als {job}]
  + fang am 2. juni beim fahrradladen in der südstadt an als mechaniker -> Ana fängt beim fahrradladen in der südstadt an als mechaniker am 2. Juni 2026
family: <friend:name> und ich (?:sind|haben uns) (?:seit .{3,15} )?(?:auseinander|getrennt|nicht mehr zusammen|kein paar mehr) => {who} und {friend} sind getrennt
  + lea und ich sind seit januar auseinander -> Ana und Lea sind getrennt
study: ${ICH}studier(?:e)? (?:jetzt )?<thing> => studiert {thing}
  + ich studiere jura in wien -> Ana studiert jura in wien
pet: ${ICH}hab(?:e)? (?<art>einen|nen|eine|ne) (?<animal>hund|kater|katze|hamster|hasen)(?: namens <name>| der <he:name> heißt| die <she:name> heißt)? => hat {art} {animal}[ namens {name}]
  + hab nen kater namens fritz -> Ana hat einen kater namens Fritz
origin: (?:ich )?(?:komm|komme|bin) (?:ursprünglich |eigentlich )?aus <place> => kommt aus {place}
  + ich komm eigentlich aus kiel -> Ana kommt aus Kiel | komm aus peine -> Ana kommt aus Peine
study: (?:ich )?(?:mach|mache) (?:gerade |grad |jetzt )?(?:ne |eine |meine )?(?:ausbildung|lehre|umschulung) (?<prep>zum|zur|als|bei) <thing> => macht eine Ausbildung {prep} {thing}
  + ich mach ne ausbildung zur optikerin -> Ana macht eine Ausbildung zur optikerin
skill: (?:ich )?(?:spiel|spiele) (?:seit (?<since>\p{L}+|\d+) jahren )?(?<what>(?:e-?)?gitarre|geige|bratsche|klavier|schlagzeug|cello|flöte|querflöte|trompete|posaune|klarinette|saxo(?:phon|fon)|akkordeon|bass|kontrabass|harfe|ukulele|orgel|tuba|horn)(?: .{3,30})? => spielt {what}
  + spiel seit 10 jahren posaune -> Ana spielt posaune
pet: (?:ich )?(?:hab|habe|haben|wir haben|hatte) (?:jetzt |auch |seit .{3,15} )?(?<what>(?:einen?|eine|nen|ne|zwei|drei|vier) (?:[\p{L}]+ ){0,2}?(?:hunde?|hündin|katzen?|kater|kaninchen|hamster|meerschweinchen|wellensittiche?|papagei|schildkröten?|pferde?|ratten?|hühner|frettchen|schlange|welpen?|kätzchen))(?:,? (?:namens|die heißen|der heißt|die heißt) <name>)? => hat {what}[ namens {name}]
  + ich hab zwei katzen -> Ana hat zwei katzen
family: (?:ich )?(?:hab|habe) (?<what>(?:einen?|eine|nen|ne|zwei|drei|vier|keine) (?:ältere[nrs]? |jüngere[nrs]? |kleine[nrs]? |große[nrs]? )?(?:bruder|brüder|schwestern?|geschwister|kinder|kind|söhne|sohn|töchter|tochter)) => hat {what}
  + ich hab zwei kleine schwestern -> Ana hat zwei kleine schwestern
skill: (?:ich )?(?:lern|lerne) (?:gerade |grad |jetzt )?(?<what>spanisch|französisch|italienisch|englisch|japanisch|koreanisch|polnisch|russisch|chinesisch|türkisch|schwedisch|norwegisch|dänisch|niederländisch|portugiesisch|gitarre|klavier|geige|programmieren|python|rust) => lernt {what}
  + lern grad norwegisch -> Ana lernt norwegisch
skill: (?:ich )?(?:sprech|spreche) (?<what>(?:spanisch|französisch|italienisch|englisch|japanisch|koreanisch|polnisch|russisch|chinesisch|türkisch|schwedisch|niederländisch|portugiesisch|arabisch|plattdeutsch)(?:(?:,| und) (?:etwas |bisschen )?(?:spanisch|französisch|italienisch|englisch|japanisch|polnisch|russisch|türkisch|arabisch))*) => spricht {what}
  + ich spreche polnisch und russisch -> Ana spricht polnisch und russisch
identity: (?:ich )?bin (?<age>1[89]|[2-9]\d)(?: jahre alt)?(?: geworden)? => ist {age} Jahre alt
  + bin 34 -> Ana ist 34 Jahre alt
birthday: (?:ich )?(?:hab|habe) am (?<day>\d{1,2}\. ?(?:\p{L}+|\d{1,2}\.?)) geburtstag|mein geburtstag ist (?:am |der )?(?<date>\d{1,2}\. ?(?:\p{L}+|\d{1,2}\.?)) => hat am {day}{date} Geburtstag
  + ich hab am 4. juli geburtstag -> Ana hat am 4. juli Geburtstag
work: (?:ich )?bin (?:jetzt |seit .{3,15} )?(?<job>(?!(?:nicht|kein|keine|auch|nur|so|sehr|gerade|eh|ja|halt)(?![\p{L}]))[\p{L}]*(?:lehrer|lehrerin|pfleger|pflegerin|ingenieur|ingenieurin|entwickler|entwicklerin|informatiker|informatikerin|schreiner|tischler|elektriker|bäcker|koch|köchin|ärztin|arzt|erzieher|erzieherin|student|studentin|azubi|verkäufer|verkäuferin|optiker|optikerin|friseur|friseurin|hebamme|sanitäter|sanitäterin|mechaniker|mechanikerin|gärtner|gärtnerin|rentner|rentnerin|maurer|dachdecker|anwalt|anwältin|apotheker|apothekerin|krankenschwester|physiotherapeut|physiotherapeutin))(?: (?<prep>bei|in|im|an der|am) <org:words>)? => ist {job}[ {prep} {org}]
  + ich bin krankenpfleger in bonn -> Ana ist krankenpfleger in Bonn
name: (?:bitte )?(?:nennt|ruft|nenn) mich (?:bitte |einfach |ruhig )?<name> => wird {name} genannt
  + nennt mich einfach tilly -> Ana wird Tilly genannt
home: (?:ich |wir )?(?:zieh|ziehe|ziehen) (?:zum (?<date>\d{1,2}\. ?(?:\d{1,2}\.?|\p{L}+)) )?(?:nach|in die nähe von) <place> => zieht nach {place}[ zum {date}]
  + wir ziehen zum 1.10. nach kassel -> Ana zieht nach Kassel zum 1.10.
home: (?:ich )?(?:wohn|wohne|leb|lebe) (?:jetzt |seit .{3,15} |noch |immer noch )*in <place> => wohnt in {place}
  + wohne jetzt seit august in leipzig -> Ana wohnt in Leipzig
pet: (?:unser|unsere|mein|meine) (?<pet>kater|katze|hund|hündin|hase|kaninchen|hamster|papagei|pferd|welpe) (?:heißt|heisst|ist der|ist die) (?:übrigens |halt )?<name> => hat ein Tier namens {name}: {pet}
  + unser kater heißt übrigens Pumuckl -> Ana hat ein Tier namens Pumuckl: kater
constraint: ${ICH}(?:bin|lebe?|esse?|ernähre mich) (?:seit .{3,20} )?(?:jetzt )?(?<diet>vegan|vegetarisch|vegetarier(?:in)?|veganer(?:in)?) => lebt {diet}
  + bin seit mai vegan -> Ana lebt vegan | ich ess vegan -> Ana lebt vegan
constraint: ${ICH}(?:ess|esse|trink|trinke|vertrag|vertrage) (?:ich )?kein(?:e|en)? ${FOOD}(?: mehr)? => isst oder trinkt kein {food}
  + ich ess kein fleisch -> Ana isst oder trinkt kein Fleisch
taste: ${ICH}(?:mag|liebe|feier) <thing> => mag {thing}
  + ich mag lakritz -> Ana mag lakritz
  - ich mag nicht | ich liebe es
taste: ${ICH}hasse <thing>|${ICH}mag kein(?:e|en)? <what:thing> => mag nicht: {thing}{what}
  + ich hasse koriander -> Ana mag nicht: koriander
schedule: (?<day>montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s? hab(?:e)? ich (?:immer )?<thing> => hat {day}s {thing}
  + dienstags hab ich chor bis 8 -> Ana hat dienstags chor bis 8
belonging: ${ICH}hab(?:e)? (?<art>meinen|meine|mein|den|die|das) <thing> verkauft => hat {art} {thing} verkauft
  + hab mein rad verkauft -> Ana hat das rad verkauft
belonging: ${ICH}hab(?:e)? (?:jetzt )?(?<art>einen|nen|eine|ne|ein|n) (?<new>neue[nrs]?) <thing> => hat {art} {new} {thing}
  + hab ne neue grafikkarte -> Ana hat eine neue grafikkarte
absence/needed: ${ICH}(?:kann (?:da )?(?:leider )?nicht(?: kommen)?|bin (?:da )?(?:nicht da|weg|nicht dabei)) => ist nicht dabei
  + ich kann am freitag leider nicht -> Ana ist nicht dabei am 15. Mai 2026
  - ich kann nicht
appointment/needed: ${ICH}hab(?:e)? (?:eine |ne |meine |einen |nen )?(?<what>prüfung|klausur|bewerbungsgespräch|vorstellungsgespräch|fahrprüfung|hochzeit) => hat: {what}
  + hab am freitag klausur -> Ana hat: klausur am 15. Mai 2026
  - hab prüfung
task: ${ICH}bring(?:e)? <thing> mit => bringt {thing} mit
  + ich bring kuchen mit -> Ana bringt kuchen mit
  - bring sie mit
favorite: mein(?:e)? (?<what>lieblings\p{L}+) (?:ist|sind|heißt) <thing> => hat {what}: {thing}
  + mein lieblingsspiel ist stardew -> Ana hat lieblingsspiel: stardew
habit: (?:ich )?(?:spiel|spiele|zock|zocke) (?:gerade |grad |aktuell |viel )?(?<game>(?!(?:seit|mit|das|es|nur|nicht|gern|gerne|auch|hier|heute|morgen|bei|in|im|am|auf|gegen|um)(?![\p{L}]))[\p{L}\p{N}:'’.+-]+(?: [\p{L}\p{N}:'’.+-]+){0,2}?) => spielt {game}
  + ich zock gerade factorio -> Ana spielt factorio
  - spiel nicht
schedule: (?<day>montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags) (?:kann ich|geht bei mir|bin ich) (?:nie|nicht|nix|weg|raus)(?:.{0,40})? => kann {day} nicht
  + mittwochs kann ich nie, da is volleyball -> Ana kann mittwochs nicht
belonging: (?:ich )?(?:hab|habe) (?:mir )?(?<what>(?:ein|eine|einen|ne|nen|das|den|die) (?:neue[nrs]? |gebrauchte[nrs]? |eigene[nrs]? )?(?:auto|bulli|fahrrad|rad|motorrad|roller|gitarre|kamera|laptop|rechner|pc|handy|monitor|haus|wohnung|boot|klavier|switch|ps5|steam deck|macbook|thinkpad|tablet|drucker|zelt|kajak)) (?<did>gekauft|geholt|zugelegt|bestellt|gebaut) => hat {what} {did}
  + hab mir ein neues rad gekauft -> Ana hat ein neues rad gekauft
constraint: (?:ich )?(?:bin )?(?<how>laktoseintolerant|glutenunverträglich|allergisch gegen (?:\p{L}+(?: und \p{L}+)?)|nussallergiker(?:in)?) => ist {how}
  + laktoseintolerant, also bitte hafermilch -> Ana ist laktoseintolerant
constraint: (?:bitte )?(?<when>nach \d{1,2}(?::\d\d)?(?: uhr)?|vor \d{1,2}(?: uhr)?|am wochenende|nachts) (?:bitte )?(?:nicht|nimmer|nicht mehr) (?:an)?(?:pingen|schreiben|anrufen|stören|dmen) => möchte {when} nicht angeschrieben werden
  + bitte nach 22 uhr nicht mehr anpingen -> Ana möchte nach 22 uhr nicht angeschrieben werden
tool: (?:ich )?bin (?:auf|zu) (?<tool>fedora|debian|arch|ubuntu|linux|mac|windows|nixos|mint|android|ios|neovim) (?:umgestiegen|gewechselt) => nutzt jetzt {tool}
  + bin auf fedora umgestiegen -> Ana nutzt jetzt fedora
constraint: (?:ich )?(?:hab|habe) (?:ne|eine|nen) (?<what>\p{L}+allergie) => hat eine {what}
  + hab ne haselnussallergie -> Ana hat eine haselnussallergie
absence/needed: (?:ich )?(?:bin|fahr|fahre) in <place> => ist in {place}
  + bin vom 4. bis 18. in kroatien -> Ana ist in Kroatien vom 4. Juni 2026 bis 18. Juni 2026
home: (?:ich |wir )?(?:wohn|wohne|wohnen|leb|lebe|leben) (?:jetzt |zu (?:zweit|dritt|viert) |alleine? )*in (?<what>(?:ner|einer|nem|einem) (?:\p{L}+ )?(?:\p{L}*(?:wg|wohnung|haus|bude|dorf|kleinstadt)))(?: (?:in|bei) <there:place>)? => wohnt in {what}[ in {there}]
  + wir wohnen zu dritt in ner wg -> Ana wohnt in ner wg
home: ${ICH}hab(?:e)? (?:seit .{3,12} |jetzt |endlich )?(?:ne|eine) (?:eigene |neue |kleine )*(?:bude|wohnung) in <place> => wohnt in {place}
  + hab jetzt ne eigene bude in göttingen -> Ana wohnt in Göttingen
family: mein(?:e)? (?<kin>freundin|freund|frau|mann|partner|partnerin) und ich (?<did>sind zusammengezogen|haben geheiratet|sind verheiratet|sind verlobt|haben uns verlobt|haben uns getrennt|sind getrennt) => und {kin} {did}
  + meine freundin und ich sind zusammengezogen -> Ana und freundin sind zusammengezogen
family: (?:mein|meine|unsere?) ${KIN} (?:wohnt|lebt|wohnen|leben) (?:jetzt |noch )?in <place> => {who} hat Familie in {place}: {kin}
  + meine schwester wohnt in hamburg -> Ana hat Familie in Hamburg: schwester
family: ${ICH}bin (?:jetzt |wieder |frisch )?(?<state>single|verlobt|verheiratet|geschieden) => ist {state}
  + bin wieder single -> Ana ist single
milestone/told: (?:ich heirate|wir heiraten) => heiratet
  + ich heirate am 3. august -> Ana heiratet am 3. August 2026
name: (?:ihr könnt|du kannst|könnt) mich (?:gern |gerne |einfach |auch )?<name> nennen => wird {name} genannt
  + ihr könnt mich mika nennen -> Ana wird Mika genannt
identity: (?:meine )?pronomen(?: sind|:)? (?<pronouns>\p{L}+/\p{L}+) => benutzt die Pronomen {pronouns}
  + meine pronomen sind sie/ihr -> Ana benutzt die Pronomen sie/ihr
belonging: ${ICH}hab(?:e)? (?:jetzt |auch |nur |noch )*(?<what>(?:einen|nen|ne|eine|n|ein) (?:\p{L}+ )?${DINGE}) => hat {what}
  + hab jetzt nen steam deck -> Ana hat nen steam deck
  - hab nen problem mit dem rechner
habit: ${ICH}hab(?:e)? (?:.{3,12} )?mit dem (?<what>rauchen|trinken|zocken|vapen|kiffen|laufen|klettern|streamen) aufgehört => hat mit dem {what} aufgehört
  + hab mit dem rauchen aufgehört -> Ana hat mit dem rauchen aufgehört
habit: ${ICH}geh(?:e)? (?:immer )?(?<often>jeden (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|tag|morgen|abend)|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s|(?:ein|zwei|drei)mal die woche) (?:immer )?(?<what>klettern|bouldern|schwimmen|laufen|joggen|tanzen|ins gym|zum sport|zum training|zum chor|zur probe|ins yoga|turnen|fechten|reiten) => geht {often} {what}
  + ich geh jeden dienstag klettern -> Ana geht jeden dienstag klettern
habit: (?:ich )?(?<verb>näh|koch|back|strick|häkel|mal|bastel|wander|kletter|schwimm|tanz|fotografier)e? (?:sehr |voll |total )?gern(?:e)? => {verb}t gern
  + ich näh gern -> Ana näht gern
habit: ${ICH}sammle? (?!mich\b|daten|infos?|ideen|stimmen)<thing> => sammelt {thing}
  + ich sammle briefmarken -> Ana sammelt briefmarken
taste: ${ICH}steh(?:e)? (?:voll |total |sehr )?auf <thing> => mag {thing}
  + ich steh auf techno -> Ana mag techno
task: ${ICH}(?:kümmer|kümmere|kümmre) mich um <thing> => kümmert sich um {thing}
  + ich kümmer mich um die getränke -> Ana kümmert sich um die getränke
habit: ich (?:leite|organisiere|betreue|moderiere|koordiniere|mach|mache) (?<what>(?:den|die|das) \p{L}*(?:gruppe|flohmarkt|trikots|newsletter|homepage|website|webseite|kasse|turnier|jugend|plakate|flyer|grafiken|banner|workshop|stammtisch|werkstatt|kurs|liga|orga|musik|technik|fotos)) => kümmert sich um {what}
  + ich leite die bastelgruppe -> Ana kümmert sich um die bastelgruppe
task: ${ICH}kann (?:noch )?(?<count>zwei|drei|vier|\d) (?:leute|personen|von euch) mitnehmen => kann {count} Leute mitnehmen
  + ich kann zwei leute mitnehmen -> Ana kann zwei Leute mitnehmen
task/told: ${ICH}(?:fahr|fahre) nach <place> mit (?<how>(?:dem|der) \p{L}+) => fährt nach {place} mit {how}
  + ich fahre nach kiel mit dem bulli, 8 plätze -> Ana fährt nach Kiel mit dem bulli
absence/needed: ${ICH}(?:bin|wär) (?:da )?(?<what>im urlaub|auf dienstreise|auf klassenfahrt|auf montage|in elternzeit|verreist|unterwegs|auf reha)(?: (?:(?:auf|in|an der) )?<place>)? => ist {what}[ in {place}]
  + bin vom 20. bis 30. september im urlaub -> Ana ist im urlaub vom 20. September 2026 bis 30. September 2026
goal: ${ICH}such(?:e)? (?:gerade |grad |noch |aktuell )*(?<what>(?:ne|eine|nen|einen|n|ein) (?:\p{L}+ )?(?:wg|wg-zimmer|zimmer|wohnung|job|praktikum|mitbewohner|mitbewohnerin|ausbildungsplatz|fahrrad|auto|monitor|grafikkarte))(?: in <place>)? => sucht {what}[ in {place}]
  + ich such ne wg in leipzig -> Ana sucht ne wg in Leipzig
task: ${ICH}verkauf(?:e)? (?:gerade |grad )?(?<art>meinen|meine|mein) <thing> => verkauft {art} {thing}
  + verkaufe mein altes rad -> Ana verkauft das altes rad
tool: ${ICH}(?:benutz|benutze|nutz|nutze|fahr|hab) (?:auf )?(?<tool>fedora|debian|arch|arch linux|ubuntu|linux|mac|windows|nixos|mint|android|neovim|vim|emacs|obsidian|blender|krita)(?: gewechselt)? => nutzt {tool}
  + ich benutze arch linux -> Ana nutzt arch linux | hab auf fedora gewechselt -> Ana nutzt fedora
appointment/needed: ${ICH}(?:fahr|fahre|flieg|fliege|reise) nach <place> => reist nach {place}
  + ich fahr am 3. juni nach wien -> Ana reist nach Wien am 3. Juni 2026
task/needed: ${ICH}(?:mach|mache|back|backe|koch|koche) (?:am \p{L}+ )?(?<dish>(?:einen |nen |den |die |das )?\p{L}*(?:salat|kuchen|torte|suppe|brot|chili|pizza|lasagne|auflauf|quiche|waffeln|plätzchen|bowle)) => macht {dish}
  + ich mach am samstag kartoffelsalat -> Ana macht kartoffelsalat am 16. Mai 2026
task: ${ICH}(?:übernehm|übernehme|nehm|nehme) (?<what>(?:die|den|das) \p{L}*(?:grillzange|getränke|musik|kasse|deko|technik|moderation|schicht|fotos|einladungen|orga|aufbau|abbau|einkauf|torwart|tor|protokoll)) => übernimmt {what}
  + ich übernehm die getränke -> Ana übernimmt die getränke
absence/needed: ${ICH}hab(?:e)? (?:da )?urlaub => hat Urlaub
  + hab vom 3. bis 10. juni urlaub -> Ana hat Urlaub vom 3. Juni 2026 bis 10. Juni 2026
constraint: ${ICH}(?:trink|trinke|ess|esse|rauch|rauche) (?:seit .{3,15} )?keine?n? (?<food>kaffee|zucker|alkohol|fleisch|milch|fisch|käse|zigaretten)(?: mehr)? => verzichtet auf {food}
  + ich trink keinen kaffee mehr -> Ana verzichtet auf kaffee
`),
}
