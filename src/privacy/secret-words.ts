/**
 * Secrets that people write in plain words: "the door code of the club is 4711". Each pattern needs a value; talk about
 * passwords, and prices and sizes beside such a word, give none. Bounded repetitions keep the time linear. Pure.
 */
import { mayMatch, PatternTable, QuickPattern } from "../text/quick-pattern.ts"

const PASSWORD =
  "(?:pass(?:wor[dt]|code|phrase)s?|passwd|pwd|pw|api[ _-]?keys?|private key|seed phrase|recovery phrase)"
/** Codes that open something. "Pass" and "secret" alone, and counts of tokens, mean much else. */
const OPENING =
  "(?:(?:(?:2fa|mfa|otp|totp)(?: codes?)?|pin(?: (?:codes?|numbers?))?|(?:door|gate|entry|entrance|alarm|access|security|verification|login|sign-?in|log-?in|backup|recovery|safe|lock|locker|keypad|key|lockbox|garage|building|unlock|wi-?fi|one[- ]?time|sms|auth|authentication|confirmation|reset) codes?)|one[- ]time pins?)"
const CODE = `(?:secret|(?<!(?:page|sync|next|continuation)[ _-]?)token|pass(?!\\s*[:=]\\s*\\d+\\b)|${OPENING})`
const NETWORK_KEY =
  "(?:(?:wpa[23]?|wep|wi-?fi|wlan|network|encryption|license|licence|product)[ _-]?key|wpa[23]?(?:[ -]psk)?)"

/** Words in talk about passwords that reveals none. */
const TALK_WORDS = [
  "not|n't|no|wrong|required|needed|missing|invalid|expired|incorrect|weak|strong|safe|secure|kept|in|on|too|so|very|the|a|an|that|why|how|what|still",
  "long|short|longer|shorter|easy|hard|simple|complex|old|new|correct|right|ok|okay|fine|good|great|bad|ready|known|well-known|unknown|gone|lost|due|up|down|out|at|for|with|from|about|to|of|by|set|reset|back|just|already|also|always|never|only|now|currently|case-sensitive|all|one|something|somewhere|written|taken|given|shown|sent|hidden|optional|mandatory|valid|different|important|there|here|really|quite|pretty|again|yet|over|enough|like|empty|blank|under|more|less|true|false|null|none|unset",
  "being|working|expiring|changing|going|failing|\\p{L}+(?:ed|ly|able|ible|ous)|annoying|confusing|boring|ugly|silly|stupid|dumb|terrible|awful|useless|pointless|ridiculous|nonsense|trash|garbage|rubbish|broken|public|private|secret|mine|yours|ours|theirs|this|these|those|if|when|whatever|which|who",
].join("|")
const TALK = `(?!(?:${TALK_WORDS})(?![\\p{L}\\d_-]))`

/** Text after a colon or equals sign that is not a password: a placeholder, a state, or the rest of a sentence. */
const NONE_GIVEN =
  "(?![\"'`]?(?:<|\\*{3}|\\[|\\{|\\$\\{|…|(?:pass(?:word)?|tell|ask|use|try|see|just|then|it|you|i|how|why|what|when|null|none|true|false|undefined|required|optional|yes|no|n/a|redacted|rotated|reset|changed|unchanged|expired|invalid|valid|missing|hidden|masked|revoked)\\b)|\"\"|''|``)"
/** A price, a share or a size: no value of a code. */
const NO_AMOUNT =
  "(?![$€£]?\\d[\\d.,]*\\s?(?:%|[€$£]|(?:euros?|eur|usd|dollars?|pounds?|kr|gold|coins?|points?|credits|[a-z]*-?bucks|times|days?|hours?|minutes?|min|weeks?|months?|years?|characters|chars|digits|letters|words|lines|files|pages|errors|bugs|people|messages|zeilen|seiten|líneas|lignes|linhas|bits|bytes|st|nd|rd|th|zeichen|stellen|caracteres|dígitos|caractères|chiffres)\\b))"
