/**
 * Words for sensitive matters in German, Spanish, French and Portuguese, by class. English words, which depend on
 * grammar more, stand in `sensitive.ts`. A word is listed only if it has no everyday meaning, else with the words that
 * relate it to a person.
 */
import type { Sensitive } from "../domain/types.ts"

const BODY = {
  de: "(?:bein|arm|fuß|fuss|handgelenk|hand|finger|knöchel|sprunggelenk|rippen?|schlüsselbein|knie|kreuzband|band|bänder|schulter|nase|zeh)",
  es: "(?:pierna|brazo|tobillo|muñeca|dedo|rodilla|pie|hombro|costillas?|clavícula|ligamentos?|nariz)",
  fr: "(?:jambe|bras|cheville|poignet|doigt|genou|pied|épaule|côtes?|clavicule|ligaments?|nez|dos)",
  pt: "(?:perna|braço|tornozelo|pulso|dedo|joelho|pé|ombro|costelas?|clavícula|ligamentos?|nariz)",
}
const CHILD = {
  de: "(?:söhne?|sohn|töchter|tochter|kind(?:er)?|baby|zwillinge|enkel(?:in)?|nichte|neffe|kleine[rn]?)",
  es: "(?:hij[oa]s?|niñ[oa]s?|bebé|peque|gemel[oa]s|niet[oa]s?|sobrin[oa]s?)",
  fr: "(?:fils|fille|enfants?|bébé|gosses?|jumeaux|jumelles|petit-fils|petite-fille|nièce|neveu|petit dernier)",
  pt: "(?:filh[oa]s?|bebê|bebé|gême[oa]s|net[oa]s?|sobrinh[oa]s?|miúd[oa]s?|puto)",
}
const AGE = "(?:1[0-7]|[1-9])"
/** Whose age is no child's, if named before. */
const NOT_OF = (animals: string) => `(?<!\\b(?:${animals})\\b[^.!?;]{0,40})`
const NO_CHILD = {
  de: NOT_OF(
    "katzen?|kater|hund|hündin|pferd|stute|hase|kaninchen|hamster|vogel|papagei|schildkröte|auto|wagen|haus|rad",
  ),
  es: NOT_OF("gat[oa]|perr[oa]|caballo|yegua|conejo|hámster|loro|tortuga|coche|casa|bici"),
  fr: NOT_OF("chat(?:te)?|chien(?:ne)?|cheval|jument|lapin|hamster|perroquet|tortue|voiture|maison|vélo"),
  pt: NOT_OF("gat[oa]|cachorr[oa]|cão|cadela|cavalo|égua|coelho|hamster|papagaio|tartaruga|carro|casa|bici"),
}

