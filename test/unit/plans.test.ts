/** What a group settles: talks and the plans that stand at their end. Said on Monday 11 May 2026 in Berlin. */
import { expect, test } from "vitest"
import type { Memory } from "../../src/domain/types.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { readIntro } from "../../src/extraction/rules/phrases/intro.ts"
import { planClaims } from "../../src/extraction/rules/phrases/plans.ts"
import type { Language } from "../../src/text/language.ts"
import { lineOf, person } from "./rules-window.ts"

const START = Date.parse("2026-05-11T17:04:00Z")

/** Reads lines separated by bars: "Alice: raid fri 8pm|Bob: ok". */
function plansOf(talk: string): string[] {
  const messages = talk.split("|").map((line, index) => {
    const [name = "", ...words] = line.split(": ")
    return { ...lineOf(person(name), words.join(": "), index), at: START + index * 60_000 }
  })
  return planClaims({ messages, channelId: "8", timezone: "Europe/Berlin", known: [] }).map(
    ({ fact }) => fact,
  )
}

test.each<[string, string[]]>([
  ["Alice: raid friday 8pm?|Bob: works", ["The raid is on Friday 15 May 2026 at 20:00"]],
  [
    "Alice: raid friday 8pm?|Bob: sat 9pm is better|Alice: ok",
    ["The raid is on Saturday 16 May 2026 at 21:00"],
  ],
  [
    "Alice: reminder: book club is on thursday at 19:30",
    ["The book club is on Thursday 14 May 2026 at 19:30"],
  ],
  ["Alice: movie night friday 8pm|Bob: yay", ["The movie night is on Friday 15 May 2026 at 20:00"]],
  ["Alice: let's meet saturday at 3pm|Bob: works", ["The meetup is on Saturday 16 May 2026 at 15:00"]],
  ["Alice: session 5 is on sunday at 19:00", ["Session 5 is on Sunday 17 May 2026 at 19:00"]],
  // A word that looks like an event, and a day of something else.
  ["Alice: who let the algorithm show me butter videos?|Bob: lol|Alice: could we do sunday?|Bob: +1", []],
  // Two days in one sentence: nobody can tell which one holds.
  ["Alice: turnier am sonntag|Bob: passt|Alice: am 26. geht nicht, turnier jetzt sonntag 7. juni", []],
  [
    "Alice: die feier ist am sa 9. jänner um 18 uhr",
    ["Die feier ist am Samstag, 9. Januar 2027 um 18:00 Uhr"],
  ],
  ["Alice: the match statement again|Bob: ok|Alice: wednesday then|Bob: works", []],
  ["Alice: raid when?|Bob: we settled on saturday 14:00", ["The raid is on Saturday 16 May 2026 at 14:00"]],
  // The guild is in Berlin: hours of other zones are told in its own, and left out if nobody can tell the zone.
  ["Alice: raid is on friday 21:00 CET", ["The raid is on Friday 15 May 2026 at 21:00"]],
  ["Alice: raid is on friday at 3pm EST", ["The raid is on Friday 15 May 2026 at 21:00"]],
  ["Alice: raid is on friday 8pm pacific", ["The raid is on Saturday 16 May 2026 at 05:00"]],
  ["Alice: raid is on friday 20:00 UTC+1", ["The raid is on Friday 15 May 2026 at 21:00"]],
  ["Alice: raid is on friday 8pm IST", ["The raid is on Friday 15 May 2026"]],
  ["Alice: picnic is on friday 3pm central park", ["The picnic is on Friday 15 May 2026 at 15:00"]],
  ["Alice: raid is on friday at 12am", ["The raid is on Friday 15 May 2026 at 00:00"]],
  ["Alice: raid is on friday at 12pm", ["The raid is on Friday 15 May 2026 at 12:00"]],
  ["Alice: @everyone game night is on friday 8pm", ["The game night is on Friday 15 May 2026 at 20:00"]],
  [
    "Alice: this saturday, glendalough loop??|Bob: grand.",
    ["The glendalough loop is on Saturday 16 May 2026"],
  ],
  [
    "Alice: deadline for signups is the 17th right|Bob: 17th yes, midnight",
    ["The deadline for signups is on Sunday 17 May 2026"],
  ],
  ["Alice: the launch is on friday", ["The launch is on Friday 15 May 2026"]],
  ["Alice: our bake sale starts on june 3rd at 2pm", ["The bake sale is on Wednesday 3 June 2026 at 14:00"]],
  ["Alice: probe mittwoch um 18 uhr?|Bob: passt", ["Die probe ist am Mittwoch, 13. Mai 2026 um 18:00 Uhr"]],
  [
    "Alice: ensayo el jueves a las 20:00?|Bob: va",
    ["El ensayo es el jueves, 14 de mayo de 2026 a las 20:00"],
  ],
  [
    "Alice: pique-nique samedi 16 mai à 13h ?|Bob: d'accord",
    ["Le pique-nique a lieu le samedi 16 mai 2026 à 13:00"],
  ],
  [
    "Alice: ensaio quinta às 20h?|Bob: rola sexta?|Alice: sexta 15 às 21h então|Bob: fechou",
    ["O ensaio é em sexta-feira, 15 de maio de 2026 às 21:00"],
  ],
])("%s", (talk, plans) => {
  expect(plansOf(talk)).toEqual(plans)
})

