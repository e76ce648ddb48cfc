/**
 * Finds what must never become memory: credentials, keys, contact and payment details. Libraries recognize
 * services' tokens, telephone numbers and check digits; `secret-words.ts` recognizes secrets in plain words and
 * `secret-fields.ts` those in named fields; this file recognizes random strings.
 */

import type { CountryCode } from "libphonenumber-js/min"
import { secretLibraries } from "./secret-libraries.ts"
import { SPOKEN_SECRETS } from "./secret-words.ts"

/** Shapes that no library knows. A look-behind at each start keeps the time linear. */
const SHAPES: RegExp[] = [
  // The prefix of a token and part of the rest: services' rules recognize whole tokens only.
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

const SECRETS = [...SPOKEN_SECRETS, ...SHAPES]

/** Possible e-mail addresses. `git@` addresses of repositories are public. */
const EMAIL_LIKE = /(?<![\p{L}\p{N}_.+-])(?!git@)[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}.-]{1,200}\.\p{L}{2,}/giu

/** Links that contain credentials: user names and passwords, Discord webhooks, tokens in the query. */
const KEY_LINK =
  /https?:\/\/(?:[^\s/@:]+:[^\s/@]+@|\S*?(?:\/api\/webhooks\/|[?&](?:access_|auth_|api_?)?(?:token|key|secret|password|signature)=\w{6}))/iu

/** At least 24 characters without a space, with letters in both cases and digits. */
const OPAQUE = /(?<![\w/:.-])[A-Za-z0-9+_=-]{24,}(?![\w/])/gu
/**
 * Matches each change between lower case, upper case and digits. In a random string, six of ten characters
 * are followed by such a change; in words written by people, one of four.
 */
const CHANGES = /[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[a-zA-Z])/g
/** The least share of changes in a string that counts as random. */
const BY_CHANCE = 0.35

/** Random but not secret: hashes, also with a letter for their kind, and object ids of a payment service. */
const OPEN_ID = /^(?:[A-Z]?[0-9a-f]+|(?:pi|pm|in|seti|sub|cus|ch|evt|re|po|price|prod)_[A-Za-z0-9]+)$/

/** Mentions, custom emoji and links hold long ids that are not secret. */
const MARKUP = /<(?:[@#][!&]?|a?:\w+:|t:)\d+(?::\w)?>|https?:\/\/\S+/gu

/**
 * Returns true if a text holds a secret, or contact or payment details. Time is linear for the lengths of
 * messages.
 */
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
  return (
    text.includes("@") && (text.match(EMAIL_LIKE) ?? []).some((address) => secretLibraries().isEmail(address))
  )
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

// Numbers with check digits: payment cards and bank accounts. Shapes are defined here; validator checks the
// digits. Pure.

/**
 * Lengths of card numbers by their first digits (ISO/IEC 7812-1). A snowflake begins otherwise or has another
 * length. That is why validator's isCreditCard is not used: it accepts 18 digits that begin with 4.
 */
const CARD = /^(?:[3-6]\d{12,15}|2[2-7]\d{14}|[3-6]\d{18})$/
const CARD_LIKE = /(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d)/gu

/** The longest IBAN in groups, plus words that may follow it. */
const IBAN_LIKE = /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]{1,4}){3,10}/giu

/** Returns true if a text holds the number of a payment card or a bank account, plain or in groups. */
function holdsAccount(text: string): boolean {
  return (text.match(CARD_LIKE) ?? []).some(isCard) || (text.match(IBAN_LIKE) ?? []).some(beginsWithIban)
}

function isCard(written: string): boolean {
  const digits = written.replace(/\D/g, "")
  return CARD.test(digits) && secretLibraries().isLuhnNumber(digits)
}

/** Words after an account number look like more of its groups. */
function beginsWithIban(written: string): boolean {
  const groups = written.split(/[ -]/)
  return groups.some((_, index) => secretLibraries().isIBAN(groups.slice(0, index + 1).join("")))
}