export const WORDS_ELSEWHERE: Record<Sensitive, string[]> = {
  health: [
    "\\b(?:schwanger\\w*|(?:erwarten|kriegen|bekommen) (?:ein|unser) (?:\\w+ )?(?:baby|kind)|baby unterwegs|krank geschrieben|auf krücken|fehlgeburt|entbindung|wehen|abtreibung|krankgeschrieben|notaufnahme|reha|psychiatrie|psychotherapie|mein(?:e[mr]?)? therapeut\\w*|sein(?:e[mr]?)? therapeut\\w*|ihr(?:e[mr]?)? therapeut\\w*|antidepressiva|depression\\w*|depressiv|angststörung|panikattacken?|burn-?out|magersucht|bulimie|migräne|diabetes|epilepsie|asthma|krebs(?:diagnose|erkrankung)|tumor|chemo|bandscheibe\\w*|bandscheibenvorfall|bluthochdruck|herzinfarkt|schlaganfall|gehirnerschütterung|grippe|fieber|antibiotik\\w+|schmerzmittel|tabletten|neurodermitis|onkolog\\w*|kardiolog\\w*|neurolog\\w*|urolog\\w*|psychiater\\w*|wurzelbehandlung|mrt|operiert|op-termin)\\b",
    `\\b(?:${BODY.de} (?:ist |sind |war )?(?:wohl |wahrscheinlich )?(?:ge|an|ver)?(?:brochen|gebrochen|gerissen|angerissen|verstaucht|verletzt|geprellt)|${BODY.de} (?:gebrochen|gerissen|verstaucht|verletzt|verdreht))\\b`,
    "\\b(?:ist|bin|war|wurde|wird|liegt) (?:wieder |immer noch |gerade |seit \\w+ )?(?:krank|im krankenhaus|in therapie|in behandlung|bewusstlos)\\b|\\b(?:rücken|knie|zahn|kopf|bauch)schmerzen\\b",
    "\\b(?:(?:estoy|está|sigo|sigue) de baja|(?:esperamos|esperando) un (?:bebé|hijo)|con muletas|embaraza(?:da|do)|embarazo|aborto|hospitalizad[oa]|quirófano|quimio\\w*|cáncer|tumor|diabetes|diabétic[oa]|epilepsia|asma|migrañas?|depresión|deprimid[oa]|ansiedad|ataques? de pánico|(?:mi|su|una?|el|la|del|al) (?:terapeuta|psiquiatra|psicólog[oa]|oncólog[oa]|cardiólog[oa]|neurólog[oa]|urólog[oa])|antidepresivos?|antibióticos?|(?:con|la|una|tengo|tiene) gripe|fiebre|covid|fracturad[oa]|esguince|contractura|lesionad[oa]|operad[oa]|hernia|infarto|presión alta|de baja médica)\\b",
    `\\b(?:rompi[óe]|rompí|torci[óe]|torcí|fractur[óé]|lesion[óé]|operaron|operan|duele)\\b.{0,15}\\b${BODY.es}\\b|\\b(?:está|estoy|estuve|sigue) (?:enferm[oa]|mal[oa] del|en el hospital|en terapia)\\b`,
    "\\b(?:enceinte|attend(?:ons)? un (?:bébé|enfant)|en arrêt(?: maladie)?|en béquilles|grossesse|fausse couche|avortement|hospitalisée?|aux urgences|chimio\\w*|cancer|tumeur|diabète|diabétique|épilepsie|asthme|migraines?|dépression|dépressi(?:f|ve)|anxiété|crises? d['’]angoisse|(?:ma|mon|sa|son|le|la) (?:psy|psychiatre|psychologue|thérapeute)|antidépresseurs?|antibiotiques?|grippe|fièvre|covid|entorse|fracture|opérée?|hernie|infarctus|arrêt maladie|burn-?out)\\b",
    `\\b(?:cassée?|tordue?|foulée?|blessée?|déchirée?)\\b.{0,15}\\b${BODY.fr}\\b|\\bmal (?:au|à la|aux) (?:dos|genou|tête|ventre|dents?)\\b|\\b(?:est|suis|était) (?:malade|souffrante?|en thérapie|à l['’]hôpital)\\b`,
    "\\b(?:grávida|esperando um (?:bebê|bebé|filho)|de atestado|de muletas|gravidez|aborto|internad[oa]|quimio\\w*|câncer|cancro|tumor|diabetes|diabétic[oa]|epilepsia|asma|enxaquecas?|depressão|deprimid[oa]|ansiedade|crises? de pânico|(?:meu|minha|seu|sua|o|a) (?:terapeuta|psiquiatra|psicólog[oa])|antidepressivos?|antibióticos?|(?:com|tem|tenho|uma|peguei) gripe|febre|covid|fraturad[oa]|entorse|lesionad[oa]|operad[oa]|hérnia|infarto|enfarte|pressão alta)\\b",
    `\\b(?:quebr(?:ei|ou)|torc(?:i|eu)|fratur(?:ei|ou)|machuc(?:uei|ou)|rompe(?:u)?|dói|doendo)\\b.{0,15}\\b${BODY.pt}\\b|\\b(?:está|estou|tô|ficou) (?:doente|internad[oa]|no hospital|em terapia)\\b`,
  ],
  sexuality: [
    "\\b(?:schwul|lesbisch|bisexuell|asexuell|queer|trans(?:gender|frau|mann|sexuell)|nichtbinär|nonbinär|geoutet|gay|lesbiana|homosexual|bisexual|transexual|transgénero|no binari[oe]|salió del (?:armario|clóset)|homosexuel(?:le)?|lesbienne|bisexuel(?:le)?|transgenre|non[- ]binaire|coming[- ]out|lésbica|não[- ]binári[oe]|transgênero|saiu do armário)\\b",
  ],
  religion: [
    "\\b(?:katholisch|evangelisch|muslim(?:in|isch)?|jüdisch|buddhistisch|hinduistisch|atheist(?:in)?|moschee|synagoge|gottesdienst|konfirmation|gläubig|católic[oa]|evangélic[oa]|musulman[oa]|judí[oa]|budista|hinduista|ate[oa]|mezquita|sinagoga|creyente|catholique|protestante?|musulmane?|juif|juive|bouddhiste|athée|mosquée|croyante?|ramadan|ramadán|muçulman[oa]|judeu|judia|ateu|ateia|mesquita|candomblé|umbanda)\\b",
    "\\b(?:geht|gehe|va|voy|vais|vou|vai) (?:\\w+ ){0,3}(?:in die kirche|zur messe|a misa(?! de gallo)|a la iglesia|à la messe|à l['’]église|à missa|à igreja)\\b",
  ],
  politics: [
    "\\b(?:wählt|gewählt|wähle|votó|voté|vota|voto|vote|voté pour|votou|votei)\\b.{0,20}\\b(?:afd|cdu|csu|spd|grüne\\w*|linke|fdp|bsw|psoe|vox|podemos|sumar|morena|macron|le pen|mélenchon|lfi|lula|bolsonaro|psol|partei|partido)\\b",
    "\\b(?:parteimitglied|gewerkschaft\\w*|kommunist(?:in)?|sozialist(?:in)?|sindicat\\w+|comunista|socialista|syndicat\\w*|syndiquée?|communiste|socialiste|sindicato|de (?:izquierdas?|derechas?|esquerda|direita)|de (?:gauche|droite)(?= |$))\\b",
  ],
  ethnicity: [
    "\\b(?:migrationshintergrund|hautfarbe|dunkelhäutig|geflüchtete[rn]?|flüchtling|inmigrante|refugiad[oa]|color de piel|afrodescendiente|indígena|immigrée?|réfugiée?|couleur de peau|imigrante|cor da pele|afrodescendente|cigan[oa]|gitan[oae])\\b",
  ],
  minors: [
    `\\b${CHILD.de}\\b.{0,25}\\b(?:ist|wird|wurde) ${AGE}(?: jahre)?\\b|\\b${CHILD.de},? (?:namens|heißt) \\w+|\\b(?:geht|geh|gehe|kommt|komm|bin|ist) in (?:die|der) (?:${AGE}\\. klasse|grundschule|kita)\\b|${NO_CHILD.de}\\b(?:ist|bin) ${AGE}(?: jahre(?: alt)?)?(?=\\s*(?:[.,;!?)]|$))|\\bkita\\b`,
    `\\b${CHILD.es}\\b.{0,25}\\b(?:tiene|cumple|cumplió) ${AGE}(?: años)?\\b|\\b${CHILD.es} (?:que )?se llama\\w*\\b|${NO_CHILD.es}\\b(?:tengo|tiene) ${AGE} años\\b|\\b(?:va|voy|está|estoy) en (?:${AGE}º|primaria|secundaria|la eso|prepa|el cole)\\b`,
    `\\b${CHILD.fr}\\b.{0,25}\\b(?:a|aura|fête ses) ${AGE} ans\\b|\\b${CHILD.fr} (?:qui )?s['’]appelle\\w*\\b|${NO_CHILD.fr}\\b(?:a|ai) ${AGE} ans\\b|\\b(?:est|suis|entre|rentre) en (?:maternelle|primaire|cp|ce[12]|cm[12]|[3-6](?:e|ème)|seconde|première(?! (?:ligne|fois|classe|année)))\\b`,
    `\\b${CHILD.pt}\\b.{0,25}\\b(?:tem|faz|fez|completou) ${AGE}(?: anos| meses)?\\b|\\b${CHILD.pt} (?:que )?se chama\\w*\\b|${NO_CHILD.pt}\\b(?:tenho|tem) ${AGE} anos\\b|\\b(?:está|estou) no (?:${AGE}º|ensino fundamental|ensino médio|jardim)\\b`,
  ],
  finances: [
    "\\b(?:gehalt|schulden|kredit|insolvenz|pleite gegangen|bürgergeld|arbeitslosengeld|hartz|unterhalt|sueldo|salario|deudas?|hipoteca|bancarrota|en paro|subsidio|pensión alimenticia|salaire|dettes?|prêt immobilier|découvert|au chômage|rsa|pension alimentaire|salário|dívidas?|hipoteca|financiamento|falência|seguro[- ]desemprego)\\b",
    "\\b(?:verdient|verdiene|gana|gano|gagne|ganha|ganho)\\b.{0,12}\\d[\\d.,]*\\s?(?:k|mil|€|\\$|euros?|pesos|reais)",
  ],
  slurs: [],
}
