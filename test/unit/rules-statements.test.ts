// Statements about oneself and one's relatives, retold in the third person: a table of sentences and their
// facts.
import { expect, test } from "vitest"
import type { Claim, Person } from "../../src/domain/types.ts"
import { extractFrom, lineOf } from "./rules-window.ts"

const alice: Person = { id: "1", name: "Alice" }

function claimsOf(content: string): Claim[] {
  return extractFrom([lineOf(alice, content)]).claims
}

const kept = (content: string) => claimsOf(content).filter((claim) => claim.confidence === 1)

const RETOLD: [string, string][] = [
  ["I moved to Oslo with my partner", "Alice moved to Oslo with their partner"],
  ["i live in lisbon", "Alice lives in Lisbon"],
  ["We're moving to Canada", "Alice is moving to Canada"],
  ["my wife and I moved to Spain in 2019", "Alice moved to Spain in 2019"],
  ["I'm from Brazil", "Alice is from Brazil"],
  ["i'm german btw", "Alice is German"],
  ["I was born in Cairo", "Alice was born in Cairo"],
  ["I grew up in Ohio", "Alice grew up in Ohio"],
  ["I'm a nurse", "Alice is a nurse"],
  ["im a software engineer at a bank", "Alice is a software engineer at a bank"],
  ["I work at Google as a designer", "Alice works at Google as a designer"],
  ["I've worked for the city since 2015", "Alice has worked for the city since 2015"],
  ["I started a new job last week", "Alice started a new job in the week of 22 December 1969"],
  ["I got promoted!", "Alice got promoted"],
  ["I'm studying law", "Alice is studying law"],
  ["I graduated last year", "Alice graduated in 1969"],
  ["I finished my thesis", "Alice finished their thesis"],
  ["I'm learning Rust", "Alice is learning Rust"],
  ["I've been learning piano for two years", "Alice has been learning piano since 1968"],
  ["I speak French and Dutch", "Alice speaks French and Dutch"],
  ["I love hiking", "Alice loves hiking"],
  ["I don't like cilantro", "Alice doesn't like cilantro"],
  ["I do like jazz", "Alice likes jazz"],
  ["I prefer tea over coffee", "Alice prefers tea over coffee"],
  ["I can't stand olives", "Alice can't stand olives"],
  ["I am into photography", "Alice is into photography"],
  ["I'm a big fan of jazz", "Alice is a big fan of jazz"],
  ["I'm not a huge fan of horror movies", "Alice isn't a huge fan of horror movies"],
  ["my favorite editor is Neovim", "Alice's favorite editor is Neovim"],
  ["I play the cello", "Alice plays the cello"],
  ["I use arch btw", "Alice uses Arch"],
  ["I collect vintage cameras", "Alice collects vintage cameras"],
  ["I own two horses", "Alice owns two horses"],
  ["I have a dog named Rex", "Alice has a dog named Rex"],
  ["I've got a cat", "Alice has a cat"],
  ["I just adopted a cat!", "Alice adopted a cat"],
  ["I bought a house", "Alice bought a house"],
  ["I have two kids", "Alice has two kids"],
  ["I'm getting married in June", "Alice is getting married in June 1970"],
  ["Just got engaged!!", "Alice got engaged"],
  ["I broke up with my girlfriend", "Alice broke up with their girlfriend"],
  ["I'm allergic to peanuts", "Alice is allergic to peanuts"],
  ["I'm vegan", "Alice is vegan"],
  ["I can't eat gluten", "Alice can't eat gluten"],
  ["I can't have dairy", "Alice can't have dairy"],
  ["I don't eat meat", "Alice doesn't eat meat"],
  ["I never drink coffee", "Alice never drinks coffee"],
  ["my birthday is March 3", "Alice's birthday is March 3"],
  ["I'm 27 years old", "Alice is 27 years old (January 1970)"],
  ["I'm working on a novel", "Alice is working on a novel"],
  ["I need to finish the report by Friday", "Alice needs to finish the report by 2 January 1970"],
  ["I'll be away next week", "Alice is away in the week of 5 January 1970"],
  ["I'm on vacation until Monday", "Alice is away until 5 January 1970"],
  ["I ran a charity race last Saturday", "Alice ran a charity race on 27 December 1969"],
  ["Yesterday, I went to a concert", "Alice went to a concert on 31 December 1969"],
  ["my wife is a doctor", "Alice's wife is a doctor"],
  ["my brother lives in Toronto", "Alice's brother lives in Toronto"],
  ["My sister Ann lives in Rome", "Alice's sister Ann lives in Rome"],
  ["My parents live in Spain", "Alice's parents live in Spain"],
  ["my dog's name is Biscuit", "Alice's dog is named Biscuit"],
]

for (const [said, fact] of RETOLD) {
  test(`"${said}" becomes "${fact}"`, () => {
    expect(kept(said).map((claim) => claim.fact)).toEqual([fact])
  })
}

test("one sentence with two facts makes two claims", () => {
  expect(kept("I live in Berlin and work at Siemens").map((claim) => claim.fact)).toEqual([
    "Alice lives in Berlin",
    "Alice works at Siemens",
  ])
  expect(kept("i hate olives but love figs").map((claim) => claim.fact)).toEqual([
    "Alice hates olives",
    "Alice loves figs",
  ])
})

test("a clause with another subject is left out", () => {
  expect(kept("I moved to Oslo because my wife got a job there").map((claim) => claim.fact)).toContain(
    "Alice moved to Oslo",
  )
  expect(kept("I love pizza, it's the best").map((claim) => claim.fact)).toEqual(["Alice loves pizza"])
})

test('she" and "he" refer to the relative named before', () => {
  expect(kept("My sister lives in Austin. She works at Dell").map((claim) => claim.fact)).toEqual([
    "Alice's sister lives in Austin",
    "Alice's sister works at Dell",
  ])
})

const FILED: [string, Partial<Claim>][] = [
  ["I moved to Oslo", { type: "profile", section: "bio", lifetime: "permanent", importance: "high" }],
  ["I'm allergic to peanuts", { type: "constraint", lifetime: "permanent", importance: "high" }],
  ["I love hiking", { type: "preference", section: "interests", lifetime: "90d" }],
  ["I need to finish the report by Friday", { type: "task_state", lifetime: "7d" }],
  ["I went to a concert yesterday", { type: "episode", lifetime: "30d" }],
  ["my wife is a doctor", { type: "profile", lifetime: "permanent" }],
  ["I have two kids", { type: "profile", section: "relationships" }],
  ["I speak French", { type: "profile", section: "skills" }],
]

for (const [said, filing] of FILED) {
  test(`"${said}" is filed as ${filing.type} for ${filing.lifetime ?? "its time"}`, () => {
    expect(kept(said)).toEqual([expect.objectContaining(filing)])
  })
}

test("a claim is complete: its author as subject, its line, its topics and no target", () => {
  expect(kept("I adopted a cat")).toEqual([
    {
      op: "save",
      subject: { scope: "user", id: "1" },
      fact: "Alice adopted a cat",
      type: "profile",
      section: "relationships",
      topics: ["adopt", "cat", "pets"],
      lifetime: "permanent",
      importance: "medium",
      confidence: 1,
      lines: [1],
      target: null,
      time: null,
      reportedBy: null,
    },
  ])
})
