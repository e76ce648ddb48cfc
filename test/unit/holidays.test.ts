/** The holidays that a text names, and the days on which they fall. */
import { expect, test } from "vitest"
import { withRealTimes } from "../../src/extraction/real-times.ts"
import { expiry } from "../../src/memory/facts/filing.ts"
import { holidaysIn } from "../../src/text/holidays.ts"
import { momentsIn } from "../../src/text/moments.ts"
import { claim } from "./builders.ts"
import { extractFrom, lineOf, person } from "./rules-window.ts"

const TODAY = "2026-11-16"
/** Noon in Berlin. */
const at = Date.parse("2026-11-16T11:00:00Z")
const said = { at, timezone: "Europe/Berlin" }

const coming = (text: string, today = TODAY) =>
  holidaysIn(text, today).map(({ coming: { from, to } }) => (from === to ? from : `${from} ${to}`))

test.each([
  ["at New Year", "2026-12-31 2027-01-01"],
  ["on new year's eve at 9pm", "2026-12-31"],
  ["NYE with ana", "2026-12-31"],
  ["on New Year's Day", "2027-01-01"],
  ["for xmas", "2026-12-24 2026-12-26"],
  ["on christmas eve", "2026-12-24"],
  ["Christmas Day is at ours", "2026-12-25"],
  ["for thanksgiving", "2026-11-26"],
  ["on halloween", "2027-10-31"],
  ["valentines day", "2027-02-14"],
  ["at easter", "2027-03-26 2027-03-29"],
  ["on Good Friday", "2027-03-26"],
  ["easter 2028", "2028-04-14 2028-04-17"],
  ["am Karfreitag", "2027-03-26"],
  ["am Ostermontag", "2027-03-29"],
  ["am 1. Weihnachtsfeiertag", "2026-12-25"],
  ["el Viernes Santo", "2027-03-26"],
  ["el domingo de Resurrección", "2027-03-28"],
  ["el lunes de Pascua", "2027-03-29"],
  ["an Silvester", "2026-12-31"],
  ["zu Neujahr", "2027-01-01"],
  ["über Weihnachten", "2026-12-24 2026-12-26"],
  ["am Heiligabend", "2026-12-24"],
  ["am Valentinstag", "2027-02-14"],
  ["am Ostersonntag", "2027-03-28"],
  ["en Nochevieja", "2026-12-31"],
  ["en Año Nuevo", "2027-01-01"],
  ["para Navidad", "2026-12-24 2026-12-26"],
  ["en Nochebuena", "2026-12-24"],
  ["el día de San Valentín", "2027-02-14"],
  ["en Semana Santa", "2027-03-21 2027-03-28"],
  ["el Día de Acción de Gracias", "2026-11-26"],
  ["on Twelfth Night", "2027-01-06"],
  ["at Epiphany", "2027-01-06"],
  ["el día de Reyes", "2027-01-06"],
  ["en Reyes", "2027-01-06"],
  ["an Heilige Drei Könige", "2027-01-06"],
  ["am Dreikönigstag", "2027-01-06"],
  ["am Nikolaustag", "2026-12-06"],
  ["on St Nicholas Day", "2026-12-06"],
  ["on St. Patrick's Day", "2027-03-17"],
  ["on Paddy's day", "2027-03-17"],
  ["el día de San Patricio", "2027-03-17"],
  ["on Boxing Day", "2026-12-26"],
  ["am zweiten Weihnachtstag", "2026-12-26"],
  ["am 2. Weihnachtsfeiertag", "2026-12-26"],
  ["el día de San Juan", "2027-06-24"],
  ["la noche de San Juan", "2027-06-23 2027-06-24"],
  ["en Todos los Santos", "2027-11-01"],
  ["an Allerheiligen", "2027-11-01"],
  ["on All Saints' Day", "2027-11-01"],
  ["an Pfingsten", "2027-05-16 2027-05-17"],
  ["at Pentecost", "2027-05-16 2027-05-17"],
  ["am Pfingstmontag", "2027-05-17"],
  ["an Karneval", "2027-02-04 2027-02-09"],
  ["am Rosenmontag", "2027-02-08"],
  ["on Shrove Tuesday", "2027-02-09"],
  ["at Mardi Gras", "2027-02-09"],
  ["el martes de Carnaval", "2027-02-09"],
])("%s is on %s", (text, days) => {
  expect(coming(text)).toEqual([days])
})

test.each([
  "happy new year!",
  "in the new year",
  "the christmas party",
  "easter eggs for everyone",
  "my valentine",
  "we went to easter island",
  "I had an epiphany",
  "tickets for Twelfth Night",
  "Nikolaus kommt mit",
  "St Patrick's hospital",
  "the church of All Saints",
  "vivo en San Juan",
  "los reyes de España",
  "die drei Könige",
  "boxing on Fridays",
])("%s names no day", (text) => {
  expect(coming(text)).toEqual([])
})

// Dates of https://www.census.gov/data/software/x13as/genhol/easter-dates.html
test.each([
  ["1961", "04-02"],
  ["2000", "04-23"],
  ["2008", "03-23"],
  ["2011", "04-24"],
  ["2024", "03-31"],
  ["2038", "04-25"],
  ["2049", "04-18"],
])("Easter Sunday of %s is on %s", (year, day) => {
  expect(coming("easter sunday", `${year}-01-01`)).toEqual([`${year}-${day}`])
})

