/**
 * Words by which people say that something they name is over, in five languages: "sold the corolla", "the band broke
 * up", "not a vegetarian anymore". Data only; `named-endings.ts` applies it.
 */
import type { EndingExample } from "./ending.ts"

export interface EndingCues {
  /** Stand before the words that name it, with light words between. */
  before: string
  /** Stand right after them. */
  after: string
  /** A denial before them and a word after it, in any place: "do not play chess anymore". */
  denials: string
  anymore: string
  /** Stand before what had ended and began again: "back on coffee" ends "quit coffee". */
  again: string
  /** Words that may follow what ended without making something else of it: "sold the corolla last week". */
  follow: string
  examples: readonly EndingExample[]
}

export const CUES: readonly EndingCues[] = [
  {
    before: `sold|selling|traded in|traded away|traded|swapped(?: out)?|exchanged|got rid of|getting rid of|gave away|given away|ditched|ditching|dumped|dumping|scrapped|scrapping|donated|rehomed|replaced|returned(?! (?:to|from))
      |quit|quitting|left(?! (?:for|to|at|in|with|on|the house))|leaving(?! (?:for|to|at|in|with|on))|dropped(?: out of| off)?|dropping|gave up(?: on)?|given up(?: on)?|giving up|stopped(?! (?:at|by|in|over))|cancell?ed|unsubscribed from|uninstalled|deleted|abandoned|shelved|resigned (?:from|as)|retired(?: from| as)?|stepp(?:ed|ing) (?:down|back|away) (?:as|from)|bailed on|pulled out of|withdrew from|backed out of|mov(?:ed|ing) (?:on|away|out|off) (?:from|of)|burned out on|bored of
      |(?:switched|migrated|converted|moved|changed|jumped|went) (?:over )?(?:from|off|away from)|(?:kicked|fired|laid off|removed|let go|dropped) (?:out of|from|off|by)|split (?:up )?(?:with|from)|broke up with|divorced|parted ways with|goodbye|bye|rip|r\\.i\\.p\\.?|farewell
      |done (?:with|at|as)|finished (?:with|at)|through with|over with|(?<=^|(?:am|is|been|was|came|come|went|got|now|finally|officially|im|i'm) )off(?! to)|no more|no longer(?: \\S+)?|not an?|used to(?: \\S+)?|formerly|ex|former|last (?:day|shift|week) (?:at|as|of|with)|finished|completed|handed (?:in|over|back)|gave back|someone (?:just )?(?:bought|drove off with)|am not an?|(?:have not|havent) (?:touched|played|used|opened)|wrecked|totaled|crashed and burned`,
    after: `(?:is|are|was|has been|have been|got|has|have|s)?(?: (?:now|finally|officially|sadly|all|been|just))* ?(?:gone|over|done|dead|sold|no more|history|disbanded|cancell?ed|called off|shut down|closed down|folded|fell through|passed away|died|broke up|breaking up|ended|scrapped|retired|totaled|stolen|off|never again|called it (?:off|quits)|split up|is no more)|(?:and|&) (?:me|i|my \\p{L}+) (?:are (?:history|done|over|through)|called it off|broke up|split(?: up)?|called it quits|parted ways|are no longer|are not together)`,
    denials: "do not|does not|am not|not|never|no longer|have not|stopped",
    anymore: "anymore|any more|any longer|these days|nowadays",
    again:
      "back (?:on|to|at|into|in|with)|been to|went to|visited|tried|started|picked up|playing|smoking|drinking|returned to",
    follow:
      "for|last|in|after|since|ago|to|and|because|this|that|yesterday|today|a|an|two|three|four|five|six|ages|completely|entirely|altogether|finally|instead|on|at|back|over|when|with|as|now|recently|so|cause|cuz|bc|cold|months|weeks|years|tho|though|lol|haha|already|guys|btw|around|by|until|too|job|account|subscription|membership|habit|diet|shifts?|gig",
    examples: [
      ["Ana drives a Corolla.", "sold the corolla last week", true],
      ["Ana does yoga on Mondays.", "swapped yoga for pilates", true],
      ["Ana drives a Corolla.", "sold my old desk", false],
      ["Ana drives a Corolla.", "sold the corolla tires", false],
      ["Ana drives a Corolla.", "sold the roof rack off the corolla", false],
      ["Ana has two cats.", "next doors cat died last night", false],
      ["Ana uses Fedora.", "im off fedora since new year", true],
      ["Ana coaches at the rugby club.", "back when i played i quit a club by text", false],
      ["Ana drives a Corolla.", "almost sold the corolla", false],
      ["Ana drives a Corolla.", "my brother sold his corolla", false],
      ["Ana sings in a choir.", "quit the choir", true],
      ["Ana works at Siemens.", "left siemens last month", true],
      ["Ana uses Ubuntu.", "switched from ubuntu to arch", true],
      ["Ana sings in a choir.", "never quit choir", false],
      ["Ana sings in a choir.", "thinking about quitting choir", false],
      ["Ana sings in a choir.", "left choir early today", false],
      ["Ana plays chess on Sundays.", "i dont play chess anymore", true],
      ["Ana is a vegetarian.", "not a vegetarian anymore", true],
      ["Ana plays chess on Sundays.", "i dont play go anymore", false],
      ["Ana works at Siemens.", "no longer at siemens", true],
      ["Ana plays League.", "im so done with league for good", true],
      ["Ana plays League.", "no more league for me", true],
      ["Ana plays the cello.", "i used to play the cello", true],
      ["Ana plays bass in a band.", "the band broke up", true],
      ["Ana rides a Vespa.", "my vespa got stolen", true],
      ["Ana drives a Corolla.", "the store is closed", false],
      ["Ana has a cat called Miso.", "miso passed away", true],
      ["Ana lives in Leeds.", "moving out of leeds on friday", true],
      ["Ana quit coffee.", "back on coffee", true],
    ],
  },
  {
    before:
      "verkauft|gekündigt bei|aufgehört mit|schluss mit|fertig mit|raus aus|weg von|verlassen|letzte[rn]? tag (?:bei|im|in)|nicht mehr(?: (?:in|im|bei|beim|am|auf|als))?|tschüss|ade|früher|ex",
    after:
      "nie wieder|(?:\\p{L}+ ){0,3}(?:verkauft|abgegeben|gekündigt|verlassen|aufgegeben|abbestellt|gelöscht|deinstalliert|abgebrochen|abgeschlossen|geschmissen|hingeschmissen|aufgehört|ausgetreten|ausgezogen|weggezogen|getauscht|eingetauscht|ausgestiegen|aufgelöst|gestorben|geklaut|gestohlen|abgesagt|vorbei|tot|weg|raus)|(?:und ich )?(?:sind |haben uns )(?:\\p{L}+ ){0,3}(?:getrennt|auseinander)",
    denials: "nicht|kein\\p{L}*|nie",
    anymore: "mehr",
    again: "wieder(?: mit| beim?)?",
    follow: "mehr|seit|nach|und|weil|jetzt|vor|letzte\\p{L}*|endlich|wieder|an|für|gegen|bei|in|im|am|auf",
    examples: [
      ["Ana fährt einen Golf.", "hab den golf verkauft", true],
      ["Ana singt im Chor.", "bin aus dem chor ausgetreten", true],
      ["Ana fährt einen Golf.", "hab den golf gewaschen", false],
      ["Ana spielt Geige.", "spiele keine geige mehr", true],
      ["Ana ist Vegetarierin.", "bin keine vegetarierin mehr", true],
    ],
  },
  {
    before:
      "vendí|vendido|dej[ée]|dejado|cancelé|cancelado|abandoné|terminé (?:con|de|en)?|acabé (?:con|de|en)?|regalé|devolví|cambié|cambiado|borré|desinstalé|renuncié (?:a|al)?|salí de|salí del|salido de|fui de|baja (?:de|del|en)|(?:se me|me) (?:murió|rompió|robaron)|me (?:robaron|chorearon)|último día (?:en|de)|adiós|ya no(?: \\S+)?",
    after:
      "ya fue|nunca más|(?:se )?(?:murió|acabó|disolvió|fue|vendió|canceló|terminó|ha muerto|cerró)|y yo (?:lo dejamos|terminamos|rompimos|cortamos)",
    denials: "(?!)",
    anymore: "(?!)",
    again: "volví (?:a|al)|vuelvo (?:a|al)|he vuelto (?:a|al)",
    follow: "hace|el|la|por|y|porque|ya|ayer|hoy|desde|que|para|a|al|con|en|eh|jaja\\p{L}*|de",
    examples: [
      ["Ana conduce un Golf.", "vendí el golf", true],
      ["Ana toca en un grupo.", "me salí del grupo", true],
      ["Ana juega al ajedrez.", "ya no juego al ajedrez", true],
    ],
  },
  {
    before:
      "vendu|arrêté|quitté|lâché|largué|abandonné|fini|terminé|résilié|annulé|rendu|donné|désinstallé|supprimé|remplacé|changé de|on m['’ ]a (?:piqué|volé)|m['’ ]a (?:piqué|volé)|dernier jour (?:chez|à|au)|(?:suis|fais|joue|vais|utilise|mange|bois|fume|bosse|travaille|habite|vis|ai|sors|étudie) plus|adieu|ciao",
    after:
      "plus jamais|(?:est|sont) (?:mort\\p{L}*|fini\\p{L}*|vendu\\p{L}*|terminé\\p{L}*|parti\\p{L}*)|c(?:['’]est)? mort|tombe à l'eau|et moi (?:c'est fini|on s'est séparés?|on est plus ensemble)",
    denials: "(?!)",
    anymore: "(?!)",
    again: "repris|remis (?:à|au)|j'ai pris|j'ai (?:enfin )?(?:vu|visité|goûté)",
    follow: "depuis|il|la|le|et|parce|hier|pour|par|cette|ce|en|à|au|y|hein|mdr|du|de",
    examples: [
      ["Ana conduit une Golf.", "j'ai vendu la golf", true],
      ["Ana est végétarienne.", "je suis plus végétarienne", true],
    ],
  },
  {
    before:
      "vendi|larguei|abandonei|cancelei|terminei|acabei|dei|troquei|deixei|parei|saí|tranquei|desinstalei|devolvi|aposentei|último dia (?:no|na|em)|tchau",
    after:
      "nunca mais|(?:acabou|terminou|morreu|foi (?:embora|vendid\\p{L}*|pro)|vai p\\p{L}+)|e eu (?:terminamos|separamos)",
    denials: "não|n",
    anymore: "mais",
    again: "voltei (?:a|ao|pro|pra)",
    follow: "faz|há|mês|semana|ontem|hoje|e|porque|pra|pro|por|pelo|mais|de|do|da|viu|kk\\p{L}*|no|na",
    examples: [
      ["Ana dirige um Gol.", "vendi o gol", true],
      ["Ana joga xadrez.", "não jogo xadrez mais", true],
    ],
  },
]
