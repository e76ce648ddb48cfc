// Facts that only a conversation gives: answers to questions, split messages, and names and places lines
// apart.
import { expect, test } from "vitest"
import type { Claim, Message } from "../../src/domain/types.ts"
import { CAST, checkLines, extractFrom, extractLines, lineOf, person, sure } from "./rules-window.ts"

const kept = (text: string, others: string[] = []) => sure(extractLines(text, others))
const facts = (claims: Claim[]) => claims.map((claim) => claim.fact)

test("an answer joins its question", () => {
  const claims = kept(`
    Bob: Where did you end up deciding to move?
    Alice: Austin!`)
  expect(facts(claims)).toEqual(["Alice is moving to Austin"])
  expect(claims.map((claim) => claim.lines)).toEqual([[1, 2]])
})

test("five messages in a row make one fact that keeps the startup and March, and no money", () => {
  const claims = kept(`
    Dave: oh man
    Dave: I just got the job offer
    Dave: that startup I interviewed at last week
    Dave: they want me to start in march
    Dave: 120k plus equity`)
  expect(facts(claims)).toEqual([
    "Dave got the job offer at the startup they interviewed at in the week of 22 December 1969, starting in March 1970",
  ])
  expect(claims[0]).toMatchObject({ type: "profile", lifetime: "permanent", lines: [2, 3, 4] })
})

test("a name finds its cat, lines apart", () => {
  const { claims } = extractLines(`
    Alice: I just adopted a cat!
    Bob: Anyone watching the game tonight?
    Alice: Named her Luna
    Charlie: Yeah I've got it on, Celtics are up`)
  expect(facts(claims)).toEqual(["Alice adopted a cat named Luna", "Charlie is watching the game"])
  expect(claims.map(({ lines }) => lines)).toEqual([
    [1, 3],
    [2, 4],
  ])
  expect(claims[1]).toMatchObject({ type: "episode", lifetime: "1d" })
})

const ENGAGED = `
  Eve: Hey did you guys hear? Frank got engaged!
  Grace: No way! To that girl he met at the concert?
  Eve: Yeah, Heather! They've been together like 2 years`

test("a statement about a known member belongs to that member, with the speaker as reporter", () => {
  const claims = kept(ENGAGED, ["Frank"])
  expect(claims).toEqual([
    expect.objectContaining({
      subject: { scope: "user", id: person("Frank").id },
      reportedBy: person("Eve").id,
      lines: [1],
    }),
  ])
  expect(facts(claims)[0]).toMatch(/^Frank got engaged/)
})

test("a statement about a stranger belongs to nobody", () => {
  expect(extractLines(ENGAGED).claims).toEqual([])
})

test("a question to one person is not answered by another", () => {
  expect(
    kept("Bob: Alice: where do you live?\nCharlie: Berlin is nice this time of year\nCharlie: Berlin", [
      "Alice",
    ]),
  ).toEqual([])
  expect(facts(kept("Bob: Alice, where do you live?\nCharlie: hm\nAlice: Berlin"))).toEqual([
    "Alice lives in Berlin",
  ])
})

test("claims above a window's cap are refused by name, everyone's less important ones first", () => {
  const likes = ["jazz", "tea", "chess", "hiking", "pottery", "opera", "sushi", "rugby"]
  const lines = [...likes.map((like) => `Alice: I love ${like}`), "Alice: I live in Oslo"]
  const { proposals, refused } = checkLines(`${lines.join("\n")}\nBob: I live in Leeds`, 4)
  expect(facts(proposals.map(({ claim }) => claim))).toEqual([
    "Alice loves jazz",
    "Alice loves tea",
    "Alice lives in Oslo",
    "Bob lives in Leeds",
  ])
  expect(refused.map(({ reason, fact }) => `${reason}: ${fact}`)).toEqual(
    likes.slice(2).map((like) => `window_full: Alice loves ${like}`),
  )
})

test("a repeated statement is one claim with both lines as evidence", () => {
  expect(kept("Alice: I live in Oslo\nBob: nice\nAlice: I live in Oslo")).toEqual([
    expect.objectContaining({ lines: [1, 3] }),
  ])
})

test("a fact rests on the line that names its place only if it has the place from there", () => {
  const linesOf = (second: string) =>
    kept(`Alice: I moved to Leeds\n${second}`).flatMap(({ fact, lines }) =>
      /^Bob/.test(fact) ? [[fact, lines]] : [],
    )
  expect(linesOf("Bob: I live there")).toEqual([["Bob lives in Leeds", [1, 2]]])
  expect(linesOf("Bob: hey there, I play the cello")).toEqual([["Bob plays the cello", [2]]])
  expect(linesOf("Bob: my birthday is on March 14, just putting it out there")).toEqual([
    ["Bob's birthday is March 14", [2]],
  ])
  expect(linesOf("Bob: is anyone there? I love chess")).toEqual([["Bob loves chess", [2]]])
})

test("a window's note has its topic and a line for each member", () => {
  const { note, digests } = extractLines(`
    Bob: Where did you end up deciding to move?
    Alice: Austin!
    Charlie: Oh cool, my sister lives there`)
  expect(note?.title).toMatch(/Austin/)
  expect(note?.summary).toContain("Alice is moving to Austin")
  expect(digests.map((digest) => digest.userId)).toEqual(
    ["Bob", "Alice", "Charlie"].map((name) => person(name).id),
  )
  for (const { line } of digests) expect(line.length).toBeLessThanOrEqual(160)
})

/** Builds one complete message, for facts that only its fields give. */
function message(index: number, name: string, content: string, rest: Partial<Message> = {}): Message {
  return { ...lineOf(person(name), content, index), ...rest }
}

const factsOf = (messages: Message[]) => facts(sure(extractFrom(messages, CAST.map(person))))

test("a mention addresses a question, and its token becomes a name", () => {
  const asked = message(0, "Bob", `<@${person("Alice").id}> where do you live?`, {
    mentions: [person("Alice")],
  })
  expect(factsOf([asked, message(1, "Charlie", "Rome"), message(2, "Alice", "Oslo")])).toEqual([
    "Alice lives in Oslo",
  ])
  const told = message(0, "Eve", `<@${person("Frank").id}> got engaged!`, { mentions: [person("Frank")] })
  expect(factsOf([told])).toEqual(["Frank got engaged"])
})

test("a reply answers its target message, however far up", () => {
  const lines = [message(0, "Bob", "what are you allergic to?")]
  for (let index = 1; index < 10; index++)
    lines.push(message(index, "Charlie", "the weather was nice in the park"))
  lines.push(message(10, "Alice", "peanuts", { replyTo: "1000" }))
  expect(factsOf(lines)).toEqual(["Alice is allergic to peanuts"])
})

test("an answer to our own question makes a claim with both lines as evidence", () => {
  const ours = message(0, "Grace", "Where do you live?", { role: "keepsake" })
  expect(factsOf([ours, message(1, "Alice", "Oslo")])).toEqual(["Alice lives in Oslo"])
})
