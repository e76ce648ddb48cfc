/**
 * Secrets that people write in plain words: "the door code of the club is 4711". Each pattern needs a value; talk about
 * passwords, and prices and sizes beside such a word, give none. Bounded repetitions keep the time linear. Pure.
 */
import { mayMatch, PatternTable, QuickPattern } from "../text/quick-pattern.ts"

const PASSWORD =
  "(?:pass(?:wor[dt]|code|phrase)s?|passwd|pwd|api[ _-]?keys?|private key|seed phrase|recovery phrase)"
/** Codes that open something. "Pass" and "secret" alone, and counts of tokens, mean much else. */
const OPENING =
  "(?:(?:(?:2fa|mfa|otp|totp)(?: codes?)?|pin(?: codes?)?|(?:door|gate|entry|alarm|access|security|verification|login|sign-?in|log-?in|backup|recovery|safe|lock|locker|keypad|unlock|wi-?fi|one[- ]?time|sms|auth|authentication|confirmation|reset) codes?)|one[- ]time pins?)"
const CODE = `(?:secret|(?<!(?:page|sync|next|continuation)[ _-]?)token|pass(?!\\s*[:=]\\s*\\d+\\b)|${OPENING})`
const NETWORK_KEY =
  "(?:(?:wpa[23]?|wep|wi-?fi|wlan|network|encryption|license|licence|product)[ _-]?key|wpa[23]?(?:[ -]psk)?)"

/** Words in talk about passwords that reveals none. */
const TALK_WORDS = [
  "not|n't|no|wrong|required|needed|missing|invalid|expired|incorrect|weak|strong|safe|secure|kept|in|on|too|so|very|the|a|an|that|why|how|what|still",
  "long|short|longer|shorter|easy|hard|simple|complex|old|new|correct|right|ok|okay|fine|good|great|bad|ready|known|well-known|unknown|gone|lost|due|up|down|out|at|for|with|from|about|to|of|by|set|reset|back|just|already|also|always|never|only|now|currently|case-sensitive|all|one|something|somewhere|written|taken|given|shown|sent|hidden|optional|mandatory|valid|different|important|there|here|really|quite|pretty|again|yet|over|enough|like|empty|blank|under|more|less|true|false|null|none|unset",
  "being|working|expiring|changing|going|failing|\\p{L}+(?:ed|ly|able|ible)",
].join("|")
const TALK = `(?!(?:${TALK_WORDS})(?![\\p{L}\\d_-]))`

/** Text after a colon or equals sign that is not a password: a placeholder, a state, or the rest of a sentence. */
const NONE_GIVEN =
  "(?![\"'`]?(?:<|\\*{3}|\\[|\\{|\\$\\{|…|(?:pass(?:word)?|tell|ask|use|try|see|just|then|it|you|i|how|why|what|when|null|none|true|false|undefined|required|optional|yes|no|n/a|redacted|rotated|reset|changed|unchanged|expired|invalid|valid|missing|hidden|masked|revoked)\\b)|\"\"|''|``)"
/** A price, a share or a size: no value of a code. */
const NO_AMOUNT =
  "(?![$€£]?\\d[\\d.,]*\\s?(?:%|[€$£]|(?:euros?|eur|usd|dollars?|pounds?|kr|gold|coins?|points?|credits|[a-z]*-?bucks|times|days?|hours?|minutes?|min|weeks?|months?|years?|characters|chars|digits|letters|words|bits|bytes|st|nd|rd|th|zeichen|stellen|caracteres|dígitos|caractères|chiffres)\\b))"
const HAS_DIGIT = "(?=[^\\s\\d]*\\d)"
/** The owner of a password or code: "of the clubhouse". */
const OWNER = "(?:\\s(?:of|for|to|on|in|at)(?:\\s[^\\s.!?;:]{1,30}){1,6}?)"
const START = "(?<![\\p{L}\\d])"
const GIVES = "\\s*[\"'`]?\\s*(?:[:=]|->)\\s*"

/** Passwords of other languages, which need a value with a digit: their sentences have many forms. */
const ABROAD =
  "(?:\\p{L}*-?(?:passwort|kennwort|zugangscode|türcode|torcode)|contraseñas?|clave|mots? de passe|code (?:d['’]accès|de la porte|wi-?fi)|senhas?|código (?:de acceso|de la puerta|de acesso|da porta)|hasło)"
const OWNED_ABROAD =
  "(?:\\s(?:des|der|vom|von|für|zum|im|in|am|beim|auf|del|de|da|do|du|en|na|no|à|au|pour|para|pelo|para o|d['’])(?:\\s[^\\s.!?;:]{1,30}){0,5}?)"

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
      `(?<![\\p{L}\\d])${ABROAD}${OWNED_ABROAD}?\\s*(?:[:=]|\\s(?:ist|war|lautet|es|era|est|c['’]est|était|é|to))(?: jetzt| ahora| maintenant| agora)?:?\\s+${HAS_DIGIT}${NO_AMOUNT}\\S{4}`,
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
