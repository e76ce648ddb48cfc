/**
 * Recognizes what people tell Keepsake to remember and what is nothing to remember: greetings, jokes, letters without
 * words, what would be, and wishes to the bot. In English, German and Spanish, some also in French and Portuguese. Pure.
 */
import { isConfidence } from "../privacy/confidences.ts"
import { privacyWishOf } from "../privacy/privacy-wish.ts"

/** Why a text tells nothing, as the reason of its verdict. */
type NoStatement =
  | "confidence"
  | "forget_wish"
  | "reminder"
  | "command"
  | "greeting"
  | "gibberish"
  | "joke"
  | "hypothetical"
  | "unnamed"
  | "question"

/** The sentences of a text, without those that tell nothing, and why these do not. */
interface Statements {
  left: string[]
  dropped: { part: string; reason: NoStatement }[]
}

/**
 * `isOpen`: nobody was picked whom the text is about, so that "she" is nobody. Wishes are judged by the whole text, jokes and what would be by its sentences. A question beside a statement stays, because
 * the statement may be its answer.
 */
export function withoutNoStatements(text: string, { isOpen = false }: { isOpen?: boolean } = {}): Statements {
  const reason = noStatementIn(text) ?? (isOpen && isOfNobody(text) ? "unnamed" : null)
  const parts = text.split(SENTENCE)
  if (reason !== null && (parts.length === 1 || !OF_PARTS.has(reason)))
    return { left: [], dropped: [{ part: text, reason }] }
  const judged = parts.map((part) => ({ part, reason: noStatementIn(part) }))
  const tellsNothing = judged.every((one) => one.reason !== null)
  const stays = (why: NoStatement | null) => why === null || (why === "question" && !tellsNothing)
  return {
    left: judged.flatMap((one) => (stays(one.reason) ? [one.part] : [])),
    dropped: judged.flatMap(({ part, reason: why }) =>
      why === null || stays(why) ? [] : [{ part, reason: why }],
    ),
  }
}
const SENTENCE = /(?<=[\p{L}\p{N}]{3}[.!?]+|[;\n])\s+/u
const OF_PARTS: ReadonlySet<NoStatement> = new Set<NoStatement>(["joke", "hypothetical", "question"])

/**
 * Returns why a text that somebody wants remembered tells nothing; `null` if it may tell something.
 * @internal
 */
