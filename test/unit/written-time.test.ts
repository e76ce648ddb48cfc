/** A date that a fact writes out is its time, in six languages, also if a reply leaves the fields for it empty. */
import { expect, test } from "vitest"
import { writtenTime } from "../../src/extraction/written-time.ts"

const none = { when: null, until: null }

test.each([
  ["The raid is on Saturday 16 May 2026 at 21:00.", { when: "2026-05-16T21:00", until: null }],
  ["The release is on May 16, 2026.", { when: "2026-05-16", until: null }],
  ["Petra is in Lisbon from 10 to 20 June 2026.", { when: "2026-06-10", until: "2026-06-20" }],
  ["Dima skips game nights until 2 February 2026.", { when: null, until: "2026-02-02" }],
  ["Huxley has been running again since May 2026.", { when: "2026-05", until: null }],
  ["Das Spiel ist am 27. September 2026 um 11 Uhr.", { when: "2026-09-27T11:00", until: null }],
  ["Ole ist vom 20. bis 30. September 2026 auf Kreta.", { when: "2026-09-20", until: "2026-09-30" }],
  ["Kimzinha tem provas até 10 de julho de 2026.", { when: null, until: "2026-07-10" }],
  ["La partida es el 23 de octubre de 2025 a las 23:15.", { when: "2025-10-23T23:15", until: null }],
  ["La raclette a lieu le samedi 17 janvier 2026 à 19h30.", { when: "2026-01-17T19:30", until: null }],
  ["Inès est végétarienne depuis janvier 2026.", { when: "2026-01", until: null }],
  ["Ana has two cats.", none],
  ["Ana works in room 2026.", none],
  ["Ana moved between 3 March 2025 and 4 April 2026.", none],
  ["The raid is on Saturday at 21:00.", none],
])("%s", (fact, time) => {
  expect(writtenTime(fact)).toEqual(time)
})
