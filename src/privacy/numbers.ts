/** Numbers that carry their own check digits: payment cards and bank accounts. Shapes are told here, checks are validator's. Pure. */
import iban from "validator/lib/isIBAN.js"
import isLuhnNumber from "validator/lib/isLuhnNumber.js"

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
export function holdsAccount(text: string): boolean {
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
