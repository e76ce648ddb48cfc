/**
 * Recognizes messages to the bot that ask nothing of its memory: greetings, thanks, who it is, today's date, sums. They are
 * answered without a search, because a greeting must not turn up whatever somebody said with the same words. Pure.
 */
import { type Language, languageOf } from "../../text/language.ts"
import type { SmallTalk } from "./phrases.ts"

/** Words that may stand around small talk without changing it. */
const AROUND =
  "(?:hey|hi|hiya|hello|yo|moin|hallo|na|hola|buenas|oi|e aí|salut|coucou|ok(?:ay)?|oh|ah|so|well|and|um|please|pls|keepsake|bot|there|everyone|all|again|then|lol|haha+|xd|kkk+|a lot|so much|very much|mate|man|buddy|dude|quick(?: question| one)?|real quick|btw|denn|du|mal|eigentlich|bitte|tú|muchas|beaucoup|muito|tudo bem|que tal|qué tal|how are (?:you|u))"

const END = "(?:[\\s,.!?…)(:;\\p{Extended_Pictographic}]|\\ufe0f)*"

const KINDS: readonly [kind: SmallTalk, language: Language | null, words: string][] = [
  [
    "thanks",
    null,
    "thanks?|thank (?:you|u)|thx|ty|tysm|tyvm|cheers|good (?:bot|job|one)|well done|nice(?: one)?|great|cool|awesome|perfect|got it|i see|much appreciated",
  ],
  ["thanks", "de", "danke(?: dir| schön)?|vielen dank|guter bot|super|prima|alles klar"],
  ["thanks", "es", "gracias|mil gracias|genial|perfecto|vale gracias|buen bot"],
  ["thanks", "fr", "merci(?: bien)?|super merci|parfait|bon bot"],
  ["thanks", "pt", "(?:muito )?obrigad[oa]|valeu|vlw|brigad[oa]|perfeito"],
  [
    "goodbye",
    null,
    "bye(?: bye)?|good ?night|night(?: night)?|gn8?|have a (?:good|nice|great) (?:one|day|evening|night|weekend)|see (?:you|ya)|cya|later|nighty?",
  ],
  ["goodbye", "de", "tschüss|ciao|gute nacht|bis (?:bald|später|morgen)"],
  ["goodbye", "es", "adiós|adios|chao|buenas noches|hasta (?:luego|mañana)"],
  ["goodbye", "fr", "au revoir|bonne nuit|à plus|a\\+|à demain"],
  ["goodbye", "pt", "tchau|boa noite|até (?:mais|logo|amanhã)"],
  [
    "mood",
    null,
    "how(?:'?s| is) (?:it going|life|everything)|how are (?:you|u)(?: doing)?(?: today)?|how(?:'?re| r) (?:you|u)|what'?s up|sup|wassup|you (?:ok|good|awake|there|alive|up|online)|ping|test(?:ing)?|are (?:you|u) (?:ok|there|awake|alive|up|online|working)",
  ],
  ["mood", "de", "wie geht(?:'?s| es)(?: dir)?|was geht|(?:bist du |biste )?(?:wach|da)"],
  ["mood", "es", "(?:qué|que) tal(?: estás)?|cómo (?:estás|vas)|como estas|estás (?:ahí|despierto)"],
  ["mood", "fr", "(?:comment )?ça va|ca va|tu es là|t'es là"],
  ["mood", "pt", "tudo b(?:em|om)|como (?:vai|você está|vc tá)|(?:você )?tá aí|blz"],
  [
    "identity",
    null,
    "(?:who|what) (?:even |exactly |the hell )?(?:are|r) (?:you|u)(?: even| exactly)?|are (?:you|u) (?:a )?(?:real|human|bot|an? ai|a robot|a person|chatgpt|sentient|conscious)(?: or .{1,40})?|introduce yourself|who (?:made|built|created|owns) (?:you|u)",
  ],
  ["identity", "de", "wer bist du|was bist du|bist du (?:ein )?(?:bot|mensch|echt)"],
  ["identity", "es", "(?:quién|quien|qué|que) eres(?: tú)?|eres (?:un )?(?:bot|humano|real)"],
  [
    "identity",
    "fr",
    "(?:qui|tu|t')? ?(?:es|est)[- ]?(?:tu|qui)|c'est quoi toi|t'es qui|tu es (?:un )?(?:bot|humain)",
  ],
  [
    "identity",
    "pt",
    "quem (?:é|e) (?:você|vc|tu)|o que (?:é|e) (?:você|vc)|(?:você|vc) é (?:um )?(?:bot|humano)",
  ],
  [
    "abilities",
    null,
    "help(?: me)?|what (?:can|do) (?:you|u)(?: even| actually)? do|how (?:do|does) (?:you|this|it|u) work|what are (?:you|u) (?:good )?for|how (?:do|can) i use (?:you|this|u)|commands?",
  ],
  ["abilities", "de", "hilfe|was kannst du(?: so| alles)?|wie funktionierst du|wozu bist du da"],
  [
    "abilities",
    "es",
    "ayuda|(?:tú )?(?:qué|que) (?:sabes|puedes) hacer|(?:tú )?para qué sirves|cómo funcionas",
  ],
  [
    "abilities",
    "fr",
    "aide|(?:tu sais faire quoi|que (?:sais|peux)[- ]tu faire|tu sers à quoi|comment tu marches|tu peux faire quoi)",
  ],
  [
    "abilities",
    "pt",
    "ajuda|(?:o )?(?:que|q) (?:você|vc) (?:faz|sabe fazer|consegue fazer)|pra que (?:você|vc) serve|como (?:você|vc) funciona",
  ],
  ["laughter", null, "lo+l|lmf?ao+|rofl|ha(?:ha)+h?|he(?:he)+|xd+|jaja\\w*|kkk+|mdr|ptdr|rs(?:rs)+"],
  // Without "today" or "now", the date may be that of something said before.
  [
    "date",
    "en",
    "what(?:'?s| is) (?:the |today'?s )?(?:date|day)(?: of)? (?:today|now)|what(?:'?s| is) today'?s? (?:date|day)|(?:what|which) (?:date|day)(?: of the week)? (?:is it|is today|is it today|is it now)|what(?:'?s| is) today|today'?s date",
  ],
  [
    "date",
    "de",
    "welche[rn]? (?:wochen)?tag (?:ist|haben wir)(?: heute)?|welches datum (?:ist heute|haben wir(?: heute)?)|(?:was ist|wie ist|wie lautet) (?:heute (?:für )?(?:ein |das )?(?:tag|datum)|das (?:heutige )?datum(?: von)? heute|das heutige datum)|was für (?:ein|einen|nen) tag (?:ist|haben wir)(?: heute)?|(?:der|den) wievielte[nr]? (?:ist|haben wir)(?: heute)?|heutiges datum",
  ],
  [
    "date",
    "es",
    "(?:a )?(?:qué|que) (?:día|dia|fecha)(?: de la semana)? (?:es|estamos)(?: hoy)?|(?:cuál|cual) es la fecha (?:de )?hoy|(?:la )?fecha de hoy|hoy (?:qué|que) (?:día|dia) es",
  ],
  [
    "date",
    "fr",
    "(?:on est|c'est|nous sommes) (?:quel jour|le combien)(?: aujourd'hui)?|quel jour (?:on est|est-on|sommes[- ]nous|est-ce)(?: aujourd'hui)?|quelle (?:date )?(?:sommes[- ]nous|est la date)(?: d'| )aujourd'hui|la date (?:d'|)aujourd'hui",
  ],
  [
    "date",
    "pt",
    "(?:que|qual) (?:dia|data)(?: da semana)? (?:é|e) (?:hoje|hj)|(?:qual|que) (?:é |e )?(?:a data|o dia) (?:de )?(?:hoje|hj)|(?:hoje|hj) (?:é|e) que dia|(?:em )?que dia estamos(?: hoje)?",
  ],
  [
    "greeting",
    null,
    "hi+|hello+|he+y+|yo+|hiya|howdy|morning|good ?(?:morning|afternoon|evening|day)|gm|greetings|welcome back|wb|happy (?:new year|\\p{L}+day)|merry (?:christmas|xmas)",
  ],
  ["greeting", "de", "hallo|moin(?: moin)?|guten (?:morgen|tag|abend)|servus|grüß (?:dich|gott)|na"],
  ["greeting", "es", "hola|buenas(?: tardes)?|buenos días|buenos dias|qué pasa"],
  ["greeting", "fr", "salut|bonjour|bonsoir|coucou|wesh"],
  ["greeting", "pt", "oi+|olá|ola|e aí|bom dia|boa tarde|opa"],
]

