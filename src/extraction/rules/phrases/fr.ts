/** Phrases in which people speak of themselves in French chat. */

import { FRENCH_LIFE } from "./fr-life.ts"
import { type PhraseTable, phrase } from "./phrase.ts"

const JE = "(?:moi )?(?:je |j')"

export const FRENCH: PhraseTable = {
  language: "fr",
  fillers:
    /^(?:(?:bon|ben|bah|alors|ah|oh|eh|et|mais|donc|du coup|au fait|en fait|sinon|hein|ouais|oui|non|mdr+|lol|salut|coucou|perso|pour info|genre|ok|annonce)(?![\p{L}'])[\s,:]*)+|[\s,]*(?<![\p{L}])(?:aujourd'hui|hier|mdr+|lol|hein|quoi|du coup|aussi|maintenant|en fait|au fait|ptdr|désormais|pour info)$/iu,
  empty:
    /^(?:ça|ca|cela|ce|c|le|la|les|lui|leur|elle|il|ils|nous|vous|toi|moi|te|tu|me|que|qui|quoi|rien|tout|là|ici|pas|plus|on|y|en|de|à|un|une)$|^(?:ça|ca|ce|que|qui|quand|si|te|me|mon|ma|mes|ton|ta|pas|tout)\s/iu,
  usual: {
    mon: "son",
    ma: "sa",
    mes: "ses",
    végé: "végétarien·ne",
    vegan: "végan",
    végétarienne: "végétarienne",
  },
  phrases: [
    ...FRENCH_LIFE,
    phrase(
      "constraint",
      "(?:moi )?je suis (?<diet>vegan|végan|végane|végé|végétarien(?:ne)?|pescétarien(?:ne)?|cœliaque)(?: depuis .{3,15})?",
      "est {diet}",
      [
        ["je suis végétarienne depuis 3 ans", "Ana est végétarienne"],
        ["je suis végé depuis janvier", "Ana est végétarien·ne"],
        ["je suis crevée", null],
      ],
    ),
    phrase(
      "constraint",
      "pas de (?<food>viande|poisson|porc|gluten|lactose|alcool|noix|fromage|œufs|oeufs) pour moi",
      "ne mange pas de {food}",
      [["pas de viande pour moi", "Ana ne mange pas de viande"]],
    ),
    phrase(
      "constraint",
      "(?:moi )?je suis allergique (?<prep>à la|au|aux|à) <thing>",
      "est allergique {prep} {thing}",
      [["je suis allergique aux noix", "Ana est allergique aux noix"]],
    ),
    phrase(
      "constraint",
      "(?:moi )?je (?:ne )?digère (?:plus|pas) (?:le|la|les) <thing>|(?:moi )?je (?:ne )?(?:mange|bois) (?:plus|pas) (?:de |d')<what:thing>",
      "ne consomme pas : {thing}{what}",
      [
        ["je digère plus le lactose", "Ana ne consomme pas : lactose"],
        ["je bois plus d'alcool", "Ana ne consomme pas : alcool"],
      ],
    ),
    phrase("taste", `${JE}adore <thing>|${JE}aime (?:beaucoup |bien )?<what:thing>`, "aime {thing}{what}", [
      ["j'adore le fromage", "Ana aime le fromage"],
      ["j'adore ça", null],
      ["j'aime pas", null],
    ]),
    phrase(
      "taste",
      `${JE}(?:déteste|hais) <thing>|(?:moi )?tout sauf <what:thing>`,
      "déteste {thing}{what}",
      [
        ["je déteste la coriandre", "Ana déteste la coriandre"],
        ["moi tout sauf les cornichons", "Ana déteste les cornichons"],
      ],
    ),
    phrase(
      "appointment",
      `${JE}(?:pars|vais|serai|suis) (?<prep>en|à|au|aux) <place>`,
      "est {prep} {place}",
      [
        ["je pars en écosse du 3 au 17 août", "Ana est en Écosse du 3 août 2026 au 17 août 2026"],
        ["je vais à paris", null],
      ],
      "needed",
    ),
    phrase(
      "belonging",
      `(?:moi )?j['’]?ai (?:vendu|revendu) (?<art>mon|ma|le|la|mes|les) <thing>`,
      "a vendu {art} {thing}",
      [["j'ai vendu mon vélo", "Ana a vendu son vélo"]],
    ),
    phrase("habit", `${JE}joue (?<prep>du|de la|au|à la) <thing>`, "joue {prep} {thing}", [
      ["je joue du violon", "Ana joue du violon"],
    ]),
    phrase(
      "absence",
      "(?:moi )?je (?:ne )?(?:peux|pourrai|serai|suis) pas(?: là| venir| dispo)?",
      "n'est pas là",
      [
        ["je peux pas vendredi", "Ana n'est pas là le 15 mai 2026"],
        ["je peux pas", null],
      ],
      "needed",
    ),
    phrase(
      "appointment",
      "(?:moi )?j'ai (?:un |une |mon |mes )?(?<what>exam|examen|entretien|partiels?|concours|mariage|soutenance)",
      "a : {what}",
      [["j'ai un entretien vendredi", "Ana a : entretien le 15 mai 2026"]],
      "needed",
    ),
    phrase(
      "task",
      "(?:moi )?(?:j'apporte|je ramène|j'amène|je fais) (?<art>le|la|les|une|un|du) <thing>",
      "apporte {art} {thing}",
      [["j'apporte le dessert", "Ana apporte le dessert"]],
    ),
    phrase("constraint", "allergique (?<prep>à la|au|aux|à) <thing>", "est allergique {prep} {thing}", [
      ["allergique aux noix, prévenez-moi", "Ana est allergique aux noix"],
    ]),
    phrase(
      "task",
      "(?:moi )?je m'occupe (?<prep>du|de la|des|de l') ?<what:words>",
      "s'occupe {prep} {what}",
      [["je m'occupe du sondage", "Ana s'occupe du sondage"]],
    ),
    phrase("habit", "(?:je suis |chui |jsuis )<main:word> main(?:,? .*)?", "est {main} main", [
      ["chui support main", "Ana est support main"],
    ]),
    phrase(
      "absence",
      "(?:je (?:ne )?suis )?pas (?:dispo|là|disponible)",
      "n'est pas disponible",
      [["pas dispo du 2 au 6 juin", "Ana n'est pas disponible du 2 juin 2026 au 6 juin 2026"]],
      "needed",
    ),
  ],
}
