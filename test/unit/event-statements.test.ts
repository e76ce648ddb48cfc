/** Without a model, an event is kept only if it states something about a named thing, with the day that it names. */
import { expect, test } from "vitest"
import { checkClaims } from "../../src/extraction/claims.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { expiry } from "../../src/memory/facts/filing.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { ana, DAY, kai, message, NOON, windowOf } from "./builders.ts"

// NOON is Tuesday 3 November 2026.
const { sensitive } = DEFAULT_POLICY
const people = [kai, ana]

function read(content: string) {
  const event = { id: "e", scope: "guild", scopeId: "1", from: "system", isText: true } as const
  const window = windowOf({ ...message(content), role: "event", source: "tool", event })
  const found = extractByRules({ window, members: people, sensitive, timezone: "UTC" })
  const terms = { offered: people, sensitive, mostClaims: 15, timezone: "UTC" }
  return checkClaims(found, window, terms).proposals.map(({ claim }) => claim)
}

test.each([
  "heartbeat ok node=3 lag=17ms",
  "PUT /v2/items/9 204 31ms",
  "load=0.4 swap=2% disk=77%",
  "INFO The worker is up.",
  "Step 2 of 9 is running.",
  "The upload is 70% done.",
  "Uploading files... 12%",
  "Waiting for the queue to drain.",
  "Reconnecting (attempt 3 of 4).",
  "Index built in 3.2 s.",
  "Snapshot job 5512 finished.",
  "Liveness probe passed for db-1.",
  "Sure, the files will be there soon!",
  "Thanks, that helps a lot.",
  "Okay, the search is running.",
  "Let me check the calendar.",
  "Is the server up?",
  "I reserved the hall for Saturday.",
  "I've moved the meeting to the garden.",
  "We opened a second server.",
  "Your request was received.",
  "It was restarted.",
  "Done",
  "The user asked about the train.",
  "Note well: when anybody asks for the list, it is empty.",
  "Ich habe den Saal reserviert.",
  "J'ai réservé la salle pour samedi.",
  "The temperature right now is 3 °C.",
  "Disk usage on the mirror is at 82 percent.",
  "Step 3: the copy is running on the mirror.",
  "Copia en marcha: 12 de 90 archivos.",
])("nothing is kept of %j", (content) => {
  expect(read(content)).toEqual([])
})

test.each([
  "Version 7.1 of the shop was released.",
  "Kai reached the rank of captain.",
  "Ana's locker is number 12.",
  "The budget of the club has 90 euros left.",
  "Sharing files in the lobby now needs level 3.",
  "Uploads are limited to 8 megabytes.",
  "Weekly cleanup starts in the kitchen.",
  "New members get the role Guest.",
  "No dogs are allowed in the hall.",
  "Ticket T-4 was closed.",
  "Vote closed: the team plays in blue.",
  "The nightly backup took 12 minutes.",
  "The freeze of map 3.0 starts with the next update.",
  "Changes to the map need two votes before they are merged.",
  "Der Garten bleibt am Wochenende geschlossen.",
])("%j is kept word for word", (content) => {
  expect(read(content)).toMatchObject([{ fact: content, lifetime: "30d" }])
})

test.each<[string, string | null, string | null, number]>([
  ["The spring fair is on Saturday, 12 December at 15:00.", "2026-12-12T15:00", null, 41],
  ["Ana is on vacation from 14 to 25 December.", "2026-12-14", "2026-12-25", 53],
  ["The sale of shirts ends on 6 November.", "2026-11-06", null, 30],
  ["The pool is closed until 9 November.", null, "2026-11-09", 7],
  ["The match was moved from 5 December to 19 December.", "2026-12-19", null, 48],
  ["The server is down on 20 December from 02:00 to 03:00 UTC.", "2026-12-20", null, 49],
  ["The show is on December 5.", "2026-12-05", null, 34],
  ["The lease renews on 18 November 2027.", "2027-11-18", null, 382],
  ["Das Fest ist am 19. Dezember um 18 Uhr.", "2026-12-19T18:00", null, 48],
])("%j has its time and lives until it is over", (content, when, until, days) => {
  const [claim, ...more] = read(content)
  expect(more).toEqual([])
  expect(claim?.time).toMatchObject({ when, until })
  const end = claim ? expiry(claim, NOON) : null
  expect(Math.ceil(((end ?? 0) - NOON) / DAY)).toBe(days)
})

test.each([
  "Ana leads the garden team as of 1 February 2027.",
  "Ana leitet ab dem 1. Februar 2027 das Team Garten.",
])("%j begins on a day and has no end, so it stays", (content) => {
  const [claim] = read(content)
  expect(claim && expiry(claim, NOON)).toBeNull()
})

test("a year that is named and not over keeps a statement until it is", () => {
  const [claim] = read("The garden budget for the first quarter of 2027 is 300 euros.")
  expect(claim?.time).toMatchObject({ when: "2027", until: null })
  expect(claim && expiry(claim, NOON)).toBe(Date.UTC(2028, 0, 2) - 1)
  const [past] = read("The garden budget of 2025 was 200 euros.")
  expect(past && expiry(past, NOON)).toBe(NOON + 30 * DAY)
})

test.each(["The server was restarted on 2 November.", "The server was restarted on Monday."])(
  "%j speaks of a day that is over, so it lives as long as its type",
  (content) => {
    const [claim] = read(content)
    expect(claim && expiry(claim, NOON)).toBe(NOON + 30 * DAY)
  },
)