test.each([
  ["next christmas", "2026-12-18", "2027-12-24 2027-12-26"],
  ["this christmas", "2026-12-18", "2026-12-24 2026-12-26"],
  ["next christmas", "2026-11-16", "2026-12-24 2026-12-26"],
  ["la próxima Navidad", "2026-12-18", "2027-12-24 2027-12-26"],
  ["nächste Weihnachten", "2026-12-18", "2027-12-24 2027-12-26"],
  ["at christmas", "2026-12-26", "2026-12-24 2026-12-26"],
  ["at christmas", "2026-12-27", "2027-12-24 2027-12-26"],
])("%s, said on %s, is on %s", (text, today, days) => {
  expect(coming(text, today)).toEqual([days])
})

test("the guild's clock says which day it is", () => {
  const night = Date.parse("2026-12-26T23:30:00Z")
  const years = (timezone: string) => momentsIn("at christmas", night, timezone).map(({ to }) => to)
  expect(years("UTC")).toEqual(["2025-12-26", "2026-12-26"])
  expect(years("Europe/Berlin")).toEqual(["2026-12-26", "2027-12-26"])
})

test.each<[said: string, kept: string, time: { when: string | null; until: string | null } | null]>([
  ["The party is at New Year", "The party is at New Year 2027", { when: "2026-12-31", until: "2027-01-01" }],
  [
    "Kai flies home for Christmas",
    "Kai flies home for Christmas 2026",
    { when: "2026-12-24", until: "2026-12-26" },
  ],
  ["Kai is away until Christmas", "Kai is away until Christmas 2026", { when: null, until: "2026-12-26" }],
  [
    "Kai is visiting Rome next Easter",
    "Kai is visiting Rome at Easter 2027",
    { when: "2027-03-26", until: "2027-03-29" },
  ],
  [
    "Kai fliegt an Silvester nach Rom",
    "Kai fliegt an Silvester 2026 nach Rom",
    { when: "2026-12-31", until: null },
  ],
  ["La fiesta es en Nochevieja", "La fiesta es en Nochevieja 2026", { when: "2026-12-31", until: null }],
  ["Kai got married at Christmas", "Kai got married at Christmas 2025", null],
  ["Kai was in Rome last Easter", "Kai was in Rome at Easter 2026", null],
  ["Kai always flies home at Christmas", "Kai always flies home at Christmas", null],
  ["Kai loves Christmas", "Kai loves Christmas", null],
  ["The shop is closed at Christmas", "The shop is closed at Christmas", null],
  ["Kai hat an Ostern geheiratet", "Kai hat an Ostern geheiratet", null],
  // Halloween was two weeks ago: the next one is as likely as the last.
  ["The party is on Halloween", "The party is on Halloween", null],
])("%j is kept as %j", (fact, kept, time) => {
  const real = withRealTimes(claim(fact), said)
  expect(real.fact).toBe(kept)
  expect(real.time && { when: real.time.when, until: real.time.until }).toEqual(time)
})

test.each(["The party is at New Year", "The party is on New Year's Eve", "Die Party ist an Silvester"])(
  "%j expires after that day, and not before",
  (fact) => {
    for (const lifetime of ["7d", "permanent"] as const) {
      const ends = expiry(withRealTimes(claim(fact, { lifetime }), said), at) ?? Number.POSITIVE_INFINITY
      expect(ends).toBeGreaterThan(Date.parse("2026-12-31T22:59:00Z"))
      expect(ends).toBeLessThan(Date.parse("2027-01-02T23:00:00Z"))
    }
  },
)

test.each([
  ["i'm visiting my sister in Leeds at christmas", "Bob is visiting their sister in Leeds at Christmas 2026"],
  ["i'm away on new year's eve", "Bob is away on New Year's Eve 2026"],
  ["i fly to Lima this christmas", "Bob flies to Lima at Christmas 2026"],
  ["i'm away until christmas", "Bob is away until Christmas 2026"],
  ["ich bin über weihnachten in Köln", "Bob ist in Köln über Weihnachten 2026"],
  ["the party is at New Year", "The party is at New Year 2027"],
  ["the dinner is on christmas eve at 8pm", "The dinner is on Christmas Eve 2026 at 20:00"],
  ["Die Party ist an Silvester", "Die Party ist an Silvester 2026"],
  ["la fiesta es en nochevieja a las 21:00", "La fiesta es en Nochevieja 2026 a las 21:00"],
])("the rules keep %j as %j", (content, fact) => {
  const { claims } = extractFrom([{ ...lineOf(person("Bob"), content), at }])
  expect(claims).toEqual([expect.objectContaining({ fact, time: expect.anything() })])
})

test.each([
  "i love christmas",
  "we had the party at christmas",
  "i'm hosting christmas",
  "merry christmas all",
])("the rules read no day in %j", (content) => {
  const { claims } = extractFrom([{ ...lineOf(person("Bob"), content), at }])
  expect(claims.filter(({ time }) => time !== null)).toEqual([])
})

test("a day of the month beside a holiday is of no known month", () => {
  const content = "i fly to Oslo at christmas, back on the 2nd"
  const { claims } = extractFrom([{ ...lineOf(person("Bob"), content), at }])
  expect(claims.map(({ fact }) => fact)).toEqual(["Bob flies to Oslo at Christmas 2026"])
})
