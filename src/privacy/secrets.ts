/** Finds what must never become memory: credentials, keys, contact and payment details. */

/** Shapes of credentials and of contact and payment details. */
const SECRETS: RegExp[] = [
  /\b(?:pass(?:word|code|phrase)?|pwd|api[ _-]?key|secret|token|private key|2fa|otp|pin(?: code)?)\b\s*(?:is|:|=|->)+\s*\S+/iu,
  // Common services' tokens: a known prefix and a long tail.
  /\b(?:sk|pk|rk|ghp|gho|ghs|ghu|glpat|xox[abprs]|hf|npm|key|tok|tkn)[-_][A-Za-z0-9_-]{12,}/u,
  /\b(?:AKIA|ASIA|AIza)[A-Za-z0-9_-]{12,}/u,
  // A Discord bot token and a JSON web token: three dotted base64 runs.
  /\b[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{20,}/u,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/u,
  /[\w.+-]+@[\w-]+\.[a-z]{2,}/iu,
  // A telephone number: an international prefix, or at least nine digits in groups.
  /(?<!\d)\+\d[\d ().-]{7,}\d/u,
  /(?<![\d.])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/u,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b/u,
]

/** Twenty characters and more without a space, with letters in both cases and digits: read by machines, not by people. */
const OPAQUE = /(?<![\w/:.-])[A-Za-z0-9+_=-]{24,}(?![\w/])/gu

/** Mentions, custom emoji and links hold long ids that are no secrets. */
const MARKUP = /<(?:[@#][!&]?|a?:\w+:|t:)\d+(?::\w)?>|https?:\/\/\S+/gu

/** Whether a text holds a secret, or contact or payment details. Time is linear in its length for the lengths a message has. */
export function holdsSecret(written: string): boolean {
  const text = written.replace(MARKUP, " ")
  return SECRETS.some((shape) => shape.test(text)) || holdsOpaque(text) || holdsCard(text)
}

function holdsOpaque(text: string): boolean {
  return (text.match(OPAQUE) ?? []).some((run) => /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run))
}

/** Payment cards: 13 to 19 digits whose Luhn sum (ISO/IEC 7812-1) is a multiple of ten. */
function holdsCard(text: string): boolean {
  return (text.match(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/gu) ?? []).some((run) =>
    luhn(run.replace(/\D/gu, "")),
  )
}

function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
