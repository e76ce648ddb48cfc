/** Phrases in which people speak of themselves in French chat. */
import { type PhraseTable, phraseRows } from "./phrase.ts"

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
  phrases: phraseRows(String.raw`
home: (?:moi )?(?:j'habite|je vis) (?<prep>à|en|au|aux) <place> => habite {prep} {place}
  + j'habite à nantes -> Ana habite à Nantes
home/told: ${JE}(?:déménage|m'installe) (?<prep>à|en|au) <place> => déménage {prep} {place}
  + je déménage à lyon -> Ana déménage à Lyon
work: ${JE}(?:bosse|travaille) (?<prep>comme|chez|dans|à la|au|pour) <thing> => travaille {prep} {thing}
  + je bosse chez orange -> Ana travaille chez orange
work: (?:moi )?j'ai (?:quitté|lâché|démissionné de) (?:mon|le) (?:boulot|taf|travail|job) => a quitté son travail
  + j'ai quitté mon taf -> Ana a quitté son travail
study: (?:moi )?(?:j'étudie|je fais des études de) <thing> => étudie {thing}
  + j'étudie le droit -> Ana étudie le droit
pet: (?:moi )?j'ai (?<art>un|une) (?<animal>chat|chatte|chien|chienne|lapin|hamster) (?:qui s'appelle|nommée?) <name> => a {art} {animal} : {name}
  + j'ai un chat qui s'appelle moka -> Ana a un chat : Moka
home: (?:moi )?(?:j'ai (?:emménagé|déménagé)|je me suis installée?) (?<prep>à|en|au) <place>(?: .{0,40})? => a emménagé {prep} {place}
  + j'ai déménagé à rennes début septembre -> Ana a emménagé à Rennes
pet: (?:moi )?(?:j'ai|on a|nous avons|on a pris|j'ai pris|on a adopté|j'ai adopté) (?<what>(?:un|une|deux|trois) (?:[\p{L}]+ )?(?:chats?|chattes?|chatons?|chiens?|chiennes?|chiots?|lapins?|hamsters?|perruches?|tortues?|poules?|chevaux|cheval|cochons d'inde|furets?|rats?))(?:,? .{0,40})? => a {what}
  + on a pris un chaton, il s'appelle nougat -> Ana a un chaton
skill: (?:moi )?je parle (?<what>(?:anglais|allemand|espagnol|italien|portugais|breton|occitan|arabe|russe|japonais|chinois|néerlandais|polonais)(?:(?:,| et) (?:un peu )?(?:anglais|allemand|espagnol|italien|portugais|arabe|russe|japonais|chinois))*)(?: .{0,30})? => parle {what}
  + je parle breton et anglais -> Ana parle breton et anglais
skill: (?:moi )?j'apprends (?:le |la |l')?(?<what>anglais|allemand|espagnol|italien|portugais|japonais|coréen|chinois|russe|arabe|piano|guitare|batterie|violon|python|rust)(?: .{0,30})? => apprend : {what}
  + j'apprends le japonais -> Ana apprend : japonais
identity: (?:moi )?j'ai (?<age>1[89]|[2-9]\d) ans => a {age} ans
  + j'ai 27 ans -> Ana a 27 ans
family: (?:moi )?j'ai (?<what>(?:un|une|deux|trois|quatre) (?:petits? |grands? |petites? |grandes? )?(?:frères?|sœurs?|soeurs?|enfants?|filles?|fils|garçons?|cousins?)) => a {what}
  + j'ai deux petites sœurs -> Ana a deux petites sœurs
work: (?:moi )?je suis (?<job>(?:prof|professeure?|enseignante?|infirmi(?:er|ère)|ingénieure?|développeu(?:r|se)|dév|graphiste|photographe|étudiante?|bibliothécaire|mécanicien(?:ne)?|électricien(?:ne)?|menuisi(?:er|ère)|boulang(?:er|ère)|cuisini(?:er|ère)|vétérinaire|avocate?|comptable|architecte|journaliste|pharmacien(?:ne)?|serveu(?:r|se)|libraire|coiffeu(?:r|se)|sage-femme|kiné|facteur|pompier)(?: (?:de|en|à) .{2,25})?) => est {job}
  + je suis infirmière à lille -> Ana est infirmière à lille
origin: (?:moi )?je (?:viens|suis originaire) (?<prep>de|du|des|d')(?: )?<place> => vient {prep} {place}
  + je viens de brest -> Ana vient de Brest
home/told: (?:on|nous) (?:déménage|déménageons) (?<prep>à|en|au) <place> => déménage {prep} {place}
  + on déménage à lille le 15 -> Ana déménage à Lille le 15 mai 2026
work: (?:moi )?j'ai posé ma (?:dem|démission)(?: .*)? => a démissionné
  + j'ai posé ma dem ce matin -> Ana a démissionné
work/needed: (?:moi )?je commence (?<prep>chez|à|dans|au) <thing> => commence {prep} {thing}
  + je commence chez un fleuriste mardi -> Ana commence chez un fleuriste le 12 mai 2026
study: (?:moi )?je suis en (?<level>l[123]|m[12]|première année|deuxième année|terminale|prépa) (?:de |d')?(?<subject>[\p{L} ]{3,25}?) => est en {level} de {subject}
  + je suis en L2 de psycho -> Ana est en L2 de psycho
pet: (?:mon|ma) (?<pet>chien|chienne|chat|chatte|lapin|cheval|perruche|hamster) s'appelle <name>(?:,? .*)? => a un animal nommé {name} : {pet}
  + mon chien s'appelle Tofu, oui vraiment -> Ana a un animal nommé Tofu : chien
constraint: (?:moi )?je suis (?<diet>vegan|végan|végane|végé|végétarien(?:ne)?|pescétarien(?:ne)?|cœliaque)(?: depuis .{3,15})? => est {diet}
  + je suis végétarienne depuis 3 ans -> Ana est végétarienne | je suis végé depuis janvier -> Ana est végétarien·ne
  - je suis crevée
constraint: pas de (?<food>viande|poisson|porc|gluten|lactose|alcool|noix|fromage|œufs|oeufs) pour moi => ne mange pas de {food}
  + pas de viande pour moi -> Ana ne mange pas de viande
constraint: (?:moi )?je suis allergique (?<prep>à la|au|aux|à) <thing> => est allergique {prep} {thing}
  + je suis allergique aux noix -> Ana est allergique aux noix
constraint: (?:moi )?je (?:ne )?digère (?:plus|pas) (?:le|la|les) <thing>|(?:moi )?je (?:ne )?(?:mange|bois) (?:plus|pas) (?:de |d')<what:thing> => ne consomme pas : {thing}{what}
  + je digère plus le lactose -> Ana ne consomme pas : lactose | je bois plus d'alcool -> Ana ne consomme pas : alcool
taste: ${JE}adore <thing>|${JE}aime (?:beaucoup |bien )?<what:thing> => aime {thing}{what}
  + j'adore le fromage -> Ana aime le fromage
  - j'adore ça | j'aime pas
taste: ${JE}(?:déteste|hais) <thing>|(?:moi )?tout sauf <what:thing> => déteste {thing}{what}
  + je déteste la coriandre -> Ana déteste la coriandre | moi tout sauf les cornichons -> Ana déteste les cornichons
appointment/needed: ${JE}(?:pars|vais|serai|suis) (?<prep>en|à|au|aux) <place> => est {prep} {place}
  + je pars en écosse du 3 au 17 août -> Ana est en Écosse du 3 août 2026 au 17 août 2026
  - je vais à paris
belonging: (?:moi )?j['’]?ai (?:vendu|revendu) (?<art>mon|ma|le|la|mes|les) <thing> => a vendu {art} {thing}
  + j'ai vendu mon vélo -> Ana a vendu son vélo
habit: ${JE}joue (?<prep>du|de la|au|à la) <thing> => joue {prep} {thing}
  + je joue du violon -> Ana joue du violon
absence/needed: (?:moi )?je (?:ne )?(?:peux|pourrai|serai|suis) pas(?: là| venir| dispo)? => n'est pas là
  + je peux pas vendredi -> Ana n'est pas là le 15 mai 2026
  - je peux pas
appointment/needed: (?:moi )?j'ai (?:un |une |mon |mes )?(?<what>exam|examen|entretien|partiels?|concours|mariage|soutenance) => a : {what}
  + j'ai un entretien vendredi -> Ana a : entretien le 15 mai 2026
task: (?:moi )?(?:j'apporte|je ramène|j'amène|je fais) (?<art>le|la|les|une|un|du) <thing> => apporte {art} {thing}
  + j'apporte le dessert -> Ana apporte le dessert
constraint: allergique (?<prep>à la|au|aux|à) <thing> => est allergique {prep} {thing}
  + allergique aux noix, prévenez-moi -> Ana est allergique aux noix
task: (?:moi )?je m'occupe (?<prep>du|de la|des|de l') ?<what:words> => s'occupe {prep} {what}
  + je m'occupe du sondage -> Ana s'occupe du sondage
habit: (?:je suis |chui |jsuis )<main:word> main(?:,? .*)? => est {main} main
  + chui support main -> Ana est support main
absence/needed: (?:je (?:ne )?suis )?pas (?:dispo|là|disponible) => n'est pas disponible
  + pas dispo du 2 au 6 juin -> Ana n'est pas disponible du 2 juin 2026 au 6 juin 2026
`),
}
