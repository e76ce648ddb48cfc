/** What is kept for good is read long after it was said: it names real dates, and no "last week". */
import { expect, test } from "vitest"
import type { Claim } from "../../src/domain/types.ts"
import { checkClaims } from "../../src/extraction/claims.ts"
import { withRealTimes } from "../../src/extraction/real-times.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { deep } from "../dice.ts"
import { conversations, recordedReply } from "../eval/talk-data.ts"
import { play, readReply } from "../eval/talk-play.ts"
import { VARIANTS } from "../eval/talk-weak.ts"
import { claim, extraction, kai, message, NOON, windowOf } from "./builders.ts"

// NOON is Tuesday 3 November 2026.
const at = { at: NOON, timezone: "UTC" }

test.each<[said: string, kept: string, when: string | null, until: string | null]>([
  ["Ana moved to Porto last week", "Ana moved to Porto in the week of 26 October 2026", null, null],
  ["Ana's sister visits them next month", "Ana's sister visits them in December 2026", "2026-12", null],
  ["Ana starts at Lidl tomorrow", "Ana starts at Lidl on 4 November 2026", "2026-11-04", null],
  ["Ana moved in May", "Ana moved in May 2026", "2026-05", null],
  ["Ana has been away since March", "Ana has been away since March 2026", null, null],
  ["Ana is away until December", "Ana is away until December 2026", null, "2026-12"],
  ["Ana bought a bike on Saturday", "Ana bought a bike on 31 October 2026", "2026-10-31", null],
  [
    "Ana will be on vacation from Monday to Friday",
    "Ana will be on vacation from 9 November 2026 to 13 November 2026",
    "2026-11-09",
    "2026-11-13",
  ],
  [
    "Ana quit two months ago and flies to Oslo in three days",
    "Ana quit in September 2026 and flies to Oslo on 6 November 2026",
    "2026-09",
    null,
  ],
  ["Ana zieht morgen nach Bonn", "Ana zieht morgen (2026-11-04) nach Bonn", "2026-11-04", null],
  ["Ana se muda el mes que viene", "Ana se muda el mes que viene (2026-12)", "2026-12", null],
  ["Ana viaja pasado mañana", "Ana viaja pasado mañana (2026-11-05)", "2026-11-05", null],
  ["Ana est à Lyon jusqu'à demain", "Ana est à Lyon jusqu'à demain (2026-11-04)", null, "2026-11-04"],
  ["Ana se mudou semana passada", "Ana se mudou semana passada (2026-10-26 – 2026-11-01)", null, null],
  ["アナは来月引っ越す", "アナは来月 (2026-12)引っ越す", "2026-12", null],
])("%j is kept as %j", (said, kept, when, until) => {
  const time = when === null && until === null ? null : { when, until }
  const result = withRealTimes(claim(said), at)
  expect(result.fact).toBe(kept)
  if (time === null) expect(result.time).toBeNull()
  else expect(result.time).toMatchObject(time)
})

test.each([
  "Ana works Monday to Friday",
  "Ana plays tennis on Saturday",
  "Ana's birthday is in May",
  "Ana watches Last Week Tonight",
  "Ana finished the last year of school",
  "Ana geht am Morgen laufen",
  "Ana wohnt hier",
  "Ana corre por la mañana",
  "The raid is on Saturday 16 May 2026",
  "The Kettle closes; its last night is 25 January 2027",
  "Kai enjoys his last year of school",
  "Friday is Bo's last night at the bar",
])("%j is kept for good as it is", (fact) => {
  expect(withRealTimes(claim(fact), at)).toMatchObject({ fact, time: null, lifetime: "permanent" })
})

test.each([
  "Ana goes to Rome this summer",
  "Ana zog im Mai nach Bonn",
  "tonight's raid is off",
  // It is Tuesday.
  "Ana will be on vacation from Tuesday to Friday",
])("%j, whose date nobody can tell, is not kept for good", (fact) => {
  expect(withRealTimes(claim(fact), at)).toMatchObject({ fact, lifetime: "30d" })
})

test.each([
  "The match has moved from Friday to Monday",
  "The committee approved buying a second van in January",
  "Ana booked a table on Saturday",
  "The dinner was postponed to Saturday",
  "Ana worked at Lidl until March",
  "Ana will sing on Tuesday",
  "Ana sold it on Tuesday",
])("%j names a day or month that can be the last or the next, and stays as it is", (fact) => {
  expect(withRealTimes(claim(fact), at)).toMatchObject({ fact, time: null, lifetime: "30d" })
})