const HAS_DIGIT = "(?=[^\\s\\d]*\\d)"
/** The owner of a password or code, or other words that tell of it: "of the clubhouse", "here", "we use at home". */
const OWNER =
  "(?:(?:,?\\s(?:(?:of|for|to|on|in|at|from|with|behind|by|we|i|you|they|that|which|everyone|everybody)(?:\\s[^\\s.!?;:]{1,30}){1,6}?|here|there|now|again|currently|atm|btw|fyi|upstairs|downstairs|nowadays|this (?:week|month|year|time)|these days)){1,2},?)"
const START = "(?<![\\p{L}\\d])"
const GIVES = "\\s*[\"'`]?\\s*(?:[:=]|->)\\s*"

/** A code as digits, also in groups or in words: "4471", "12-34-56", "four four seven one". */
const DIGIT_NAMES = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
const VALUE = `(?:${HAS_DIGIT}${NO_AMOUNT}(?!(?:19|20)\\d\\d-)\\S{3}|\\d{1,2}(?:[ -]\\d{1,2}){1,3}(?![\\p{L}\\d])|${DIGIT_NAMES}(?:[ ,-]+${DIGIT_NAMES}){2})`
/** A plain "code" or "combination" opens something only beside these. */
const OPENED =
  "(?:doors?|gates?|garage|shed|lock(?:er|box)?s?|padlock|house|flat|apartment|building|alarm|safe|vault|office|gym|basement|cellar|attic|bike|entrance|storage|lift|elevator|studio|club ?house|key ?(?:box|safe)|airbnb|cabin|cottage|boat ?house|room|toilet|bathroom|restroom|laundry|router|wi-?fi|phone|sim|front|back ?yard|suitcase|gun|bank|card|account)"
const IS = "(?:['’]s|\\s(?:is|was|are))(?: (?:now|still|just|currently))?\\s?:?\\s|:\\s?|\\s?=\\s?"

/** Passwords and codes of other languages. */
const ABROAD = [
  "\\p{L}*-?(?:passwor[td]|kennwort|zugangscode|türcode|torcode|zahlencode|schlosscode|kombination|geheimzahl)|(?:wlan|wifi|netzwerk)-?(?:schlüssel|code|key)|pin(?:[- ]?(?:code|nummer))?|zugangsdaten",
  "contraseñas?|contrasenas?|clave|pin|contra del? (?:wi-?fi|router)",
  "mots? de passe|mdp|code (?:d['’]accès|wi-?fi|pin)|digicode|clé (?:du )?wi-?fi|pin",
  "senhas?|código (?:de acceso|de acesso)|pin",
  "hasło",
].join("|")
/** Plain codes, which open something only beside the name of it. */
const OPENED_ABROAD = [
  "codes? (?:vom|von|für|zum|zur|am|an|des|der|im) (?:(?:der|die|das|den|dem|unser\\p{L}*|mein\\p{L}*)\\s)?\\p{L}*(?:tür|tor|schloss|schlosses|garage|keller|tresor|alarm(?:anlage)?|eingang|wohnung|haus|spind|schließfach|schuppen|box|safe|kasten|büro|fahrrad|rad|koffer)",
  "\\p{L}+(?:tür|tor|schloss|garagen?|keller|tresor|safe|alarm|spind|haus|wlan)-?codes?",
  "(?:c[óo]digo|combinación|número|combinação) (?:del?|da|do|para(?: el| la| o| a)?) (?:(?:la|el|las|los|mi|nuestr[oa]|noss[oa]|meu|minha)\\s)?(?:puertas?|portal|garaje|edificio|alarma|casa|trastero|taquilla|candado|entrada|oficina|caja fuerte|bici|verja|piso|ascensor|porta|portão|prédio|garagem|alarme|cofre|cadeado|escritório|bicicleta|apartamento|elevador)",
  "(?:code|combinaison) (?:du|de la|de l['’]|de|pour (?:la|le|l['’])|des) ?(?:portail|porte|immeuble|garage|entrée|alarme|cave|maison|cadenas|coffre|bureau|vélo|appart\\p{L}*|portillon|hall|bâtiment|ascenseur)",
].join("|")
const OWNED_ABROAD =
  "(?:\\s(?:des|der|vom|von|für|zum|zur|im|in|am|an|beim|bei|auf|unter|hier|jetzt|übrigens|del|de|da|do|du|en|na|no|à|au|pour|para|pelo|para o|aquí|ici|aqui|d['’])(?:\\s[^\\s.!?;:]{1,30}){0,5}?)"
