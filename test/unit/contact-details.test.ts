/** Contact details are masked wherever they stand, and nothing else is. */
import { expect, test } from "vitest"
import { holdsContact, maskContacts } from "../../src/privacy/contact-details.ts"
import { MASK } from "../../src/privacy/contact-mask.ts"
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

test.each([
  ["", "2148 Maplewood Dr", ", bring a chair"],
  ["vivo en la ", "Calle 72 # 10-34", ", Bogotá"],
  ["", "calle de los olmos 8", ", madrid"],
  ["rdv ", "3 impasse du puits", " à 20h"],
  ["au ", "14 bis avenue Victor Hugo", ", Lyon"],
  ["mail: ", "frog92 at gmail dot com", " ok"],
  ["an ", "eule.88[at]web.de", ", danke"],
  ["Festnetz ist ", "030 - 901 82 46", " abends"],
  ["zap ", "21 99637-4182", " ok"],
  ["liga-me, ", "912 384 567", ""],
  ["me chama no whats ", "85987213346", ""],
  ["cel ", "55 3821 4906", ""],
])("%s%s%s: short words, streets and disguised addresses", (before, detail, after) => {
  expect(maskContacts(before + detail + after)).toBe(before + MASK + after)
})

test.each(
  `calle 13 sonaba anoche|bin auf platz 3|close 3 tickets|drive 20 miles|way 2 go|I have 3 close friends|zap 3 monsters|R. 5
at 5 dot 3|look at github dot com|docs.rs at github dot com|open index.js at localhost dot io|bought 20 Original Dr|meet at google dot com|20 Million Dr Pepper cans|see Dr Who 12|R. Kelly 2005|calle de la esquina 5 veces
zap 2024-11-28 20:30|cel 12-12-2024 21:00|no whats 20:30 dia 5|whats 1234567890 mod 7|zap 12345678 monsters|Festnetz kostet 29,90 €
Festnetz 100 Mbit|wpp 2.24.1.78|me liga 10:30|me liga dia 30/11/2024|item[at]5|array(at) 5|array(at)index|x at y.z|foo.bar at line 5 dot
la calle 72 es larga|cra 7 cerrada|issue # 10-34|calle 7 # 3|rdv 20:30 rue du port|3 impasses du quartier|2 chemins des dames
la rue du moulin|quai 7|place 12|cours 3 de python|12 avenues larges|avenue 5|paseo 3 veces|plaza 4|ruta 66|rua 5 do mapa|praça 2
lugar 3 na ranked|Weg 2 ist kurz|Ring 2 und Helm 4|Umweg 3 km|Fritzbox 7590|Version 24.04.1|4 500 000 Credits|1.249,90 €|blink-182
2 drive bays|112-104|order 114-3941689-8772232|RTX 4070 Ti|2 610 MHz|CEP 5|apt 6 install|Flat 3 tyres|2º lugar|10 dot com bubbles`
    .split(/[|\n]/)
    .map((line) => [line]),
)("%s is no contact", (text) => {
  expect(maskContacts(text)).toBe(text)
})

test.each([
  "a",
  "1",
  "a1 ",
  "1 - ",
  "zap ",
  "a. at ",
  "1 Aa ",
  "calle de la ",
  "x[at]",
  "calle 1 # ",
  "a dot ",
  " @ ",
  "aa weg 1 ",
  "1 rue de ",
  "call 123456789 ",
  "01.02.",
  "1 aa st, flat 1, ",
  "am aa bb 1, ",
])("a text of %j takes four times as long if it is four times as long, and not sixteen", (bit) => {
  const best = (length: number) => {
    const hostile = `${bit.repeat(length / bit.length)} dot com 12, me@example.org`
    const took = Array.from({ length: 5 }, () => {
      const began = performance.now()
      maskContacts(hostile)
      return performance.now() - began
    })
    return Math.min(...took)
  }
  expect(best(8_000)).toBeLessThan(12 * best(2_000) + 5)
})
