/** What is told with a day, a month, a range or a holiday gets its date in words and expires after it, never before. */
import { expect, test } from "vitest"
import { withRealTimes } from "../../src/extraction/real-times.ts"
import { tellsOfGroup } from "../../src/extraction/statement-subject.ts"
import { withToldTime } from "../../src/extraction/told-times.ts"
import { expiry } from "../../src/memory/facts/filing.ts"
import { claim } from "./builders.ts"
import { extractFrom, lineOf, person } from "./rules-window.ts"

/** Sunday. */
const said = { at: Date.parse("2026-11-29T12:00:00Z"), timezone: "Europe/Berlin" }

function told(fact: string) {
  return withToldTime(withRealTimes({ ...claim(fact), lifetime: "permanent" }, said), said)
}

test.each<[fact: string, kept: string, lasts: string]>([
  ["Our book club reads Dune in January", "Our book club reads Dune in January 2027", "2027-01-31"],
  ["Emil kommt im August in die Schule", "Emil kommt im August 2027 in die Schule", "2027-08-31"],
  ["En agosto voy a Perú", "En agosto 2027 voy a Perú", "2027-08-31"],
  ["Ana's shop is closed until March", "Ana's shop is closed until March 2027", "2027-03-31"],
  ["Ana's mum visits them at New Year", "Ana's mum visits them at New Year 2027", "2027-01-01"],
  ["At Christmas her brother is in Oslo", "At Christmas 2026 her brother is in Oslo", "2026-12-26"],
  ["Ich fahre an Silvester nach Wien", "Ich fahre an Silvester 2026 nach Wien", "2026-12-31"],
  ["Zu Ostern besuchen wir Oma", "Zu Ostern 2027 besuchen wir Oma", "2027-03-29"],
  ["En Nochebuena ceno en Sevilla", "En Nochebuena 2026 ceno en Sevilla", "2026-12-24"],
  [
    "El próximo lunes empiezo a trabajar en una panadería.",
    "El próximo lunes empiezo a trabajar en una panadería (el 30 de noviembre de 2026).",
    "2026-11-30",
  ],
  [
    "El viernes que viene tengo examen",
    "El viernes que viene tengo examen (el 4 de diciembre de 2026)",
    "2026-12-04",
  ],
  ["Übermorgen bin ich bei Bosch", "Übermorgen (2026-12-01) bin ich bei Bosch", "2026-12-01"],
  ["Am Nikolaustag fahre ich nach Bonn", "Am Nikolaustag 2026 fahre ich nach Bonn", "2026-12-06"],
  ["On Twelfth Night her brother is in Oslo", "On Twelfth Night 2027 her brother is in Oslo", "2027-01-06"],
  ["Ana is spending Christmas in Bled", "Ana is spending Christmas 2026 in Bled", "2026-12-26"],
  ["Ana flies to Oslo on Boxing Day", "Ana flies to Oslo on Boxing Day 2026", "2026-12-26"],
  ["El día de Reyes vamos a Lugo", "El día de Reyes 2027 vamos a Lugo", "2027-01-06"],
  ["Vamos a Lugo el día de Reyes", "Vamos a Lugo el día de Reyes 2027", "2027-01-06"],
  ["Ana is in Cork on St Patrick's Day", "Ana is in Cork on St Patrick's Day 2027", "2027-03-17"],
  ["Am zweiten Weihnachtstag bin ich in Bonn", "Am zweiten Weihnachtstag 2026 bin ich in Bonn", "2026-12-26"],
  ["An Pfingsten fahre ich nach Wien", "An Pfingsten 2027 fahre ich nach Wien", "2027-05-17"],
  [
    "Ana is in Rome from next Tuesday until the Sunday after",
    "Ana is in Rome from 1 December 2026 until 6 December 2026",
    "2026-12-06",
  ],
  [
    "Ana is in Rome from Thursday to the following Tuesday",
    "Ana is in Rome from Thursday to the following Tuesday (from 3 December 2026 to 8 December 2026)",
    "2026-12-08",
  ],
  [
    "Vom nächsten Dienstag bis zum Sonntag danach bin ich in Bonn",
    "Vom nächsten Dienstag bis zum Sonntag danach bin ich in Bonn (vom 1. Dezember 2026 bis 6. Dezember 2026)",
    "2026-12-06",
  ],
  [
    "Del próximo martes al domingo siguiente estoy en Lugo",
    "Del próximo martes al domingo siguiente estoy en Lugo (del 1 de diciembre de 2026 al 6 de diciembre de 2026)",
    "2026-12-06",
  ],
  ["Pasado mañana tengo entrevista", "Pasado mañana (2026-12-01) tengo entrevista", "2026-12-01"],
  [
    "Nächsten Freitag habe ich Prüfung",
    "Nächsten Freitag habe ich Prüfung (am 4. Dezember 2026)",
    "2026-12-04",
  ],
  [
    "Am Freitag habe ich einen Zahnarzttermin",
    "Am Freitag habe ich einen Zahnarzttermin (am 4. Dezember 2026)",
    "2026-12-04",
  ],
  [
    "Vom 20. Dezember bis 3. Januar bin ich in Bonn",
    "Vom 20. Dezember bis 3. Januar bin ich in Bonn (vom 20. Dezember 2026 bis 3. Januar 2027)",
    "2027-01-03",
  ],
  [
    "Del 20 de diciembre al 3 de enero estoy en Lugo",
    "Del 20 de diciembre al 3 de enero estoy en Lugo (del 20 de diciembre de 2026 al 3 de enero de 2027)",
    "2027-01-03",
  ],
])("%s", (fact, kept, lasts) => {
  const dated = told(fact)
  expect(dated.fact).toBe(kept)
  const end = expiry(dated, said.at) ?? Number.POSITIVE_INFINITY
  expect(end).toBeGreaterThanOrEqual(Date.parse(`${lasts}T21:30:00Z`))
  expect(end).toBeLessThan(Date.parse(lasts) + 32 * 86_400_000)
})

