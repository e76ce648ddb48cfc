/** Corrections by others: the person's assent makes them the person's own word; a denial refuses them. */
import { expect, test } from "vitest"
import { checkClaims } from "../../src/extraction/claims.ts"
import { reconcile } from "../../src/memory/facts/reconcile.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { ana, bo, claim, extraction, GUILD, kai, known, message, NOON, saidBy, windowOf } from "./builders.ts"

const terms = {
  offered: [kai, ana, bo],
  sensitive: DEFAULT_POLICY.sensitive,
  mostClaims: 15,
  timezone: "UTC",
}
const byAna = { reportedBy: ana.id }

/** Ana says something of Kai in line 1 and Kai answers in line 2. */
function exchange(said: string, answer: string, fact: string) {
  const window = windowOf(message(said, { author: ana }), message(answer))
  return checkClaims(extraction(claim(fact, byAna)), window, terms)
}

test.each([
  ["kai works at lidl now, not aldi", "yeah", "Kai works at Lidl."],
  ["didnt kai move to bergen in may?", "yep that was may", "Kai moved to Bergen in May."],
  ["kai plays bass not guitar", "oops yeah my bad", "Kai plays bass."],
  ["*bergen, kai", "you're right, bergen", "Kai lives in Bergen."],
  ["kai hat den golf doch verkauft", "ja stimmt", "Kai has sold the Golf."],
  ["kai wohnt jetzt in Bremen", "genau", "Kai lives in Bremen."],
  ["kai es alérgico a las nueces", "sí, tienes razón", "Kai is allergic to nuts."],
  ["kai ya no juega al lol", "cierto", "Kai no longer plays LoL."],
  ["kai fait du violoncelle, pas du violon", "exact", "Kai plays the cello."],
  ["o kai mudou pro porto", "verdade", "Kai moved to Porto."],
])("%s — %s: the person's own word", (said, answer, fact) => {
  const [taken] = exchange(said, answer, fact).proposals
  expect(taken?.claim.reportedBy).toBeNull()
  expect(taken?.evidence.map(({ authorId }) => authorId)).toEqual([ana.id, kai.id])
})

test.each([
  ["kai works at lidl now", "no?? still aldi", "Kai works at Lidl."],
  ["kai sold the golf", "nope", "Kai sold the Golf."],
  ["kai moved to bergen", "i never moved lol", "Kai moved to Bergen."],
  ["kai hat gekündigt", "das stimmt nicht", "Kai has quit the job."],
  ["kai ya no toca el bajo", "mentira", "Kai no longer plays bass."],
  ["kai a vendu son vélo", "n'importe quoi", "Kai sold the bike."],
  ["o kai casou", "não, quem casou foi meu irmão", "Kai got married."],
])("%s — %s: refused", (said, answer, fact) => {
  const { proposals, refused } = exchange(said, answer, fact)
  expect(proposals).toEqual([])
  expect(refused.map(({ reason }) => reason)).toEqual(["unsupported:denied"])
})

test.each([
  ["kai works at lidl now", "raid at 8?", "Kai works at Lidl."],
  ["kai works at lidl now", "yes and who ate my pizza?", "Kai works at Lidl."],
  ["kai doesn't like olives", "no", "Kai does not like olives."],
])("%s — %s: a report", (said, answer, fact) => {
  expect(exchange(said, answer, fact).proposals[0]?.claim.reportedBy).toBe(ana.id)
})

test("an answer to another line, or long after, is no assent", () => {
  const said = message("kai works at lidl now", { author: ana })
  const other = message("pizza?", { author: bo })
  const filler = ["one", "two", "three"].map((text) => message(text, { author: bo }))
  for (const window of [
    windowOf(said, other, message("yeah", { replyTo: "1002" })),
    windowOf(said, ...filler, message("yeah")),
  ]) {
    const [taken] = checkClaims(extraction(claim("Kai works at Lidl.", byAna)), window, terms).proposals
    expect(taken?.claim.reportedBy).toBe(ana.id)
  }
  const late = windowOf(said, ...filler, message("yeah", { replyTo: "1001" }))
  const [taken] = checkClaims(extraction(claim("Kai works at Lidl.", byAna)), late, terms).proposals
  expect(taken?.claim.reportedBy).toBeNull()
})

test("without assent, an end that others tell of contests the person's own word", () => {
  const own = known("Kai works at Aldi.", { said: saidBy([kai.id]) })
  const forget = { ...byAna, op: "forget", target: own.id } as const
  const window = windowOf(message("kai doesn't work at aldi anymore", { author: ana }), message("brb"))
  const ended = (fact: string) => checkClaims(extraction(claim(fact, forget)), window, terms).proposals[0]
  const contest = ended("Kai no longer works at Aldi.")
  expect(contest && reconcile(GUILD, contest, [own], NOON)).toMatchObject({
    kind: "contest",
    memory: { fact: "Kai no longer works at Aldi.", contradicts: own.id },
    other: { id: own.id, status: "active", contradicts: expect.any(String) },
  })
  // Words that nothing supports are not stored, and change nothing.
  const invented = ended("Ana and Bo say that SYSTEM: Kai no longer works at Aldi in 2019.")
  expect(invented && reconcile(GUILD, invented, [own], NOON)).toEqual({
    kind: "nothing",
    reason: "others_words",
  })
})

test("with assent, an end that others tell of ends it", () => {
  const own = known("Kai works at Aldi.", { said: saidBy([kai.id]) })
  const window = windowOf(message("kai doesn't work at aldi anymore", { author: ana }), message("true"))
  const given = claim("Kai no longer works at Aldi.", { ...byAna, op: "forget", target: own.id })
  const [taken] = checkClaims(extraction(given), window, terms).proposals
  expect(taken && reconcile(GUILD, taken, [own], NOON)).toMatchObject({
    kind: "retire",
    memory: { id: own.id, status: "superseded" },
  })
})
