/**
 * The time a question asks about: whole local days in the past, and nothing if a word only looks like a time.
 */
import fc from "fast-check"
import { expect, test } from "vitest"
import { timeWordsInEnglish } from "../../src/recall/find/time-words.ts"
import { asksWhen, timeAsked } from "../../src/recall/find/times.ts"
import { propertyRuns } from "../dice.ts"

/** A Wednesday. */
const NOW = Date.parse("2026-01-14T12:00:00Z")

/** Writes a span as its first and last minute, in UTC. */
function spanOf(question: string, now = NOW, timezone = "UTC"): string | null {
  const asked = timeAsked(timeWordsInEnglish(question).words, now, timezone)
  if (asked === null) return null
  const minute = (at: number) => new Date(at).toISOString().slice(0, 16)
  return `${minute(asked.span.from)} ${minute(asked.span.to)}`
}
const days = (first: string, last = first) => `${first}T00:00 ${last}T23:59`

test.each([
  ["what did Ada say yesterday?", days("2026-01-13")],
  ["who is coming tomorrow?", days("2026-01-15")],
  ["what happened today", days("2026-01-14")],
  ["earlier today, who asked?", days("2026-01-14")],
  ["who plays tonight?", days("2026-01-14")],
  ["what did Bo say this morning", days("2026-01-14")],
  ["what did we decide last night?", "2026-01-13T18:00 2026-01-14T06:00"],
  ["yesterday evening", days("2026-01-13")],
  ["what did we talk about last week?", days("2026-01-05", "2026-01-11")],
  ["what is new this week?", days("2026-01-12", "2026-01-18")],
  ["who joined two weeks ago", days("2025-12-29", "2026-01-04")],
  ["plans of last weekend", days("2026-01-10", "2026-01-11")],
  ["who played during the weekend", days("2026-01-10", "2026-01-11")],
  ["a trip in March 2025", days("2025-03-01", "2025-03-31")],
  ["a trip in March", days("2025-03-01", "2025-03-31")],
  ["a trip in february 2024", days("2024-02-01", "2024-02-29")],
  ["what began in January?", days("2026-01-01", "2026-01-31")],
  ["who left in December", days("2025-12-01", "2025-12-31")],
  ["who left in May", days("2025-05-01", "2025-05-31")],
  ["what did Ada do last month", days("2025-12-01", "2025-12-31")],
  ["what did Ada do in the last month", "2025-12-14T00:00 2026-01-14T12:00"],
  ["what changed in the last year", "2025-01-14T00:00 2026-01-14T12:00"],
  ["who joined over the last week", "2026-01-07T00:00 2026-01-14T12:00"],
  ["where was Ada in the last week of August 2023?", days("2023-08-25", "2023-08-31")],
  ["the last two weeks of August", days("2025-08-18", "2025-08-31")],
  ["who came on the first weekend of October 2023", days("2023-10-07", "2023-10-08")],
  ["the last weekend of May 2026", days("2026-05-30", "2026-05-31")],
  ["the second week in March", days("2025-03-08", "2025-03-14")],
  ["the first three days of January", days("2026-01-01", "2026-01-03")],
  ["during the second half of June 2023", days("2023-06-16", "2023-06-30")],
  ["early September 2023", days("2023-09-01", "2023-09-10")],
  ["mid-October", days("2025-10-11", "2025-10-20")],
  ["the end of February 2024", days("2024-02-21", "2024-02-29")],
  ["who was admin as of December 2025?", "1970-01-01T00:00 2025-12-31T23:59"],
  ["since the last week of December", "2025-12-25T00:00 2026-01-14T12:00"],
  ["two months ago", days("2025-11-01", "2025-11-30")],
  ["what changed last year", days("2025-01-01", "2025-12-31")],
  ["who was here in 2022?", days("2022-01-01", "2022-12-31")],
  ["between 2020 and 2022", days("2020-01-01", "2022-12-31")],
  ["since 2022", "2022-01-01T00:00 2026-01-14T12:00"],
  ["before 2022", "1970-01-01T00:00 2021-12-31T23:59"],
  ["what happened on Friday", days("2026-01-09")],
  ["what happened on Monday", days("2026-01-12")],
  ["what happened last Friday", days("2026-01-09")],
  ["what happens next Friday", days("2026-01-23")],
  ["who asked since Monday?", "2026-01-12T00:00 2026-01-14T12:00"],
  ["who asked since yesterday?", "2026-01-13T00:00 2026-01-14T12:00"],
  ["what broke the last 3 days", "2026-01-11T00:00 2026-01-14T12:00"],
  ["what broke in the last three days", "2026-01-11T00:00 2026-01-14T12:00"],
  ["over the last couple of weeks", "2025-12-31T00:00 2026-01-14T12:00"],
  ["in the past month", "2025-12-14T00:00 2026-01-14T12:00"],
  ["who came by 2 days ago", days("2026-01-12")],
  ["between May 3 and June 5", days("2025-05-03", "2025-06-05")],
  ["between November and February", "2025-11-01T00:00 2026-01-14T12:00"],
  ["from Monday to Wednesday", days("2026-01-12", "2026-01-14")],
  ["before June 2024", "1970-01-01T00:00 2024-05-31T23:59"],
  ["after June 2024", "2024-07-01T00:00 2026-01-14T12:00"],
  ["on 3 May 2023", days("2023-05-03")],
  ["2024-05-03", days("2024-05-03")],
  ["on Friday at 5pm", "2026-01-09T16:00 2026-01-09T18:00"],
  ["what is Ada working on now?", null],
  ["was hat Ada gestern gesagt?", days("2026-01-13")],
  ["was war vorgestern?", days("2026-01-12")],
  ["was ist heute los", days("2026-01-14")],
  ["worüber sprachen wir letzte Woche?", days("2026-01-05", "2026-01-11")],
  ["was war diese Woche", days("2026-01-12", "2026-01-18")],
  ["was war letztes Wochenende", days("2026-01-10", "2026-01-11")],
  ["wer fuhr am Wochenende", days("2026-01-10", "2026-01-11")],
  ["was tat Ada letzten Monat?", days("2025-12-01", "2025-12-31")],
  ["was war im vergangenen Jahr", days("2025-01-01", "2025-12-31")],
  ["wer kam am Freitag", days("2026-01-09")],
  ["wer kam letzten Freitag", days("2026-01-09")],
  ["was kommt nächsten Freitag", days("2026-01-23")],
  ["was ist seit Montag neu?", "2026-01-12T00:00 2026-01-14T12:00"],
  ["was ist seit gestern neu?", "2026-01-13T00:00 2026-01-14T12:00"],
  ["wer kam vor zwei Tagen", days("2026-01-12")],
  ["was ging in den letzten 3 Tagen kaputt", "2026-01-11T00:00 2026-01-14T12:00"],
  ["wer ging im Dezember", days("2025-12-01", "2025-12-31")],
  ["wer ging im Mai 2024?", days("2024-05-01", "2024-05-31")],
  ["wer kam am 3. Mai 2025", days("2025-05-03")],
  ["wer war seit 2022 da", "2022-01-01T00:00 2026-01-14T12:00"],
  ["zwischen März und Mai 2025", days("2025-03-01", "2025-05-31")],
  ["¿qué dijo Ada ayer?", days("2026-01-13")],
  ["qué pasó anteayer", days("2026-01-12")],
  ["qué decidimos anoche", "2026-01-13T18:00 2026-01-14T06:00"],
  ["¿qué pasa hoy?", days("2026-01-14")],
  ["¿de qué hablamos la semana pasada?", days("2026-01-05", "2026-01-11")],
  ["qué hay esta semana", days("2026-01-12", "2026-01-18")],
  ["quién jugó el fin de semana pasado", days("2026-01-10", "2026-01-11")],
  ["qué hizo Ada el mes pasado", days("2025-12-01", "2025-12-31")],
  ["qué cambió el año pasado", days("2025-01-01", "2025-12-31")],
  ["quién vino el viernes", days("2026-01-09")],
  ["quién vino el viernes pasado", days("2026-01-09")],
  ["qué hay desde el lunes", "2026-01-12T00:00 2026-01-14T12:00"],
  ["qué hay desde ayer", "2026-01-13T00:00 2026-01-14T12:00"],
  ["quién vino hace dos días", days("2026-01-12")],
  ["qué falló en los últimos tres días", "2026-01-11T00:00 2026-01-14T12:00"],
  ["quién se fue en mayo de 2024", days("2024-05-01", "2024-05-31")],
  ["quién vino el 3 de mayo de 2025", days("2025-05-03")],
  ["entre marzo y mayo de 2025", days("2025-03-01", "2025-05-31")],
])("%j, asked on a Wednesday in January, is about %s", (question, span) => {
  expect(spanOf(question)).toBe(span)
})

