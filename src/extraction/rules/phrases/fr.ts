/** Phrases in which people speak of themselves in French chat. */
import { type PhraseTable, phraseRows } from "./phrase.ts"

const JE = "(?:moi )?(?:je |j')"

export const FRENCH: PhraseTable = {
  language: "fr",
  fillers:
    /^(?:(?:bon|ben|bah|alors|ah|oh|eh|et|mais|donc|du coup|au fait|en fait|sinon|hein|ouais|oui|non|mdr+|lol|salut|coucou|perso|pour info|genre|ok|annonce)(?![\p{L}'])[\s,:]*)+|[\s,]*(?<![\p{L}])(?:mdr+|lol|hein|quoi|du coup|aussi|maintenant|en fait|au fait|ptdr|désormais|pour info)$/iu,
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
home: (?:moi )?(?:j'habite|je vis) (?:maintenant |toujours |actuellement )?(?<prep>à|en|au|aux) <place> => habite {prep} {place}
  + j'habite à nantes -> Ana habite à Nantes
work: ${JE}(?:bosse|travaille) (?<prep>comme|chez|dans|à la|au|pour) <thing> => travaille {prep} {thing}
  + je bosse chez orange -> Ana travaille chez orange
pet: (?:moi )?j'ai (?<art>un|une) (?<animal>chat|chatte|chien|chienne|lapin|hamster) (?:qui s'appelle|nommée?) <name> => a {art} {animal} : {name}
  + j'ai un chat qui s'appelle moka -> Ana a un chat : Moka
identity: (?:moi )?j'ai (?<age>1[89]|[2-9]\d) ans => a {age} ans
  + j'ai 27 ans -> Ana a 27 ans (mai 2026)
work: (?:moi )?je suis (?<job>(?:prof|professeure?|enseignante?|infirmi(?:er|ère)|ingénieure?|développeu(?:r|se)|dév|graphiste|photographe|étudiante?|bibliothécaire|mécanicien(?:ne)?|électricien(?:ne)?|menuisi(?:er|ère)|boulang(?:er|ère)|cuisini(?:er|ère)|vétérinaire|avocate?|comptable|architecte|journaliste|pharmacien(?:ne)?|serveu(?:r|se)|libraire|coiffeu(?:r|se)|sage-femme|kiné|facteur|pompier)(?: (?:de|en|à) .{2,25})?) => est {job}
  + je suis infirmière à lille -> Ana est infirmière à lille
origin: (?:moi )?je (?:viens|suis originaire) (?<prep>de|du|des|d')(?: )?(?!emménager|arriver|finir|commencer|rentrer|voir|lire|manger|tester|recevoir|passer)<place> => vient {prep} {place}
  + je viens de brest -> Ana vient de Brest
constraint: (?:moi )?je suis (?<diet>vegan|végan|végane|végé|végétarien(?:ne)?|pescétarien(?:ne)?|cœliaque)(?: depuis .{3,15})? => est {diet}
  + je suis végétarienne depuis 3 ans -> Ana est végétarienne | je suis végé depuis janvier -> Ana est végétarien·ne
  - je suis crevée
constraint: (?:moi )?je suis allergique (?<prep>à la|au|aux|à) <thing> => est allergique {prep} {thing}
  + je suis allergique aux noix -> Ana est allergique aux noix
taste: ${JE}adore <thing>|${JE}aime (?:beaucoup |bien )?<what:thing> => aime {thing}{what}
  + j'adore le fromage -> Ana aime le fromage
  - j'adore ça | j'aime pas
taste: ${JE}(?:déteste|hais) <thing>|(?:moi )?tout sauf <what:thing> => déteste {thing}{what}
  + je déteste la coriandre -> Ana déteste la coriandre | moi tout sauf les cornichons -> Ana déteste les cornichons
absence/needed: (?:moi )?je (?:ne )?(?:peux|pourrai|serai|suis) pas(?: là| venir| dispo)? => n'est pas là
  + je peux pas vendredi -> Ana n'est pas là le 15 mai 2026
  - je peux pas
name: (?:appelez|appelle)-moi <name>|vous pouvez m'appeler <alias:name> => se fait appeler {name}{alias}
  + appelez-moi jo -> Ana se fait appeler Jo
`),
}
