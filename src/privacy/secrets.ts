/**
 * Finds what must never become memory: credentials, keys, contact and payment details. Libraries know services' tokens,
 * telephone numbers and check digits; what people say in words, and what only chance could have written, is told here.
 */

import { rules } from "@secretlint/secretlint-rule-preset-recommend"
import { type CountryCode, findPhoneNumbersInText, parsePhoneNumberFromString } from "libphonenumber-js/min"
import isEmail from "validator/lib/isEmail.js"
import iban from "validator/lib/isIBAN.js"
import isLuhnNumber from "validator/lib/isLuhnNumber.js"

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

// Numbers that carry their own check digits: payment cards and bank accounts. Shapes are told here, checks are validator's. Pure.

/** Node and bundlers disagree on what the default of this CommonJS file is: its function, or an object that holds it. */
const isIBAN = (iban as typeof iban & { default?: typeof iban }).default ?? iban

/**
 * How long a card's number is, by how it begins (ISO/IEC 7812-1). A snowflake begins otherwise or is of another length,
 * which is why validator's isCreditCard does not decide: to it, 18 digits that begin with a 4 may be a card.
 */
const CARD = /^(?:[3-6]\d{12,15}|2[2-7]\d{14}|[3-6]\d{18})$/
const CARD_LIKE = /(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d)/gu

/** As long as the longest IBAN in groups, and what words may follow it. */
const IBAN_LIKE = /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]{1,4}){3,10}/giu

/** Whether a text holds the number of a payment card or a bank account, plain or in groups. */
function holdsAccount(text: string): boolean {
  return (text.match(CARD_LIKE) ?? []).some(isCard) || (text.match(IBAN_LIKE) ?? []).some(beginsWithIban)
}

function isCard(written: string): boolean {
  const digits = written.replace(/\D/g, "")
  return CARD.test(digits) && isLuhnNumber(digits)
}

/** Words may follow an account number, which look like more of its groups. */
function beginsWithIban(written: string): boolean {
  const groups = written.split(/[ -]/)
  return groups.some((_, index) => isIBAN(groups.slice(0, index + 1).join("")))
}

// Finds telephone numbers: libphonenumber says what is one; where to look without a country code is told here. Pure.

/** Seven digits, close together, that begin no later number: what any telephone number needs. */
const DIGITS = /\d(?:[ ()./-]{0,3}\d){6}/

/** A number as dialed within its country: a trunk zero, then groups. Not the time or version that a dot or colon goes on. */
const TRUNK = /(?<![\d.,:/+-]|\d )\(?0[1-9](?:[ ()./-]{0,2}\d){7,10}(?![\d:]|[./-]\d)/gu

/** Days are written as groups too: 01.02.2026, 01-02-26 10:30. */
const DATE = /^\d\d([./-])\d\d\1(?:\d{4}|\d\d\b)/

/**
 * Where a trunk zero is dialed, in several ways of numbering. A guild has no country, so all are asked: what is a number
 * in one of them is taken for one.
 */
const WITH_TRUNK: CountryCode[] = ["GB", "FR", "DE", "IN", "AU", "NL", "SE", "JP"]

/** North American groups, whatever the exchange: numbers for use in fiction are given too, and none is theirs to check. */
const NORTH_AMERICAN = /(?<![\d.])\(?[2-9]\d{2}(?:\) ?|[ .-])\d{3}[ .-]\d{4}(?!\d)/u

/** Any number that is said to be one to call. */
const SAID = /\b(?:phone|telephone|mobile|cell|whats ?app)\b(?: number)?[^\d\n]{0,12}\d(?:[ .-]?\d){5,}/iu

/** Whether a text holds a telephone number, international or national. Dates, ids, prices and versions are none. */
function holdsPhone(text: string): boolean {
  if (SAID.test(text)) return true
  if (!DIGITS.test(text)) return false
  return NORTH_AMERICAN.test(text) || isInternational(text) || (text.match(TRUNK) ?? []).some(isNational)
}

/** `extended` takes numbers of a right length too: of numbers set apart for fiction, no country vouches for any. */
function isInternational(text: string): boolean {
  return /[+\uff0b]/.test(text) && findPhoneNumbersInText(text, { extended: true }).length > 0
}

function isNational(written: string): boolean {
  if (DATE.test(written)) return false
  return WITH_TRUNK.some((country) => parsePhoneNumberFromString(written, country)?.isValid() ?? false)
}

// Finds the tokens of common services by secretlint's rules, each run as it is on one text. Pure. It reads no file and keeps no report.

/** What of a secretlint rule is used here. The package's own types stand in a package that only its engine brings. */
interface Rule {
  meta: { id: string }
  create(context: object, options: object): { file?(source: object): unknown }
}

/** One reads key files from a disk, and so makes its caller wait; one finds comments that switch the others off. */
const LEFT_OUT = /-(?:gcp|filter-comments)$/

/** Off by default, as a repository may well hold account ids; a chat has no use for them. */
const OPTIONS = { enableIDScanRule: true }

/** Every token is longer than this without a break: most lines hold no such run, and are let go by one look. */
const LONG_RUN = /\S{14}/

type Scan = (text: string) => boolean

/** Made when the first long run comes: an isolate that hears none pays nothing. */
let scan: Scan | null = null

/** Whether a text holds a token, a private key, a webhook or a login in a link of a service that secretlint knows. */
export function holdsServiceToken(text: string): boolean {
  if (!LONG_RUN.test(text)) return false
  scan ??= scanner(rules)
  return scan(text)
}

/** The rules report while they run; all that counts here is whether one did. */
function scanner(all: readonly Rule[]): Scan {
  let found = false
  const context = {
    createTranslator: () => () => ({ message: "", messageId: "" }),
    report: () => {
      found = true
    },
    ignore: () => {},
  }
  const scanners = all
    .filter(({ meta }) => !LEFT_OUT.test(meta.id))
    .map((rule) => rule.create(context, OPTIONS))
  return (text) => {
    found = false
    // Under this name the npm rule looks for `_authToken=` too; no other rule minds the name.
    const source = { content: text, filePath: ".npmrc", ext: "", contentType: "text" }
    return scanners.some((scanner) => {
      scanner.file?.(source)
      return found
    })
  }
}
