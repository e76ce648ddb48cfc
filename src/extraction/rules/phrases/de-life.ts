/** German phrases of where somebody lives, what they do, and who belongs to them. */
import { type Phrase, phrase } from "./phrase.ts"

const ICH = "(?:ich )?"
const SEIT = "(?:seit .{3,25} |jetzt |mittlerweile |aktuell )?"

export const GERMAN_LIFE: readonly Phrase[] = [
  phrase(
    "home",
    `${ICH}(?:bin|zieh|ziehe) (?:.{3,25} )?nach <place>(?: gezogen| um)?`,
    "zieht nach {place}",
    [
      ["bin nach leipzig gezogen", "Ana zieht nach Leipzig"],
      ["bin nach hause", null],
    ],
  ),
  phrase(
    "work",
    `${ICH}arbeit(?:e)? ${SEIT}(?<prep>bei|beim|im|in|als|für) <thing>`,
    "arbeitet {prep} {thing}",
    [
      ["ich arbeite daran", null],
      ["arbeite jetzt als mechaniker", "Ana arbeitet als mechaniker"],
    ],
  ),
  phrase(
    "work",
    `${ICH}(?:fang|fange|starte) (?<prep>bei|beim|im|in der|als) <thing>(?: an)?(?: als <job:word>)?`,
    "fängt {prep} {thing} an[ als {job}]",
    [
      [
        "fang am 2. juni beim fahrradladen in der südstadt an als mechaniker",
        "Ana fängt beim fahrradladen in der südstadt an als mechaniker am 2. Juni 2026",
      ],
    ],
    "needed",
  ),
  phrase(
    "family",
    "<friend:name> und ich (?:sind|haben uns) (?:seit .{3,15} )?(?:auseinander|getrennt|nicht mehr zusammen|kein paar mehr)",
    "{who} und {friend} sind getrennt",
    [["lea und ich sind seit januar auseinander", "Ana und Lea sind getrennt"]],
  ),
  phrase("study", `${ICH}studier(?:e)? (?:jetzt )?<thing>`, "studiert {thing}", [
    ["ich studiere jura in wien", "Ana studiert jura in wien"],
  ]),
  phrase(
    "pet",
    `${ICH}hab(?:e)? (?<art>einen|nen|eine|ne) (?<animal>hund|kater|katze|hamster|hasen)(?: namens <name>| der <he:name> heißt| die <she:name> heißt)?`,
    "hat {art} {animal}[ namens {name}]",
    [["hab nen kater namens fritz", "Ana hat einen kater namens Fritz"]],
  ),
  phrase(
    "origin",
    "(?:ich )?(?:komm|komme|bin) (?:ursprünglich |eigentlich )?aus <place>",
    "kommt aus {place}",
    [
      ["ich komm eigentlich aus kiel", "Ana kommt aus Kiel"],
      ["komm aus peine", "Ana kommt aus Peine"],
    ],
  ),
  phrase(
    "study",
    "(?:ich )?(?:mach|mache) (?:gerade |grad |jetzt )?(?:ne |eine |meine )?(?:ausbildung|lehre|umschulung) (?<prep>zum|zur|als|bei) <thing>",
    "macht eine Ausbildung {prep} {thing}",
    [["ich mach ne ausbildung zur optikerin", "Ana macht eine Ausbildung zur optikerin"]],
  ),
  phrase(
    "skill",
    `(?:ich )?(?:spiel|spiele) (?:seit (?<since>\\p{L}+|\\d+) jahren )?(?<what>(?:e-?)?gitarre|geige|bratsche|klavier|schlagzeug|cello|flöte|querflöte|trompete|posaune|klarinette|saxo(?:phon|fon)|akkordeon|bass|kontrabass|harfe|ukulele|orgel|tuba|horn)(?: .{3,30})?`,
    "spielt {what}",
    [["spiel seit 10 jahren posaune", "Ana spielt posaune"]],
  ),
  phrase(
    "pet",
    `(?:ich )?(?:hab|habe|haben|wir haben|hatte) (?:jetzt |auch |seit .{3,15} )?(?<what>(?:einen?|eine|nen|ne|zwei|drei|vier) (?:[\\p{L}]+ ){0,2}?(?:hunde?|hündin|katzen?|kater|kaninchen|hamster|meerschweinchen|wellensittiche?|papagei|schildkröten?|pferde?|ratten?|hühner|frettchen|schlange|welpen?|kätzchen))(?:,? (?:namens|die heißen|der heißt|die heißt) <name>)?`,
    "hat {what}[ namens {name}]",
    [["ich hab zwei katzen", "Ana hat zwei katzen"]],
  ),
  phrase(
    "family",
    "(?:ich )?(?:hab|habe) (?<what>(?:einen?|eine|nen|ne|zwei|drei|vier|keine) (?:ältere[nrs]? |jüngere[nrs]? |kleine[nrs]? |große[nrs]? )?(?:bruder|brüder|schwestern?|geschwister|kinder|kind|söhne|sohn|töchter|tochter))",
    "hat {what}",
    [["ich hab zwei kleine schwestern", "Ana hat zwei kleine schwestern"]],
  ),
  phrase(
    "skill",
    "(?:ich )?(?:lern|lerne) (?:gerade |grad |jetzt )?(?<what>spanisch|französisch|italienisch|englisch|japanisch|koreanisch|polnisch|russisch|chinesisch|türkisch|schwedisch|norwegisch|dänisch|niederländisch|portugiesisch|gitarre|klavier|geige|programmieren|python|rust)",
    "lernt {what}",
    [["lern grad norwegisch", "Ana lernt norwegisch"]],
  ),
  phrase(
    "skill",
    "(?:ich )?(?:sprech|spreche) (?<what>(?:spanisch|französisch|italienisch|englisch|japanisch|koreanisch|polnisch|russisch|chinesisch|türkisch|schwedisch|niederländisch|portugiesisch|arabisch|plattdeutsch)(?:(?:,| und) (?:etwas |bisschen )?(?:spanisch|französisch|italienisch|englisch|japanisch|polnisch|russisch|türkisch|arabisch))*)",
    "spricht {what}",
    [["ich spreche polnisch und russisch", "Ana spricht polnisch und russisch"]],
  ),
  phrase(
    "identity",
    "(?:ich )?bin (?<age>1[89]|[2-9]\\d)(?: jahre alt)?(?: geworden)?",
    "ist {age} Jahre alt",
    [["bin 34", "Ana ist 34 Jahre alt"]],
  ),
  phrase(
    "birthday",
    "(?:ich )?(?:hab|habe) am (?<day>\\d{1,2}\\. ?(?:\\p{L}+|\\d{1,2}\\.?)) geburtstag|mein geburtstag ist (?:am |der )?(?<date>\\d{1,2}\\. ?(?:\\p{L}+|\\d{1,2}\\.?))",
    "hat am {day}{date} Geburtstag",
    [["ich hab am 4. juli geburtstag", "Ana hat am 4. juli Geburtstag"]],
  ),
  phrase(
    "work",
    "(?:ich )?bin (?:jetzt |seit .{3,15} )?(?<job>(?!(?:nicht|kein|keine|auch|nur|so|sehr|gerade|eh|ja|halt)(?![\\p{L}]))[\\p{L}]*(?:lehrer|lehrerin|pfleger|pflegerin|ingenieur|ingenieurin|entwickler|entwicklerin|informatiker|informatikerin|schreiner|tischler|elektriker|bäcker|koch|köchin|ärztin|arzt|erzieher|erzieherin|student|studentin|azubi|verkäufer|verkäuferin|optiker|optikerin|friseur|friseurin|hebamme|sanitäter|sanitäterin|mechaniker|mechanikerin|gärtner|gärtnerin|rentner|rentnerin|maurer|dachdecker|anwalt|anwältin|apotheker|apothekerin|krankenschwester|physiotherapeut|physiotherapeutin))(?: (?<prep>bei|in|im|an der|am) <org:words>)?",
    "ist {job}[ {prep} {org}]",
    [["ich bin krankenpfleger in bonn", "Ana ist krankenpfleger in Bonn"]],
  ),
  phrase(
    "name",
    "(?:bitte )?(?:nennt|ruft|nenn) mich (?:bitte |einfach |ruhig )?<name>",
    "wird {name} genannt",
    [["nennt mich einfach tilly", "Ana wird Tilly genannt"]],
  ),
  phrase(
    "home",
    "(?:ich |wir )?(?:zieh|ziehe|ziehen) (?:zum (?<date>\\d{1,2}\\. ?(?:\\d{1,2}\\.?|\\p{L}+)) )?(?:nach|in die nähe von) <place>",
    "zieht nach {place}[ zum {date}]",
    [["wir ziehen zum 1.10. nach kassel", "Ana zieht nach Kassel zum 1.10."]],
  ),
  phrase(
    "home",
    "(?:ich )?(?:wohn|wohne|leb|lebe) (?:jetzt |seit .{3,15} |noch |immer noch )*in <place>",
    "wohnt in {place}",
    [["wohne jetzt seit august in leipzig", "Ana wohnt in Leipzig"]],
  ),
  phrase(
    "pet",
    "(?:unser|unsere|mein|meine) (?<pet>kater|katze|hund|hündin|hase|kaninchen|hamster|papagei|pferd|welpe) (?:heißt|heisst|ist der|ist die) (?:übrigens |halt )?<name>",
    "hat ein Tier namens {name}: {pet}",
    [["unser kater heißt übrigens Pumuckl", "Ana hat ein Tier namens Pumuckl: kater"]],
  ),
]
