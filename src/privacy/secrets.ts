/**
 * Finds what must never become memory: credentials, keys, contact and payment details. Libraries recognize
 * services' tokens and check digits; `secret-words.ts` recognizes secrets in plain words, `secret-fields.ts` those in
 * named fields and `contact-details.ts` contact details; this file recognizes random strings.
 */

import { remembered } from "../text/remembered.ts"
import { holdsContact, MARKUP } from "./contact-details.ts"
import { secretLibraries } from "./secret-libraries.ts"
import { holdsSpokenSecret } from "./secret-words.ts"

/** Shapes of tokens that no library knows, each a run as long as `LONG_RUN`. A look-behind at each start keeps the time linear. */
const TOKENS: RegExp[] = [
  // The prefix of a token and part of the rest: services' rules recognize whole tokens only.
  /(?<![\w-])(?:sk|pk|rk|gh[oprsu]|github_pat|glpat|xox[abeoprs]|hf|npm|key|tok|tkn)[-_](?=[a-z_-]*\d)[\w-]{12,}/iu,
  /\b(?:AKIA|ASIA|AIza)[A-Za-z0-9_-]{12,}/u,
  // A key of this API.
  /ks_[0-9a-f]{16}_[\w-]{43}/u,
  // A Discord bot token and a JSON web token: three dotted base64 runs.
  /(?<![\w.-])[\w-]{20,}\.[\w-]{6,}\.[\w-]{20,}/u,
]

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY/u
const SOCIAL_SECURITY_NUMBER = /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/u

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

/**
 * Returns true if a text holds a secret, or contact or payment details. Time is linear for the lengths of
 * messages.
 */
export const holdsSecret = remembered(
  (written): boolean => {
    if (KEY_LINK.test(written) || holdsServiceToken(written)) return true
    const text = written.replace(MARKUP, " ")
    return (
      holdsSpokenSecret(text) ||
      PRIVATE_KEY.test(text) ||
      (LONG_RUN.test(text) && (TOKENS.some((shape) => shape.test(text)) || holdsOpaque(text))) ||
      (/\d/.test(text) && (SOCIAL_SECURITY_NUMBER.test(text) || holdsAccount(text))) ||
      holdsContact(text)
    )
  },
  { most: 500 },
)

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
