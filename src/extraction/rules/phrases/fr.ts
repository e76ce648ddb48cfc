/** Phrases in which people speak of themselves in French chat. */
import { type PhraseTable, phraseRows } from "./phrase.ts"

const JE = "(?:moi )?(?:je |j')"

const PARENT =
  "(?<kin>mère|père|sœur|soeur|frère|copine|copain|femme|mari|fille|fils|grand-mère|grand-père|tante|oncle|cousine|cousin|coloc)"
const METIER =
  "(?<job>prof|professeure?|infirmi(?:er|ère)|médecin|ingénieure?|développeu(?:r|se)|graphiste|photographe|boulang(?:er|ère)|cuisini(?:er|ère)|plombier|électricien(?:ne)?|avocate?|comptable|architecte|journaliste|pharmacien(?:ne)?|libraire|coiffeu(?:r|se)|mécano|mécanicien(?:ne)?|musicien(?:ne)?|vétérinaire|serveu(?:r|se))"

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
home: (?:moi )?(?:j'habite|je vis) (?:maintenant |toujours |actuellement )?(?<prep>à|en|au|aux) <place> => habite {prep} {place}
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
home: (?:moi )?(?:j'ai (?:emménagé|déménagé)|je viens d'emménager|je me suis installée?) (?<prep>à|en|au) <place>(?: .{0,40})? => a emménagé {prep} {place}
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
origin: (?:moi )?je (?:viens|suis originaire) (?<prep>de|du|des|d')(?: )?(?!emménager|arriver|finir|commencer|rentrer|voir|lire|manger|tester|recevoir|passer)<place> => vient {prep} {place}
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
appointment/needed: ${JE}(?:pars|vais|serai|suis) (?<prep>en|à|au|aux) (?!vacances|congé|stage|partiels|déplacement)<place> => est {prep} {place}
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
task: (?:moi )?(?:j'apporte|je ramène|j'amène) (?<art>le|la|les|une|un|du) <thing> => apporte {art} {thing}
  + j'apporte le dessert -> Ana apporte le dessert
constraint: allergique (?<prep>à la|au|aux|à) <thing> => est allergique {prep} {thing}
  + allergique aux noix, prévenez-moi -> Ana est allergique aux noix
task: (?:moi )?je m'occupe (?<prep>du|de la|des|de l') ?<what:words> => s'occupe {prep} {what}
  + je m'occupe du sondage -> Ana s'occupe du sondage
habit: (?:je suis |chui |jsuis )<main:word> main(?:,? .*)? => est {main} main
  + chui support main -> Ana est support main
absence/needed: (?:je (?:ne )?suis )?pas (?:dispo|là|disponible) => n'est pas disponible
  + pas dispo du 2 au 6 juin -> Ana n'est pas disponible du 2 juin 2026 au 6 juin 2026
family: (?:mon|ma) ${PARENT} (?:habite|vit) (?<prep>à|en|au|aux) <place> => {who} a de la famille {prep} {place} : {kin}
  + ma sœur habite à annecy -> Ana a de la famille à Annecy : sœur
family: (?:mon|ma) ${PARENT} est ${METIER} => {who} a de la famille : {kin}, {job}
  + mon frère est boulanger -> Ana a de la famille : frère, boulanger
name: (?:appelez|appelle)-moi <name>|vous pouvez m'appeler <alias:name> => se fait appeler {name}{alias}
  + appelez-moi jo -> Ana se fait appeler Jo
identity: mes pronoms (?:c'est|sont|:) (?<pronouns>\p{L}+(?:/\p{L}+)?) => utilise les pronoms {pronouns}
  + mes pronoms c'est elle -> Ana utilise les pronoms elle
birthday: mon (?:anniv|anniversaire) (?:c'est|est) le (?<day>\d{1,2}(?:er)? \p{L}+) => fête son anniversaire le {day}
  + mon anniv c'est le 3 mai -> Ana fête son anniversaire le 3 mai
favorite: (?:mon|ma) (?<what>jeu|film|série|groupe|plat|livre|perso|album|chanson) préférée? (?:c'est|est) <thing> => favori de {who} : {what} {thing}
  + mon jeu préféré c'est hades -> favori de Ana : jeu hades
belonging: (?:moi )?j'ai (?:acheté|commandé|reçu) (?<what>(?:un|une|le|la) (?:[\p{L}]+ )?(?:steam deck|switch|ps5|pc|ordi|portable|thinkpad|macbook|vélo|moto|voiture|guitare|basse|piano|synthé|appareil photo|écran|imprimante|tente|kayak|van)) => a acheté {what}
  + j'ai acheté une steam deck -> Ana a acheté une steam deck
habit: (?:moi )?j'ai arrêté (?<what>de fumer|de boire|le café|la clope|l'alcool|le sucre|twitter|insta|la viande|le sport) => a arrêté {what}
  + j'ai arrêté de fumer -> Ana a arrêté de fumer
habit: ${JE}joue (?:pas mal |beaucoup |surtout )?à (?!la|l'|plusieurs|deux|trois|quatre|fond)<game:words>(?: en ce moment| ces temps-ci)? => joue à {game}
  + je joue à poe2 en ce moment -> Ana joue à poe2
habit: ${JE}(?:ne )?joue plus à <game:words> => ne joue plus à {game}
  + je joue plus à dota -> Ana ne joue plus à dota
habit: ${JE}cours (?<often>tous les \p{L}+|chaque \p{L}+|le \p{L}+ (?:matin|soir)) => court {often}
  + je cours tous les dimanches -> Ana court tous les dimanches
habit: ${JE}fais (?<what>(?:de la |du |de l'|des )(?:escalade|roller|théâtre|danse|judo|karaté|yoga|couture|poterie|photo|vélo|natation|rando(?:nnée)?|foot|basket|tennis|hand|volley|rugby|musique|guitare|piano|boxe|skate|surf|ski|impro|chorale|tricot|aquarelle|dessin|escrime|équitation|jardinage|aviron|voile|plongée|maraîchage)) => fait {what}
  + je fais de l'escalade -> Ana fait de l'escalade
habit: ${JE}collectionne <thing> => collectionne {thing}
  + je collectionne les vinyles -> Ana collectionne les vinyles
habit: ${JE}(?:organise|gère|m'occupe d'organiser) (?<what>(?:le|la|les|l') ?(?:tournoi|rando|soirée|sortie|serveur|compta|jury|voyage|atelier|planning|cagnotte|concert|bénévoles)) => organise {what}
  + j'organise le tournoi -> Ana organise le tournoi
schedule: le (?<day>lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?: soir)? (?:j'ai|je fais|je vais (?:à la|au)) <thing> => a {thing} le {day}
  + le mardi j'ai chorale -> Ana a chorale le mardi
schedule: ${JE}(?:bosse|travaille) (?<when>tout l'été|de nuit|à mi-temps|le week-end|en horaires décalés|à distance|en télétravail) => travaille {when}
  + je bosse tout l'été -> Ana travaille tout l'été
tool: ${JE}(?:utilise|tourne sous|suis sous|suis passée? (?:sous|à)) (?<tool>arch|debian|fedora|ubuntu|linux|mac|windows|nixos|mint|vim|neovim|emacs|blender|krita|godot|obsidian) => utilise {tool}
  + j'utilise arch -> Ana utilise arch | je suis passé sous fedora -> Ana utilise fedora
taste: ${JE}préfère (?!pas|que|quand|de)<thing> => préfère {thing}
  + je préfère le train -> Ana préfère le train
milestone/told: (?:je me marie|on se marie) => se marie
  + je me marie le 3 août -> Ana se marie le 3 août 2026
event: (?:moi )?j'ai passé (?<how>(?:un|une|deux|trois|quatre|cinq|six|\d+) (?:ans?|mois|semaines?)) (?<prep>au|en|à|aux) <place>(?: en (?<year>(?:19|20)\d\d))? => a passé {how} {prep} {place}[ en {year}]
  + j'ai passé 6 mois au vietnam en 2019 -> Ana a passé 6 mois au Vietnam en 2019
appointment/needed: ${JE}pars (?:(?<how>(?:une|deux|trois|quatre|\d+) semaines?) )?(?<prep>en|au|aux|à) <place> => part[ {how}] {prep} {place}
  + je pars trois semaines au vietnam en novembre -> Ana part trois semaines au Vietnam en novembre 2026
absence: (?:moi )?je (?:ne )?viens pas (?<prep>au|à la|à l'|aux) ?(?<what>[\p{L}-]+)(?: .*)? => ne vient pas {prep} {what}
  + je viens pas au pique-nique -> Ana ne vient pas au pique-nique
absence/needed: ${JE}(?:suis|serai) en (?<what>vacances|stage|partiels|tournée|déplacement|congé) => est en {what}
  + je suis en vacances du 3 au 10 août -> Ana est en vacances du 3 août 2026 au 10 août 2026
task: (?:moi )?je (?:ramène|apporte|amène) (?<art>mon|ma|mes|des|de la|du) <thing> => apporte {art} {thing}
  + je ramène mon fromage sans lactose -> Ana apporte son fromage sans lactose
task: (?:moi )?je (?:prends|m'occupe de|gère) (?<what>(?:le|la|les|du|de la|des) (?:vin|bières?|jus|pain|fromage|dessert|chips|entrée|apéro|boissons|glaçons|couverts|assiettes|musique|sono|jeux|raclette|charcuterie|patates)(?: (?:blanc|rouge|rosé))?) => apporte {what}
  + je prends le vin blanc -> Ana apporte le vin blanc
  - je prends le train
task: (?:moi )?je fais (?<art>ma|la|une|mon|le|un|des|les) (?<dish>(?:tarte|gâteau|quiche|salade|cake|mousse|soupe|crêpes|pizza|houmous|taboulé|lasagnes|brownies|cookies|pain|tiramisu|fondant|chili|couscous)(?: (?:au|aux|à la|de|d')[^,.]{2,20})?) => fait {art} {dish}
  + je fais ma tarte au citron -> Ana fait sa tarte au citron
goal: ${JE}cherche (?<what>(?:un|une) (?:appart|appartement|studio|coloc|chambre|boulot|taf|stage|alternance|vélo))(?: (?<prep>à|en|sur) <place>)? => cherche {what}[ {prep} {place}]
  + je cherche un appart à lyon -> Ana cherche un appart à Lyon
task: ${JE}vends (?<art>mon|ma|mes|un|une) <thing> => vend {art} {thing}
  + je vends mon vélo -> Ana vend son vélo
identity: (?:je (?:ne )?suis|chuis|jsuis) plus (?<what>modo|modératrice|modérateur|admin|capitaine) => n'est plus {what}
  + je suis plus modo -> Ana n'est plus modo
constraint: (?:svp )?pas de (?:pings?|messages?|mp|dm) (?<time>(?:après|avant|pendant) .{2,20}?)(?: svp| stp)? => ne veut pas de messages {time}
  + pas de ping après 22h svp -> Ana ne veut pas de messages après 22h
family: (?:ma|mon) ${PARENT} et moi (?:on|nous) (?<did>emménage ensemble|habite ensemble|se marie|s'est séparés?|est ensemble) => et {kin} : {did}
  + ma copine et moi on emménage ensemble -> Ana et copine : emménage ensemble
study: ${JE}fais (?<what>une thèse|un master|une licence|un bts|un doctorat|une alternance|un stage|un cap) (?<prep>en|de|sur|chez) <thing> => fait {what} {prep} {thing}
  + je fais une thèse en chimie -> Ana fait une thèse en chimie
tool: ${JE}passe (?:sur|sous|à) (?<tool>arch|debian|fedora|ubuntu|linux|mac|windows|nixos|android|neovim|obsidian) => utilise {tool}
  + je passe sur linux -> Ana utilise linux
belonging: (?:moi )?j'ai (?<what>(?:un|une) (?:vieux |vieille |nouveau |nouvelle |petit |petite )?(?:thinkpad|macbook|steam deck|switch|ps5|pc|ordi|appareil photo|guitare|basse|moto|voiture|vélo|van|piano|synthé|imprimante 3d|jardin|potager|balcon)(?: [\p{L}\d]*\d[\p{L}\d]*)?) => a {what}
  + j'ai un vieux thinkpad t480 -> Ana a un vieux thinkpad t480
absence/needed: ${JE}(?:suis|serai) (?<what>absente?|en week-end|injoignable) => est {what}
  + je serai absente du 3 au 10 juin -> Ana est absente du 3 juin 2026 au 10 juin 2026
`),
}