test("a day that is sure is made real beside one that is not", () => {
  const fact = "The match has moved from Friday to next week"
  expect(withRealTimes(claim(fact), at).fact).toBe(
    "The match has moved from Friday to the week of 9 November 2026",
  )
})

test("a weekday before a date of its own stays as it is", () => {
  const fact = "The match has moved from Friday to Monday, 9 November."
  expect(withRealTimes(claim(fact), at)).toMatchObject({ fact, time: null })
})

test("a month takes the year that the model gave the claim", () => {
  const time = { when: "2025-05", until: null, endsAt: NOON }
  expect(withRealTimes(claim("Ana zog im Mai nach Bonn", { time }), at)).toMatchObject({
    fact: "Ana zog im Mai 2025 nach Bonn",
    lifetime: "permanent",
  })
})

test("the day counts from the last line that a claim cites, in the guild's zone", () => {
  const window = windowOf(message("guess what"), message("i start at lidl tomorrow"))
  const { sensitive } = DEFAULT_POLICY
  const terms = { offered: [kai], sensitive, mostClaims: 15, timezone: "Pacific/Auckland" }
  const { proposals } = checkClaims(
    extraction(claim("Kai starts at Lidl tomorrow", { lines: [1, 2] })),
    window,
    terms,
  )
  expect(proposals[0]?.claim.fact).toBe("Kai starts at Lidl on 5 November 2026")
})

// The property, on replies that people wrote, and on what careless models make of them.

/** Relative times that the tests know by themselves. */
const RELATIVE =
  /(?<![\p{L}])(?:(?:last|next|this) (?:week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|summer)|yesterday|tomorrow|tonight|today|(?:two|three|\d) (?:days|weeks|months|years) ago|gestern|übermorgen|(?:nächste|letzte)n? (?:woche|monat)|ayer|mes pasado|semana que viene|hier soir|demain|semaine prochaine|ontem|amanhã|mês passado)(?! \(\d)(?![\p{L}])|(?:昨日|明日|来週|先月)(?! \(\d)/iu
const TAILS = [
  "last week",
  "yesterday",
  "next month",
  "two weeks ago",
  "this summer",
  "next Friday",
  "gestern",
  "nächste Woche",
  "el mes pasado",
  "la semana que viene",
  "demain",
  "la semaine prochaine",
  "ontem",
  "mês passado",
  "昨日",
  "来週",
]

/** A model that adds a relative time to each fact, gives no time, and calls each fact a lasting one. */
function relative(reply: Record<string, unknown>): Record<string, unknown> {
  const claims = Array.isArray(reply.claims) ? (reply.claims as Record<string, unknown>[]) : []
  return {
    ...reply,
    claims: claims.map((one, index) => ({
      ...one,
      ...{ type: "profile", when: null, until: null, more: "permanent" },
      fact: `${String(one.fact).replace(/[.。]$/u, "")} ${TAILS[index % TAILS.length]}`,
    })),
  }
}

const ALL: typeof VARIANTS = { "as recorded": (reply) => reply, ...VARIANTS, relative }

deep.each(Object.entries(ALL))(
  "no permanent fact of the recorded replies holds a relative time: %s",
  async (_, change) => {
    const kept: Claim[] = []
    for (const talk of conversations("both")) {
      await play(talk, async (window, shown) => {
        const text = recordedReply(talk, window, shown.memories)
        if (text === null) return null
        const names = shown.people.map(({ name }) => name)
        const read = await readReply(JSON.stringify(change(JSON.parse(text), names)), shown)
        const said = { at: shown.window.messages.at(-1)?.at ?? NOON, timezone: shown.timezone }
        kept.push(...read.claims.map((one) => withRealTimes(one, said)))
        return { ...read, claims: [] }
      })
    }
    expect(kept.length).toBeGreaterThan(100)
    const lasting = kept.filter(
      ({ op, lifetime, time }) => op !== "forget" && lifetime === "permanent" && !time?.until,
    )
    expect(lasting.filter(({ fact }) => RELATIVE.test(fact)).map(({ fact }) => fact)).toEqual([])
  },
)