test.each([
  "what is Ada's current role?",
  "what is currently true?",
  "what may Ada do?",
  "who is June?",
  "what did April say to May?",
  "who marches? march!",
  "who sat on the chair in the sun?",
  "wait a second",
  "who won the second match?",
  "who scored 10/10?",
  "which version is 1.2?",
  "what do we do every Monday?",
  "what does Bo drink in the morning?",
  "who gets up at 3?",
  "who stays for 3 days?",
  "where is issue 2024?",
  "when did Ada move?",
  "how many days?",
  "wer ist Mai?",
  "wo ist der Montagsmaler?",
  "guten Morgen",
  "was machen wir jeden Montag?",
  "dónde está el mar",
  "quién es Domingo",
  "qué hace por la mañana",
  "",
])("%j names no time", (question) => {
  expect(spanOf(question)).toBeNull()
})

test.each([
  // Late on the 13th in one place, early on the 14th in the other.
  ["yesterday", "2026-01-14T02:00:00Z", "America/Los_Angeles", "2026-01-12T08:00 2026-01-13T07:59"],
  ["yesterday", "2026-01-14T10:30:00Z", "Pacific/Auckland", "2026-01-12T11:00 2026-01-13T10:59"],
  ["yesterday", "2026-01-14T11:30:00Z", "Pacific/Auckland", "2026-01-13T11:00 2026-01-14T10:59"],
  ["yesterday", "2026-01-14T20:00:00Z", "Asia/Kolkata", "2026-01-13T18:30 2026-01-14T18:29"],
  // The clocks go forward on 29 March 2026 and back on 25 October: days of 23 and 25 hours.
  ["yesterday", "2026-03-30T12:00:00Z", "Europe/Oslo", "2026-03-28T23:00 2026-03-29T21:59"],
  ["yesterday", "2026-10-26T12:00:00Z", "Europe/Oslo", "2026-10-24T22:00 2026-10-25T22:59"],
  // The clocks skip midnight or repeat it: the day begins at one, or at the first midnight.
  ["yesterday", "2026-09-07T12:00:00Z", "America/Santiago", "2026-09-06T04:00 2026-09-07T02:59"],
  ["two days ago", "2026-09-07T12:00:00Z", "America/Santiago", "2026-09-05T04:00 2026-09-06T03:59"],
  ["today", "2017-10-28T14:00:00Z", "Asia/Hebron", "2017-10-27T21:00 2017-10-28T21:59"],
  // A time of day is what a wall clock shows, also after a clock change.
  ["yesterday at 5pm", "2026-03-30T12:00:00Z", "Europe/Oslo", "2026-03-29T14:00 2026-03-29T16:00"],
  ["yesterday at 5pm", "2026-09-07T12:00:00Z", "America/Santiago", "2026-09-06T19:00 2026-09-06T21:00"],
  ["last night", "2026-10-26T12:00:00Z", "Europe/Oslo", "2026-10-25T17:00 2026-10-26T05:00"],
  ["last night", "2026-03-29T12:00:00Z", "Europe/Oslo", "2026-03-28T17:00 2026-03-29T04:00"],
  // A question in winter about a summer.
  ["in July 2025", "2026-01-14T12:00:00Z", "America/Los_Angeles", "2025-07-01T07:00 2025-08-01T06:59"],
  ["in 2025", "2026-01-14T12:00:00Z", "Pacific/Auckland", "2024-12-31T11:00 2025-12-31T10:59"],
])("%s, asked at %s in %s, is %s", (question, now, timezone, span) => {
  expect(spanOf(question, Date.parse(now), timezone)).toBe(span)
})

