/** French phrases of where somebody lives, what they do, and who belongs to them. */
import { type Phrase, phrase } from "./phrase.ts"

const JE = "(?:moi )?(?:je |j')"

export const FRENCH_LIFE: readonly Phrase[] = [
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
    "home",
    "(?:on|nous) (?:déménage|déménageons) (?<prep>à|en|au) <place>",
    "déménage {prep} {place}",
    [["on déménage à lille le 15", "Ana déménage à Lille le 15 mai 2026"]],
    "told",
  ),
  phrase("work", "(?:moi )?j'ai posé ma (?:dem|démission)(?: .*)?", "a démissionné", [
    ["j'ai posé ma dem ce matin", "Ana a démissionné"],
  ]),
  phrase(
    "work",
    "(?:moi )?je commence (?<prep>chez|à|dans|au) <thing>",
    "commence {prep} {thing}",
    [["je commence chez un fleuriste mardi", "Ana commence chez un fleuriste le 12 mai 2026"]],
    "needed",
  ),
  phrase(
    "study",
    "(?:moi )?je suis en (?<level>l[123]|m[12]|première année|deuxième année|terminale|prépa) (?:de |d')?(?<subject>[\\p{L} ]{3,25}?)",
    "est en {level} de {subject}",
    [["je suis en L2 de psycho", "Ana est en L2 de psycho"]],
  ),
  phrase(
    "pet",
    "(?:mon|ma) (?<pet>chien|chienne|chat|chatte|lapin|cheval|perruche|hamster) s'appelle <name>(?:,? .*)?",
    "a un animal nommé {name} : {pet}",
    [["mon chien s'appelle Tofu, oui vraiment", "Ana a un animal nommé Tofu : chien"]],
  ),
]