// Telephone numbers: libphonenumber validates them; the shapes without a country code are defined here. Pure.

/** Seven digits close together, the least any telephone number has. */
const DIGITS = /\d(?:[ ()./-]{0,3}\d){6}/

/**
 * A number as dialed within its country: a trunk zero, then groups. Not a time or version that continues
 * after a dot or colon.
 */
const TRUNK = /(?<![\d.,:/+-]|\d )\(?0[1-9](?:[ ()./-]{0,2}\d){7,10}(?![\d:]|[./-]\d)/gu

/** Dates are also written as groups: 01.02.2026, 01-02-26 10:30. */
const DATE = /^\d\d([./-])\d\d\1(?:\d{4}|\d\d\b)/

/**
 * Countries with a trunk zero and different numbering. A guild has no country, so a number that is valid in
 * any of them counts.
 */
const WITH_TRUNK: CountryCode[] = ["GB", "FR", "DE", "IN", "AU", "NL", "SE", "JP"]

/**
 * North American groups with any exchange. Numbers reserved for fiction count too, because libphonenumber
 * rejects them.
 */
const NORTH_AMERICAN = /(?<![\d.])\(?[2-9]\d{2}(?:\) ?|[ .-])\d{3}[ .-]\d{4}(?!\d)/u

/** Any number that the text calls a telephone number. */
const SAID = /\b(?:phone|telephone|mobile|cell|whats ?app)\b(?: number)?[^\d\n]{0,12}\d(?:[ .-]?\d){5,}/iu

/**
 * Returns true if a text holds a telephone number, international or national. Dates, ids, prices and versions
 * do not count.
 */
function holdsPhone(text: string): boolean {
  if (SAID.test(text)) return true
  if (!DIGITS.test(text)) return false
  return NORTH_AMERICAN.test(text) || isInternational(text) || (text.match(TRUNK) ?? []).some(isNational)
}

/** `extended` also accepts numbers of valid length: numbers reserved for fiction belong to no country. */
function isInternational(text: string): boolean {
  return (
    /[+\uff0b]/.test(text) && secretLibraries().findPhoneNumbersInText(text, { extended: true }).length > 0
  )
}

function isNational(written: string): boolean {
  if (DATE.test(written)) return false
  const { parsePhoneNumberFromString } = secretLibraries()
  return WITH_TRUNK.some((country) => parsePhoneNumberFromString(written, country)?.isValid() ?? false)
}

// Tokens of common services, found by secretlint's rules, each run on one text. Pure: no files, no report.

/**
 * The part of a secretlint rule used here. The package's types are in a package that only its engine brings.
 */
interface Rule {
  meta: { id: string }
  create(context: object, options: object): { file?(source: object): unknown }
}

/**
 * One rule reads key files from a disk and makes its caller wait; one finds comments that disable other
 * rules.
 */
const LEFT_OUT = /-(?:gcp|filter-comments)$/

/** Off by default, because a repository may hold account ids. A chat has no use for them. */
const OPTIONS = { enableIDScanRule: true }

/** Every token has a longer run without a space. Most lines have none, and need no further check. */
const LONG_RUN = /\S{14}/

type Scan = (text: string) => boolean

/** Made for the first long run: an isolate without one does not pay for it. */
let scan: Scan | null = null

/**
 * Returns true if a text holds a token, a private key, a webhook or a login in a link of a service that
 * secretlint knows.
 * @internal
 */
export function holdsServiceToken(text: string): boolean {
  if (!LONG_RUN.test(text)) return false
  scan ??= scanner(secretLibraries().rules)
  return scan(text)
}

/** The rules report while they run; only whether one did counts here. */
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
    // With this file name the npm rule also finds `_authToken=`; no other rule depends on the name.
    const source = { content: text, filePath: ".npmrc", ext: "", contentType: "text" }
    return scanners.some((scanner) => {
      scanner.file?.(source)
      return found
    })
  }
}