export function noStatementIn(text: string): NoStatement | null {
  const words = text.replace(/[’`´]/gu, "'").replace(/[¿¡]/gu, "").replace(/\s+/gu, " ").trim()
  if (isConfidence(words)) return "confidence"
  if (privacyWishOf(words) !== null || FORGET.test(words)) return "forget_wish"
  return TESTS.find(([, test]) => test(words))?.[0] ?? null
}

const ASKING =
  "(?:(?:hey|hi|hello|hallo|hola|oye|ok(?:ay)?|please|pls|plz|bitte|por favor|porfa|bot|keepsake|to|that|and|so)[\\s,!.]+|(?:can|could|would|will) (?:you|u) (?:please )?|(?:kannst|könntest|würdest) du |(?:puedes|podrías) )*"
/** "Forget that I like tea". "Forget-me-nots" are flowers. */
const FORGET = new RegExp(
  `^${ASKING}(?:(?:delete|erase|wipe|remove) (?:everything|all|anything|what) (?:\\p{L}+ )*(?:about|on|of|you (?:know|have))(?!\\p{L})|(?:l[öo]sche?|lösch) (?:alles|alle|was)(?!\\p{L})|(?:borra|elimina) (?:todo|lo)(?!\\p{L})|(?:forget|unremember) (?:that|what|about|my|the (?:fact|thing)|it\\b|this)|vergiss (?:bitte )?(?:dass|was|mein\\p{L}*|das|es)|vergiss,? dass|olvida (?:que|lo|mi|eso|esto)|oublie (?:que|ce|mon|ma|ça)|esquece (?:que|o|a|meu|minha|isso))(?![\\p{L}-])`,
  "iu",
)

const REMINDER = new RegExp(
  [
    `^${ASKING}(?:(?:remind|ping|poke|wake|alert) (?:me|us|everyone)(?![\\p{L}'])|remind \\p{L}+ (?:to|about|that)(?!\\p{L}))`,
    `^${ASKING}(?:set|make|create) (?:me )?(?:a|an) (?:reminder|alarm|timer)(?![\\p{L}])`,
    "^(?:don't|do not) let me forget(?! that)",
    // "/remember to buy milk", without the command's name.
    "^to \\p{L}+ \\p{L}+",
    `^${ASKING}(?:erinner|weck)e? (?:mich|uns)(?![\\p{L}])|(?:kannst|könntest|würdest) du (?:mich|uns) .*(?:erinnern|wecken)`,
    "^daran,? .+ zu \\p{L}+",
    `^${ASKING}(?:recuérda(?:me|nos)|recuerdame|avísame|avisame|despiértame|me (?:recuerdas|avisas))(?![\\p{L}])`,
    `^${ASKING}(?:rappelle|réveille)[- ](?:moi|nous)(?![\\p{L}])|^${ASKING}(?:me lembra|me avisa|lembra[- ]me|me acorda)(?![\\p{L}])`,
  ].join("|"),
  "iu",
)

/** Wishes with "me" or "us", and words that only a listener can obey: what members ask of each other may be a rule. */
const COMMAND = new RegExp(
  [
    `^${ASKING}(?:tell|show|give|send|sing|read|draw|make|write|play|explain to|translate|help|answer|google|find|call|buy|bring|teach) (?:me|us)(?![\\p{L}'])`,
    `^${ASKING}(?:from now on,? )?(?:(?:you|u) (?:must|should|have to|will|shall|only|always|never|need to) (?:\\p{L}+ )?(?:answer|reply|respond|speak|talk|say|write|act|pretend|obey)|(?:always |never |only )?(?:answer|reply|respond|speak|talk|pretend|act) (?:in|with|as|like|only|always|every|nothing|to be)(?![\\p{L}']))`,
    `^(?:(?:ab (?:jetzt|sofort)|von nun an|künftig|bitte),? )*(?:antworte|sprich|rede|schreib|tu so|benimm)(?:st|e)?(?: du)?(?![\\p{L}])(?! ich)|^(?:ab (?:jetzt|sofort)|von nun an|künftig),? (?:\\p{L}+st) du(?![\\p{L}])|^du (?:sollst|musst|darfst|wirst) (?:\\p{L}+ )*(?:antworten|sprechen|reden|schreiben|sagen|gehorchen)`,
    `^(?:(?:a partir de ahora|desde ahora|de ahora en adelante|por favor),? )*(?:(?:tienes que|debes|vas a) )?(?:responde[rs]?|contesta[rs]?|habla[rs]?|finge|actúa|obedece)(?![\\p{L}])`,
    `^${ASKING}(?:shut up|be quiet|go away|stop (?:talking|replying|answering|spamming|listening|it|that)|say (?:something|hi|hello|hey|sorry|yes|no|cheese)|sing (?:a|something)|play (?:some )?music|leave (?:me|us) alone|do something|help)[\\s.!]*$`,
    `^${ASKING}(?:sag|zeig|erzähl|gib|schreib|spiel|sing|hilf|schick|erklär|nenn|bring)e? (?:mir|uns)(?![\\p{L}])|^(?:halt (?:die|den) (?:klappe|mund)|sei (?:still|leise|ruhig)|hör auf|sag (?:mal )?(?:was|etwas|hallo))[\\s.!]*$`,
    `^${ASKING}(?:dime|dinos|muéstrame|muestrame|cuéntame|cuentame|enséñame|dame|danos|cántame|escríbeme|cállate|callate|ayúdame|explícame|mándame|tráeme|llámame|cómprame|di (?:algo|hola))(?![\\p{L}])`,
    `^${ASKING}(?:dis|montre|raconte|donne|écris|envoie|aide|chante)[- ](?:moi|nous)(?![\\p{L}])|^tais-toi|^${ASKING}(?:me (?:diz|mostra|conta|dá|manda|ajuda)|cala a boca)(?![\\p{L}])`,
  ].join("|"),
  "iu",
)

const GREETING =
  "(?:hi+|hello+|hell?o|he+y+(?:a|o)?|yo+|hiya|howdy|sup|wass?up|what's up|welcome(?: back| to (?:the )?(?:server|club|channel))?|wb|gm|gn8?|morning|evening|good ?(?:morning|afternoon|evening|day|night)|night|greetings|bye(?: bye)?|goodbye|see (?:you|ya|u)|cya|later|nice to meet (?:you|u)|happy (?:new year|birthday|holidays|easter|christmas|\\p{L}+day)|merry (?:christmas|xmas)|congrat(?:s|ulations)|cheers|thanks|thank you|thx|hallo|hallöchen|hi|moin(?: ?moin)?|servus|grüezi|tach|na|guten? (?:morgen|tag|abend|nacht|rutsch)|grüß (?:dich|euch|gott)|tschüss?|tschau|ciao|bis (?:bald|später|morgen|dann|gleich)|willkommen(?: zurück)?|frohe[sn]? (?:weihnachten|neues(?: jahr)?|ostern|fest)|alles gute(?: zum geburtstag)?|herzlichen glückwunsch|danke|hola+|buenas(?: (?:tardes|noches))?|buen(?:os)? d[ií]as?|qué (?:tal|pasa)|que tal|adiós|adios|chao|chau|hasta (?:luego|mañana|pronto|ahora)|nos vemos|feliz (?:año(?: nuevo)?|navidad|cumple(?:años)?|\\p{L}+)|bienvenid[oa]s?|gracias|salut|bonjour|bonsoir|bonne (?:nuit|journée|soirée|année)|coucou|à (?:bientôt|demain|plus)|oi+|olá|bom dia|boa (?:tarde|noite)|e aí|tchau|até (?:logo|amanhã))"
const TAIL =
  "(?:all|y'all|yall|everyone|everybody|every1|folks|guys|gang|team|people|friends|there|again|chat|world|server|club|lads|ladies|gents|peeps|mates?|to|you|u|a|an|and|so|too|the|have|great|good|nice|lovely|day|night|evening|weekend|week|one|sleep|well|how|are|r|is|it|going|doing|today|tomorrow|tonight|soon|later|from|me|bot|keepsake|very|much|lots?|zusammen|alle[rn]?|an|leute|ihr|lieben?|liebe|euch|dir|dich|und|schönen?|guten?|tag|abend|morgen|wochenende|woche|geht's|geht|wie|es|schlaft|gut|freunde|mädels|jungs|miteinander|in|die|runde|wünsche|ich|noch|habt|einen|allen|tod[oa]s|chic[oa]s|gente|amig[oa]s|grupo|equipo|buen|finde|fin|de|semana|que|tengáis|tengan|un|una|día|buena|noche|tarde|muy|cómo|como|estáis|están|estás|va|nuevo|tout|le|monde|les|amis|tous|toutes|vous|toi|à|ça|pessoal|galera|para|vocês|com|tudo|bem)"
const SIGNS = "(?:[\\s,.!?…)(:;<3~*-]|\\p{Extended_Pictographic}|\\ufe0f|\\u200d)*"
/** A greeting with its usual tail, and at most one other word, a name: "hola a todos", "good morning Ben, sleep well?" */
const GREETS = new RegExp(
  `^${SIGNS}${GREETING}(?![\\p{L}'])${SIGNS}(?:(?:${GREETING}|${TAIL})(?![\\p{L}'])${SIGNS})*(?:@?[\\p{L}'-]{2,20}${SIGNS})?(?:(?:${GREETING}|${TAIL})(?![\\p{L}'])${SIGNS})*$`,
  "iu",
)

const LAUGH =
  "(?:l+o+l+(?:ol)*z?|lmf?ao+|rofl|h?a*(?:ha){2,}h?|(?:he){2,}h?|(?:hi){2,}|(?:ja){2,}j?|(?:je){2,}|(?:ji){2,}|k{4,}|(?:rs){2,}|mdr+|ptdr|x+d+|jk|just kidding|kidding|sike|nur spaß|nur ein (?:witz|scherz|spaß)|scherz|es broma|era broma|es coña|je rigole|je plaisante|brincadeira)"
/** "LoL" is a game too: "lol is my favourite game", "I play lol". */
const LAUGHS = new RegExp(
  `^\\W*${LAUGH}(?![\\p{L}'])(?! (?:is|was|ist|es|est|é|account|team|main|server|esports|worlds)(?![\\p{L}]))|(?<![\\p{L}])(?<!(?<![\\p{L}])(?:play|plays|playing|played|spiele|spielt|juego|juega|joga|jogo|joue|of|in|at|on|love|like|likes|hate|quit|main|mains|al|a|the|zu|und|and) )${LAUGH}\\W*$|(?:^|\\s)/(?:s|j|jk|hj)\\s*$|(?:\\p{Script=Latin}|[\\s.!])[😂🤣😹]+\\s*$|qué risa|que risa(?![\\p{L}])|was für ein witz`,
  "iu",
)

const HYPOTHETICAL = [
  // English: "if I ever …", "if we won, we'd …", "I wish I had …".
  /(?<!\p{L})if (?:i|we|you|he|she|they|someone|\p{L}+) ever (?!since)\p{L}+/iu,
  /(?<!\p{L})(?:if|suppose|supposing|imagine|what if)(?:,? (?:that )?)(?:i|we|he|she|they|you|my \p{L}+|our \p{L}+|\p{Lu}\p{Ll}+) (?:(?:were|had|could|won|was|did|got|found|became|lived|owned|inherited|\p{L}+ed)(?!\p{L})).*(?<!\p{L})(?:would|could|might|(?:i|we|he|she|they|you|it)['’]?d)(?!\p{L})/iu,
  /(?<!\p{L})(?:would|(?:i|we|he|she|they|it)['’]d) (?!(?:like|love|prefer) (?:to|it))[^.!?]{2,80} if (?:i|we|he|she|they|you|it|\p{Lu}\p{Ll}+) (?:were|had|could|won|was|did|got|found|became|lived|owned|inherited|\p{L}+ed)(?!\p{L})/iu,
  /^(?:oh,? |man,? )?(?:if only|i wish (?:i|we|he|she|they|my|it|there) |imagine (?:if|that|we|i)(?!\p{L})|what if(?!\p{L})|suppose (?:i|we)(?!\p{L})|in another life(?!\p{L})|in a perfect world(?!\p{L}))/iu,
  // German.
  /(?<!\p{L})(?:wenn|falls|sollte|hätte|wäre|würde|könnte|gewänne) .*(?<!\p{L})(?:würde|hätte|wäre|könnte|möchte|dürfte|müsste|gäbe|käme|ginge|gewänne|kaufte)(?:st|t|n|en)?(?!\p{L})/iu,
  /(?<!\p{L})(?:wenn|falls|sollte) (?:ich|wir|er|sie|du) (?:je|jemals|irgendwann(?: mal)?|eines tages)(?!\p{L})|^(?:ich wünschte|wenn ich doch|wäre ich doch|hätte ich doch|stell(?:t)? (?:dir|euch) (?:mal )?vor|angenommen)(?!\p{L})/iu,
  // Spanish, French and Portuguese: the forms of the verb tell.
  /(?<!\p{L})(?<!como )si (?:(?:yo|nosotr[oa]s|él|ella|ellos|algún día|alguna vez|me|nos|te|le|lo|no|mi \p{L}+|\p{Lu}\p{Ll}+) ){0,3}(?:\p{L}+(?:ara|iera|yera|jera|ase|iese|uese|era)(?:s|n|mos)?|fuéramos|tuviéramos|pudiéramos)(?!\p{L})/iu,
  /(?<!\p{L})si (?:algún día|alguna vez) (?:me |nos )?\p{L}+|^(?:ojalá|imag[ií]na(?:te|os|ros)?|supongamos)(?!\p{L})/iu,
  /(?<!\p{L})si (?:j['’]|(?:je|on|nous|il|elle|ils|tu) )(?:\p{L}+['’] ?)?\p{L}+(?:ais|ait|ions|aient)(?!\p{L})|^(?:si seulement|imagine qu)/iu,
  /(?<!\p{L})se (?:(?:eu|a gente|ele|ela|nós|um dia|algum dia) ){0,2}\p{L}+(?:asse|esse|isse|osse)(?:m|mos)?(?!\p{L})|^(?:quem me dera|tomara que|imagina se)(?!\p{L})/iu,
]

/** Words after which a question tells something all the same: "did you know that I'm vegan?" */
const TELLS =
  "(?:(?:did|do) (?:you|u) (?:know|remember)|(?:can|could|would|will) (?:you|u) (?:please )?(?:remember|note|save|keep|store|write)|(?:wusstest|weißt) du|(?:kannst|könntest|würdest) du (?:dir |bitte )*(?:\\p{L}+ )*(?:merken|notieren|speichern)|sab[ií]a[sn]?|(?:puedes|podrías) (?:recordar|apuntar|guardar|anotar))(?![\\p{L}'])"
const ASKS =
  "(?:what|what's|whats|where|where's|who|who's|whose|when|when's|how|how's|why|which|wer|was|wann|wo|wohin|woher|wie|wieviel|warum|wieso|weshalb|welche[rsnm]?|wessen|wem|wen|qué|quién(?:es)?|cuándo|dónde|adónde|cómo|cuál(?:es)?|cuánt[oa]s?|por qué|a qué|de qué|de quién|con quién|en qué)"
const ASKS_IF =
  "(?:is|are|am|was|were|do|does|did|has|have|can|could|will|would|should|isn't|aren't|don't|doesn't|didn't|won't|can't) (?:i|you|u|we|they|he|she|it|this|that|there|the|my|your|our|any\\p{L}*|some(?:one|body))|(?:ist|sind|hat|hast|haben|habt|kann|kannst|könnt|können|weiß|weißt|gibt|bist|war|kommt|kommst|macht|darf|soll|will|willst|wird|wohnt|spielt) (?:ich|du|wir|ihr|er|sie|es|das|der|die|den|mein\\p{L}*|jemand|hier|heute|morgen|noch|schon)"
const QUESTION = [
  new RegExp(
    `^(?!${ASKING}${TELLS})${ASKING}(?:${ASKS}|${ASKS_IF})(?![\\p{L}'])[^.!?;:\\n]{0,200}\\?[\\s?!)]*$`,
    "iu",
  ),
  // Without the sign: "What is said here stays here" is a rule.
  /^(?:(?:what(?:'s| is) the|what) (?:time|day|date)(?: is it| is today)?(?: (?:now|today|in \p{L}+(?: \p{L}+)?))?|(?:wie spät|wie ?viel uhr) ist es(?: (?:gerade|jetzt|in \p{L}+))*|welche[rn]? (?:tag|datum) ist (?:heute|es)|qué (?:hora|día) es(?: (?:hoy|ahora|en \p{L}+))*)[\s.!]*$/iu,
  /^(?:what|where|who|when|how|why)(?: (?:much|many|long|often|old))? (?:do|does|did) (?:i|you|u|we|they|he|she|it)(?![\p{L}'])[^.!?;:\n]{0,100}$/iu,
]

const KEY_ROWS = [
  "qwertyuiop",
  "qwertzuiopü",
  "azertyuiop",
  "asdfghjklñ",
  "asdfghjklöä",
  "qsdfghjklm",
  "zxcvbnm",
  "yxcvbnm",
  "wxcvbn",
].flatMap((row) => [row, [...row].reverse().join("")])
const VOWEL = /[aeiouyáéíóúàèìòùâêîôûäëïöüãõåæøœıąęěůý]/iu

/** Letters that stand side by side in hardly any word of a language that uses them. */
const UNSPOKEN =
  /q(?![uaäeio])|q[eio]|[jkqvwxz]{3}|(?:dkj|lkj|kjj|jkl|hjk|gfd|fdsa|sdfg|dfgh|bnm|vbn|xcv|zxc|qwp|wpo|poe$)|^z{2,}t$|[bcdfghjklmnpqrstvwxz]{6}/iu

/** Letters that are no words in any language: runs of keys, one letter again and again, long runs without vowels. */
function isKeyMash(token: string): boolean {
  if (/\p{Lu}/u.test(token.slice(1)) || !/^\p{Script=Latin}+$/u.test(token)) return false
  const word = token.toLowerCase()
  if (word.length < 3) return false
  if (KEY_ROWS.some((row) => row.includes(word))) return true
  if (/^(\p{L})\1{2,}$/u.test(word)) return true
  if (word.length >= 5 && !VOWEL.test(word)) return true
  if (/^qw|^(\p{L})\1+$/u.test(word)) return true
  if (UNSPOKEN.test(word)) return true
  if (word.length >= 6 && /^[asdfghjklñö]+$/u.test(word) && /[^aö]{3}/u.test(word)) return true
  return (
    word.length >= 8 &&
    /^(?:[^aeiouyäöüáéíóú]{4,}[aeiouyäöüáéíóú]?)+$/u.test(word) &&
    !/sch|ngst|chts/u.test(word)
  )
}

function isGibberish(words: string): boolean {
  const tokens = words.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const long = tokens.filter((token) => token.length > 2 && !/\p{N}/u.test(token))
  const numbers = tokens.filter((token) => /\p{N}/u.test(token))
  // A word beside a number may be a code.
  return long.length > numbers.length && long.every(isKeyMash) && long.length > 0
}

/** "She brought it back": nobody else will know who. A name, a role or the speaker tells. */
function isOfNobody(words: string): boolean {
  return (
    UNNAMED.test(words) &&
    !/(?<=\s)\p{Lu}\p{Ll}+|(?<!\p{L})(?:my|our|me|i|i'm|mein\p{L}*|unser\p{L}*|ich|mir|mi|mis|nuestr\p{L}+|yo)(?!\p{L})/u.test(
      words.replace(/^\p{L}+/u, (first) => first.toLowerCase()),
    )
  )
}
const UNNAMED =
  /^(?:(?:and|but|so|well|oh),? )?(?:(?:she|he)(?:'s|'ll|'d)? \p{L}|(?:sie|er) (?!sind|haben|können|wollen)\p{Ll}+t(?!\p{L})|(?:él|ella) \p{Ll})/iu

const TESTS: readonly [NoStatement, (words: string) => boolean][] = [
  ["reminder", (words) => REMINDER.test(words)],
  ["command", (words) => COMMAND.test(words)],
  ["gibberish", isGibberish],
  ["joke", (words) => LAUGHS.test(words)],
  ["greeting", (words) => GREETS.test(words)],
  ["hypothetical", (words) => HYPOTHETICAL.some((shape) => shape.test(words))],
  ["question", (words) => QUESTION.some((shape) => shape.test(words))],
]
