/** Phrases in which people speak of themselves in German chat. */
import { type PhraseTable, phrase } from "./phrase.ts"

const ICH = "(?:ich )?"
const SEIT = "(?:seit .{3,25} |jetzt |mittlerweile |aktuell )?"
const FOOD =
  "(?<food>fleisch|fisch|schwein|rind|milch|käse|gluten|laktose|nüsse|erdnüsse|eier|zucker|alkohol|koriander|pilze|zwiebeln|weizen|soja)"

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
    vegi: "Vegetarier",
    veggie: "vegetarisch",
  },
  phrases: [
    phrase("home", `${ICH}(?:wohn|leb)e? ${SEIT}(?:ich )?(?:in|bei) <place>`, "wohnt in {place}", [
      ["ich wohne in graz", "Ana wohnt in Graz"],
      ["wohn jetzt in göttingen", "Ana wohnt in Göttingen"],
      ["ich lebe in angst", null],
    ]),
    phrase(
      "home",
      `${ICH}(?:hab|habe) ${SEIT}(?:eine |ne )?(?:eigene |neue )?(?:bude|wohnung|einzimmerwohnung) in <place>`,
      "hat eine Wohnung in {place}",
      [["hab seit 1.2. ne eigene bude in göttingen", "Ana hat eine Wohnung in Göttingen"]],
    ),
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
    phrase(
      "constraint",
      `${ICH}(?:bin|lebe?|esse?|ernähre mich) (?:seit .{3,20} )?(?:jetzt )?(?<diet>vegan|vegetarisch|vegetarier(?:in)?|veganer(?:in)?)`,
      "lebt {diet}",
      [
        ["bin seit mai vegan", "Ana lebt vegan"],
        ["ich ess vegan", "Ana lebt vegan"],
      ],
    ),
    phrase(
      "constraint",
      `${ICH}(?:ess|esse|trink|trinke|vertrag|vertrage) (?:ich )?kein(?:e|en)? ${FOOD}(?: mehr)?`,
      "isst oder trinkt kein {food}",
      [["ich ess kein fleisch", "Ana isst oder trinkt kein Fleisch"]],
    ),
    phrase(
      "constraint",
      `(?:seit .{3,20} )?${ICH}(?:ess|esse) (?:ich )?wieder ${FOOD}`,
      "isst wieder {food}",
      [["seit sommer ess ich wieder fleisch", "Ana isst wieder Fleisch"]],
    ),
    phrase("taste", `${ICH}(?:mag|liebe|feier) <thing>`, "mag {thing}", [
      ["ich mag lakritz", "Ana mag lakritz"],
      ["ich mag nicht", null],
      ["ich liebe es", null],
    ]),
    phrase("taste", `${ICH}hasse <thing>|${ICH}mag kein(?:e|en)? <what:thing>`, "mag nicht: {thing}{what}", [
      ["ich hasse koriander", "Ana mag nicht: koriander"],
    ]),
    phrase(
      "absence",
      "(?:bin |ich bin )?(?:da )?im urlaub(?: (?:auf|in) <place>| <spot:place>)?",
      "ist im Urlaub[ in {place}][ ({spot})]",
      [
        ["bin da im urlaub 20. bis 30. kreta", "Ana ist im Urlaub (Kreta) vom 20. Mai 2026 bis 30. Mai 2026"],
        ["bin im urlaub", null],
      ],
      "needed",
    ),
    phrase(
      "schedule",
      "(?<day>montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s? hab(?:e)? ich (?:immer )?<thing>",
      "hat {day}s {thing}",
      [["dienstags hab ich chor bis 8", "Ana hat dienstags chor bis 8"]],
    ),
    phrase(
      "belonging",
      `${ICH}hab(?:e)? (?<art>meinen|meine|mein|den|die|das) <thing> verkauft`,
      "hat {art} {thing} verkauft",
      [["hab mein rad verkauft", "Ana hat das rad verkauft"]],
    ),
    phrase(
      "belonging",
      `${ICH}hab(?:e)? (?:jetzt )?(?<art>einen|nen|eine|ne|ein|n) (?<new>neue[nrs]?) <thing>`,
      "hat {art} {new} {thing}",
      [["hab ne neue grafikkarte", "Ana hat eine neue grafikkarte"]],
    ),
    phrase("habit", `${ICH}spiel(?:e)? (?:jetzt |nur noch |seit .{3,20} )?<thing>`, "spielt {thing}", [
      ["ich spiele bratsche", "Ana spielt bratsche"],
      ["ich spiel nicht", null],
    ]),
    phrase("study", `${ICH}studier(?:e)? (?:jetzt )?<thing>`, "studiert {thing}", [
      ["ich studiere jura in wien", "Ana studiert jura in wien"],
    ]),
    phrase(
      "absence",
      `${ICH}(?:kann (?:da )?(?:leider )?nicht(?: kommen)?|bin (?:da )?(?:nicht da|weg|nicht dabei))`,
      "ist nicht dabei",
      [
        ["ich kann am freitag leider nicht", "Ana ist nicht dabei am 15. Mai 2026"],
        ["ich kann nicht", null],
      ],
      "needed",
    ),
    phrase(
      "appointment",
      `${ICH}hab(?:e)? (?:eine |ne |meine |einen |nen )?(?<what>prüfung|klausur|bewerbungsgespräch|vorstellungsgespräch|fahrprüfung|hochzeit)`,
      "hat: {what}",
      [
        ["hab am freitag klausur", "Ana hat: klausur am 15. Mai 2026"],
        ["hab prüfung", null],
      ],
      "needed",
    ),
    phrase("origin", `${ICH}komm(?:e)? (?:ursprünglich )?aus <place>`, "kommt aus {place}", [
      ["ich komm aus bremen", "Ana kommt aus Bremen"],
    ]),
    phrase(
      "constraint",
      `${ICH}(?:bin|reagiere) allergisch (?:gegen|auf) <thing>`,
      "ist allergisch gegen {thing}",
      [["bin allergisch gegen nüsse", "Ana ist allergisch gegen nüsse"]],
    ),
    phrase("task", `${ICH}bring(?:e)? <thing> mit`, "bringt {thing} mit", [
      ["ich bring kuchen mit", "Ana bringt kuchen mit"],
      ["bring sie mit", null],
    ]),
    phrase(
      "pet",
      `${ICH}hab(?:e)? (?<art>einen|nen|eine|ne) (?<animal>hund|kater|katze|hamster|hasen)(?: namens <name>| der <he:name> heißt| die <she:name> heißt)?`,
      "hat {art} {animal}[ namens {name}]",
      [["hab nen kater namens fritz", "Ana hat einen kater namens Fritz"]],
    ),
    phrase(
      "favorite",
      "mein(?:e)? (?<what>lieblings\\p{L}+) (?:ist|sind|heißt) <thing>",
      "hat {what}: {thing}",
      [["mein lieblingsspiel ist stardew", "Ana hat lieblingsspiel: stardew"]],
    ),
  ],
}
