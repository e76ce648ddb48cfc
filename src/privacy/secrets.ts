/** Finds what must never become memory: credentials, keys, contact and payment details. */
import { isCard, isIban } from "./numbers.ts"

const PASSWORD = "(?:pass(?:word|code|phrase)s?|pwd|api[ _-]?keys?|private key|seed phrase|recovery phrase)"
const CODE =
  "(?:secret|token|(?:2fa|otp)(?: code)?|pass|pin(?: code)?|(?:door|gate|entry|alarm|access|security|verification|login|backup|recovery|safe|lock|wi-?fi) code)"
/** What is said about passwords without saying one. */
const TALK =
  "(?:not|n't|no|wrong|required|needed|missing|invalid|expired|incorrect|weak|strong|safe|secure|stored|saved|hashed|encrypted|kept|in|on|too|so|very|the same|a|an|the|that|why|how|what|being|still)"

/** Shapes of credentials and of contact and payment details. A look-behind at each start keeps the time linear. */
const SECRETS: RegExp[] = [
  new RegExp(`\\b${PASSWORD}\\b\\s*(?:[:=]|->)\\s*\\S`, "iu"),
  new RegExp(`\\b${PASSWORD}\\b\\s+(?:is|was|are)\\s*:?\\s+(?!${TALK}\\b)\\S`, "iu"),
  new RegExp(`\\b${PASSWORD}\\s+(?=[^\\s\\d]*\\d)\\S{5,}`, "iu"),
  new RegExp(`\\b${CODE}\\b\\s*(?:[:=]|->)\\s*\\S{4}`, "iu"),
  new RegExp(`\\b${CODE}\\b\\s+(?:is|was)\\s*:?\\s+(?=[^\\s\\d]*\\d)\\S{3}`, "iu"),
  // Common services' tokens: a known prefix and a long tail with digits.
  /(?<![\w-])(?:sk|pk|rk|gh[oprsu]|github_pat|glpat|xox[abeoprs]|hf|npm|key|tok|tkn)[-_](?=[a-z_-]*\d)[\w-]{12,}/iu,
  /\b(?:AKIA|ASIA|AIza)[A-Za-z0-9_-]{12,}/u,
  // A key of this API.
  /ks_[0-9a-f]{16}_[\w-]{43}/u,
  // A Discord bot token and a JSON web token: three dotted base64 runs.
  /(?<![\w.-])[\w-]{20,}\.[\w-]{6,}\.[\w-]{20,}/u,
  /-----BEGIN [A-Z ]*PRIVATE KEY/u,
  /(?<![\w.+-])[\w.+-]+@[\w-]+\.[a-z]{2,}/iu,
  // A telephone number: an international prefix, a trunk zero, North American groups, or any number said to be one.
  /(?<!\d)\+\d[\d ().-]{7,}\d/u,
  /(?<![\d.,:/-]|\d )0[1-9](?:[ -]?\d){8,10}(?![\d:])(?!-\d)/u,
  /(?<![\d.])\(?[2-9]\d{2}(?:\) ?|[ .-])\d{3}[ .-]\d{4}(?!\d)/u,
  /\b(?:phone|telephone|mobile|cell|whats ?app)\b(?: number)?[^\d\n]{0,12}\d(?:[ .-]?\d){5,}/iu,
  // A United States social security number.
  /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/u,
  // A street and number.
  /(?<![\p{L}\d])\d{1,5}[A-Za-z]? (?:\p{Lu}[\p{L}'’.]* ){1,3}(?:[Ss]treet|St|[Aa]venue|Ave|[Rr]oad|Rd|[Ll]ane|Ln|[Dd]rive|[Bb]oulevard|Blvd|[Tt]errace|[Cc]rescent)\b/u,
]

/** Links that are keys in themselves: webhooks, names and passwords, tokens in the query. */
const KEY_LINK =
  /https?:\/\/(?:[^\s/@:]+:[^\s/@]+@|\S*?(?:\/api\/webhooks\/|hooks\.slack\.com\/services\/|[?&](?:access_|auth_|api_?)?(?:token|key|secret|password|signature)=\w{6}))/iu

/** Twenty-four characters and more without a space, with letters in both cases and digits. */
const OPAQUE = /(?<![\w/:.-])[A-Za-z0-9+_=-]{24,}(?![\w/])/gu
/** Chance changes between small, capital and digit at six places of ten; people, writing in words, at one of four. */
const CHANGES = /[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[a-zA-Z])/g
const BY_CHANCE = 0.35

/** Mentions, custom emoji and links hold long ids that are no secrets. */
const MARKUP = /<(?:[@#][!&]?|a?:\w+:|t:)\d+(?::\w)?>|https?:\/\/\S+/gu

/** Whether a text holds a secret, or contact or payment details. Time is linear in its length for the lengths a message has. */
export function holdsSecret(written: string): boolean {
  if (KEY_LINK.test(written)) return true
  const text = written.replace(MARKUP, " ")
  return SECRETS.some((shape) => shape.test(text)) || holdsOpaque(text) || holdsAccount(text)
}

function holdsOpaque(text: string): boolean {
  return (text.match(OPAQUE) ?? []).some(
    (run) =>
      /[a-z]/.test(run) &&
      /[A-Z]/.test(run) &&
      /\d/.test(run) &&
      (run.match(CHANGES) ?? []).length >= BY_CHANCE * run.length,
  )
}

function holdsAccount(text: string): boolean {
  return (
    (text.match(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/gu) ?? []).some(isCard) ||
    (text.match(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4}){3,10}\b/gu) ?? []).some(isIban)
  )
}