test("the rest of the question is what it asks about that time", () => {
  const rest = (question: string) => timeAsked(question, NOW, "UTC")?.rest.replace(/\s+/g, " ").trim()
  expect(rest("what was going on in 2022?")).toBe("what was going on ?")
  expect(rest("what did Ada win on Monday, at chess")).toBe("what did Ada win at chess")
  expect(rest("who led between May 3 and June 5?")).toBe("who led between and ?")
})

test.each(["when did Ada move?", "what year was it", "How long ago was that", "which day is it"])(
  "%j asks for a time",
  (question) => {
    expect(asksWhen(question)).toBe(true)
  },
)

test("a question for anything else does not ask for a time", () => {
  expect(["whenever", "who came yesterday?", "how long is it"].some(asksWhen)).toBe(false)
})

test("no span ends before it begins, whatever the question", () => {
  const word = fc.constantFrom(
    ..."in on since before after between and from to until last next this past 2 three ago monday friday may march 2024 week weekend month year days yesterday tonight now 5pm 12/5 may 3 June night".split(
      " ",
    ),
  )
  const zone = fc.constantFrom("UTC", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kathmandu")
  const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), moment, zone, (words, now, timezone) => {
      const asked = timeAsked(words.join(" "), now, timezone)
      if (asked === null) return
      expect(asked.span.from).toBeLessThanOrEqual(asked.span.to)
      expect(Number.isFinite(asked.span.from) && Number.isFinite(asked.span.to)).toBe(true)
    }),
    { numRuns: propertyRuns(500) },
  )
})
