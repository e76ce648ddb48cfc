/** Phrases in which people speak of themselves in French chat. */
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
    phrase("home", `(?:moi )?(?:j'habite|je vis) (?<prep>à|en|au|aux) <place>`, "habite {prep} {place}", [
      ["j'habite à nantes", "Ana habite à Nantes"],
    ]),
    phrase(
      "home",
      `${JE}(?:déménage|m'installe) (?<prep>à|en|au) <place>`,
      "déménage {prep} {place}",
      [["je déménage à lyon", "Ana déménage à Lyon"]],
      "told",
    ),
    phrase(
      "work",
      `${JE}(?:bosse|travaille) (?<prep>comme|chez|dans|à la|au|pour) <thing>`,
      "travaille {prep} {thing}",
      [["je bosse chez orange", "Ana travaille chez orange"]],
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
    phrase(
      "work",
      "(?:moi )?j'ai (?:quitté|lâché|démissionné de) (?:mon|le) (?:boulot|taf|travail|job)",
      "a quitté son travail",
      [["j'ai quitté mon taf", "Ana a quitté son travail"]],
    ),
    phrase("study", "(?:moi )?(?:j'étudie|je fais des études de) <thing>", "étudie {thing}", [
      ["j'étudie le droit", "Ana étudie le droit"],
    ]),
    phrase(
      "pet",
      "(?:moi )?j'ai (?<art>un|une) (?<animal>chat|chatte|chien|chienne|lapin|hamster) (?:qui s'appelle|nommée?) <name>",
      "a {art} {animal} : {name}",
      [["j'ai un chat qui s'appelle moka", "Ana a un chat : Moka"]],
    ),
    phrase(
      "home",
      "(?:moi )?(?:j'ai (?:emménagé|déménagé)|je me suis installée?) (?<prep>à|en|au) <place>(?: .{0,40})?",
      "a emménagé {prep} {place}",
      [["j'ai déménagé à rennes début septembre", "Ana a emménagé à Rennes"]],
    ),
    phrase(
      "pet",
      "(?:moi )?(?:j'ai|on a|nous avons|on a pris|j'ai pris|on a adopté|j'ai adopté) (?<what>(?:un|une|deux|trois) (?:[\\p{L}]+ )?(?:chats?|chattes?|chatons?|chiens?|chiennes?|chiots?|lapins?|hamsters?|perruches?|tortues?|poules?|chevaux|cheval|cochons d'inde|furets?|rats?))(?:,? .{0,40})?",
      "a {what}",
      [["on a pris un chaton, il s'appelle nougat", "Ana a un chaton"]],
    ),
    phrase(
      "habit",
      "(?:moi )?j'ai plus (?<what>facebook|instagram|twitter|tiktok|whatsapp|linkedin|la télé|de voiture|de télé)(?: .{0,30})?|(?:moi )?(?:j'ai arrêté|j'arrête) (?<that>(?:de fumer|de boire|la clope|le café|l'alcool|le sucre|la fac|twitter|instagram|le foot|la danse))(?: .{0,30})?",
      "n'a plus ou a arrêté : {what}{that}",
      [["j'ai plus facebook depuis des années", "Ana n'a plus ou a arrêté : facebook"]],
    ),
    phrase(
      "absence",
      "(?:je (?:serai|suis) )?absente?(?: .{0,5})?",
      "est absent·e",
      [["absent du 12 au 19 mai", "Ana est absent·e du 12 mai 2026 au 19 mai 2026"]],
      "needed",
    ),
    phrase(
      "skill",
      "(?:moi )?je parle (?<what>(?:anglais|allemand|espagnol|italien|portugais|breton|occitan|arabe|russe|japonais|chinois|néerlandais|polonais)(?:(?:,| et) (?:un peu )?(?:anglais|allemand|espagnol|italien|portugais|arabe|russe|japonais|chinois))*)(?: .{0,30})?",
      "parle {what}",
      [["je parle breton et anglais", "Ana parle breton et anglais"]],
    ),
    phrase(
      "skill",
      "(?:moi )?j'apprends (?:le |la |l')?(?<what>anglais|allemand|espagnol|italien|portugais|japonais|coréen|chinois|russe|arabe|piano|guitare|batterie|violon|python|rust)(?: .{0,30})?",
      "apprend : {what}",
      [["j'apprends le japonais", "Ana apprend : japonais"]],
    ),
    phrase("identity", "(?:moi )?j'ai (?<age>1[89]|[2-9]\\d) ans", "a {age} ans", [
      ["j'ai 27 ans", "Ana a 27 ans"],
    ]),
    phrase(
      "family",
      "(?:moi )?j'ai (?<what>(?:un|une|deux|trois|quatre) (?:petits? |grands? |petites? |grandes? )?(?:frères?|sœurs?|soeurs?|enfants?|filles?|fils|garçons?|cousins?))",
      "a {what}",
      [["j'ai deux petites sœurs", "Ana a deux petites sœurs"]],
    ),
    phrase(
      "work",
      "(?:moi )?je suis (?<job>(?:prof|professeure?|enseignante?|infirmi(?:er|ère)|ingénieure?|développeu(?:r|se)|dév|graphiste|photographe|étudiante?|bibliothécaire|mécanicien(?:ne)?|électricien(?:ne)?|menuisi(?:er|ère)|boulang(?:er|ère)|cuisini(?:er|ère)|vétérinaire|avocate?|comptable|architecte|journaliste|pharmacien(?:ne)?|serveu(?:r|se)|libraire|coiffeu(?:r|se)|sage-femme|kiné|facteur|pompier)(?: (?:de|en|à) .{2,25})?)",
      "est {job}",
      [["je suis infirmière à lille", "Ana est infirmière à lille"]],
    ),
    phrase(
      "origin",
      "(?:moi )?je (?:viens|suis originaire) (?<prep>de|du|des|d')(?: )?<place>",
      "vient {prep} {place}",
      [["je viens de brest", "Ana vient de Brest"]],
    ),
    phrase(
      "habit",
      "(?:moi )?j(?:e |')?fais (?<what>(?:du|de la|de l'|de l’)(?: )?(?:roller derby|roller|foot|football|rugby|tennis|badminton|escalade|natation|judo|karaté|danse|yoga|théâtre|chorale|poterie|vélo|randonnée|course à pied|violon|piano|guitare|batterie|photo|couture|tricot|escrime|handball|volley|basket|boxe))(?: (?<day>(?:le|tous les|chaque) (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?(?: (?:soir|matin))?))?",
      "fait {what}[ {day}]",
      [["jfais du roller derby le mardi soir", "Ana fait du roller derby"]],
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
  ],
}
