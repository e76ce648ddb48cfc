/**
 * An erasure's effect on memories, notes and window records: the person's own are deleted, and others' are
 * reworded without them.
 */
import { expect, test } from "vitest"
import type { Id, Verdict } from "../../src/domain/types.ts"
import { countTouched, planMemories } from "../../src/erasure/person/memory-plan.ts"
import { planNotes } from "../../src/erasure/person/notes.ts"
import type { ErasedPerson } from "../../src/erasure/person/traces.ts"
import { planWindows } from "../../src/erasure/person/windows.ts"
import type { StoredEvidence } from "../../src/memory/facts/known.ts"
import { addRuns, type RunTimes } from "../../src/privacy/quotes/redaction.ts"
import { bo, CHANNEL, kai, known, NOON } from "./builders.ts"

const SAID = "my sourdough starter doubled overnight"
const ADA = { id: "11", name: "Ada" }

/** Ada, who said it at noon. */
function ada(namesakes: ErasedPerson["namesakes"] = []): ErasedPerson {
  const runs: RunTimes = new Map()
  addRuns(runs, { text: SAID, at: NOON, names: [] }, 7)
  return {
    traces: { userId: ADA.id, salt: 7, runs },
    names: [ADA.name],
    namesakes,
  }
}

function rest(memoryId: string, given: Partial<StoredEvidence> = {}): StoredEvidence {
  return {
    memoryId,
    ref: "1001",
    messageId: "1001",
    channelId: CHANNEL,
    authorId: bo.id,
    windowId: "w_1",
    excerpt: "words",
    saidAt: NOON,
    method: "model",
    model: null,
    promptHash: null,
    source: "passive",
    fact: null,
    certainty: null,
    filing: null,
    ...given,
  }
}

function memory(fact: string, subject: Id = bo.id) {
  const { said: _, merges: __, ...memory } = known(fact, { subject: { scope: "user", id: subject } })
  return memory
}

test("a memory about the person is deleted, whoever said it", () => {
  const about = memory("Ada plays the harp", ADA.id)
  expect(planMemories([{ memory: about, evidence: [rest(about.id)] }], ada())).toMatchObject({
    removed: [about.id],
    messages: [],
    memories: [],
  })
})

test("another's memory loses statements by the person and statements that quote them", () => {
  const one = memory("Bo bakes bread")
  const rests = [
    rest(one.id, { ref: "1", messageId: "1", authorId: ADA.id }),
    rest(one.id, { ref: "2", messageId: "2", excerpt: `she said ${SAID}` }),
    rest(one.id, { ref: "3", messageId: "3", excerpt: "I bake bread" }),
    rest(one.id, { ref: "told:1:x", messageId: null, authorId: ADA.id, excerpt: "x" }),
  ]
  const plan = planMemories([{ memory: one, evidence: rests }], ada())
  expect(plan).toMatchObject({
    removed: [],
    messages: ["1", "2"],
    withoutMessage: [{ memoryId: one.id, ref: "told:1:x" }],
    memories: [],
  })
  expect(countTouched(plan)).toBe(3)
})

test("statements, notes and records from before the person said it stay", () => {
  const [before, minute] = [NOON - 1, 60_000]
  const one = memory(`Bo says ${SAID}`)
  const told = (saidAt: number, windowId = "w_1") =>
    rest(one.id, { ref: String(saidAt), messageId: String(saidAt), excerpt: SAID, saidAt, windowId })
  const planned = (evidence: StoredEvidence[]) => planMemories([{ memory: one, evidence }], ada())
  expect(countTouched(planned([told(before)]))).toBe(0)
  expect(planned([{ ...told(before), eventId: "e_1" }])).toMatchObject({ messages: [String(before)] })
  expect(planned([told(before), told(NOON, "w_2")])).toMatchObject({ messages: [String(NOON)], memories: [] })
  // No statement tells when the fact was worded.
  expect(planned([]).memories).toMatchObject([{ fact: "Bo says […]" }])
  // Its wording may rest on a later line of its window.
  const worded = { ...told(before), excerpt: "so", fact: SAID }
  const later = rest(one.id, { ref: "2", messageId: "2", excerpt: "so", saidAt: NOON + minute })
  expect(planned([worded])).toMatchObject({ messages: [] })
  expect(planned([worded, later])).toMatchObject({ messages: [worded.messageId] })
  const quoting = { ...note, summary: `It was said that ${SAID}.` }
  expect(planNotes([{ ...quoting, toAt: before }], ada())).toEqual({ removed: [], reworded: [] })
  expect(planNotes([quoting], ada()).removed).toEqual([quoting])
})

