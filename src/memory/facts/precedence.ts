/** Who is believed where two statements about one subject cannot both hold. Pure; docs/decisions/035-contradictions.md tells why. */
import { DAY } from "../../domain/calendar.ts"
import type { Id, Memory, Subject, Time } from "../../domain/types.ts"
import { readFact } from "../../text/similarity.ts"
import { uncontestedConfidence } from "./confidence.ts"
import type { Attribution, KnownMemory, Proposal, StoredEvidence } from "./known.ts"
import type { MemoryEvidence } from "./operations.ts"

/** One who said something: what bears on whether it is believed. */
export interface Utterance {
  saidAt: Time
  /** Whether it is the word of somebody who may speak for the subject: the person it is about, or anybody where it is about no person. */
  own: boolean
  /** Who said it. */
  author: Id | null
  /** Told to be remembered, not overheard. */
  explicit: boolean
}

/** A fact with all that speaks for it. */
export interface ConflictSide<W extends Utterance = Utterance> {
  fact: string
  /** When it was last said. */
  saidAt: Time
  /** Empty: nobody knows whose words they are. */
  words: readonly W[]
}

/** `first`, `second`: that one holds, the other is history. `neither`: both stand, contested, until somebody decides. */
export type Precedence = "first" | "second" | "neither"

/**
 * Only the later of two can win, and does where one of its words decides (`deciding`). Of two said at one moment what was told to be
 * remembered counts as the later; where that tells nothing, `second` does. Symmetric but for that.
 */
export function decidePrecedence(first: ConflictSide, second: ConflictSide): Precedence {
  const secondIsLater =
    second.saidAt !== first.saidAt ? second.saidAt > first.saidAt : !(isTold(first) && !isTold(second))
  const [earlier, later] = secondIsLater ? [first, second] : [second, first]
  if (decidingUtterances(later, earlier).length === 0) return "neither"
  return secondIsLater ? "second" : "first"
}

/**
 * The words of `later` that decide against `earlier`: said no earlier than all of it, and
 * 1. by whoever may speak for the subject: over older words of the person, and over whatever others said of them, explicit or not;
 * 2. by whoever alone reported the earlier;
 * 3. told to be remembered, where the earlier was only overheard from others;
 * 4. or telling an age that has come about by time passing, whoever tells it.
 * Else none does: a report is never stronger than the person's own word, nor, by being later alone, than another's report.
 */
export function decidingUtterances<W extends Utterance>(later: ConflictSide<W>, earlier: ConflictSide): W[] {
  const grew = grewTo(earlier, later)
  return later.words.filter(
    (word) =>
      word.saidAt >= earlier.saidAt &&
      (word.own || grew || reportsItself(earlier, word) || outranks(earlier, word)),
  )
}

function isTold({ words }: ConflictSide): boolean {
  return words.some(({ explicit }) => explicit)
}

/** Whether somebody said of two memories that both hold: then neither is weighed against the other. `beside`: see both-hold.ts. */
export function isBothHoldPair(a: Beside, b: Beside): boolean {
  return (a.beside?.includes(b.id) ?? false) || (b.beside?.includes(a.id) ?? false)
}

interface Beside {
  id: string
  beside?: readonly string[] | undefined
}

/** Who reported something may correct it. */
function reportsItself({ words }: ConflictSide, { author }: Utterance): boolean {
  return author !== null && words.length > 0 && words.every((word) => !word.own && word.author === author)
}

/** What somebody wants remembered outranks what was overheard from others, of whom it is known that they are others. */
function outranks({ words }: ConflictSide, { explicit }: Utterance): boolean {
  return explicit && words.length > 0 && words.every((word) => !word.own && !word.explicit)
}

const YEAR = 365.25 * DAY

/** Whether the later age is the earlier one with the years added that went by: 30 two years ago is 31, 32 or 33 today. */
function grewTo(earlier: ConflictSide, later: ConflictSide): boolean {
  const [before, after] = [ageIn(earlier.fact), ageIn(later.fact)]
  if (!before || !after || before.owner !== after.owner) return false
  const [grown, years] = [after.age - before.age, (later.saidAt - earlier.saidAt) / YEAR]
  return grown >= 0 && Math.abs(grown - years) < 1
}

function ageIn(fact: string): { owner: string; age: number } | null {
  const found = readFact(fact).attributes.find(({ name }) => name === "age")
  return found ? { owner: found.owner, age: Number(found.value) } : null
}

/**
 * How sure a memory is when it is asked whether it is sure enough to be told. What a person said of themselves is told as though
 * nobody had contradicted it, for else anyone could hide it by saying the opposite; the doubt shows in its `confidence`. A report
 * that is contested has no more than its confidence. `authors`: of those of its statements that may be read.
 */
export function effectiveConfidence(
  memory: Pick<Memory, "confidence" | "contradicts" | "subject">,
  authors: readonly Id[],
): number {
  const own = memory.subject.scope === "user" && authors.includes(memory.subject.id)
  return own ? uncontestedConfidence(memory) : memory.confidence
}

/** A known memory with all that speaks for it. */
export function sideOfMemory({
  fact,
  subject,
  lastSaidAt,
  said,
}: Memory & Pick<KnownMemory, "said">): ConflictSide {
  // Left out, they count as the subject's own.
  const words = said ?? [{ authorId: null, saidAt: lastSaidAt, explicit: false }]
  return { fact, saidAt: lastSaidAt, words: words.map((one) => wordOf(subject, one)) }
}

/** A memory with all it rests on, but what took it back. */
export function sideOfEvidence({
  memory,
  evidence,
}: MemoryEvidence): ConflictSide<Utterance & Pick<StoredEvidence, "messageId">> {
  const words = evidence
    .filter(({ fact }) => fact !== "")
    .map(({ authorId, saidAt, source, messageId }) => ({
      ...wordOf(memory.subject, { authorId, saidAt, explicit: source === "explicit" }),
      messageId,
    }))
  return { fact: memory.fact, saidAt: memory.lastSaidAt, words }
}

/** What is claimed, with the words it cites as one. */
export function sideOfClaim({ claim: { fact, reportedBy }, evidence, saidAt }: Proposal): ConflictSide {
  const explicit = evidence.some(({ source }) => source === "explicit")
  return { fact, saidAt, words: [{ saidAt, own: reportedBy === null, author: reportedBy, explicit }] }
}

/** `authorId` null: the subject's own. */
function wordOf(
  subject: Subject,
  { authorId, saidAt, explicit }: Attribution | (Omit<Attribution, "authorId"> & { authorId: null }),
): Utterance {
  const own = subject.scope !== "user" || authorId === null || authorId === subject.id
  return { saidAt, own, author: authorId, explicit }
}