const IS_ABROAD =
  "(?:\\s*[:=]|\\s(?:ist|war|sind|lautet|lauten|heißt|es|son|era|est|sont|c['’]est|était|é|são|to))(?: (?:jetzt|nun|immer noch|aktuell|übrigens|ahora|maintenant|agora))?:?\\s+"
/** "Das Passwort ist falsch": a password in plain letters ends its sentence, and is no word for the state of one. */
const WORD_ABROAD =
  "(?!(?:falsch|richtig|weg|lang|kurz|sicher|unsicher|schwach|stark|egal|neu|alt|gleich|anders|nötig|bekannt|unbekannt|geheim|leer|einfach|schwer|schwierig|kompliziert|blöd|doof|nervig|mist|müll|quatsch|schrott|pflicht|dasselbe|hier|dort|unten|oben|drin|dran|ab|aus|kaputt|verloren|wie|nicht|kein\\p{L}*|incorrect[ao]|correct[ao]|segur[ao]|insegur[ao]|débil|fuerte|larg[ao]|cort[ao]|difícil|fácil|nuev[ao]|viej[ao]|mala?|buena?|mism[ao]|otr[ao]|secret[ao]|ob(?:liga|riga)t[óo]ri[ao]|necesari[ao]|dem\\p{L}+|ge\\p{L}+(?:t|en)|(?:ab|ver|be|zer|er)\\p{L}+(?:t|en)|\\p{L}+(?:lich|ig|isch|bar|los|sam|haft|end|ada|ado|ida|ido|ante|ente|able|ible|osa|oso|ée?|eux|euse))[.!]?\\s*(?:$|\\n))[\\p{L}\\d_-]{5,40}[.!]?\\s*(?:$|\\n)"

/** "Changed", "new": a code that is told anew. */
const ANEW =
  "(?:chang(?:ed|es)|new|updated|reset|rotated|swapped|different|neue?[nrsm]?|geändert|gewechselt|ändert|anders|aktualisiert|cambi\\p{L}+|nuev[oa]s?|actualiz\\p{L}+|renov\\p{L}+)"
/** The value of a code in a clause of its own: digits, or letters with a digit. No times, prices, sizes and versions. */
const APART = `["'“„«\`]?${NO_AMOUNT}(?!v?\\d+\\.\\d|\\d+(?:st|nd|rd|th|-(?=\\p{L})|[ap]m\\b|x\\b)|\\d+\\s?(?:m|km|cm|mm|kg|g|mb|gb|mbps|ms|am|pm|uhr|horas?|steps|clicks|users|people|leute|commits|tests)(?![\\p{L}\\d]))(?:\\d{3,8}(?![\\p{L}\\d.,]*[\\p{L}\\d])|(?=[\\p{L}_#@$&*+-]*\\d)(?=[\\d_#@$&*+-]*\\p{L})[\\p{L}\\d_#!@$&*+-]{5}|\\d{1,2}(?:[ -]\\d{1,2}){2,3}(?![\\p{L}\\d]))`
/** The end of one clause, and the words that begin the one with the value: "…, it's", "…; ahora es", "… neu:". */
const CLAUSE_WITH = `(?:\\s?[.,;:!?…\\n–—]+|\\s-|\\s(?:to|auf|a|por|and|und|y)(?=\\s))\\s*(?:(?:so|and|now|guys|folks|all|btw|fyi|from now on|as of (?:today|now)|und|jetzt|nun|ab (?:jetzt|sofort|heute)|neu|y|ahora|desde hoy|a partir de (?:ahora|hoy)),?\\s+){0,3}(?:(?:it['’]?s|it is|that['’]?s|(?:the )?new one(?:['’]?s| is)|(?:we )?(?:now )?use|try|(?:er|sie|es|das|(?:der|die|das) neue) (?:ist|lautet|heißt|wäre)|lautet|ist|es|(?:la nueva|el nuevo) es|usad|usen|usa)(?: (?:now|just|jetzt|nun|ahora))?:?\\s+)?`
const OTHER_CODES =
  "(?<!(?:error|status|zip|postal|area|country|dial(?:l?ing)?|discount|promo|coupon|voucher|referral|invite|source|exit|dress|qr|bar|fehler|status|rabatt|quell|descuento|postal)[ -]?)"

