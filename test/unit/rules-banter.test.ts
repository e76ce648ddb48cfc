// Banter that leaves no memory, plans of the whole group, and titles of talks.
import { expect, test } from "vitest"
import { extractTalk, sure } from "./rules-window.ts"

const kept = (talk: string) => sure(extractTalk(talk))

/** Jokes, games, guesses, private matters, and small talk. */
const SILENT = [
  "Zed: my daughter Mia is 6 and has asthma|Nina: aw",
  "Wes: if we were a heist crew what would you be|Xena: I drive the van|Yara: I live in the vents|Zed: I own the casino",
  "Wes: if we were a circus who does what|Xena: juggling|Yara: lions, obviously|Zed: ticket booth|Xena: only ticket booth?|Yara: ha|Zed: I run the snack bar and I'm the only one making money",
  "Xena: lol I live in a swamp|Yara: same",
  "Yara: I might move to Rome|Zed: I think I'm allergic to cats",
  "Zed: my salary went up to 60k|Nina: nice",
  "Nina: I'm pregnant!|Omar: congrats",
  "Pia: my password is tulip99|Rita: delete that",
  "Rita: I could eat a whole cake right now|Sven: I'm dead|Tess: I'm starving",
  "Bex: our rabbit had surgery yesterday|Cleo: poor thing",
  "Dara: I wish I had a boat|Arno: imagine if we all lived on it|Bex: I own the kitchen",
  "Bex: that bus driver is my enemy|Cleo: I have no idea what's going on",
  "Arno: has anyone tried the new ramen place?|Bex: yes! so good|Cleo: not yet",
  "Cleo: I voted this morning|Dara: same",
  "Dara: my therapist says I should rest|Bex: listen to them",
  "Xena: my son Milo is 7|Yara: sweet",
  "Xena: I have OCD and asthma|Yara: same here",
  "Yara: you have to see this|Zed: I'm crying|Xena: I'm deceased, I live for this",
  "Zed: I can't even|Xena: I'm going to explode",
  "Yara: I got my test results, it's diabetes|Zed: sorry",
  "Zed: whats your fav dish?|Nina: Yum!",
  "Zed: whats your fav dish?|Nina: mmm",
  "Zed: where are you from?|Nina: hahaha nice",
  "Zed: do you play chess?|Nina: same",
  "Zed: any allergies?|Nina: idk lol",
  "Zed: what do you play?|Nina: lol",
  "Zed: wo wohnst du?|Nina: krass",
  "Zed: onde vc mora?|Nina: nossa",
  "Zed: where do you live?|Nina: stud. house",
  "Zed: I'm running for office with the Greens, it's politics all day|Yara: wow",
]

for (const talk of SILENT) {
  test(`${talk} gives no memory`, () => {
    expect(kept(talk)).toEqual([])
  })
}

test("a plan of the whole group belongs to the channel", () => {
  expect(kept("Bex: the picnic is on Sunday at 3pm")).toEqual([
    expect.objectContaining({ subject: { scope: "channel", id: "8" }, reportedBy: null, type: "episode" }),
  ])
})

test.each([
  "Zed: i dont play chess anymore|Zed: jk",
  "Zed: i dont play chess anymore|Nina: aw|Zed: for today i mean",
  "Zed: quit smoking|Zed: back at it tmrw",
])("an ending that is taken back is none: %s", (talk) => {
  expect(kept(talk)).toEqual([])
})

test.each([
  ["Zed: i play chess|Nina: cool|Zed: done with chess|Zed: for today i mean", ["Zed plays chess"]],
  ["Zed: i play chess|Nina: cool|Zed: done with chess. back at it tmrw", ["Zed plays chess"]],
  ["Zed: i play chess|Nina: cool|Zed: done with chess|Nina: for today i mean", []],
])("what ends for today stays known: %s", (talk, facts) => {
  expect(kept(talk).map(({ fact }) => fact)).toEqual(facts)
})

test.each([
  ["Zed: I adopted a dog|Nina: what's his name?|Zed: ooh", "Zed adopted a dog"],
  ["Zed: I'm moving next month|Nina: where to?|Zed: wow", "Zed is moving in February 1970"],
])("an interjection completes nothing: %s", (talk, fact) => {
  expect(kept(talk).map((claim) => claim.fact)).toEqual([fact])
})

test("an answer follows its interjection", () => {
  const told = kept(
    "Zed: whats your fav dish?|Nina: Yum, pizza!|Zed: where do you live?|Nina: Bonn. its nice",
  )
  expect(told.map(({ fact }) => fact)).toEqual(["Nina's favorite dish is pizza", "Nina lives in Bonn"])
})

test("a reply answers its target line, not an older question by the same person", () => {
  const talk = "Juno: where do you live?|Lena: Bonn|Juno: what's everybody's favorite subject?|Bea>3: birds"
  expect(kept(talk).map((claim) => claim.fact)).toEqual([
    "Lena lives in Bonn",
    "Bea's favorite subject is birds",
  ])
})

test("a note contains no child's age and nobody's illness", () => {
  const { note } = extractTalk(
    "Zed: my daughter Mia is 6|Nina: I have asthma|Zed: the ferry timetable changed on the north route",
  )
  expect(JSON.stringify(note)).not.toMatch(/Mia|asthma/)
})

const TITLES: [string, string][] = [
  [
    "Omar: bad news, the visa is late|Nina: noo|Omar: I'm moving to Turin on April 20th now, not in March",
    "Omar is moving to Turin on 20 April 1970",
  ],
  [
    "Vik: we adopted a kitten yesterday|Uma: anyone up for cards?|Vik: she's called Pepper",
    "Vik adopted a kitten named Pepper on 31 December 1969",
  ],
  [
    "Rita: deadline for the zine is on October 3rd|Sven: oof|Sven: I'll do the cover|Tess: I can do the layout",
    "Deadline for the zine is on October 3rd",
  ],
  [
    "Uma: the radiator is HISSING again|Vik: open the valve with the brass key|Uma: the brass key is lost",
    "Open the valve with the brass key",
  ],
  [
    "Uma: hola! quién trae el hornillo a la cabaña?|Vik: yo traigo el hornillo|Uma: perfecto",
    "Quién trae el hornillo a la cabaña?",
  ],
  [
    "Uma: felix and I split up|Vik: keeping the tall yellow wardrobe?|Uma: the ferry timetable changed|Vik: which ferry timetable is it, the north route?|Uma: yes",
    "Which ferry timetable is it, the north route?",
  ],
]

for (const [talk, title] of TITLES) {
  test(`${talk} is titled "${title}"`, () => {
    expect(extractTalk(talk).note?.title).toBe(title)
  })
}
