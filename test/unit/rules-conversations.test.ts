// What only a conversation tells: answers and questions, split messages, names and places given lines apart.
import { expect, test } from "vitest"
import type { Claim, Message } from "../../src/domain/types.ts"
import { CAST, extractFrom, extractLines, lineOf, person, sure } from "./rules-window.ts"

const kept = (text: string, others: string[] = []) => sure(extractLines(text, others))
const facts = (claims: Claim[]) => claims.map((claim) => claim.fact)

test("answers are joined to their questions, and there is the place just named", () => {
  const claims = kept(`
    Bob: Where did you end up deciding to move?
    Alice: Austin!
    Bob: Nice, when?
    Alice: Next month actually
    Charlie: Oh cool, my sister lives there`)
  expect(facts(claims)).toEqual(["Alice is moving to Austin next month", "Charlie's sister lives in Austin"])
  expect(claims.map((claim) => claim.subject.id)).toEqual([person("Alice").id, person("Charlie").id])
  expect(claims.map((claim) => claim.lines)).toEqual([
    [1, 2, 3, 4],
    [2, 5],
  ])
})

test("five messages in a row make one fact that keeps the startup and March, and no money", () => {
  const claims = kept(`
    Dave: oh man
    Dave: I just got the job offer
    Dave: that startup I interviewed at last week
    Dave: they want me to start in march
    Dave: 120k plus equity`)
  expect(facts(claims)).toEqual([
    "Dave got the job offer from the startup they interviewed at last week, which wants them to start in March",
  ])
  expect(claims[0]).toMatchObject({ type: "profile", lifetime: "permanent", lines: [2, 3, 4] })
})

test("a name given after others spoke finds its cat, and a game finds its side", () => {
  const { claims } = extractLines(`
    Alice: I just adopted a cat!
    Bob: Anyone watching the game tonight?
    Alice: Named her Luna
    Charlie: Yeah I've got it on, Celtics are up`)
  expect(facts(claims)).toEqual(["Alice adopted a cat named Luna", "Charlie is watching the Celtics game"])
  expect(claims.filter((claim) => claim.subject.id === person("Bob").id)).toEqual([])
  expect(claims[1]).toMatchObject({ type: "episode", lifetime: "1d", lines: [2, 4] })
})

const ENGAGED = `
  Eve: Hey did you guys hear? Frank got engaged!
  Grace: No way! To that girl he met at the concert?
  Eve: Yeah, Heather! They've been together like 2 years`

test("what is said of a known member is theirs, reported by who said it", () => {
  const claims = kept(ENGAGED, ["Frank"])
  expect(claims).toEqual([
    expect.objectContaining({
      subject: { scope: "user", id: person("Frank").id },
      reportedBy: person("Eve").id,
      lines: [1, 2, 3],
    }),
  ])
  expect(facts(claims)[0]).toMatch(/^Frank got engaged to Heather/)
})

test("what is said of a stranger is nobody's", () => {
  expect(extractLines(ENGAGED).claims).toEqual([])
})

test("a question put to one person is not answered by another", () => {
  expect(
    kept("Bob: Alice: where do you live?\nCharlie: Berlin is nice this time of year\nCharlie: Berlin", [
      "Alice",
    ]),
  ).toEqual([])
  expect(facts(kept("Bob: Alice, where do you live?\nCharlie: hm\nAlice: Berlin"))).toEqual([
    "Alice lives in Berlin",
  ])
})

test("no more than five facts of a person and fifteen of a window are claimed", () => {
  const likes = ["jazz", "tea", "chess", "hiking", "pottery", "opera", "sushi", "rugby"]
  const many = CAST.flatMap((name) => likes.map((like) => `${name}: I love ${like}`)).join("\n")
  const { claims } = extractLines(many)
  expect(claims).toHaveLength(15)
  for (const name of CAST)
    expect(claims.filter((claim) => claim.subject.id === person(name).id).length).toBeLessThanOrEqual(5)
})

test("the same thing said twice is one claim that rests on both lines", () => {
  expect(kept("Alice: I live in Oslo\nBob: nice\nAlice: I live in Oslo")).toEqual([
    expect.objectContaining({ lines: [1, 3] }),
  ])
})

test("a window's note tells what it was about, and each member has a line", () => {
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

/** One message, whole, for what only its fields tell. */
function message(index: number, name: string, content: string, rest: Partial<Message> = {}): Message {
  return { ...lineOf(person(name), content, index), ...rest }
}

const factsOf = (messages: Message[]) => facts(sure(extractFrom(messages, CAST.map(person))))

test("a mention tells whom a question is put to, and its token becomes a name", () => {
  const asked = message(0, "Bob", `<@${person("Alice").id}> where do you live?`, {
    mentions: [person("Alice")],
  })
  expect(factsOf([asked, message(1, "Charlie", "Rome"), message(2, "Alice", "Oslo")])).toEqual([
    "Alice lives in Oslo",
  ])
  const told = message(0, "Eve", `<@${person("Frank").id}> got engaged!`, { mentions: [person("Frank")] })
  expect(factsOf([told])).toEqual(["Frank got engaged"])
})

test("a reply answers the message it replies to, however far up", () => {
  const lines = [message(0, "Bob", "what are you allergic to?")]
  for (let index = 1; index < 10; index++)
    lines.push(message(index, "Charlie", "the weather was nice in the park"))
  lines.push(message(10, "Alice", "peanuts", { replyTo: "1000" }))
  expect(factsOf(lines)).toEqual(["Alice is allergic to peanuts"])
})

test("a question of ours may be answered, and a claim rests on both lines", () => {
  const ours = message(0, "Grace", "Where do you live?", { role: "keepsake" })
  expect(factsOf([ours, message(1, "Alice", "Oslo")])).toEqual(["Alice lives in Oslo"])
})
