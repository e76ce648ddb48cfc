/** Phrases in which people speak of themselves in German chat. */

import { GERMAN_LIFE } from "./de-life.ts"
import { type PhraseTable, phrase } from "./phrase.ts"

const ICH = "(?:ich )?"
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
    ...GERMAN_LIFE,
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
    phrase("taste", `${ICH}(?:mag|liebe|feier) <thing>`, "mag {thing}", [
      ["ich mag lakritz", "Ana mag lakritz"],
      ["ich mag nicht", null],
      ["ich liebe es", null],
    ]),
    phrase("taste", `${ICH}hasse <thing>|${ICH}mag kein(?:e|en)? <what:thing>`, "mag nicht: {thing}{what}", [
      ["ich hasse koriander", "Ana mag nicht: koriander"],
    ]),
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
    phrase("task", `${ICH}bring(?:e)? <thing> mit`, "bringt {thing} mit", [
      ["ich bring kuchen mit", "Ana bringt kuchen mit"],
      ["bring sie mit", null],
    ]),
    phrase(
      "favorite",
      "mein(?:e)? (?<what>lieblings\\p{L}+) (?:ist|sind|heißt) <thing>",
      "hat {what}: {thing}",
      [["mein lieblingsspiel ist stardew", "Ana hat lieblingsspiel: stardew"]],
    ),
    phrase(
      "habit",
      "(?:ich )?(?:spiel|spiele|zock|zocke) (?:gerade |grad |aktuell |viel )?(?<game>(?!(?:seit|mit|das|es|nur|nicht|gern|gerne|auch|hier|heute|morgen|bei|in|im|am|auf|gegen|um)(?![\\p{L}]))[\\p{L}\\p{N}:'’.+-]+(?: [\\p{L}\\p{N}:'’.+-]+){0,2}?)",
      "spielt {game}",
      [
        ["ich zock gerade factorio", "Ana spielt factorio"],
        ["spiel nicht", null],
      ],
    ),
    phrase(
      "schedule",
      "(?<day>montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags) (?:kann ich|geht bei mir|bin ich) (?:nie|nicht|nix|weg|raus)(?:.{0,40})?",
      "kann {day} nicht",
      [["mittwochs kann ich nie, da is volleyball", "Ana kann mittwochs nicht"]],
    ),
    phrase(
      "belonging",
      "(?:ich )?(?:hab|habe) (?:mir )?(?<what>(?:ein|eine|einen|ne|nen|das|den|die) (?:neue[nrs]? |gebrauchte[nrs]? |eigene[nrs]? )?(?:auto|bulli|fahrrad|rad|motorrad|roller|gitarre|kamera|laptop|rechner|pc|handy|monitor|haus|wohnung|boot|klavier|switch|ps5|steam deck|macbook|thinkpad|tablet|drucker|zelt|kajak)) (?<did>gekauft|geholt|zugelegt|bestellt|gebaut)",
      "hat {what} {did}",
      [["hab mir ein neues rad gekauft", "Ana hat ein neues rad gekauft"]],
    ),
    phrase(
      "constraint",
      "(?:ich )?(?:bin )?(?<how>laktoseintolerant|glutenunverträglich|allergisch gegen (?:\\p{L}+(?: und \\p{L}+)?)|nussallergiker(?:in)?)",
      "ist {how}",
      [["laktoseintolerant, also bitte hafermilch", "Ana ist laktoseintolerant"]],
    ),
    phrase(
      "constraint",
      "(?:bitte )?(?<when>nach \\d{1,2}(?::\\d\\d)?(?: uhr)?|vor \\d{1,2}(?: uhr)?|am wochenende|nachts) (?:bitte )?(?:nicht|nimmer|nicht mehr) (?:an)?(?:pingen|schreiben|anrufen|stören|dmen)",
      "möchte {when} nicht angeschrieben werden",
      [["bitte nach 22 uhr nicht mehr anpingen", "Ana möchte nach 22 uhr nicht angeschrieben werden"]],
    ),
    phrase(
      "tool",
      "(?:ich )?bin (?:auf|zu) (?<tool>fedora|debian|arch|ubuntu|linux|mac|windows|nixos|mint|android|ios|neovim) (?:umgestiegen|gewechselt)",
      "nutzt jetzt {tool}",
      [["bin auf fedora umgestiegen", "Ana nutzt jetzt fedora"]],
    ),
    phrase(
      "constraint",
      "(?:ich )?(?:hab|habe) (?:ne|eine|nen) (?<what>\\p{L}+allergie)",
      "hat eine {what}",
      [["hab ne haselnussallergie", "Ana hat eine haselnussallergie"]],
    ),
    phrase(
      "absence",
      "(?:ich )?(?:bin|fahr|fahre) in <place>",
      "ist in {place}",
      [["bin vom 4. bis 18. in kroatien", "Ana ist in Kroatien vom 4. Juni 2026 bis 18. Juni 2026"]],
      "needed",
    ),
  ],
}