test.each([
  "Ana loves skiing in January",
  "We eat goose at Christmas",
  "Wir essen an Weihnachten Gans",
  "En Navidad comemos turrón",
  "Siempre voy en agosto a Perú",
  "Ana plays tennis on Saturday",
  "Ana's birthday is in May",
  "Mein Geburtstag ist im Mai",
  "Ana likes tea",
  "Los lunes nado",
])("a habit or taste keeps its words and does not expire: %s", (fact) => {
  const dated = told(fact)
  expect(dated.fact).toBe(fact)
  expect(expiry(dated, said.at)).toBeNull()
})

test.each([
  "Wir waren an Silvester in Wien",
  "En Nochebuena estuve en Sevilla",
  "Ana visited them at Easter",
])("what is over gets no coming date: %s", (fact) => {
  expect(told(fact).fact).not.toMatch(
    /202[67]\b.*(?:Silvester|Nochebuena)|(?:Silvester|Nochebuena) 2026|Easter 2027/u,
  )
})

test.each([
  "our book club reads Dune in January",
  "unsere Laufgruppe trifft sich am See",
  "nuestro club lee Dune",
])("it tells of the server's group: %s", (text) => {
  expect(tellsOfGroup(text)).toBe(true)
})

test.each([
  "our dog is old",
  "my book club reads Dune",
  "our club bores me",
  "Ana's club is closed",
  "we moved",
])("it tells of somebody: %s", (text) => {
  expect(tellsOfGroup(text)).toBe(false)
})

test.each<[content: string, fact: string]>([
  [
    "i'm in Rome from next Tuesday until the Sunday after",
    "Bob is in Rome from 1 December 2026 to 6 December 2026",
  ],
  [
    "ich bin vom nächsten Dienstag bis zum Sonntag danach in Bonn",
    "Bob ist in Bonn vom 1. Dezember 2026 bis 6. Dezember 2026",
  ],
  [
    "estoy en Lugo del próximo martes al domingo siguiente",
    "Bob está en Lugo del 1 de diciembre de 2026 al 6 de diciembre de 2026",
  ],
])("an end that counts from the start is a date: %s", (content, fact) => {
  const { claims } = extractFrom([{ ...lineOf(person("Bob"), content), at: said.at }])
  expect(claims).toMatchObject([{ fact, time: { when: "2026-12-01", until: "2026-12-06" } }])
})

test.each(["Ana is away until the Sunday after next", "Ana is away until the Sunday after Easter"])(
  "another Sunday is not taken for the one after the start: %s",
  (fact) => {
    expect(told(fact).time?.until ?? null).not.toBe("2026-12-06")
  },
)
