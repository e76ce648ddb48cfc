/**
 * Decides which of two conflicting statements about one subject is believed. Pure.
 * docs/decisions/035-contradictions.md gives the reasons.
 */
import { DAY } from "../../domain/calendar.ts"
import type { Id, Memory, Subject, Time } from "../../domain/types.ts"
import { readFact } from "../../text/similarity.ts"
import { uncontestedConfidence } from "./confidence.ts"
import type { Attribution, KnownMemory, Proposal, StoredEvidence } from "./known.ts"
import type { MemoryEvidence } from "./operations.ts"

/** One person's statement, reduced to what decides whether it is believed. */
export interface Utterance {
  saidAt: Time
  /**
   * True if the speaker may speak for the subject: the person it is about, or anyone if it is about no
   * person.
   */
  own: boolean
  /** The speaker. */
  author: Id | null
  /** Told to be remembered, not overheard. */
  explicit: boolean
}

/** A fact and the statements behind it. */
export interface ConflictSide<W extends Utterance = Utterance> {
  fact: string
  /** When it was last said. */
  saidAt: Time
  /** Empty if the speakers are unknown. */
  words: readonly W[]
}

/**
 * `first` or `second`: that one holds and the other becomes history. `neither`: both stay, contested, until
 * someone decides.
 */
export type Precedence = "first" | "second" | "neither"

/**
 * Only the later side can win, and only if one of its statements decides (`decidingUtterances`). If both were
 * said at the same moment, the explicit one counts as later, otherwise `second`. Symmetric except for that
 * tie.
 */
export function decidePrecedence(first: ConflictSide, second: ConflictSide): Precedence {
  const secondIsLater =
    second.saidAt !== first.saidAt
      ? second.saidAt > first.saidAt
      : !(isExplicit(first) && !isExplicit(second))
  const [earlier, later] = secondIsLater ? [first, second] : [second, first]
  if (decidingUtterances(later, earlier).length === 0) return "neither"
  return secondIsLater ? "second" : "first"
}

/**
 * Returns the statements of `later` that decide against `earlier`. They were said no earlier than all of it
 * and meet one condition:
 * 1. The speaker may speak for the subject. That outweighs the person's older words and anything others said
 * about them, explicit or not.
 * 2. The speaker alone reported the earlier side.
 * 3. It is explicit, and the earlier side was only overheard from others.
 * 4. It states an age that follows from the earlier one by the passing of time, whoever says it.
 *
 * Otherwise none decides: a report never outweighs the person's own word, and being later alone does not
 * outweigh another's report.
 */
export function decidingUtterances<W extends Utterance>(later: ConflictSide<W>, earlier: ConflictSide): W[] {
  const grew = isSameAgeLater(earlier, later)
  return later.words.filter(
    (word) =>
      word.saidAt >= earlier.saidAt &&
      (word.own || grew || reportsItself(earlier, word) || outranks(earlier, word)),
  )
}

function isExplicit({ words }: ConflictSide): boolean {
  return words.some(({ explicit }) => explicit)
}

/**
 * Returns true if someone decided that both memories hold. Such a pair is never set against each other.
 * `beside`: see `both-hold.ts`.
 */
export function isBothHoldPair(a: BothHoldIds, b: BothHoldIds): boolean {
  return (a.beside?.includes(b.id) ?? false) || (b.beside?.includes(a.id) ?? false)
}

interface BothHoldIds {
  id: string
  beside?: readonly string[] | undefined
}

/** A person who reported something may correct it. */
function reportsItself({ words }: ConflictSide, { author }: Utterance): boolean {
  return author !== null && words.length > 0 && words.every((word) => !word.own && word.author === author)
}

/** An explicit statement outranks what was overheard from others, if they are known to be others. */
function outranks({ words }: ConflictSide, { explicit }: Utterance): boolean {
  return explicit && words.length > 0 && words.every((word) => !word.own && !word.explicit)
}

const YEAR = 365.25 * DAY

/**
 * Returns true if the later age is the earlier one plus the years that passed: 30 two years ago is 31, 32 or
 * 33 today.
 */
function isSameAgeLater(earlier: ConflictSide, later: ConflictSide): boolean {
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
 * Returns the confidence that decides whether a memory is shown. What a person said about themselves counts
 * as uncontested; otherwise anyone could hide it by saying the opposite. Its `confidence` still shows the
 * doubt. A contested report keeps its reduced confidence. `authors` are the authors of the statements the
 * viewer may read.
 */
export function effectiveConfidence(
  memory: Pick<Memory, "confidence" | "contradicts" | "subject">,
  authors: readonly Id[],
): number {
  const own = memory.subject.scope === "user" && authors.includes(memory.subject.id)
  return own ? uncontestedConfidence(memory) : memory.confidence
}

/** Returns a known memory with the statements behind it. */
export function sideOfMemory({
  fact,
  subject,
  lastSaidAt,
  said,
}: Memory & Pick<KnownMemory, "said">): ConflictSide {
  // Without known statements, it counts as the subject's own word.
  const words = said ?? [{ authorId: null, saidAt: lastSaidAt, explicit: false }]
  return { fact, saidAt: lastSaidAt, words: words.map((one) => toUtterance(subject, one)) }
}

/** Returns a memory with its evidence, without the lines that took it back. */
export function sideOfEvidence({
  memory,
  evidence,
}: MemoryEvidence): ConflictSide<Utterance & Pick<StoredEvidence, "messageId">> {
  const words = utterancesOf(
    memory.subject,
    evidence.filter(({ fact }) => fact !== ""),
  )
  return { fact: memory.fact, saidAt: memory.lastSaidAt, words }
}

/** Returns what these lines of evidence say about a subject, each with its line. */
export function utterancesOf<E extends Pick<StoredEvidence, "authorId" | "saidAt" | "source">>(
  subject: Subject,
  lines: readonly E[],
): (E & Utterance)[] {
  return lines.map((line) => ({
    ...line,
    ...toUtterance(subject, { ...line, explicit: line.source === "explicit" }),
  }))
}

/** Returns the claim's side; the cited lines count as one statement. */
export function sideOfClaim({ claim: { fact, reportedBy }, evidence, saidAt }: Proposal): ConflictSide {
  const explicit = evidence.some(({ source }) => source === "explicit")
  return { fact, saidAt, words: [{ saidAt, own: reportedBy === null, author: reportedBy, explicit }] }
}

/** `authorId` `null` means the subject. */
function toUtterance(
  subject: Subject,
  { authorId, saidAt, explicit }: Attribution | (Omit<Attribution, "authorId"> & { authorId: null }),
): Utterance {
  const own = subject.scope !== "user" || authorId === null || authorId === subject.id
  return { saidAt, own, author: authorId, explicit }
}
