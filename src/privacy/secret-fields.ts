/**
 * Finds secrets in structured data by the names of its fields, at any depth: `{"db": {"passwd": "…"}}`. A field whose
 * value is a state, a count or masked gives nothing away. Pure.
 */

/** Names of fields in lower case without separators. The end of a name says what its value is. */
const ANY_VALUE =
  /(?:passw(?:or[dt])?|passwd|pwd|passphrase|passcode|(?:db|user|login|mail|smtp|ftp|root|admin)pass|contraseña|motdepasse|kennwort|senha|(?:api|private|secret|access|signing|encryption|ssh|license|wpa|wifi|network|master|account|shared)keys?|psk|credentials?|(?<!is|has|no)secret)$/u
const TOKEN = /(?<!page|sync|continuation|next|stop)token$/u
const CODE =
  /(?:^|[a-z])(?:pin|pincode|otp|totp|cvv|cvc|(?:door|gate|entry|alarm|access|security|verification|login|backup|recovery|safe|lock|wifi|onetime|otp|2fa|mfa|auth|unlock)codes?)$|^(?:2fa|mfa)$/u
const HEADER = /^(?:proxy)?authorization$/u
const COOKIE = /cookies?$/u
const PASS = /^pass$/u

/** Below the name of a secret, these hold it. */
const HOLDER = /^(?:value|plain|plaintext|current|new|old|from|to|text|raw|data|\d+)$/u

const STATE =
  /^(?:true|false|yes|no|null|none|n\/a|ok|set|unset|required|optional|changed|unchanged|reset|rotated|valid|invalid|expired|missing|revoked|enabled|disabled|hidden|unknown|approved|pending|granted|denied|active|inactive)$/iu
const MASKED =
  /\*{3}|•{3}|x{6}|…|\.{3}|<[^>]*>|\$\{|\{\{|^\W*(?:redacted|hidden|masked|removed|filtered|omitted|secret)\W*$|^\W*$/iu

const STREET = /^(?:street(?:address|name|line1?)?|address(?:line)?1|line1|strasse|straße|calle|rue|rua)$/u
const HOUSE = /^(?:house|street|building)?(?:number|no|nr)$/u

/** Returns true if a field's name and value show a secret, or the street and number of an address. */
export function holdsSecretField(content: unknown): boolean {
  // No recursion: JSON of 16 kB can be nested thousands of levels deep.
  const open: { value: unknown; name: string }[] = [{ value: content, name: "" }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, name } = next
    if (typeof value === "object" && value !== null) {
      if (isAddress(value)) return true
      for (const [key, inner] of Object.entries(value)) {
        const own = plainName(key)
        open.push({ value: inner, name: HOLDER.test(own) ? name : own })
      }
    } else if (isSecret(name, value)) return true
  }
  return false
}

function plainName(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\d]/gu, "")
}

function isSecret(name: string, value: unknown): boolean {
  if (typeof value === "number") return CODE.test(name) || (/(?:password|pwd)$/u.test(name) && value > 999)
  if (typeof value !== "string") return false
  const text = value.trim()
  if (STATE.test(text) || MASKED.test(text.replace(/^(?:bearer|basic|token|digest)\s/iu, ""))) return false
  if (ANY_VALUE.test(name)) return true
  if (TOKEN.test(name)) return /^\S{6,}$/u.test(text)
  if (CODE.test(name)) return /^\S*\d/u.test(text) && text.length <= 40
  if (HEADER.test(name)) return /^(?:bearer|basic|token|digest)\s+\S/iu.test(text) || /^\S{12,}$/u.test(text)
  if (COOKIE.test(name)) return text.includes("=")
  return PASS.test(name) && /\D/u.test(text) && !/\s/u.test(text) && text.length >= 6
}

/** A street alone is public; with its number it is where somebody lives. */
function isAddress(value: object): boolean {
  const fields = Object.entries(value).map(([key, inner]) => [plainName(key), inner] as const)
  const street = fields.find(([name, inner]) => STREET.test(name) && typeof inner === "string")?.[1]
  if (typeof street !== "string" || !/\p{L}{2}/u.test(street)) return false
  return /\d/u.test(street) || fields.some(([name, inner]) => HOUSE.test(name) && /\d/u.test(String(inner)))
}
