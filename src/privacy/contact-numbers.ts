/**
 * Masks telephone numbers. libphonenumber validates them; shapes without a country code, and numbers that only the words
 * around them make telephone numbers, are defined here. Dates, ids, prices and versions do not count. Pure.
 */

import type { CountryCode } from "libphonenumber-js/min"
import { type ContactSpan, spansOf, wholeMatch, withMasks } from "./contact-mask.ts"
import { secretLibraries } from "./secret-libraries.ts"

/** Six digits close together, the least that any telephone number has. */
const DIGITS = /\d(?:[ ()./-]{0,3}\d){5}/

/**
 * A number as dialed within its country: a trunk zero, then groups. Not a time or version that continues
 * after a dot or colon.
 */
const TRUNK = /(?<![\d.,:/+-]|\d )\(?0[1-9](?:[ ()./-]{0,2}\d){7,10}(?![\d:]|[./-]\d)/gu

/** Dates are also written as groups: 01.02.2026, 01-02-26 10:30. */
const DATE = /^\d\d([./-])\d\d\1(?:\d{4}|\d\d\b)/
const ANY_DATE = /(?:19|20)\d\d[./ -]\d\d?[./ -]\d\d?(?!\d)|(?<!\d)\d\d?[./ -]\d\d?[./ -](?:19|20)\d\d(?!\d)/

/**
 * Countries with a trunk zero and different numbering. A guild has no country, so a number that is valid in
 * any of them counts.
 */
const WITH_TRUNK: CountryCode[] = ["GB", "FR", "DE", "IN", "AU", "NL", "SE", "JP"]

/**
 * North American groups with any exchange. Numbers reserved for fiction count too, because libphonenumber
 * rejects them.
 */
const NORTH_AMERICAN = /(?<![\d.])\(?[2-9]\d{2}(?:\) ?|[ .-])\d{3}[ .-]\d{4}(?!\d)/gu

/** Words for a telephone number, in five languages. */
const CALLED =
  "phone|telephone|mobile|cell|whats ?app|telefon(?:nummer)?|handynummer|(?:mein|sein|ihr) handy|(?:meine|seine|ihre) nummer|tel|tlf|tel[ée]fono|m[óo]vil|celular|(?:mi|su) (?:n[úu]mero|cel)|fijo|ll[áa]m[ae]me al|t[ée]l[ée]phone|(?:mon|son) portable|(?:mon|son) num[ée]ro|telem[óo]vel|telefone|(?:meu|seu) (?:n[úu]mero|zap)|fixo"
/** Any number that the text calls a telephone number. */
const SAID = new RegExp(
  `((?<![\\p{L}\\d])(?:${CALLED})(?![\\p{L}\\d])(?: number)?[^\\d\\n]{0,16}?)\\(?\\d(?:[ ().-]{0,2}\\d){5,}`,
  "giu",
)

/** A national number of 9 to 11 digits after a short word for a telephone. Not a date. */
const SAID_SHORTLY =
  /((?<![\p{L}\d])(?:cel|zap|zapzap|wpp|(?:no|meu|mi|mein) whats|liga-me|me liga|festnetz)(?![\p{L}\d])[^\d\n]{0,8}?)(?!\d{4}-\d\d-|\d\d-\d\d-)\(?\d(?:(?: - |[ ()-]{0,2})\d){8,10}(?![\d:]|[.,-]\d)/giu

/** Words of telephoning that make a number of 9 to 11 digits near them a telephone number. */
const TELEPHONING =
  /(?<![\p{L}\d])(?:phones?|call(?:s|ed|ing)?|text(?:s|ed)? (?:me|us|him|her|them)|text|sms|dial|ring (?:me|us|him|her|them)|cell|mobile|landline|hotline|imessage|whats ?app|wh?ats?app|(?:my|his|her|our|their|new) (?:number|num|nr|digits)|reach (?:me|us|him|her|them)|ruf(?:e|st|t)?|anruf(?:en)?|angerufen|handy(?:nummer|nr)?|telefon\p{L}{0,10}|tele|festnetz|mobil|durchklingeln|erreich(?:st|bar|e|en)|(?:meine|seine|ihre|neue) (?:nr|nummer)|tel|telf|tlf|tfno|tel[ée]fono|ll[aá]m\p{L}{1,8}|marca(?:me|le)?|m[óo]vil|celu(?:lar)?|cel|wh?as+ap|guasap|fijo|(?:mi|su|tu) n[úu]mero|t[ée]l[ée]phone\p{L}{0,3}|t[ée]l|appel(?:le|ez|er|les)|rappel(?:le|ez|er)|joindre|joignable|portable|(?:mon|son|ton) (?:num|num[ée]ro|06|07)|texto|tlm|telm|telem[óo]vel|telefon\p{L}|liga(?:r|-me|-lhe)?|ligue|agr[eé]ga(?:me|lo|la)|(?:o|do|el|del) n[uú]mero (?:da|do|de la|del)|zap|zapzap|wpp|contacto|contato|(?:meu|seu) n[úu]mero|fixo)(?![\p{L}\d])/iu
/** Words for numbers of other kinds. */
const OTHER_KIND =
  /(?<!\p{L})(?:orders?|id|ids|tickets?|isbn|tracking|seed|code|codes|cod|serial|imei|ip|issue|bug|build|version|ref(?:erence|erencia)?|invoice|account|acct|case|claim|sku|part|model|steam|discord|uid|user|pin|otp|unix|epoch|timestamp|score|hash|commit|xp|bestell\p{L}*|auftrag\p{L}*|sendung\p{L}*|rechnung\p{L}*|kunden\p{L}*|konto\p{L}*|serien\p{L}*|artikel\p{L}*|vorgang\p{L}*|matrikel\p{L}*|paket\p{L}*|pedido|c[óo]digo|seguimiento|env[íi]o|factura|cuenta|semilla|dni|nif|cpf|cnpj|rg|commande|colis|suivi|facture|compte|dossier|siret|encomenda|rastreio|fatura|conta|protocolo|senha|registro|lobby|room|sala|friend|raum|lott?o|lottery|lotería|loteria|sena|quina|euromill\p{L}*|tirage|ziehung|sorte[io]o?)(?:[ .:#=]|$|'s|nr|num)[^\n]{0,16}$/iu
/** Words after a number that count something with it. */
const COUNTED_AFTER =
  /^ ?(?:[%€$£]|x(?!\p{L})|(?:euros?|dollars?|bucks|pesos|reais|views?|subs|xp|gold|coins?|points?|pts|people|users?|steps|times|bytes|ms|seconds|years|followers|monsters|robux|v?bucks|leute|mal|aufrufe|punkte|schritte|veces|visitas|puntos|fois|vues|vezes|pontos|mod)(?!\p{L}))/iu
const NEAR = /(?<![\p{L}\d.,:/+#$€£-]|\d,? )\(?\d(?:[ ().-]{0,2}\d){8,10}(?![\p{L}\d:%€$£]|[.,/-]\d| ?\d)/gu

/** A number of another country as dialed: "0049 30 1234567". */
const DIALED_ABROAD = /(?<![\d.,:/+-]|\d )00(?=[1-9](?:[ ()./-]{0,2}\d){7,13}(?!\d))/gu

/** Nine digits in the groups of Spanish telephones. In threes alone they may be any large number. */
const SPANISH = /(?<![\d.,:/+-]|\d )(?:[6-9]\d{2}(?: \d{2}){3}|[89]\d \d{3} \d{2} \d{2})(?![\d:]|[ ./-]\d)/gu

/** Brazilian groups after an area code. Two years look similar: "(21) 2024-2025". */
const BRAZILIAN =
  /(?<![\d.,:/+-]|\d )(?:\(0?[1-9]\d\) ?(?!(?:19|20)\d\d-(?:19|20)\d\d)(?:9 ?)?\d{4}[ .-]\d{4}|\([1-9]\d\) ?9\d{8}|[1-9]\d 9 ?\d{4}-\d{4})(?![\d:]|[./-]\d)/gu

/** Five pairs, as in France. */
const PAIRS = /(?<![\d.,:/+-]|\d )0[1-9]([ .-])\d\d(?:\1\d\d){3}(?![\d:]|[ .,/-]\d)/gu

/** A country code, then groups; without groups, the digits must not be round. */
const WITH_COUNTRY =
  /(?<![\p{L}\d+])[+\uff0b] ?\(?(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[789]\d|8[058]\d|9[67]\d|99[2-68])\)?(?:[ ()./-]{0,2}\d){7,13}(?![\d:]|[.,/-]\d)/gu

/** Masks numbers with a country code. `extended` also accepts numbers of valid length: numbers reserved for fiction belong to no country. */
export function maskForeignNumbers(text: string): string {
  if (!DIGITS.test(text) || !(/[+\uff0b]/.test(text) || text.includes("00"))) return text
  // Two signs as well, so that all else stands where it stood.
  const written = text.replace(DIALED_ABROAD, " +")
  const found = secretLibraries().findPhoneNumbersInText(written, { extended: true })
  const possible = found
    .map(({ number, startsAt, endsAt }) => ({
      isValid: number.isValid(),
      startsAt: text.startsWith("00", startsAt - 1) ? startsAt - 1 : startsAt,
      endsAt,
    }))
    .filter(({ isValid, startsAt, endsAt }) => isValid || !isRound(text.slice(startsAt, endsAt)))
  return withMasks(text, [...possible, ...spansIf(text, WITH_COUNTRY, isForeign)])
}

export function maskNumbers(text: string): string {
  if (!DIGITS.test(text)) return text
  const said = text
    .replace(SAID_SHORTLY, (whole, word: string) => signAfter(whole, word))
    .replace(SAID, (whole: string, word: string) => (isOther(whole, word) ? whole : signAfter(whole, word)))
  return withMasks(said, [
    ...spansIf(said, NORTH_AMERICAN, isOfNoOtherKind),
    ...spansOf(said, SPANISH),
    ...spansOf(said, BRAZILIAN),
    ...spansIf(said, PAIRS, isFrench),
    ...spansIf(said, TRUNK, (match) => isOfNoOtherKind(match) && isNational(match[0])),
    ...(TELEPHONING.test(said) ? spansIf(said, NEAR, isTelephoned) : []),
  ])
}

function spansIf(text: string, shape: RegExp, test: (match: RegExpExecArray) => boolean): ContactSpan[] {
  return spansOf(text, shape, (match) => (test(match) ? wholeMatch(match) : null))
}

/** "phone order 123456789", "mobile game made 150000000", "whatsapp 2.24.20.89". */
function isOther(whole: string, word: string): boolean {
  const number = whole.slice(word.length)
  return (
    OTHER_KIND.test(word) ||
    isRound(number) ||
    /[.,]000$/.test(number) ||
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(number)
  )
}

function signAfter(whole: string, word: string): string {
  return withMasks(whole, [{ startsAt: word.length, endsAt: whole.length }])
}

function isNational(written: string): boolean {
  if (DATE.test(written)) return false
  const { parsePhoneNumberFromString } = secretLibraries()
  return WITH_TRUNK.some((country) => parsePhoneNumberFromString(written, country)?.isValid() ?? false)
}

/** Ten to fifteen digits; "+1 000 000 000" and "+1234567890" count something. */
function isForeign({ 0: written }: RegExpExecArray): boolean {
  const digits = written.replace(/\D/g, "")
  if (digits.length < 10 || digits.length > 15 || ANY_DATE.test(written)) return false
  if (isRound(written)) return false
  return digits.startsWith("1") ? digits.length === 11 && /^1[2-9]/.test(digits) : true
}

/** "+1000000000 aura" counts something. */
function isRound(written: string): boolean {
  return /0{6}|(\d)\1{7}/.test(written.replace(/\D/g, ""))
}

function isOfNoOtherKind({ index, input }: Pick<RegExpExecArray, "index" | "input">): boolean {
  return !OTHER_KIND.test(input.slice(Math.max(0, index - 32), index))
}

/** Numbers drawn in a lottery ascend. */
function isFrench({ 0: written, index, input }: RegExpExecArray): boolean {
  if (!isOfNoOtherKind({ index, input })) return false
  const pairs = written.split(/[ .-]/)
  return pairs.some((pair, at) => at > 0 && pair <= (pairs[at - 1] ?? ""))
}

/** Returns true if a word of telephoning stands near a number in its line, and none for another kind of number before it. */
function isTelephoned({ 0: written, index, input }: RegExpExecArray): boolean {
  const before =
    input
      .slice(Math.max(0, index - 60), index)
      .split("\n")
      .at(-1) ?? ""
  const after = input.slice(index + written.length, index + written.length + 40).split("\n", 1)[0] ?? ""
  if (OTHER_KIND.test(before.slice(-32)) || COUNTED_AFTER.test(after)) return false
  if (/[ .]000$|0{6}/.test(written) || ANY_DATE.test(written)) return false
  return TELEPHONING.test(before) || TELEPHONING.test(after)
}
