/**
 * Finds what must never become memory: credentials, keys, contact and payment details. Libraries know services' tokens,
 * telephone numbers and check digits; what people say in words, and what only chance could have written, is told here.
 */
import isEmail from "validator/lib/isEmail.js"
import { holdsAccount } from "./numbers.ts"
import { holdsPhone } from "./phones.ts"
import { holdsServiceToken } from "./service-tokens.ts"

const PASSWORD = "(?:pass(?:word|code|phrase)s?|pwd|api[ _-]?keys?|private key|seed phrase|recovery phrase)"
const CODE =
  "(?:secret|token|(?:2fa|otp)(?: code)?|pass|pin(?: code)?|(?:door|gate|entry|alarm|access|security|verification|login|backup|recovery|safe|lock|wi-?fi) code)"
/** What is said about passwords without saying one. */
const TALK =
  "(?:not|n't|no|wrong|required|needed|missing|invalid|expired|incorrect|weak|strong|safe|secure|stored|saved|hashed|encrypted|kept|in|on|too|so|very|the same|a|an|the|that|why|how|what|being|still)"

/** What stands after a colon or equals sign where no password does: a placeholder, or the sentence going on. */
const NONE_GIVEN =
  "(?!<|\\*{3}|(?:pass(?:word)?|tell|ask|use|try|see|just|then|it|you|i|how|why|what|when)\\b)"

/** Secrets said in words, and shapes no library knows. A look-behind at each start keeps the time linear. */
const SECRETS: RegExp[] = [
  new RegExp(`\\b${PASSWORD}\\b\\s*(?:[:=]|->)\\s*${NONE_GIVEN}[^\\s]`, "iu"),
  new RegExp(`\\b${PASSWORD}\\b\\s+(?:is|was|are)\\s*:?\\s+(?!${TALK}\\b)\\S`, "iu"),
  new RegExp(`\\b${PASSWORD}\\s+(?=[^\\s\\d]*\\d)\\S{5,}`, "iu"),
  new RegExp(`\\b${CODE}\\b\\s*(?:[:=]|->)\\s*\\S{4}`, "iu"),
  new RegExp(`\\b${CODE}\\b\\s+(?:is|was)\\s*:?\\s+(?=[^\\s\\d]*\\d)\\S{3}`, "iu"),
  // A token's first letters, with part of its tail: services' rules know whole tokens only.
  /(?<![\w-])(?:sk|pk|rk|gh[oprsu]|github_pat|glpat|xox[abeoprs]|hf|npm|key|tok|tkn)[-_](?=[a-z_-]*\d)[\w-]{12,}/iu,
  /\b(?:AKIA|ASIA|AIza)[A-Za-z0-9_-]{12,}/u,
  // A key of this API.
  /ks_[0-9a-f]{16}_[\w-]{43}/u,
  // A Discord bot token and a JSON web token: three dotted base64 runs.
  /(?<![\w.-])[\w-]{20,}\.[\w-]{6,}\.[\w-]{20,}/u,
  /-----BEGIN [A-Z ]*PRIVATE KEY/u,
  // A United States social security number.
  /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/u,
  // A street and number.
  /(?<![\p{L}\d])\d{1,5}[A-Za-z]? (?:\p{Lu}[\p{L}'’.]* ){1,3}(?:[Ss]treet|St|[Aa]venue|Ave|[Rr]oad|Rd|[Ll]ane|Ln|[Dd]rive|[Bb]oulevard|Blvd|[Tt]errace|[Cc]rescent)\b/u,
]

/** What may be an e-mail address. The address under which repositories are fetched is everyone's. */
const EMAIL_LIKE = /(?<![\p{L}\p{N}_.+-])(?!git@)[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}.-]{1,200}\.\p{L}{2,}/giu

/** Links that are keys in themselves: names and passwords, Discord's webhooks, tokens in the query. */
const KEY_LINK =
  /https?:\/\/(?:[^\s/@:]+:[^\s/@]+@|\S*?(?:\/api\/webhooks\/|[?&](?:access_|auth_|api_?)?(?:token|key|secret|password|signature)=\w{6}))/iu

/** Twenty-four characters and more without a space, with letters in both cases and digits. */
const OPAQUE = /(?<![\w/:.-])[A-Za-z0-9+_=-]{24,}(?![\w/])/gu
/** Chance changes between small, capital and digit at six places of ten; people, writing in words, at one of four. */
const CHANGES = /[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[a-zA-Z])/g
const BY_CHANCE = 0.35

/** Made by chance, and no secrets: hashes, also with the letter that says of what, and the ids of a payment service's objects. */
const OPEN_ID = /^(?:[A-Z]?[0-9a-f]+|(?:pi|pm|in|seti|sub|cus|ch|evt|re|po|price|prod)_[A-Za-z0-9]+)$/

/** Mentions, custom emoji and links hold long ids that are no secrets. */
const MARKUP = /<(?:[@#][!&]?|a?:\w+:|t:)\d+(?::\w)?>|https?:\/\/\S+/gu

/** Whether a text holds a secret, or contact or payment details. Time is linear in its length for the lengths a message has. */
export function holdsSecret(written: string): boolean {
  if (KEY_LINK.test(written) || holdsServiceToken(written)) return true
  const text = written.replace(MARKUP, " ")
  return (
    SECRETS.some((shape) => shape.test(text)) ||
    holdsOpaque(text) ||
    holdsAccount(text) ||
    holdsPhone(text) ||
    holdsEmail(text)
  )
}

function holdsEmail(text: string): boolean {
  return text.includes("@") && (text.match(EMAIL_LIKE) ?? []).some((address) => isEmail(address))
}

function holdsOpaque(text: string): boolean {
  return (text.match(OPAQUE) ?? []).some(
    (run) =>
      !OPEN_ID.test(run) &&
      /[a-z]/.test(run) &&
      /[A-Z]/.test(run) &&
      /\d/.test(run) &&
      (run.match(CHANGES) ?? []).length >= BY_CHANCE * run.length,
  )
}