const SUM =
  /^(?:(?:what(?:'?s| is)|whats|how much is|calculate|compute|was (?:ist|macht)|wie ?viel ist|cu[aá]nto es|combien font?|c'est combien|quanto (?:é|e|dá))\s+)?[-+(]?\d[\d\s.,]*(?:(?:[-+*/x×÷^%]|plus|minus|times|divided by|mal|geteilt durch|por|m[aá]s|fois|vezes|mais|menos)\s*\(?\d[\d\s.,]*\)?\s*)+\s*=?\s*$/iu

const REMINDER: readonly [language: Language, pattern: RegExp][] = [
  [
    "en",
    /^(?:(?:can|could|would|will) (?:you|u) )?(?:please |pls )?(?:remind|ping|poke|wake|notify|alert) (?:me|us)\b(?!.*\b(?:who|what|where|which|why|how)\b)|\bset (?:me )?(?:a|an) (?:reminder|alarm|timer)\b/iu,
  ],
  [
    "de",
    /\b(?:erinner|weck)e? (?:mich|uns)\b|^(?:.{0,12}\b)?(?:kannst|könntest|würdest) du (?:mich|uns)\b.*\b(?:erinnern|wecken)\b|\bstell(?:e)? (?:mir )?(?:einen )?(?:wecker|timer)\b/iu,
  ],
  ["es", /\b(?:recuérdame|recuerdame|avísame|avisame|despiértame)\b|\bme (?:recuerdas|avisas)\b/iu],
  ["fr", /\brappelle[- ](?:moi|nous)\b|\btu (?:peux )?me (?:rappelles|rappeler)\b/iu],
  ["pt", /\b(?:me lembra|me avisa|lembra[- ]me|me acorda)\b/iu],
]

const PATTERNS = KINDS.map(([kind, language, words]) => ({
  kind,
  language,
  pattern: new RegExp(`^(?:${AROUND}${END})*(?:(?:${words})${END})+(?:${AROUND}${END})*$`, "iu"),
}))

/** Thanks with a few more words that ask nothing: "thx bot ur a legend". */
const PRAISE =
  /^(?!.*(?:\?|\b(?:who|what|when|where|which|why|how|but|wer|was|wann|wo|quién|qué|cuándo|dónde|qui|quand|où|quem|quando|onde)\b))(?:thanks?|thank you|thx|ty|cheers|danke|gracias|merci|obrigad[oa]|valeu|vlw)(?![\p{L}])(?:[\s,.!]+[\p{L}']+){0,7}(?:[\s,.!?…)(:;\p{Extended_Pictographic}]|\ufe0f)*$/iu
const THANKS = { kind: "thanks", language: null } as const
const MOST_CHARACTERS = 100

/** Returns what kind of small talk a message is, and its language, or `null`. */
export function smallTalkOf(message: string): { kind: SmallTalk; language: Language } | null {
  const words = message.replace(/[’`´]/gu, "'").replace(/[¿¡]/gu, "").replace(/\s+/gu, " ").trim()
  if (words === "" || words.length > MOST_CHARACTERS) return null
  for (const [language, pattern] of REMINDER) if (pattern.test(words)) return { kind: "reminder", language }
  if (SUM.test(words.replace(/\?+$/u, "").replace(new RegExp(`^(?:${AROUND}${END})+`, "iu"), "")))
    return { kind: "sum", language: languageOf(words) }
  const found =
    PATTERNS.find(({ pattern }) => pattern.test(words)) ?? (PRAISE.test(words) ? THANKS : undefined)
  return found === undefined ? null : { kind: found.kind, language: found.language ?? languageOf(words) }
}