const SHAPES = new PatternTable(
  [
    new RegExp(`${START}${PASSWORD}\\b${GIVES}${NONE_GIVEN}[^\\s]`, "iu"),
    new RegExp(`\\b${PASSWORD}\\b\\s+(?:is|was|are)(?: now)?\\s*:?\\s+${TALK}\\S`, "iu"),
    new RegExp(`\\b${PASSWORD}\\s+${HAS_DIGIT}\\S{5,}`, "iu"),
    // With an owner between, a word counts if it has a digit or a sign, or ends the sentence.
    new RegExp(
      `\\b${PASSWORD}\\b${OWNER}\\s(?:is|was|are)(?: now)?:?\\s${TALK}${NO_AMOUNT}(?:(?=[^\\s\\d_!@#$%&*+=]*[\\d_@#$%&*+=])\\S{4}|[^\\s.!?]{4,40}[.!]?\\s*(?:$|\\n))`,
      "iu",
    ),
    new RegExp(`\\b(?:${PASSWORD}|${OPENING})\\b${OWNER}:\\s${HAS_DIGIT}${NO_AMOUNT}\\S{4}`, "iu"),
    new RegExp(`${START}${CODE}\\b${GIVES}${NONE_GIVEN}\\S{4}`, "iu"),
    new RegExp(`\\b${CODE}\\b\\s+(?:is|was|are)(?: now)?\\s*:?\\s+${HAS_DIGIT}${NO_AMOUNT}\\S{3}`, "iu"),
    new RegExp(`\\b${OPENING}\\b${OWNER}\\s(?:is|was|are)(?: now)?:?\\s${HAS_DIGIT}${NO_AMOUNT}\\S{3}`, "iu"),
    // "The code for our door is 4471", "the combination of the bike lock: 12-34-56".
    new RegExp(
      `\\b(?:codes?|combination|combo|number)\\s(?:of|for|to|on|in|at)\\s(?:[^\\s.!?;:]{1,20}\\s){0,3}?${OPENED}(?![\\p{L}])(?:\\s[^\\s.!?;:=]{1,20}){0,3}?(?:${IS})${VALUE}`,
      "iu",
    ),
    new RegExp(
      `\\b(?:${OPENED} (?:combination|combo|code)|code to (?:get|come|let (?:yourself|you|us)) (?:in|into|inside|through)[^.!?;:]{0,30}|${OPENING})\\b${OWNER}?(?:${IS})${VALUE}`,
      "iu",
    ),
    // "The login is crew / tulip99".
    new RegExp(
      `\\b(?:log-?ins?|credentials|zugangsdaten|anmeldedaten|datos de acceso|identifiants|user(?:name)? ?(?:and|&|/|\\+) ?pass(?:word)?)\\b${OWNER}?(?:\\s(?:is|are)\\s|:\\s?)(?:\\S{2,30} ?[/|] ?\\S{4}|\\S{2,30},? (?:and|with|pass(?:word)?:?) ${HAS_DIGIT}\\S{4})`,
      "iu",
    ),
    // "The wifi is tulip-9921-moose": a name of a network has no such form.
    /\bwi-?fi\b(?: (?:here|there|now|upstairs|downstairs|at \p{L}{2,20}))?(?: is|:) (?=\p{L}[\p{L}_-]*\d)[\p{L}\d]+[-_][\w-]{4,}/iu,
    // "4471 is the code for the gate", "type 4471 at the gate", "the gate opens with 4471".
    /(?<![\p{L}\d.,:-])\d{3,8}#? (?:is|was) (?:your|the|our|my|his|her) (?:[\p{L}-]{1,20} ){0,2}(?:code|combination|pin)\b/iu,
    new RegExp(
      `\\b(?:type|enter|punch in|key in|dial|press)(?: in)? \\d{3,8}#? (?:at|on|into|for) (?:\\S{1,20} ){1,3}?${OPENED}(?![\\p{L}])|\\b${OPENED}(?: \\S{1,20})? (?:opens|unlocks) with (?:the )?(?:code |pin |number )?\\d{3}`,
      "iu",
    ),
    // "552918 is your login code".
    new RegExp(
      `(?<![\\p{L}\\d.,:-])(?=[a-z_-]{0,20}\\d)[\\w-]{4,20} (?:is|was) (?:your|the|our|my|his|her) (?:[\\p{L}-]{1,20} ){0,2}(?:${PASSWORD}|${OPENING})\\b`,
      "iu",
    ),
    new RegExp(
      `\\b${NETWORK_KEY}(?:\\s+(?:is|was)|${GIVES})?\\s*${NO_AMOUNT}${HAS_DIGIT}(?!\\d{4}-\\d\\d-\\d\\d)\\S{6}`,
      "iu",
    ),
    new RegExp(
      `(?<![\\p{L}\\d])(?:${ABROAD}|${OPENED_ABROAD})(?![\\p{L}])${OWNED_ABROAD}?${IS_ABROAD}(?:${HAS_DIGIT}${NO_AMOUNT}\\S{3}|\\d{1,2}(?:[ -]\\d{1,2}){1,3}(?![\\p{L}\\d]))`,
      "iu",
    ),
    new RegExp(
      `(?<![\\p{L}\\d])(?:(?:\\p{L}*-?(?:passwor[td]|kennwort)|contraseña|clave del? wi-?fi|mot de passe|mdp|senha)(?![\\p{L}])${OWNED_ABROAD}?${IS_ABROAD}["“„«]?${WORD_ABROAD})`,
      "iu",
    ),
    // "4471 ist der Code für die Haustür".
    new RegExp(
      `(?<![\\p{L}\\d.,:-])\\d{3,8}#? (?:ist|es|est|c['’]est|é) (?:die|der|das|unser\\p{L}*|mein\\p{L}*|el|la|nuestr[oa]|mi|le|notre|mon|o|a|noss[oa]) (?:${ABROAD}|${OPENED_ABROAD})(?![\\p{L}])`,
      "iu",
    ),
    // The value stands in another clause: "the boathouse code changed, it's 7731", "Der Türcode ist neu: 4711".
    new RegExp(
      `(?<![\\p{L}\\d])(?:${PASSWORD}|${OPENING}|${OPENED} (?:combination|combo|code)|\\p{L}*(?:passwort|kennwort|zugangscode|zahlencode|schlosscode)|\\p{L}+(?:tür|tor|schloss|garagen?|keller|tresor|safe|alarm|spind|haus|wlan)-?codes?|(?:tür|tor)codes?|contraseña|${OPENED_ABROAD})(?![\\p{L}\\d])(?!s? (?:manager|polic|length|field|generator|prompt|page|form|rule|hint|reset))[^.,;:!?…\\n]{0,60}?${CLAUSE_WITH}${APART}`,
      "iu",
    ),
    new RegExp(
      `(?<![\\p{L}\\d])(?:${ANEW}\\s(?:[^\\s.,;:!?]{1,20}\\s){0,3}?${OTHER_CODES}(?:codes?|combination|combo|kombination|pin|clave|código|combinación)(?![\\p{L}\\d])|${OTHER_CODES}(?:codes?|combination|combo|kombination|pin|clave|código|combinación)\\s(?:[^\\s.,;:!?]{1,20}\\s){0,4}?${ANEW}(?![\\p{L}\\d]))[^.,;:!?…\\n]{0,30}?${CLAUSE_WITH}${APART}`,
      "iu",
    ),
    // Headers of requests.
    /\b(?:bearer|basic) (?=[a-z._~+/-]{0,40}\d)[\w.~+/-]{12,}/iu,
    /(?<![\p{L}\d])cookie["'`]?\s*:\s*["'`]?[\w.-]{1,60}=[\w%.-]{6}/iu,
  ].map(({ source, flags }) => new QuickPattern(source, flags)),
  (shape) => shape,
)

/** Returns true if a text holds a secret in plain words, with its value. */
export function holdsSpokenSecret(text: string): boolean {
  return SHAPES.among(mayMatch(text.toLowerCase())).some((shape) => shape.regExp.test(text))
}
