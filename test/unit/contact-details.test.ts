/** Contact details are masked wherever they stand, and nothing else is. */
import { expect, test } from "vitest"
import { holdsContact, MASK, maskContacts } from "../../src/privacy/contact-details.ts"
import { holdsSecret } from "../../src/privacy/secrets.ts"

const DETAILS = [
  "212-555-0134",
  "(212) 555-0134",
  "+44 20 7946 0958",
  "030 90182 0",
  "ada@example.com",
  "22 Heron Lane",
  "4b St. Anne Road",
  "Hauptstraße 12",
  "Lange Gasse 4a",
  "Theodor-Heuss-Allee 112",
  "calle de Atocha 27",
  "C/ Mayor, 5",
  "Avenida Corrientes 1234",
  "14 bis, rue de la Paix",
  "Rua Augusta, 1500",
  "0049 30 901820",
  "912 34 56 78",
]
const SENTENCES: ((what: string) => string)[] = [
  (what) => what,
  (what) => `call the nurse at ${what} before Friday`,
  (what) => `plan B:\n${what}\nthen the clinic opens at 9:30`,
  (what) => `(${what}) stays the backup, not ${what}.`,
  (what) => `<@123456789012345678> ${what}, see https://example.com/a/2125550134?b=1`,
]

test.each(DETAILS)("%s is masked in any sentence, and the rest stays", (detail) => {
  for (const say of SENTENCES) {
    const masked = maskContacts(say(detail))
    expect(masked).toBe(say(MASK))
    expect([holdsContact(masked), holdsSecret(masked)]).toEqual([false, false])
  }
})

test("a number that is called a phone number keeps the words before it", () => {
  expect(maskContacts("my phone number is 123456789 until May")).toBe(`my phone number is ${MASK} until May`)
})

test.each([
  ["meine Nummer ist ", "5551234567"],
  ["mi teléfono: ", "612 345 678"],
  ["mon portable c'est ", "555 0123"],
  ["Tel. ", "555-01234"],
])("%s%s: in other languages, too", (before, number) => {
  expect(maskContacts(`${before}${number}, ok?`)).toBe(`${before}${MASK}, ok?`)
})

test.each([
  "the raid is on 01.02.2026 at 10:30",
  "version 2.4.11.0 costs 1,234,567 gold",
  "<#123456789012345678> <:wave:223456789012345678>",
  "git@github.com:club/boat.git",
  "22 boats in a narrow lane",
  "Die Straße 5 mal gefegt, die Hauptstraße 2.0 kommt 2027",
  "in der Hauptstraße 10:30 treffen",
  "la calle 13 es un grupo, avenida 5",
  "3 rues plus loin, 12 boulevards",
  "population 612 345 678, item 00123 and 2026 00 12",
  "handy is 123456 times better",
])("%s stays as it is", (text) => {
  expect(maskContacts(text)).toBe(text)
})

test("what else is secret stays for the check of the whole text", () => {
  expect(holdsSecret(maskContacts("my password is hunter2-Zx9!k, call 212-555-0134"))).toBe(true)
})
