/** Numbers that carry their own check digits: payment cards and bank accounts. Pure. */

/** How long a card's number is, by how it begins (ISO/IEC 7812-1). A snowflake begins otherwise or is of another length. */
const CARD = /^(?:[3-6]\d{12,15}|2[2-7]\d{14}|[3-6]\d{18})$/

/** A Luhn sum that is a multiple of ten marks a card's number. */
export function isCard(written: string): boolean {
  const digits = written.replace(/\D/g, "")
  return CARD.test(digits) && luhn(digits) % 10 === 0
}

function luhn(digits: string): number {
  return [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
}

/** Whether a run of capitals and digits begins with an IBAN (ISO 13616): of its first groups, some have a remainder of 1 by 97. */
export function isIban(written: string): boolean {
  const groups = written.split(" ")
  return groups.some((_, index) => {
    const account = groups.slice(0, index + 1).join("")
    return account.length >= 15 && account.length <= 34 && remainder(account) === 1
  })
}

function remainder(account: string): number {
  const turned = account.slice(4) + account.slice(0, 4)
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
}
