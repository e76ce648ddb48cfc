// Many small exchanges and their facts: questions answered, pieces joined, names given.
import { expect, test } from "vitest"
import type { Claim } from "../../src/domain/types.ts"
import { extractLines, person, sure } from "./rules-window.ts"

const kept = (text: string, others: string[] = []) => sure(extractLines(text, others))
const facts = (claims: Claim[]) => claims.map((claim) => claim.fact)

/** Each conversation and its facts, in order. */
const TOLD: [string, string[]][] = [
  [
    "Bob: where did you grow up?\nAlice: A small town near Turin",
    ["Alice grew up in a small town near Turin"],
  ],
  [
    "Bob: where's everyone from?\nAlice: Peru\nCharlie: Finland\nDave: idk",
    ["Alice is from Peru", "Charlie is from Finland"],
  ],
  [
    "Bob: do you still live in Madrid?\nAlice: no, I moved to Valencia last year",
    ["Alice moved to Valencia in 1969"],
  ],
  [
    "Dave: ugh finally\nDave: got the offer\nDave: from that bakery downtown\nDave: starting in june",
    ["Dave got the offer from the bakery downtown, starting in June 1970"],
  ],
  [
    "Dave: GUYS\nDave: I got the internship\nDave: at the museum I told you about\nDave: they want me to start next monday",
    ["Dave got the internship at the museum they told you about, starting on 5 January 1970"],
  ],
  [
    "Dave: omg\nDave: they offered me the position\nDave: the lab I visited in may\nDave: i start in september",
    ["Dave was offered the position at the lab they visited in May 1969, starting in September 1970"],
  ],
  [
    "Dave: so\nDave: i accepted a job\nDave: at a game studio\nDave: in montreal",
    ["Dave accepted a job at a game studio in Montreal"],
  ],
  ["Dave: im from\nDave: peru", ["Dave is from Peru"]],
  ["Dave: i live\nDave: in leeds", ["Dave lives in Leeds"]],
  ["Dave: i work at\nDave: tesco", ["Dave works at Tesco"]],
  ["Dave: i have two\nDave: cats", ["Dave has two cats"]],
  ["Dave: i have two\nDave: lol nvm", []],
  ["Dave: i'm allergic\nDave: to nuts", ["Dave is allergic to nuts"]],
  ["Dave: moved\nDave: to oslo", ["Dave moved to Oslo"]],
  ["Dave: i moved\nBob: nice\nDave: to oslo", ["Dave moved to Oslo"]],
  ["Dave: i moved\nDave: the file to the other folder", []],
  ["Dave: i got a dog\nDave: called rex", ["Dave got a dog named Rex"]],
  [
    "Dave: im vegan i live in leeds and i have 2 dogs",
    ["Dave is vegan", "Dave lives in Leeds", "Dave has 2 dogs"],
  ],
  ["Dave: i love the city i live in", []],
  [
    "Dave: So I've been\nDave: learning rust\nDave: for two months",
    ["Dave has been learning rust for two months"],
  ],
  ["Dave: I just moved\nDave: to Oslo\nDave: with my partner", ["Dave moved to Oslo with their partner"]],
  [
    "Alice: we just got a puppy!!\nBob: who's watching the match later?\nAlice: we called him Biscuit\nCharlie: me! arsenal are winning",
    ["Alice got a puppy named Biscuit"],
  ],
  [
    "Alice: I adopted two kittens\nBob: aww names?\nAlice: Salt and Pepper",
    ["Alice adopted two kittens named Salt and Pepper"],
  ],
  [
    "Alice: I rescued a greyhound yesterday\nBob: what's his name?\nAlice: Bolt",
    ["Alice rescued a greyhound named Bolt on 31 December 1969"],
  ],
  [
    "Alice: got a new kitten yesterday\nBob: does anyone play chess?\nAlice: her name is Pixel\nCharlie: I do",
    ["Alice got a new kitten named Pixel on 31 December 1969", "Charlie plays chess"],
  ],
  ["Alice: Anyone playing Valorant tonight?\nBob: yeah\nCharlie: nah not me", ["Bob is playing Valorant"]],
  [
    "Alice: anybody else watching the race?\nBob: yep got it on, Ferrari are leading",
    ["Bob is watching the race"],
  ],
  [
    "Bob: what do you do?\nAlice: nurse\nBob: nice, where?\nAlice: at the children's hospital",
    ["Alice is a nurse at the children's hospital"],
  ],
  ["Bob: favorite editor?\nAlice: neovim", ["Alice's favorite editor is neovim"]],
  ["Bob: what's your favorite food?\nAlice: sushi, hands down", ["Alice's favorite food is sushi"]],
  ["Bob: are you vegan?\nAlice: yes", ["Alice is vegan"]],
  ["Bob: are you vegan?\nAlice: nope", []],
  ["Bob: any pets?\nAlice: two boys", ["Alice has two boys"]],
  ["Bob: whats ur job?\nAlice: nurse", ["Alice is a nurse"]],
  ["Bob: which languages do you speak\nAlice: french", ["Alice speaks French"]],
  ["Bob: what do you play?\nAlice: bass", ["Alice plays bass"]],
  ["Bob: you're vegan right?\nAlice: yep", ["Alice is vegan"]],
  ["Bob: so you're a nurse?\nAlice: yep", ["Alice is a nurse"]],
  ["Bob: you live in Berlin, right?\nAlice: yeah", ["Alice lives in Berlin"]],
  ["Bob: do you eat meat?\nAlice: no", ["Alice doesn't eat meat"]],
  ["Bob: do you have a car?\nAlice: nope", ["Alice doesn't have a car"]],
  ["Bob: do you eat meat?\nAlice: no idea what that is", []],
  [
    "Alice: my sister lives in york, she's a nurse",
    ["Alice's sister lives in York", "Alice's sister is a nurse"],
  ],
  ["Alice: im vegeterian and alergic to penuts", ["Alice is vegetarian", "Alice is allergic to peanuts"]],
  ["Alice: love hiking\nBob: my mom's a teacher", ["Alice loves hiking", "Bob's mom is a teacher"]],
  ["Bob: do you play any instruments?\nAlice: yeah, the cello", ["Alice plays the cello"]],
  ["Bob: do you have pets?\nAlice: two cats", ["Alice has two cats"]],
  ["Bob: what languages do you speak?\nAlice: French and Dutch", ["Alice speaks French and Dutch"]],
  ["Bob: when's your birthday?\nAlice: March 3rd", ["Alice's birthday is March 3rd"]],
  [
    "Bob: what editor does everyone use?\nAlice: emacs\nCharlie: vscode",
    ["Alice uses emacs", "Charlie uses vscode"],
  ],
  ["Bob: how old are you?\nAlice: 31", ["Alice is 31 years old (January 1970)"]],
  ["Bob: how old are you?\nAlice: 15", []],
  // A yes or a short answer goes to the last open question, whether a table knows it or not.
  ["Bob: are you vegan?\nAlice: is it raining?\nDave: yes", []],
  ["Bob: do you play guitar?\nAlice: is the server down?\nDave: yeah", []],
  ["Bob: where do you live?\nCharlie: who's winning?\nAlice: Liverpool", []],
  ["Bob: do you play guitar?\nAlice: are you vegan, Bob?\nCharlie: yes", []],
  ["Bob: Alice, are you vegan?\nCharlie: is the server down?\nAlice: yes", []],
  ["Bob: Alice, are you vegan?\nCharlie: is the server down?\nAlice: yes bob", ["Alice is vegan"]],
  ["Bob: Alice, where do you live?\nCharlie: is it raining?\nAlice: Leeds", ["Alice lives in Leeds"]],
  ["Bob: where do you live?\nCharlie: lol really?\nAlice: Leeds", ["Alice lives in Leeds"]],
  [
    "Bob: where do you live?\nCharlie: what do you do?\nAlice: nurse\nAlice: Leeds",
    ["Alice is a nurse", "Alice lives in Leeds"],
  ],
  // The name of the asker is no part of the answer; a name of somebody else takes the answer away.
  ["Bob: where do you live?\nAlice: bob: Leeds", ["Alice lives in Leeds"]],
  ["Bob: where do you live?\nAlice: Bob, Leeds", ["Alice lives in Leeds"]],
  ["Bob: where do you live?\nAlice: Leeds, bob", ["Alice lives in Leeds"]],
  ["Charlie: hi\nBob: where do you live?\nAlice: charlie: hello", []],
  ["Charlie: hi\nBob: where do you live?\nAlice: charlie", []],
  ["Charlie: hi\nBob: are you vegan?\nAlice: yes charlie", []],
  ["Bob: are you vegan?\nAlice: yes bob", ["Alice is vegan"]],
  ["Bob: where do you work?\nAlice: at the moment nowhere", []],
  ["Bob: where do you work?\nAlice: home", []],
  ["Bob: where do you live?\nAlice: earth", []],
  ["Bob: where are you moving to?\nAlice: probably Denver\nBob: when?\nAlice: next spring", []],
]

for (const [said, expected] of TOLD) {
  test(`${said.replaceAll("\n", " / ")} gives ${expected.length === 0 ? "no sure fact" : expected.join("; ")}`, () => {
    expect(facts(kept(said))).toEqual(expected)
  })
}

const OF_FRANK: [string, string][] = [
  [
    "Eve: Frank just moved to Chicago\nGrace: by himself?\nEve: with his girlfriend",
    "Frank moved to Chicago with his girlfriend",
  ],
  ["Eve: Frank adopted a dog\nGrace: aww\nFrank: yeah, his name is Otto", "Frank adopted a dog named Otto"],
]

for (const [said, fact] of OF_FRANK) {
  test(`${said.replaceAll("\n", " / ")} gives a fact about Frank reported by Eve`, () => {
    expect(kept(said, ["Frank"])).toEqual([expect.objectContaining({ fact, reportedBy: person("Eve").id })])
  })
}
