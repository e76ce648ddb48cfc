/** Facts that would mean nothing, or something else, once the talk around them is gone. */
import { describe, expect, test } from "vitest"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { CAST, extractTalk, lineOf, person } from "./rules-window.ts"

const factsOf = (talk: string) => extractTalk(talk).claims.map(({ fact }) => fact)

/** What Alice says in Berlin, at an hour there of May 2026. The 11th is a Monday. */
function saidAt(clock: string, ...lines: string[]): string[] {
  const at = Date.parse(`${clock}:00+02:00`)
  const messages = lines.map((line, index) => {
    const [, name = "Alice", content = line] = /^(\w+): (.+)$/.exec(line) ?? []
    return { ...lineOf(person(name), content, index), at: at + index * 10_000 }
  })
  const window = {
    id: "w",
    guildId: "7",
    channelId: "8",
    channelName: null,
    messages,
    reason: "lull" as const,
  }
  return extractByRules({ window, members: CAST.map(person), timezone: "Europe/Berlin" }).claims.map(
    ({ fact }) => fact,
  )
}

describe("days after midnight", () => {
  test.each<[string, string, string[]]>([
    ["2026-05-12T19:00", "i'll finish the banner tomorrow", ["Alice will finish the banner on 13 May 2026"]],
    ["2026-05-12T00:20", "i'll finish the banner tomorrow", []],
    ["2026-05-12T00:20", "i'll finish the banner by tuesday", []],
    ["2026-05-12T00:20", "i'll finish the banner by friday", ["Alice will finish the banner by 15 May 2026"]],
    ["2026-05-12T00:20", "sold my kayak yesterday", ["Alice sold their kayak"]],
    ["2026-05-12T01:00", "decision: the finals are played tomorrow", []],
  ])("%s: %s", (clock, said, facts) => {
    expect(saidAt(clock, said)).toEqual(facts)
  })

  test("today tomorrow names no day of a plan", () => {
    expect(saidAt("2026-05-12T18:00", "karaoke night is today tomorrow at 20:00")).toEqual([])
    expect(saidAt("2026-05-12T18:00", "karaoke night is tomorrow at 20:00")).toEqual([
      "The karaoke night is on Wednesday 13 May 2026 at 20:00",
    ])
  })
})

describe("weekdays of another week", () => {
  test.each<[string, string[]]>([
    ["Alice: the swim meet is on sunday week at 9am", ["The swim meet is on Sunday 24 May 2026 at 09:00"]],
    ["Alice: i'll finish the banner a week on sunday", ["Alice will finish the banner on 24 May 2026"]],
    ["Alice: the swim meet is on sunday at 9am", ["The swim meet is on Sunday 17 May 2026 at 09:00"]],
    ["Alice: i fly to Lima next tuesday", ["Alice flies to Lima on 19 May 2026"]],
    ["Alice: i fly to Lima next friday", ["Alice flies to Lima on 22 May 2026"]],
    ["Alice: i fly to Lima on tuesday", ["Alice flies to Lima on 12 May 2026"]],
    ["Alice: the swim meet is on monday week at 9am", []],
    ["Alice: i'll book the court for saturday", []],
    ["Alice: i'll book the court by saturday", ["Alice will book the court by 16 May 2026"]],
  ])("%s", (said, facts) => {
    expect(saidAt("2026-05-11T19:00", said)).toEqual(facts)
  })

  test("who is back on a day of a weekend named before is back on no day that can be told", () => {
    const trip = "Alice: can't on the 23rd, we're visiting my aunt that weekend. i'm back on sunday"
    expect(saidAt("2026-05-11T19:00", trip).join()).not.toContain("17 May")
    expect(saidAt("2026-05-11T19:00", "Alice: i'm back on sunday")).toEqual(["Alice is back on 17 May 2026"])
  })

  test("a weekday beside one of another week has no date", () => {
    const task = "Alice: i'll upload the recordings on friday"
    expect(saidAt("2026-05-11T19:00", "Bob: the exam got moved to the wednesday", task)).toEqual([])
    expect(saidAt("2026-05-11T19:00", "Bob: the exam got moved to wednesday", task)).toEqual([
      "Alice will upload the recordings on 15 May 2026",
    ])
  })
})

describe("what is over is no plan", () => {
  test.each<[string, string[]]>([
    ["i won a chess tournament on friday", ["Alice won a chess tournament on 8 May 2026"]],
    ["while picking cherries last saturday i met a beekeeper", []],
    ["i went to a concert the past friday", ["Alice went to a concert on 8 May 2026"]],
    ["my cousins and i went to a fair together last month", ["Alice went to a fair in April 2026"]],
  ])("%s", (said, facts) => {
    expect(saidAt("2026-05-11T19:00", said)).toEqual(facts)
  })
})

describe("spans", () => {
  test.each<[string, string[]]>([
    ["im away from friday", ["Alice is away from 15 May 2026 on"]],
    [
      "im away from friday, back on the 24th",
      ["Alice is away from 15 May 2026 to 24 May 2026", "Alice is back on 24 May 2026"],
    ],
    ["im printing the 3D hinges", []],
  ])("%s", (said, facts) => {
    expect(saidAt("2026-05-11T19:00", said)).toEqual(facts)
  })
})

test.each([
  ["Alice: i love jira. really"],
  ["Alice: i adore meetings. so much fun"],
  ["Alice: i love mondays|Alice: truly"],
])("praise that is stressed may be irony: %s", (talk) => {
  expect(factsOf(talk)).toEqual([])
})

test("praise that is told about is none", () => {
  expect(factsOf("Alice: i love rowing. really good for the back")).toEqual(["Alice loves rowing"])
})