test("a day moved in the next sentence is the plan's", () => {
  expect(plansOf("Alice: raid tomorrow is off. saturday 8pm instead?|Bob: ok")).toEqual([
    "The raid is on Saturday 16 May 2026 at 20:00",
  ])
})

/** Half past eleven at night in UTC on Monday 11 May 2026 is Tuesday in Tokyo. */
test("relative days are the guild's, not UTC's", () => {
  const at = Date.parse("2026-05-11T23:30:00Z")
  const ask = { ...lineOf(person("Alice"), "raid tomorrow at 8pm?", 0), at }
  const agree = { ...lineOf(person("Bob"), "works", 1), at: at + 60_000 }
  const away = { ...lineOf(person("Bob"), "im away from tomorrow", 0), at }
  const window = { id: "w", guildId: "7", channelId: "8", channelName: null, reason: "lull" as const }
  const plansIn = (timezone: string) =>
    planClaims({ messages: [ask, agree], channelId: "8", timezone, known: [] }).map(({ fact }) => fact)
  const factsIn = (timezone: string) =>
    extractByRules({ window: { ...window, messages: [away] }, members: [away.author], timezone }).claims.map(
      ({ fact }) => fact,
    )
  expect(plansIn("Asia/Tokyo")).toEqual(["The raid is on Wednesday 13 May 2026 at 20:00"])
  expect(plansIn("UTC")).toEqual(["The raid is on Tuesday 12 May 2026 at 20:00"])
  expect(factsIn("Asia/Tokyo")).toEqual(["Bob is away from 13 May 2026 on"])
})

/** What a second talk makes of a plan that the first settled. */
function movedTo(first: string, then: string): string[] {
  const at = (talk: string, since: number) =>
    talk.split("|").map((line, index) => {
      const [name = "", ...words] = line.split(": ")
      return { ...lineOf(person(name), words.join(": "), index), at: since + index * 60_000 }
    })
  const channel = { channelId: "8", timezone: "Europe/Berlin" }
  const known = planClaims({ messages: at(first, START), ...channel, known: [] }).map(
    ({ fact, subject, time }) =>
      ({ id: "m1", fact, subject, time, status: "active", saidAt: START }) as unknown as Memory,
  )
  const claims = planClaims({ messages: at(then, START + 3_600_000), ...channel, known })
  return claims.map(({ op, fact, target }) => `${op} ${target}: ${fact}`)
}