test('another\'s memory that names the person says "someone" in its text, its key and its former words', () => {
  const one = { ...memory("Bo sails with Ada"), topics: ["sailing", "Ada"] }
  const told = rest(one.id, {
    ref: "told:5:with Ada",
    messageId: null,
    excerpt: "with Ada",
    fact: "Bo sails with Ada",
  })
  const plan = planMemories([{ memory: one, evidence: [told] }], ada())
  expect(plan.memories).toMatchObject([
    {
      fact: "Bo sails with someone",
      factKey: "bo sails with someone",
      topics: ["sailing"],
      version: one.version + 1,
    },
  ])
  expect(plan.evidence).toEqual([
    {
      memoryId: one.id,
      ref: "told:5:with Ada",
      to: "told:5:with someone",
      excerpt: "with someone",
      fact: "Bo sails with someone",
    },
  ])
  const [after] = plan.memories
  if (!after) throw new Error("it is worded anew")
  const rests = plan.evidence.map((worded) => rest(one.id, { ...worded, ref: worded.to, messageId: null }))
  expect(countTouched(planMemories([{ memory: after, evidence: rests }], ada()))).toBe(0)
})

test("a person with the same name keeps it in memories about them", () => {
  const other = { id: "77", name: "Ada" }
  const hers = memory("Ada collects stamps", other.id)
  expect(countTouched(planMemories([{ memory: hers, evidence: [rest(hers.id)] }], ada([other])))).toBe(0)
  const longer = memory("Bo met Ada Lovelace")
  expect(
    countTouched(planMemories([{ memory: longer, evidence: [] }], ada([{ id: "78", name: "Ada Lovelace" }]))),
  ).toBe(0)
})

const note = {
  ...{ seq: 1, id: "n_1", toAt: NOON },
  title: "Kites and boats",
  summary: "Bo spoke of kites.",
  participants: [{ ...bo, line: "flew a kite." }],
}

test("a note the person took part in is deleted, and so is one that quotes them", () => {
  const withHer = { ...note, participants: [...note.participants, { ...ADA, line: null }] }
  const quoting = { ...note, seq: 2, summary: `It was said that ${SAID}.` }
  expect(planNotes([withHer, quoting, { ...note, seq: 3 }], ada())).toEqual({
    removed: [withHer, quoting],
    reworded: [],
  })
})

test("a note that names the person loses those sentences and a title about them", () => {
  const naming = {
    ...note,
    summary: "Bo spoke of kites. Ada has bought boats.",
    participants: [{ ...kai, line: "met Ada." }],
  }
  expect(planNotes([naming], ada())).toEqual({
    removed: [],
    reworded: [
      {
        ...{ seq: 1, id: "n_1", toAt: NOON },
        title: "A conversation",
        summary: "Bo spoke of kites.",
        participants: [{ ...kai, line: null }],
      },
    ],
  })
  const kept = { ...naming, title: "Kites" }
  expect(planNotes([kept], ada()).reworded[0]?.title).toBe("Kites")
})

test("a window record keeps its decisions, but not the person or the words", () => {
  const verdict = (fact: string | null, id: Id): Verdict => ({
    kind: "accepted",
    reason: "new",
    op: "save",
    fact,
    subject: { scope: "user", id },
    memoryId: "m_1",
  })
  const verdicts = [
    verdict("Ada plays the harp", ADA.id),
    verdict("Bo sails with Ada", bo.id),
    verdict(`Bo says ${SAID}`, bo.id),
    verdict("Bo has a dog", bo.id),
  ]
  const [window] = planWindows([{ id: "w_1", lastAt: NOON, verdicts }], ada(), "p_1")
  expect(window?.verdicts.map(({ fact, subject }) => [fact, subject.id])).toEqual([
    [null, "p_1"],
    ["Bo sails with someone", bo.id],
    [null, bo.id],
    ["Bo has a dog", bo.id],
  ])
  expect(planWindows([{ id: "w_2", lastAt: NOON - 1, verdicts: verdicts.slice(2) }], ada(), "p_1")).toEqual(
    [],
  )
  expect(planWindows([window ?? { id: "", lastAt: NOON, verdicts: [] }], ada(), "p_2")).toEqual([])
})
