/**
 * Masks e-mail addresses: plain, and disguised from robots, as in "name[at]host.de", "name at host dot com" and "name arroba
 * host punto com". Pure.
 */

import { spansOf, wholeMatch, withMasks } from "./contact-mask.ts"
import { secretLibraries } from "./secret-libraries.ts"

/** Possible e-mail addresses. `git@` addresses of repositories are public. */
const EMAIL_LIKE = /(?<![\p{L}\p{N}_.+-])(?!git@)[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}.-]{1,200}\.\p{L}{2,}/giu

/** Words for a dot, with space or brackets around them. */
const DOT_WORD = " ?[([{<] ?(?:dot|punkt|punto|point|ponto|\\.) ?[)\\]}>] ?| (?:dot|punkt|punto|point|ponto) "
const DOT = `(?:\\.|${DOT_WORD}| ?\\. | \\.)`
/** Country codes that follow "com" or "co", as in "com.br". */
const COUNTRY = "br|uk|mx|ar|au|nz|pt|es|pe|tr|in|jp|za"
const TOP =
  "com|net|org|info|eu|edu|de|at|ch|li|lu|es|cat|eus|fr|be|br|pt|uk|ie|us|ca|mx|ar|cl|co|pe|uy|au|nz|nl|it|pl|se|dk|fi|no|cz|io|me|app|dev|gg|tv|xyz|online|email|mail|name"

/** A local part of one or more labels, a sign that nothing else is written with or a word that may be any, and a host. */
const DISGUISED = new RegExp(
  `(?<![\\p{L}\\p{N}_.+-])(?<local>[\\p{L}\\p{N}_.+-]{1,64}(?:(?:${DOT_WORD})[\\p{L}\\p{N}_+-]{1,64}){0,3})` +
    "(?:(?<clear> ?[([{<] ?(?:at|ät|arr?oba|arobase|@) ?[)\\]}>] ?| (?:ät|arr?oba|arobase) |@(?! ))| at | ?@ ?)" +
    `(?<host>(?<first>[\\p{L}\\d-]{1,40})(?:${DOT}[\\p{L}\\d-]{1,40}){0,2}?(?<dot>${DOT})(?<top>${TOP})(?:${DOT}(?:${COUNTRY}))?)(?![\\p{L}\\d-])`,
  "giu",
)
/** Signs and words that stand only in disguised addresses. */
const DISGUISE = /[([{<] ?(?:at|ät|@|arr?oba|arobase) ?[)\]}>]| (?:at|ät|arr?oba|arobase) |@/i

const PROVIDER =
  /^(?:gmail|googlemail|gmx|web|ya?hoo|ymail|outlook|hotmail|live|msn|icloud|aol|proton|protonmail|pm|posteo|mailbox|orange|laposte|free|sfr|wanadoo|uol|bol|terra|ig|sapo|t-online|freenet|arcor|fastmail|tuta|tutanota|zoho|yandex|btinternet|comcast|bluewin|telefonica)$/i
/** Hosts that people name as places. */
const PLACE =
  /^(?:github|gitlab|google|amazon|ebay|npmjs|pypi|reddit|youtube|twitch|twitter|discord|steam\w*|wikipedia|stackoverflow|localhost|facebook|instagram|tiktok|netflix|spotify|docs?|imdb)$/i
/** Names of files and versions, which have a dot but are no local part. */
const FILE =
  /^v?\d[\d.]*$|\.(?:[jt]sx?|rs|py|rb|go|c|cpp|h|cs|java|css|html?|json|md|txt|ya?ml|sh|exe|dll|zip|pdf|png|jpe?g|gif|mp[34]|com|net|org|io)$/i
/** Words before "at" that are no local part: "look at gmail dot com". */
const NO_LOCAL =
  /^(?:a|i|im|am|is|are|was|were|be|been|it|its|me|us|you|him|her|them|he|she|we|they|look(?:s|ed|ing)?|work(?:s|ed|ing)?|meet|log(?:ged|in)?|sign(?:ed|up)?|in|on|up|out|off|over|here|there|accounts?|e?-?mails?|inbox|address|addresses|check|find|found|available|hosted|host|live|stuff|people|person|guys?|friends?|team|job|not|only|even|still|just|that|this|and|or|but|better|good|bad|down|free|stay(?:s|ed)?|stop(?:s|ped)?|start(?:s|ed)?|laugh(?:s|ed|ing)?|mad|angry|sale|deal|prices?|go|goes|went|one|ones|mine|stare|yell|back|again|now|then|someone|anyone|everyone|something)$/i
const WRITES =
  /(?:mail|write|reach|contact|address|message|schreib|kontakt|adresse|correo|escr[ií]b|contacto|[ée]cri[rst]|escrev)[^\n]{0,30}$/i
/** Ends of hosts that are words as well: "lvl_3 @ home . no way". */
const WORD_TOP = /^(?:no|it|me|be|us|at|co|de|es|in|se|li|app|mail|name|online|email)$/i

export function maskEmails(text: string): string {
  if (!DISGUISE.test(text)) return text
  const plain = text.includes("@")
    ? text.replace(EMAIL_LIKE, (address) => {
        if (secretLibraries().isEmail(address))
          return withMasks(address, [{ startsAt: 0, endsAt: address.length }])
        return address
      })
    : text
  return withMasks(
    plain,
    spansOf(plain, DISGUISED, (match) => (isDisguised(match) ? wholeMatch(match) : null)),
  )
}

function isDisguised({ 0: whole, index, input, groups = {} }: RegExpExecArray): boolean {
  const { local = "", clear, host = "", first = "", dot = "", top = "" } = groups
  if (!/[\p{L}\p{N}]/u.test(local)) return false
  const isSpelled = / (?:dot|punkt|punto|point|ponto) |[([{<]/i.test(host)
  // Without a disguise it is a plain address, which is judged above, or ends a sentence: "@home. It".
  if (clear === "@" && !isSpelled && !/^ \. $/.test(dot)) return false
  if (clear !== undefined) return !/^git$/i.test(local)
  const isTelling = /\p{L}/u.test(local) && /[\d._]| (?:dot|punkt|punto|point|ponto) |[([{]/iu.test(local)
  if (PLACE.test(first) || FILE.test(local) || (!isTelling && NO_LOCAL.test(local))) return false
  const isLoose = /^ ?\. ?$/.test(dot) && dot !== "."
  if (PROVIDER.test(first)) {
    if (isTelling || isSpelled || (isLoose && !WORD_TOP.test(top))) return true
    return WRITES.test(input.slice(Math.max(0, index - 48), index)) && !whole.includes("\n")
  }
  if (!isTelling || (isLoose && WORD_TOP.test(top))) return false
  if (isSpelled) return !/ (?:point|punto|ponto) /i.test(dot) || whole.includes("@")
  return /[\p{L}][._][\p{L}\d]/u.test(local)
}