test("a plan moves in a later talk, by name or as the only one, if somebody else agrees", () => {
  const plan = "Alice: hike saturday 10am?|Bob: works"
  const moved = ["update m1: The hike is on Sunday 17 May 2026"]
  expect(movedTo(plan, "Alice: hike is moved to sunday")).toEqual(moved)
  expect(movedTo(plan, "Alice: sunday instead?|Bob: sunday works")).toEqual(moved)
  expect(movedTo(plan, "Alice: sunday instead?|Alice: ok")).toEqual([])
  expect(movedTo(plan, "Alice: im at my sister's on sunday|Bob: ok")).toEqual([])
})

test.each([
  ["nobody answered", "Alice: raid friday 8pm?"],
  ["it was refused", "Alice: raid friday 8pm?|Bob: cant friday"],
  ["it was called off", "Alice: raid friday 8pm?|Bob: works|Alice: raid is cancelled"],
  ["the new day is open", "Alice: raid friday 8pm?|Bob: works|Alice: hmm saturday instead?"],
  ["somebody tells of their own day", "Alice: raid soon?|Bob: im at my sisters on sunday|Alice: ok"],
  ["it is over", "Alice: we had a great hike last saturday|Bob: ok"],
  ["it was told of", "Alice: i ran a race on saturday|Bob: great"],
  ["no event is named", "Alice: friday 8pm?|Bob: works"],
  ["another weekday follows the day", "Alice: raid when?|Bob: today tomorrow. saturday|Alice: ok"],
  ["a day is followed by another", "Alice: raid tomorrow 8pm. saturday|Bob: ok"],
  ["it becomes unclear which day", "Alice: raid friday 8pm?|Bob: today tomorrow. saturday|Charlie: ok"],
  ["it is no event", "Alice: the plan is on friday|Bob: ok"],
  ["only its proposer agrees", "Alice: raid friday 8pm?|Alice: ok"],
])("nothing is planned if %s", (_, talk) => {
  expect(plansOf(talk)).toEqual([])
})

test.each<[string, string, Language, string[]]>([
  ["im ro, barista in den haag, total beginner", "ro_ro", "en", ["ro_ro is a barista in Den Haag"]],
  [
    "ash, they/them. wedding photographer so digital all week",
    "ash 📷",
    "en",
    ["ash 📷 uses they/them pronouns", "ash 📷 is a wedding photographer"],
  ],
  [
    "hi all! i'm Petra, 61, retired physics teacher, from Utrecht",
    "Petra V.",
    "en",
    ["Petra V. is 61 years old", "Petra V. is a retired physics teacher", "Petra V. is from Utrecht"],
  ],
  [
    "moin, ich bin jule, 24 jahre alt, krankenpflegerin, aus kiel",
    "jule_h",
    "de",
    ["jule_h ist 24 Jahre alt", "jule_h ist krankenpflegerin", "jule_h kommt aus Kiel"],
  ],
  [
    "Ana | she/her | 27 | CET",
    "Ana",
    "en",
    ["Ana uses she/her pronouns", "Ana is 27 years old", "Ana is in the CET time zone"],
  ],
  [
    "they/them, 24, utc+2, dps",
    "Kit",
    "en",
    ["Kit uses they/them pronouns", "Kit is 24 years old", "Kit is in the UTC+2 time zone", "Kit plays dps"],
  ],
  ["I'm lucky, Ana. support, love and friends", "Ana", "en", []],
  ["ana, support, please", "Ana", "en", []],
  ["ana here, nurse, from stud. house", "Ana", "en", ["Ana is a nurse"]],
  ["im tired, not a barista", "ro_ro", "en", []],
  ["ro, are you coming", "ro_ro", "en", []],
  ["im max, 14", "max", "en", []],
])("%s introduces %s", (text, who, language, facts) => {
  expect(readIntro(text, { id: "1", name: who }, language).map(({ told }) => told)).toEqual(facts)
})
